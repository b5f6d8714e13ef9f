//! `yiqi analyze FILE|SPEC`: the engine's analysis of a position, or of every move of a game.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use serde_json::{Value, json};
use yiqi_desk::words::{certainty, evaluation, is_error_known};
use yiqi_engine_gomoku::find_win;
use yiqi_players::{
    Analysis, AnyEngine, Certainty, Engine, EngineOptions, Limits, Line, SearchRequest, Stop,
};
use yiqi_record::notation::{move_name, parse_list};
use yiqi_record::{Record, Seat};
use yiqi_rules::{AnyPosition, ByColor, Color, Game, GameSpec, Move, ParseSpecError, Setup};
use yiqi_text::columns::{pad, width};
use yiqi_text::{Args, Text, words};

use super::check::position_after;
use super::{engine_options, format_option, spec_option, stop_on_signals};
use crate::failure::Failure;
use crate::files::{check_overwrite, file_failure, is_standard, read_records};

mod batch;
mod plot;

/// The default time per position.
const TIME_USUAL: Duration = Duration::from_secs(1);

/// What is analyzed.
struct Subject {
    start: AnyPosition,
    /// The start position as it was set up, if it is not the standard one.
    setup: Option<Setup>,
    moves: Vec<Move>,
    /// Whether to analyze every move of a game, rather than a single position.
    is_game: bool,
    /// The ply of the first position.
    first_ply: usize,
    /// The names of the players.
    players: ByColor<String>,
}

/// The analysis of one position.
struct Finding {
    ply: usize,
    turn: Color,
    /// The move that was played there.
    played: Option<Move>,
    analysis: Analysis,
    seconds: f64,
}

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    if batch::is_wanted(args) {
        return batch::run(args, text, out);
    }
    let subject = read_subject(args, text)?;
    let plot = args.get_one::<PathBuf>("plot");
    if let Some(path) = plot {
        if !subject.is_game {
            return Err(Failure::usage(text.say("error-plot-single")));
        }
        plot::check_ending(path, text)?;
        check_overwrite(text, path, args)?;
    }
    let options = engine_options(args, text)?;
    let limits = limits(options, subject.start.spec());
    let line_count = usize::from(args.get_one::<u8>("multi").copied().unwrap_or(1));
    let is_json = args.get_flag("json");
    let stop = stop_on_signals();
    if args.get_flag("find-win") {
        return find_wins(&subject, &limits, &stop, is_json, text, out);
    }
    let mut engine = AnyEngine::new(options.resources());
    let mut printer = Printer::new(out, text, subject.start.spec(), is_json);
    printer.head()?;
    let mut findings = Vec::new();
    let mut position = subject.start.clone();
    let mut next = subject.moves.iter();
    let mut ply = subject.first_ply;
    loop {
        let played = next.next().copied();
        // A single position is the one after all its moves.
        if subject.is_game || played.is_none() {
            let Some(turn) = position.turn() else {
                break;
            };
            let begin = Instant::now();
            let analysis = engine.think(
                SearchRequest::new(&position, limits)
                    .with_lines(line_count)
                    .with_stop(&stop),
            );
            let finding = Finding {
                ply,
                turn,
                played,
                analysis: analysis.unwrap_or_default().sorted(),
                seconds: begin.elapsed().as_secs_f64(),
            };
            // A search that was stopped before it completed depth 1 has no result.
            if finding.analysis.best().is_some() {
                printer.finding(&finding)?;
                findings.push(finding);
            }
        }
        if stop.is_stopped() {
            break;
        }
        let Some(mv) = played else {
            break;
        };
        position.play_unchecked(mv);
        ply += 1;
    }
    printer.end(&position, &stop)?;
    printer.mistakes(&findings)?;
    if let Some(path) = plot {
        plot::write(path, &findings, &position, &subject.players, text)?;
    }
    Ok(())
}

/// Searches for a forced win in the position, or in every position of a game.
fn find_wins(
    subject: &Subject,
    limits: &Limits,
    stop: &Stop,
    is_json: bool,
    text: &Text,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let spec = subject.start.spec();
    if !matches!(spec, GameSpec::Gomoku(_)) {
        return Err(Failure::usage(text.say("error-find-win")));
    }
    let mut position = subject.start.clone();
    let mut has_found = false;
    for index in 0..=subject.moves.len() {
        let begin = Instant::now();
        let win = find_win(&position, limits, stop);
        if let (Some(win), Some(turn)) = (&win, position.turn()) {
            has_found = true;
            let ply = subject.first_ply + index;
            let moves: Vec<String> = win.moves.iter().map(|&mv| move_name(mv, spec)).collect();
            if is_json {
                let line = json!({
                    "ply": ply,
                    "turn": turn.name(),
                    "plies": win.plies,
                    "pv": moves,
                    "seconds": begin.elapsed().as_secs_f64(),
                });
                writeln!(out, "{line}")?;
            } else {
                let known = Certainty::Forced { plies: win.plies };
                let side = words::color(text, turn);
                let known = certainty(text, known, 1);
                writeln!(out, "{ply}  {side}: {known}: {}", moves.join(" "))?;
            }
            out.flush()?;
        }
        if stop.is_stopped() {
            break;
        }
        if let Some(&mv) = subject.moves.get(index) {
            position.play_unchecked(mv);
        }
    }
    if !has_found && !is_json {
        writeln!(out, "{}", text.say("analyze-no-win"))?;
    }
    Ok(())
}

/// The limits of each search.
fn limits(options: EngineOptions, spec: GameSpec) -> Limits {
    if options.level.is_none() && !options.is_limited() {
        return Limits {
            time: Some(TIME_USUAL),
            ..Limits::OPEN
        };
    }
    options.strength(spec).limits
}

fn read_subject(args: &ArgMatches, text: &Text) -> Result<Subject, Failure> {
    let what = args.get_one::<String>("what").map_or("", String::as_str);
    let path = Path::new(what);
    let moves = args.get_one::<String>("moves");
    let is_file = moves.is_none() && (is_standard(path) || path.exists());
    match words::spec_in_english(what).parse::<GameSpec>() {
        Ok(spec) if !is_file => {
            let moves = moves.map_or("", String::as_str);
            let start = position_after(spec, moves, text).map_err(Failure::usage)?;
            return Ok(Subject {
                start,
                setup: None,
                moves: Vec::new(),
                is_game: false,
                first_ply: parse_list(moves, spec).map_or(0, |list| list.len()),
                players: ByColor::from_fn(|_| String::new()),
            });
        }
        // An argument that begins with the name of a game is a spec, unless there is such a file.
        Err(error)
            if moves.is_some() || !is_file && !matches!(error, ParseSpecError::UnknownGame(_)) =>
        {
            return Err(Failure::usage(words::spec_error(text, &error)));
        }
        _ => {}
    }
    let nth = args.get_one::<u32>("nth").copied().unwrap_or(1) as usize;
    let mut games = read_games(path, Some(nth), args, text)?;
    // One was asked for, and there is one.
    games.pop().map(|(_, subject)| subject).ok_or_else(|| {
        let count = Args::new().number("count", 0);
        file_failure(text, path, text.fill("error-no-such-game", count))
    })
}

/// The games of a file with their numbers, or the one with this number.
fn read_games(
    path: &Path,
    nth: Option<usize>,
    args: &ArgMatches,
    text: &Text,
) -> Result<Vec<(usize, Subject)>, Failure> {
    let game = spec_option(args, "game", text)?;
    let records = read_records(text, path, format_option(args, "from"), game)?;
    let fail = |problem: String| file_failure(text, path, problem);
    let chosen = match nth {
        None => 1..=records.len(),
        Some(nth) if nth <= records.len() => nth..=nth,
        Some(_) => {
            let count = Args::new().number("count", records.len());
            return Err(fail(text.fill("error-no-such-game", count)));
        }
    };
    let games = chosen.map(|number| {
        let subject = subject_of(&records[number - 1], text).map_err(fail)?;
        Ok((number, subject))
    });
    games.collect()
}

/// The game of a record.
fn subject_of(record: &Record, text: &Text) -> Result<Subject, String> {
    let replay = record
        .replay()
        .map_err(|error| words::check_error(text, record.header.spec, &error))?;
    let start = record
        .header
        .start_position()
        .map_err(|error| words::setup_error(text, &error))?;
    Ok(Subject {
        start,
        setup: record.header.start.clone(),
        moves: replay.moves().collect(),
        is_game: true,
        first_ply: 0,
        players: ByColor::from_fn(|color| {
            let mut seats = Seat::BOTH.into_iter();
            let seat = seats.find(|&seat| replay.colors()[seat] == color);
            seat.map_or_else(String::new, |seat| record.header.players[seat].clone())
        }),
    })
}

/// Prints findings as they arrive.
struct Printer<'a, W: Write> {
    out: &'a mut W,
    text: &'a Text,
    spec: GameSpec,
    widths: [usize; 7],
    is_json: bool,
}

impl<'a, W: Write> Printer<'a, W> {
    fn new(out: &'a mut W, text: &'a Text, spec: GameSpec, is_json: bool) -> Printer<'a, W> {
        Printer {
            out,
            text,
            spec,
            widths: widths(text, spec),
            is_json,
        }
    }

    fn head(&mut self) -> Result<(), Failure> {
        if self.is_json {
            return Ok(());
        }
        let headings = HEADINGS.map(|key| self.text.say(key));
        let head = row(headings.each_ref().map(String::as_str), &self.widths);
        writeln!(self.out, "{head}")?;
        self.out.flush()?;
        Ok(())
    }

    fn finding(&mut self, finding: &Finding) -> Result<(), Failure> {
        if self.is_json {
            writeln!(self.out, "{}", json_of(finding, self.spec))?;
        } else {
            for (index, line) in finding.analysis.lines.iter().enumerate() {
                writeln!(self.out, "{}", self.line_row(finding, index, line))?;
            }
        }
        self.out.flush()?;
        Ok(())
    }

    fn line_row(&self, finding: &Finding, index: usize, line: &Line) -> String {
        let name = |mv: Move| move_name(mv, self.spec);
        let first = |value: String| if index == 0 { value } else { String::new() };
        let moves: Vec<String> = line.moves.iter().map(|&mv| name(mv)).collect();
        let cells: [&str; 8] = [
            &first(finding.ply.to_string()),
            &first(words::color(self.text, finding.turn)),
            &first(finding.played.map_or_else(String::new, name)),
            moves.first().map_or("", String::as_str),
            &evaluation(
                self.text,
                self.spec,
                line.eval_for_black(finding.turn),
                line.certainty,
            ),
            &first(finding.analysis.depth.to_string()),
            &certainty(self.text, line.certainty, line.eval),
            &moves.join(" "),
        ];
        row(cells, &self.widths)
    }

    /// Names the largest mistakes of a game.
    fn mistakes(&mut self, findings: &[Finding]) -> Result<(), Failure> {
        let mistakes = mistakes(findings, self.spec.game());
        if self.is_json || mistakes.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "{}", self.text.say("analyze-mistakes"))?;
        for (before, after) in mistakes {
            let name =
                |mv: Option<Move>| mv.map_or_else(String::new, |mv| move_name(mv, self.spec));
            let worth = |finding: &Finding| {
                finding.analysis.best().map_or_else(String::new, |line| {
                    let eval = line.eval_for_black(finding.turn);
                    evaluation(self.text, self.spec, eval, line.certainty)
                })
            };
            let best = before.analysis.best().and_then(|line| line.moves.first());
            let args = Args::new()
                .number("number", before.ply + 1)
                .text("side", words::color(self.text, before.turn))
                .text("played", name(before.played))
                .text("best", name(best.copied()))
                .text("before", worth(before))
                .text("after", worth(after));
            writeln!(self.out, "{}", self.text.fill("analyze-mistake", args))?;
        }
        self.out.flush()?;
        Ok(())
    }

    fn end(&mut self, position: &AnyPosition, stop: &Stop) -> Result<(), Failure> {
        if !self.is_json {
            if stop.is_stopped() {
                writeln!(self.out, "{}", self.text.say("analyze-stopped"))?;
            } else if position.turn().is_none() {
                writeln!(self.out, "{}", self.text.say("analyze-over"))?;
            }
        }
        self.out.flush()?;
        Ok(())
    }
}

/// How many mistakes are named.
const MISTAKES: usize = 3;

/// The moves that lost most, in the order of the game: each with the finding before it and after it.
/// Less than two stones, or than ten points of the chance to win, is noise.
fn mistakes(findings: &[Finding], game: Game) -> Vec<(&Finding, &Finding)> {
    let least = match game {
        Game::Reversi => 200,
        _ => 2_000,
    };
    let lost = |before: &Finding, after: &Finding| {
        let (best, reply) = (before.analysis.best()?, after.analysis.best()?);
        // Of a move that the engine would have played, too, it only changed its mind.
        let is_other = before.played.is_some() && best.moves.first() != before.played.as_ref();
        let sign = if before.turn == Color::Black { 1 } else { -1 };
        let lost = (best.eval_for_black(before.turn) - reply.eval_for_black(after.turn)) * sign;
        (is_other && after.ply == before.ply + 1 && lost >= least).then_some(lost)
    };
    let mut found: Vec<_> = findings
        .windows(2)
        .filter_map(|pair| Some((lost(&pair[0], &pair[1])?, &pair[0], &pair[1])))
        .collect();
    found.sort_by_key(|(lost, ..)| std::cmp::Reverse(*lost));
    found.truncate(MISTAKES);
    found.sort_by_key(|(_, before, _)| before.ply);
    found
        .into_iter()
        .map(|(_, before, after)| (before, after))
        .collect()
}

/// The headings of the table.
const HEADINGS: [&str; 8] = [
    "analyze-ply",
    "analyze-side",
    "analyze-played",
    "analyze-best",
    "analyze-score",
    "analyze-depth",
    "analyze-known",
    "analyze-line",
];

/// The columns of the table, the last one aside: rows are printed as they arrive, so each is as wide
/// as its heading and anything that it may hold.
fn widths(text: &Text, spec: GameSpec) -> [usize; 7] {
    let points = usize::from(spec.size()) * usize::from(spec.size());
    let most = match spec.game() {
        Game::Reversi => i32::try_from(100 * points).unwrap_or(i32::MAX),
        _ => 9_900,
    };
    let plies = u16::try_from(points).unwrap_or(u16::MAX);
    let known = [
        Certainty::Exact,
        Certainty::Outcome,
        Certainty::Forced { plies },
        Certainty::Estimate {
            percent: 99,
            error: 2_990,
        },
    ];
    let widest = |texts: Vec<String>| texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let sides = Color::BOTH.map(|color| words::color(text, color));
    let moves = ["a26", "pass", "swap", "keep", "more"].map(str::to_owned);
    let scores = known.iter().flat_map(|&known| {
        let values = [most - 10, 10 - most];
        values.map(|value| evaluation(text, spec, value, known))
    });
    let certainties = known
        .iter()
        .flat_map(|&known| [1, -1].map(|value| certainty(text, known, value)));
    let contents = [
        vec![points.to_string()],
        sides.to_vec(),
        moves.to_vec(),
        moves.to_vec(),
        scores.collect(),
        vec!["60".to_owned()],
        certainties.collect(),
    ];
    let mut widths = contents.map(widest);
    for (columns, heading) in widths.iter_mut().zip(HEADINGS) {
        *columns = width(&text.say(heading)).max(*columns);
    }
    widths
}

/// A row of the table.
fn row(cells: [&str; 8], widths: &[usize; 7]) -> String {
    let padded = cells.iter().enumerate().map(|(index, cell)| {
        let columns = widths.get(index).copied().unwrap_or(0);
        pad(cell, columns.max(width(cell)))
    });
    let line = padded.collect::<Vec<_>>().join("  ");
    line.trim_end().to_owned()
}

/// One JSON object: the first line, and all lines if several were requested.
fn json_of(finding: &Finding, spec: GameSpec) -> Value {
    let name = |mv: Move| move_name(mv, spec);
    let lines: Vec<Value> = finding
        .analysis
        .lines
        .iter()
        .map(|line| line_json(line, finding.turn, spec))
        .collect();
    let mut object = json!({
        "ply": finding.ply,
        "turn": finding.turn.name(),
        "move": finding.played.map(name),
        "depth": finding.analysis.depth,
        "nodes": finding.analysis.nodes,
        "seconds": finding.seconds,
    });
    if let (Some(object), Some(Value::Object(best))) = (object.as_object_mut(), lines.first()) {
        object.extend(best.clone());
        if lines.len() > 1 {
            object.insert("lines".to_owned(), Value::from(lines));
        }
    }
    object
}

fn line_json(line: &Line, turn: Color, spec: GameSpec) -> Value {
    let moves: Vec<String> = line.moves.iter().map(|&mv| move_name(mv, spec)).collect();
    let score = f64::from(line.eval_for_black(turn)) / 100.0;
    let mut object = json!({
        "best": moves.first(),
        // From Black's point of view.
        "score": score,
        "unit": match spec.game() {
            Game::Reversi => "stones",
            _ => "percent",
        },
        "exactness": match line.certainty {
            Certainty::Exact => "exact",
            Certainty::Outcome => "outcome",
            Certainty::Forced { .. } => "forced",
            Certainty::Estimate { .. } => "estimate",
        },
        "pv": moves,
    });
    let mut add = |key: &str, value: Value| {
        if let Some(object) = object.as_object_mut() {
            object.insert(key.to_owned(), value);
        }
    };
    if spec.game() != Game::Reversi {
        add("black_win_percent", json!(f64::midpoint(100.0, score)));
    }
    match line.certainty {
        Certainty::Forced { plies } => add("plies", json!(plies)),
        Certainty::Estimate { percent, error } => {
            if percent < 100 {
                add("percent", json!(percent));
            }
            if is_error_known(error) {
                add("error", json!(f64::from(error) / 100.0));
            }
        }
        Certainty::Exact | Certainty::Outcome => {}
    }
    object
}
