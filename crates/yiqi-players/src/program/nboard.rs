//! The driver's side of the NBoard protocol.

use std::time::Duration;

use yiqi_record::notation::parse_move;
use yiqi_record::{Entry, Event, Format, Header, Record};
use yiqi_rules::{GameSpec, Move};

use super::link::Link;
use super::spec::ProgramSpec;
use super::{Driver, Fault, checked};
use crate::player::{Choice, Task};

/// The depth of the middle game that a program is told.
const DEPTH_DEFAULT: u8 = 12;

/// The host's side of the protocol.
pub(super) struct NBoardHost {
    depth: u8,
    /// The game that the program knows.
    known: Option<(GameSpec, Vec<Move>)>,
    ping_count: u32,
}

impl NBoardHost {
    pub(super) fn new(spec: &ProgramSpec) -> NBoardHost {
        NBoardHost {
            depth: spec.depth.unwrap_or(DEPTH_DEFAULT),
            known: None,
            ping_count: 0,
        }
    }

    /// Waits until the program has done everything said so far.
    fn ping(&mut self, link: &mut Link<'_>) -> Result<(), Fault> {
        self.ping_count += 1;
        let wanted = format!("pong {}", self.ping_count);
        link.say(&format!("ping {}", self.ping_count));
        loop {
            let line = link.hear()?;
            if line.trim() == wanted {
                return Ok(());
            }
            if is_answer(&line) {
                return Err(Fault::OutOfTurn(line));
            }
        }
    }

    /// Takes the program to the position of the task.
    fn follow(&mut self, link: &mut Link<'_>, task: &Task) {
        let is_known = |(spec, moves): &(GameSpec, Vec<Move>)| {
            *spec == task.spec() && task.moves.starts_with(moves) && task.start.is_none()
        };
        match self.known.take().filter(is_known) {
            // A clock is part of the game.
            Some((_, moves)) if !link.has_clock() => {
                for &mv in &task.moves[moves.len()..] {
                    link.say(&format!("move {}", move_text(mv, task.spec())));
                }
            }
            _ => {
                let clock = link.has_clock().then(|| link.time_told().time);
                if let Some(game) = game_text(task, clock) {
                    link.say(&format!("set game {game}"));
                }
            }
        }
        self.known = Some((task.spec(), task.moves.clone()));
    }
}

impl Driver for NBoardHost {
    fn reset(&mut self) {
        self.known = None;
    }

    fn greet(&mut self, link: &mut Link<'_>, _task: &Task) -> Result<(), Fault> {
        link.say("nboard 2");
        link.say(&format!("set depth {}", self.depth));
        self.ping(link)
    }

    fn ask(&mut self, link: &mut Link<'_>, task: &Task) -> Result<Choice, Fault> {
        if let Some(line) = link
            .heard_before()?
            .into_iter()
            .find(|line| is_answer(line))
        {
            return Err(Fault::OutOfTurn(line));
        }
        self.follow(link, task);
        self.ping(link)?;
        if task.position.legal_words() == [Move::Pass] {
            // Programs differ in what they do without a move; it is told as a move of ours.
            return Ok(Choice::from(Move::Pass));
        }
        link.ask("go");
        loop {
            let line = link.hear()?;
            let Some(said) = line.trim().strip_prefix("===") else {
                continue;
            };
            if link.is_early() {
                return Err(Fault::OutOfTurn(line));
            }
            // Edax separates the parts by blanks.
            let mut parts = said.split(['/', ' ']).filter(|part| !part.is_empty());
            let name = parts.next().unwrap_or_default();
            let mv = match is_pass(name) {
                true => Some(Move::Pass),
                false => parse_move(name, task.spec()).ok(),
            };
            let mv = mv.ok_or_else(|| Fault::Garbage(line.clone()))?;
            let eval = parts.next().and_then(|part| part.parse::<f64>().ok());
            return Ok(Choice {
                mv: checked(Some(mv), task, said.trim())?,
                eval: eval
                    .filter(|eval| eval.abs() <= 1000.0)
                    .map(|eval| (eval * 100.0) as i32),
            });
        }
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("quit")
    }
}

/// Whether a line answers `go`.
fn is_answer(line: &str) -> bool {
    line.trim_start().starts_with("===")
}

pub(crate) fn is_pass(name: &str) -> bool {
    ["pa", "pass", "ps", "--"]
        .iter()
        .any(|word| name.eq_ignore_ascii_case(word))
}

pub(crate) fn move_text(mv: Move, spec: GameSpec) -> String {
    match mv.point() {
        Some(point) => spec.point_name(point).to_ascii_uppercase(),
        None => "PA".to_owned(),
    }
}

/// The game so far in one line of GGF, with the time left.
pub(crate) fn game_text(task: &Task, clock: Option<Duration>) -> Option<String> {
    let mut header = Header::new(task.spec());
    header.start.clone_from(&task.start);
    let entries = task.moves.iter().map(|&mv| Entry {
        at_ms: 0,
        event: Event::Move(mv.into()),
    });
    let record = Record::from_entries(header, entries);
    let bytes = Format::Ggf.write(&[record]).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let line = text.lines().collect::<Vec<_>>().join(" ");
    let Some(left) = clock else {
        return Some(line);
    };
    let seconds = left.as_secs();
    let clock = format!("TI[{}:{:02}]", seconds / 60, seconds % 60);
    // The clock comes before the position.
    Some(match line.find("BO[") {
        Some(at) => format!("{}{clock}{}", &line[..at], &line[at..]),
        None => line,
    })
}
