//! A record as a tree of moves.

use std::collections::HashMap;

use yiqi_record::{
    CheckError, Event, Format, MoveClock, NodeId, Played, Record, Replay, Seat, Step, Visit,
    notation,
};
use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, Move};
use yiqi_text::{Text, words};
use yiqi_wire::{ReplayNode, ReplayResponse, WireChange, WireColor, WireResult, board_text};

use super::files::read_records;
use super::{MOVES_MAX, StudyError, game};

/// Options for reading a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayOptions {
    /// The format, if it cannot be recognized from the contents.
    pub format: Option<Format>,
    /// The game, if the file does not name it.
    pub game: Option<GameSpec>,
    /// Which game of the file, from 1.
    pub nth: usize,
}

impl Default for ReplayOptions {
    fn default() -> ReplayOptions {
        ReplayOptions {
            format: None,
            game: None,
            nth: 1,
        }
    }
}

/// Reads one game of a file for replay.
///
/// # Errors
/// If the file cannot be read, has fewer games, or the game has more than [`MOVES_MAX`] moves.
pub fn replay(
    bytes: &[u8],
    options: ReplayOptions,
    text: &Text,
) -> Result<ReplayResponse, StudyError> {
    let records = read_records(bytes, options.format, options.game)?;
    let count = records.len();
    let record = options
        .nth
        .checked_sub(1)
        .and_then(|index| records.get(index))
        .ok_or(StudyError::NoSuchGame { count })?;
    replay_record(record, count, text)
}

/// Prepares a record for replay; its file has `count` games.
///
/// Moves that were taken back stay in the tree as a variation. The same move played twice from the
/// same node, after a take-back or in two variations, is one node.
///
/// # Errors
/// If the record has more than [`MOVES_MAX`] moves or breaks the rules.
pub fn replay_record(
    record: &Record,
    count: usize,
    text: &Text,
) -> Result<ReplayResponse, StudyError> {
    let header = &record.header;
    let spec = header.spec;
    let move_count = entered(record)
        .filter(|&id| matches!(record.entry(id).event, Event::Move(_)))
        .count();
    if move_count > MOVES_MAX {
        return Err(StudyError::TooManyMoves { count: move_count });
    }
    let start = header.start_position().map_err(StudyError::Setup)?;
    let board = board_of(&start);
    let tree = Layout::new(record, start, text).tree()?;
    Ok(ReplayResponse {
        game: game(spec, text),
        players: vec![header.players.first.clone(), header.players.second.clone()],
        first: first_color(record).into(),
        start: header
            .start
            .as_ref()
            .map(|setup| notation::setup_text(setup, spec.size())),
        board,
        time: header.time.to_string(),
        date: header.date.clone(),
        result: tree.result,
        comment: tree.comment,
        nodes: tree.nodes,
        count,
    })
}

/// All entries of a record.
fn entered(record: &Record) -> impl Iterator<Item = NodeId> {
    record.walk().filter_map(|visit| match visit {
        Visit::Enter(id) => Some(id),
        Visit::Leave(_) => None,
    })
}

fn board_of(position: &AnyPosition) -> String {
    let stones = ByColor::from_fn(|color| position.stones(color));
    board_text(&stones, position.size())
}

/// The color of the first seat before the first move.
fn first_color(record: &Record) -> Color {
    record
        .entries()
        .find_map(|entry| match entry.event {
            Event::Begin { first } => Some(first),
            _ => None,
        })
        .unwrap_or(Color::Black)
}

/// The data of a replay besides the record's header.
struct Tree {
    nodes: Vec<ReplayNode>,
    comment: Option<String>,
    result: Option<WireResult>,
}

/// A walk through a record that turns its moves into nodes.
struct Layout<'a> {
    record: &'a Record,
    text: &'a Text,
    replay: Replay,
    clock: MoveClock,
    /// Whether the record has times.
    has_times: bool,
    /// Whether the walk is still on the main line.
    is_main_line: bool,
    /// The nodes of the current line, in playing order.
    current_line: Vec<usize>,
    /// The node that each move from each node leads to.
    children: HashMap<(Option<usize>, Move), usize>,
    tree: Tree,
}

/// What an entry changed, so that the walk can undo it.
struct Undo {
    step: Step,
    clock: MoveClock,
    /// The nodes that were taken back.
    removed: Vec<usize>,
}

impl<'a> Layout<'a> {
    fn new(record: &'a Record, start: AnyPosition, text: &'a Text) -> Layout<'a> {
        Layout {
            record,
            text,
            replay: Replay::new(start),
            clock: MoveClock::default(),
            has_times: entered(record).any(|id| record.entry(id).at_ms > 0),
            is_main_line: true,
            current_line: Vec::new(),
            children: HashMap::new(),
            tree: Tree {
                nodes: Vec::new(),
                comment: None,
                result: None,
            },
        }
    }

    fn tree(mut self) -> Result<Tree, StudyError> {
        let record = self.record;
        let mut done: Vec<Undo> = Vec::with_capacity(record.main_line().count());
        for visit in record.walk() {
            match visit {
                Visit::Enter(id) => {
                    let step = self.enter(id)?;
                    done.push(step);
                }
                Visit::Leave(_) => {
                    // The walk follows the main line to its end before it returns.
                    if self.is_main_line {
                        self.end_main_line();
                    }
                    if let Some(step) = done.pop() {
                        self.leave(step);
                    }
                }
            }
        }
        if self.is_main_line {
            self.end_main_line();
        }
        self.tree.nodes = main_line_first(self.tree.nodes);
        Ok(self.tree)
    }

    fn enter(&mut self, id: NodeId) -> Result<Undo, StudyError> {
        let entry = self.record.entry(id);
        let side = self.replay.position().turn();
        let step = self
            .replay
            .apply(&entry.event)
            .map_err(|error| StudyError::of_record(self.record, CheckError::Entry { id, error }))?;
        let clock = self.clock;
        let used_ms = self.clock.pass(entry);
        let mut removed = Vec::new();
        match (&entry.event, &step) {
            (Event::Move(played), _) => {
                let used_ms = self.has_times.then_some(used_ms);
                self.play(*played, side.unwrap_or(Color::Black), used_ms);
            }
            (Event::TakeBack { .. }, Step::TookBack(moves)) => {
                let left = self.current_line.len().saturating_sub(moves.len());
                removed = self.current_line.split_off(left);
                for &index in &removed {
                    if let Some(node) = self.tree.nodes.get_mut(index) {
                        node.taken_back = true;
                    }
                }
            }
            (Event::Comment { seat, text }, _) => self.say(*seat, text),
            _ => {}
        }
        Ok(Undo {
            step,
            clock,
            removed,
        })
    }

    fn leave(&mut self, done: Undo) {
        if done.step == Step::Played {
            self.current_line.pop();
        }
        self.current_line.extend(done.removed);
        self.clock = done.clock;
        self.replay.revert(done.step);
    }

    /// Adds a node for the ply just played, or finds the existing one.
    fn play(&mut self, played: Played, side: Color, used_ms: Option<u64>) {
        let parent = self.current_line.last().copied();
        let nodes = &mut self.tree.nodes;
        let index = *self
            .children
            .entry((parent, played.mv))
            .or_insert(nodes.len());
        match nodes.get_mut(index) {
            // Played again after it was taken back.
            Some(node) if self.is_main_line => {
                node.used_ms = used_ms;
                node.eval = played.eval.or(node.eval);
            }
            Some(node) => node.eval = node.eval.or(played.eval),
            None => {
                if let Some(changes) = self.replay.plies().last() {
                    nodes.push(ReplayNode {
                        parent,
                        side: WireColor::from(side),
                        change: WireChange::new(changes, self.record.header.spec),
                        used_ms,
                        eval: played.eval,
                        comment: None,
                        main: false,
                        taken_back: false,
                    });
                }
            }
        }
        self.current_line.push(index);
    }

    /// Adds a comment to the last node of the current line.
    fn say(&mut self, seat: Option<Seat>, said: &str) {
        if said.is_empty() {
            return;
        }
        let said = match seat {
            None => said.to_owned(),
            Some(seat) => format!("{}: {said}", self.speaker(seat)),
        };
        let comment = match self.current_line.last() {
            None => &mut self.tree.comment,
            Some(&index) => match self.tree.nodes.get_mut(index) {
                None => return,
                Some(node) => &mut node.comment,
            },
        };
        match comment {
            None => *comment = Some(said),
            Some(comment) => {
                comment.push('\n');
                comment.push_str(&said);
            }
        }
    }

    /// The author's name, shortened, because it is repeated with every comment.
    fn speaker(&self, seat: Seat) -> String {
        const NAME_CHARS_MAX: usize = 40;
        let name = &self.record.header.players[seat];
        if name.is_empty() {
            words::color(self.text, self.replay.colors()[seat])
        } else {
            name.chars().take(NAME_CHARS_MAX).collect()
        }
    }

    /// Records the end of the main line and the result.
    fn end_main_line(&mut self) {
        self.is_main_line = false;
        for &index in &self.current_line {
            if let Some(node) = self.tree.nodes.get_mut(index) {
                node.main = true;
                node.taken_back = false;
            }
        }
        let result = self.record.result(&self.replay);
        self.tree.result = result.as_ref().map(WireResult::new);
    }
}

/// Reorders the nodes so that the main line comes first. The rest keeps its order, so parents still
/// precede their children.
fn main_line_first(nodes: Vec<ReplayNode>) -> Vec<ReplayNode> {
    let mut places = vec![0; nodes.len()];
    let is_main = |(_, node): &(usize, &ReplayNode)| node.main;
    let main = nodes.iter().enumerate().filter(is_main);
    let others = nodes.iter().enumerate().filter(|node| !is_main(node));
    for (place, (index, _)) in main.chain(others).enumerate() {
        if let Some(slot) = places.get_mut(index) {
            *slot = place;
        }
    }
    let (mut sorted, others): (Vec<_>, Vec<_>) = nodes.into_iter().partition(|node| node.main);
    sorted.extend(others);
    for node in &mut sorted {
        node.parent = node.parent.and_then(|parent| places.get(parent).copied());
    }
    sorted
}
