//! Outside programs as players, over every protocol that the field has.
//!
//! A program is started at its first turn, in a cage, and kept running. Each protocol, one module
//! each, decides what to say and what an answer means; everything else is here: the time, the
//! start, the end, and what a failure is called. After a failure the program is ended; the next
//! request starts it again.

pub(crate) mod botzone;
mod gomocup;
pub(crate) mod gtp;
mod link;
pub(crate) mod nboard;
mod saved;
pub(crate) mod script;
mod spec;

use std::time::Duration;

use yiqi_rules::{GameSpec, Move};

use self::link::Link;
pub use self::saved::SavedProgram;
pub use self::spec::{ProgramSpec, protect};
use crate::forfeit::{Evidence, Forfeit, ForfeitReason};
use crate::player::{AnswerTime, Choice, MoveRequest, Player, PlayerError, Task};
use crate::process::{NoAnswer, Process, printable};
use crate::protocol::Protocol;

/// How long a program has to exit when it is told to.
const QUIT_PATIENCE: Duration = Duration::from_millis(200);

/// How many characters of an answer are shown.
const ANSWER_MAX: usize = 40;

/// The host's side of one protocol.
trait Driver: Send {
    /// Forgets everything: the program was started anew.
    fn reset(&mut self);

    /// Makes the program ready for a game. Its clock is not running yet.
    fn greet(&mut self, link: &mut Link<'_>, task: &Task) -> Result<(), Fault>;

    /// Asks for a move.
    fn ask(&mut self, link: &mut Link<'_>, task: &Task) -> Result<Choice, Fault>;

    /// What tells the program to exit, and the end of a line.
    fn farewell(&self) -> Option<&'static str> {
        None
    }
}

/// Why a driver has no move.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    NoAnswer(NoAnswer),
    Garbage(String),
    OutOfTurn(String),
    Illegal(String),
    /// The program can go on only if it is started again.
    Relaunch,
}

impl From<NoAnswer> for Fault {
    fn from(reason: NoAnswer) -> Fault {
        Fault::NoAnswer(reason)
    }
}

/// A fault with what shows it.
struct Failure {
    fault: Fault,
    evidence: Evidence,
    /// Whether the program was not ready yet.
    is_greeting: bool,
}

/// An outside program as a player.
pub(crate) struct OutsideProgram {
    name: String,
    spec: ProgramSpec,
    driver: Box<dyn Driver>,
    process: Option<Process>,
    last_time: Option<AnswerTime>,
}

impl OutsideProgram {
    pub(crate) fn new(name: String, spec: ProgramSpec) -> OutsideProgram {
        let driver: Box<dyn Driver> = match spec.protocol {
            Protocol::Gomocup => Box::new(gomocup::GomocupHost::new(&spec)),
            Protocol::NBoard => Box::new(nboard::NBoardHost::new(&spec)),
            Protocol::Gtp => Box::new(gtp::GtpHost::new()),
            Protocol::Botzone => Box::new(botzone::BotzoneHost::new()),
            Protocol::Script => Box::new(script::ScriptHost),
        };
        OutsideProgram {
            name,
            spec,
            driver,
            process: None,
            last_time: None,
        }
    }

    fn forfeit(&self, reason: ForfeitReason, evidence: Evidence) -> PlayerError {
        PlayerError::Forfeit(Box::new(Forfeit {
            command: self.spec.command.clone(),
            reason,
            evidence,
        }))
    }

    fn start(&mut self, task: &Task) -> Result<Process, PlayerError> {
        self.driver.reset();
        let not_started = |problem: String| {
            self.forfeit(ForfeitReason::NotStarted { problem }, Evidence::new(task))
        };
        let words = shlex::split(&self.spec.command)
            .ok_or_else(|| not_started("unclosed quotation mark".to_owned()))?;
        let cage = self.spec.cage();
        Process::start(&words, cage.as_ref()).map_err(|error| not_started(error.to_string()))
    }

    /// The program, started and greeted if it was not running.
    fn ready(&mut self, request: &MoveRequest<'_>) -> Result<Process, PlayerError> {
        if let Some(process) = self.process.take() {
            return Ok(process);
        }
        let task = request.task;
        let mut process = self.start(task)?;
        let mut link = Link::new(&mut process, request, &self.spec);
        link.allow(self.spec.start.unwrap_or(ProgramSpec::START_DEFAULT));
        match self.driver.greet(&mut link, task) {
            Ok(()) => Ok(process),
            Err(fault) => {
                let failure = Failure {
                    fault,
                    evidence: link.evidence(task),
                    is_greeting: true,
                };
                Err(self.failure(failure, process))
            }
        }
    }

    /// Asks a running program for a move.
    fn ask(
        &mut self,
        process: &mut Process,
        request: &MoveRequest<'_>,
    ) -> Result<Choice, Box<Failure>> {
        let task = request.task;
        let mut link = Link::new(process, request, &self.spec);
        link.allow_for_move();
        let answer = self.driver.ask(&mut link, task);
        self.last_time = link.answer_time();
        answer.map_err(|fault| {
            Box::new(Failure {
                fault,
                evidence: link.evidence(task),
                is_greeting: false,
            })
        })
    }

    fn check_game(&self, task: &Task) -> Result<(), PlayerError> {
        if self.spec.protocol.hosts(task.spec(), task.start.is_some()) {
            return Ok(());
        }
        Err(PlayerError::CannotPlay {
            command: self.spec.command.clone(),
            game: task.spec().to_string(),
        })
    }

    /// The name of a failure. The program is ended.
    fn failure(&self, failure: Failure, process: Process) -> PlayerError {
        let Failure {
            fault,
            mut evidence,
            is_greeting,
        } = failure;
        let shown = |answer: &str| printable(answer, ANSWER_MAX);
        let reason = match &fault {
            Fault::NoAnswer(NoAnswer::Stopped) => return PlayerError::Stopped,
            Fault::NoAnswer(NoAnswer::Flooded) => ForfeitReason::Flood,
            Fault::NoAnswer(NoAnswer::Stalled) if is_greeting => ForfeitReason::LateStart,
            Fault::NoAnswer(NoAnswer::Stalled) => ForfeitReason::Stall,
            Fault::NoAnswer(NoAnswer::Ended) | Fault::Relaunch => {
                let ending = process.end();
                let is_success = ending.status.is_some_and(|status| status.success());
                let status = ending
                    .status
                    .map_or_else(|| "unknown status".to_owned(), |status| status.to_string());
                evidence.errors = ending.errors;
                let reason = match (ending.is_out_of_memory, is_success) {
                    (true, _) => ForfeitReason::Memory { status },
                    (false, true) => ForfeitReason::EarlyExit { status },
                    (false, false) => ForfeitReason::Crash { status },
                };
                return self.forfeit(reason, evidence);
            }
            Fault::Garbage(answer) => ForfeitReason::Garbage {
                answer: shown(answer),
            },
            Fault::OutOfTurn(answer) => ForfeitReason::OutOfTurn {
                answer: shown(answer),
            },
            Fault::Illegal(answer) => ForfeitReason::Illegal {
                answer: shown(answer),
            },
        };
        self.forfeit(reason, evidence)
    }
}

impl Player for OutsideProgram {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError> {
        self.check_game(request.task)?;
        let mut is_relaunched = false;
        loop {
            let mut process = self.ready(&request)?;
            match self.ask(&mut process, &request) {
                Ok(choice) => {
                    self.process = Some(process);
                    return Ok(choice);
                }
                Err(failure) if failure.fault == Fault::Relaunch && !is_relaunched => {
                    is_relaunched = true;
                }
                Err(failure) => return Err(self.failure(*failure, process)),
            }
        }
    }

    fn prepare(&mut self, request: &MoveRequest<'_>) -> Result<(), PlayerError> {
        self.check_game(request.task)?;
        self.process = Some(self.ready(request)?);
        Ok(())
    }

    fn last_answer_time(&self) -> Option<AnswerTime> {
        self.last_time
    }
}

impl Drop for OutsideProgram {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process
            && let Some(words) = self.driver.farewell()
        {
            process.send(words, "\n");
            process.let_go(QUIT_PATIENCE);
        }
    }
}

impl Protocol {
    /// Whether a program can be told this game over the protocol, from a position of its own if
    /// `has_start`.
    #[must_use]
    pub fn hosts(self, spec: GameSpec, has_start: bool) -> bool {
        use yiqi_rules::{Game, GomokuRules, Opening};
        let rules_have_number = match spec {
            GameSpec::Gomoku(spec) => {
                spec.rules != GomokuRules::Forbidden
                    && matches!(spec.opening(), Opening::Free | Opening::Swap2)
            }
            _ => true,
        };
        match self {
            Protocol::Gomocup => spec.game() == Game::Gomoku && rules_have_number,
            Protocol::Botzone | Protocol::Gtp => self.knows(spec) && !has_start,
            Protocol::NBoard | Protocol::Script => self.knows(spec),
        }
    }
}

/// Checks that a move is legal; `answer` is what the program wrote.
fn checked(mv: Option<Move>, task: &Task, answer: &str) -> Result<Move, Fault> {
    mv.filter(|&mv| task.position.check(mv).is_ok())
        .ok_or_else(|| Fault::Illegal(answer.to_owned()))
}

/// How many moves two games have in common at their beginning.
fn common_length(one: &[Move], other: &[Move]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}
