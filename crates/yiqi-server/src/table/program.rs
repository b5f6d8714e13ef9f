//! Programs at seats: which ones are allowed, and how they think on the server's threads.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use yiqi_players::protocol::Protocol;
use yiqi_players::{
    Analysis, PlayerKind, PlayerSpec, ProgramSeat, ProgramSpec, SavedProgram, SeatLimits, Stop,
    Turn,
};
use yiqi_record::Seat;

use super::TableRequest;
use super::actor::Table;
use crate::caller::Caller;
use crate::denied::Denied;
use crate::services::Services;
use crate::thinking::{Borrower, Class, Owner};

/// The shortest interval between two analyses that a program publishes.
const ANALYSIS_EVERY: Duration = Duration::from_millis(250);

/// The longest time per move that a player may ask for.
const TIME_MAX: Duration = Duration::from_secs(30);

/// The most memory that the engine at a seat gets while it thinks, in MiB.
const HASH_MIB: usize = 16;

/// Limits for every program, so that none occupies a thread for long, whatever the board.
const LIMITS: SeatLimits = SeatLimits {
    move_time: Some(Duration::from_secs(10)),
    hash_mib: Some(HASH_MIB),
    patience: Duration::ZERO,
};

/// What a player's spec begins with if it names one of the operator's programs.
const OPERATORS: &str = "program:";

/// Whether a player is one of the operator's programs.
pub(crate) fn is_operators(player: &str) -> bool {
    player.starts_with(OPERATORS)
}

/// Creates the program with this name for a seat. A program of the operator that is no longer
/// offered cannot be started and loses its games, which stay.
pub(super) fn take_seat(
    player: &str,
    seed: u64,
    programs: &[SavedProgram],
) -> Result<ProgramSeat, Denied> {
    let spec = match parse_player(player, programs) {
        Err(_) if is_operators(player) => PlayerSpec {
            name: None,
            kind: PlayerKind::Program(ProgramSpec::new(Protocol::Script, "")),
        },
        spec => spec?,
    };
    ProgramSeat::new(spec, LIMITS, seed).ok_or_else(|| bad_player(player))
}

/// How a player is stored and shown. Nobody sees the command of an operator's program.
pub(crate) fn player_text(spec: &PlayerSpec) -> String {
    match (&spec.kind, &spec.name) {
        (PlayerKind::Program(_), Some(name)) => format!("{OPERATORS}{name}"),
        _ => spec.to_string(),
    }
}

/// Parses a player that the server runs for anybody: nothing without limits, and outside programs
/// only if the operator offers them, by their names.
pub(crate) fn parse_player(text: &str, programs: &[SavedProgram]) -> Result<PlayerSpec, Denied> {
    if let Some(name) = text.strip_prefix(OPERATORS) {
        let saved = programs.iter().find(|saved| saved.name == name);
        let saved = saved.ok_or_else(|| bad_player(text))?;
        return Ok(PlayerSpec {
            name: Some(saved.name.clone()),
            kind: PlayerKind::Program(saved.program.clone()),
        });
    }
    let spec: PlayerSpec = text.parse().map_err(|_| bad_player(text))?;
    let is_fine = match &spec.kind {
        PlayerKind::Human | PlayerKind::Program(_) => false,
        PlayerKind::Random { .. } | PlayerKind::Greedy | PlayerKind::Weights => true,
        PlayerKind::AlphaBeta { depth } => *depth <= 9,
        PlayerKind::Engine(options) => {
            options.depth.is_none()
                && options.nodes.is_none()
                && options.time.is_none_or(|time| time <= TIME_MAX)
                && options.threads.unwrap_or(1) == 1
                && options.hash.unwrap_or(0) <= HASH_MIB
        }
    };
    if is_fine {
        Ok(spec)
    } else {
        Err(bad_player(text))
    }
}

fn bad_player(text: &str) -> Denied {
    Denied::BadPlayer(text.chars().take(60).collect())
}

impl Table {
    /// Starts the program whose turn it is and stops the other.
    pub(super) fn set_thinking(&mut self) {
        // A failed write must be retried first.
        if self.programs.iter().all(Option::is_none) || self.retry_at.is_some() || self.is_resting()
        {
            return;
        }
        if self.thinks_at().is_some_and(|at| at > Instant::now()) {
            return;
        }
        let (owner, class) = (self.job_owner(), self.job_class());
        let now_ms = self.now_ms();
        for seat in Seat::BOTH {
            let Some(program) = &mut self.programs[seat] else {
                continue;
            };
            if let Some(turn) = program.begin(&self.session, seat, now_ms) {
                let borrower = Borrower::Seat(self.key, seat);
                let mailbox = self.myself.clone();
                think(
                    turn,
                    (seat, borrower),
                    (owner, class),
                    &self.services,
                    mailbox,
                );
            }
        }
    }

    /// Makes the program whose turn it is move at once, if the caller is the host.
    pub(super) fn hurry(&self, caller: &Caller) {
        let program = self
            .session
            .turn()
            .and_then(|seat| self.programs[seat].as_ref());
        if let Some(program) = program.filter(|_| self.is_host(caller.key())) {
            program.hurry();
        }
    }

    /// Who the thinking at this table is for.
    fn job_owner(&self) -> Owner {
        Owner::new(self.address, Some(self.seed.owner))
    }

    /// How urgent the thinking at this table is.
    fn job_class(&self) -> Class {
        let now_ms = self.services.time.now_ms();
        let is_present = |seat: &Seat| {
            self.people[*seat].is_some() && self.attendance.claim_in_ms(*seat, now_ms) != Some(0)
        };
        if Seat::BOTH.iter().any(is_present) {
            Class::Person
        } else if self.spectators.len() > 0 || !self.players.is_empty() {
            Class::Programs
        } else {
            Class::Unwatched
        }
    }

    /// Whether one of the operator's programs sits here.
    pub(super) fn has_outside_program(&self) -> bool {
        self.seed
            .players
            .iter()
            .flatten()
            .any(|player| is_operators(player))
    }

    /// Ends the outside programs of this table until their next turn.
    pub(super) fn end_programs(&mut self) {
        for program in self.programs.iter_mut().flatten() {
            program.rest();
        }
    }

    /// Frees the memory that engines keep for this table.
    pub(super) fn free_engines(&self) {
        for seat in Seat::BOTH {
            if self.programs[seat].is_some() {
                self.services.engines.forget(Borrower::Seat(self.key, seat));
            }
        }
    }
}

/// Lets a program think about its turn and sends its choice to the mailbox.
fn think(
    turn: Turn,
    (seat, borrower): (Seat, Borrower),
    (owner, class): (Owner, Class),
    services: &Services,
    mailbox: mpsc::WeakSender<Box<TableRequest>>,
) {
    let engines = services.engines.clone();
    let spec = turn.spec();
    // A job that others wait for is stopped after a while, but not one that would lose its game.
    let stop = if turn.is_outside() {
        Stop::new()
    } else {
        turn.stop_flag()
    };
    services.thinkers.start_job(owner, class, stop, move || {
        let number = turn.number();
        let mut reported_at = Instant::now();
        let mut report = |analysis: &Analysis| {
            if reported_at.elapsed() < ANALYSIS_EVERY {
                return;
            }
            reported_at = Instant::now();
            if let Some(mailbox) = mailbox.upgrade() {
                // A table too busy to receive this does not need it.
                let _ = mailbox.try_send(Box::new(TableRequest::Analysis {
                    seat,
                    turn: number,
                    analysis: analysis.clone(),
                }));
            }
        };
        let mut loan = turn.hash_mib().map(|mib| engines.lend(borrower, spec, mib));
        let engine = loan.as_mut().and_then(|loan| loan.engine());
        let thought = turn.run_with(engine, &mut report);
        if let Some(loan) = loan.filter(|_| thought.is_crashed()) {
            loan.discard();
        }
        if let Some(mailbox) = mailbox.upgrade() {
            let _ = mailbox.blocking_send(Box::new(TableRequest::Chosen { seat, thought }));
        }
    });
}
