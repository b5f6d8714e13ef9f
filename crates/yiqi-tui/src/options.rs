//! The options of the app.

use std::path::PathBuf;

use yiqi_desk::PlyRef;
use yiqi_record::Record;

/// The number of colors of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorDepth {
    /// 24-bit colors.
    True,
    /// The 256 colors of xterm.
    C256,
    /// The sixteen basic colors.
    C16,
    /// No colors: glyphs, bold, underline and reverse convey everything.
    None,
}

/// The first screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The menu.
    Menu,
    /// The current game of the desk.
    Game,
    /// The current game of the desk, view-only, from this ply on; the program ends with it.
    Replay(PlyRef),
}

/// The options of the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppOptions {
    /// The number of colors of the terminal.
    pub color: ColorDepth,
    /// Whether boards are drawn in ASCII only; overrides the settings.
    pub ascii: bool,
    /// Whether animation is allowed; the settings may also turn it off.
    pub motion: bool,
    /// The first screen.
    pub start: Start,
    /// The folder that typed paths begin in.
    pub folder: PathBuf,
    /// The games of a file, to choose one to replay first.
    pub games: Vec<Record>,
    /// Whether to list the games of a program that is just ending, once it has ended.
    pub recovers: bool,
}

impl Default for AppOptions {
    fn default() -> AppOptions {
        AppOptions {
            color: ColorDepth::True,
            ascii: false,
            motion: true,
            start: Start::Menu,
            folder: std::env::current_dir().unwrap_or_default(),
            games: Vec::new(),
            recovers: false,
        }
    }
}
