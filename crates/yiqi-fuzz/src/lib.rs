//! What must hold for every input from outside.
//!
//! A [`Target`] turns bytes into input for one part of the program and asserts what must hold
//! afterward. The fuzzers in `fuzz/` look for bytes that break an assertion; the tests of this
//! crate replay all inputs kept from them.
//!
//! The crate's one invariant: a target depends on its input alone, so that an input that fails once
//! always fails.

mod input;
mod sentence;
mod server;

mod files;
mod http;
mod names;
mod protocols;
mod session;
mod settings;
mod socket;
mod weights;
mod wire;
mod words;

/// One fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the fuzzer and of its corpus folder.
    pub name: &'static str,
    /// Panics if something does not hold for these bytes.
    pub check: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    target("files_gomoku", files::gomoku),
    target("files_reversi", files::reversi),
    target("files_sgf", files::sgf),
    target("files_yiqi", files::yiqi),
    target("gomocup", protocols::gomocup),
    target("gtp", protocols::gtp),
    target("http", http::check),
    target("json_bots", protocols::json),
    target("names", names::check),
    target("nboard", protocols::nboard),
    target("session", session::check),
    target("settings", settings::check),
    target("socket", socket::check),
    target("weights", weights::check),
    target("wire", wire::check),
    target("words", words::check),
];

const fn target(name: &'static str, check: fn(&[u8])) -> Target {
    Target { name, check }
}

/// Checks bytes with the target of this name.
///
/// # Panics
/// If there is no such target, or something does not hold.
pub fn check(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("the target exists").check)(bytes);
}
