//! The stage of a Gomoku game: opening, play, or won.

use crate::{Color, Move, Opening};

/// What the rules ask for next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Swap openings: black places a black, a white and a black stone.
    Open { placed: u8 },
    /// Swap openings: white chooses a color.
    Choose,
    /// Swap2: white places a white and a black stone.
    Extra { placed: u8 },
    /// Swap2: black chooses a color.
    ChooseAgain,
    /// Opening rule pro: the number of stones so far.
    Pro { placed: u8 },
    /// The sides alternate.
    Play { mover: Color },
    /// A side made the winning row.
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

    /// The side to act.
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
            (Stage::Open { placed }, _) if placed + 1 == Opening::FIRST_STONES => Stage::Choose,
            (Stage::Open { placed }, _) => Stage::Open { placed: placed + 1 },
            (Stage::Choose, Move::More) => {
                debug_assert_eq!(opening, Opening::Swap2);
                Stage::Extra { placed: 0 }
            }
            (Stage::Extra { placed }, _) if placed + 1 == Opening::ADDED_STONES => {
                Stage::ChooseAgain
            }
            (Stage::Extra { placed }, _) => Stage::Extra { placed: placed + 1 },
            // After the choice, white moves next, whoever that is now.
            (Stage::Choose | Stage::ChooseAgain, _) => WHITE,
            (Stage::Pro { placed: 2 }, _) => WHITE,
            (Stage::Pro { placed }, _) => Stage::Pro { placed: placed + 1 },
            (Stage::Play { mover }, _) => Stage::Play {
                mover: mover.other(),
            },
            (Stage::Won { .. }, _) => unreachable!("no move is legal in a won game"),
        }
    }

    /// The stage as a fact of the hash.
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
