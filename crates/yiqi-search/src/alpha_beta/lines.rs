//! Several best moves instead of one.
//!
//! At each depth the root is searched once for the best move, once more without it for the second
//! best, and so on. The table is shared, so that each further move costs far less than the first.

use super::Searcher;
use crate::table::Bound;
use crate::{Evaluate, Limits, Score, Stop, Table, Tree};

/// The best moves of a position, and the progress of the search for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLines<M> {
    /// Plies looked ahead in full; 0 if the search was stopped before that, and then there are no
    /// lines.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// The best moves, the best first.
    pub lines: Vec<FoundLine<M>>,
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine<M> {
    /// The value of the move for the side that plays it.
    pub value: Score,
    /// Whether every line behind the value was played to the end of the game.
    pub complete: bool,
    /// The moves expected, this one first.
    pub moves: Vec<M>,
}

/// Searches for the `line_count` best moves, one ply deeper each time, until a limit is reached,
/// `stop` is stopped, or the game is seen through. `report` is called after each depth. There are
/// fewer lines where fewer moves come into question. `None` if the game has ended.
pub fn search_lines<T: Tree, E: Evaluate<T>>(
    tree: &T,
    evaluate: &E,
    line_count: usize,
    limits: &Limits,
    stop: &Stop,
    table: &mut Table<T::Move>,
    report: &mut dyn FnMut(&FoundLines<T::Move>),
) -> Option<FoundLines<T::Move>> {
    if tree.terminal().is_some() {
        return None;
    }
    let mut searcher = Searcher::new(evaluate, limits, stop, table);
    let mut moves = searcher.root_moves(tree);
    let line_count = line_count.clamp(1, moves.len().max(1));
    let mut found = FoundLines {
        depth: 0,
        nodes: 0,
        lines: Vec::new(),
    };
    for depth in 1..=limits.depth.max(1) {
        let deeper = searcher.lines_at(tree, depth, &mut moves, line_count);
        found.nodes = searcher.nodes;
        let Some((lines, is_complete)) = deeper else {
            break;
        };
        found.depth = depth;
        found.lines = lines;
        report(&found);
        if is_complete || found.lines.iter().all(|line| evaluate.settles(line.value)) {
            break;
        }
    }
    Some(found)
}

impl<T: Tree, E: Evaluate<T>> Searcher<'_, T, E> {
    /// The best moves at one depth, and whether everything behind them and behind what they were
    /// preferred to was played to the end. `None` if there was no time for it.
    fn lines_at(
        &mut self,
        tree: &T,
        depth: u8,
        moves: &mut [T::Move],
        line_count: usize,
    ) -> Option<(Vec<FoundLine<T::Move>>, bool)> {
        let depth_left = self.depth_left(tree, depth, moves);
        let mut lines = Vec::with_capacity(line_count);
        let mut is_complete = true;
        for index in 0..line_count {
            // Each round puts its best move first, and the next one begins behind it.
            let round = self.round(tree, depth_left, moves.get_mut(index..)?);
            let best = round.best.filter(|_| round.is_whole)?;
            is_complete &= round.is_complete;
            let mut line = FoundLine {
                value: best.value,
                complete: best.is_complete,
                moves: best.line,
            };
            self.lengthen(tree, &mut line.moves, usize::from(depth));
            lines.push(line);
        }
        Some((lines, is_complete))
    }

    /// Goes on with a line as far as the table remembers: where a value was remembered, the search
    /// did not go through the moves behind it again.
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
}
