//! One module per format, and what they share.
//!
//! Each module has `read`, from bytes to records, and most have `write`, the reverse. Readers make
//! one pass over the input, keep nothing but the records, and check every move by the rules.

mod builder;
mod gomoku;
mod reversi;
mod text;

pub(crate) mod ggf;
pub(crate) mod obf;
pub(crate) mod offsets;
pub(crate) mod pos;
pub(crate) mod psq;
pub(crate) mod renlib;
pub(crate) mod save;
pub(crate) mod sgf;
pub(crate) mod transcript;
pub(crate) mod wthor;
pub(crate) mod yiqi;

use crate::Format;

/// Detects the format of a file by its contents: the first format that claims them.
pub(crate) fn detect(bytes: &[u8]) -> Option<Format> {
    if renlib::looks_like(bytes) {
        return Some(Format::RenLib);
    }
    if wthor::looks_like(bytes) {
        return Some(Format::Wthor);
    }
    // The beginning decides; an invalid character further on does not matter here.
    let head = text::decode_lenient(&bytes[..bytes.len().min(4096)]).into_owned();
    let head = head.trim_start();
    [
        (Format::Yiqi, yiqi::looks_like as fn(&str) -> bool),
        (Format::Ggf, ggf::looks_like),
        (Format::Sgf, sgf::looks_like),
        (Format::Psq, psq::looks_like),
        (Format::Save, save::looks_like),
        (Format::Offsets, offsets::looks_like),
        (Format::Obf, obf::looks_like),
        (Format::Transcript, transcript::looks_like),
        (Format::Pos, pos::looks_like),
    ]
    .into_iter()
    .find(|(_, looks_like)| looks_like(head))
    .map(|(format, _)| format)
}
