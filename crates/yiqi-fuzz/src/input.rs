//! Choices made by the bytes of an input.

use yiqi_rules::GameSpec;

/// The bytes of an input, taken from the front. Past the end, every choice is 0.
pub(crate) struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Input<'a> {
        Input { rest: bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The bytes not taken yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                byte
            }
            None => 0,
        }
    }

    /// A number of two bytes, the low one first.
    pub(crate) fn short(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// A number of any size: small ones are as likely as huge ones.
    pub(crate) fn number(&mut self) -> u64 {
        let shift = self.byte() % 64;
        u64::from(self.short()) << shift
    }

    /// One of some values.
    pub(crate) fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[usize::from(self.byte()) % values.len()]
    }

    /// A text of up to 15 bytes.
    pub(crate) fn text(&mut self) -> String {
        let length = usize::from(self.byte() % 16).min(self.rest.len());
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        String::from_utf8_lossy(text).into_owned()
    }

    /// Bytes with their length before them; `None` if there are none.
    pub(crate) fn part(&mut self) -> Option<&'a [u8]> {
        let length = usize::from(self.short()).min(self.rest.len());
        let (part, rest) = self.rest.split_at(length);
        self.rest = rest;
        (!part.is_empty()).then_some(part)
    }

    /// A game on a board that is small enough to end.
    pub(crate) fn spec(&mut self) -> GameSpec {
        self.pick(&SPECS)
            .parse()
            .expect("the specs of the list are valid")
    }
}

const SPECS: [&str; 17] = [
    "reversi",
    "reversi:4",
    "reversi:6:anti",
    "reversi:10",
    "gomoku",
    "gomoku:5",
    "gomoku:7:standard:pro",
    "gomoku:9:renju:swap2",
    "gomoku:6:forbidden:swap1",
    "gomoku:15:renju",
    "gomoku:25",
    "gomoku:8:forbidden",
    "connect6",
    "connect6:8",
    "peace",
    "gomoku:20:standard:swap2",
    "gomoku:7:caro:swap1",
];
