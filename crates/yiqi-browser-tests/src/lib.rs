//! The page in a real browser, against the real server: the vocabulary of this crate's tests.
//!
//! A [`TestBed`] is one `yiqi serve` with its own data folder and one chromedriver; each
//! [`Browser`] of it is a Chromium with its own profile, which makes it another person. Everything
//! that was started ends with the test bed, even when a test panics.
//!
//! Tests use the page as people do: they press what has a name and click where a stone goes. Names
//! are given as message ids (`web-resign`), so that better wording breaks no test.

mod browser;
mod driver;
mod process;
mod server;
mod test_bed;

pub use browser::{Browser, Key};
pub use server::{Server, program};
pub use test_bed::TestBed;

use std::time::Duration;

/// How long something may take to appear: only a broken page takes longer.
pub const TIMEOUT: Duration = Duration::from_secs(30);
