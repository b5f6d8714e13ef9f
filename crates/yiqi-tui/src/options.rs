//! What the program tells the app when it starts.

/// How many colors the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorDepth {
    /// 24-bit colors.
    True,
    /// The 256 colors of xterm.
    C256,
    /// The sixteen colors that every color terminal has.
    C16,
    /// None: everything is told by glyphs, bold, underline and reverse.
    None,
}

/// What is shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The menu.
    Menu,
    /// The current game of the desk.
    Game,
    /// The current game of the desk, from its beginning, to look at.
    Replay,
}

/// What the program tells the app when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppOptions {
    /// How many colors the terminal has.
    pub color: ColorDepth,
    /// Whether only ASCII is drawn on boards, whatever the settings say.
    pub ascii: bool,
    /// Whether anything may move; the settings may turn it off as well.
    pub motion: bool,
    /// What is shown first.
    pub start: Start,
    /// How many games were recovered from an earlier run; they are the last ones on the desk.
    pub recovered: usize,
}

impl Default for AppOptions {
    fn default() -> AppOptions {
        AppOptions {
            color: ColorDepth::True,
            ascii: false,
            motion: true,
            start: Start::Menu,
            recovered: 0,
        }
    }
}
