//! A position of any game.

use std::ops::{Deref, DerefMut};

use crate::{
    ByColor, Color, Connect6, GameSpec, Gomoku, Peace, PointSet, Position, Reversi, Symmetry,
};

/// A position of any game. It dereferences to `dyn Position`; when a game is added, the compiler
/// lists every match that must handle it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyPosition {
    /// Reversi of any size, normal or anti.
    Reversi(Reversi),
    /// Peace.
    Peace(Peace),
    /// Gomoku of any size and rules.
    Gomoku(Gomoku),
    /// Connect6 of any size.
    Connect6(Connect6),
}

/// An arrangement of stones to start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The stones of both colors.
    pub stones: ByColor<PointSet>,
    /// The side to move.
    pub turn: Color,
}

/// Why stones cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A point holds stones of both colors.
    #[error("a point holds both a black and a white stone")]
    Overlap,
    /// A stone lies outside the board.
    #[error("a stone lies outside the board")]
    OffBoard,
}

impl AnyPosition {
    /// The standard start of a game.
    #[must_use]
    pub fn new(spec: GameSpec) -> AnyPosition {
        match spec {
            GameSpec::Reversi(spec) => AnyPosition::Reversi(Reversi::new(spec)),
            GameSpec::Peace => AnyPosition::Peace(Peace::new()),
            GameSpec::Gomoku(spec) => AnyPosition::Gomoku(Gomoku::new(spec)),
            GameSpec::Connect6(spec) => AnyPosition::Connect6(Connect6::new(spec)),
        }
    }

    /// Any arrangement of stones, past any opening rule.
    ///
    /// # Errors
    /// If the stones do not fit the board or each other.
    pub fn from_setup(spec: GameSpec, setup: &Setup) -> Result<AnyPosition, SetupError> {
        let Setup { stones, turn } = *setup;
        if !(stones.black & stones.white).is_empty() {
            return Err(SetupError::Overlap);
        }
        if !((stones.black | stones.white) - PointSet::board(spec.size())).is_empty() {
            return Err(SetupError::OffBoard);
        }
        Ok(match spec {
            GameSpec::Reversi(spec) => {
                AnyPosition::Reversi(Reversi::from_stones(spec, stones, turn))
            }
            GameSpec::Peace => AnyPosition::Peace(Peace::from_stones(stones, turn)),
            GameSpec::Gomoku(spec) => AnyPosition::Gomoku(Gomoku::from_stones(spec, stones, turn)),
            GameSpec::Connect6(spec) => {
                AnyPosition::Connect6(Connect6::from_stones(spec, stones, turn))
            }
        })
    }

    /// The position with its board rotated or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> AnyPosition {
        match self {
            AnyPosition::Reversi(position) => AnyPosition::Reversi(position.transformed(symmetry)),
            AnyPosition::Peace(position) => AnyPosition::Peace(position.transformed(symmetry)),
            AnyPosition::Gomoku(position) => AnyPosition::Gomoku(position.transformed(symmetry)),
            AnyPosition::Connect6(position) => {
                AnyPosition::Connect6(position.transformed(symmetry))
            }
        }
    }
}

impl Deref for AnyPosition {
    type Target = dyn Position;

    fn deref(&self) -> &(dyn Position + 'static) {
        match self {
            AnyPosition::Reversi(position) => position,
            AnyPosition::Peace(position) => position,
            AnyPosition::Gomoku(position) => position,
            AnyPosition::Connect6(position) => position,
        }
    }
}

impl DerefMut for AnyPosition {
    fn deref_mut(&mut self) -> &mut (dyn Position + 'static) {
        match self {
            AnyPosition::Reversi(position) => position,
            AnyPosition::Peace(position) => position,
            AnyPosition::Gomoku(position) => position,
            AnyPosition::Connect6(position) => position,
        }
    }
}
