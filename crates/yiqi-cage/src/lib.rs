//! Outside programs in a cage.
//!
//! [`CagedProcess::start`] starts a program with limits. The host starts its own executable once
//! more, which calls [`run_if_asked`] first thing in `main`, restricts itself and becomes the
//! program: no code runs between `fork` and `exec`. A supervisor of the same executable stays
//! beside the program, ends everything that the program started, and goes when the host goes, even
//! when the host is killed.
//!
//! A kernel that lacks a layer still gets the others; [`CageReport`] says which ones are there.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cage;
mod launcher;
mod process;
mod report;

#[cfg(target_os = "linux")]
mod linux;

pub use cage::Cage;
pub use launcher::{run_if_asked, set_launcher};
pub use process::{CagedProcess, NO_SUCH_PROGRAM, StartError};
pub use report::{CageReport, Layer};
