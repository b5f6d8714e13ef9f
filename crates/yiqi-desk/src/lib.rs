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

mod clipboard;
pub mod commands;
mod desk;
mod export;
mod files;
mod game;
mod game_tree;
mod hint;
mod library;
mod new_game;
mod ply_ref;
mod settings;
mod shelf;
mod store;
mod thinking;
pub mod words;

pub use clipboard::{COPY_BYTES_MAX, base64, copy};
pub use desk::{Desk, DeskError, DeskEvent};
pub use export::{CopyWhat, board_picture, free_name, record_text, write_picture};
pub use files::write_atomically;
pub use game::OpenGame;
pub use game_tree::{Continuation, GameTree};
pub use hint::Hint;
pub use library::KeptGame;
pub use new_game::{NewGame, parse_clock, written_clock};
pub use ply_ref::{ParsePlyRefError, PlyRef, PlyRefError};
pub use settings::{BoardColor, BoardStyle, Pictures, Settings, Theme};
pub use shelf::ShelvedGame;
pub use store::{SlotInfo, Store, StoreError, read_games};
