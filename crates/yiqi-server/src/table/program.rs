//! Programs at seats: which ones are allowed, and how they think on the server's threads.

use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use yiqi_players::{Analysis, PlayerKind, PlayerSpec, ProgramSeat, SeatLimits, Turn};
use yiqi_record::Seat;

use super::TableRequest;
use crate::denied::Denied;
use crate::thinking::Thinkers;

/// The shortest interval between two analyses that a program publishes.
const ANALYSIS_EVERY: Duration = Duration::from_millis(250);

/// The longest time per move that a player may ask for.
const TIME_MAX: Duration = Duration::from_secs(30);

/// The memory for the engine at a seat, in MiB: a server may have thousands of them.
const HASH_MIB: usize = 16;

/// Limits for every program, so that none occupies a thread for long, whatever the board.
const LIMITS: SeatLimits = SeatLimits {
    move_time: Some(Duration::from_secs(10)),
    hash_mib: Some(HASH_MIB),
};

/// Creates the program with this name for a seat.
pub(super) fn take_seat(player: &str, seed: u64) -> Result<ProgramSeat, Denied> {
    let spec = parse_player(player)?;
    ProgramSeat::new(spec, LIMITS, seed).ok_or_else(|| bad_player(player))
}

/// Parses a player that the server runs for anybody: no outside programs, nothing without limits.
pub(crate) fn parse_player(text: &str) -> Result<PlayerSpec, Denied> {
    let spec: PlayerSpec = text.parse().map_err(|_| bad_player(text))?;
    let is_fine = match &spec.kind {
        PlayerKind::Human | PlayerKind::Script { .. } => false,
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

/// Lets a program think about its turn and sends its choice to the mailbox.
pub(super) fn think(
    seat: Seat,
    turn: Turn,
    thinkers: &Thinkers,
    mailbox: mpsc::WeakSender<Box<TableRequest>>,
) {
    thinkers.run(Box::new(move || {
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
        let thought = turn.run(&mut report);
        if let Some(mailbox) = mailbox.upgrade() {
            let _ = mailbox.blocking_send(Box::new(TableRequest::Chosen { seat, thought }));
        }
    }));
}
