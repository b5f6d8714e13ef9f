//! `yiqi show FILE`: the position after any move of a game.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use yiqi_desk::words::{ply_ref_error, recorded_name};
use yiqi_desk::{PlyRef, write_picture};
use yiqi_picture::BoardPicture;
use yiqi_record::notation::move_name;
use yiqi_record::{Event, NodeId, Record, Replay, Visit, markup};
use yiqi_rules::{ByColor, Color, GameSpec, Move};
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
    print(record, &replay, ply, text, out)?;
    let about = args.get_one::<String>("at").map(|_| ply);
    for line in remarks(record, &replay, about, text) {
        writeln!(out, "{line}")?;
    }
    match args.get_one::<PathBuf>("picture") {
        Some(path) => write(
            record,
            &replay.up_to(ply),
            path,
            args.get_flag("force"),
            text,
        ),
        None => Ok(()),
    }
}

/// Writes a picture of the position, but not over another file unless forced to.
fn write(
    record: &Record,
    replay: &Replay,
    path: &Path,
    is_forced: bool,
    text: &Text,
) -> Result<(), Failure> {
    if path.exists() && !is_forced {
        return Err(file_failure(text, path, text.say("error-file-exists")));
    }
    let position = replay.position();
    let stones = ByColor::from_fn(|color| position.stones(color));
    let mut picture = BoardPicture::new(record.header.spec, stones);
    if let Some(last) = replay.plies().last() {
        picture.last = last.placed.map(|(point, _)| point);
        picture.flipped = last.flipped;
    }
    if let Some(outcome) = position.outcome() {
        picture.rows = outcome.lines;
    }
    write_picture(&picture, path)
        .map_err(|error| Failure::usage(yiqi_desk::words::store_error(text, &error)))
}

pub(super) fn parse_at(at: Option<&String>, text: &Text) -> Result<PlyRef, Failure> {
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
        .map(|changes| words::move_text(text, changes.mv, spec))
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

/// The most comments and variations that are printed: some files hold thousands.
const REMARKS_MAX: usize = 100;

/// The comments on the game and its variations, one per line: all of them, or those on one position.
fn remarks(record: &Record, played: &Replay, about: Option<usize>, text: &Text) -> Vec<String> {
    let is_about = |ply: usize| about.is_none_or(|about| about == ply);
    let mut lines = Vec::new();
    let mut ply: usize = 0;
    for id in record.main_line() {
        match &record.entry(id).event {
            Event::Move(_) => ply += 1,
            Event::TakeBack { plies } => ply = ply.saturating_sub(usize::from(*plies)),
            Event::Comment { seat, text: said } if is_about(ply) => {
                let said = remark(said, record.header.spec, text);
                let args = Args::new().number("ply", ply).text("text", said);
                let name = seat.map(|seat| match record.header.players[seat].as_str() {
                    "" => words::color(text, played.colors()[seat]),
                    name => yiqi_desk::words::player_name(text, name),
                });
                lines.push(match name {
                    Some(name) => text.fill("show-comment", args.text("name", name)),
                    None => text.fill("show-note", args),
                });
            }
            _ => {}
        }
    }
    for (ply, moves) in variations(record, text) {
        if is_about(ply) {
            lines.push(text.fill("show-variation", Args::new().text("moves", moves)));
        }
    }
    let count = lines.len();
    if count > REMARKS_MAX {
        lines.truncate(REMARKS_MAX);
        let more = Args::new().number("count", count - REMARKS_MAX);
        lines.push(text.fill("show-more", more));
    }
    lines
}

/// Every variation from the move on at which it leaves the game, with the comments on its own moves
/// and the ply after which it begins.
fn variations(record: &Record, text: &Text) -> Vec<(usize, String)> {
    let main: HashSet<NodeId> = record.main_line().collect();
    let is_head = |&id: &NodeId| record.children(record.parent(id)).next() != Some(id);
    let entered = record.walk().filter_map(|visit| match visit {
        Visit::Enter(id) => Some(id),
        Visit::Leave(_) => None,
    });
    entered
        .filter(is_head)
        // More are not shown, and each needs its whole line.
        .take(REMARKS_MAX + 1)
        .map(|head| variation(record, head, &main, text))
        .collect()
}

fn variation(
    record: &Record,
    head: NodeId,
    main: &HashSet<NodeId>,
    text: &Text,
) -> (usize, String) {
    let mut line: Vec<NodeId> =
        std::iter::successors(Some(head), |&id| record.parent(id)).collect();
    line.reverse();
    let own = line.len() - 1;
    let rest = std::iter::successors(record.children(Some(head)).next(), |&id| {
        record.children(Some(id)).next()
    });
    line.extend(rest);
    let mut ply: usize = 0;
    let mut begins = 0;
    let mut words = Vec::new();
    for (index, id) in line.into_iter().enumerate() {
        if index == own {
            begins = ply;
        }
        match &record.entry(id).event {
            Event::Move(played) => {
                ply += 1;
                if !main.contains(&id) {
                    words.push(format!(
                        "{ply}. {}",
                        move_name(played.mv, record.header.spec)
                    ));
                }
            }
            Event::TakeBack { plies } => ply = ply.saturating_sub(usize::from(*plies)),
            Event::Comment { text: said, .. } if index >= own => {
                words.push(format!("({})", remark(said, record.header.spec, text)));
            }
            _ => {}
        }
    }
    (begins, words.join(" "))
}

/// A comment with its marks in words.
fn remark(comment: &str, spec: GameSpec, text: &Text) -> String {
    let (said, marks) = markup::split(comment, spec);
    if marks.is_empty() {
        return said.to_owned();
    }
    let names = marks.iter().map(|mark| {
        let name = spec.point_name(mark.point);
        match (mark.to, mark.text.as_str()) {
            (Some(to), _) => format!("{name}→{}", spec.point_name(to)),
            (None, "") => name,
            (None, label) => format!("{name} {label}"),
        }
    });
    let names = names.collect::<Vec<_>>().join(", ");
    let marked = text.fill("show-marks", Args::new().text("points", names));
    match said {
        "" => marked,
        said => format!("{said} ({marked})"),
    }
}

fn stones() -> Args {
    Args::new()
        .text("black-stone", words::stone(Color::Black))
        .text("white-stone", words::stone(Color::White))
}

/// Who plays which color at this point of the game.
fn players(record: &Record, replay: &Replay, text: &Text) -> String {
    let name = |color| match recorded_name(text, record, replay.seat_of(color)).as_str() {
        "" => words::color(text, color),
        name => name.to_owned(),
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
