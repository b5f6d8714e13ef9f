//! The part of a record that SGF can hold: moves and comments. Moves that were taken back become a
//! branch next to those played instead.

use yiqi_rules::{Color, Move};

use super::result;
use crate::record::MoveClock;
use crate::{Event, GameResult, Record, Replay, Seat, Step, Visit, WriteProblem};

/// A tree of nodes and the result of its main line.
pub(super) struct Tree<'r> {
    // Invariant: a parent comes before its children; the root is the first.
    nodes: Vec<Node<'r>>,
    /// The color of the first seat, if the game has begun.
    pub(super) first: Option<Color>,
    /// The seat that has black at the end of the main line.
    pub(super) black: Seat,
    pub(super) result: Option<GameResult>,
    /// Whether the moves of the main line alone decide the game.
    pub(super) is_decided: bool,
    /// Whether the result implies an entry after the moves.
    has_end_entry: bool,
}

pub(super) struct Node<'r> {
    pub(super) what: Content<'r>,
    /// Milliseconds that the move took.
    pub(super) after_ms: u64,
    pub(super) children: Vec<u32>,
    parent: u32,
    /// The last move up to and including this node.
    last_move: u32,
}

#[derive(Clone, Copy)]
pub(super) enum Content<'r> {
    /// The node of the header.
    Root,
    Move {
        mv: Move,
        /// The color of the stone; `None` for the choices of a swap opening.
        color: Option<Color>,
    },
    Comment(&'r str),
    /// Empty: the main line ends here, and branches begin.
    End,
}

const ROOT: u32 = 0;

impl<'r> Tree<'r> {
    /// Builds the tree of a record.
    ///
    /// # Errors
    /// If the entries violate the rules.
    pub(super) fn of(record: &'r Record) -> Result<Tree<'r>, WriteProblem> {
        let start = record
            .header
            .start_position()
            .map_err(|_| WriteProblem::Broken)?;
        let mut tree = Tree {
            nodes: Vec::new(),
            first: None,
            black: Seat::First,
            result: record.header.result,
            is_decided: start.turn().is_none(),
            has_end_entry: false,
        };
        tree.add(ROOT, Content::Root, 0);
        let mut replay = Replay::new(start);
        let mut here = ROOT;
        let mut clock = MoveClock::default();
        let mut steps: Vec<(u32, Step, MoveClock)> = Vec::new();
        let mut main_end = None;
        for visit in record.walk() {
            match visit {
                Visit::Enter(id) => {
                    let entry = record.entry(id);
                    let color = match entry.event {
                        Event::Move(played) => stone_color(played.mv, &replay),
                        _ => None,
                    };
                    let step = replay
                        .apply(&entry.event)
                        .map_err(|_| WriteProblem::Broken)?;
                    steps.push((here, step, clock));
                    let took_ms = clock.pass(entry);
                    match &entry.event {
                        Event::Move(played) => {
                            let mv = played.mv;
                            here = tree.add(here, Content::Move { mv, color }, took_ms);
                        }
                        Event::Comment { text, .. } if !text.is_empty() => {
                            here = tree.add(here, Content::Comment(text), 0);
                        }
                        Event::TakeBack { plies } => {
                            for _ in 0..*plies {
                                here = tree.before_last_move(here);
                            }
                        }
                        Event::Begin { first } if main_end.is_none() => tree.first = Some(*first),
                        event if main_end.is_none() && tree.result.is_none() => {
                            tree.result = GameResult::of_event(event, replay.colors());
                        }
                        _ => {}
                    }
                }
                Visit::Leave(_) => {
                    if main_end.is_none() {
                        main_end = Some(here);
                        tree.end_main_line(here, &replay);
                    }
                    let (before, step, before_clock) = steps
                        .pop()
                        .expect("every entry is entered before it is left");
                    replay.revert(step);
                    here = before;
                    clock = before_clock;
                }
            }
        }
        if let Some(end) = main_end {
            tree.separate_branches(end);
        }
        Ok(tree)
    }

    pub(super) fn node(&self, index: u32) -> &Node<'r> {
        &self.nodes[index as usize]
    }

    /// Whether there is only the header.
    pub(super) fn is_bare(&self) -> bool {
        self.nodes.len() == 1
    }

    fn add(&mut self, parent: u32, what: Content<'r>, after_ms: u64) -> u32 {
        let index = self.nodes.len() as u32;
        let last_move = match self.nodes.get_mut(parent as usize) {
            Some(parent) => {
                parent.children.push(index);
                parent.last_move
            }
            None => ROOT,
        };
        self.nodes.push(Node {
            what,
            after_ms,
            children: Vec::new(),
            parent,
            last_move: match what {
                Content::Move { .. } => index,
                _ => last_move,
            },
        });
        index
    }

    fn before_last_move(&self, index: u32) -> u32 {
        self.node(self.node(index).last_move).parent
    }

    /// Makes the line to a node the main line, regardless of what was taken back on the way.
    fn end_main_line(&mut self, end: u32, replay: &Replay) {
        self.black = replay.seat_of(Color::Black);
        let outcome = replay.position().outcome();
        self.is_decided = outcome.is_some();
        self.result = self
            .result
            .or_else(|| outcome.as_ref().map(GameResult::from));
        self.has_end_entry = !self.is_decided
            && self
                .result
                .is_some_and(|result| result::end_event(&result, replay).is_some());
        let mut child = end;
        while child != ROOT {
            let parent = self.node(child).parent;
            let siblings = &mut self.nodes[parent as usize].children;
            let at = siblings.iter().position(|&sibling| sibling == child);
            siblings[..=at.unwrap_or(0)].rotate_right(1);
            child = parent;
        }
    }

    /// Makes sure that no branch can be read as a continuation of the main line. Moves taken back
    /// at its end are dropped, unless the result implies an entry that separates them.
    fn separate_branches(&mut self, end: u32) {
        if self.node(end).children.is_empty() {
            return;
        }
        if self.has_end_entry {
            self.add(end, Content::End, 0);
            self.nodes[end as usize].children.rotate_right(1);
        } else {
            self.nodes[end as usize].children.clear();
        }
    }
}

/// The color of the stone that a move is about to place, or of the side that passes.
fn stone_color(mv: Move, replay: &Replay) -> Option<Color> {
    match mv {
        Move::Place(_) => replay.position().next_stone(),
        Move::Pass => replay.position().turn(),
        _ => None,
    }
}
