//! Searching positions of every game.

use yiqi_rules::{AnyPosition, Color, GameSpec, Move, Outcome};

use crate::gomoku::{GomokuTree, Patterns};
use crate::reversi::{Matrix, Tree8, WideTree, final_value};
use crate::{DECIDED, Evaluate, Found, Limits, Score, Stop, Table, Tree, search};

/// Any position as a tree: slower than the trees of the games, and right for all of them.
#[derive(Clone, Debug)]
pub struct PositionTree {
    position: AnyPosition,
    /// The side that is asked, also when the game is over.
    side: Color,
    acts_again: bool,
}

impl PositionTree {
    /// The tree of games that go on from a position.
    #[must_use]
    pub fn new(position: AnyPosition) -> PositionTree {
        let side = position.turn().unwrap_or(Color::Black);
        PositionTree {
            position,
            side,
            acts_again: false,
        }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }
}

impl Tree for PositionTree {
    type Move = Move;

    fn for_each_move(&self, visit: impl FnMut(Move)) {
        self.position.legal_moves().into_iter().for_each(visit);
    }

    fn play(&mut self, mv: Move) {
        let changes = self.position.play_unchecked(mv);
        let actor = if changes.colors_exchanged {
            self.side.other()
        } else {
            self.side
        };
        self.side = self.position.turn().unwrap_or(actor.other());
        self.acts_again = self.side == actor;
    }

    fn terminal(&self) -> Option<Score> {
        let outcome = self.position.outcome()?;
        Some(outcome_value(&outcome, &self.position, self.side))
    }

    fn hash(&self) -> u64 {
        self.position.hash()
    }

    fn acts_again(&self) -> bool {
        self.acts_again
    }
}

/// The value of an ended game for one side.
fn outcome_value(outcome: &Outcome, position: &AnyPosition, side: Color) -> Score {
    match (position.spec(), &outcome.score, outcome.winner) {
        (GameSpec::Reversi(spec), Some(score), _) => final_value(
            i32::from(score[side]) - i32::from(score[side.other()]),
            spec.anti,
        ),
        (_, _, Some(winner)) => {
            let value = crate::gomoku::won_value(
                position.stones(Color::Black).len() + position.stones(Color::White).len(),
            );
            if winner == side { value } else { -value }
        }
        (_, _, None) => 0,
    }
}

/// An evaluation without opinions: 0 everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<T: Tree> Evaluate<T> for Silent {
    fn value(&self, _tree: &T) -> Score {
        0
    }
}

/// Searches a position of any game with the evaluation made for it. `None` if the game is over.
pub fn search_position(
    position: &AnyPosition,
    limits: &Limits,
    stop: &Stop,
    report: &mut dyn FnMut(&Found<Move>),
) -> Option<Found<Move>> {
    position.turn()?;
    match position {
        AnyPosition::Peace(_) => {
            // Nobody wins and nobody loses: looking ahead shows nothing.
            let tree = PositionTree::new(position.clone());
            let limits = Limits {
                depth: 1,
                ..*limits
            };
            let mut table = Table::none();
            search(&tree, &Silent, &limits, stop, &mut table, report)
        }
        AnyPosition::Gomoku(_) => {
            let tree = GomokuTree::new(position)?;
            let mut table = table(limits);
            search(&tree, &Patterns, limits, stop, &mut table, report)
        }
        AnyPosition::Reversi(reversi) => {
            let GameSpec::Reversi(spec) = position.spec() else {
                return None;
            };
            if let Some(tree) = Tree8::new(reversi) {
                let matrix = Matrix::new(&tree, spec);
                let find = Find {
                    limits,
                    stop,
                    report,
                };
                return find.run(&tree, &matrix, Tree8::name);
            }
            let find = Find {
                limits,
                stop,
                report,
            };
            // As few words as the board needs, in four sizes.
            match spec.size() {
                ..=6 => find.wide::<1>(reversi, spec),
                7..=10 => find.wide::<2>(reversi, spec),
                11..=16 => find.wide::<5>(reversi, spec),
                _ => find.wide::<11>(reversi, spec),
            }
        }
    }
}

/// A search whose tree has other names for moves.
struct Find<'a> {
    limits: &'a Limits,
    stop: &'a Stop,
    report: &'a mut dyn FnMut(&Found<Move>),
}

impl Find<'_> {
    fn wide<const W: usize>(
        self,
        position: &yiqi_rules::Reversi,
        spec: yiqi_rules::ReversiSpec,
    ) -> Option<Found<Move>> {
        let tree = WideTree::<W>::new(position)?;
        let matrix = Matrix::new(&tree, spec);
        self.run(&tree, &matrix, |mv| tree.name(mv))
    }

    fn run<T: Tree, E: Evaluate<T>>(
        self,
        tree: &T,
        evaluate: &E,
        name: impl Fn(T::Move) -> Move,
    ) -> Option<Found<Move>> {
        let named = |found: &Found<T::Move>| Found {
            mv: name(found.mv),
            value: found.value,
            depth: found.depth,
            nodes: found.nodes,
            line: found.line.iter().map(|&mv| name(mv)).collect(),
            complete: found.complete,
        };
        let mut table = table(self.limits);
        let report = self.report;
        let found = search(
            tree,
            evaluate,
            self.limits,
            self.stop,
            &mut table,
            &mut |found| report(&named(found)),
        )?;
        Some(named(&found))
    }
}

/// A table that fits what the limits allow.
fn table<M: Copy>(limits: &Limits) -> Table<M> {
    Table::new(match limits.depth {
        ..=3 => 12,
        4..=5 => 16,
        6..=8 => 18,
        _ => 20,
    })
}

/// A value as people read it, in hundredths: of a stone in Reversi, where an ended game counts its
/// stones; in Gomoku 100.00 is a won game.
#[must_use]
pub fn hundredths(value: Score, spec: GameSpec) -> i32 {
    const WON: i32 = 10_000;
    if value.abs() < DECIDED {
        return value.clamp(1 - WON, WON - 1);
    }
    match spec {
        GameSpec::Reversi(_) => value - value.signum() * DECIDED,
        _ => value.signum() * WON,
    }
}
