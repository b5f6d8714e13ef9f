//! The messages between a server and its clients, as JSON.
//!
//! Types of the core become types of the wire and back here, and only here: a derived type is a
//! promise to strangers, so the core has none. Everything that comes in is checked when it is
//! turned into a type of the core; nothing is trusted because it could be read.
//!
//! The crate's one invariant: an entry that goes out and comes back in is the same entry.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod catalog;
mod command;
mod entry;
mod message;
mod people;
mod seats;
mod study;
mod table;
mod view;

pub use catalog::{
    Catalog, CatalogBoard, CatalogFormat, CatalogGame, CatalogOpening, CatalogPlayer, CatalogScale,
    WireAim, WireGrid,
};
pub use command::{BadCommand, CommandMessage, WireCommand, WireOffer};
pub use entry::{BadEntry, WireEntry, WireEvent};
pub use message::{
    Chat, ClientMessage, ErrorBody, Fault, Presence, PresenceState, Room, ServerMessage, Thought,
    Update,
};
pub use people::{
    Credentials, GuestRequest, Me, NewToken, Profile, Rating, TokenAnswer, TokenInfo,
};
pub use seats::{PerSeat, WireColor, WireSeat};
pub use study::{
    AnalysisLine, AnalysisReport, ComposeNode, ComposeRequest, PositionRequest, ReplayAnswer,
    ReplayNode, StudyPosition, WireCertainty,
};
pub use table::{
    Created, FirstColor, Game, Joined, LobbyTable, NewSeat, NewTable, Origin, SeatInfo, SeatKind,
    SitRequest, TableInfo, TableState, You,
};
pub use view::{
    WireChange, WireClock, WireForbidden, WireMove, WireResult, WireScore, WireStage, WireView,
    board_text,
};

/// The version of these messages. A client that names another one is told so at once.
pub const VERSION: u32 = 1;

/// Bytes a message from a client may have.
pub const MESSAGE_BYTES_MAX: usize = 8 * 1024;
