//! The page in a real browser, against the real server: what the tests of this crate are written in.
//!
//! A [`House`] is one `yiqi serve` with a data folder of its own and one chromedriver; each
//! [`Browser`] from it is a Chromium with a profile of its own, which is another person. Whatever
//! was started ends with the house, also when a test panics.
//!
//! Tests use the page as people do: they press what has a name and click where a stone goes. Names
//! are given as ids of messages (`web-resign`), so that a better wording breaks no test.

mod browser;
mod driver;
mod house;
mod process;
mod server;

pub use browser::{Browser, Key};
pub use house::House;
pub use server::{Server, program};

use std::time::Duration;

/// How long something may take to appear: only a broken page takes longer.
pub const PATIENCE: Duration = Duration::from_secs(30);
