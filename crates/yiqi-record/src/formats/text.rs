//! Reads text: characters, lines and columns.

use std::borrow::Cow;

use crate::{Expected, Location, Problem, ReadError};

/// The text of a file that must be UTF-8, without its byte order mark.
pub(crate) fn decode(bytes: &[u8]) -> Result<&str, ReadError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let good = String::from_utf8_lossy(good);
        let line = lines(&good).count().max(1);
        let column = lines(&good)
            .last()
            .map_or(0, |(_, line)| line.chars().count())
            + 1;
        ReadError::in_text(line, column, Problem::NotUtf8)
    })
}

/// The text of a file from another program: UTF-8, or else Latin-1, in which every byte is a
/// character.
pub(crate) fn decode_lenient(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// The lines of a text with any kind of line ending, numbered from 1.
pub(crate) fn lines(text: &str) -> Lines<'_> {
    Lines {
        rest: Some(text),
        number: 0,
    }
}

/// See [`lines`].
pub(crate) struct Lines<'a> {
    rest: Option<&'a str>,
    number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let here = self.rest?;
        self.number += 1;
        let Some(end) = here.find(['\n', '\r']) else {
            self.rest = None;
            return Some((self.number, here));
        };
        let width = if here[end..].starts_with("\r\n") {
            2
        } else {
            1
        };
        self.rest = Some(&here[end + width..]);
        Some((self.number, &here[..end]))
    }
}

/// Whether a character ends a line.
pub(crate) fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// The location of a part of a line, which must be a slice of it.
pub(crate) fn location_in(line_number: usize, line: &str, part: &str) -> Location {
    let byte = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    let column = line.get(..byte).map_or(0, |before| before.chars().count()) + 1;
    Location::Text {
        line: line_number,
        column,
    }
}

/// Reads a text character by character and tracks its location.
pub(crate) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Scanner<'a> {
        Scanner {
            rest: text,
            line: 1,
            column: 1,
        }
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The text that has not been read yet.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        // A carriage return ends a line, unless a line feed follows, which then ends it.
        if c == '\n' || (c == '\r' && !self.rest.starts_with('\n')) {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    /// Reads this character if it comes next.
    pub(crate) fn eat(&mut self, c: char) -> bool {
        if self.peek() == Some(c) {
            self.bump();
            true
        } else {
            false
        }
    }

    pub(crate) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest;
        while self.peek().is_some_and(&wanted) {
            self.bump();
        }
        &start[..start.len() - self.rest.len()]
    }

    pub(crate) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    pub(crate) fn location(&self) -> Location {
        Location::Text {
            line: self.line,
            column: self.column,
        }
    }

    /// Reports that something else was expected here, or that the text is cut short if this is its
    /// end.
    pub(crate) fn error(&self, expected: Expected) -> ReadError {
        let problem = if self.rest.is_empty() {
            Problem::CutShort { expected }
        } else {
            let word = self.rest.lines().next().unwrap_or_default();
            Problem::expected(expected, word)
        };
        ReadError {
            location: self.location(),
            problem,
        }
    }
}
