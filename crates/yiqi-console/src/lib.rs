//! The line console: one line in, one reply out, the same in a terminal and in a pipe.
//!
//! A [`Console`] takes lines and returns the text to print; it does no I/O itself. [`talk`]
//! connects it to a reader and a writer; [`run`] to standard input and output, with line editing if
//! both are a terminal. [`yiqi_desk`] executes the commands.
//!
//! The crate's one invariant: what a [`Console`] returns has no control characters except line
//! ends.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod board;
mod console;
mod pipe;
mod prompt;
mod screen;
mod show;
mod terminal;

use std::io::{self, IsTerminal};

use yiqi_desk::{BoardStyle, Desk};
use yiqi_record::BySeat;
use yiqi_rules::GameSpec;
use yiqi_text::Text;

pub use console::Console;
pub use pipe::{LINE_BYTES_MAX, talk};

/// How the console starts and looks.
#[derive(Clone, Debug)]
pub struct ConsoleOptions {
    /// The names of the two people; the console asks for them if this is `None`.
    pub names: Option<BySeat<String>>,
    /// The games to start with.
    pub games: Vec<GameSpec>,
    /// The one of them that is on the board first, counted from 0.
    pub first: usize,
    /// How boards are drawn; overrides the settings.
    pub style: Option<BoardStyle>,
    /// Whether ● and ○ are swapped; overrides the settings.
    pub swap_glyphs: bool,
    /// Whether a terminal is cleared before each board.
    pub clear: bool,
}

impl Default for ConsoleOptions {
    fn default() -> ConsoleOptions {
        ConsoleOptions {
            names: None,
            games: vec![GameSpec::Peace, GameSpec::REVERSI],
            first: 0,
            style: None,
            swap_glyphs: false,
            clear: true,
        }
    }
}

/// Runs the console on standard input and output until the person quits or the input ends.
///
/// # Errors
/// If the input cannot be read or the output cannot be written. A closed output pipe is a normal
/// end.
pub fn run(desk: &mut Desk, text: &Text, options: ConsoleOptions) -> io::Result<()> {
    let result = if io::stdin().is_terminal() && io::stdout().is_terminal() {
        terminal::run(desk, text, options)
    } else {
        let mut console = Console::new(desk, text, options);
        talk(&mut console, io::stdin().lock(), io::stdout().lock())
    };
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
