//! The page in a real browser. Each test is named after the sentence it proves.

mod account;
mod alone;
mod arrival;
mod at_a_table;
mod common;
mod every_day;
mod everyone;
mod hostile;
mod large;
mod looks;
mod losses;
mod study;
mod terminal;
mod tournaments;
