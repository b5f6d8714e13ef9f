//! Compensation for network lag and for the service's downtime.

use yiqi_record::{ClockRule, Event, Seat};
use yiqi_session::{Actor, Command, Stage};

use super::actor::Table;
use crate::StoreError;
use crate::denied::Denied;

/// The most time that a session gives at once.
const GIVEN_AT_ONCE_MS: u64 = 366 * 24 * 60 * 60 * 1000;

/// With this much time for each move, people come and go between moves.
const CORRESPONDENCE_MS: u64 = 60 * 60 * 1000;

/// Lag shorter than this is not worth an entry.
const LAG_MIN_MS: u64 = 40;

/// At most this part of a seat's time is given for lag: a tenth.
const LAG_SHARE: u64 = 10;

/// An entry that takes longer to be stored was unseen meanwhile: that counts as downtime.
const STORING_MS: u64 = 1_000;

/// How many moves of a seat count for the increment in its time.
const MOVES_COUNTED: u64 = 40;

/// The most that a time control allows for lag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LagCap {
    move_ms: u64,
    game_ms: u64,
}

impl LagCap {
    fn of(clock: ClockRule) -> LagCap {
        let whole_game = |ms: u64| LagCap {
            move_ms: u64::MAX,
            game_ms: ms / LAG_SHARE,
        };
        match clock {
            ClockRule::Unlimited => whole_game(0),
            ClockRule::PerMove { move_ms } => LagCap {
                move_ms: move_ms / LAG_SHARE,
                game_ms: u64::MAX,
            },
            ClockRule::PerGame {
                main_ms,
                increment_ms,
            } => whole_game(main_ms.saturating_add(increment_ms.saturating_mul(MOVES_COUNTED))),
            ClockRule::ByoYomi {
                main_ms,
                periods,
                period_ms,
            } => whole_game(main_ms.saturating_add(period_ms.saturating_mul(periods.into()))),
        }
    }
}

impl Table {
    pub(super) fn has_clock(&self) -> bool {
        self.session.terms().time.clock != ClockRule::Unlimited
    }

    /// Whether an absent player must hurry: without a clock, or with hours for each move, nobody has
    /// to be there.
    pub(super) fn may_claim(&self) -> bool {
        match self.session.terms().time.clock {
            ClockRule::Unlimited => false,
            ClockRule::PerMove { move_ms } => move_ms < CORRESPONDENCE_MS,
            ClockRule::PerGame { .. } | ClockRule::ByoYomi { .. } => true,
        }
    }

    /// The compensation for a seat's lag, capped per move and per game, by the options and by the
    /// time control. The server measures the lag; it is at most the time that the move took.
    pub(super) fn lag_credit(&self, seat: Seat, lag_ms: u64) -> Option<u64> {
        let options = &self.services.options;
        let cap = LagCap::of(self.session.terms().time.clock);
        let total_ms = options.lag_total_ms.min(cap.game_ms);
        let left_ms = total_ms.saturating_sub(self.lag_given_ms[seat]);
        let credit_ms = lag_ms
            .min(options.lag_move_ms)
            .min(cap.move_ms)
            .min(left_ms);
        (credit_ms >= LAG_MIN_MS).then_some(credit_ms)
    }

    /// Counts the compensation in the entries after a number, which were read from the store.
    pub(super) fn count_lag(&mut self, after: usize) {
        for pair in self.session.log()[after.saturating_sub(1)..].windows(2) {
            if let (Event::GiveTime { seat, ms }, Event::Move(_)) = (&pair[0].event, &pair[1].event)
                && *ms <= self.services.options.lag_move_ms
            {
                self.lag_given_ms[*seat] += ms;
            }
        }
    }

    /// Gives back the time in which the service was down, or the game rested.
    ///
    /// # Errors
    /// If that cannot be stored. Nothing else may happen then, or the downtime would be charged.
    pub(super) async fn settle(&mut self) -> Result<(), Denied> {
        let mut settled_ms = 0;
        loop {
            self.services.gaps.catch_up(self.services.time).await;
            if self.services.gaps.is_out() {
                let outage = "an outage has not been settled yet";
                return Err(StoreError::Lost(outage.to_owned()).into());
            }
            if self.is_resting() {
                return self.give_rest().await;
            }
            let (Stage::Playing, Some(seat), true) =
                (self.session.stage(), self.session.turn(), self.has_clock())
            else {
                return Ok(());
            };
            let since_ms = self.last_entry_ms() + self.seed.created_ms;
            let since_ms = since_ms.max(settled_ms);
            let gaps = &self.services.gaps;
            let down = gaps.count(since_ms, self.nodes[seat], self.unseen_ms);
            if down.total_ms == 0 {
                return Ok(());
            }
            // To store that may take long, and another outage may begin meanwhile. So look again.
            if self.give_back(seat, down.total_ms).await? {
                settled_ms = down.until_ms;
            }
        }
    }

    /// Notes how long an entry that was just stored was unseen, although the clock of the next player
    /// runs since then: the disk was slow, or the process was suspended.
    pub(super) fn note_unseen(&mut self) {
        let from_ms = self.last_entry_ms() + self.seed.created_ms;
        let until_ms = self.services.time.now_ms();
        self.unseen_ms = (until_ms > from_ms + STORING_MS).then_some((from_ms, until_ms));
    }

    /// Whether the last entry, which another node has stored, came so late that that node may be
    /// about to give the time back.
    pub(super) fn came_late(&self) -> bool {
        self.now_ms() > self.last_entry_ms() + STORING_MS
    }

    /// Gives a seat this much time. Returns false if another node was first.
    async fn give_back(&mut self, seat: Seat, mut left_ms: u64) -> Result<bool, Denied> {
        while left_ms > 0 {
            let ms = left_ms.min(GIVEN_AT_ONCE_MS);
            let give = Command::GiveTime { seat, ms };
            let now_ms = self.now_ms();
            if !self.act_unless_late(Actor::Host, &give, now_ms).await? {
                return Ok(false);
            }
            left_ms -= ms;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use yiqi_record::TimeControl;

    use super::*;

    fn cap(time: &str) -> (u64, u64) {
        let time: TimeControl = time.parse().unwrap();
        let cap = LagCap::of(time.clock);
        (cap.move_ms, cap.game_ms)
    }

    // Fault 40.
    #[test]
    fn a_tenth_of_a_seats_time_may_be_given_for_lag() {
        assert_eq!(cap("none"), (u64::MAX, 0));
        assert_eq!(cap("game 1m"), (u64::MAX, 6_000));
        assert_eq!(cap("game 1m+1s"), (u64::MAX, 10_000));
        assert_eq!(cap("move 2s"), (200, u64::MAX));
        assert_eq!(cap("byoyomi 30s+3x10s"), (u64::MAX, 6_000));
    }
}
