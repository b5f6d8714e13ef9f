//! The clocks of a log, counted a second time.

use yiqi_record::{BySeat, ClockRule, Entry, Event, Seat};
use yiqi_session::Session;

/// A turn, from the entry that begins it to the one that ends it, as indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) seat: Seat,
    pub(crate) from: usize,
    pub(crate) until: usize,
    /// What was given to the seat during it.
    pub(crate) given_ms: u64,
    /// Whether the clocks stood still meanwhile.
    pub(crate) has_paused: bool,
}

#[derive(Clone, Copy, Debug)]
struct Left {
    main_ms: u64,
    periods: u64,
    bonus_ms: u64,
}

impl Left {
    fn total_ms(self, rule: ClockRule) -> Option<u64> {
        match rule {
            ClockRule::Unlimited => None,
            ClockRule::PerMove { move_ms } => Some(move_ms + self.bonus_ms),
            ClockRule::PerGame { .. } => Some(self.main_ms),
            ClockRule::ByoYomi { period_ms, .. } => Some(self.main_ms + self.periods * period_ms),
        }
    }

    fn spend(&mut self, rule: ClockRule, spent_ms: u64) {
        let over_ms = spent_ms.saturating_sub(self.main_ms);
        self.main_ms = self.main_ms.saturating_sub(spent_ms);
        self.bonus_ms = 0;
        if let ClockRule::ByoYomi { period_ms, .. } = rule
            && period_ms > 0
        {
            let used = over_ms / period_ms;
            self.periods = self.periods.saturating_sub(used).max(self.periods.min(1));
        }
    }
}

/// Counts the clocks of a log. Returns the turns, and what is wrong.
pub(crate) fn count(start: &Session, entries: &[Entry]) -> (Vec<Turn>, Vec<String>) {
    let rule = start.terms().time.clock;
    let (main_ms, periods) = match rule {
        ClockRule::Unlimited | ClockRule::PerMove { .. } => (0, 0),
        ClockRule::PerGame { main_ms, .. } => (main_ms, 0),
        ClockRule::ByoYomi {
            main_ms, periods, ..
        } => (main_ms, u64::from(periods)),
    };
    let new = Left {
        main_ms,
        periods,
        bonus_ms: 0,
    };
    let mut left = BySeat {
        first: new,
        second: new,
    };
    let reward_ms = match rule {
        ClockRule::PerGame { increment_ms, .. } => increment_ms,
        _ => 0,
    };
    let mut session = start.clone();
    let (mut spent_ms, mut since_ms, mut runs) = (0, 0, false);
    let mut movers: Vec<Seat> = Vec::new();
    let (mut turns, mut problems) = (Vec::new(), Vec::new());
    let mut turn: Option<Turn> = None;
    for (index, entry) in entries.iter().enumerate() {
        let number = index + 1;
        let mover = session.turn();
        let taken_ms = spent_ms + if runs { entry.at_ms - since_ms } else { 0 };
        if session.apply(entry).is_err() {
            problems.push(format!("entry {number} does not follow"));
            return (turns, problems);
        }
        let mut begins = false;
        match (&entry.event, mover) {
            (Event::Begin { .. }, _) => begins = true,
            (Event::Move(played), Some(seat)) => {
                if let Some(total_ms) = left[seat].total_ms(rule) {
                    let is_late = taken_ms > total_ms;
                    // A move that came in time and waited has the time of the entry before it.
                    let has_waited = index > 0 && entries[index - 1].at_ms == entry.at_ms;
                    if is_late != played.by_clock && !(is_late && has_waited) {
                        problems.push(format!(
                            "entry {number}: {seat:?} had {total_ms} ms and took {taken_ms}, by \
                             the clock: {}",
                            played.by_clock
                        ));
                    }
                }
                left[seat].spend(rule, taken_ms);
                left[seat].main_ms += reward_ms;
                movers.push(seat);
                begins = true;
            }
            (Event::TimeOut { seat }, _) => {
                let total_ms = left[*seat].total_ms(rule).unwrap_or(u64::MAX);
                if taken_ms <= total_ms || mover != Some(*seat) {
                    problems.push(format!(
                        "entry {number}: {seat:?} lost on time with {total_ms} ms after {taken_ms}"
                    ));
                }
                begins = true;
            }
            (Event::TakeBack { plies }, Some(seat)) => {
                left[seat].spend(rule, taken_ms);
                for _ in 0..*plies {
                    if let Some(mover) = movers.pop() {
                        let main_ms = &mut left[mover].main_ms;
                        *main_ms = main_ms.saturating_sub(reward_ms);
                    }
                }
                begins = true;
            }
            (Event::GiveTime { seat, ms }, _) => {
                match rule {
                    ClockRule::PerMove { .. } => left[*seat].bonus_ms += ms,
                    _ => left[*seat].main_ms += ms,
                }
                if let Some(turn) = turn.as_mut().filter(|turn| turn.seat == *seat) {
                    turn.given_ms += ms;
                }
            }
            (Event::Pause, _) => {
                (spent_ms, runs) = (taken_ms, false);
                if let Some(turn) = &mut turn {
                    turn.has_paused = true;
                }
            }
            (Event::Resume, _) => (since_ms, runs) = (entry.at_ms, true),
            _ => {}
        }
        if begins {
            if let Some(ended) = turn.take() {
                turns.push(Turn {
                    until: index,
                    ..ended
                });
            }
            (spent_ms, since_ms) = (0, entry.at_ms);
            runs = true;
            turn = session.turn().map(|seat| Turn {
                seat,
                from: index,
                until: index,
                given_ms: 0,
                has_paused: false,
            });
        }
    }
    (turns, problems)
}
