//! One person's desk: the open games, who plays in them, saves, settings, and the commands that all
//! faces understand.
//!
//! A [`Desk`] holds [`Game`]s. Faces pass on what the person wants, call [`Desk::poll`] often, and
//! show [`Game::view`]. Players think on threads of their own. A [`Store`] keeps nine slots, the
//! settings, and every unfinished game after each move, so that nothing is lost when the program
//! dies. [`commands`] is the one table of commands, from which help, completion and key hints are
//! made.
//!
//! The crate's one invariant: an entry is kept in the store before it changes the game. What cannot
//! be kept does not happen.
#![deny(clippy::unwrap_used, clippy::panic)]

pub mod commands;
mod desk;
mod files;
mod game;
mod place;
mod settings;
mod store;
mod thinking;
pub mod words;

pub use desk::{Desk, DeskError, Happening, SUGGESTER};
pub use files::write_atomically;
pub use game::Game;
pub use place::{ParsePlaceError, Place, PlaceError};
pub use settings::{BoardStyle, Settings, Theme};
pub use store::{SlotInfo, Store, StoreError};
