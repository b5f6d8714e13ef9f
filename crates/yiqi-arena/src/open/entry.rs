//! The log of an open tournament: one line of text per entry.

use std::fmt;

use yiqi_record::{BySeat, Seat};

use crate::log::{checked_line, read_line};

/// One event of an open tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenEntry {
    /// A player joined or came back.
    Joined {
        /// The player's number, from 0.
        player: usize,
        /// The rating at this time.
        rating: Option<i32>,
        /// When, in milliseconds since 1970.
        at_ms: u64,
    },
    /// A player left.
    Withdrew {
        /// The player's number.
        player: usize,
        /// When.
        at_ms: u64,
    },
    /// It began.
    Began {
        /// When.
        at_ms: u64,
    },
    /// A game was drawn.
    Drawn(OpenGame),
    /// A player had no opponent in a round, which counts as a win.
    Rested {
        /// The round, from 1.
        round: u32,
        /// The player's number.
        player: usize,
    },
    /// A game ended.
    Ended {
        /// Its number.
        game: u32,
        /// How.
        outcome: OpenOutcome,
    },
    /// The end of an arena was put off: its host was down.
    Extended {
        /// By how much, in milliseconds.
        by_ms: u64,
    },
    /// All games are played.
    Finished {
        /// When.
        at_ms: u64,
    },
    /// It was called off.
    Canceled {
        /// When.
        at_ms: u64,
        /// Why.
        reason: CancelReason,
    },
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenGame {
    /// Its number, from 1.
    pub number: u32,
    /// The round, from 1; in an arena always 1.
    pub round: u32,
    /// The players. The first starts with black.
    pub players: BySeat<usize>,
    /// When it was drawn, in milliseconds since 1970.
    pub at_ms: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenOutcome {
    /// Who won; `None` for a draw, or if nobody did.
    pub winner: Option<Seat>,
    /// What kind of end it was.
    pub kind: OutcomeKind,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
}

/// What kind of end a game had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// It was played.
    Played,
    /// The loser did not come to the board. Without a winner neither came, and both lose.
    NoShow,
    /// The loser had left the tournament before.
    Walkover,
    /// It does not count.
    Void,
    /// The host could not read it any more, so it does not count.
    Damaged,
}

impl OutcomeKind {
    const ALL: [OutcomeKind; 5] = [
        OutcomeKind::Played,
        OutcomeKind::NoShow,
        OutcomeKind::Walkover,
        OutcomeKind::Void,
        OutcomeKind::Damaged,
    ];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OutcomeKind::Played => "played",
            OutcomeKind::NoShow => "no-show",
            OutcomeKind::Walkover => "walkover",
            OutcomeKind::Void => "void",
            OutcomeKind::Damaged => "damaged",
        }
    }
}

/// Why a tournament was called off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancelReason {
    /// The organizer, or who runs the server, wanted it.
    Organizer,
    /// Too few players came.
    FewPlayers,
}

impl CancelReason {
    const ALL: [CancelReason; 2] = [CancelReason::Organizer, CancelReason::FewPlayers];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CancelReason::Organizer => "organizer",
            CancelReason::FewPlayers => "few-players",
        }
    }
}

/// What is written where there is nothing.
const NONE: &str = "-";

impl fmt::Display for OpenEntry {
    /// The line, without its line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<String> = match *self {
            OpenEntry::Joined {
                player,
                rating,
                at_ms,
            } => {
                let rating = rating.map_or(NONE.to_owned(), |rating| rating.to_string());
                vec![
                    "joined".into(),
                    player.to_string(),
                    rating,
                    at_ms.to_string(),
                ]
            }
            OpenEntry::Withdrew { player, at_ms } => {
                vec!["withdrew".into(), player.to_string(), at_ms.to_string()]
            }
            OpenEntry::Began { at_ms } => vec!["began".into(), at_ms.to_string()],
            OpenEntry::Drawn(game) => vec![
                "drawn".into(),
                game.number.to_string(),
                game.round.to_string(),
                game.players.first.to_string(),
                game.players.second.to_string(),
                game.at_ms.to_string(),
            ],
            OpenEntry::Rested { round, player } => {
                vec!["rested".into(), round.to_string(), player.to_string()]
            }
            OpenEntry::Ended { game, outcome } => vec![
                "ended".into(),
                game.to_string(),
                outcome.winner.map_or(NONE, Seat::name).to_owned(),
                outcome.kind.name().to_owned(),
                outcome.at_ms.to_string(),
            ],
            OpenEntry::Extended { by_ms } => vec!["extended".into(), by_ms.to_string()],
            OpenEntry::Finished { at_ms } => vec!["finished".into(), at_ms.to_string()],
            OpenEntry::Canceled { at_ms, reason } => {
                vec!["canceled".into(), at_ms.to_string(), reason.name().into()]
            }
        };
        f.write_str(&checked_line(&fields))
    }
}

impl OpenEntry {
    /// Parses a line without its line end; `None` if it is damaged.
    #[must_use]
    pub fn parse(line: &str) -> Option<OpenEntry> {
        let fields = read_line(line)?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        Some(match fields[..] {
            ["joined", player, rating, at_ms] => OpenEntry::Joined {
                player: player.parse().ok()?,
                rating: match rating {
                    NONE => None,
                    rating => Some(rating.parse().ok()?),
                },
                at_ms: at_ms.parse().ok()?,
            },
            ["withdrew", player, at_ms] => OpenEntry::Withdrew {
                player: player.parse().ok()?,
                at_ms: at_ms.parse().ok()?,
            },
            ["began", at_ms] => OpenEntry::Began {
                at_ms: at_ms.parse().ok()?,
            },
            ["drawn", number, round, first, second, at_ms] => OpenEntry::Drawn(OpenGame {
                number: number.parse().ok()?,
                round: round.parse().ok()?,
                players: BySeat {
                    first: first.parse().ok()?,
                    second: second.parse().ok()?,
                },
                at_ms: at_ms.parse().ok()?,
            }),
            ["rested", round, player] => OpenEntry::Rested {
                round: round.parse().ok()?,
                player: player.parse().ok()?,
            },
            ["ended", game, winner, kind, at_ms] => OpenEntry::Ended {
                game: game.parse().ok()?,
                outcome: OpenOutcome {
                    winner: match winner {
                        NONE => None,
                        name => Some(Seat::BOTH.into_iter().find(|seat| seat.name() == name)?),
                    },
                    kind: OutcomeKind::ALL
                        .into_iter()
                        .find(|known| known.name() == kind)?,
                    at_ms: at_ms.parse().ok()?,
                },
            },
            ["extended", by_ms] => OpenEntry::Extended {
                by_ms: by_ms.parse().ok()?,
            },
            ["finished", at_ms] => OpenEntry::Finished {
                at_ms: at_ms.parse().ok()?,
            },
            ["canceled", at_ms, reason] => OpenEntry::Canceled {
                at_ms: at_ms.parse().ok()?,
                reason: CancelReason::ALL
                    .into_iter()
                    .find(|known| known.name() == reason)?,
            },
            _ => return None,
        })
    }
}
