//! Games between two programs rest while nobody is connected: nobody thinks, and no clock runs.

use yiqi_session::{Actor, Command, Stage};

use super::actor::Table;
use crate::denied::Denied;

impl Table {
    /// Whether the game rests.
    pub(super) fn is_resting(&self) -> bool {
        self.resting_since_ms.is_some()
    }

    /// Whether nobody is connected to a game between two programs. A tournament goes on without
    /// spectators.
    pub(super) fn is_unwatched(&self) -> bool {
        if self.stored.tournament.is_some() {
            return false;
        }
        let nobody_is_here = self.players.is_empty() && self.spectators.len() == 0;
        let nobody_watches = nobody_is_here && !self.elsewhere.is_anybody();
        nobody_watches && self.programs.iter().all(Option::is_some)
    }

    /// Lets the game rest after the last client has left, and go on when one comes back.
    pub(super) async fn rest_or_wake(&mut self) {
        match (self.is_unwatched(), self.is_resting()) {
            (true, false) => {
                self.resting_since_ms = Some(self.now_ms());
                for program in self.programs.iter_mut().flatten() {
                    program.stop();
                }
                self.end_programs();
            }
            (false, true) => {
                let given = self.give_rest().await;
                if self.retry_if_failed(given) {
                    self.resting_since_ms = None;
                    self.set_thinking();
                }
            }
            _ => {}
        }
    }

    /// Gives back the time in which the game has rested, including the service's downtime.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub(super) async fn give_rest(&mut self) -> Result<(), Denied> {
        loop {
            let now_ms = self.now_ms();
            let since_ms = self.shown_ms();
            let (Stage::Playing, Some(seat), true) =
                (self.session.stage(), self.session.turn(), self.has_clock())
            else {
                return Ok(());
            };
            if now_ms <= since_ms {
                return Ok(());
            }
            let ms = now_ms - since_ms;
            let give = Command::GiveTime { seat, ms };
            if self.act_unless_late(Actor::Host, &give, now_ms).await? {
                return Ok(());
            }
        }
    }

    /// The time that clocks show: that of the beginning of the rest, or now.
    pub(super) fn shown_ms(&self) -> u64 {
        match self.resting_since_ms {
            Some(since_ms) => since_ms.max(self.last_entry_ms()),
            None => self.now_ms(),
        }
    }

    /// The time of the last entry.
    pub(super) fn last_entry_ms(&self) -> u64 {
        self.session.log().last().map_or(0, |entry| entry.at_ms)
    }
}
