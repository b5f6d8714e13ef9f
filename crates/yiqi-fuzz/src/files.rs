//! Files of games: what is read is valid, can be written in every format that holds it, and is read
//! back the same.

use yiqi_record::{
    Format, Location, Problem, ReadError, ReadOptions, Record, WriteError, WthorNames,
};
use yiqi_rules::{GameSpec, Move};
use yiqi_session::{Session, Terms};
use yiqi_text::words;

use crate::input::Input;
use crate::sentence::{TEXT, check_sentence};

/// Our own format.
pub(crate) fn yiqi(bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    // No fuzzer guesses checksums: the reader says what they should be.
    for _ in 0..4 {
        check_file(Format::Yiqi, &bytes, &ReadOptions::default());
        match Format::Yiqi.read(&bytes, &ReadOptions::default()) {
            Err(ReadError {
                problem: Problem::Checksum { stated, actual },
                ..
            }) => {
                let text = String::from_utf8_lossy(&bytes);
                let right = format!("crc32:{actual:08x}");
                bytes = text
                    .replacen(&format!("crc32:{stated:08x}"), &right, 1)
                    .into_bytes();
            }
            _ => return,
        }
    }
}

/// Smart Game Format.
pub(crate) fn sgf(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = game(&mut input);
    check_file(Format::Sgf, input.rest(), &options(game));
}

/// The formats of Othello programs.
pub(crate) fn reversi(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let format = input.pick(&[
        Format::Ggf,
        Format::Transcript,
        Format::Obf,
        Format::Save,
        Format::Wthor,
    ]);
    if format != Format::Wthor {
        let game = game(&mut input);
        return check_file(format, input.rest(), &options(game));
    }
    // The files of names come first, each with its length.
    let names = WthorNames {
        players: input.part(),
        tournaments: input.part(),
    };
    check_file(format, input.rest(), &ReadOptions { game: None, names });
}

/// The formats of Gomoku programs.
pub(crate) fn gomoku(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let format = input.pick(&[Format::Psq, Format::Pos, Format::Offsets, Format::RenLib]);
    let game = game(&mut input);
    check_file(format, input.rest(), &options(game));
}

/// A game that the person may name for a file that does not.
fn game(input: &mut Input<'_>) -> Option<GameSpec> {
    let is_named = input.byte() % 4 == 3;
    is_named.then(|| input.spec())
}

fn options(game: Option<GameSpec>) -> ReadOptions<'static> {
    ReadOptions {
        game,
        ..ReadOptions::default()
    }
}

fn check_file(format: Format, bytes: &[u8], options: &ReadOptions<'_>) {
    let _ = Format::of_contents(bytes);
    let records = match format.read(bytes, options) {
        Ok(records) => records,
        Err(error) => {
            // It may be in a file of names.
            let names = [options.names.players, options.names.tournaments];
            let lengths = names.into_iter().flatten().map(<[u8]>::len);
            return check_read_error(&error, lengths.fold(bytes.len(), usize::max));
        }
    };
    assert!(records.len() <= bytes.len());
    let entries: usize = records.iter().map(Record::len).sum();
    assert!(entries <= 64 + 4 * bytes.len(), "{entries} entries");
    for record in &records {
        record.check().expect("what was read is valid");
        // As a desk opens a file. Files may hold more than a game can be continued from.
        if let Ok(session) = Session::new(Terms::of_record(record))
            && let Ok(session) = session.with_entries(record.entries())
        {
            assert_eq!(session.view(0).entry_count, record.entries().count());
        }
    }
    if !records.is_empty() {
        check_own_format(&records);
    }
    for target in Format::ALL {
        match target.write(&records) {
            Ok(written) if target == format => check_again(format, &records, &written, options),
            // One file holds one kind of game: the others are written by their own tests.
            Ok(_) => {}
            Err(error) => check_write_error(&error),
        }
    }
}

/// Our own format holds everything that can be read, and is read back equal.
fn check_own_format(records: &[Record]) {
    let written = Format::Yiqi
        .write(records)
        .expect("our own format holds every game");
    let again = Format::Yiqi
        .read(&written, &ReadOptions::default())
        .expect("our own format reads what it writes");
    assert_eq!(again, records);
    assert_eq!(
        Format::Yiqi.write(&again).as_ref(),
        Ok(&written),
        "writing again changes nothing"
    );
}

/// What a format writes of the games that it read has the same moves, and is written the same again.
fn check_again(format: Format, records: &[Record], written: &[u8], options: &ReadOptions<'_>) {
    let (players, tournaments) = Format::write_wthor_names(records);
    let options = match format {
        Format::Wthor => ReadOptions {
            game: None,
            names: WthorNames {
                players: Some(&players),
                tournaments: Some(&tournaments),
            },
        },
        _ => *options,
    };
    let again = format
        .read(written, &options)
        .unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(written)));
    assert_eq!(again.len(), records.len());
    for (again, record) in again.iter().zip(records) {
        assert_eq!(again.header.spec, record.header.spec);
        assert_eq!(moves(again), moves(record));
    }
    let second = format.write(&again);
    assert_eq!(second.as_deref(), Ok(written), "writing again changes it");
}

/// The moves of the main line.
fn moves(record: &Record) -> Vec<Move> {
    let replay = record.replay().expect("what was read is valid");
    replay.moves().collect()
}

fn check_read_error(error: &ReadError, length: usize) {
    check_sentence(&words::read_error(&TEXT, error));
    let limit = length + 1;
    match error.location {
        Location::Text { line, column } => assert!(line <= limit && column <= limit, "{error}"),
        Location::Byte { offset } => assert!(offset <= limit, "{error}"),
    }
}

fn check_write_error(error: &WriteError) {
    check_sentence(&words::write_error(&TEXT, error));
}
