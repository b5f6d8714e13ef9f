//! The time a side has left.

use yiqi_record::ClockRule;

/// The time one seat has left at the start of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// For the whole game; unused with a clock per move.
    pub main_ms: u64,
    /// Periods left.
    pub periods: u16,
    /// Extra time given for the current move, with a clock per move.
    pub bonus_ms: u64,
}

impl ClockState {
    pub(crate) fn new(rule: ClockRule) -> ClockState {
        let (main_ms, periods) = match rule {
            ClockRule::Unlimited | ClockRule::PerMove { .. } => (0, 0),
            ClockRule::PerGame { main_ms, .. } => (main_ms, 0),
            ClockRule::ByoYomi {
                main_ms, periods, ..
            } => (main_ms, periods),
        };
        ClockState {
            main_ms,
            periods,
            bonus_ms: 0,
        }
    }

    /// The time left after `spent_ms` of this turn, or `None` without a clock.
    pub(crate) fn remaining_ms(self, rule: ClockRule, spent_ms: u64) -> Option<u64> {
        let total_ms = match rule {
            ClockRule::Unlimited => return None,
            ClockRule::PerMove { move_ms } => move_ms.saturating_add(self.bonus_ms),
            ClockRule::PerGame { .. } => self.main_ms,
            ClockRule::ByoYomi { period_ms, .. } => self
                .main_ms
                .saturating_add(u64::from(self.periods).saturating_mul(period_ms)),
        };
        Some(total_ms.saturating_sub(spent_ms))
    }

    /// The state after a turn that took `spent_ms`, whether it ended with a move or not.
    pub(crate) fn charged(self, rule: ClockRule, spent_ms: u64) -> ClockState {
        let mut after = self;
        after.main_ms = self.main_ms.saturating_sub(spent_ms);
        match rule {
            ClockRule::Unlimited | ClockRule::PerGame { .. } => {}
            ClockRule::PerMove { .. } => after.bonus_ms = 0,
            ClockRule::ByoYomi { period_ms, .. } => {
                // A period that was used up is lost; one that was not is kept in full, as is the
                // last.
                let over_ms = spent_ms.saturating_sub(self.main_ms);
                let used = over_ms.checked_div(period_ms).unwrap_or(0);
                let spare = u64::from(self.periods.saturating_sub(1));
                after.periods = self.periods - used.min(spare) as u16;
            }
        }
        after
    }

    /// The state with `ms` added.
    pub(crate) fn given(mut self, rule: ClockRule, ms: u64) -> ClockState {
        match rule {
            ClockRule::Unlimited => {}
            ClockRule::PerMove { .. } => self.bonus_ms = self.bonus_ms.saturating_add(ms),
            ClockRule::PerGame { .. } | ClockRule::ByoYomi { .. } => {
                self.main_ms = self.main_ms.saturating_add(ms);
            }
        }
        self
    }
}
