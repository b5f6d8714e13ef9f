//! Evaluates positions and moves with the network.
//!
//! Each of the four lines through a point selects a feature vector by its nine places; the clamped sum of the four
//! describes the point. A depthwise 3×3 convolution mixes in the point's neighbors. The result is pooled: sums over
//! the board and over nine regions, and each feature's maximum. From these the [`head`](crate::head) computes the
//! value of the position, and the weights with which a point's features make up the policy of a move there. A stone
//! changes only the lines it lies on, so the [`accumulator`] updates its sums incrementally.

mod accumulator;

use std::sync::Arc;

use yiqi_rules::{ByColor, Color, GomokuRules};

use crate::board::Board;
use crate::moves::Candidate;
use crate::simd::{InstructionSet, SimdTask, Vector};
use crate::value::UNIT;
use crate::weights::{FEATURE_SCALE, Network, POLICY_BITS, Weights};
use accumulator::Accumulator;

/// Units of policy per unit of log-odds.
const POLICY_UNIT: i64 = 100;

/// Evaluates the positions of one game.
#[derive(Clone)]
pub(crate) struct Evaluator {
    weights: Arc<Weights>,
    rules: GomokuRules,
    simd: InstructionSet,
    accumulators: ByColor<Accumulator>,
}

impl Evaluator {
    /// Evaluates games with the board's size and rules.
    pub(crate) fn new(weights: Arc<Weights>, board: &Board) -> Evaluator {
        Evaluator::with_simd(weights, board, InstructionSet::best())
    }

    fn with_simd(weights: Arc<Weights>, board: &Board, simd: InstructionSet) -> Evaluator {
        let rules = board.rules();
        let accumulator =
            |color| Accumulator::new(color, board.size(), weights.network(rules, color));
        Evaluator {
            accumulators: ByColor {
                black: accumulator(Color::Black),
                white: accumulator(Color::White),
            },
            weights,
            rules,
            simd,
        }
    }

    /// The value for the side to move, in search units.
    pub(crate) fn value(&mut self, board: &Board) -> i32 {
        let value = self.simd.run(ValueOutput {
            board,
            network: self.weights.network(self.rules, board.turn()),
            accumulator: &mut self.accumulators[board.turn()],
        });
        (value * UNIT) as i32
    }

    /// Sets the policy of moves of the side to move.
    pub(crate) fn policy(&mut self, board: &Board, moves: &mut [Candidate]) {
        self.simd.run(Policy {
            board,
            network: self.weights.network(self.rules, board.turn()),
            accumulator: &mut self.accumulators[board.turn()],
            moves,
        });
    }
}

/// Computes the value of a position.
struct ValueOutput<'a> {
    board: &'a Board,
    network: &'a Network,
    accumulator: &'a mut Accumulator,
}

impl SimdTask for ValueOutput<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<V: Vector>(self) -> f32 {
        self.accumulator.update::<V>(self.board, self.network);
        self.accumulator.output::<V>(&self.network.head).value
    }
}

/// Computes the policy of moves.
struct Policy<'a> {
    board: &'a Board,
    network: &'a Network,
    accumulator: &'a mut Accumulator,
    moves: &'a mut [Candidate],
}

impl SimdTask for Policy<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        self.accumulator.update::<V>(self.board, self.network);
        let output = self.accumulator.output::<V>(&self.network.head);
        let [feature_weights, convolved_weights] = &output.policy_weights::<V>(&self.network.head);
        for candidate in self.moves {
            let (features, convolved) = self.accumulator.point(candidate.at);
            let features = V::load(features)
                .half()
                .half()
                .products(V::load(feature_weights));
            let convolved = V::load(convolved).products(V::load(convolved_weights));
            let sum = V::sum(features, convolved);
            let one = (FEATURE_SCALE as i64) << POLICY_BITS;
            candidate.policy = (i64::from(sum) * POLICY_UNIT / one) as i32;
        }
    }
}

#[cfg(test)]
mod tests {
    use yiqi_rules::{AnyPosition, GameSpec, GomokuSpec, Opening};
    use yiqi_testkit::{Dice, random_cluster};

    use super::*;
    use crate::point_index::PointIndex;

    fn specs() -> impl Iterator<Item = GameSpec> {
        let sizes = [5, 9, 15, 20, 25].into_iter();
        sizes
            .flat_map(|size| {
                GomokuRules::ALL.map(|rules| GomokuSpec::new(size, rules, Opening::Free))
            })
            .flatten()
            .map(GameSpec::Gomoku)
    }

    /// The value of a position and the policy of all points near stones.
    fn outputs(evaluator: &mut Evaluator, board: &Board) -> (i32, Vec<i32>) {
        let mut moves: Vec<Candidate> = board.near_points().iter().map(Candidate::new).collect();
        evaluator.policy(board, &mut moves);
        let policies = moves.iter().map(|candidate| candidate.policy).collect();
        (evaluator.value(board), policies)
    }

    #[test]
    fn incremental_updates_match_a_fresh_accumulator_with_all_instruction_sets() {
        let mut dice = Dice::new(31);
        for spec in specs() {
            let setup = random_cluster(spec, &mut dice);
            let position = AnyPosition::from_setup(spec, &setup).unwrap();
            let mut board = Board::new(&position, Color::Black).unwrap();
            let mut evaluators: Vec<Evaluator> = InstructionSet::all()
                .into_iter()
                .map(|simd| Evaluator::with_simd(Weights::built_in(), &board, simd))
                .collect();
            let mut count = 0;
            for _ in 0..40 {
                if count > 0 && dice.below(3) == 0 || board.is_full() {
                    board.undo();
                    count -= 1;
                } else {
                    let empty: Vec<PointIndex> = board.empty_points().collect();
                    board.play(*dice.pick(&empty));
                    count += 1;
                }
                if dice.below(3) > 0 {
                    continue;
                }
                let fresh = outputs(&mut Evaluator::new(Weights::built_in(), &board), &board);
                for evaluator in &mut evaluators {
                    assert_eq!(outputs(evaluator, &board), fresh, "{spec:?}");
                }
            }
        }
    }

    #[test]
    fn rotated_and_mirrored_positions_have_the_same_value() {
        let mut dice = Dice::new(32);
        for spec in specs() {
            let setup = random_cluster(spec, &mut dice);
            let size = usize::from(spec.size());
            let original = Board::new(
                &AnyPosition::from_setup(spec, &setup).unwrap(),
                Color::White,
            );
            let original = original.unwrap();
            let mut turned = Board::empty(size, original.rules());
            for color in Color::BOTH {
                for at in original.stones()[color].iter() {
                    if turned.turn() != color {
                        turned.pass();
                    }
                    turned.play(PointIndex::at(size - 1 - at.row(), at.col()));
                }
            }
            if turned.turn() != original.turn() {
                turned.pass();
            }
            let value = |board: &Board| Evaluator::new(Weights::built_in(), board).value(board);
            assert_eq!(value(&turned), value(&original), "{spec:?}");
        }
    }
}
