//! A line that is being typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use yiqi_record::notation::is_unprintable;

/// The longest line that is taken.
const CHARS_MAX: usize = 400;

/// A line that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Input {
    typed: String,
}

/// What a key did to the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// It is longer or shorter.
    Changed,
    /// It is done.
    Done(String),
    /// It was given up.
    Left,
    /// The key means nothing here.
    Wrong,
}

impl Input {
    /// A line that begins so.
    pub(crate) fn starting(typed: impl Into<String>) -> Input {
        Input {
            typed: typed.into(),
        }
    }

    pub(crate) fn typed(&self) -> &str {
        &self.typed
    }

    /// Adds what was pasted, up to the end of its first line.
    pub(crate) fn paste(&mut self, text: &str) {
        let line = text.trim_start().lines().next().unwrap_or_default();
        let room = CHARS_MAX.saturating_sub(self.typed.chars().count());
        let printable = line.chars().filter(|&c| !is_unprintable(c));
        self.typed.extend(printable.take(room));
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Typed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => Typed::Done(std::mem::take(&mut self.typed)),
            KeyCode::Esc => Typed::Left,
            KeyCode::Char('u') if control => {
                self.typed.clear();
                Typed::Changed
            }
            KeyCode::Backspace => match self.typed.pop() {
                Some(_) => Typed::Changed,
                None => Typed::Left,
            },
            KeyCode::Char(c) if !control && !is_unprintable(c) => {
                if self.typed.chars().count() < CHARS_MAX {
                    self.typed.push(c);
                }
                Typed::Changed
            }
            _ => Typed::Wrong,
        }
    }
}
