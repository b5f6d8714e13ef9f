//! The solver of 6×6: exact scores from any position, without an evaluation.

use std::sync::Arc;

use yiqi_rules::board8::Board8;
use yiqi_search::{Limits, Stop, Watch};

use crate::board::{Board, squares};
use crate::evaluation::{Evaluation, built_in};
use crate::kernel::{Instructions, Kernel, with_six_kernel};
use crate::probcut::Confidence;
use crate::searcher::{Searcher, Shared};
use crate::table::TranspositionTable;

/// Solves positions on 6×6, in the middle of 8×8.
pub struct SixSolver {
    table: TranspositionTable,
    /// Unused: only because a search thread has one.
    evaluation: Arc<Evaluation>,
    instructions: Instructions,
}

/// The exact score of a position on 6×6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SixSolved {
    /// Stones of the side to move minus those of the opponent at the end.
    pub score: i32,
    /// The square of a best move, as on 8×8.
    pub square: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl SixSolver {
    /// A solver with an empty transposition table.
    #[must_use]
    pub fn new(hash_mib: usize) -> SixSolver {
        SixSolver {
            table: TranspositionTable::new(hash_mib),
            evaluation: built_in(),
            instructions: Instructions::best(),
        }
    }

    /// Solves a position in which the side to move can place a stone. `guess` is where the search
    /// starts: the closer to the score, the faster it is.
    #[must_use]
    pub fn solve(&mut self, board: Board8, guess: i32) -> SixSolved {
        let stop = Stop::new();
        let watch = Watch::new(&Limits::OPEN, &stop);
        let mut nodes = 0;
        let line = self.search(watch, &mut nodes, |instructions, searcher| {
            with_six_kernel!(instructions, best(searcher, inner(board), guess))
        });
        let (score, square) = line.unwrap_or_default();
        SixSolved {
            score,
            square,
            nodes,
        }
    }

    /// The best moves of a position, at most `line_count`: for each its exact score and best play
    /// to the end, `None` being a pass; and the number of nodes. `None` if the search had to end.
    pub(super) fn lines(
        &mut self,
        board: Board8,
        line_count: usize,
        watch: Watch<'_>,
    ) -> Option<(Vec<ExactLine>, u64)> {
        let mut nodes = 0;
        let lines = self.search(watch, &mut nodes, |instructions, searcher| {
            with_six_kernel!(instructions, lines(searcher, inner(board), line_count))
        });
        Some((lines?, nodes))
    }

    fn search<T>(
        &mut self,
        watch: Watch<'_>,
        nodes: &mut u64,
        run: impl FnOnce(Instructions, &mut Searcher) -> Option<T>,
    ) -> Option<T> {
        self.table.grow_older();
        let shared = Shared::new(&self.table, &self.evaluation, watch);
        let mut searcher = Searcher::new(&shared, Confidence::FULL);
        let found = run(self.instructions, &mut searcher);
        *nodes = searcher.total_nodes();
        found
    }
}

/// A score, and best play to the end.
pub(super) type ExactLine = (i32, Vec<Option<u32>>);

fn inner(board: Board8) -> Board {
    Board {
        own: board.own,
        opposing: board.opposing,
    }
}

/// The exact score of a position with a move, and a best move. `None` if the search had to end.
fn best<K: Kernel>(searcher: &mut Searcher, board: Board, guess: i32) -> Option<(i32, u32)> {
    let score = score::<K>(searcher, board, guess)?;
    Some((score, best_square::<K>(searcher, board, score)?))
}

/// A move that leads to the score of a position. The transposition table knows most results.
fn best_square<K: Kernel>(searcher: &mut Searcher, board: Board, score: i32) -> Option<u32> {
    squares(board.moves::<K>()).find(|&square| {
        let after = board.play(square, board.flips::<K>(square));
        K::many(searcher, after, after.moves::<K>(), -score) <= -score && !searcher.is_over()
    })
}

/// The exact score, by null windows around a guess. `None` if the search had to end.
fn score<K: Kernel>(searcher: &mut Searcher, board: Board, guess: i32) -> Option<i32> {
    let (mut lower, mut upper) = (-K::POINTS, K::POINTS);
    let mut alpha = guess;
    while lower < upper {
        alpha = alpha.clamp(lower, upper - 1);
        let found = K::many(searcher, board, board.moves::<K>(), alpha);
        if searcher.is_over() {
            return None;
        }
        // Most games fill the board, so most scores are even.
        if found > alpha {
            lower = found;
            alpha = if found % 2 == 0 { found } else { found + 1 };
        } else {
            upper = found;
            alpha = if found % 2 == 0 { found - 1 } else { found - 2 };
        }
    }
    Some(lower)
}

/// The best moves with best play to the end.
fn lines<K: Kernel>(
    searcher: &mut Searcher,
    board: Board,
    line_count: usize,
) -> Option<Vec<ExactLine>> {
    let mut moves = Vec::new();
    if line_count == 1 {
        moves.push(best::<K>(searcher, board, 0)?);
    } else {
        let mut guess = 0;
        for square in squares(board.moves::<K>()) {
            let after = board.play(square, board.flips::<K>(square));
            guess = score::<K>(searcher, after, guess)?;
            moves.push((-guess, square));
        }
        moves.sort_by_key(|&(score, _)| -score);
        moves.truncate(line_count);
    }
    moves
        .into_iter()
        .map(|(score, square)| Some((score, line::<K>(searcher, board, score, square)?)))
        .collect()
}

/// Best play from a move with this score to the end.
fn line<K: Kernel>(
    searcher: &mut Searcher,
    mut board: Board,
    mut score: i32,
    mut square: u32,
) -> Option<Vec<Option<u32>>> {
    let mut line = Vec::new();
    loop {
        line.push(Some(square));
        board = board.play(square, board.flips::<K>(square));
        score = -score;
        if board.moves::<K>() == 0 {
            board = board.pass();
            score = -score;
            if board.moves::<K>() == 0 {
                return Some(line);
            }
            line.push(None);
        }
        square = best_square::<K>(searcher, board, score)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::six::{AREA, moves, stable};
    use proptest::prelude::*;

    #[test]
    fn every_kernel_solves_6x6_alike() {
        // A few plies into the game, 18 empty points.
        let mut board = Board8::START;
        for ply in 0..14 {
            let all: Vec<u32> = squares(moves(board)).collect();
            board = board.play(all[ply % all.len()]);
        }
        let answers: Vec<SixSolved> = Instructions::all()
            .into_iter()
            .map(|instructions| {
                let mut solver = SixSolver::new(4);
                solver.instructions = instructions;
                solver.solve(board, 0)
            })
            .collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        assert!(answers[0].nodes > 1000);
    }

    proptest! {
        #[test]
        fn a_stable_stone_on_6x6_is_never_flipped(
            (a, b, is_full) in (any::<u64>(), any::<u64>(), any::<bool>()),
            seed in any::<u64>(),
        ) {
            let own = a & AREA;
            let opposing = !a & AREA & if is_full { b | b >> 9 } else { b };
            let mine = stable(own, opposing);
            prop_assert_eq!(mine & !own, 0);
            let mut board = Board8 { own, opposing };
            let mut is_turned = false;
            for ply in 0..40u32 {
                let all: Vec<u32> = squares(moves(board)).collect();
                board = match all.len() {
                    0 => board.pass(),
                    count => board.play(all[(seed.rotate_left(7 * ply) % count as u64) as usize]),
                };
                is_turned = !is_turned;
                let stones = if is_turned { board.opposing } else { board.own };
                prop_assert_eq!(mine & !stones, 0);
            }
        }
    }
}
