//! Alpha-beta with iterative deepening.
//!
//! Null windows for all but the first move, and a transposition table for cutoffs and move
//! ordering. A stored value is used only at the same depth, so the table makes the search faster
//! but never changes its result.

use crate::table::{Bound, TtEntry};
use crate::{
    Analysis, Certainty, DECIDED, Evaluate, Limits, Line, Stop, TranspositionTable, Tree, Value,
    Watch,
};

/// A bound outside the range of values.
const INFINITE: Value = 2 * DECIDED;

/// The longest line; only forced moves, which cost no depth, can make one this long.
const PLY_MAX: usize = 128;

/// Nodes between two checks of the clock and the stop flag.
const LOOK_INTERVAL: u64 = 64;

/// Searches for the `line_count` best moves by iterative deepening, until a limit is reached,
/// `stop` is set, the game is solved, or there is only one move. Calls `report` after each
/// iteration. The evaluations are [`Value`]s. `None` if the game is over.
///
/// Each iteration searches the root once for the best move, again without it for the second best,
/// and so on. All share the table, so each further line costs far less than the first.
pub fn search<T: Tree, E: Evaluate<T>>(
    tree: &T,
    evaluate: &E,
    line_count: usize,
    limits: &Limits,
    stop: &Stop,
    table: &mut TranspositionTable<T::Move>,
    report: &mut dyn FnMut(&Analysis<T::Move>),
) -> Option<Analysis<T::Move>> {
    if tree.terminal().is_some() {
        return None;
    }
    let mut searcher = Searcher::new(evaluate, limits, stop, table);
    let mut moves = searcher.root_moves(tree);
    let line_count = line_count.clamp(1, moves.len().max(1));
    let mut analysis = Analysis {
        lines: vec![Line::unknown(*moves.first()?)],
        ..Analysis::default()
    };
    for depth in 1..=limits.depth.max(1) {
        let mut deeper = searcher.deepen(tree, depth, &mut moves, line_count);
        analysis.nodes = searcher.nodes;
        if !deeper.is_whole {
            // A single line may come from an unfinished iteration; several lines stay as they were.
            if line_count == 1
                && let Some(best) = deeper.lines.pop()
            {
                analysis.lines = vec![Line {
                    certainty: Certainty::ESTIMATE,
                    ..best
                }];
            }
            break;
        }
        analysis.depth = depth;
        analysis.lines = deeper.lines;
        report(&analysis);
        let is_settled = analysis.lines.iter().all(|l| evaluate.settles(l.eval));
        if deeper.is_complete || moves.len() == 1 || is_settled || searcher.is_late() {
            break;
        }
    }
    Some(analysis)
}

struct Searcher<'a, T: Tree, E> {
    evaluate: &'a E,
    limits: &'a Limits,
    table: &'a mut TranspositionTable<T::Move>,
    watch: Watch<'a>,
    nodes: u64,
    /// Node count at which to check the watch again.
    look_at: u64,
    is_over: bool,
    /// Move lists by ply, kept so that the search does not allocate.
    buffers: Vec<Vec<T::Move>>,
    /// The principal variation from each ply.
    lines: Vec<Vec<T::Move>>,
}

/// The result of one iteration at the root.
struct Deeper<M> {
    /// The best lines, best first.
    lines: Vec<Line<M>>,
    /// Whether every move was searched.
    is_whole: bool,
    /// Whether every line behind these values was searched to the end of the game.
    is_complete: bool,
}

/// A value, and whether every line behind it was searched to the end of the game.
type Valued = (Value, bool);

impl<'a, T: Tree, E: Evaluate<T>> Searcher<'a, T, E> {
    fn new(
        evaluate: &'a E,
        limits: &'a Limits,
        stop: &'a Stop,
        table: &'a mut TranspositionTable<T::Move>,
    ) -> Searcher<'a, T, E> {
        Searcher {
            evaluate,
            limits,
            table,
            watch: Watch::new(limits, stop),
            nodes: 0,
            look_at: 0,
            is_over: false,
            buffers: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The root moves to search, most promising first.
    fn root_moves(&self, tree: &T) -> Vec<T::Move> {
        let mut moves = Vec::new();
        tree.for_each_move(|mv| moves.push(mv));
        self.evaluate.order(tree, self.limits.depth, &mut moves);
        moves
    }

    /// Searches the root at one depth for the best moves and sorts them to the front.
    fn deepen(
        &mut self,
        tree: &T,
        depth: u8,
        moves: &mut [T::Move],
        line_count: usize,
    ) -> Deeper<T::Move> {
        let depth_left = self.depth_left(tree, depth, moves);
        let mut deeper = Deeper {
            lines: Vec::with_capacity(line_count),
            is_whole: true,
            is_complete: true,
        };
        for rank in 0..line_count {
            let best = self.best_first(tree, depth_left, &mut moves[rank..], &mut deeper);
            deeper.lines.extend(best);
            if !deeper.is_whole {
                break;
            }
            if let Some(line) = deeper.lines.last_mut() {
                self.lengthen(tree, &mut line.moves, usize::from(depth));
            }
        }
        deeper
    }

    /// Searches these root moves and moves the best one found to the front.
    fn best_first(
        &mut self,
        tree: &T,
        depth_left: u8,
        moves: &mut [T::Move],
        deeper: &mut Deeper<T::Move>,
    ) -> Option<Line<T::Move>> {
        let mut alpha = -INFINITE;
        let mut best = None;
        let mut best_index = 0;
        for (i, &mv) in moves.iter().enumerate() {
            let Some((value, is_complete)) =
                self.value_of(tree, mv, depth_left, 0, alpha, INFINITE, i == 0)
            else {
                deeper.is_whole = false;
                break;
            };
            deeper.is_complete &= is_complete;
            if value > alpha {
                alpha = value;
                best_index = i;
                let behind = self.lines.get(1).into_iter().flatten().copied();
                best = Some(Line {
                    eval: value,
                    certainty: if is_complete {
                        Certainty::Exact
                    } else {
                        Certainty::ESTIMATE
                    },
                    moves: std::iter::once(mv).chain(behind).collect(),
                });
            }
        }
        if let Some(searched) = moves.get_mut(..=best_index) {
            searched.rotate_right(1);
        }
        best
    }

    /// Extends a line from the table: where the search used a stored value, it did not visit the
    /// moves behind it.
    fn lengthen(&self, tree: &T, line: &mut Vec<T::Move>, length: usize) {
        let mut end = tree.clone();
        for &mv in line.iter() {
            end.play(mv);
        }
        while line.len() < length && end.terminal().is_none() {
            let Some(entry) = self.table.get(end.hash()) else {
                break;
            };
            let mut is_move = false;
            end.for_each_move(|mv| is_move |= mv == entry.mv);
            if entry.bound != Bound::Exact || !is_move {
                break;
            }
            line.push(entry.mv);
            end.play(entry.mv);
        }
    }

    /// The value of a move for the side that plays it, or `None` if time ran out.
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
        alpha: Value,
        beta: Value,
        is_first: bool,
    ) -> Option<Valued> {
        let mut child = tree.clone();
        child.play(mv);
        let mut window = |low: Value, high: Value| -> Option<Valued> {
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
        mut alpha: Value,
        beta: Value,
    ) -> Option<Valued> {
        if self.must_end() {
            return None;
        }
        self.nodes += 1;
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
        self.table.put(TtEntry {
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

    /// The depth left after one of these moves: a forced move costs none.
    fn depth_left(&self, tree: &T, depth: u8, moves: &[T::Move]) -> u8 {
        match *moves {
            [only] if self.evaluate.is_forced(tree, only) => depth,
            _ => depth - 1,
        }
    }

    fn must_end(&mut self) -> bool {
        if self.nodes >= self.look_at {
            self.is_over |= self.watch.must_end(self.nodes);
            self.look_at = self.watch.next_look(self.nodes, LOOK_INTERVAL);
        }
        self.is_over
    }

    /// Whether the search was stopped, or the next iteration is unlikely to finish in time.
    fn is_late(&self) -> bool {
        self.watch.must_end(self.nodes)
            || self.watch.is_enough()
            || self
                .limits
                .time
                .is_some_and(|time| self.watch.elapsed() * 2 >= time)
    }

    fn line(&mut self, ply: usize) -> &mut Vec<T::Move> {
        while self.lines.len() <= ply {
            self.lines.push(Vec::new());
        }
        &mut self.lines[ply]
    }

    /// Sets the principal variation from `ply` to `mv` and the line behind it.
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
