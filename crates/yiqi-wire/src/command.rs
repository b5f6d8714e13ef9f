//! Commands from a client.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_record::OfferKind;
use yiqi_record::notation::{move_name, parse_move};
use yiqi_rules::GameSpec;
use yiqi_session::{Command, Request};

use crate::WireSeat;

/// What one seat can offer the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WireOffer {
    /// A draw.
    Draw,
    /// Taking back the last ply of the seat that offers, and everything after it.
    TakeBack,
    /// Stopping the clock.
    Pause,
    /// Another game with colors exchanged.
    Rematch,
}

impl From<OfferKind> for WireOffer {
    fn from(kind: OfferKind) -> WireOffer {
        match kind {
            OfferKind::Draw => WireOffer::Draw,
            OfferKind::TakeBack => WireOffer::TakeBack,
            OfferKind::Pause => WireOffer::Pause,
            OfferKind::Rematch => WireOffer::Rematch,
        }
    }
}

impl From<WireOffer> for OfferKind {
    fn from(offer: WireOffer) -> OfferKind {
        match offer {
            WireOffer::Draw => OfferKind::Draw,
            WireOffer::TakeBack => OfferKind::TakeBack,
            WireOffer::Pause => OfferKind::Pause,
            WireOffer::Rematch => OfferKind::Rematch,
        }
    }
}

/// A command with an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandMessage {
    /// Chosen by the client, at most 40 characters, unique for every command to this table. A
    /// command sent again with the same id is carried out once and gets the same reply.
    pub id: String,
    /// The seat it is for; needed only if the client holds both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<WireSeat>,
    /// The command.
    pub command: WireCommand,
}

impl CommandMessage {
    /// The maximum length of an id, in characters.
    pub const ID_CHARS_MAX: usize = 40;
}

/// A command: `{"do":"play","move":"d3"}`.
// Variants without fields have braces: without them serde would accept any field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum WireCommand {
    /// Makes a move.
    Play {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The mover's evaluation of the position, in hundredths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        eval: Option<i32>,
    },
    /// Makes an offer to the other seat.
    Offer {
        /// The offer.
        what: WireOffer,
    },
    /// Accepts an offer of the other seat.
    Accept {
        /// The offer.
        what: WireOffer,
    },
    /// Declines an offer of the other seat.
    Decline {
        /// The offer.
        what: WireOffer,
    },
    /// Resigns.
    Resign {},
    /// Aborts the game.
    Abort {},
    /// Claims the game from an opponent who has been away for the announced time.
    Claim {},
    /// Starts the game; for a person who holds both seats or plays against the computer. Other
    /// tables start when both seats are taken.
    Start {},
    /// Stops the clock at once; for a person who holds both seats or plays against the computer.
    Pause {},
    /// Continues after a pause.
    Resume {},
}

/// Why a command is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCommand {
    /// Not a move of this game.
    #[error("'{0}' is not a move of this game")]
    Move(String),
}

impl WireCommand {
    /// The message for a command; `None` for one that clients cannot send. Forfeiting an absent
    /// opponent is sent as a claim.
    #[must_use]
    pub fn new(command: &Command, spec: GameSpec) -> Option<WireCommand> {
        Some(match command {
            Command::Play { mv, eval } => WireCommand::Play {
                mv: move_name(*mv, spec),
                eval: *eval,
            },
            Command::Offer(request) => WireCommand::Offer {
                what: match request {
                    Request::Draw => WireOffer::Draw,
                    Request::TakeBack => WireOffer::TakeBack,
                    Request::Pause => WireOffer::Pause,
                    Request::Rematch => WireOffer::Rematch,
                },
            },
            Command::Accept(kind) => WireCommand::Accept {
                what: (*kind).into(),
            },
            Command::Decline(kind) => WireCommand::Decline {
                what: (*kind).into(),
            },
            Command::Resign => WireCommand::Resign {},
            Command::Abort => WireCommand::Abort {},
            Command::Forfeit(_) => WireCommand::Claim {},
            Command::Start => WireCommand::Start {},
            Command::Pause => WireCommand::Pause {},
            Command::Resume => WireCommand::Resume {},
            Command::TakeBack { .. }
            | Command::GiveTime { .. }
            | Command::Comment(_)
            | Command::Tick => return None,
        })
    }

    /// The command in the core's types; `None` for [`WireCommand::Claim {}`], which the server
    /// decides.
    ///
    /// # Errors
    /// If the move is not one of this game.
    pub fn command(&self, spec: GameSpec) -> Result<Option<Command>, BadCommand> {
        Ok(Some(match self {
            WireCommand::Play { mv, eval } => Command::Play {
                mv: parse_move(mv, spec).map_err(|_| BadCommand::Move(mv.clone()))?,
                eval: *eval,
            },
            WireCommand::Offer { what } => Command::Offer(match what {
                WireOffer::Draw => Request::Draw,
                WireOffer::TakeBack => Request::TakeBack,
                WireOffer::Pause => Request::Pause,
                WireOffer::Rematch => Request::Rematch,
            }),
            WireCommand::Accept { what } => Command::Accept((*what).into()),
            WireCommand::Decline { what } => Command::Decline((*what).into()),
            WireCommand::Resign {} => Command::Resign,
            WireCommand::Abort {} => Command::Abort,
            WireCommand::Start {} => Command::Start,
            WireCommand::Pause {} => Command::Pause,
            WireCommand::Resume {} => Command::Resume,
            WireCommand::Claim {} => return Ok(None),
        }))
    }
}
