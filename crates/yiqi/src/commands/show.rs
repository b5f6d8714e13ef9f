//! `yiqi show FILE`: the position after any move of a game.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use yiqi_record::notation::move_name;
use yiqi_record::{Record, Replay};
use yiqi_rules::{AnyPosition, Changes, Color, GameSpec, Move};
use yiqi_text::{Args, Text, board, words};

use super::{format_option, spec_option};
use crate::failure::Failure;
use crate::files::{file_failure, read_records};

/// A place in a game, as a person names it.
enum At {
    End,
    Ply(usize),
    /// After a side's n-th stone.
    Stone(Color, usize),
}

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
    // Reading has played all moves, so they can be played again.
    let replay = record
        .replay()
        .map_err(|error| file_failure(text, path, error.to_string()))?;
    let ply = find_ply(&replay, &at, text).map_err(|problem| file_failure(text, path, problem))?;
    print(record, &replay, ply, text, out)
}

fn parse_at(at: Option<&String>, text: &Text) -> Result<At, Failure> {
    let Some(value) = at else {
        return Ok(At::End);
    };
    let lower = value.trim().to_ascii_lowercase();
    let side = |prefix| {
        lower
            .strip_prefix(prefix)
            .and_then(|n: &str| n.parse().ok())
    };
    if let Ok(ply) = lower.parse() {
        Ok(At::Ply(ply))
    } else if let Some(number) = side("b") {
        Ok(At::Stone(Color::Black, number))
    } else if let Some(number) = side("w") {
        Ok(At::Stone(Color::White, number))
    } else {
        Err(Failure::usage(
            text.fill("error-at", Args::new().text("value", value)),
        ))
    }
}

/// The number of plies before the place asked for.
fn find_ply(replay: &Replay, at: &At, text: &Text) -> Result<usize, String> {
    let plies = replay.plies();
    match *at {
        At::End => Ok(plies.len()),
        At::Ply(ply) if ply <= plies.len() => Ok(ply),
        At::Ply(_) => Err(text.fill(
            "error-no-such-ply",
            Args::new().number("count", plies.len()),
        )),
        At::Stone(_, 0) => Ok(0),
        At::Stone(color, number) => {
            let is_own = |ply: &Changes| ply.placed.is_some_and(|(_, stone)| stone == color);
            let own = plies.iter().zip(1..).filter(|(ply, _)| is_own(ply));
            own.clone()
                .nth(number - 1)
                .map(|(_, ply)| ply)
                .ok_or_else(|| {
                    text.fill(
                        "error-no-such-stone",
                        Args::new()
                            .text("color", words::color(text, color))
                            .number("count", own.count()),
                    )
                })
        }
    }
}

fn print(
    record: &Record,
    replay: &Replay,
    ply: usize,
    text: &Text,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let spec = record.header.spec;
    let mut position = record
        .header
        .start_position()
        .map_err(|error| Failure::work(words::setup_error(text, &error)))?;
    for mv in replay.moves().take(ply) {
        position.play_unchecked(mv);
    }
    write!(out, "{}", board::plain(&position))?;
    writeln!(out, "{}", words::game(text, spec))?;
    writeln!(out, "{}", players(record, replay, text))?;
    let moved = ply
        .checked_sub(1)
        .and_then(|last| replay.plies().get(last))
        .map(|changes| move_name(changes.mv, spec))
        .unwrap_or_default();
    let after = Args::new()
        .number("ply", ply)
        .number("plies", replay.plies().len())
        .text("move", moved);
    writeln!(out, "{}", text.fill("show-after", after))?;
    if let GameSpec::Reversi(_) = spec {
        let count = |color| position.stones(color).len().to_string();
        let args = stones()
            .text("black", count(Color::Black))
            .text("white", count(Color::White));
        writeln!(out, "{}", text.fill("show-score", args))?;
    }
    writeln!(
        out,
        "{}",
        state(record, &position, ply == replay.plies().len(), text)
    )?;
    Ok(())
}

fn stones() -> Args {
    Args::new()
        .text("black-stone", words::stone(Color::Black))
        .text("white-stone", words::stone(Color::White))
}

/// Who plays which color, as it is at the end of the game.
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

/// Whose turn it is and what is asked for, or how the game ended.
fn state(record: &Record, position: &AnyPosition, is_end: bool, text: &Text) -> String {
    let spec = position.spec();
    if let Some(outcome) = position.outcome() {
        return words::result(text, &(&outcome).into(), spec);
    }
    if let Some(result) = record.header.result.filter(|_| is_end) {
        return words::result(text, &result, spec);
    }
    let color = position.turn().unwrap_or(Color::Black);
    let args = Args::new()
        .text("stone", words::stone(color))
        .text("color", words::color(text, color));
    let choices = position.legal_words();
    if choices.is_empty() {
        text.fill("show-turn", args)
    } else if choices == [Move::Pass] {
        text.fill("show-must-pass", args)
    } else {
        let names: Vec<&str> = choices.iter().filter_map(|mv| mv.word()).collect();
        text.fill("show-choose", args.text("choices", names.join(", ")))
    }
}
