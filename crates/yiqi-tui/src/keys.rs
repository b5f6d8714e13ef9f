//! The keys of a board and of the replay, from the desk's single list of commands.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use yiqi_desk::commands::{CommandInfo, Key, commands, find_key};
use yiqi_text::Text;

pub(crate) use yiqi_desk::commands::{
    Action, CURSOR_LETTERS, Scope, begins_typing, find_letter, is_column,
};

/// The command that a key triggers at once in a scope, on a board with this many columns.
pub(crate) fn action(scope: Scope, event: &KeyEvent, columns: u8) -> Option<Action> {
    Some(find_key(key(plain(event)?)?, scope, columns)?.action)
}

/// The key, unless it was pressed together with Ctrl or Alt.
pub(crate) fn plain(event: &KeyEvent) -> Option<KeyCode> {
    let modified = KeyModifiers::CONTROL | KeyModifiers::ALT;
    (!event.modifiers.intersects(modified)).then_some(event.code)
}

/// The commands of a scope that help lists by their keys.
pub(crate) fn keys(scope: Scope) -> impl Iterator<Item = &'static CommandInfo> {
    commands(scope).filter(|info| !info.keys.is_empty() || info.name.is_empty())
}

/// The name of an action's first key, on a board with this many columns.
pub(crate) fn shown(text: &Text, scope: Scope, action: Action, columns: u8) -> String {
    keys(scope)
        .find(|info| info.action == action)
        .map(|info| info.shown_key(text, scope, columns))
        .unwrap_or_default()
}

/// A key of the list, from the code that the terminal sends.
fn key(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Enter => Key::Enter,
        KeyCode::Tab => Key::Tab,
        KeyCode::Esc => Key::Esc,
        KeyCode::F(1) => Key::F1,
        KeyCode::F(2) => Key::F2,
        _ => return None,
    })
}
