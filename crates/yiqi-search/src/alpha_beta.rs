//! Alpha-beta with iterative deepening.
//!
//! Scout windows for all but the first move, a hash table for transpositions and for the order of
//! moves. A remembered value is used only for the same depth, so that the table changes how fast an
//! answer comes and never the answer.

mod lines;

use std::time::Instant;

pub use lines::{FoundLine, FoundLines, search_lines};

use crate::table::{Bound, Entry};
use crate::{DECIDED, Evaluate, Limits, Score, Stop, Table, Tree};

/// The answer of a search, and its progress after each depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The best move.
    pub mv: M,
    /// The value of the position for the side to move.
    pub value: Score,
    /// Plies looked ahead in full; 0 if the search was stopped before that.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// The moves expected, the best move first.
    pub line: Vec<M>,
    /// Whether every line behind the value was played to the end of the game.
    pub complete: bool,
}

/// A bound that no score reaches.
const INFINITE: Score = 2 * DECIDED;

/// Lines longer than this are cut off; only forced moves can make them so long.
const PLY_MAX: usize = 128;

/// How often the clock is read, in positions.
const CLOCK_INTERVAL: u64 = 64;

/// Searches for the best move, one ply deeper each time, until a limit is reached, `stop` is
/// stopped, or the game is seen through. `report` is called after each depth. `None` if the game
/// has ended.
pub fn search<T: Tree, E: Evaluate<T>>(
    tree: &T,
    evaluate: &E,
    limits: &Limits,
    stop: &Stop,
    table: &mut Table<T::Move>,
    report: &mut dyn FnMut(&Found<T::Move>),
) -> Option<Found<T::Move>> {
    if tree.terminal().is_some() {
        return None;
    }
    let mut searcher = Searcher::new(evaluate, limits, stop, table);
    let mut moves = searcher.root_moves(tree);
    let mut found = Found {
        mv: *moves.first()?,
        value: 0,
        depth: 0,
        nodes: 0,
        line: vec![*moves.first()?],
        complete: false,
    };
    for depth in 1..=limits.depth.max(1) {
        let depth_left = searcher.depth_left(tree, depth, &moves);
        let round = searcher.round(tree, depth_left, &mut moves);
        found.nodes = searcher.nodes;
        if let Some(best) = round.best {
            found.mv = moves[0];
            found.value = best.value;
            found.line = best.line;
            found.complete = false;
        }
        if !round.is_whole {
            break;
        }
        found.depth = depth;
        found.complete = round.is_complete;
        report(&found);
        if found.complete || moves.len() == 1 || evaluate.settles(found.value) || searcher.is_late()
        {
            break;
        }
    }
    Some(found)
}

struct Searcher<'a, T: Tree, E> {
    evaluate: &'a E,
    limits: &'a Limits,
    stop: &'a Stop,
    table: &'a mut Table<T::Move>,
    start: Instant,
    nodes: u64,
    /// Lists of moves, one for each ply, kept so that the search does not allocate.
    buffers: Vec<Vec<T::Move>>,
    /// The expected moves from each ply on.
    lines: Vec<Vec<T::Move>>,
}

/// What a search of some moves of the root brought.
struct Round<M> {
    /// The best of the moves it got to.
    best: Option<Best<M>>,
    /// Whether it got through them all.
    is_whole: bool,
    /// Whether every line behind the value of each was played to the end of the game.
    is_complete: bool,
}

/// One move of the root.
struct Best<M> {
    value: Score,
    is_complete: bool,
    /// The moves expected, this one first.
    line: Vec<M>,
}

/// A value, and whether every line behind it was played to the end of the game.
type Valued = (Score, bool);

impl<'a, T: Tree, E: Evaluate<T>> Searcher<'a, T, E> {
    fn new(
        evaluate: &'a E,
        limits: &'a Limits,
        stop: &'a Stop,
        table: &'a mut Table<T::Move>,
    ) -> Searcher<'a, T, E> {
        Searcher {
            evaluate,
            limits,
            stop,
            table,
            start: Instant::now(),
            nodes: 0,
            buffers: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The moves of the root that are looked at, the most promising first.
    fn root_moves(&self, tree: &T) -> Vec<T::Move> {
        let mut moves = Vec::new();
        tree.for_each_move(|mv| moves.push(mv));
        self.evaluate.order(tree, self.limits.depth, &mut moves);
        moves
    }

    /// Searches these moves of the root and puts the best first.
    fn round(&mut self, tree: &T, depth_left: u8, moves: &mut [T::Move]) -> Round<T::Move> {
        let mut round = Round {
            best: None,
            is_whole: true,
            is_complete: true,
        };
        let mut alpha = -INFINITE;
        let mut best_index = 0;
        for (i, &mv) in moves.iter().enumerate() {
            let Some((value, is_complete)) =
                self.value_of(tree, mv, depth_left, 0, alpha, INFINITE, i == 0)
            else {
                round.is_whole = false;
                break;
            };
            round.is_complete &= is_complete;
            if value > alpha {
                alpha = value;
                best_index = i;
                let behind = self.lines.get(1).into_iter().flatten().copied();
                round.best = Some(Best {
                    value,
                    is_complete,
                    line: std::iter::once(mv).chain(behind).collect(),
                });
            }
        }
        if let Some(searched) = moves.get_mut(..=best_index) {
            searched.rotate_right(1);
        }
        round
    }

    /// The value of a move for the side that plays it, or `None` if there was no time for it.
    #[expect(
        clippy::too_many_arguments,
        reason = "the state of one step of the search"
    )]
    fn value_of(
        &mut self,
        tree: &T,
        mv: T::Move,
        depth: u8,
        ply: usize,
        alpha: Score,
        beta: Score,
        is_first: bool,
    ) -> Option<Valued> {
        let mut child = tree.clone();
        child.play(mv);
        let mut window = |low: Score, high: Score| -> Option<Valued> {
            if child.acts_again() {
                self.node(&child, depth, ply + 1, low, high)
            } else {
                let (value, complete) = self.node(&child, depth, ply + 1, -high, -low)?;
                Some((-value, complete))
            }
        };
        if is_first {
            return window(alpha, beta);
        }
        let scouted = window(alpha, alpha + 1)?;
        if scouted.0 > alpha && scouted.0 < beta {
            return window(alpha, beta);
        }
        Some(scouted)
    }

    fn node(
        &mut self,
        tree: &T,
        depth: u8,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Option<Valued> {
        self.nodes += 1;
        if self.must_end() {
            return None;
        }
        self.line(ply).clear();
        if let Some(value) = tree.terminal() {
            return Some((value, true));
        }
        if depth == 0 || ply >= PLY_MAX {
            let value = self.evaluate.value(tree);
            return Some((value.clamp(1 - DECIDED, DECIDED - 1), false));
        }
        let hash = tree.hash();
        let mut remembered = None;
        if let Some(entry) = self.table.get(hash) {
            remembered = Some(entry.mv);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            };
            if entry.depth == depth && is_enough {
                let (mv, valued) = (entry.mv, (entry.value, entry.complete));
                self.line(ply).push(mv);
                return Some(valued);
            }
        }
        let mut moves = self.take_buffer(ply);
        tree.for_each_move(|mv| moves.push(mv));
        self.evaluate.order(tree, depth, &mut moves);
        if let Some(place) = remembered.and_then(|mv| moves.iter().position(|&m| m == mv)) {
            moves[..=place].rotate_right(1);
        }
        let depth_left = self.depth_left(tree, depth, &moves);
        let start = alpha;
        let mut best = -INFINITE;
        let mut best_mv = moves[0];
        let mut complete = !self.evaluate.leaves_out(tree, &moves);
        for (i, &mv) in moves.iter().enumerate() {
            let (value, is_complete) =
                self.value_of(tree, mv, depth_left, ply, alpha, beta, i == 0)?;
            if value > best {
                best = value;
                best_mv = mv;
            }
            if value >= beta {
                complete = is_complete;
                break;
            }
            complete &= is_complete;
            if value > alpha {
                alpha = value;
                self.extend_line(ply, mv);
            }
        }
        self.give_buffer(ply, moves);
        self.table.put(Entry {
            hash,
            mv: best_mv,
            value: best,
            depth,
            bound: if best >= beta {
                Bound::AtLeast
            } else if best > start {
                Bound::Exact
            } else {
                Bound::AtMost
            },
            complete,
        });
        Some((best, complete))
    }

    /// The depth behind these moves: a forced move costs none.
    fn depth_left(&self, tree: &T, depth: u8, moves: &[T::Move]) -> u8 {
        match *moves {
            [only] if self.evaluate.is_forced(tree, only) => depth,
            _ => depth - 1,
        }
    }

    fn must_end(&self) -> bool {
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|most| self.nodes > most)
            || (self.nodes.is_multiple_of(CLOCK_INTERVAL)
                && self
                    .limits
                    .time
                    .is_some_and(|time| self.start.elapsed() >= time))
    }

    /// Whether so much time has gone that a deeper search would hardly get through.
    fn is_late(&self) -> bool {
        let gone = self.start.elapsed();
        self.limits.enough.is_some_and(|enough| gone >= enough)
            || self.limits.time.is_some_and(|time| gone * 2 >= time)
    }

    fn line(&mut self, ply: usize) -> &mut Vec<T::Move> {
        while self.lines.len() <= ply {
            self.lines.push(Vec::new());
        }
        &mut self.lines[ply]
    }

    /// The expected line from `ply` becomes `mv` and the line behind it.
    fn extend_line(&mut self, ply: usize, mv: T::Move) {
        let behind = std::mem::take(self.line(ply + 1));
        let line = self.line(ply);
        line.clear();
        line.push(mv);
        line.extend_from_slice(&behind);
        *self.line(ply + 1) = behind;
    }

    fn take_buffer(&mut self, ply: usize) -> Vec<T::Move> {
        while self.buffers.len() <= ply {
            self.buffers.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        moves
    }

    fn give_buffer(&mut self, ply: usize, moves: Vec<T::Move>) {
        self.buffers[ply] = moves;
    }
}
