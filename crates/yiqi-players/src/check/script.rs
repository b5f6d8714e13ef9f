//! The cases of our own protocol.

use std::time::{Duration, Instant};

use yiqi_record::notation::{move_name, parse_move};
use yiqi_rules::{AnyPosition, GameSpec, Move};

use super::{Case, CheckProblem, Talk, game_before_pass, play};
use crate::player::Task;
use crate::program::script::task_line;

pub(super) const CASES: &[Case] = &[
    ("start", start),
    ("sizes", sizes),
    ("game", game),
    ("pass", pass),
    ("line-endings", line_endings),
    ("time", time),
    ("one-answer", one_answer),
    ("end-of-input", end_of_input),
];

type Checked = Result<(), CheckProblem>;

/// Asks for a move and plays it.
fn ask(
    talk: &mut Talk<'_>,
    spec: GameSpec,
    moves: &[Move],
    ending: &str,
) -> Result<AnyPosition, CheckProblem> {
    let mut position = super::position_after(spec, moves);
    let task = Task {
        position: position.clone(),
        start: None,
        moves: moves.to_vec(),
        time: Some(Duration::from_secs(1).into()),
    };
    talk.say_with(&task_line(&task), ending);
    let said = talk.hear()?;
    let Ok(mv) = parse_move(&said, spec) else {
        let legal = position.legal_moves();
        let names: Vec<String> = legal.iter().map(|&mv| move_name(mv, spec)).collect();
        return Err(talk.wrong(&said, &names.join(", ")));
    };
    play(&mut position, Some(mv), &said)?;
    Ok(position)
}

fn start(talk: &mut Talk<'_>) -> Checked {
    ask(talk, GameSpec::REVERSI, &[], "\n").map(drop)
}

fn sizes(talk: &mut Talk<'_>) -> Checked {
    for size in [4, 6, 10] {
        if let Some(spec) = GameSpec::REVERSI.with_size(size) {
            ask(talk, spec, &[], "\n")?;
        }
    }
    Ok(())
}

fn game(talk: &mut Talk<'_>) -> Checked {
    let moves = game_before_pass(GameSpec::REVERSI);
    for count in [1, 2, 10, moves.len().saturating_sub(1)] {
        ask(
            talk,
            GameSpec::REVERSI,
            &moves[..count.min(moves.len())],
            "\n",
        )?;
    }
    Ok(())
}

fn pass(talk: &mut Talk<'_>) -> Checked {
    let moves = game_before_pass(GameSpec::REVERSI);
    ask(talk, GameSpec::REVERSI, &moves, "\n").map(drop)
}

fn line_endings(talk: &mut Talk<'_>) -> Checked {
    ask(talk, GameSpec::REVERSI, &[], "\r\n").map(drop)
}

fn time(talk: &mut Talk<'_>) -> Checked {
    ask(talk, GameSpec::REVERSI, &[], "\n")?;
    let since = Instant::now();
    ask(talk, GameSpec::REVERSI, &[], "\n")?;
    talk.check_time(since, Duration::from_secs(1))
}

fn one_answer(talk: &mut Talk<'_>) -> Checked {
    ask(talk, GameSpec::REVERSI, &[], "\n")?;
    // In this game, no move of the first is legal: a second answer to it would be wrong here.
    let moves = game_before_pass(GameSpec::REVERSI);
    match ask(talk, GameSpec::REVERSI, &moves, "\n") {
        Err(CheckProblem::Illegal { answer }) => Err(CheckProblem::Unasked { answer }),
        asked => asked.map(drop),
    }
}

fn end_of_input(talk: &mut Talk<'_>) -> Checked {
    ask(talk, GameSpec::REVERSI, &[], "\n")?;
    talk.check_end_of_input()
}
