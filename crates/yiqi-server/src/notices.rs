//! What nodes tell each other over the bus.
//!
//! A notice says what is new and little more: whoever needs it reads it from the store. It may be
//! lost, come twice or late, and then costs a read at most.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use yiqi_record::BySeat;
use yiqi_wire::{FirstColor, PerSeat, Room, SeatInfo, WireClock, WireColor, WireSeat, WireStage};

use crate::lobby::Summary;
use crate::nodes::NodeId;
use crate::personal::PersonalEvent;
use crate::store::{Person, PersonKey, TokenHash};

/// A notice and who sends it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Letter {
    pub(crate) from: NodeId,
    pub(crate) notice: Notice,
}

/// What is new.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub(crate) enum Notice {
    /// A table has so many entries. Players were notified.
    Entries { table: String, count: usize },
    /// The seats, the terms or the successor of a table have changed.
    Row { table: String },
    /// Something was said at a table.
    Chat { table: String },
    /// Something was said in a tournament.
    TournamentChat { tournament: String },
    /// Something will happen at a table by itself.
    Opened { table: String },
    /// Who is connected to the sender, at some tables.
    Here { tables: Vec<Here> },
    /// The sender may have missed something: tell it who is connected and what the lobby has.
    Hello,
    /// Tables in the lobby.
    Lobby {
        put: Vec<SummaryNotice>,
        gone: Vec<String>,
    },
    /// An event for a person.
    Personal { person: i64, event: PersonalEvent },
    /// Logins were removed, or a person has changed.
    Revoked {
        tokens: Vec<TokenHash>,
        person: Option<i64>,
    },
    /// Somebody has deleted the account.
    Forget { person: PersonNotice },
    /// A guest has logged in to an account.
    Replace { guest: i64, account: PersonNotice },
    /// A tournament has changed, or is new.
    Tournament { id: String },
    /// A game of a tournament is over.
    Over { id: String, game: u32 },
    /// Somebody has used up a part of an allowance.
    Spent(Spent),
}

/// Who is connected to a node at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Here {
    pub(crate) table: String,
    pub(crate) seats: PerSeat<Option<SeatHere>>,
    pub(crate) spectators: usize,
}

impl Here {
    /// The players' connections.
    pub(crate) fn players(&self) -> BySeat<Option<SeatHere>> {
        BySeat {
            first: self.seats.first,
            second: self.seats.second,
        }
    }

    /// Whether nobody is connected.
    pub(crate) fn is_empty(&self) -> bool {
        self.seats.first.is_none() && self.seats.second.is_none() && self.spectators == 0
    }
}

/// A player's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeatHere {
    /// Since when, in service time.
    pub(crate) since_ms: u64,
    /// From which network.
    pub(crate) network: Option<IpAddr>,
}

/// A part of an allowance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "snake_case")]
pub(crate) enum Spent {
    Guest {
        network: IpAddr,
    },
    Table {
        network: IpAddr,
    },
    Chat {
        person: i64,
        place: String,
        key: i64,
        room: Room,
    },
    Password(Password),
}

/// An attempt to log in or to confirm a password, by what it counts for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Password {
    pub(crate) network: Option<IpAddr>,
    pub(crate) name: Option<String>,
    pub(crate) account: Option<i64>,
    /// The hash of the device's secret.
    pub(crate) device: Option<TokenHash>,
    pub(crate) login: Option<TokenHash>,
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PersonNotice {
    key: i64,
    public: String,
    name: String,
    account: bool,
}

impl From<&Person> for PersonNotice {
    fn from(person: &Person) -> PersonNotice {
        PersonNotice {
            key: person.key.0,
            public: person.public.clone(),
            name: person.name.clone(),
            account: person.account,
        }
    }
}

impl From<PersonNotice> for Person {
    fn from(notice: PersonNotice) -> Person {
        Person {
            key: PersonKey(notice.key),
            public: notice.public,
            name: notice.name,
            account: notice.account,
        }
    }
}

/// A table in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SummaryNotice {
    id: String,
    spec: String,
    seats: PerSeat<SeatInfo>,
    first_color: FirstColor,
    time: String,
    rated: bool,
    stage: WireStage,
    created_ms: u64,
    ended_ms: Option<u64>,
    active_ms: u64,
    turn: Option<WireSeat>,
    ply_count: usize,
    board: Option<String>,
    colors: Option<PerSeat<WireColor>>,
    clocks: Option<(PerSeat<WireClock>, u64)>,
    result: Option<String>,
    is_in_tournament: bool,
}

impl From<&Summary> for SummaryNotice {
    fn from(summary: &Summary) -> SummaryNotice {
        SummaryNotice {
            id: summary.id.clone(),
            spec: summary.spec.to_string(),
            seats: summary.seats.clone(),
            first_color: summary.first_color,
            time: summary.time.clone(),
            rated: summary.rated,
            stage: summary.stage,
            created_ms: summary.created_ms,
            ended_ms: summary.ended_ms,
            active_ms: summary.active_ms,
            turn: summary.turn.map(WireSeat::from),
            ply_count: summary.ply_count,
            board: summary.board.clone(),
            colors: summary.colors,
            clocks: summary.clocks,
            result: summary.result.map(|result| result.to_string()),
            is_in_tournament: summary.is_in_tournament,
        }
    }
}

impl SummaryNotice {
    /// The table, unless its game is one that this version does not know.
    pub(crate) fn summary(self) -> Option<Summary> {
        Some(Summary {
            id: self.id,
            spec: self.spec.parse().ok()?,
            seats: self.seats,
            first_color: self.first_color,
            time: self.time,
            rated: self.rated,
            stage: self.stage,
            created_ms: self.created_ms,
            ended_ms: self.ended_ms,
            active_ms: self.active_ms,
            turn: self.turn.map(Into::into),
            ply_count: self.ply_count,
            board: self.board,
            colors: self.colors,
            clocks: self.clocks,
            result: match self.result {
                Some(text) => Some(text.parse().ok()?),
                None => None,
            },
            is_in_tournament: self.is_in_tournament,
        })
    }
}
