//! One person's desk: the open games, their players, saves, settings, and the commands that all
//! faces understand.
//!
//! A [`Desk`] holds [`OpenGame`]s. Faces pass on the person's commands, call [`Desk::poll`] often, and
//! show [`OpenGame::view`]. Programs think on their own threads. A [`Store`] holds nine slots, the
//! settings, and every unfinished game after each move, so that nothing is lost when the program
//! dies. [`commands`] is the single table of commands, from which help, completion and key hints
//! are derived.
//!
//! The crate's one invariant: an entry is stored before it changes the game. What cannot be stored
//! does not happen.
#![deny(clippy::unwrap_used, clippy::panic)]

pub mod commands;
mod desk;
mod files;
mod game;
mod game_tree;
mod ply_ref;
mod settings;
mod store;
mod thinking;
pub mod words;

pub use desk::{Desk, DeskError, DeskEvent, SUGGESTER};
pub use files::write_atomically;
pub use game::OpenGame;
pub use game_tree::{Continuation, GameTree};
pub use ply_ref::{ParsePlyRefError, PlyRef, PlyRefError};
pub use settings::{BoardStyle, Settings, Theme};
pub use store::{SlotInfo, Store, StoreError};
