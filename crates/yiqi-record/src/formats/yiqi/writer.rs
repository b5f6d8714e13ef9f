//! Writes the `yiqi` format.

use std::fmt::Write;

use super::phrase::{escaped, escaped_key, words};
use super::{FIRST_WORDS, VERSION};
use crate::clock::Seconds;
use crate::notation::move_name;
use crate::notation::setup_text;
use crate::{
    Entry, Event, GameResult, Header, NodeId, Played, Record, Seat, TimeControl, Visit, WriteError,
};

pub(crate) fn write(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    let mut out = String::new();
    for record in records {
        if !out.is_empty() {
            out.push('\n');
        }
        let text = contents(record);
        let checksum = crc32fast::hash(text.as_bytes());
        out.push_str(&text);
        let _ = writeln!(out, "end crc32:{checksum:08x}");
    }
    Ok(out.into_bytes())
}

/// Everything before the closing line.
fn contents(record: &Record) -> String {
    let mut out = String::new();
    write_header(&mut out, &record.header);
    out.push('\n');
    write_entries(&mut out, record);
    // The blank line separates the closing line even if one line ending gets lost.
    out.push('\n');
    out
}

fn write_header(out: &mut String, header: &Header) {
    let _ = writeln!(out, "{FIRST_WORDS}{VERSION}");
    write_line(out, "Game", &header.spec.to_string());
    for (seat, key) in [(Seat::First, "First"), (Seat::Second, "Second")] {
        if !header.players[seat].is_empty() {
            write_line(out, key, &escaped(&header.players[seat]));
        }
    }
    if let Some(date) = &header.date {
        write_line(out, "Date", &escaped(date));
    }
    if header.time != TimeControl::NONE {
        write_line(out, "Clock", &header.time.to_string());
    }
    if let Some(result) = &header.result {
        write_line(out, "Result", &GameResult::to_string(result));
    }
    if let Some(start) = &header.start {
        write_line(out, "Start", &setup_text(start, header.spec.size()));
    }
    for (key, value) in &header.tags {
        write_line(out, &escaped_key(key), &escaped(value));
    }
}

fn write_line(out: &mut String, key: &str, value: &str) {
    let blank = if value.is_empty() { "" } else { " " };
    let _ = writeln!(out, "{key}:{blank}{value}");
}

/// Walks the tree so that the branches at an entry directly follow its main continuation.
fn write_entries(out: &mut String, record: &Record) {
    // A stack of what remains. A branch is closed when all of it is written.
    enum Todo {
        /// The children of an entry, and the number of plies in effect there.
        Children(Option<NodeId>, u64),
        Branch(NodeId, u64),
        Close,
    }
    let mut todo = vec![Todo::Children(None, 0)];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Close => out.push_str(")\n"),
            Todo::Branch(id, plies) => {
                out.push_str("(\n");
                let plies = write_entry(out, record, id, plies);
                todo.push(Todo::Close);
                todo.push(Todo::Children(Some(id), plies));
            }
            Todo::Children(of, plies) => {
                let mut children = record.children(of);
                let Some(own) = children.next() else {
                    continue;
                };
                let branches: Vec<NodeId> = children.collect();
                let own_plies = write_entry(out, record, own, plies);
                todo.push(Todo::Children(Some(own), own_plies));
                todo.extend(branches.into_iter().rev().map(|id| Todo::Branch(id, plies)));
            }
        }
    }
    debug_assert_eq!(
        record
            .walk()
            .filter(|visit| matches!(visit, Visit::Enter(_)))
            .count(),
        record.len()
    );
}

/// Writes one entry and returns the number of plies in effect after it.
fn write_entry(out: &mut String, record: &Record, id: NodeId, plies: u64) -> u64 {
    let Entry { at_ms, event } = record.entry(id);
    let before_ms = record.parent(id).map_or(0, |id| record.entry(id).at_ms);
    let time = match at_ms.saturating_sub(before_ms) {
        0 => String::new(),
        after_ms => format!(" +{}", Seconds(after_ms)),
    };
    let plies_after = match event {
        Event::Move(_) => plies + 1,
        Event::TakeBack { plies: back } => plies.saturating_sub(u64::from(*back)),
        _ => plies,
    };
    let _ = match event {
        Event::Move(Played { mv, by_clock, eval }) => {
            let name = move_name(*mv, record.header.spec);
            let eval = eval.map(|eval| format!(" eval {}", Hundredths(eval)));
            let clock = if *by_clock { " clock" } else { "" };
            writeln!(
                out,
                "{plies_after}. {name}{time}{}{clock}",
                eval.unwrap_or_default()
            )
        }
        Event::Comment { seat, text } => {
            let who = match seat {
                Some(seat) => format!("{seat} says"),
                None => "note".to_owned(),
            };
            let blank = if text.is_empty() { "" } else { " " };
            writeln!(out, "{who}{time}:{blank}{}", escaped(text))
        }
        other => writeln!(out, "{}{time}", words(other).unwrap_or_default()),
    };
    plies_after
}

/// Hundredths as a signed number with two decimals.
struct Hundredths(i32);

impl std::fmt::Display for Hundredths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { '-' } else { '+' };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}
