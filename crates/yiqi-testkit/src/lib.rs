//! What yiqi's tests share: things a shipped crate must never depend on.
//!
//! [`mod@reference`] holds the rules a second time, slow and literal, so that the fast
//! implementation has something independent to be compared with. [`Dice`] and [`random_play`] make
//! games and positions that a seed brings back, [`random_record`] whole records with everything that
//! can stand in one. [`hostile`] damages files. A [`Terminal`] runs a program in a pseudo-terminal.

pub mod hostile;
mod play;
mod records;
pub mod reference;
mod terminal;
mod wins;

pub use play::{all_specs, random_cluster, random_play};
pub use records::{all_results, random_record, random_text};
pub use terminal::{Terminal, wait_gone};
pub use wins::{Gap, WinCheck};
pub use yiqi_rules::Dice;
