//! The syntax of an SGF file: nodes, properties and values.

use std::borrow::Cow;

use crate::formats::text::Scanner;
use crate::{Expected, Location, Problem, ReadError};

/// Splits an SGF file into its parts, one at a time.
pub(super) struct Parser<'a> {
    scanner: Scanner<'a>,
}

/// What can come between two nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// `(` and the `;` after it: the first node of a line.
    Open,
    /// `;`: the next node of the line.
    Node,
    /// `)`: the line ends.
    Close,
}

/// The contents of a pair of brackets.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    raw: &'a str,
    /// Where it begins.
    pub(super) location: Location,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Parser<'a> {
        Parser {
            scanner: Scanner::new(text),
        }
    }

    pub(super) fn location(&self) -> Location {
        self.scanner.location()
    }

    /// Skips everything before the first game, where SGF allows mail headers and the like.
    pub(super) fn skip_to_first_game(&mut self) -> Result<(), ReadError> {
        let start = self.scanner.error(Expected::GameStart);
        while !self.scanner.rest().starts_with("(;") {
            // There may be blanks between the two characters that begin a game.
            let mut ahead = Scanner::new(self.scanner.rest());
            if ahead.eat('(') {
                ahead.skip_blanks();
                if ahead.peek() == Some(';') {
                    break;
                }
            }
            if self.scanner.bump().is_none() {
                return Err(start);
            }
        }
        Ok(())
    }

    /// Advances to the next game; `false` at the end of the file.
    pub(super) fn next_game(&mut self) -> Result<bool, ReadError> {
        self.scanner.skip_blanks();
        match self.scanner.peek() {
            None => Ok(false),
            Some('(') => Ok(true),
            Some(_) => Err(self.scanner.error(Expected::GameStart)),
        }
    }

    /// Reads what follows a node or a completed line.
    pub(super) fn mark(&mut self, after_line: bool) -> Result<Mark, ReadError> {
        self.scanner.skip_blanks();
        if !after_line && self.scanner.eat(';') {
            return Ok(Mark::Node);
        }
        if self.scanner.eat(')') {
            return Ok(Mark::Close);
        }
        if !self.scanner.eat('(') {
            return Err(self.scanner.error(Expected::Parentheses));
        }
        self.scanner.skip_blanks();
        if !self.scanner.eat(';') {
            return Err(self.scanner.error(Expected::Semicolon));
        }
        Ok(Mark::Open)
    }

    /// Reads the name of the next property of a node, if there is one. Older versions allow
    /// lowercase letters in it, which are ignored.
    pub(super) fn property(&mut self) -> Result<Option<Cow<'a, str>>, ReadError> {
        self.scanner.skip_blanks();
        match self.scanner.peek() {
            Some('(' | ')' | ';') => return Ok(None),
            Some(c) if c.is_ascii_alphabetic() => {}
            None => return Err(self.scanner.error(Expected::Parentheses)),
            Some(_) => return Err(self.scanner.error(Expected::PropertyName)),
        }
        let location = self.scanner.location();
        let written = self.scanner.take_while(|c| c.is_ascii_alphabetic());
        let name = if written.bytes().all(|b| b.is_ascii_uppercase()) {
            Cow::Borrowed(written)
        } else {
            Cow::Owned(written.chars().filter(char::is_ascii_uppercase).collect())
        };
        if name.is_empty() {
            let problem = Problem::expected(Expected::PropertyName, written);
            return Err(ReadError { location, problem });
        }
        self.scanner.skip_blanks();
        if self.scanner.peek() != Some('[') {
            return Err(self.scanner.error(Expected::PropertyValue));
        }
        Ok(Some(name))
    }

    /// Reads the next value of a property, if there is one.
    pub(super) fn value(&mut self) -> Result<Option<Value<'a>>, ReadError> {
        self.scanner.skip_blanks();
        if !self.scanner.eat('[') {
            return Ok(None);
        }
        let location = self.scanner.location();
        let start = self.scanner.rest();
        loop {
            match self.scanner.peek() {
                Some(']') => break,
                Some('\\') => {
                    self.scanner.bump();
                    self.scanner.bump();
                }
                Some(_) => {
                    self.scanner.bump();
                }
                None => return Err(self.scanner.error(Expected::ClosingBracket)),
            }
        }
        let raw = &start[..start.len() - self.scanner.rest().len()];
        self.scanner.bump();
        Ok(Some(Value { raw, location }))
    }
}

impl<'a> Value<'a> {
    /// The value as text of several lines.
    pub(super) fn text(&self) -> String {
        unescaped(self.raw, '\n')
    }

    /// The value as one line of text.
    pub(super) fn line(&self) -> String {
        unescaped(self.raw, ' ')
    }

    /// The value as a word, without unescaping.
    pub(super) fn word(&self) -> &'a str {
        self.raw.trim()
    }

    /// The two parts of `name:value`.
    pub(super) fn pair(&self) -> Option<(String, String)> {
        let mut escaped = false;
        let colon = self.raw.find(|c: char| {
            let ends = c == ':' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        })?;
        let name = unescaped(&self.raw[..colon], '\n');
        Some((name, unescaped(&self.raw[colon + 1..], '\n')))
    }

    pub(super) fn error(&self, problem: Problem) -> ReadError {
        ReadError {
            location: self.location,
            problem,
        }
    }

    /// Reports that something else was expected here.
    pub(super) fn unexpected(&self, expected: Expected) -> ReadError {
        self.error(Problem::expected(expected, self.raw))
    }
}

/// A value with its escapes resolved. A line break becomes `line_break`; an escaped one disappears.
fn unescaped(raw: &str, line_break: char) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let (c, escaped) = match c {
            '\\' => match chars.next() {
                Some(next) => (next, true),
                None => break,
            },
            _ => (c, false),
        };
        if matches!(c, '\r' | '\n') {
            if c == '\r' {
                chars.next_if_eq(&'\n');
            }
            if !escaped {
                text.push(line_break);
            }
        } else {
            text.push(c);
        }
    }
    text
}

/// Adds a text, escaped for use between brackets.
pub(super) fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        if matches!(c, '\\' | ']') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// Adds a text, escaped for use before a colon.
pub(super) fn push_escaped_name(out: &mut String, text: &str) {
    for c in text.chars() {
        if matches!(c, '\\' | ']' | ':') {
            out.push('\\');
        }
        out.push(c);
    }
}
