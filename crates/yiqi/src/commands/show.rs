//! `yiqi show FILE`: the position after any move of a game.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use yiqi_desk::PlyRef;
use yiqi_desk::words::ply_ref_error;
use yiqi_record::notation::move_name;
use yiqi_record::{Record, Replay};
use yiqi_rules::{Color, Move};
use yiqi_text::{Args, Text, board, words};

use super::{format_option, spec_option};
use crate::failure::Failure;
use crate::files::{file_failure, read_records};

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let empty = PathBuf::new();
    let path: &Path = args.get_one::<PathBuf>("file").unwrap_or(&empty);
    let at = parse_at(args.get_one::<String>("at"), text)?;
    let game = spec_option(args, "game", text)?;
    let records = read_records(text, path, format_option(args, "from"), game)?;
    let nth = args.get_one::<u32>("nth").copied().unwrap_or(1) as usize;
    let record = records.get(nth - 1).ok_or_else(|| {
        let count = Args::new().number("count", records.len());
        file_failure(text, path, text.fill("error-no-such-game", count))
    })?;
    // The reader has checked all moves, so they can be replayed.
    let replay = record
        .replay()
        .map_err(|error| file_failure(text, path, error.to_string()))?;
    let ply = at
        .ply(replay.plies())
        .map_err(|error| file_failure(text, path, ply_ref_error(text, &error)))?;
    print(record, &replay, ply, text, out)
}

fn parse_at(at: Option<&String>, text: &Text) -> Result<PlyRef, Failure> {
    let Some(value) = at else {
        return Ok(PlyRef::End);
    };
    value
        .parse()
        .map_err(|_| Failure::usage(text.fill("error-at", Args::new().text("value", value))))
}

fn print(
    record: &Record,
    played: &Replay,
    ply: usize,
    text: &Text,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let spec = record.header.spec;
    let replay = played.up_to(ply);
    let position = replay.position();
    write!(out, "{}", board::plain(position))?;
    writeln!(out, "{}", words::game(text, spec))?;
    writeln!(out, "{}", players(record, &replay, text))?;
    let moved = replay
        .plies()
        .last()
        .map(|changes| move_name(changes.mv, spec))
        .unwrap_or_default();
    let after = Args::new()
        .number("ply", ply)
        .number("plies", played.plies().len())
        .text("move", moved);
    writeln!(out, "{}", text.fill("show-after", after))?;
    if let Some(score) = position.score() {
        let args = stones()
            .text("black", score.black.to_string())
            .text("white", score.white.to_string());
        writeln!(out, "{}", text.fill("show-score", args))?;
    }
    writeln!(
        out,
        "{}",
        state(record, &replay, ply == played.plies().len(), text)
    )?;
    Ok(())
}

fn stones() -> Args {
    Args::new()
        .text("black-stone", words::stone(Color::Black))
        .text("white-stone", words::stone(Color::White))
}

/// Who plays which color at this point of the game.
fn players(record: &Record, replay: &Replay, text: &Text) -> String {
    let name = |color| {
        let name = &record.header.players[replay.seat_of(color)];
        if name.is_empty() {
            text.say("show-anonymous")
        } else {
            name.clone()
        }
    };
    let args = stones()
        .text("black", name(Color::Black))
        .text("white", name(Color::White));
    text.fill("show-players", args)
}

/// Whose turn it is and what is expected, or how the game ended.
fn state(record: &Record, replay: &Replay, is_end: bool, text: &Text) -> String {
    let position = replay.position();
    if is_end && let Some(result) = record.result(replay) {
        return words::result(text, &result, position.spec());
    }
    let color = position.turn().unwrap_or(Color::Black);
    let args = Args::new()
        .text("stone", words::stone(color))
        .text("color", words::color(text, color));
    let choices = position.legal_words();
    if choices.is_empty() {
        let turn = text.fill("show-turn", args);
        words::with_stones_due(text, turn, position.spec().game(), position.stones_due())
    } else if choices == [Move::Pass] {
        text.fill("show-must-pass", args)
    } else {
        let names: Vec<&str> = choices.iter().filter_map(|mv| mv.word()).collect();
        text.fill("show-choose", args.text("choices", names.join(", ")))
    }
}
