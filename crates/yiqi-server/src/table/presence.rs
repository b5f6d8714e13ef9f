//! Which players are connected.

use yiqi_record::{BySeat, Seat};
use yiqi_wire::{Presence, PresenceState};

/// How long after losing its connection a seat is shown as reconnecting.
const RECONNECTING_MS: u64 = 10_000;

/// The presence of both seats.
#[derive(Clone, Debug)]
pub(super) struct Attendance {
    seats: BySeat<SeatPresence>,
    /// How long a seat may be away before the opponent may claim the game.
    claim_after_ms: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SeatPresence {
    /// Nobody sits there.
    #[default]
    Open,
    /// A program, or a person who is connected.
    There,
    /// A person who lost the connection at this time.
    Lost { since_ms: u64 },
}

impl Attendance {
    pub(super) fn new(claim_after_ms: u64) -> Attendance {
        Attendance {
            seats: BySeat::default(),
            claim_after_ms,
        }
    }

    /// Records whether a taken seat is connected.
    pub(super) fn note(&mut self, seat: Seat, is_connected: bool, now_ms: u64) {
        let presence = &mut self.seats[seat];
        *presence = match (*presence, is_connected) {
            (_, true) => SeatPresence::There,
            (SeatPresence::Lost { since_ms }, false) => SeatPresence::Lost { since_ms },
            (_, false) => SeatPresence::Lost { since_ms: now_ms },
        };
    }

    /// Records activity at a seat that is not connected, which restarts the wait.
    pub(super) fn note_activity(&mut self, seat: Seat, now_ms: u64) {
        if let SeatPresence::Lost { since_ms } = &mut self.seats[seat] {
            *since_ms = now_ms.max(*since_ms);
        }
    }

    /// Whether a seat is connected.
    pub(super) fn is_connected(&self, seat: Seat) -> bool {
        self.seats[seat] == SeatPresence::There
    }

    /// Milliseconds until the opponent of an absent seat may claim the game.
    pub(super) fn claim_in_ms(&self, seat: Seat, now_ms: u64) -> Option<u64> {
        match self.seats[seat] {
            SeatPresence::Lost { since_ms } => {
                Some((since_ms + self.claim_after_ms).saturating_sub(now_ms))
            }
            SeatPresence::Open | SeatPresence::There => None,
        }
    }

    /// When the published presence changes by itself.
    pub(super) fn next_change(&self, now_ms: u64) -> Option<u64> {
        let changes = self.seats.iter().filter_map(|presence| match presence {
            SeatPresence::Lost { since_ms } => Some(since_ms + RECONNECTING_MS),
            _ => None,
        });
        changes.filter(|&at_ms| at_ms > now_ms).min()
    }

    /// The presence to publish.
    pub(super) fn shown(&self, spectators: usize, with_claims: bool, now_ms: u64) -> Presence {
        let state = |seat| match self.seats[seat] {
            SeatPresence::Open => PresenceState::Away,
            SeatPresence::There => PresenceState::Connected,
            SeatPresence::Lost { since_ms } if now_ms < since_ms + RECONNECTING_MS => {
                PresenceState::Reconnecting
            }
            SeatPresence::Lost { .. } => PresenceState::Gone,
        };
        let claim = |seat| self.claim_in_ms(seat, now_ms).filter(|_| with_claims);
        Presence {
            seats: BySeat::from_fn(state).into(),
            spectators,
            claim_in_ms: BySeat::from_fn(claim).into(),
        }
    }
}
