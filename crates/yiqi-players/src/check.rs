//! A compliance test for outside programs: it leads a program through odd situations and says what
//! is wrong.
//!
//! Each protocol, one module each, is a list of cases. A case starts the program anew, so that one
//! mistake does not hide another.

mod botzone;
mod gomocup;
mod gtp;
mod nboard;
mod script;

use std::time::{Duration, Instant};

use yiqi_cage::CageReport;
use yiqi_rules::{AnyPosition, Dice, GameSpec, Move};
use yiqi_search::Stop;

use crate::process::{NoAnswer, Process, printable};
use crate::program::ProgramSpec;
use crate::protocol::Protocol;

/// The result of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCase {
    /// The name of the case, such as `takeback`.
    pub name: &'static str,
    /// What is wrong; `None` if nothing is.
    pub problem: Option<CheckProblem>,
    /// What was said (`> `) and heard (`< `).
    pub dialog: Vec<String>,
}

/// What is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckProblem {
    /// It cannot be started.
    NotStarted {
        /// The reason.
        problem: String,
    },
    /// It ended.
    Ended {
        /// Its exit status or signal.
        status: String,
        /// The last lines of its error output.
        errors: Vec<String>,
    },
    /// It did not answer a line.
    Silent {
        /// The line.
        line: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// It writes without end.
    Flood,
    /// It gave another answer than the protocol has.
    Wrong {
        /// The line.
        line: String,
        /// The answer.
        answer: String,
        /// What is accepted, in the words of the protocol.
        wanted: String,
    },
    /// Its move is not legal.
    Illegal {
        /// The answer.
        answer: String,
    },
    /// It took longer than it was told.
    Late {
        /// How long it took.
        taken_ms: u128,
        /// What it was told.
        allowed_ms: u128,
    },
    /// It wrote a line that nothing asked for.
    Unasked {
        /// The line.
        answer: String,
    },
    /// It did not exit.
    Stays {
        /// What should have ended it.
        line: &'static str,
    },
}

/// How long to wait for any answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a program has to exit.
const EXIT_PATIENCE: Duration = Duration::from_secs(2);

/// How many characters of a line are shown.
const SHOWN_MAX: usize = 60;

/// A case: its name and what it does.
type Case = (&'static str, fn(&mut Talk<'_>) -> Result<(), CheckProblem>);

/// Leads a program through all cases of its protocol and calls `tell` after each. Returns the cage
/// that the program ran in, if it ran in one.
pub fn check_program(
    program: &ProgramSpec,
    mut tell: impl FnMut(&CheckedCase),
) -> Option<CageReport> {
    let words = shlex::split(&program.command).unwrap_or_default();
    let cage = program.cage();
    let mut report = None;
    for (name, case) in cases(program.protocol) {
        let checked = match Process::start(&words, cage.as_ref()) {
            Err(error) => CheckedCase {
                name,
                problem: Some(CheckProblem::NotStarted {
                    problem: error.to_string(),
                }),
                dialog: Vec::new(),
            },
            Ok(process) => {
                report = report.or_else(|| process.cage_report().cloned());
                let mut talk = Talk {
                    process: Some(process),
                    program,
                    last: String::new(),
                    dialog: Vec::new(),
                };
                let problem = case(&mut talk).err();
                CheckedCase {
                    name,
                    problem,
                    dialog: talk.dialog(),
                }
            }
        };
        let is_hopeless = matches!(checked.problem, Some(CheckProblem::NotStarted { .. }));
        tell(&checked);
        if is_hopeless {
            break;
        }
    }
    report
}

/// The names of the cases of a protocol.
#[must_use]
pub fn case_names(protocol: Protocol) -> Vec<&'static str> {
    cases(protocol).iter().map(|(name, _)| *name).collect()
}

fn cases(protocol: Protocol) -> &'static [Case] {
    match protocol {
        Protocol::Gomocup => gomocup::CASES,
        Protocol::NBoard => nboard::CASES,
        Protocol::Gtp => gtp::CASES,
        Protocol::Botzone => botzone::CASES,
        Protocol::Script => script::CASES,
    }
}

/// A conversation with a program.
struct Talk<'a> {
    process: Option<Process>,
    program: &'a ProgramSpec,
    /// The last line said.
    last: String,
    /// What was said to a process that has ended.
    dialog: Vec<String>,
}

impl Talk<'_> {
    fn say(&mut self, line: &str) {
        self.say_with(line, "\n");
    }

    fn say_with(&mut self, line: &str, ending: &str) {
        self.last = line.to_owned();
        if let Some(process) = &mut self.process {
            process.send(line, ending);
        }
    }

    /// The next line that is not blank.
    fn hear(&mut self) -> Result<String, CheckProblem> {
        let deadline = Instant::now() + PATIENCE + self.margin();
        let heard = match &mut self.process {
            Some(process) => process.read(deadline, &Stop::new()),
            None => Err(NoAnswer::Ended),
        };
        heard
            .map(|(line, _)| line.trim().to_owned())
            .map_err(|reason| self.no_answer(reason))
    }

    /// The next line, blank or not.
    fn hear_any(&mut self) -> Result<String, CheckProblem> {
        let deadline = Instant::now() + PATIENCE + self.margin();
        loop {
            let heard = match &mut self.process {
                Some(process) => process.read_any(deadline, &Stop::new()),
                None => Err(NoAnswer::Ended),
            };
            match heard {
                Ok(None) => {}
                Ok(Some((line, _))) => return Ok(line.trim().to_owned()),
                Err(reason) => return Err(self.no_answer(reason)),
            }
        }
    }

    fn no_answer(&mut self, reason: NoAnswer) -> CheckProblem {
        match reason {
            NoAnswer::Flooded => CheckProblem::Flood,
            NoAnswer::Stalled | NoAnswer::Stopped => CheckProblem::Silent {
                line: self.shown_last(),
                seconds: PATIENCE.as_secs(),
            },
            NoAnswer::Ended => {
                self.dialog = self.dialog();
                let ending = self.process.take().map(Process::end);
                let status = ending.as_ref().and_then(|ending| ending.status);
                CheckProblem::Ended {
                    status: status.map_or_else(String::new, |status| status.to_string()),
                    errors: ending.map(|ending| ending.errors).unwrap_or_default(),
                }
            }
        }
    }

    /// An answer that the protocol does not have.
    fn wrong(&self, answer: &str, wanted: &str) -> CheckProblem {
        CheckProblem::Wrong {
            line: self.shown_last(),
            answer: printable(answer, SHOWN_MAX),
            wanted: wanted.to_owned(),
        }
    }

    fn shown_last(&self) -> String {
        printable(&self.last, SHOWN_MAX)
    }

    /// What the program may take beyond any time.
    fn margin(&self) -> Duration {
        self.program.margin.unwrap_or(ProgramSpec::MARGIN_DEFAULT)
    }

    /// Checks that the last answer did not take longer than it was told.
    fn check_time(&self, since: Instant, allowed: Duration) -> Result<(), CheckProblem> {
        let taken = since.elapsed();
        if taken <= allowed + self.margin() {
            return Ok(());
        }
        Err(CheckProblem::Late {
            taken_ms: taken.as_millis(),
            allowed_ms: allowed.as_millis(),
        })
    }

    /// Tells the program to exit and checks that it does.
    fn check_exit(&mut self, line: &'static str) -> Result<(), CheckProblem> {
        self.say(line);
        self.check_end_of_input()
            .map_err(|_| CheckProblem::Stays { line })
    }

    /// Closes the input and checks that the program exits.
    fn check_end_of_input(&mut self) -> Result<(), CheckProblem> {
        let margin = self.margin();
        let has_gone = self
            .process
            .as_mut()
            .is_none_or(|process| process.let_go(EXIT_PATIENCE + margin));
        match has_gone {
            true => Ok(()),
            false => Err(CheckProblem::Stays { line: "" }),
        }
    }

    fn dialog(&self) -> Vec<String> {
        match &self.process {
            Some(process) => process.dialog(),
            None => self.dialog.clone(),
        }
    }
}

/// Plays a legal move or says that it is none.
fn play(position: &mut AnyPosition, mv: Option<Move>, answer: &str) -> Result<(), CheckProblem> {
    let is_played = mv.is_some_and(|mv| position.play(mv).is_ok());
    match is_played {
        true => Ok(()),
        false => Err(CheckProblem::Illegal {
            answer: printable(answer, SHOWN_MAX),
        }),
    }
}

/// A random game of Reversi whose last position leaves only a pass.
fn game_before_pass(spec: GameSpec) -> Vec<Move> {
    for seed in 0..1000 {
        let mut dice = Dice::new(seed);
        let mut position = AnyPosition::new(spec);
        let mut moves = Vec::new();
        while position.turn().is_some() {
            if position.legal_words() == [Move::Pass] {
                return moves;
            }
            let mv = *dice.pick(&position.legal_moves());
            position.play_unchecked(mv);
            moves.push(mv);
        }
    }
    Vec::new()
}

/// The position after some moves.
fn position_after(spec: GameSpec, moves: &[Move]) -> AnyPosition {
    let mut position = AnyPosition::new(spec);
    for &mv in moves {
        position.play_unchecked(mv);
    }
    position
}
