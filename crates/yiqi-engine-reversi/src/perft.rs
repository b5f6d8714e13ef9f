//! Counts lines of play on 8×8, with the same kernels as the searches.

use yiqi_rules::board8::Board8;

use crate::board::{Board, squares};
use crate::book::least_image;
use crate::kernel::{BATCH, Batch, Instructions, Midgame, with_kernel};

/// The number of lines of play of `depth` plies on 8×8, including those that end earlier. A pass is
/// a ply. The moves of the last ply are counted, not played, and positions that are equal or mirror
/// images of each other are counted once.
#[must_use]
pub fn perft(board: Board8, depth: u32) -> u64 {
    perft_with(Instructions::best(), board, depth)
}

fn perft_with(instructions: Instructions, board: Board8, depth: u32) -> u64 {
    with_kernel!(instructions, begin(board, depth))
}

fn begin<K: Midgame>(board: Board8, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1..MERGED_FROM => plain::<K>(board, depth),
        _ => Counted::new().lines::<K>(board, depth),
    }
}

fn plain<K: Midgame>(board: Board8, depth: u32) -> u64 {
    let Board8 { own, opposing } = board;
    let board = Board { own, opposing };
    K::perft(board, board.moves::<K>(), depth)
}

/// From this many plies on, counting a position takes longer than looking it up.
const MERGED_FROM: u32 = 4;

/// Positions that have been counted. Of those that share a slot, the last one stays.
struct Counted(Vec<Option<(Board8, u32, u64)>>);

impl Counted {
    const SLOT_COUNT: usize = 1 << 16;

    fn new() -> Counted {
        Counted(vec![None; Counted::SLOT_COUNT])
    }

    fn lines<K: Midgame>(&mut self, board: Board8, depth: u32) -> u64 {
        if depth < MERGED_FROM {
            return plain::<K>(board, depth);
        }
        let board = least_image(board);
        let Board8 { own, opposing } = board;
        let slot = Board { own, opposing }.hash() as usize % Counted::SLOT_COUNT;
        if let Some((known, plies, count)) = self.0[slot]
            && (known, plies) == (board, depth)
        {
            return count;
        }
        let moves = board.moves();
        let count = if moves != 0 {
            squares(moves)
                .map(|square| self.lines::<K>(board.play(square), depth - 1))
                .sum()
        } else if board.pass().moves() != 0 {
            self.lines::<K>(board.pass(), depth - 1)
        } else {
            1
        };
        self.0[slot] = Some((board, depth, count));
        count
    }
}

/// The lines of at least one ply; `moves` are the moves on `board`.
#[inline(always)]
pub(crate) fn count<K: Midgame>(board: Board, moves: u64, depth: u32) -> u64 {
    if moves == 0 {
        let passed = board.pass();
        let moves = passed.moves::<K>();
        return if moves == 0 || depth == 1 {
            1
        } else {
            K::perft(passed, moves, depth - 1)
        };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    let mut total = 0;
    let mut rest = squares(moves);
    loop {
        let mut after = Batch::default();
        let mut lane_count = 0;
        for square in rest.by_ref().take(BATCH) {
            after.set(lane_count, board.play(square, board.flips::<K>(square)));
            lane_count += 1;
        }
        if lane_count == 0 {
            return total;
        }
        let replies = K::moves_of_all(&after, lane_count);
        for (lane, replies) in replies.into_iter().enumerate().take(lane_count) {
            // A position without moves has one line: the pass, or the end of the game.
            total += if depth == 2 {
                u64::from(replies.count_ones().max(1))
            } else {
                K::perft(after.get(lane), replies, depth - 1)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_counts_what_the_rules_count() {
        let mut boards = vec![Board8::START];
        // Lines by a simple rule, so that passes and the end of the game are counted, too.
        for salt in 0..40u64 {
            let mut board = Board8::START;
            for ply in 0..58 {
                let moves = board.moves();
                if moves == 0 {
                    board = board.pass();
                    continue;
                }
                let nth = salt.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(ply)
                    % u64::from(moves.count_ones());
                let square = squares(moves).nth(nth as usize).unwrap();
                board = board.play(square);
                if ply > 30 {
                    boards.push(board);
                }
            }
        }
        for board in boards {
            for depth in 0..=6 {
                let expected = board.perft(depth);
                for instructions in Instructions::all() {
                    let found = perft_with(instructions, board, depth);
                    assert_eq!(found, expected, "{instructions:?} {board:?} {depth}");
                }
            }
        }
    }
}
