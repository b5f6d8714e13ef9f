//! The cases of the NBoard protocol.

use std::time::{Duration, Instant};

use yiqi_record::notation::parse_move;
use yiqi_rules::{AnyPosition, GameSpec, Move};

use super::{Case, CheckProblem, Talk, game_before_pass, play};
use crate::player::Task;
use crate::program::nboard::{game_text, is_pass, move_text};

pub(super) const CASES: &[Case] = &[
    ("start", start),
    ("game", game),
    ("board", board),
    ("pass", pass),
    ("ping", ping_while_thinking),
    ("hint", hint),
    ("line-endings", line_endings),
    ("unknown-command", unknown_command),
    ("one-answer", one_answer),
    ("quit", quit),
];

const MOVE: &str = "=== F5";

type Checked = Result<(), CheckProblem>;

fn begin(talk: &mut Talk<'_>) -> Checked {
    talk.say("nboard 2");
    talk.say("set depth 3");
    ping(talk, 1)
}

/// Waits for the answer to a ping; no move may come before it.
fn ping(talk: &mut Talk<'_>, number: u32) -> Checked {
    talk.say(&format!("ping {number}"));
    await_pong(talk, number)
}

fn await_pong(talk: &mut Talk<'_>, number: u32) -> Checked {
    loop {
        let line = talk.hear()?;
        if line == format!("pong {number}") {
            return Ok(());
        }
        if line.starts_with("pong") {
            return Err(talk.wrong(&line, "pong N"));
        }
    }
}

fn set_game(talk: &mut Talk<'_>, moves: &[Move]) -> AnyPosition {
    let position = super::position_after(GameSpec::REVERSI, moves);
    let task = Task {
        position: position.clone(),
        start: None,
        moves: moves.to_vec(),
        time: None,
    };
    if let Some(game) = game_text(&task, None) {
        talk.say(&format!("set game {game}"));
    }
    position
}

/// Asks for a move and reads it.
fn go(talk: &mut Talk<'_>) -> Result<(Option<Move>, String), CheckProblem> {
    talk.say("go");
    loop {
        let line = talk.hear()?;
        if let Some(said) = line.strip_prefix("===") {
            let mut parts = said.split(['/', ' ']).filter(|part| !part.is_empty());
            let name = parts.next().unwrap_or_default();
            let mv = match is_pass(name) {
                true => Some(Move::Pass),
                false => parse_move(name, GameSpec::REVERSI).ok(),
            };
            if mv.is_none() {
                return Err(talk.wrong(&line, MOVE));
            }
            return Ok((mv, line));
        }
    }
}

fn start(talk: &mut Talk<'_>) -> Checked {
    begin(talk)?;
    let mut position = set_game(talk, &[]);
    let (mv, said) = go(talk)?;
    play(&mut position, mv, &said)
}

/// `go` does not play the move: the driver does.
fn game(talk: &mut Talk<'_>) -> Checked {
    begin(talk)?;
    let mut position = set_game(talk, &[]);
    for number in 2..14 {
        let (mv, said) = go(talk)?;
        play(&mut position, mv, &said)?;
        if let Some(mv) = mv {
            talk.say(&format!("move {}", move_text(mv, GameSpec::REVERSI)));
        }
        ping(talk, number)?;
    }
    Ok(())
}

fn board(talk: &mut Talk<'_>) -> Checked {
    begin(talk)?;
    let moves = game_before_pass(GameSpec::REVERSI);
    for count in [1, 7, 20, moves.len().saturating_sub(1)] {
        let mut position = set_game(talk, &moves[..count.min(moves.len())]);
        let (mv, said) = go(talk)?;
        play(&mut position, mv, &said)?;
    }
    Ok(())
}

fn pass(talk: &mut Talk<'_>) -> Checked {
    begin(talk)?;
    let moves = game_before_pass(GameSpec::REVERSI);
    let mut position = set_game(talk, &moves);
    let (mv, said) = go(talk)?;
    if mv != Some(Move::Pass) {
        return Err(talk.wrong(&said, "=== PA"));
    }
    play(&mut position, mv, &said)?;
    talk.say("move PA");
    let (mv, said) = go(talk)?;
    play(&mut position, mv, &said)
}

fn ping_while_thinking(talk: &mut Talk<'_>) -> Checked {
    talk.say("nboard 2");
    talk.say("set depth 40");
    set_game(talk, &[]);
    talk.say("hint 5");
    let since = Instant::now();
    talk.say("ping 7");
    await_pong(talk, 7)?;
    talk.check_time(since, Duration::from_secs(3))?;
    // Nothing about the old position follows.
    talk.say("ping 8");
    loop {
        let line = talk.hear()?;
        if line == "pong 8" {
            return Ok(());
        }
        let word = line.split_whitespace().next().unwrap_or_default();
        if ["===", "search", "book"].contains(&word) {
            return Err(CheckProblem::Unasked { answer: line });
        }
    }
}

fn hint(talk: &mut Talk<'_>) -> Checked {
    begin(talk)?;
    let position = set_game(talk, &[]);
    talk.say("hint 2");
    loop {
        let line = talk.hear()?;
        let mut words = line.split_whitespace();
        if !matches!(words.next(), Some("search" | "book")) {
            continue;
        }
        let line_of_play = words.next().unwrap_or_default();
        let first = line_of_play.get(..2).unwrap_or_default();
        let mv = parse_move(first, GameSpec::REVERSI).ok();
        let has_value = words
            .next()
            .is_some_and(|value| value.parse::<f64>().is_ok());
        if mv.is_none() || !has_value {
            return Err(talk.wrong(&line, "search F5D6 +1.23 0 12"));
        }
        return play(&mut position.clone(), mv, &line);
    }
}

fn line_endings(talk: &mut Talk<'_>) -> Checked {
    talk.say_with("nboard 2", "\r\n");
    talk.say_with("set depth 3", "\r\n");
    talk.say_with("", "\r\n");
    talk.say_with("ping 1", "\r\n");
    await_pong(talk, 1)?;
    talk.say_with("go", "\r\n");
    loop {
        if talk.hear()?.starts_with("===") {
            return Ok(());
        }
    }
}

fn unknown_command(talk: &mut Talk<'_>) -> Checked {
    begin(talk)?;
    talk.say("yiqicheck 1");
    talk.say("set contempt 0");
    ping(talk, 2)
}

fn one_answer(talk: &mut Talk<'_>) -> Checked {
    begin(talk)?;
    set_game(talk, &[]);
    go(talk)?;
    talk.say("ping 2");
    loop {
        let line = talk.hear()?;
        if line == "pong 2" {
            return Ok(());
        }
        if line.starts_with("===") {
            return Err(CheckProblem::Unasked { answer: line });
        }
    }
}

fn quit(talk: &mut Talk<'_>) -> Checked {
    begin(talk)?;
    talk.check_exit("quit")
}
