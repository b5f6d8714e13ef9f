//! A line of text input with a cursor.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;
use yiqi_record::notation::is_unprintable;
use yiqi_text::columns::{head, width};

use crate::cells::put;

/// The longest line that is accepted, in characters.
const CHARS_MAX: usize = 400;

/// A line of text input. The cursor moves and deletes by grapheme clusters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Input {
    typed: String,
    /// The insertion point in bytes, always between two grapheme clusters.
    cursor: usize,
}

/// The effect of a key on the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputResult {
    /// The text or the cursor changed, if it could.
    Changed,
    /// The line was submitted.
    Done(String),
    /// The line was canceled.
    Canceled,
    /// The key has no meaning here.
    Ignored,
}

impl Input {
    /// A line with initial text and the cursor at its end.
    pub(crate) fn starting(typed: impl Into<String>) -> Input {
        let typed = typed.into();
        let cursor = typed.len();
        Input { typed, cursor }
    }

    pub(crate) fn typed(&self) -> &str {
        &self.typed
    }

    /// Inserts pasted text, up to the end of its first line.
    pub(crate) fn paste(&mut self, text: &str) {
        let line = text.trim_start().lines().next().unwrap_or_default();
        for c in line.chars().filter(|&c| !is_unprintable(c)) {
            self.insert(c);
        }
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> InputResult {
        // The usual Emacs bindings of line editors.
        let code = match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (code, false) => code,
            (KeyCode::Char('a'), true) => KeyCode::Home,
            (KeyCode::Char('e'), true) => KeyCode::End,
            (KeyCode::Char('b'), true) => KeyCode::Left,
            (KeyCode::Char('f'), true) => KeyCode::Right,
            (KeyCode::Char('h'), true) => KeyCode::Backspace,
            (KeyCode::Char('d'), true) => KeyCode::Delete,
            (KeyCode::Char('w'), true) => return self.delete(self.word_start(), self.cursor),
            (KeyCode::Char('u'), true) => return self.delete(0, self.cursor),
            (KeyCode::Char('k'), true) => return self.delete(self.cursor, self.typed.len()),
            (KeyCode::Char(_), true) => return InputResult::Ignored,
            (code, true) => code,
        };
        match code {
            KeyCode::Enter => {
                self.cursor = 0;
                return InputResult::Done(std::mem::take(&mut self.typed));
            }
            KeyCode::Esc => return InputResult::Canceled,
            KeyCode::Backspace if self.typed.is_empty() => return InputResult::Canceled,
            KeyCode::Backspace => return self.delete(self.before(), self.cursor),
            KeyCode::Delete => return self.delete(self.cursor, self.after()),
            KeyCode::Left => self.cursor = self.before(),
            KeyCode::Right => self.cursor = self.after(),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.typed.len(),
            KeyCode::Char(c) if !is_unprintable(c) => self.insert(c),
            _ => return InputResult::Ignored,
        }
        InputResult::Changed
    }

    fn insert(&mut self, c: char) {
        if self.typed.chars().count() < CHARS_MAX {
            self.typed.insert(self.cursor, c);
            self.cursor += c.len_utf8();
        }
    }

    fn delete(&mut self, start: usize, end: usize) -> InputResult {
        self.typed.replace_range(start..end, "");
        self.cursor = start;
        InputResult::Changed
    }

    /// The start of the grapheme cluster before the cursor.
    fn before(&self) -> usize {
        let mut graphemes = self.typed[..self.cursor].grapheme_indices(true);
        graphemes.next_back().map_or(0, |(at, _)| at)
    }

    /// The end of the grapheme cluster after the cursor.
    fn after(&self) -> usize {
        let mut graphemes = self.typed[self.cursor..].graphemes(true);
        self.cursor + graphemes.next().map_or(0, str::len)
    }

    /// The start of the word before the cursor.
    fn word_start(&self) -> usize {
        let mut words = self.typed[..self.cursor].split_word_bound_indices();
        words
            .rfind(|(_, word)| !word.trim().is_empty())
            .map_or(0, |(at, _)| at)
    }

    /// The start of the visible part in this many columns: the end of the line is visible, or the
    /// part after the cursor if that is further left.
    fn first_shown(&self, columns: usize) -> usize {
        let mut starts = self.typed.grapheme_indices(true).map(|(at, _)| at);
        // The cursor at the end also takes a column.
        let fits = |at: &usize| width(&self.typed[*at..]) < columns.max(1);
        starts
            .find(fits)
            .unwrap_or(self.typed.len())
            .min(self.cursor)
    }

    /// Draws the line into the first row of an area, with `_` at its end if the cursor is there,
    /// and returns the position for the terminal's cursor.
    pub(crate) fn draw(&self, buf: &mut Buffer, area: Rect, style: Style) -> Position {
        let columns = usize::from(area.width);
        let first = self.first_shown(columns);
        let sign = if self.cursor == self.typed.len() {
            "_"
        } else {
            ""
        };
        let shown = format!("{}{sign}", &self.typed[first..]);
        put(
            buf,
            area.x,
            area.y,
            area.width,
            head(&shown, columns),
            style,
        );
        let before = u16::try_from(width(&self.typed[first..self.cursor])).unwrap_or(u16::MAX);
        let x = area
            .x
            .saturating_add(before)
            .min(area.right().saturating_sub(1));
        Position { x, y: area.y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types keys into a line: characters as they are, `<` `>` for the arrows, `^` and a letter for
    /// Ctrl, `~` for Delete, `#` for Backspace.
    fn typed(line: &str, keys: &str) -> String {
        let mut input = Input::starting(line);
        let mut keys = keys.chars();
        while let Some(c) = keys.next() {
            let key = match c {
                '<' => KeyEvent::from(KeyCode::Left),
                '>' => KeyEvent::from(KeyCode::Right),
                '~' => KeyEvent::from(KeyCode::Delete),
                '#' => KeyEvent::from(KeyCode::Backspace),
                '^' => KeyEvent::new(KeyCode::Char(keys.next().unwrap()), KeyModifiers::CONTROL),
                c => KeyEvent::from(KeyCode::Char(c)),
            };
            assert_eq!(input.key(key), InputResult::Changed, "{c}");
        }
        let (before, after) = input.typed.split_at(input.cursor);
        format!("{before}|{after}")
    }

    #[test]
    fn keys_move_the_cursor_and_edit_there() {
        assert_eq!(typed("", "d3"), "d3|");
        assert_eq!(typed("d3", "<e"), "de|3");
        assert_eq!(typed("d3", "^aX>"), "Xd|3");
        assert_eq!(typed("d3", "^a<~^e>!"), "3!|");
        assert_eq!(typed("say good day", "^w"), "say good |");
        assert_eq!(typed("say good  ", "^w"), "say |");
        assert_eq!(typed("say good", "<<^u"), "|od");
        assert_eq!(typed("say good", "<<^k"), "say go|");
        assert_eq!(typed("ab", "^a#"), "|ab");
    }

    #[test]
    fn a_grapheme_cluster_is_edited_as_one_character() {
        // A thumb with a skin tone, a letter with a combining accent, a flag.
        for one in ["👍🏽", "e\u{301}", "🇨🇳", "好", "❤\u{fe0f}"] {
            let line = format!("a{one}b");
            assert_eq!(typed(&line, "<#"), "a|b", "{one}");
            assert_eq!(typed(&line, "<<~"), "a|b", "{one}");
            assert_eq!(typed(&line, "<<>"), format!("a{one}|b"), "{one}");
            // Its parts may also be typed one by one, even in the middle of a line.
            assert_eq!(
                typed("ab", &format!("<{one}")),
                format!("a{one}|b"),
                "{one}"
            );
        }
        assert_eq!(typed("你好，棋手", "^w"), "你好，棋|");
    }

    #[test]
    fn backspace_cancels_an_empty_line_and_enter_submits_a_line() {
        let mut input = Input::starting("好");
        assert_eq!(input.key(KeyCode::Backspace.into()), InputResult::Changed);
        assert_eq!(input.key(KeyCode::Backspace.into()), InputResult::Canceled);
        input.paste("  d3\ne3");
        assert_eq!(input.key(KeyCode::Left.into()), InputResult::Changed);
        input.paste("1");
        let done = InputResult::Done("d13".to_owned());
        assert_eq!(input.key(KeyCode::Enter.into()), done);
        assert_eq!(input, Input::default());
    }

    /// The line as drawn in this many columns, and the column of the cursor.
    fn drawn(input: &Input, columns: u16) -> (String, u16) {
        let area = Rect::new(0, 0, columns, 1);
        let mut buf = Buffer::empty(area);
        let at = input.draw(&mut buf, area, Style::new());
        let cells = (0..columns).map(|x| buf[(x, 0)].symbol());
        (cells.collect::<String>().trim_end().to_owned(), at.x)
    }

    #[test]
    fn the_cursor_is_where_the_next_character_goes() {
        let mut input = Input::starting("下a👍🏽");
        assert_eq!(drawn(&input, 10).1, 5);
        for column in [3, 2, 0, 0] {
            input.key(KeyCode::Left.into());
            assert_eq!(drawn(&input, 10).1, column);
        }
        // A line that does not fit is cut away from the cursor.
        let mut input = Input::starting("abcdefgh");
        assert_eq!(drawn(&input, 5), ("efgh_".to_owned(), 4));
        for _ in 0..5 {
            input.key(KeyCode::Left.into());
        }
        assert_eq!(drawn(&input, 5), ("defgh".to_owned(), 0));
        input.key(KeyCode::Home.into());
        assert_eq!(drawn(&input, 5), ("abcde".to_owned(), 0));
    }
}
