//! The cases of the Gomocup protocol.

use std::time::{Duration, Instant};

use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening, Point};

use super::{Case, CheckProblem, Talk, play};

pub(super) const CASES: &[Case] = &[
    ("start", start),
    ("sizes", sizes),
    ("about", about),
    ("game", game),
    ("board", board),
    ("takeback", takeback),
    ("restart", restart),
    ("line-endings", line_endings),
    ("unknown-command", unknown_command),
    ("unknown-info", unknown_info),
    ("forbidden", forbidden),
    ("swap2", swap2),
    ("time", time),
    ("one-answer", one_answer),
    ("end", end),
];

const MOVE: &str = "X,Y";
const READY: &str = "OK";

/// No limit.
const TIME_LEFT: i64 = 2_147_483_647;

type Checked = Result<(), CheckProblem>;

/// The next line that is no message.
fn answer(talk: &mut Talk<'_>) -> Result<String, CheckProblem> {
    loop {
        let line = talk.hear()?;
        let word = line.split_whitespace().next().unwrap_or_default();
        if !["MESSAGE", "DEBUG"]
            .iter()
            .any(|chatter| word.eq_ignore_ascii_case(chatter))
        {
            return Ok(line);
        }
    }
}

fn is(answer: &str, word: &str) -> bool {
    let first = answer.split_whitespace().next().unwrap_or_default();
    first.eq_ignore_ascii_case(word)
}

/// Starts a board on which the game can be played.
fn begin(talk: &mut Talk<'_>, size: u8, rules: GomokuRules) -> Result<AnyPosition, CheckProblem> {
    talk.say_with(&format!("START {size}"), "\r\n");
    let said = answer(talk)?;
    if !is(&said, READY) {
        return Err(talk.wrong(&said, READY));
    }
    let rule = match rules {
        GomokuRules::Freestyle | GomokuRules::Forbidden => 0,
        GomokuRules::Standard => 1,
        GomokuRules::Renju => 4,
        GomokuRules::Caro => 9,
    };
    talk.say_with(&format!("INFO rule {rule}"), "\r\n");
    talk.say_with("INFO timeout_turn 300", "\r\n");
    talk.say_with("INFO timeout_match 0", "\r\n");
    talk.say_with(&format!("INFO time_left {TIME_LEFT}"), "\r\n");
    talk.say_with("INFO max_memory 367001600", "\r\n");
    let spec = GomokuSpec::new(size, rules, Opening::Free);
    Ok(AnyPosition::new(
        spec.map_or(GameSpec::GOMOKU, GameSpec::Gomoku),
    ))
}

/// Reads a move and plays it.
fn take_move(talk: &mut Talk<'_>, position: &mut AnyPosition) -> Result<Point, CheckProblem> {
    let said = answer(talk)?;
    let point = parse_point(&said).ok_or_else(|| talk.wrong(&said, MOVE))?;
    play(position, Some(Move::Place(point)), &said)?;
    Ok(point)
}

fn parse_point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?)
}

/// Plays the first empty point near the center for the opponent and asks for the answer.
fn turn(talk: &mut Talk<'_>, position: &mut AnyPosition) -> Result<Point, CheckProblem> {
    turn_with(talk, position, TIME_LEFT)
}

fn turn_with(
    talk: &mut Talk<'_>,
    position: &mut AnyPosition,
    time_left: i64,
) -> Result<Point, CheckProblem> {
    let legal = position.legal_points();
    let nth = legal.len() / 2;
    let Some(point) = legal.iter().nth(nth) else {
        return Err(talk.wrong("", MOVE));
    };
    position.play_unchecked(Move::Place(point));
    talk.say_with(&format!("INFO time_left {time_left}"), "\r\n");
    talk.say_with(&format!("TURN {},{}", point.col(), point.row()), "\r\n");
    take_move(talk, position)?;
    Ok(point)
}

fn start(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk, 15, GomokuRules::Freestyle)?;
    talk.say_with("BEGIN", "\r\n");
    take_move(talk, &mut position).map(drop)
}

fn sizes(talk: &mut Talk<'_>) -> Checked {
    for size in [5, 10, 19, 20, 25] {
        talk.say_with(&format!("START {size}"), "\r\n");
        let said = answer(talk)?;
        if is(&said, "ERROR") {
            continue;
        }
        if !is(&said, READY) {
            return Err(talk.wrong(&said, "OK, ERROR"));
        }
        talk.say_with("INFO timeout_turn 300", "\r\n");
        talk.say_with("BEGIN", "\r\n");
        let spec = GomokuSpec::new(size, GomokuRules::Freestyle, Opening::Free);
        let mut position = AnyPosition::new(spec.map_or(GameSpec::GOMOKU, GameSpec::Gomoku));
        take_move(talk, &mut position)?;
    }
    Ok(())
}

fn about(talk: &mut Talk<'_>) -> Checked {
    talk.say_with("ABOUT", "\r\n");
    let said = answer(talk)?;
    match said.to_ascii_lowercase().contains("name=") {
        true => Ok(()),
        false => Err(talk.wrong(&said, "name=\"…\", version=\"…\", …")),
    }
}

fn game(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk, 15, GomokuRules::Freestyle)?;
    for _ in 0..5 {
        if position.turn().is_none() {
            return Ok(());
        }
        turn(talk, &mut position)?;
    }
    Ok(())
}

fn board(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk, 15, GomokuRules::Freestyle)?;
    let stones = [(7, 7), (8, 7), (8, 8), (6, 6), (9, 9)];
    talk.say_with("BOARD", "\r\n");
    for (index, (x, y)) in stones.into_iter().enumerate() {
        place(&mut position, x, y);
        // The program is white.
        let whose = if index % 2 == 0 { 2 } else { 1 };
        talk.say_with(&format!("{x},{y},{whose}"), "\r\n");
    }
    talk.say_with("DONE", "\r\n");
    take_move(talk, &mut position)?;
    // The game goes on from there.
    turn(talk, &mut position).map(drop)
}

fn takeback(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk, 15, GomokuRules::Freestyle)?;
    turn(talk, &mut position)?;
    let before = position.clone();
    for point in turn_back(talk, &mut position)? {
        talk.say_with(&format!("TAKEBACK {},{}", point.col(), point.row()), "\r\n");
        let said = answer(talk)?;
        if !is(&said, READY) {
            return Err(talk.wrong(&said, READY));
        }
    }
    // The points are free again.
    position = before;
    turn(talk, &mut position).map(drop)
}

/// Plays a turn; the points to take back, the last first.
fn turn_back(talk: &mut Talk<'_>, position: &mut AnyPosition) -> Result<Vec<Point>, CheckProblem> {
    let before = position.stones(Color::White);
    let theirs = turn(talk, position)?;
    let new = position.stones(Color::White) - before;
    Ok(new.iter().chain([theirs]).collect())
}

fn restart(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk, 15, GomokuRules::Freestyle)?;
    turn(talk, &mut position)?;
    talk.say_with("RESTART", "\r\n");
    let said = answer(talk)?;
    if is(&said, "UNKNOWN") {
        return Ok(());
    }
    if !is(&said, READY) {
        return Err(talk.wrong(&said, "OK, UNKNOWN"));
    }
    let spec = position.spec();
    let mut position = AnyPosition::new(spec);
    talk.say_with("BEGIN", "\r\n");
    take_move(talk, &mut position).map(drop)
}

fn line_endings(talk: &mut Talk<'_>) -> Checked {
    talk.say("START 15");
    let said = answer(talk)?;
    if !is(&said, READY) {
        return Err(talk.wrong(&said, READY));
    }
    talk.say("INFO timeout_turn 300");
    talk.say_with("", "\r\n\n");
    talk.say_with("begin", "\r\n");
    let spec = GameSpec::GOMOKU;
    take_move(talk, &mut AnyPosition::new(spec)).map(drop)
}

fn unknown_command(talk: &mut Talk<'_>) -> Checked {
    talk.say_with("YIQICHECK 1", "\r\n");
    let said = answer(talk)?;
    if !is(&said, "UNKNOWN") && !is(&said, "ERROR") {
        return Err(talk.wrong(&said, "UNKNOWN"));
    }
    start(talk)
}

fn unknown_info(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk, 15, GomokuRules::Freestyle)?;
    talk.say_with("INFO yiqi_check 1", "\r\n");
    talk.say_with("INFO evaluate 3,3", "\r\n");
    talk.say_with("BEGIN", "\r\n");
    take_move(talk, &mut position).map(drop)
}

/// Black has two open twos that meet at 7,7: a program that does not know renju likes it.
fn forbidden(talk: &mut Talk<'_>) -> Checked {
    talk.say_with("START 15", "\r\n");
    let said = answer(talk)?;
    if !is(&said, READY) {
        return Err(talk.wrong(&said, READY));
    }
    talk.say_with("INFO rule 4", "\r\n");
    talk.say_with("INFO timeout_turn 300", "\r\n");
    let spec = GomokuSpec::new(15, GomokuRules::Renju, Opening::Free);
    let mut position = AnyPosition::new(spec.map_or(GameSpec::GOMOKU, GameSpec::Gomoku));
    let stones = [
        (6, 7),
        (0, 0),
        (8, 7),
        (14, 0),
        (7, 6),
        (0, 14),
        (7, 8),
        (14, 14),
    ];
    talk.say_with("BOARD", "\r\n");
    for (index, (x, y)) in stones.into_iter().enumerate() {
        place(&mut position, x, y);
        let whose = if index % 2 == 0 { 1 } else { 2 };
        talk.say_with(&format!("{x},{y},{whose}"), "\r\n");
    }
    talk.say_with("DONE", "\r\n");
    let said = answer(talk)?;
    if is(&said, "ERROR") || is(&said, "UNKNOWN") {
        // It does not play renju, and says so.
        return Ok(());
    }
    let point = parse_point(&said).ok_or_else(|| talk.wrong(&said, MOVE))?;
    play(&mut position, Some(Move::Place(point)), &said)
}

fn swap2(talk: &mut Talk<'_>) -> Checked {
    begin(talk, 15, GomokuRules::Freestyle)?;
    let lists: [&[(u8, u8)]; 3] = [
        &[],
        &[(7, 7), (8, 8), (3, 3)],
        &[(7, 7), (8, 8), (3, 3), (9, 9), (2, 12)],
    ];
    for stones in lists {
        talk.say_with("SWAP2BOARD", "\r\n");
        for (x, y) in stones {
            talk.say_with(&format!("{x},{y}"), "\r\n");
        }
        talk.say_with("DONE", "\r\n");
        let said = answer(talk)?;
        if is(&said, "UNKNOWN") || is(&said, "ERROR") {
            // It does not play swap2, and says so. Each of the lines may be answered.
            return Ok(());
        }
        let points: Option<Vec<Point>> = said.split_whitespace().map(parse_point).collect();
        let is_swap = said.eq_ignore_ascii_case("SWAP");
        let is_answer = match (stones.len(), points.as_deref()) {
            (0, Some([_, _, _])) | (3, Some([_] | [_, _])) | (5, Some([_])) => true,
            (3 | 5, None) => is_swap,
            _ => false,
        };
        if !is_answer {
            let wanted = match stones.len() {
                0 => "X,Y X,Y X,Y",
                3 => "SWAP, X,Y, X,Y X,Y",
                _ => "SWAP, X,Y",
            };
            return Err(talk.wrong(&said, wanted));
        }
        let mut all: Vec<(u8, u8)> = stones.to_vec();
        for point in points.unwrap_or_default() {
            let place = (point.col(), point.row());
            if !point.is_on(15) || all.contains(&place) {
                return Err(CheckProblem::Illegal { answer: said });
            }
            all.push(place);
        }
    }
    Ok(())
}

fn time(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk, 15, GomokuRules::Freestyle)?;
    for allowed in [1000, 300] {
        talk.say_with(&format!("INFO timeout_turn {allowed}"), "\r\n");
        let since = Instant::now();
        turn(talk, &mut position)?;
        talk.check_time(since, Duration::from_millis(allowed))?;
    }
    // Little is left of the game.
    talk.say_with("INFO timeout_turn 5000", "\r\n");
    talk.say_with("INFO timeout_match 10000", "\r\n");
    let since = Instant::now();
    turn_with(talk, &mut position, 500)?;
    talk.check_time(since, Duration::from_millis(500))
}

fn one_answer(talk: &mut Talk<'_>) -> Checked {
    let mut position = begin(talk, 15, GomokuRules::Freestyle)?;
    turn(talk, &mut position)?;
    talk.say_with("ABOUT", "\r\n");
    let said = answer(talk)?;
    match parse_point(&said) {
        Some(_) => Err(CheckProblem::Unasked { answer: said }),
        None => Ok(()),
    }
}

fn end(talk: &mut Talk<'_>) -> Checked {
    begin(talk, 15, GomokuRules::Freestyle)?;
    talk.check_exit("END")
}

fn place(position: &mut AnyPosition, x: u8, y: u8) {
    if let Some(point) = Point::new(x, y) {
        position.play_unchecked(Move::Place(point));
    }
}
