//! The rules of every game in yiqi: which moves are legal, what they change, why a move is
//! refused, and how a game ends.
//!
//! Nothing here does I/O, reads a clock, draws random numbers or starts threads; [`Dice`] is for
//! callers that do draw, from a seed they provide. The crate's one invariant: a [`Position`] is
//! only ever changed by a move that its own `check` accepts, and `undo` restores exactly the
//! position before it.
//!
//! Read in this order: [`Color`], [`Point`], [`PointSet`], [`Game`], [`GameSpec`], [`Move`], [`Refusal`],
//! [`Position`], then the games.

mod color;
mod game;
mod moves;
mod point;
mod point_set;
mod position;
mod refusal;
mod rows;
mod spec;
mod symmetry;
mod zobrist;

pub mod dice;

mod connect6;
mod gomoku;
mod peace;
mod reversi;

mod any_position;
pub mod board8;
pub mod perft;

pub use any_position::{AnyPosition, Setup, SetupError};
pub use color::{ByColor, Color};
pub use connect6::Connect6;
pub use dice::Dice;
pub use game::{Aim, Game, Grid, Sizes};
pub use gomoku::Gomoku;
pub use moves::Move;
pub use peace::Peace;
pub use point::{Direction, Point};
pub use point_set::PointSet;
pub use position::{Changes, Outcome, Position, Score};
pub use refusal::{ForbiddenKind, Refusal};
pub use reversi::Reversi;
pub use spec::{
    Connect6Spec, GameSpec, GomokuRules, GomokuSpec, Opening, ParseSpecError, ReversiSpec, RowsFrom,
};
pub use symmetry::Symmetry;
