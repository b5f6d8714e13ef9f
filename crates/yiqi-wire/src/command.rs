//! What a client asks of a game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_record::OfferKind;
use yiqi_record::notation::{move_name, parse_move};
use yiqi_rules::GameSpec;
use yiqi_session::{Command, Request};

use crate::WireSeat;

/// What one seat can propose to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WireOffer {
    /// A draw.
    Draw,
    /// To take back the asker's last ply and what followed.
    TakeBack,
    /// To stop the clock.
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

/// A command with the name its sender gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandMessage {
    /// Made by the client, at most 40 characters, different for every command to this table. The
    /// same command sent again with the same id is done once, and answered the same.
    pub id: String,
    /// The seat it is meant for; needed only by who holds both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<WireSeat>,
    /// What is asked.
    pub command: WireCommand,
}

impl CommandMessage {
    /// Characters that an id may have.
    pub const ID_CHARS_MAX: usize = 40;
}

/// What is asked: `{"do":"play","move":"d3"}`.
// Variants without fields have braces: without them serde would take any field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum WireCommand {
    /// Make a move.
    Play {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// What its maker thinks of the position, in hundredths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        eval: Option<i32>,
    },
    /// Propose something to the other seat.
    Offer {
        /// What.
        what: WireOffer,
    },
    /// Say yes to what the other seat proposed.
    Accept {
        /// What.
        what: WireOffer,
    },
    /// Say no to it.
    Decline {
        /// What.
        what: WireOffer,
    },
    /// Give the game up.
    Resign {},
    /// Call the game off.
    Abort {},
    /// Take the game from an opponent who has stayed away for the announced time.
    Claim {},
    /// Begin; for whoever is at both seats or plays against the computer. Other tables begin when
    /// both seats are taken.
    Start {},
    /// Stop the clock at once; for whoever is at both seats or plays against the computer.
    Pause {},
    /// Go on after a pause.
    Resume {},
}

/// Why a command that came in is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCommand {
    /// Not a move of this game.
    #[error("'{0}' is not a move of this game")]
    Move(String),
}

impl WireCommand {
    /// The message that asks for a command; `None` for what a client cannot ask for. To forfeit an
    /// opponent who stays away is to claim the game.
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

    /// The command for a game; `None` for [`WireCommand::Claim {}`], which the server decides.
    ///
    /// # Errors
    /// If it names something that this game does not have.
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
