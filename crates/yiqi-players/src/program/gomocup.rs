//! The manager's side of the protocol of Gomocup and Piskvork.

use std::time::Duration;

use yiqi_rules::{Color, GameSpec, GomokuRules, Move, Opening, Point};

use super::link::Link;
use super::spec::ProgramSpec;
use super::{Driver, Fault, checked, common_length};
use crate::player::{Choice, Task};
use crate::process::NoAnswer;
use crate::time_left::{Pace, TimeLeft};

/// The value of `time_left` for no limit.
const UNLIMITED: u128 = 2_147_483_647;

/// The host's side of the protocol.
pub(super) struct GomocupHost {
    memory_bytes: u64,
    folder: Option<String>,
    /// The board that the program has, if it has one.
    spec: Option<GameSpec>,
    /// The time per move that the program was told, in milliseconds.
    turn_told: Option<u128>,
    /// The moves that the program knows. Its last one is its own.
    known: Vec<Move>,
    /// The moves of an opening that the program has already chosen, and those played before.
    chosen: Vec<Move>,
    chosen_after: Vec<Move>,
}

impl GomocupHost {
    pub(super) fn new(spec: &ProgramSpec) -> GomocupHost {
        GomocupHost {
            memory_bytes: spec.memory_told_mib() << 20,
            folder: spec
                .folder
                .as_ref()
                .map(|folder| folder.display().to_string()),
            spec: None,
            turn_told: None,
            known: Vec::new(),
            chosen: Vec::new(),
            chosen_after: Vec::new(),
        }
    }

    /// Starts a board and waits until the program is ready.
    fn start_board(&mut self, link: &mut Link<'_>, task: &Task) -> Result<(), Fault> {
        link.say(&format!("START {}", task.spec().size()));
        match answer(link)?.as_str() {
            word if word.eq_ignore_ascii_case("OK") => {}
            other => return Err(Fault::Garbage(other.to_owned())),
        }
        self.spec = Some(task.spec());
        self.known.clear();
        link.say(&format!("INFO max_memory {}", self.memory_bytes));
        link.say("INFO game_type 1");
        link.say(&format!("INFO rule {}", rule_number(task.spec())));
        if let Some(folder) = &self.folder {
            link.say(&format!("INFO folder {folder}"));
        }
        self.say_time_limits(link);
        Ok(())
    }

    fn say_time_limits(&mut self, link: &mut Link<'_>) {
        let told = link.time_told();
        let (turn, game) = match told.pace {
            Pace::Move | Pace::Moves { .. } => (told.time, Duration::ZERO),
            Pace::Game { .. } | Pace::Periods { .. } => (told.time, told.time),
        };
        self.say_turn_limit(link, turn);
        link.say(&format!("INFO timeout_match {}", game.as_millis()));
    }

    /// Says how much time a move may take, if that is new.
    fn say_turn_limit(&mut self, link: &mut Link<'_>, time: Duration) {
        let ms = time.as_millis();
        if self.turn_told != Some(ms) {
            link.say(&format!("INFO timeout_turn {ms}"));
            self.turn_told = Some(ms);
        }
    }

    /// Says how much time is left, before every question.
    fn say_time_left(&mut self, link: &mut Link<'_>) {
        let TimeLeft { time, pace } = link.time_told();
        match pace {
            Pace::Move | Pace::Moves { .. } => {
                self.say_turn_limit(link, time);
                link.say(&format!("INFO time_left {UNLIMITED}"));
            }
            Pace::Game { .. } | Pace::Periods { .. } => {
                link.say(&format!(
                    "INFO time_left {}",
                    time.as_millis().min(UNLIMITED)
                ));
            }
        }
    }

    /// Takes the program from the game that it knows to this one, except the last move; whether
    /// that worked.
    fn follow(&mut self, link: &mut Link<'_>, task: &Task) -> Result<bool, Fault> {
        let Some((_, before)) = task.moves.split_last() else {
            return Ok(false);
        };
        let common = common_length(&self.known, before);
        // One move is missing at most, and the program has to be on the move after it.
        if common < before.len() || task.start.is_some() || !is_plain(task) {
            return Ok(false);
        }
        while self.known.len() > common {
            let Some(Move::Place(point)) = self.known.last().copied() else {
                return Ok(false);
            };
            link.say(&format!("TAKEBACK {}", coordinates(point)));
            if !answer(link)?.eq_ignore_ascii_case("OK") {
                return Ok(false);
            }
            self.known.pop();
        }
        Ok(true)
    }

    /// Sends the position as a list of stones. They are in the order of play where it is known.
    fn board(&self, link: &mut Link<'_>, task: &Task) {
        let own = task.position.turn().unwrap_or(Color::Black);
        link.say("BOARD");
        for (point, color) in stones(task) {
            let whose = if color == own { 1 } else { 2 };
            link.say(&format!("{},{whose}", coordinates(point)));
        }
        link.ask("DONE");
    }

    /// A step of a swap2 opening.
    fn open(&mut self, link: &mut Link<'_>, task: &Task) -> Result<Choice, Fault> {
        self.clear(link, task)?;
        self.say_time_left(link);
        let stones = stones(task);
        link.say("SWAP2BOARD");
        for (point, _) in &stones {
            link.say(&coordinates(*point));
        }
        link.ask("DONE");
        let said = move_answer(link)?;
        let points: Option<Vec<Point>> = said.split_whitespace().map(parse_point).collect();
        let place = |point: &Point| Move::Place(*point);
        let moves: Vec<Move> = match (stones.len(), points.as_deref()) {
            (0, Some([a, b, c])) => [a, b, c].map(place).into(),
            (3, Some([a])) => vec![Move::Keep, place(a)],
            (3, Some([a, b])) => vec![Move::More, place(a), place(b)],
            // The side to place the sixth stone is white: who places it takes white.
            (5, Some([a])) => vec![Move::Swap, place(a)],
            (3, None) if said.eq_ignore_ascii_case("SWAP") => vec![Move::Swap],
            (5, None) if said.eq_ignore_ascii_case("SWAP") => vec![Move::Keep],
            _ => return Err(Fault::Garbage(said)),
        };
        let mut position = task.position.clone();
        for &mv in &moves {
            if position.play(mv).is_err() {
                return Err(Fault::Illegal(said));
            }
        }
        self.chosen_after = task.moves.clone();
        self.chosen = moves;
        self.next_chosen(task).ok_or(Fault::Illegal(said))
    }

    /// The next move of an opening that the program has already chosen.
    fn next_chosen(&self, task: &Task) -> Option<Choice> {
        let so_far = task.moves.strip_prefix(&self.chosen_after[..])?;
        let index = so_far.len();
        let mv = *self.chosen.get(index)?;
        (so_far == &self.chosen[..index]).then(|| Choice::from(mv))
    }

    /// Makes the program forget the moves that it knows.
    fn clear(&mut self, link: &mut Link<'_>, task: &Task) -> Result<(), Fault> {
        if self.spec != Some(task.spec()) {
            return self.start_board(link, task);
        }
        if !self.known.is_empty() {
            link.say("RESTART");
            if !answer(link)?.eq_ignore_ascii_case("OK") {
                // It is an optional command.
                return Err(Fault::Relaunch);
            }
            self.known.clear();
        }
        Ok(())
    }
}

impl Driver for GomocupHost {
    fn reset(&mut self) {
        self.spec = None;
        self.turn_told = None;
        self.known.clear();
        self.chosen.clear();
        self.chosen_after.clear();
    }

    fn greet(&mut self, link: &mut Link<'_>, task: &Task) -> Result<(), Fault> {
        self.start_board(link, task)
    }

    fn ask(&mut self, link: &mut Link<'_>, task: &Task) -> Result<Choice, Fault> {
        for line in link.heard_before()? {
            if !is_chatter(&line) && !is_complaint(&line) {
                return Err(Fault::OutOfTurn(line));
            }
        }
        if is_opening(task) {
            if let Some(choice) = self.next_chosen(task) {
                return Ok(choice);
            }
            return self.open(link, task);
        }
        if let Some(choice) = self.next_chosen(task) {
            return Ok(choice);
        }
        self.chosen.clear();
        self.chosen_after.clear();
        let has_followed =
            self.spec == Some(task.spec()) && !self.known.is_empty() && self.follow(link, task)?;
        let is_first = task.moves.is_empty() && task.start.is_none();
        // A list of stones replaces those that the program has; a move does not.
        let is_second = task.moves.len() == 1 && is_plain(task) && task.start.is_none();
        if !has_followed && (is_first || is_second || self.spec != Some(task.spec())) {
            self.clear(link, task)?;
        }
        self.say_time_left(link);
        match task.moves.as_slice() {
            [] if is_first => link.ask("BEGIN"),
            [Move::Place(point)] if is_second => {
                link.ask(&format!("TURN {}", coordinates(*point)));
            }
            [.., Move::Place(point)] if has_followed => {
                link.ask(&format!("TURN {}", coordinates(*point)));
            }
            _ => self.board(link, task),
        }
        let said = move_answer(link)?;
        let (x, y) = parse_pair(&said).ok_or_else(|| Fault::Garbage(said.clone()))?;
        let mv = checked(point_at(x, y).map(Move::Place), task, &said)?;
        self.known.clone_from(&task.moves);
        self.known.push(mv);
        Ok(Choice::from(mv))
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("END")
    }
}

/// The next line that is no message. A suggestion is accepted.
fn answer(link: &mut Link<'_>) -> Result<String, Fault> {
    loop {
        let line = link.hear()?;
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.eq_ignore_ascii_case("SUGGEST") {
            link.say(&format!("PLAY {}", rest.trim()));
        } else if !is_chatter(line) && link.is_early() && !is_complaint(line) {
            return Err(Fault::OutOfTurn(line.to_owned()));
        } else if !is_chatter(line) {
            return Ok(line.to_owned());
        }
    }
}

/// The next line that is no complaint. A program may complain about an `INFO` line late and still
/// answer; one that only complains has given no other answer when its time is over.
fn move_answer(link: &mut Link<'_>) -> Result<String, Fault> {
    let mut complaint = None;
    loop {
        match answer(link) {
            Ok(line) if is_complaint(&line) => complaint = complaint.or(Some(line)),
            Err(Fault::NoAnswer(NoAnswer::Stalled)) => {
                let stalled = Fault::NoAnswer(NoAnswer::Stalled);
                return Err(complaint.map_or(stalled, Fault::Garbage));
            }
            heard => return heard,
        }
    }
}

fn is_complaint(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case("ERROR") || word.eq_ignore_ascii_case("UNKNOWN")
}

/// Whether a line is for people only.
fn is_chatter(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.is_empty() || word.eq_ignore_ascii_case("MESSAGE") || word.eq_ignore_ascii_case("DEBUG")
}

/// The number of a rule set: the sum of 1 for exactly five, 4 for renju and 8 for caro.
fn rule_number(spec: GameSpec) -> u8 {
    match spec {
        GameSpec::Gomoku(spec) => match spec.rules {
            // `forbidden` has no number and is not hosted.
            GomokuRules::Freestyle | GomokuRules::Forbidden => 0,
            GomokuRules::Standard => 1,
            GomokuRules::Renju => 4,
            GomokuRules::Caro => 9,
        },
        _ => 0,
    }
}

/// Whether the moves are placements of black and white in turn.
fn is_plain(task: &Task) -> bool {
    let has_opening = match task.spec() {
        GameSpec::Gomoku(spec) => spec.opening() != Opening::Free,
        _ => true,
    };
    !has_opening && task.moves.iter().all(|mv| mv.point().is_some())
}

/// Whether colors are not settled yet.
fn is_opening(task: &Task) -> bool {
    let GameSpec::Gomoku(spec) = task.spec() else {
        return false;
    };
    if spec.opening() != Opening::Swap2 || task.start.is_some() {
        return false;
    }
    let is_settled = |mv: &Move| matches!(mv, Move::Swap | Move::Keep);
    !task.moves.iter().any(is_settled)
}

/// The stones on the board with their colors: those set up in turn, then those played.
fn stones(task: &Task) -> Vec<(Point, Color)> {
    let mut stones = Vec::new();
    if let Some(start) = &task.start {
        let mut black = start.stones.black.iter();
        let mut white = start.stones.white.iter();
        loop {
            let pair = (black.next(), white.next());
            stones.extend(pair.0.map(|point| (point, Color::Black)));
            stones.extend(pair.1.map(|point| (point, Color::White)));
            if pair == (None, None) {
                break;
            }
        }
    }
    for point in task.moves.iter().filter_map(|mv| mv.point()) {
        if let Some(color) = task.position.at(point) {
            stones.push((point, color));
        }
    }
    stones
}

fn coordinates(point: Point) -> String {
    format!("{},{}", point.col(), point.row())
}

fn parse_point(text: &str) -> Option<Point> {
    let (x, y) = parse_pair(text)?;
    point_at(x, y)
}

/// Two numbers, on the board or not.
fn parse_pair(text: &str) -> Option<(i64, i64)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn point_at(x: i64, y: i64) -> Option<Point> {
    Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
}
