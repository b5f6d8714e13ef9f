//! Where a Gomoku game stands: in its opening, in the open, or won.

use crate::{Color, Move, Opening};

/// What is asked for next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Swap openings: black puts down a black, a white and a black stone.
    Open { placed: u8 },
    /// Swap openings: white chooses.
    Choose,
    /// Swap2: white puts down a white and a black stone.
    Extra { placed: u8 },
    /// Swap2: black chooses.
    ChooseAgain,
    /// Opening rule pro: stones so far.
    Pro { placed: u8 },
    /// Sides alternate.
    Play { mover: Color },
    /// Somebody made the winning row.
    Won { winner: Color },
}

impl Stage {
    pub(crate) fn first(opening: Opening) -> Stage {
        match opening {
            Opening::Free => Stage::Play {
                mover: Color::Black,
            },
            Opening::Swap1 | Opening::Swap2 => Stage::Open { placed: 0 },
            Opening::Pro => Stage::Pro { placed: 0 },
        }
    }

    /// The side that acts.
    pub(crate) fn turn(self) -> Option<Color> {
        match self {
            Stage::Open { .. } | Stage::ChooseAgain => Some(Color::Black),
            Stage::Choose | Stage::Extra { .. } => Some(Color::White),
            Stage::Pro { .. } => self.next_stone(),
            Stage::Play { mover } => Some(mover),
            Stage::Won { .. } => None,
        }
    }

    /// The color of the next stone.
    pub(crate) fn next_stone(self) -> Option<Color> {
        match self {
            Stage::Open { placed: 1 } | Stage::Pro { placed: 1 } | Stage::Extra { placed: 0 } => {
                Some(Color::White)
            }
            Stage::Open { .. } | Stage::Pro { .. } | Stage::Extra { .. } => Some(Color::Black),
            Stage::Play { mover } => Some(mover),
            Stage::Choose | Stage::ChooseAgain | Stage::Won { .. } => None,
        }
    }

    /// The stage after a legal move that does not win.
    pub(crate) fn after(self, mv: Move, opening: Opening) -> Stage {
        const WHITE: Stage = Stage::Play {
            mover: Color::White,
        };
        match (self, mv) {
            (Stage::Open { placed: 2 }, _) => Stage::Choose,
            (Stage::Open { placed }, _) => Stage::Open { placed: placed + 1 },
            (Stage::Choose, Move::More) => {
                debug_assert_eq!(opening, Opening::Swap2);
                Stage::Extra { placed: 0 }
            }
            (Stage::Extra { placed: 0 }, _) => Stage::Extra { placed: 1 },
            (Stage::Extra { .. }, _) => Stage::ChooseAgain,
            // Whatever was chosen, whoever is white now moves next.
            (Stage::Choose | Stage::ChooseAgain, _) => WHITE,
            (Stage::Pro { placed: 2 }, _) => WHITE,
            (Stage::Pro { placed }, _) => Stage::Pro { placed: placed + 1 },
            (Stage::Play { mover }, _) => Stage::Play {
                mover: mover.other(),
            },
            (Stage::Won { .. }, _) => unreachable!("no move is legal in a won game"),
        }
    }

    /// A number for the hash.
    pub(crate) fn fact(self) -> u8 {
        let color = |color| match color {
            Color::Black => 0,
            Color::White => 1,
        };
        match self {
            Stage::Play { mover } => color(mover),
            Stage::Won { winner } => 2 + color(winner),
            Stage::Choose => 4,
            Stage::ChooseAgain => 5,
            Stage::Open { placed } => 10 + placed,
            Stage::Extra { placed } => 20 + placed,
            Stage::Pro { placed } => 30 + placed,
        }
    }
}
