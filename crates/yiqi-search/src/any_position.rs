//! Search of positions of any game.

use yiqi_rules::{Aim, AnyPosition, Color, GameSpec, Move, Outcome, Reversi, ReversiSpec};

use crate::connect6::{Connect6Tree, Threats};
use crate::gomoku::{GomokuTree, Patterns};
use crate::reversi::{Matrix, Tree8, WideTree, final_value};
use crate::{
    Analysis, Certainty, DECIDED, Evaluate, Limits, Line, SearchRequest, TranspositionTable, Tree,
    Value, search,
};

/// Any position as a tree. Slower than the trees of the single games, but works for all of them.
#[derive(Clone, Debug)]
pub struct PositionTree {
    position: AnyPosition,
    /// The side to move; kept when the game is over.
    side: Color,
    acts_again: bool,
}

impl PositionTree {
    /// The tree of games from a position.
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

    fn terminal(&self) -> Option<Value> {
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

/// The value of a finished game for one side.
fn outcome_value(outcome: &Outcome, position: &AnyPosition, side: Color) -> Value {
    match (position.spec(), &outcome.score, outcome.winner) {
        (GameSpec::Reversi(spec), Some(score), _) => final_value(
            i32::from(score[side]) - i32::from(score[side.other()]),
            spec.anti,
        ),
        (_, _, Some(winner)) => {
            let value = crate::rows::won_value(
                position.stones(Color::Black).len() + position.stones(Color::White).len(),
            );
            if winner == side { value } else { -value }
        }
        (_, _, None) => 0,
    }
}

/// An evaluation that is always 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZeroEval;

impl<T: Tree> Evaluate<T> for ZeroEval {
    fn value(&self, _tree: &T) -> Value {
        0
    }
}

/// Searches a position of any game with [`search`], using the fastest tree and the evaluation for
/// that game. `None` if the game is over.
pub fn search_position(mut request: SearchRequest<'_>) -> Option<Analysis> {
    let position = request.position;
    position.turn()?;
    match position {
        AnyPosition::Peace(_) => {
            // Nobody can win, so looking ahead finds nothing.
            request.limits.depth = 1;
            let tree = PositionTree::new(position.clone());
            search_tree(request, &tree, &ZeroEval, |mv| mv)
        }
        AnyPosition::Gomoku(_) => {
            search_tree(request, &GomokuTree::new(position)?, &Patterns, |mv| mv)
        }
        AnyPosition::Connect6(_) => {
            search_tree(request, &Connect6Tree::new(position)?, &Threats, |mv| mv)
        }
        AnyPosition::Reversi(reversi) => {
            let GameSpec::Reversi(spec) = position.spec() else {
                return None;
            };
            if let Some(tree) = Tree8::new(reversi) {
                let matrix = Matrix::new(&tree, spec);
                return search_tree(request, &tree, &matrix, Tree8::name);
            }
            // Picks the smallest of four board sizes that fits.
            match spec.size() {
                ..=6 => search_wide::<1>(request, reversi, spec),
                7..=10 => search_wide::<2>(request, reversi, spec),
                11..=16 => search_wide::<5>(request, reversi, spec),
                _ => search_wide::<11>(request, reversi, spec),
            }
        }
    }
}

/// Searches a tree. `name` converts the tree's moves to those of the rules.
fn search_tree<T: Tree, E: Evaluate<T>>(
    request: SearchRequest<'_>,
    tree: &T,
    evaluate: &E,
    name: impl Fn(T::Move) -> Move,
) -> Option<Analysis> {
    let named = |found: &Analysis<T::Move>| Analysis {
        depth: found.depth,
        nodes: found.nodes,
        lines: found
            .lines
            .iter()
            .map(|line| named_line(line, request.position, &name))
            .collect(),
    };
    let found = search(
        tree,
        evaluate,
        request.line_count,
        &request.limits,
        &request.stop,
        &mut table(&request.limits),
        &mut |found| (request.report)(&named(found)),
    )?;
    Some(named(&found))
}

fn search_wide<const W: usize>(
    request: SearchRequest<'_>,
    reversi: &Reversi,
    spec: ReversiSpec,
) -> Option<Analysis> {
    let tree = WideTree::<W>::new(reversi)?;
    let matrix = Matrix::new(&tree, spec);
    search_tree(request, &tree, &matrix, |mv| tree.name(mv))
}

/// Converts a line to the moves of the rules and its evaluation to hundredths.
fn named_line<M: Copy>(line: &Line<M>, position: &AnyPosition, name: impl Fn(M) -> Move) -> Line {
    let moves: Vec<Move> = line.moves.iter().map(|&mv| name(mv)).collect();
    let eval = hundredths(line.eval, position.spec());
    let certainty = match position.spec().game().aim() {
        // Nobody wins, whatever is played.
        Aim::Nothing => Certainty::Exact,
        Aim::Row { .. } if line.is_exact() && eval != 0 && ends(position, &moves) => {
            Certainty::Forced {
                plies: moves.len() as u16,
            }
        }
        Aim::Row { .. } | Aim::Stones => line.certainty,
    };
    Line {
        eval,
        certainty,
        moves,
    }
}

/// Whether the game is over after these moves.
fn ends(position: &AnyPosition, moves: &[Move]) -> bool {
    let mut end = position.clone();
    for &mv in moves {
        end.play_unchecked(mv);
    }
    end.turn().is_none()
}

/// A table of a size that suits the limits.
fn table<M: Copy>(limits: &Limits) -> TranspositionTable<M> {
    TranspositionTable::new(match limits.depth {
        ..=3 => 12,
        4..=5 => 16,
        6..=8 => 18,
        _ => 20,
    })
}

/// Converts a value to hundredths: of a stone where the final score counts; elsewhere 100.00 is a
/// won game.
#[must_use]
pub fn hundredths(value: Value, spec: GameSpec) -> i32 {
    const WON: i32 = 10_000;
    if value.abs() < DECIDED {
        return value.clamp(1 - WON, WON - 1);
    }
    match spec.game().aim() {
        Aim::Stones => value - value.signum() * DECIDED,
        Aim::Row { .. } | Aim::Nothing => value.signum() * WON,
    }
}
