//! Shared test helpers, on which no shipped crate may depend.
//!
//! [`mod@reference`] implements the rules a second time, slow and literal, as something independent
//! to compare the fast implementation with. [`Dice`] and [`random_play`] make games and positions
//! that are reproducible from a seed, [`random_record`] whole records with everything a record can
//! hold. [`hostile`] damages files. A [`Terminal`] runs a program in a pseudo-terminal. [`postgres`] and
//! [`nats`] start servers of PostgreSQL and NATS; a [`small_disk`] can be filled.

pub mod hostile;
#[cfg(unix)]
pub mod nats;
mod play;
#[cfg(unix)]
pub mod postgres;
mod records;
pub mod reference;
#[cfg(unix)]
pub mod small_disk;
mod terminal;
mod wins;

pub use play::{all_specs, random_cluster, random_play};
pub use records::{all_results, random_record, random_text};
pub use terminal::{Terminal, wait_gone};
pub use wins::{Gap, WinCheck};
pub use yiqi_rules::Dice;
