//! SGF, psq, pos strings, Gomocup openings and RenLib libraries, through the public `Format` only.

#[path = "gomoku_formats/lines.rs"]
mod lines;
#[path = "gomoku_formats/random_games.rs"]
mod random_games;
#[path = "gomoku_formats/renlib.rs"]
mod renlib;
#[path = "gomoku_formats/sgf_reading.rs"]
mod sgf_reading;
#[path = "gomoku_formats/sgf_writing.rs"]
mod sgf_writing;

use proptest::prelude::*;
use yiqi_record::{
    ClockRule, EndReason, Entry, Event, Expected, Format, GameResult, Header, NodeId, Problem,
    ReadError, ReadOptions, Record, RunOut, Seat, TimeControl, WriteProblem,
};
use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, Move, PointSet, Setup};
use yiqi_testkit::{Dice, all_specs, hostile, random_cluster, random_play};

fn spec(text: &str) -> GameSpec {
    text.parse().expect("a spec")
}

fn options(game: Option<&str>) -> ReadOptions<'static> {
    ReadOptions {
        game: game.map(spec),
        ..ReadOptions::default()
    }
}

#[track_caller]
fn read_one(format: Format, bytes: &[u8], game: Option<&str>) -> Record {
    let records = match format.read(bytes, &options(game)) {
        Ok(records) => records,
        Err(error) => panic!("{error}"),
    };
    let [record] = <[Record; 1]>::try_from(records).expect("one game");
    record
}

#[track_caller]
fn read_error(format: Format, bytes: &[u8], game: Option<&str>) -> ReadError {
    format
        .read(bytes, &options(game))
        .expect_err("not a good file")
}

#[track_caller]
fn check_error(format: Format, text: &str, want: &str) {
    assert_eq!(read_error(format, text.as_bytes(), None).to_string(), want);
}

/// A record as the format writes it, as text.
#[track_caller]
fn written(format: Format, record: &Record) -> String {
    let bytes = format
        .write(std::slice::from_ref(record))
        .expect("can be written");
    String::from_utf8(bytes).expect("text")
}

/// Writes, reads again and compares.
#[track_caller]
fn check_round_trip(format: Format, record: &Record) {
    let bytes = format
        .write(std::slice::from_ref(record))
        .expect("can be written");
    let options = ReadOptions {
        game: Some(record.header.spec),
        ..ReadOptions::default()
    };
    let again = format.read(&bytes, &options).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&bytes));
    });
    assert_eq!(
        again,
        std::slice::from_ref(record),
        "{}",
        String::from_utf8_lossy(&bytes)
    );
}

/// The tree of a record: names of moves, comments in quotes, other entries in angle brackets, and
/// several continuations of an entry in parentheses.
fn outline(record: &Record) -> String {
    fn add(record: &Record, at: Option<NodeId>, out: &mut Vec<String>) {
        let children: Vec<NodeId> = record.children(at).collect();
        for (index, &child) in children.iter().enumerate() {
            let event = &record.entry(child).event;
            let word = match event {
                Event::Move(played) => match played.mv {
                    Move::Place(point) => record.header.spec.point_name(point),
                    word => word.word().expect("not a placement").to_owned(),
                },
                Event::Comment { text, .. } => format!("{text:?}"),
                Event::Begin { first } => format!("<{first}>"),
                Event::Resign { seat } => format!("<{seat} resigns>"),
                Event::TimeOut { seat } => format!("<{seat} late>"),
                other => format!("<{other:?}>"),
            };
            let mut line = vec![word];
            add(record, Some(child), &mut line);
            let line = line.join(" ");
            out.push(if index + 1 < children.len() || index > 0 {
                format!("({line})")
            } else {
                line
            });
        }
    }
    let mut out = Vec::new();
    add(record, None, &mut out);
    out.join(" ")
}

fn won(winner: Color, reason: EndReason) -> Option<GameResult> {
    Some(GameResult {
        winner: Some(winner),
        reason,
        score: None,
    })
}

const OTHELLO: &str = "(;FF[4]GM[2]SZ[8]PB[Alice]PW[Bob]DT[2024-01-02]EV[Cup]RO[3]RE[B+4]\
    AB[d5][e4]AW[d4][e5]PL[B];B[f5];W[d6];B[c3];W[d3])";

const GOMOKU: &str = "(;FF[4]GM[4]SZ[15]PB[A \\] B]PW[C]RU[renju]C[at first]\r\n;B[hh]C[centre]\
    (;W[ii];B[jh])(;W[ih]C[indirect](;B[ij])(;B[gi];W[gg])))";

const PSQ: &str = "Piskvorky 15x15, 11:0, 1\r\n8,8,0\r\n9,8,1200\r\n8,9,35\r\nalpha.zip\r\n\
    beta.zip\r\n0\r\n2,Renju\r\n";

/// A library made by hand from the description of the format: h8, then i9 with a comment and its
/// sibling i8; after i8 comes j8 (with a text on the board) and its sibling g8.
fn library() -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.extend([0xff; 10]);
    bytes.extend(*b"\x00\x08about\0"); // the root, with a comment
    bytes.extend([0x78, 0x00]); // h8
    bytes.extend(*b"\x69\xc8caf\xe9\0\0"); // i9, a leaf with a sibling and a comment
    bytes.extend([0x79, 0x00]); // i8
    bytes.extend(*b"\x7a\xc1\x00\x01A\0"); // j8, a leaf with a sibling and a text on the board
    bytes.extend([0x77, 0x40]); // g8, the last
    bytes
}

fn samples() -> Vec<(Format, Vec<u8>)> {
    vec![
        (Format::Sgf, OTHELLO.into()),
        (Format::Sgf, GOMOKU.into()),
        (Format::Psq, PSQ.into()),
        (Format::Pos, "# two\nh8i9j7\na1o15\n".into()),
        (Format::Offsets, "0,0, -1,2\n8,-3, 9,9\n".into()),
        (Format::RenLib, library()),
    ]
}

#[test]
fn formats_are_detected_by_contents() {
    for (format, bytes) in samples() {
        // `h8i9` could also be a transcript of a larger board.
        if format != Format::Pos {
            assert_eq!(Format::of_contents(&bytes), Some(format));
        }
    }
}

// Faults 11 and 12.
#[test]
fn damaged_files_never_panic() {
    for (format, bytes) in samples() {
        let damaged = hostile::truncations(&bytes)
            .map(<[u8]>::to_vec)
            .chain(hostile::byte_changes(&bytes))
            .chain(hostile::bit_flips(&bytes));
        for bytes in damaged {
            for game in [None, Some("gomoku:15:renju:swap2"), Some("reversi:4")] {
                if let Ok(records) = format.read(&bytes, &options(game))
                    && let Ok(bytes) = Format::Sgf.write(&records)
                {
                    let again = Format::Sgf.read(&bytes, &ReadOptions::default());
                    if format == Format::Sgf && !records.is_empty() {
                        assert_eq!(again, Ok(records));
                    }
                }
            }
        }
    }
}

#[test]
fn marks_of_an_sgf_are_kept_in_comments_and_written_again() {
    let sgf = "(;GM[4]FF[4]SZ[15]RU[freestyle]CR[aa];B[hh]C[Good.]LB[hi:A][ih:B\\]C]AR[hh:jj]TR[zz][aa:bb]\
               ;W[hi]C[12ms]SQ[hh];B[ii]CR[zz])";
    let records = Format::Sgf
        .read(sgf.as_bytes(), &ReadOptions::default())
        .unwrap();
    let comments: Vec<&str> = records[0]
        .entries()
        .filter_map(|entry| match &entry.event {
            Event::Comment { text, .. } => Some(&**text),
            _ => None,
        })
        .collect();
    assert_eq!(
        comments,
        [
            "[%CR a15]",
            "Good.\n[%AR h8-j6] [%LB h7=A i8=BC]",
            "[%SQ h8]"
        ]
    );
    let written = Format::Sgf.write(&records).unwrap();
    let text = String::from_utf8(written.clone()).unwrap();
    assert!(text.contains("C[Good.]AR[hh:jj]LB[hi:A][ih:BC]"), "{text}");
    assert!(text.contains("CR[aa]"), "{text}");
    let again = Format::Sgf.read(&written, &ReadOptions::default()).unwrap();
    assert_eq!(again, records);
}
