//! The line to a program for one request: what may be said in which time.

use std::time::{Duration, Instant};

use yiqi_search::Stop;

use super::Fault;
use super::spec::ProgramSpec;
use crate::forfeit::Evidence;
use crate::player::{AnswerTime, MoveRequest, Task};
use crate::process::Process;
use crate::protocol::Protocol;
use crate::time_left::TimeLeft;

/// How long to wait for an answer without a clock.
const TIME_WITHOUT_CLOCK: Duration = Duration::from_secs(30);

/// The time that a program is told without a clock.
const TIME_TOLD: Duration = Duration::from_secs(2);

/// The line to a program.
pub(super) struct Link<'a> {
    process: &'a mut Process,
    stop: &'a Stop,
    /// What ends a line.
    ending: &'static str,
    /// The time for the move.
    time: Duration,
    left: Option<TimeLeft>,
    margin: Duration,
    told: Duration,
    /// Since when the program has been asked, and how long it has.
    asked_at: Instant,
    allowed: Duration,
    grace: Duration,
    answer_time: Option<AnswerTime>,
    /// Whether the last line was there before anything was asked.
    is_early: bool,
}

impl<'a> Link<'a> {
    pub(super) fn new(
        process: &'a mut Process,
        request: &'a MoveRequest<'_>,
        spec: &ProgramSpec,
    ) -> Link<'a> {
        let MoveRequest { task, stop, .. } = request;
        let own = spec.time;
        let time = match task.time {
            Some(left) => left.time,
            None => own.unwrap_or(TIME_WITHOUT_CLOCK),
        };
        Link {
            process,
            stop,
            ending: match spec.protocol {
                Protocol::Gomocup => "\r\n",
                _ => "\n",
            },
            time,
            left: task.time,
            margin: spec.margin.unwrap_or(ProgramSpec::MARGIN_DEFAULT) + request.patience,
            told: own.unwrap_or(TIME_TOLD),
            asked_at: Instant::now(),
            allowed: time,
            grace: Duration::ZERO,
            answer_time: None,
            is_early: false,
        }
    }

    /// The time that the program is told: that of the clock, or a usual one for this move.
    pub(super) fn time_told(&self) -> TimeLeft {
        self.left.unwrap_or_else(|| self.told.into())
    }

    /// Whether there is a clock.
    pub(super) fn has_clock(&self) -> bool {
        self.left.is_some()
    }

    /// Gives the program some time from now on, in which its clock does not run.
    pub(super) fn allow(&mut self, time: Duration) {
        self.asked_at = Instant::now();
        self.allowed = time;
        self.grace = Duration::ZERO;
    }

    /// Gives the program the time for its move from now on.
    pub(super) fn allow_for_move(&mut self) {
        self.allow(self.time);
        self.grace = self.margin;
    }

    /// Sends a line.
    pub(super) fn say(&mut self, line: &str) {
        self.process.send(line, self.ending);
    }

    /// Sends the question whose answer is the move: its time begins when the line is written.
    pub(super) fn ask(&mut self, line: &str) {
        self.asked_at = Instant::now();
        self.say(line);
    }

    /// Waits for a line that is not blank.
    pub(super) fn hear(&mut self) -> Result<String, Fault> {
        let deadline = self.deadline();
        let (line, at) = self.process.read(deadline, self.stop)?;
        self.is_early = at < self.asked_at;
        // The way to the program is not its fault.
        let asked_at = self.process.written_at().map_or(self.asked_at, |written| {
            written.clamp(self.asked_at, at.max(self.asked_at))
        });
        let taken = at.saturating_duration_since(asked_at);
        self.answer_time = Some(AnswerTime {
            taken,
            overrun: taken.saturating_sub(self.allowed),
        });
        Ok(line)
    }

    /// Waits for a line, blank or not.
    pub(super) fn hear_any(&mut self) -> Result<String, Fault> {
        let deadline = self.deadline();
        loop {
            if let Some((line, _)) = self.process.read_any(deadline, self.stop)? {
                return Ok(line);
            }
        }
    }

    fn deadline(&self) -> Instant {
        let time = self.allowed.saturating_add(self.grace);
        // So far in the future that nobody waits for it.
        let never = Duration::from_secs(1 << 30);
        self.asked_at + time.min(never)
    }

    /// Lines that the program wrote without being asked.
    pub(super) fn heard_before(&mut self) -> Result<Vec<String>, Fault> {
        let mut lines = Vec::new();
        while let Some(line) = self.process.read_now() {
            lines.push(line?);
            if lines.len() > UNASKED_MAX {
                return Err(Fault::NoAnswer(crate::process::NoAnswer::Flooded));
            }
        }
        lines.retain(|line| !line.trim().is_empty());
        Ok(lines)
    }

    /// Whether the last line was there before anything was asked: it answers nothing.
    pub(super) fn is_early(&self) -> bool {
        self.is_early
    }

    /// How long the last answer took.
    pub(super) fn answer_time(&self) -> Option<AnswerTime> {
        self.answer_time
    }

    pub(super) fn evidence(&self, task: &Task) -> Evidence {
        Evidence {
            elapsed: self.asked_at.elapsed(),
            allowed: self.allowed,
            dialog: self.process.dialog(),
            ..Evidence::new(task)
        }
    }
}

/// How many lines a program may write between two questions.
const UNASKED_MAX: usize = 10_000;
