//! Computers at seats: who may sit there, and how they think on the server's threads.

use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use yiqi_players::{Analysis, PlayerSpec, ProgramSeat, SeatLimits, Turn, Way};
use yiqi_record::Seat;

use super::Ask;
use crate::denied::Denied;
use crate::thinking::Thinkers;

/// How often at most a computer says what it thinks.
const THOUGHT_EVERY: Duration = Duration::from_millis(250);

/// The most time that it can be asked to take.
const TIME_MAX: Duration = Duration::from_secs(30);

/// The memory that the engine at a seat gets, in MiB: a server may have thousands of them.
const HASH_MIB: usize = 16;

/// Nobody's computer keeps a thread for ever, whatever the board is.
const LIMITS: SeatLimits = SeatLimits {
    move_time: Some(Duration::from_secs(10)),
    hash_mib: Some(HASH_MIB),
};

/// Puts the computer with this name at a seat.
pub(super) fn take_seat(player: &str, seed: u64) -> Result<ProgramSeat, Denied> {
    let spec = check_player(player)?;
    ProgramSeat::new(spec, LIMITS, seed).ok_or_else(|| bad_player(player))
}

/// A player that the server runs for anybody who asks: no outside programs, nothing without a
/// limit.
pub(crate) fn check_player(text: &str) -> Result<PlayerSpec, Denied> {
    let spec: PlayerSpec = text.parse().map_err(|_| bad_player(text))?;
    let is_fine = match &spec.way {
        Way::Human | Way::Script { .. } => false,
        Way::Random { .. } | Way::Greedy | Way::Weights => true,
        Way::AlphaBeta { depth } => *depth <= 9,
        Way::Engine(options) => {
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

/// Lets a computer think about its turn; what it chooses comes to the mailbox.
pub(super) fn think(
    seat: Seat,
    turn: Turn,
    thinkers: &Thinkers,
    mailbox: mpsc::WeakSender<Box<Ask>>,
) {
    thinkers.run(Box::new(move || {
        let number = turn.number();
        let mut told = Instant::now();
        let mut report = |analysis: &Analysis| {
            if told.elapsed() < THOUGHT_EVERY {
                return;
            }
            told = Instant::now();
            if let Some(mailbox) = mailbox.upgrade() {
                // Whoever is too busy to hear it does not need it.
                let _ = mailbox.try_send(Box::new(Ask::Thought {
                    seat,
                    turn: number,
                    analysis: analysis.clone(),
                }));
            }
        };
        let thought = turn.run(&mut report);
        if let Some(mailbox) = mailbox.upgrade() {
            let _ = mailbox.blocking_send(Box::new(Ask::Chosen { seat, thought }));
        }
    }));
}
