//! The controller's side of the Go Text Protocol 2, as Othello programs and ours use it.

use std::collections::BTreeSet;
use std::time::Duration;

use yiqi_record::notation::parse_move;
use yiqi_rules::{AnyPosition, Color, GameSpec, Move};

use super::link::Link;
use super::nboard::is_pass;
use super::{Driver, Fault, checked, common_length};
use crate::player::{Choice, Task};
use crate::time_left::Pace;

/// The host's side of the protocol.
pub(super) struct GtpHost {
    /// The commands that the program knows.
    commands: BTreeSet<String>,
    spec: Option<GameSpec>,
    known: Vec<Move>,
    /// The time settings that the program was told.
    settings: Option<String>,
}

impl GtpHost {
    pub(super) fn new() -> GtpHost {
        GtpHost {
            commands: BTreeSet::new(),
            spec: None,
            known: Vec::new(),
            settings: None,
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Sets an empty board.
    fn clear(&mut self, link: &mut Link<'_>, task: &Task) -> Result<(), Fault> {
        if self.spec != Some(task.spec()) {
            needed(link, &format!("boardsize {}", task.spec().size()))?;
            self.spec = Some(task.spec());
        }
        needed(link, "clear_board")?;
        self.known.clear();
        Ok(())
    }

    /// Takes the program to the position of the task.
    fn follow(&mut self, link: &mut Link<'_>, task: &Task) -> Result<(), Fault> {
        let common = common_length(&self.known, &task.moves);
        let back = self.known.len() - common;
        let is_other = self.spec != Some(task.spec());
        if is_other || back > 0 && !(self.knows("undo") && self.undo(link, back)?) {
            self.clear(link, task)?;
        }
        let mut position = AnyPosition::new(task.spec());
        for (index, &mv) in task.moves.iter().enumerate() {
            let color = position.turn();
            if index >= self.known.len() {
                let color = color_letter(color);
                let said = format!("play {color} {}", vertex(mv, task.spec()));
                link.say(&said);
                // A program that passes by itself may not want to be told.
                if let Err(problem) = response(link)?
                    && mv != Move::Pass
                {
                    return Err(Fault::Garbage(problem));
                }
                self.known.push(mv);
            }
            position.play_unchecked(mv);
        }
        Ok(())
    }

    /// Takes moves back one by one. Whether all could be.
    fn undo(&mut self, link: &mut Link<'_>, count: usize) -> Result<bool, Fault> {
        // A pass may have been made by the program itself: then one step is two.
        let last = &self.known[self.known.len() - count..];
        if last.contains(&Move::Pass) {
            return Ok(false);
        }
        for _ in 0..count {
            link.say("undo");
            if response(link)?.is_err() {
                return Ok(false);
            }
            self.known.pop();
        }
        Ok(true)
    }

    fn say_time(&mut self, link: &mut Link<'_>, color: &str) -> Result<(), Fault> {
        let told = link.time_told();
        let (settings, left) = match told.pace {
            Pace::Move => (format!("0 {} 1", seconds(told.time)), None),
            Pace::Moves { count } => (format!("0 {} {count}", seconds(told.time)), None),
            Pace::Game { .. } => (
                // The clock as it was first seen.
                self.settings
                    .clone()
                    .unwrap_or_else(|| format!("{} 0 0", seconds(told.time))),
                Some(format!("{} 0", seconds(told.time))),
            ),
            Pace::Periods { main, period } if main.is_zero() => {
                (format!("0 {} 1", seconds(period)), None)
            }
            Pace::Periods { main, period } => (
                self.settings
                    .clone()
                    .unwrap_or_else(|| format!("{} {} 1", seconds(main), seconds(period))),
                Some(format!("{} 0", seconds(main))),
            ),
        };
        if self.knows("time_settings") && self.settings.as_ref() != Some(&settings) {
            link.say(&format!("time_settings {settings}"));
            // Whether or not it can follow, it was told.
            let _ = response(link)?;
            self.settings = Some(settings);
        }
        if let Some(left) = left
            && self.knows("time_left")
        {
            link.say(&format!("time_left {color} {left}"));
            let _ = response(link)?;
        }
        Ok(())
    }
}

impl Driver for GtpHost {
    fn reset(&mut self) {
        *self = GtpHost::new();
    }

    fn greet(&mut self, link: &mut Link<'_>, task: &Task) -> Result<(), Fault> {
        link.say("list_commands");
        if let Ok(list) = response(link)? {
            self.commands = list.split_whitespace().map(str::to_owned).collect();
        }
        self.clear(link, task)
    }

    fn ask(&mut self, link: &mut Link<'_>, task: &Task) -> Result<Choice, Fault> {
        if let Some(line) = link.heard_before()?.into_iter().next() {
            return Err(Fault::OutOfTurn(line));
        }
        self.follow(link, task)?;
        if task.position.legal_words() == [Move::Pass] {
            // Programs differ in what they do without a move; it is told as a move of ours.
            return Ok(Choice::from(Move::Pass));
        }
        let color = color_letter(task.position.turn());
        self.say_time(link, color)?;
        link.ask(&format!("genmove {color}"));
        let said = response(link)?.map_err(Fault::Garbage)?;
        let name = said.trim();
        let mv = match is_pass(name) {
            true => Some(Move::Pass),
            false => parse_move(name, task.spec()).ok(),
        };
        let mv = mv.ok_or_else(|| Fault::Garbage(said.clone()))?;
        let mv = checked(Some(mv), task, name)?;
        self.known.push(mv);
        Ok(Choice::from(mv))
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("quit")
    }
}

/// Sends a command that must succeed.
fn needed(link: &mut Link<'_>, command: &str) -> Result<(), Fault> {
    link.say(command);
    response(link)?.map(drop).map_err(Fault::Garbage)
}

/// Reads a response up to its blank line: what follows `=`, or what follows `?`.
fn response(link: &mut Link<'_>) -> Result<Result<String, String>, Fault> {
    let first = link.hear()?;
    let first = first.trim();
    if link.is_early() {
        return Err(Fault::OutOfTurn(first.to_owned()));
    }
    let body = |text: &str| {
        // An identifier may follow at once; we send none.
        text.trim_start_matches(|c: char| c.is_ascii_digit())
            .trim()
            .to_owned()
    };
    let (is_success, mut text) = match (first.strip_prefix('='), first.strip_prefix('?')) {
        (Some(rest), _) => (true, body(rest)),
        (_, Some(rest)) => (false, body(rest)),
        _ => return Err(Fault::Garbage(first.to_owned())),
    };
    loop {
        let line = link.hear_any()?;
        if line.trim().is_empty() {
            break;
        }
        text.push('\n');
        text.push_str(line.trim());
    }
    Ok(if is_success {
        Ok(text)
    } else {
        Err(format!("? {text}"))
    })
}

fn color_letter(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::White) => "w",
        _ => "b",
    }
}

pub(crate) fn vertex(mv: Move, spec: GameSpec) -> String {
    match mv.point() {
        Some(point) => spec.point_name(point).to_ascii_uppercase(),
        None => "pass".to_owned(),
    }
}

/// Whole seconds as the protocol has them, with a fraction only below one.
fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{:.2}", time.as_secs_f64()),
        whole => whole.to_string(),
    }
}
