//! The keys of a board and of the replay, from the desk's one list of commands.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use yiqi_desk::commands::{CommandInfo, Key, commands, find_key};

pub(crate) use yiqi_desk::commands::{Action, Scope, is_column};

/// What a key asks for in a scope, on a board of so many columns; 0 where no points are typed.
pub(crate) fn action(scope: Scope, event: &KeyEvent, columns: u8) -> Option<Action> {
    if event
        .modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
    {
        return None;
    }
    Some(find_key(key(event.code)?, scope, columns)?.action)
}

/// The commands of a scope that help lists by their keys.
pub(crate) fn keys(scope: Scope) -> impl Iterator<Item = &'static CommandInfo> {
    commands(scope).filter(|info| !info.keys.is_empty() || info.name.is_empty())
}

/// The key of an action, as people read it, on a board of so many columns.
pub(crate) fn shown(scope: Scope, action: Action, columns: u8) -> String {
    keys(scope)
        .find(|info| info.action == action)
        .map(|info| info.shown_keys(columns))
        .unwrap_or_default()
}

/// A key of the list, as the terminal sends it.
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
        _ => return None,
    })
}
