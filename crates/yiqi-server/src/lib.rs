//! Tables on a server: network play, the page, the API, studies.
//!
//! A table's game is a log of entries in the store; the log is the lock. To change a game, clients
//! send requests to the task of its table, which decides, stores, applies and publishes, in this
//! order.
//!
//! The crate's one invariant: everything acknowledged is on disk.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

// Only its version matters: see the workspace's Cargo.toml.
use idna_adapter as _;

mod analyses;
mod bundle;
mod caller;
mod chat;
mod connections;
mod denied;
mod games;
mod gaps;
mod http;
mod hub;
mod ids;
mod in_step;
mod limits;
mod lobby;
mod metrics;
mod nodes;
mod notices;
mod options;
mod people;
mod personal;
mod pictures;
mod position_search;
mod pruning;
mod reach;
mod security;
mod served_stream;
mod server;
mod service;
mod services;
mod settings_file;
#[cfg(feature = "sim")]
pub mod sim;
mod slots;
mod store;
pub mod study;
mod table;
mod tasks;
mod thinking;
mod time;
mod timed_body;
mod tls;
mod tournaments;
mod workers;

pub use http::BadRule;
pub use limits::LimitOptions;
pub use options::ServerOptions;
pub use people::display_name;
pub use pruning::KeepOptions;
pub use reach::network_addresses;
pub use server::{Server, ServerError};
pub use settings_file::{LogForm, SettingsFile};
pub use store::{
    BadDatabasePlace, DatabasePlace, DatabaseState, Health, MigrateError, Moved, Store, StoreError,
    StoreOptions, backup_file, examine, migrate,
};
pub use time::ServiceTime;
pub use tls::{Certificate, TlsError, TlsOptions};
pub use tournaments::TournamentPolicy;
pub use yiqi_bus::{BadBusUrl, BusError, BusUrl};
