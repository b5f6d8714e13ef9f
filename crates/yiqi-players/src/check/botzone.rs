//! The cases of Botzone, with Reversi.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yiqi_rules::{AnyPosition, GameSpec, Move};

use super::{Case, CheckProblem, Talk, game_before_pass, play};
use crate::program::botzone::{KEEP_RUNNING, placement, value};

pub(super) const CASES: &[Case] = &[
    ("first-move", first_move),
    ("second-move", second_move),
    ("history", history),
    ("pass", pass),
    ("keep-running", keep_running),
    ("line-endings", line_endings),
    ("time", time),
    ("one-answer", one_answer),
];

const RESPONSE: &str = "{\"response\":{\"x\":X,\"y\":Y}}";

type Checked = Result<(), CheckProblem>;

/// The requests and responses of a game whose last request is to be answered.
fn request(moves: &[Move]) -> Value {
    let is_first = moves.len().is_multiple_of(2);
    let mut requests = Vec::from_iter(is_first.then(|| value(Move::Pass)));
    let mut responses = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        match index.is_multiple_of(2) == is_first {
            true => responses.push(value(mv)),
            false => requests.push(value(mv)),
        }
    }
    json!({ "requests": requests, "responses": responses })
}

/// Reads a response and plays it.
fn take_response(talk: &mut Talk<'_>, position: &mut AnyPosition) -> Result<Move, CheckProblem> {
    let said = talk.hear()?;
    let answer: Option<Value> = serde_json::from_str(&said).ok();
    let response = answer
        .as_ref()
        .map(|answer| answer.get("response").unwrap_or(answer));
    let mv = response.and_then(|response| placement(response, position.spec()));
    let Some(mv) = mv else {
        return Err(talk.wrong(&said, RESPONSE));
    };
    play(position, Some(mv), &said)?;
    Ok(mv)
}

fn ask(talk: &mut Talk<'_>, moves: &[Move]) -> Result<(Move, AnyPosition), CheckProblem> {
    let mut position = super::position_after(GameSpec::REVERSI, moves);
    talk.say(&request(moves).to_string());
    let mv = take_response(talk, &mut position)?;
    Ok((mv, position))
}

fn first_move(talk: &mut Talk<'_>) -> Checked {
    ask(talk, &[]).map(drop)
}

fn second_move(talk: &mut Talk<'_>) -> Checked {
    let moves = game_before_pass(GameSpec::REVERSI);
    ask(talk, &moves[..1]).map(drop)
}

fn history(talk: &mut Talk<'_>) -> Checked {
    let moves = game_before_pass(GameSpec::REVERSI);
    ask(talk, &moves[..moves.len() / 2]).map(drop)
}

fn pass(talk: &mut Talk<'_>) -> Checked {
    let moves = game_before_pass(GameSpec::REVERSI);
    let mut position = super::position_after(GameSpec::REVERSI, &moves);
    talk.say(&request(&moves).to_string());
    take_response(talk, &mut position).map(drop)
}

/// A program that asks to be kept running gets only the new request.
fn keep_running(talk: &mut Talk<'_>) -> Checked {
    let (_, mut position) = ask(talk, &[])?;
    match talk.hear() {
        Ok(line) if line == KEEP_RUNNING => {}
        Ok(line) => return Err(CheckProblem::Unasked { answer: line }),
        // It is started for every turn.
        Err(CheckProblem::Ended { .. }) => return Ok(()),
        Err(problem) => return Err(problem),
    }
    let Some(&mv) = position.legal_moves().first() else {
        return Ok(());
    };
    position.play_unchecked(mv);
    talk.say(&value(mv).to_string());
    take_response(talk, &mut position).map(drop)
}

fn line_endings(talk: &mut Talk<'_>) -> Checked {
    let mut position = AnyPosition::new(GameSpec::REVERSI);
    talk.say_with(&request(&[]).to_string(), "\r\n");
    take_response(talk, &mut position).map(drop)
}

fn time(talk: &mut Talk<'_>) -> Checked {
    let since = Instant::now();
    ask(talk, &[])?;
    talk.check_time(since, Duration::from_secs(1))
}

fn one_answer(talk: &mut Talk<'_>) -> Checked {
    ask(talk, &[])?;
    match talk.hear() {
        Ok(line) if line == KEEP_RUNNING => Ok(()),
        Ok(line) => Err(CheckProblem::Unasked { answer: line }),
        Err(CheckProblem::Ended { .. }) => Ok(()),
        Err(problem) => Err(problem),
    }
}
