//! The full-screen terminal app.
//!
//! [`App`] is a state machine: keys, clicks, sizes and times go in, a drawn frame comes out. Its
//! only I/O is through its [`Desk`](yiqi_desk::Desk) and its [`Network`], so that tests drive it
//! without a terminal and without a server. [`run`] is the thin shell around it: the real terminal,
//! the event loop, and the restoration of the terminal on every way out.
//!
//! Read in this order: `keys` (the desk's commands by their keys), `app` and `shared` (the state),
//! `active_game`, `screens` (one file each), `board` and `layout` (how a game looks), `graphics` (boards as
//! real pictures), `theme`; for
//! games on a server, `network`, `remote` and `at_table`.
//!
//! The crate's one invariant: no key, click, size or time makes the app panic or block.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod active_game;
mod analysis;
mod app;
mod at_desk;
mod at_server;
mod at_table;
mod board;
mod cells;
mod graphics;
mod input;
mod keys;
mod layout;
mod list;
mod network;
mod options;
mod page;
mod path_line;
mod remote;
mod run;
mod screens;
mod shared;
mod suggestion;
mod theme;
pub mod words;

pub use app::App;
pub use graphics::{PictureSupport, Protocol};
pub use network::{Network, ServerAnswer, ServerQuestion};
pub use options::{AppOptions, ColorDepth, Start};
pub use run::run;
