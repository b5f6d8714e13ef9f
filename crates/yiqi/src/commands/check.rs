//! `yiqi check`: whether a point may be played, and if not, why. On a terminal the answers are
//! sentences in the person's language; elsewhere they are for scripts, in English whatever the
//! language.

use std::io::{IsTerminal, Write};
use std::path::Path;

use clap::ArgMatches;
use yiqi_record::notation::{ListItem, ParseMoveError, move_name, parse_list, parse_move};
use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, Refusal, Setup};
use yiqi_text::{Args, Text, words};

use super::parse_spec;
use crate::failure::Failure;
use crate::files::read_bytes;

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(file) = args.get_one::<String>("batch") {
        return run_batch(Path::new(file), text, out);
    }
    let spec = args.get_one::<String>("spec").map_or("", String::as_str);
    let moves = args.get_one::<String>("moves").map_or("", String::as_str);
    let position = position_after(parse_spec(spec, text)?, moves, text).map_err(Failure::usage)?;
    let answer = match std::io::stdout().is_terminal() {
        true => sentence,
        false => answer,
    };
    for point in args.get_many::<String>("points").into_iter().flatten() {
        let answer = answer(&position, point, text).map_err(Failure::usage)?;
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

/// One query per line: spec, moves and point separated by tabs.
fn run_batch(file: &Path, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let bytes = read_bytes(text, file)?;
    let lines = String::from_utf8_lossy(&bytes);
    for (number, line) in (1..).zip(lines.lines()) {
        let line = line.trim_start_matches('\u{feff}');
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let answer = batch_answer(line, text).map_err(|problem| {
            Failure::usage(
                text.fill(
                    "error-batch-line",
                    Args::new()
                        .text("file", file.to_string_lossy())
                        .number("line", number)
                        .text("problem", problem),
                ),
            )
        })?;
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

fn batch_answer(line: &str, text: &Text) -> Result<String, String> {
    let mut columns = line.split('\t');
    let (Some(spec), Some(moves), Some(point)) = (columns.next(), columns.next(), columns.next())
    else {
        return Err(text.say("error-batch-columns"));
    };
    let spec: GameSpec = spec
        .parse()
        .map_err(|error| words::spec_error(text, &error))?;
    let position = position_after(spec, moves, text)?;
    answer(&position, point, text)
}

/// The position after a list of moves, in which stones may be placed out of turn.
pub(super) fn position_after(
    spec: GameSpec,
    moves: &str,
    text: &Text,
) -> Result<AnyPosition, String> {
    let items = parse_list(moves, spec).map_err(|error| words::list_error(text, &error))?;
    let mut position = AnyPosition::new(spec);
    // The stones placed since the last move.
    let mut setup: Option<Setup> = None;
    for (number, item) in (1..).zip(items) {
        match item {
            ListItem::Stone(color, point) => {
                let setup = setup.get_or_insert_with(|| setup_of(&position));
                setup.stones[color].insert(point);
                setup.stones[color.other()].remove(point);
            }
            ListItem::Move(mv) => {
                if let Some(setup) = setup.take() {
                    position = set_up(spec, &setup);
                }
                position.play(mv).map_err(|refusal| {
                    text.fill(
                        "error-moves",
                        Args::new()
                            .text("move", move_name(mv, spec))
                            .number("number", number)
                            .text("problem", words::refusal(text, spec, &refusal)),
                    )
                })?;
            }
        }
    }
    Ok(match setup {
        Some(setup) => set_up(spec, &setup),
        None => position,
    })
}

/// The stones of a position and the side to move.
fn setup_of(position: &AnyPosition) -> Setup {
    Setup {
        stones: ByColor::from_fn(|color| position.stones(color)),
        turn: position.turn().unwrap_or(Color::Black),
    }
}

fn set_up(spec: GameSpec, setup: &Setup) -> AnyPosition {
    AnyPosition::from_setup(spec, setup).expect("each stone has its own point on the board")
}

/// `POINT legal` or `POINT refused: REASON`.
fn answer(position: &AnyPosition, point: &str, text: &Text) -> Result<String, String> {
    let spec = position.spec();
    Ok(match verdict(position, point, text)? {
        (name, Verdict::OffBoard) => format!("{name} refused: off the board"),
        (name, Verdict::Legal) => format!("{name} legal"),
        (name, Verdict::Refused(refusal)) => {
            format!("{name} refused: {}", reason(&refusal, spec))
        }
    })
}

/// The same as a sentence for people.
fn sentence(position: &AnyPosition, point: &str, text: &Text) -> Result<String, String> {
    let (name, verdict) = verdict(position, point, text)?;
    let args = Args::new().text("point", name);
    Ok(match verdict {
        Verdict::OffBoard => text.fill("refusal-off-board", args),
        Verdict::Legal => text.fill("check-legal", args),
        Verdict::Refused(refusal) => words::refusal(text, position.spec(), &refusal),
    })
}

/// Whether a move may be played.
enum Verdict {
    Legal,
    OffBoard,
    Refused(Refusal),
}

/// A move by its name, and whether it may be played.
fn verdict(position: &AnyPosition, point: &str, text: &Text) -> Result<(String, Verdict), String> {
    let spec = position.spec();
    let typed = point.trim();
    let asked = ["b:", "w:"]
        .iter()
        .zip(Color::BOTH)
        .find_map(|(prefix, color)| Some((color, typed.strip_prefix(prefix)?)));
    let (turn, name) = match asked {
        Some((color, name)) => (Some(color), name),
        None => (None, typed),
    };
    let mv = match parse_move(name, spec) {
        Ok(mv) => mv,
        Err(ParseMoveError::OffBoard { text: name }) => {
            return Ok((name, Verdict::OffBoard));
        }
        Err(error @ ParseMoveError::NotAMove { .. }) => {
            return Err(words::move_error(text, &error));
        }
    };
    let verdict = match turn {
        // The color applies only while a game is played: not after its end, and not to change an
        // opening.
        Some(color) if position.turn().is_some_and(|turn| turn != color) => {
            let setup = Setup {
                turn: color,
                ..setup_of(position)
            };
            set_up(spec, &setup).check(mv)
        }
        _ => position.check(mv),
    };
    let verdict = match verdict {
        Ok(()) => Verdict::Legal,
        Err(refusal) => Verdict::Refused(refusal),
    };
    Ok((move_name(mv, spec), verdict))
}

fn reason(refusal: &Refusal, spec: GameSpec) -> String {
    match refusal {
        Refusal::Forbidden { lines, .. } => {
            let lines: Vec<String> = lines.iter().map(|line| words::points(spec, line)).collect();
            format!("{refusal} ({})", lines.join("; "))
        }
        _ => refusal.to_string(),
    }
}
