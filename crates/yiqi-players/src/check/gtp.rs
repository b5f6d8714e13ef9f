//! The cases of the Go Text Protocol.

use std::time::{Duration, Instant};

use yiqi_record::notation::parse_move;
use yiqi_rules::{AnyPosition, Color, GameSpec, Move};

use super::{Case, CheckProblem, Talk, game_before_pass, play};
use crate::program::gtp::vertex;
use crate::program::nboard::is_pass;

pub(super) const CASES: &[Case] = &[
    ("start", start),
    ("sizes", sizes),
    ("game", game),
    ("takeback", takeback),
    ("restart", restart),
    ("pass", pass),
    ("illegal-move", illegal_move),
    ("identifiers", identifiers),
    ("line-endings", line_endings),
    ("unknown-command", unknown_command),
    ("commands", commands),
    ("time", time),
    ("quit", quit),
];

type Checked = Result<(), CheckProblem>;
type Response = Result<String, String>;

/// Reads a response up to its blank line.
fn response(talk: &mut Talk<'_>) -> Result<Response, CheckProblem> {
    let first = talk.hear()?;
    let (is_success, text) = match (first.strip_prefix('='), first.strip_prefix('?')) {
        (Some(rest), _) => (true, rest.trim().to_owned()),
        (_, Some(rest)) => (false, rest.trim().to_owned()),
        _ => return Err(talk.wrong(&first, "= …, ? …")),
    };
    let mut lines = vec![text];
    loop {
        let line = talk.hear_any()?;
        if line.is_empty() {
            let text = lines.join("\n");
            return Ok(if is_success { Ok(text) } else { Err(text) });
        }
        lines.push(line);
    }
}

/// Sends a command that must succeed.
fn needed(talk: &mut Talk<'_>, command: &str) -> Result<String, CheckProblem> {
    talk.say(command);
    let said = response(talk)?;
    said.map_err(|problem| talk.wrong(&format!("? {problem}"), "= …"))
}

fn begin(talk: &mut Talk<'_>) -> Result<AnyPosition, CheckProblem> {
    needed(talk, "boardsize 8")?;
    needed(talk, "clear_board")?;
    Ok(AnyPosition::new(GameSpec::REVERSI))
}

fn letter(position: &AnyPosition) -> &'static str {
    match position.turn() {
        Some(Color::White) => "w",
        _ => "b",
    }
}

/// Asks for a move and plays it.
fn generate(talk: &mut Talk<'_>, position: &mut AnyPosition) -> Result<Move, CheckProblem> {
    let said = needed(talk, &format!("genmove {}", letter(position)))?;
    let mv = match is_pass(&said) {
        true => Some(Move::Pass),
        false => parse_move(&said, position.spec()).ok(),
    };
    let Some(mv) = mv else {
        return Err(talk.wrong(&said, "= F5"));
    };
    play(position, Some(mv), &said)?;
    Ok(mv)
}

/// Tells the program a move.
fn tell(talk: &mut Talk<'_>, position: &mut AnyPosition, mv: Move) -> Checked {
    let command = format!("play {} {}", letter(position), vertex(mv, position.spec()));
    needed(talk, &command)?;
    position.play_unchecked(mv);
    Ok(())
}

fn start(talk: &mut Talk<'_>) -> Checked {
    let version = needed(talk, "protocol_version")?;
    if version != "2" {
        return Err(talk.wrong(&version, "= 2"));
    }
    needed(talk, "name")?;
    needed(talk, "version")?;
    let mut position = begin(talk)?;
    generate(talk, &mut position).map(drop)
}

fn sizes(talk: &mut Talk<'_>) -> Checked {
    for size in [4, 6, 10, 16] {
        talk.say(&format!("boardsize {size}"));
        if response(talk)?.is_err() {
            continue;
        }
        needed(talk, "clear_board")?;
        let Some(spec) = GameSpec::REVERSI.with_size(size) else {
            continue;
        };
        generate(talk, &mut AnyPosition::new(spec))?;
    }
    begin(talk).map(drop)
}

fn game(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk)?;
    for _ in 0..6 {
        let Some(&mv) = position.legal_moves().first() else {
            return Ok(());
        };
        tell(talk, &mut position, mv)?;
        generate(talk, &mut position)?;
    }
    Ok(())
}

fn takeback(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk)?;
    generate(talk, &mut position)?;
    needed(talk, "undo")?;
    let mut position = AnyPosition::new(GameSpec::REVERSI);
    // It is black's turn again.
    let Some(&mv) = position.legal_moves().last() else {
        return Ok(());
    };
    tell(talk, &mut position, mv)?;
    generate(talk, &mut position).map(drop)
}

fn restart(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk)?;
    generate(talk, &mut position)?;
    needed(talk, "clear_board")?;
    generate(talk, &mut AnyPosition::new(GameSpec::REVERSI)).map(drop)
}

fn pass(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk)?;
    for mv in game_before_pass(GameSpec::REVERSI) {
        tell(talk, &mut position, mv)?;
    }
    let said = needed(talk, &format!("genmove {}", letter(&position)))?;
    match is_pass(&said) {
        true => Ok(()),
        false => Err(talk.wrong(&said, "= PASS")),
    }
}

fn illegal_move(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk)?;
    talk.say("play b A1");
    if response(talk)?.is_ok() {
        return Err(talk.wrong("=", "? …"));
    }
    generate(talk, &mut position).map(drop)
}

fn identifiers(talk: &mut Talk<'_>) -> Checked {
    talk.say("42 name");
    let first = talk.hear()?;
    let is_echoed = first.starts_with("=42 ") || first == "=42";
    while !talk.hear_any()?.is_empty() {}
    match is_echoed {
        true => Ok(()),
        false => Err(talk.wrong(&first, "=42 …")),
    }
}

fn line_endings(talk: &mut Talk<'_>) -> Checked {
    talk.say_with("# a comment", "\r\n");
    talk.say_with("", "\r\n");
    talk.say_with("name # more", "\r\n");
    let said = response(talk)?;
    said.map(drop)
        .map_err(|problem| talk.wrong(&format!("? {problem}"), "= …"))
}

fn unknown_command(talk: &mut Talk<'_>) -> Checked {
    talk.say("yiqicheck 1");
    if response(talk)?.is_ok() {
        return Err(talk.wrong("=", "? unknown command"));
    }
    needed(talk, "name").map(drop)
}

fn commands(talk: &mut Talk<'_>) -> Checked {
    let known = needed(talk, "known_command genmove")?;
    if known != "true" {
        return Err(talk.wrong(&known, "= true"));
    }
    let unknown = needed(talk, "known_command yiqicheck")?;
    if unknown != "false" {
        return Err(talk.wrong(&unknown, "= false"));
    }
    let list = needed(talk, "list_commands")?;
    match list.split_whitespace().any(|word| word == "genmove") {
        true => Ok(()),
        false => Err(talk.wrong(&list, "genmove")),
    }
}

fn time(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk)?;
    talk.say("time_settings 0 1 1");
    if response(talk)?.is_err() {
        // It has no clock, and says so.
        return Ok(());
    }
    for _ in 0..3 {
        let since = Instant::now();
        generate(talk, &mut position)?;
        talk.check_time(since, Duration::from_secs(1))?;
        let Some(&mv) = position.legal_moves().first() else {
            return Ok(());
        };
        tell(talk, &mut position, mv)?;
    }
    Ok(())
}

fn quit(talk: &mut Talk<'_>) -> Checked {
    begin(talk)?;
    talk.check_exit("quit")
}
