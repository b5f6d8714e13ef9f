//! RenLib libraries: a tree of moves on a 15×15 board, with comments. Read-only.
//!
//! A library may contain lines that Renju forbids, so it is read as freestyle unless the caller
//! asks for something else. A text that RenLib draws on the board becomes a comment in brackets:
//! `[A]`.

use yiqi_rules::{Color, GameSpec, Move, Point};

use super::builder::{Budget, Builder};
use super::text::decode_lenient;
use crate::{Event, Expected, Header, Location, NodeId, Problem, ReadError, Record};

const MAGIC: &[u8] = b"\xffRenLib\xff";
const HEADER_BYTES: usize = 20;
/// The newest major version of the format; minor versions do not matter.
const VERSION: u8 = 3;
const BOARD_SIZE: u8 = 15;

// The bits of a node's second byte.
const HAS_SIBLING: u8 = 0x80;
const IS_LEAF: u8 = 0x40;
const HAS_OLD_COMMENT: u8 = 0x20;
const HAS_COMMENT: u8 = 0x08;
const IS_NO_MOVE: u8 = 0x02;
const IS_EXTENDED: u8 = 0x01;
/// The bit of the extension's second byte.
const HAS_BOARD_TEXT: u8 = 0x01;

/// Reads a library as one game with branches.
pub(crate) fn read(bytes: &[u8], game: Option<GameSpec>) -> Result<Vec<Record>, ReadError> {
    if bytes.len() < HEADER_BYTES && MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) {
        let expected = Expected::RenLibHeader;
        return Err(ReadError::at_byte(
            bytes.len(),
            Problem::CutShort { expected },
        ));
    }
    if !looks_like(bytes) {
        let found = decode_lenient(&bytes[..bytes.len().min(MAGIC.len())]);
        let problem = Problem::expected(Expected::RenLibHeader, &found);
        return Err(ReadError::at_byte(0, problem));
    }
    let version = bytes[MAGIC.len()];
    if version > VERSION {
        let problem = Problem::Version {
            found: version.into(),
            known: VERSION.into(),
        };
        return Err(ReadError::at_byte(MAGIC.len(), problem));
    }
    let spec = match game {
        None => GameSpec::GOMOKU,
        Some(spec @ GameSpec::Gomoku(gomoku)) if gomoku.size() == BOARD_SIZE => spec,
        Some(spec) => {
            let what = spec.to_string();
            return Err(ReadError::at_byte(0, Problem::OtherGame { what }));
        }
    };
    let mut budget = Budget::default();
    let start = Location::Byte { offset: 0 };
    let mut library = Library {
        input: Input {
            bytes,
            at: HEADER_BYTES,
        },
        builder: Builder::new(Header::new(spec), start, &mut budget),
        begin: None,
    };
    library.read_nodes()?;
    Ok(vec![library.builder.finish()?])
}

/// Whether the bytes begin with the header of a library.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER_BYTES && bytes.starts_with(MAGIC)
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

struct Library<'a, 'b> {
    input: Input<'a>,
    builder: Builder<'b>,
    /// The entry that precedes all others.
    begin: Option<NodeId>,
}

impl Library<'_, '_> {
    /// Reads nodes depth first. If a node has a sibling, the entry before it is saved for later.
    fn read_nodes(&mut self) -> Result<(), ReadError> {
        let mut parents: Vec<Option<NodeId>> = Vec::new();
        let mut parent = None;
        let mut is_first = true;
        // A library without moves has no nodes.
        let mut is_complete = self.input.is_at_end();
        while !is_complete {
            let (last, flags) = self.read_node(parent, is_first)?;
            is_first = false;
            if flags & HAS_SIBLING != 0 {
                parents.push(parent);
            }
            if flags & IS_LEAF == 0 {
                parent = last;
            } else if let Some(kept) = parents.pop() {
                parent = kept;
            } else {
                is_complete = true;
            }
        }
        if self.input.is_at_end() {
            Ok(())
        } else {
            let found = self.input.bytes[self.input.at];
            let problem = Problem::expected(Expected::End, &format!("{found:#04x}"));
            Err(ReadError::at_byte(self.input.at, problem))
        }
    }

    /// Adds the entries of a node after `parent`; returns the last of them and the flags.
    fn read_node(
        &mut self,
        parent: Option<NodeId>,
        is_first: bool,
    ) -> Result<(Option<NodeId>, u8), ReadError> {
        let location = Location::Byte {
            offset: self.input.at,
        };
        let [position, flags] = self.input.take_pair(Expected::RenLibNode)?;
        let has_board_text = flags & IS_EXTENDED != 0
            && self.input.take_pair(Expected::RenLibNode)?[1] & HAS_BOARD_TEXT != 0;
        let mut last = parent;
        let mv = match position {
            _ if flags & IS_NO_MOVE != 0 => None,
            0 if is_first => None,
            // RenLib allows passes. If our rules do not, they report it.
            0 => Some(Move::Pass),
            _ => Some(point_of(position).map(Move::Place).ok_or_else(|| {
                let problem = Problem::expected(Expected::RenLibNode, &format!("{position:#04x}"));
                ReadError { location, problem }
            })?),
        };
        if let Some(mv) = mv {
            last = Some(self.push(last, Event::Move(mv.into()), location)?);
        }
        let text_place = Location::Byte {
            offset: self.input.at,
        };
        if flags & (HAS_OLD_COMMENT | HAS_COMMENT) != 0 {
            let bytes = if flags & HAS_OLD_COMMENT != 0 {
                self.input.take_old_text()?
            } else {
                self.input.take_text()?.to_vec()
            };
            last = self.push_comment(last, &decoded(&bytes), text_place)?;
        }
        if has_board_text {
            let text = decoded(self.input.take_text()?);
            last = self.push_comment(last, &format!("[{text}]"), text_place)?;
        }
        Ok((last, flags))
    }

    fn push_comment(
        &mut self,
        parent: Option<NodeId>,
        text: &str,
        location: Location,
    ) -> Result<Option<NodeId>, ReadError> {
        if text.is_empty() {
            return Ok(parent);
        }
        let text = text.into();
        self.push(parent, Event::Comment { seat: None, text }, location)
            .map(Some)
    }

    fn push(
        &mut self,
        parent: Option<NodeId>,
        event: Event,
        location: Location,
    ) -> Result<NodeId, ReadError> {
        if self.begin.is_none() {
            let first = Color::Black;
            let begin = Event::Begin { first };
            self.begin = Some(self.builder.push_event(None, 0, begin, location)?);
        }
        self.builder
            .push_event(parent.or(self.begin), 0, event, location)
    }
}

impl<'a> Input<'a> {
    fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn take_pair(&mut self, expected: Expected) -> Result<[u8; 2], ReadError> {
        let pair = self.bytes[self.at..]
            .first_chunk::<2>()
            .ok_or_else(|| ReadError::at_byte(self.bytes.len(), Problem::CutShort { expected }))?;
        self.at += 2;
        Ok(*pair)
    }

    /// A text terminated by a zero, in pairs of bytes.
    fn take_text(&mut self) -> Result<&'a [u8], ReadError> {
        let start = self.at;
        while !self.take_pair(Expected::RenLibText)?.contains(&0) {}
        let text = &self.bytes[start..self.at];
        let end = text.iter().position(|&b| b == 0).unwrap_or(text.len());
        Ok(&text[..end])
    }

    /// A text of the first versions: seven bits per character; the eighth marks the last one.
    fn take_old_text(&mut self) -> Result<Vec<u8>, ReadError> {
        let mut text = Vec::new();
        loop {
            for byte in self.take_pair(Expected::RenLibText)? {
                let is_last = byte & 0x80 != 0;
                text.extend(Some(byte & 0x7f).filter(|&b| b != 0));
                if is_last {
                    return Ok(text);
                }
            }
        }
    }
}

/// Decodes a column from 1 in the low half of a byte and a row from 0 in the high half.
fn point_of(position: u8) -> Option<Point> {
    let col = (position & 0x0f).checked_sub(1)?;
    Point::new(col, position >> 4).filter(|point| point.is_on(BOARD_SIZE))
}

/// A text with normalized line breaks. RenLib ends the first line with a backspace.
fn decoded(bytes: &[u8]) -> String {
    decode_lenient(bytes)
        .replace("\r\n", "\n")
        .replace(['\r', '\x08'], "\n")
        .trim_end()
        .to_owned()
}
