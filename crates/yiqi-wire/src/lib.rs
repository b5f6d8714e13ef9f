//! The messages between a server and its clients, as JSON.
//!
//! The core's types are converted to and from wire types here and only here: a serialized type is a
//! promise to strangers, so the core has none. All input is validated when it is converted to a
//! core type; being well-formed does not make it trusted.
//!
//! The crate's one invariant: an entry survives the round trip to the wire and back unchanged.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod catalog;
mod command;
mod entry;
mod games;
mod message;
mod object;
mod people;
mod seats;
mod study;
mod table;
mod tournament;
mod view;

pub use catalog::{
    Catalog, CatalogBoard, CatalogFormat, CatalogGame, CatalogLevel, CatalogOpening, CatalogPlayer,
    CatalogScale, OfferedProgram, WireAim, WireGrid,
};
pub use command::{BadCommand, CommandMessage, WireCommand, WireOffer};
pub use entry::{BadEntry, WireEntry, WireEvent};
pub use games::{GameTally, GamesQuery, OpponentTally, Outcome, Statistics, Tally};
pub use message::{
    Chat, ClientMessage, ErrorBody, Fault, Presence, PresenceState, Room, ServerMessage, Thought,
    Update,
};
pub use object::Object;
pub use people::{
    AccountDeletion, Credentials, GuestRequest, Me, NewToken, PasswordChange, Profile, Rating,
    TokenInfo, TokenResponse,
};
pub use seats::{PerSeat, WireColor, WireSeat};
pub use study::{
    AnalysisLine, AnalysisReport, AnalysisStage, AnalyzedPosition, ComposeNode, ComposeRequest,
    GameAnalysis, GameAnalysisRequest, PositionRequest, ReplayNode, ReplayResponse, StudyBook,
    StudyBookMove, StudyPosition, WireCertainty,
};
pub use table::{
    Created, FirstColor, Game, Joined, LobbyTable, LobbyView, NewSeat, NewTable, Origin, SeatInfo,
    SeatKind, SitRequest, TableInfo, TableState, You,
};
pub use tournament::{
    LeaderRow, Leaderboard, NewTournament, PersonFound, TableTournament, TournamentCreated,
    TournamentEvent, TournamentGame, TournamentInfo, TournamentKind, TournamentList,
    TournamentMatch, TournamentMessage, TournamentOutcome, TournamentPlayer,
    TournamentPlayerRequest, TournamentProgram, TournamentStanding, TournamentStart,
    TournamentState, TournamentYou,
};
pub use view::{
    WireChange, WireClock, WireForbidden, WireMove, WireResult, WireScore, WireStage, WireView,
    board_text,
};

/// The protocol version. A client that names another one is refused at once.
pub const VERSION: u32 = 1;

/// The maximum size of a message from a client, in bytes.
pub const MESSAGE_BYTES_MAX: usize = 8 * 1024;
