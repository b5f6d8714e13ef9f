//! A game with its variations, and the line of it that is shown.

use yiqi_record::{Entry, Event, NodeId, Record};
use yiqi_rules::{Color, Move};

/// A game with its variations, and the line of it that is shown: at first, what was played.
#[derive(Clone, Debug)]
pub struct GameTree {
    record: Record,
    /// The line, from the first entry to its end.
    line: Vec<NodeId>,
}

/// A move that follows a position, in the line that is shown or in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The move.
    pub mv: Move,
    /// Its entry.
    pub node: NodeId,
    /// Whether it belongs to the line that is shown.
    pub is_shown: bool,
}

impl GameTree {
    /// The variations of a record; `None` if it has none.
    #[must_use]
    pub fn new(record: Record) -> Option<GameTree> {
        let line = record.main_line().collect();
        let tree = GameTree { record, line };
        tree.record.has_branches().then_some(tree)
    }

    /// The entries of the line that is shown.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let entries = self.line.iter().map(|&id| self.record.entry(id).clone());
        entries.collect()
    }

    /// Shows another line: the one through this entry.
    pub fn follow(&mut self, node: NodeId) {
        let mut line: Vec<NodeId> =
            std::iter::successors(Some(node), |&id| self.record.parent(id)).collect();
        line.reverse();
        let rest = std::iter::successors(self.record.children(Some(node)).next(), |&id| {
            self.record.children(Some(id)).next()
        });
        line.extend(rest);
        self.line = line;
    }

    /// The moves that follow the position after this many plies of the line that is shown: the main
    /// continuation first.
    #[must_use]
    pub fn continuations(&self, ply: usize) -> Vec<Continuation> {
        let moves = self.moves();
        // Variations may begin at the entry of the last move, or at a comment on it.
        let from = match ply.checked_sub(1) {
            None => 0,
            Some(last) => match moves.get(last) {
                Some(index) => index + 1,
                None => return Vec::new(),
            },
        };
        let to = moves.get(ply).copied().unwrap_or(self.line.len());
        let mut found: Vec<Continuation> = Vec::new();
        for index in from..=to {
            let parent = index.checked_sub(1).map(|before| self.line[before]);
            let next = self.line.get(index).copied();
            for child in self.record.children(parent) {
                let is_shown = next == Some(child);
                // What comes before the next move is not a variation.
                if is_shown && index < to {
                    continue;
                }
                let mut entries =
                    std::iter::successors(Some(child), |&id| self.record.children(Some(id)).next());
                let first = entries.find_map(|id| match self.record.entry(id).event {
                    Event::Move(played) => Some((id, played.mv)),
                    _ => None,
                });
                if let Some((node, mv)) = first {
                    found.push(Continuation { mv, node, is_shown });
                }
            }
        }
        found
    }

    /// The ply after which the line that is shown leaves what was played; `None` if it does not.
    #[must_use]
    pub fn leaves_at(&self) -> Option<usize> {
        let main: Vec<NodeId> = self.record.main_line().collect();
        let index = self
            .line
            .iter()
            .zip(&main)
            .position(|(own, main)| own != main)?;
        let before = self.moves().into_iter().filter(|&at| at < index);
        Some(before.count())
    }

    /// The places in the line of the moves that were not taken back.
    fn moves(&self) -> Vec<usize> {
        let mut moves = Vec::new();
        for (index, &id) in self.line.iter().enumerate() {
            match self.record.entry(id).event {
                Event::Move(_) => moves.push(index),
                Event::TakeBack { plies } => {
                    moves.truncate(moves.len().saturating_sub(usize::from(plies)));
                }
                _ => {}
            }
        }
        moves
    }
}

/// The record with a beginning, which files of other programs lack.
pub(crate) fn with_beginning(record: &Record) -> Record {
    let begins = |entry: &Entry| matches!(entry.event, Event::Begin { .. });
    if record.entries().any(begins) {
        return record.clone();
    }
    let mut whole = Record::new(record.header.clone());
    let begin = Event::Begin {
        first: Color::Black,
    };
    let root = whole.push(
        None,
        Entry {
            at_ms: 0,
            event: begin,
        },
    );
    copy_children(record, None, &mut whole, Some(root), None);
    whole
}

/// The record of a game with the variations of the record that it was opened from: those of the
/// entries that both begin with. Where the game went on differently, the rest of the old record is
/// a variation too.
pub(crate) fn with_variations(game: Record, old: &Record) -> Record {
    let mut whole = game;
    let (mut own, mut their): (Option<NodeId>, Option<NodeId>) = (None, None);
    loop {
        let next = whole.children(own).next();
        let same = next.and_then(|next| {
            let event = &whole.entry(next).event;
            old.children(their)
                .find(|&id| old.entry(id).event == *event)
        });
        // A game that ends earlier has no place for what came after.
        let Some(next) = next else { return whole };
        copy_children(old, their, &mut whole, own, same);
        let Some(same) = same else { return whole };
        (own, their) = (Some(next), Some(same));
    }
}

/// Copies what follows an entry of a record, except for one line, to an entry of another.
fn copy_children(
    from: &Record,
    parent: Option<NodeId>,
    to: &mut Record,
    new_parent: Option<NodeId>,
    except: Option<NodeId>,
) {
    let children = |parent: Option<NodeId>| -> Vec<NodeId> { from.children(parent).collect() };
    let mut open: Vec<(NodeId, Option<NodeId>)> = children(parent)
        .into_iter()
        .filter(|&child| Some(child) != except)
        .rev()
        .map(|child| (child, new_parent))
        .collect();
    while let Some((node, at)) = open.pop() {
        let copy = to.push(at, from.entry(node).clone());
        open.extend(
            children(Some(node))
                .into_iter()
                .rev()
                .map(|child| (child, Some(copy))),
        );
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use yiqi_record::notation::move_name;
    use yiqi_record::{Format, ReadOptions};

    use super::*;

    const GAME: &str = "yiqi record 1\nGame: reversi\n\nfirst takes black\n1. f5\n2. d6\n3. c3\n\
                        (\n3. c5\nnote: first thought\n4. f4\n(\n4. f6\n)\n)\n4. d3\n5. c4\n\nend\n";

    fn read(text: &str) -> Record {
        let records = Format::Yiqi.read(text.as_bytes(), &ReadOptions::default());
        records.unwrap().remove(0)
    }

    fn shown(tree: &GameTree, ply: usize) -> String {
        let names = tree.continuations(ply).into_iter().map(|next| {
            let sign = if next.is_shown { "*" } else { "" };
            format!("{}{sign}", move_name(next.mv, tree.record.header.spec))
        });
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_tree_is_walked_into_its_variations_and_back() {
        let mut tree = GameTree::new(read(GAME)).unwrap();
        assert_eq!(shown(&tree, 1), "d6*");
        assert_eq!(shown(&tree, 2), "c3* c5");
        assert_eq!(tree.leaves_at(), None);
        tree.follow(tree.continuations(2)[1].node);
        assert_eq!(shown(&tree, 2), "c3 c5*");
        assert_eq!(tree.leaves_at(), Some(2));
        // One variation begins at a comment of another.
        assert_eq!(shown(&tree, 3), "f4* f6");
        tree.follow(tree.continuations(3)[1].node);
        assert_eq!(shown(&tree, 3), "f4 f6*");
        assert_eq!(
            (shown(&tree, 4), shown(&tree, 9)),
            (String::new(), String::new())
        );
        tree.follow(tree.continuations(2)[0].node);
        assert_eq!((tree.leaves_at(), shown(&tree, 4).as_str()), (None, "c4*"));
    }

    #[test]
    fn a_game_without_variations_has_no_tree() {
        let plain = "yiqi record 1\nGame: reversi\n\nfirst takes black\n1. f5\n\nend\n";
        assert!(GameTree::new(read(plain)).is_none());
    }

    #[test]
    fn a_game_that_went_on_keeps_the_variations_and_gets_another() {
        let old = read(GAME);
        let mut game = Record::from_entries(old.header.clone(), old.entries().cloned());
        assert_eq!(with_variations(game.clone(), &old), old);
        let end = game.main_line().last();
        game.push_move(
            end,
            old.header.spec.point_named("b3").map(Move::Place).unwrap(),
        );
        let whole = with_variations(game, &old);
        assert_eq!((whole.main_line().count(), whole.len()), (7, old.len() + 1));
        // One that leaves the old game at its fourth move.
        let moves: Vec<Entry> = old.entries().take(4).cloned().collect();
        let mut game = Record::from_entries(old.header.clone(), moves);
        let end = game.main_line().last();
        game.push_move(
            end,
            old.header.spec.point_named("d7").map(Move::Place).unwrap(),
        );
        let whole = with_variations(game, &old);
        let tree = GameTree::new(whole).unwrap();
        assert_eq!(
            (shown(&tree, 2), shown(&tree, 3)),
            ("c3* c5".into(), "d7* d3".into())
        );
    }

    #[test]
    fn a_record_of_another_program_gets_a_beginning() {
        let text = "(;GM[2]SZ[8];B[f5];W[d6](;B[c3])(;B[c5]C[better]))";
        let records = Format::Sgf.read(text.as_bytes(), &ReadOptions::default());
        let record = records.unwrap().remove(0);
        let whole = with_beginning(&record);
        let begins = |entry: &Entry| matches!(entry.event, Event::Begin { .. });
        assert_eq!(whole.entries().filter(|entry| begins(entry)).count(), 1);
        assert!(whole.check().is_ok());
        let tree = GameTree::new(whole).unwrap();
        assert_eq!(shown(&tree, 2), "c3* c5");
    }
}
