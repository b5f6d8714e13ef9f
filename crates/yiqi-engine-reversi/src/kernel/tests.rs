use proptest::prelude::*;
use yiqi_rules::board8::Board8;

use super::{BATCH, Batch, Instructions, Kernel};
use crate::board::Board;
use crate::stability::stable;

fn moves<K: Kernel>(own: u64, opposing: u64) -> u64 {
    K::moves(own, opposing)
}

fn flips<K: Kernel>(own: u64, opposing: u64, square: u32) -> u64 {
    K::flips(own, opposing, square)
}

fn moves_of_all<K: Kernel>(batch: &Batch, count: usize) -> [u64; BATCH] {
    K::moves_of_all(batch, count)
}

/// Two disjoint sets: sparse, dense and in between.
fn boards() -> impl Strategy<Value = (u64, u64)> {
    (any::<u64>(), any::<u64>(), any::<u64>(), 0..3).prop_map(|(a, b, c, kind)| match kind {
        0 => (a & b, !a & c),
        1 => (a & !b, b & !a),
        _ => (a, !a),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn every_kernel_finds_the_moves_and_flips_of_the_rules((own, opposing) in boards()) {
        let board = Board8 { own, opposing };
        for instructions in Instructions::all() {
            prop_assert_eq!(with_kernel!(instructions, moves(own, opposing)), board.moves());
            for square in (0..64).filter(|square| (own | opposing) >> square & 1 == 0) {
                let found = with_kernel!(instructions, flips(own, opposing, square));
                prop_assert_eq!(found, board.flips(square), "{:?} {}", instructions, square);
            }
        }
    }

    #[test]
    fn the_moves_of_a_batch_are_those_of_each_position(
        boards in proptest::collection::vec(boards(), 1..=BATCH),
    ) {
        let mut batch = Batch::default();
        for (lane, &(own, opposing)) in boards.iter().enumerate() {
            batch.set(lane, Board { own, opposing });
        }
        for instructions in Instructions::all() {
            let found = with_kernel!(instructions, moves_of_all(&batch, boards.len()));
            for (&(own, opposing), found) in boards.iter().zip(found) {
                prop_assert_eq!(found, Board8 { own, opposing }.moves(), "{:?}", instructions);
            }
        }
    }

    #[test]
    fn a_stable_stone_is_never_flipped((own, opposing) in boards(), seed in any::<u64>()) {
        let (mine, theirs) = (stable(own, opposing), stable(opposing, own));
        prop_assert_eq!((mine & !own, theirs & !opposing), (0, 0));
        let mut board = Board8 { own, opposing };
        let mut is_turned = false;
        let mut passed = false;
        for ply in 0.. {
            let moves = board.moves();
            if moves == 0 {
                if passed {
                    break;
                }
                passed = true;
                board = Board8 { own: board.opposing, opposing: board.own };
                is_turned = !is_turned;
                continue;
            }
            passed = false;
            let nth = (seed.rotate_left(ply * 7) % u64::from(moves.count_ones())) as usize;
            let square = (0..64).filter(|square| moves >> square & 1 != 0).nth(nth).unwrap();
            board = board.play(square);
            is_turned = !is_turned;
            let (first, second) = if is_turned {
                (board.opposing, board.own)
            } else {
                (board.own, board.opposing)
            };
            prop_assert_eq!((mine & !first, theirs & !second), (0, 0));
        }
    }
}
