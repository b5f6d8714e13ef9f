//! The one table of keys: what a key does, and what help and key hints say of it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key of a game, of a table on a server or of the replay asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Up,
    Down,
    Left,
    Right,
    First,
    Last,
    PageUp,
    PageDown,
    Play,
    Type,
    Pass,
    Moves,
    Suggest,
    Undo,
    Resign,
    Draw,
    Save,
    Load,
    New,
    Close,
    Switch,
    NextGame,
    Replay,
    Branch,
    Pause,
    Stop,
    Say,
    Claim,
    Abort,
    Rematch,
    Help,
    Quit,
}

/// Where a key means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A game on this computer.
    Game,
    /// A game at a table on a server.
    Table,
    Replay,
}

impl Place {
    const GAME: &[Place] = &[Place::Game];
    const TABLE: &[Place] = &[Place::Table];
    const BOARD: &[Place] = &[Place::Game, Place::Table];
    const REPLAY: &[Place] = &[Place::Replay];
    const EVERY: &[Place] = &[Place::Game, Place::Table, Place::Replay];
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyInfo {
    pub(crate) action: Action,
    pub(crate) places: &'static [Place],
    /// The keys, as events have them.
    pub(crate) codes: &'static [KeyCode],
    /// The keys, as people read them.
    pub(crate) shown: &'static str,
    /// The key that works on every board, where the first one may be a column.
    pub(crate) anywhere: Option<char>,
    /// The message that says what it does.
    pub(crate) help: &'static str,
}

const fn key(
    action: Action,
    places: &'static [Place],
    codes: &'static [KeyCode],
    shown: &'static str,
    help: &'static str,
) -> KeyInfo {
    KeyInfo {
        action,
        places,
        codes,
        shown,
        anywhere: None,
        help,
    }
}

/// A key that is a column of large boards: there the letter is typed, and another key does this.
const fn column_key(
    action: Action,
    places: &'static [Place],
    codes: &'static [KeyCode; 2],
    shown: &'static str,
    help: &'static str,
) -> KeyInfo {
    let anywhere = match codes[1] {
        Char(c) => Some(c),
        _ => None,
    };
    KeyInfo {
        anywhere,
        ..key(action, places, codes, shown, help)
    }
}

impl KeyInfo {
    /// The keys as people read them, on a board of so many columns.
    pub(crate) fn shown_on(&self, columns: u8) -> String {
        match (self.anywhere, self.codes.first()) {
            (Some(anywhere), Some(&Char(c))) if is_column(c, columns) => anywhere.to_string(),
            _ => self.shown.to_owned(),
        }
    }

    fn has(&self, code: KeyCode, columns: u8) -> bool {
        let is_typed = matches!(code, Char(c) if is_column(c, columns));
        self.codes.contains(&code) && !(is_typed && self.anywhere.is_some())
    }
}

/// Whether a letter is a column of a board of so many columns.
pub(crate) fn is_column(c: char, columns: u8) -> bool {
    c.is_ascii_lowercase() && (c as u8 - b'a') < columns
}

use KeyCode::Char;

/// Every key of game and replay, in the order in which help lists them.
pub(crate) const KEYS: [KeyInfo; 38] = [
    key(
        Action::Left,
        Place::BOARD,
        &[KeyCode::Left, Char('h')],
        "← h",
        "tui-key-left",
    ),
    key(
        Action::Down,
        Place::BOARD,
        &[KeyCode::Down, Char('j')],
        "↓ j",
        "tui-key-down",
    ),
    key(
        Action::Up,
        Place::BOARD,
        &[KeyCode::Up, Char('k')],
        "↑ k",
        "tui-key-up",
    ),
    key(
        Action::Right,
        Place::BOARD,
        &[KeyCode::Right, Char('l')],
        "→ l",
        "tui-key-right",
    ),
    key(
        Action::Play,
        Place::BOARD,
        &[KeyCode::Enter, Char(' ')],
        "Enter",
        "tui-key-play",
    ),
    key(
        Action::Type,
        Place::BOARD,
        &[Char(':')],
        ":",
        "tui-key-type",
    ),
    column_key(
        Action::Pass,
        Place::BOARD,
        &[Char('p'), Char('A')],
        "p",
        "command-pass",
    ),
    key(
        Action::Moves,
        Place::BOARD,
        &[Char('m')],
        "m",
        "command-moves",
    ),
    key(
        Action::Suggest,
        Place::GAME,
        &[Char('?')],
        "?",
        "command-suggest",
    ),
    column_key(
        Action::Undo,
        Place::GAME,
        &[Char('u'), Char('U')],
        "u",
        "command-undo",
    ),
    column_key(
        Action::Undo,
        Place::TABLE,
        &[Char('u'), Char('U')],
        "u",
        "net-key-take-back",
    ),
    key(
        Action::Resign,
        Place::BOARD,
        &[Char('R')],
        "R",
        "command-resign",
    ),
    key(
        Action::Draw,
        Place::BOARD,
        &[Char('D')],
        "D",
        "command-draw",
    ),
    column_key(
        Action::Save,
        Place::GAME,
        &[Char('s'), Char('S')],
        "s",
        "command-save",
    ),
    column_key(
        Action::Load,
        Place::GAME,
        &[Char('o'), Char('O')],
        "o",
        "command-load",
    ),
    key(Action::New, Place::GAME, &[Char('N')], "N", "tui-key-new"),
    key(
        Action::Close,
        Place::GAME,
        &[Char('X')],
        "X",
        "command-close",
    ),
    key(Action::Switch, Place::GAME, &[], "1–9", "command-switch"),
    key(
        Action::NextGame,
        Place::GAME,
        &[KeyCode::Tab],
        "Tab",
        "tui-key-next-game",
    ),
    column_key(
        Action::Replay,
        Place::GAME,
        &[Char('r'), Char('V')],
        "r",
        "command-at",
    ),
    key(
        Action::Pause,
        Place::GAME,
        &[Char('P'), KeyCode::Esc],
        "P",
        "tui-key-pause",
    ),
    key(Action::Stop, Place::GAME, &[], "Esc", "tui-key-stop"),
    key(
        Action::Abort,
        Place::TABLE,
        &[Char('X')],
        "X",
        "net-key-abort",
    ),
    key(
        Action::Claim,
        Place::TABLE,
        &[Char('C')],
        "C",
        "net-key-claim",
    ),
    key(
        Action::Rematch,
        Place::TABLE,
        &[Char('N')],
        "N",
        "net-key-rematch",
    ),
    column_key(
        Action::Say,
        Place::TABLE,
        &[Char('t'), Char('T')],
        "t",
        "net-key-say",
    ),
    key(
        Action::Pause,
        Place::TABLE,
        &[Char('P'), KeyCode::Esc],
        "P",
        "net-key-menu",
    ),
    key(
        Action::Left,
        Place::REPLAY,
        &[KeyCode::Left, KeyCode::Up],
        "←",
        "tui-key-back",
    ),
    key(
        Action::Right,
        Place::REPLAY,
        &[KeyCode::Right, KeyCode::Down],
        "→",
        "tui-key-forward",
    ),
    key(
        Action::PageUp,
        Place::REPLAY,
        &[KeyCode::PageUp],
        "PgUp",
        "tui-key-page-up",
    ),
    key(
        Action::PageDown,
        Place::REPLAY,
        &[KeyCode::PageDown],
        "PgDn",
        "tui-key-page-down",
    ),
    key(
        Action::First,
        Place::REPLAY,
        &[KeyCode::Home],
        "Home",
        "tui-key-first",
    ),
    key(
        Action::Last,
        Place::REPLAY,
        &[KeyCode::End],
        "End",
        "tui-key-last",
    ),
    key(Action::Type, Place::REPLAY, &[], "b5 w7 12", "tui-key-jump"),
    key(
        Action::Branch,
        Place::REPLAY,
        &[Char('B')],
        "B",
        "command-branch",
    ),
    key(
        Action::Pause,
        Place::REPLAY,
        &[KeyCode::Esc],
        "Esc",
        "tui-key-leave",
    ),
    key(
        Action::Help,
        Place::EVERY,
        &[KeyCode::F(1), Char('H'), Char('F')],
        "F1 H",
        "tui-key-help",
    ),
    column_key(
        Action::Quit,
        Place::EVERY,
        &[Char('q'), Char('Q')],
        "q",
        "command-quit",
    ),
];

/// What a key asks for at a place, on a board of so many columns; 0 where no points are typed.
pub(crate) fn action(place: Place, event: &KeyEvent, columns: u8) -> Option<Action> {
    if event
        .modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
    {
        return None;
    }
    keys(place)
        .find(|info| info.has(event.code, columns))
        .map(|info| info.action)
}

/// The keys of a place.
pub(crate) fn keys(place: Place) -> impl Iterator<Item = &'static KeyInfo> {
    KEYS.iter().filter(move |info| info.places.contains(&place))
}

/// The key of an action, as people read it, on a board of so many columns.
pub(crate) fn shown(place: Place, action: Action, columns: u8) -> String {
    keys(place)
        .find(|info| info.action == action)
        .map(|info| info.shown_on(columns))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yiqi_desk::commands::COMMANDS;

    #[test]
    fn every_key_of_the_desk_is_a_key_here_and_says_the_same() {
        for command in &COMMANDS {
            let Some(c) = command.key else { continue };
            let found = KEYS.iter().find(|info| {
                info.codes.contains(&Char(c))
                    || info.shown.split(' ').any(|key| key == c.to_string())
            });
            let info = found.unwrap_or_else(|| panic!("{} has no key {c}", command.name));
            // Help says of F1 what it shows here, not in the console.
            assert!(
                info.help == command.help || info.action == Action::Help,
                "{}: {}",
                command.name,
                info.help
            );
        }
    }

    #[test]
    fn no_key_means_two_things_at_one_place() {
        for place in [Place::Game, Place::Table, Place::Replay] {
            let mut codes: Vec<KeyCode> =
                keys(place).flat_map(|info| info.codes).copied().collect();
            let count = codes.len();
            codes.sort_by_key(|code| format!("{code:?}"));
            codes.dedup();
            assert_eq!(codes.len(), count, "{place:?}");
        }
    }

    #[test]
    fn no_command_needs_a_letter_that_is_a_column() {
        // These move the cursor or tell something: a digit after them takes that back.
        let harmless = "hjklm";
        for columns in 4..=26 {
            for info in keys(Place::Game).chain(keys(Place::Table)) {
                let works = |code: &&KeyCode| info.has(**code, columns);
                for code in info.codes.iter().filter(works) {
                    let Char(c) = code else { continue };
                    assert!(!is_column(*c, columns) || harmless.contains(*c), "{c}");
                }
                let is_reached = info.codes.is_empty() || info.codes.iter().any(|c| works(&c));
                assert!(is_reached, "{:?}", info.action);
            }
        }
        assert_eq!(shown(Place::Game, Action::Save, 15), "s");
        assert_eq!(shown(Place::Game, Action::Save, 19), "S");
        assert_eq!(shown(Place::Game, Action::Replay, 19), "V");
    }
}
