//! Input at a board: cursor keys, and typed points and lines.
//!
//! The letters of the board's columns begin a typed line, and so does `:`; a command whose letter
//! is a column here has another key, in upper case. After h, j, k, l and m a digit makes the two a
//! point: `h` moves the cursor at once, and `8` right after it undoes that and continues with `h8`.
//! So every column can be typed on every board.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Typing, line};
use crate::input::{Input, InputResult};
use crate::keys::{self, Action};
use crate::shared::Shared;

/// Input at a board.
#[derive(Default)]
pub(super) struct BoardInput {
    input: Option<Input>,
    /// A letter just pressed that may turn out to be a column, and the cursor position before it.
    letter: Option<(char, (u8, u8))>,
}

/// What a key means.
pub(super) enum KeyMeaning {
    /// It was handled already.
    Nothing,
    /// An action of the key table.
    Action(Action),
    /// A line was typed.
    Line(String),
    /// A digit, counted from 0.
    Number(usize),
    /// The key has no meaning here.
    Ignored,
}

/// Harmless keys: a digit right after one makes the two a point.
const COLUMN_KEYS: [char; 5] = ['h', 'j', 'k', 'l', 'm'];

impl BoardInput {
    pub(super) fn is_typing(&self) -> bool {
        self.input.is_some()
    }

    /// Begins a typed line with this text.
    pub(super) fn begin(&mut self, typed: &str) {
        self.input = Some(Input::starting(typed));
    }

    /// Adds pasted text to the typed line, or begins one with it.
    pub(super) fn paste(&mut self, text: &str) {
        self.letter = None;
        self.input.get_or_insert_default().paste(text);
    }

    /// Handles a key at a board. Cursor keys move the cursor at once.
    pub(super) fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> KeyMeaning {
        if self.input.is_some() {
            return self.typed(shared, key);
        }
        let letter = self.letter.take();
        let plain = !key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match (key.code, letter) {
            (KeyCode::Char(digit @ '0'..='9'), Some((letter, cursor))) if plain => {
                shared.cursor = cursor;
                self.begin(&format!("{letter}{digit}"));
                return KeyMeaning::Nothing;
            }
            _ => {}
        }
        let columns = shared.spec().size();
        if let Some(action) = keys::action(shared.scope(), &key, columns) {
            if let KeyCode::Char(c) = key.code
                && COLUMN_KEYS.contains(&c)
                && keys::is_column(c, columns)
            {
                self.letter = Some((c, shared.cursor));
            }
            return match (action, key.code) {
                (Action::Switch, KeyCode::Char(digit @ '1'..='9')) => {
                    KeyMeaning::Number(usize::from(digit as u8 - b'1'))
                }
                (Action::Left | Action::Right | Action::Up | Action::Down, _) => {
                    move_cursor(shared, action);
                    KeyMeaning::Nothing
                }
                (Action::Type, _) => {
                    self.begin("");
                    KeyMeaning::Nothing
                }
                (action, _) => KeyMeaning::Action(action),
            };
        }
        match key.code {
            KeyCode::Char(c) if plain && keys::is_column(c.to_ascii_lowercase(), columns) => {
                self.begin(c.encode_utf8(&mut [0; 4]));
                KeyMeaning::Nothing
            }
            _ => KeyMeaning::Ignored,
        }
    }

    fn typed(&mut self, shared: &mut Shared, key: KeyEvent) -> KeyMeaning {
        let Some(input) = &mut self.input else {
            return KeyMeaning::Nothing;
        };
        match line::key(shared, input, key) {
            InputResult::Changed => KeyMeaning::Nothing,
            InputResult::Canceled => {
                self.input = None;
                KeyMeaning::Nothing
            }
            InputResult::Done(line) => {
                self.input = None;
                KeyMeaning::Line(line)
            }
            InputResult::Ignored => {
                shared.unknown_key(&shared.say("tui-hints-typing"));
                KeyMeaning::Nothing
            }
        }
    }

    /// The typed line, in the status line.
    pub(super) fn typing(&self, shared: &Shared) -> Option<Typing<'_>> {
        let input = self.input.as_ref()?;
        Some(Typing::behind(shared, "tui-typing", input))
    }
}

fn move_cursor(shared: &mut Shared, action: Action) {
    let last = shared.spec().size() - 1;
    let (col, row) = shared.cursor;
    shared.cursor = match action {
        Action::Left => (col.saturating_sub(1), row),
        Action::Right => ((col + 1).min(last), row),
        Action::Up => (col, row.saturating_sub(1)),
        _ => (col, (row + 1).min(last)),
    };
}
