//! Compensation for network lag and for the service's downtime.

use yiqi_record::{ClockRule, Event, Seat};
use yiqi_session::{Actor, Command, Stage};

use super::actor::Table;
use crate::denied::Denied;

/// Lag shorter than this is not worth an entry.
const LAG_MIN_MS: u64 = 40;

impl Table {
    pub(super) fn has_clock(&self) -> bool {
        self.session.terms().time.clock != ClockRule::Unlimited
    }

    /// The compensation for a seat's lag, capped per move and per game. The server measures the
    /// lag.
    pub(super) fn lag_credit(&self, seat: Seat, lag_ms: u64) -> Option<u64> {
        let options = &self.services.options;
        let left_ms = options.lag_total_ms.saturating_sub(self.lag_given_ms[seat]);
        let credit_ms = lag_ms.min(options.lag_move_ms).min(left_ms);
        (self.has_clock() && credit_ms >= LAG_MIN_MS).then_some(credit_ms)
    }

    /// Restores the compensation given so far, after the table was read from the store.
    pub(super) fn count_lag(&mut self) {
        for pair in self.session.log().windows(2) {
            if let (Event::GiveTime { seat, ms }, Event::Move(_)) = (&pair[0].event, &pair[1].event)
                && *ms <= self.services.options.lag_move_ms
            {
                self.lag_given_ms[*seat] += ms;
            }
        }
    }

    /// Gives back the time in which the service was down.
    ///
    /// # Errors
    /// If that cannot be stored. Nothing else may happen then, or the downtime would be charged.
    pub(super) async fn settle(&mut self) -> Result<(), Denied> {
        self.services.gaps.catch_up(self.services.time).await;
        let count = self.services.gaps.count();
        if count == self.gaps_seen {
            return Ok(());
        }
        if let (Stage::Playing, Some(seat), true) =
            (self.session.stage(), self.session.turn(), self.has_clock())
        {
            let last_ms = self.session.log().last().map_or(0, |entry| entry.at_ms);
            let ms = self.services.gaps.since(last_ms + self.seed.created_ms);
            if ms > 0 {
                let give = Command::GiveTime { seat, ms };
                self.act(Actor::Host, &give, self.now_ms()).await?;
            }
        }
        self.gaps_seen = count;
        Ok(())
    }
}
