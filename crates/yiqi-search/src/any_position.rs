//! Searching positions of every game.

use yiqi_rules::{AnyPosition, Color, GameSpec, Move, Outcome, Reversi, ReversiSpec};

use crate::gomoku::{GomokuTree, Patterns};
use crate::reversi::{Matrix, Tree8, WideTree, final_value};
use crate::{
    DECIDED, Evaluate, Found, FoundLine, FoundLines, Limits, Score, Stop, Table, Tree, search,
    search_lines,
};

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
    ask(position, limits, FindOne { stop, report })
}

/// Searches a position of any game for its best moves, as [`search_lines`] does. `None` if the game
/// is over.
pub fn search_position_lines(
    position: &AnyPosition,
    line_count: usize,
    limits: &Limits,
    stop: &Stop,
    report: &mut dyn FnMut(&FoundLines<Move>),
) -> Option<FoundLines<Move>> {
    let search = FindLines {
        line_count,
        // Whatever is played in Peace, nobody wins.
        is_drawn: matches!(position, AnyPosition::Peace(_)),
        stop,
        report,
    };
    ask(position, limits, search)
}

/// A search that is put to the tree of a position.
trait Ask {
    type Answer;

    /// `name` gives the moves of the tree the names they have in the rules.
    fn ask<T: Tree, E: Evaluate<T>>(
        self,
        tree: &T,
        evaluate: &E,
        limits: &Limits,
        name: impl Fn(T::Move) -> Move,
    ) -> Option<Self::Answer>;
}

/// Puts a search to the tree that is quickest for the position, with the evaluation made for it.
fn ask<A: Ask>(position: &AnyPosition, limits: &Limits, search: A) -> Option<A::Answer> {
    position.turn()?;
    match position {
        AnyPosition::Peace(_) => {
            // Nobody wins and nobody loses: looking ahead shows nothing.
            let tree = PositionTree::new(position.clone());
            let limits = Limits {
                depth: 1,
                ..*limits
            };
            search.ask(&tree, &Silent, &limits, |mv| mv)
        }
        AnyPosition::Gomoku(_) => {
            let tree = GomokuTree::new(position)?;
            search.ask(&tree, &Patterns, limits, |mv| mv)
        }
        AnyPosition::Reversi(reversi) => {
            let GameSpec::Reversi(spec) = position.spec() else {
                return None;
            };
            if let Some(tree) = Tree8::new(reversi) {
                let matrix = Matrix::new(&tree, spec);
                return search.ask(&tree, &matrix, limits, Tree8::name);
            }
            // As few words as the board needs, in four sizes.
            match spec.size() {
                ..=6 => ask_wide::<1, A>(reversi, spec, limits, search),
                7..=10 => ask_wide::<2, A>(reversi, spec, limits, search),
                11..=16 => ask_wide::<5, A>(reversi, spec, limits, search),
                _ => ask_wide::<11, A>(reversi, spec, limits, search),
            }
        }
    }
}

fn ask_wide<const W: usize, A: Ask>(
    position: &Reversi,
    spec: ReversiSpec,
    limits: &Limits,
    search: A,
) -> Option<A::Answer> {
    let tree = WideTree::<W>::new(position)?;
    let matrix = Matrix::new(&tree, spec);
    search.ask(&tree, &matrix, limits, |mv| tree.name(mv))
}

/// Looks for the best move.
struct FindOne<'a> {
    stop: &'a Stop,
    report: &'a mut dyn FnMut(&Found<Move>),
}

impl Ask for FindOne<'_> {
    type Answer = Found<Move>;

    fn ask<T: Tree, E: Evaluate<T>>(
        self,
        tree: &T,
        evaluate: &E,
        limits: &Limits,
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
        let mut table = table(limits);
        let mut report = |found: &Found<T::Move>| (self.report)(&named(found));
        let found = search(tree, evaluate, limits, self.stop, &mut table, &mut report)?;
        Some(named(&found))
    }
}

/// Looks for the best moves.
struct FindLines<'a> {
    line_count: usize,
    is_drawn: bool,
    stop: &'a Stop,
    report: &'a mut dyn FnMut(&FoundLines<Move>),
}

impl Ask for FindLines<'_> {
    type Answer = FoundLines<Move>;

    fn ask<T: Tree, E: Evaluate<T>>(
        self,
        tree: &T,
        evaluate: &E,
        limits: &Limits,
        name: impl Fn(T::Move) -> Move,
    ) -> Option<FoundLines<Move>> {
        let named_line = |line: &FoundLine<T::Move>| FoundLine {
            value: line.value,
            complete: line.complete || self.is_drawn,
            moves: line.moves.iter().map(|&mv| name(mv)).collect(),
        };
        let named = |found: &FoundLines<T::Move>| FoundLines {
            depth: found.depth,
            nodes: found.nodes,
            lines: found.lines.iter().map(named_line).collect(),
        };
        let mut table = table(limits);
        let found = search_lines(
            tree,
            evaluate,
            self.line_count,
            limits,
            self.stop,
            &mut table,
            &mut |found| (self.report)(&named(found)),
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
