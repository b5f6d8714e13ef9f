//! The one table of keys: what a key does, and what help and key hints say of it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key of the game or of the replay asks for.
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
    Help,
    Quit,
}

/// Where a key means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Game,
    Replay,
    Both,
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyInfo {
    pub(crate) action: Action,
    pub(crate) place: Place,
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
    place: Place,
    codes: &'static [KeyCode],
    shown: &'static str,
    help: &'static str,
) -> KeyInfo {
    KeyInfo {
        action,
        place,
        codes,
        shown,
        anywhere: None,
        help,
    }
}

/// A key that is a column of large boards: there the letter is typed, and another key does this.
const fn column_key(
    action: Action,
    place: Place,
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
        ..key(action, place, codes, shown, help)
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
pub(crate) const KEYS: [KeyInfo; 32] = [
    key(
        Action::Left,
        Place::Game,
        &[KeyCode::Left, Char('h')],
        "← h",
        "tui-key-left",
    ),
    key(
        Action::Down,
        Place::Game,
        &[KeyCode::Down, Char('j')],
        "↓ j",
        "tui-key-down",
    ),
    key(
        Action::Up,
        Place::Game,
        &[KeyCode::Up, Char('k')],
        "↑ k",
        "tui-key-up",
    ),
    key(
        Action::Right,
        Place::Game,
        &[KeyCode::Right, Char('l')],
        "→ l",
        "tui-key-right",
    ),
    key(
        Action::Play,
        Place::Game,
        &[KeyCode::Enter, Char(' ')],
        "Enter",
        "tui-key-play",
    ),
    key(Action::Type, Place::Game, &[Char(':')], ":", "tui-key-type"),
    column_key(
        Action::Pass,
        Place::Game,
        &[Char('p'), Char('A')],
        "p",
        "command-pass",
    ),
    key(
        Action::Moves,
        Place::Game,
        &[Char('m')],
        "m",
        "command-moves",
    ),
    key(
        Action::Suggest,
        Place::Game,
        &[Char('?')],
        "?",
        "command-suggest",
    ),
    column_key(
        Action::Undo,
        Place::Game,
        &[Char('u'), Char('U')],
        "u",
        "command-undo",
    ),
    key(
        Action::Resign,
        Place::Game,
        &[Char('R')],
        "R",
        "command-resign",
    ),
    key(Action::Draw, Place::Game, &[Char('D')], "D", "command-draw"),
    column_key(
        Action::Save,
        Place::Game,
        &[Char('s'), Char('S')],
        "s",
        "command-save",
    ),
    column_key(
        Action::Load,
        Place::Game,
        &[Char('o'), Char('O')],
        "o",
        "command-load",
    ),
    key(Action::New, Place::Game, &[Char('N')], "N", "tui-key-new"),
    key(
        Action::Close,
        Place::Game,
        &[Char('X')],
        "X",
        "command-close",
    ),
    key(Action::Switch, Place::Game, &[], "1–9", "command-switch"),
    key(
        Action::NextGame,
        Place::Game,
        &[KeyCode::Tab],
        "Tab",
        "tui-key-next-game",
    ),
    column_key(
        Action::Replay,
        Place::Game,
        &[Char('r'), Char('V')],
        "r",
        "command-at",
    ),
    key(
        Action::Pause,
        Place::Game,
        &[Char('P'), KeyCode::Esc],
        "P",
        "tui-key-pause",
    ),
    key(Action::Stop, Place::Game, &[], "Esc", "tui-key-stop"),
    key(
        Action::Left,
        Place::Replay,
        &[KeyCode::Left, KeyCode::Up],
        "←",
        "tui-key-back",
    ),
    key(
        Action::Right,
        Place::Replay,
        &[KeyCode::Right, KeyCode::Down],
        "→",
        "tui-key-forward",
    ),
    key(
        Action::PageUp,
        Place::Replay,
        &[KeyCode::PageUp],
        "PgUp",
        "tui-key-page-up",
    ),
    key(
        Action::PageDown,
        Place::Replay,
        &[KeyCode::PageDown],
        "PgDn",
        "tui-key-page-down",
    ),
    key(
        Action::First,
        Place::Replay,
        &[KeyCode::Home],
        "Home",
        "tui-key-first",
    ),
    key(
        Action::Last,
        Place::Replay,
        &[KeyCode::End],
        "End",
        "tui-key-last",
    ),
    key(Action::Type, Place::Replay, &[], "b5 w7 12", "tui-key-jump"),
    key(
        Action::Branch,
        Place::Replay,
        &[Char('B')],
        "B",
        "command-branch",
    ),
    key(
        Action::Pause,
        Place::Replay,
        &[KeyCode::Esc],
        "Esc",
        "tui-key-leave",
    ),
    key(
        Action::Help,
        Place::Both,
        &[KeyCode::F(1), Char('H'), Char('F')],
        "F1 H",
        "tui-key-help",
    ),
    column_key(
        Action::Quit,
        Place::Both,
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
    KEYS.iter()
        .filter(move |info| info.place == place || info.place == Place::Both)
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
        for place in [Place::Game, Place::Replay] {
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
            for info in keys(Place::Game) {
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
