//! Time management: how much of the clock to use for one move.

use std::time::Duration;

use yiqi_record::ClockRule;
use yiqi_rules::{Aim, AnyPosition, Color};
use yiqi_search::Limits;

/// The time left on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Until the clock runs out.
    pub time: Duration,
    /// What the time is for.
    pub pace: Pace,
}

/// What the time left is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// For this move alone.
    Move,
    /// The rest of the game, with an increment after every move.
    Game {
        /// The increment.
        increment: Duration,
    },
    /// The rest of the game, the last part in byo-yomi periods, which a move uses up only if it
    /// takes longer.
    Periods {
        /// The main time left.
        main: Duration,
        /// The length of each period.
        period: Duration,
    },
    /// A number of moves.
    Moves {
        /// The number of moves, including this one.
        count: u32,
    },
}

impl From<Duration> for TimeLeft {
    /// Time for this move only.
    fn from(time: Duration) -> TimeLeft {
        TimeLeft {
            time,
            pace: Pace::Move,
        }
    }
}

impl TimeLeft {
    /// The time left on a session's clock: time until it runs out, and whole periods left. `None`
    /// if there is no clock.
    #[must_use]
    pub fn on_clock(rule: ClockRule, time: Duration, periods: u16) -> Option<TimeLeft> {
        let pace = match rule {
            ClockRule::Unlimited => return None,
            ClockRule::PerMove { .. } => Pace::Move,
            ClockRule::PerGame { increment_ms, .. } => Pace::Game {
                increment: Duration::from_millis(increment_ms),
            },
            ClockRule::ByoYomi { period_ms, .. } => {
                let period = Duration::from_millis(period_ms);
                Pace::Periods {
                    main: time.saturating_sub(period.saturating_mul(u32::from(periods))),
                    period,
                }
            }
        };
        Some(TimeLeft { time, pace })
    }

    /// The same clock after some time has passed.
    #[must_use]
    pub fn after(self, spent: Duration) -> TimeLeft {
        let pace = match self.pace {
            Pace::Periods { main, period } => Pace::Periods {
                main: main.saturating_sub(spent),
                period,
            },
            pace => pace,
        };
        TimeLeft {
            time: self.time.saturating_sub(spent),
            pace,
        }
    }

    /// The same clock, capped so that no move takes longer than `most`.
    #[must_use]
    pub fn at_most(self, most: Duration, position: &AnyPosition) -> TimeLeft {
        let budget = self.budget(position);
        if budget.most <= most {
            return self;
        }
        // Where less would be enough, half of the cap is.
        let has_share = budget.enough.is_some_and(|enough| enough < most);
        TimeLeft {
            time: most,
            pace: if has_share {
                Pace::Moves { count: 2 }
            } else {
                Pace::Move
            },
        }
    }

    /// The time budget of one move: a hard limit, and a soft limit after which no new iteration
    /// starts.
    #[must_use]
    pub fn budget(self, position: &AnyPosition) -> Budget {
        let usable = without_margin(self.time);
        match self.pace {
            Pace::Move | Pace::Moves { count: ..=1 } => Budget::all(usable),
            Pace::Moves { count } => {
                let share = usable / count;
                Budget {
                    most: (share * 2).min(usable),
                    enough: Some(share * 9 / 10),
                }
            }
            Pace::Game { increment } => {
                let to_go = moves_to_go(position);
                // Each later move has overhead, too.
                let later = (MARGIN * to_go).min(self.time / 3);
                let usable = usable.saturating_sub(later).max(self.time / 20);
                let share = usable / to_go + increment * 8 / 10;
                Budget {
                    most: (share * 3).min(usable / 4 + increment / 2).min(usable),
                    enough: Some(share.min(usable)),
                }
            }
            Pace::Periods { main, period } => {
                // Main time plus one period can be used without losing a period.
                let free = without_margin((main + period).min(self.time));
                let share = (main / moves_to_go(position)).max(period * 9 / 10);
                Budget {
                    most: (share * 3).min(free),
                    enough: Some(share.min(free)),
                }
            }
        }
    }
}

/// The time budget of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Hard limit.
    pub most: Duration,
    /// Soft limit: no new iteration starts after it. `None` if unused time would be lost.
    pub enough: Option<Duration>,
}

impl Budget {
    fn all(most: Duration) -> Budget {
        Budget { most, enough: None }
    }

    /// Restricts limits to this budget.
    #[must_use]
    pub fn within(self, limits: Limits) -> Limits {
        let time = limits.time.map_or(self.most, |own| own.min(self.most));
        let enough = match (limits.enough, self.enough) {
            (Some(own), Some(other)) => Some(own.min(other)),
            (own, other) => own.or(other),
        };
        Limits {
            time: Some(time),
            enough: enough.filter(|&enough| enough < time),
            ..limits
        }
    }
}

/// Overhead per move.
const MARGIN: Duration = Duration::from_millis(30);

/// Subtracts the overhead that the clock counts but a search cannot use: starting, stopping,
/// sending the move.
fn without_margin(time: Duration) -> Duration {
    let margin = MARGIN + time / 50;
    time.saturating_sub(margin).max(time / 4)
}

/// The number of a side's own moves that its time should last for.
fn moves_to_go(position: &AnyPosition) -> u32 {
    let empty = position.empty_points().len() as u32;
    match position.spec().game().aim() {
        // The last moves come from an endgame that is already solved.
        Aim::Stones => (empty.saturating_sub(12) / 2).max(5),
        Aim::Nothing => (empty / 2).max(1),
        Aim::Row { .. } => {
            let stones =
                (position.stones(Color::Black).len() + position.stones(Color::White).len()) as u32;
            (36u32.saturating_sub(stones / 2)).max(14).min(empty.max(1))
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use yiqi_rules::GameSpec;

    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn start() -> AnyPosition {
        AnyPosition::new(GameSpec::REVERSI)
    }

    #[test]
    fn no_budget_uses_up_the_clock() {
        for ms in [1, 10, 29, 30, 100, 1_000, 60_000, 3_600_000] {
            for pace in [
                Pace::Move,
                Pace::Game { increment: MS(0) },
                Pace::Game {
                    increment: MS(5_000),
                },
                Pace::Periods {
                    main: MS(ms / 2),
                    period: MS(ms / 4),
                },
                Pace::Periods {
                    main: MS(0),
                    period: MS(ms),
                },
                Pace::Moves { count: 1 },
                Pace::Moves { count: 7 },
            ] {
                let left = TimeLeft { time: MS(ms), pace };
                let budget = left.budget(&start());
                assert!(budget.most < left.time, "{left:?} {budget:?}");
                let limits = budget.within(Limits::OPEN);
                assert!(
                    limits
                        .enough
                        .is_none_or(|enough| Some(enough) < limits.time)
                );
            }
        }
    }

    #[test]
    fn a_cap_limits_every_move() {
        let most = MS(10_000);
        for ms in [1_000, 9_000, 10_000, 11_000, 60_000, 86_400_000] {
            for pace in [
                Pace::Move,
                Pace::Moves { count: 3 },
                Pace::Game { increment: MS(0) },
                Pace::Game {
                    increment: MS(60_000),
                },
                Pace::Periods {
                    main: MS(ms / 2),
                    period: MS(ms / 2),
                },
                Pace::Periods {
                    main: MS(0),
                    period: MS(ms),
                },
            ] {
                let left = TimeLeft { time: MS(ms), pace };
                let capped = left.at_most(most, &start());
                assert!(capped.budget(&start()).most <= most, "{left:?}");
                assert!(capped.time <= left.time);
                let was_within = left.budget(&start()).most <= most;
                assert_eq!(capped == left, was_within, "{left:?}");
            }
        }
    }

    #[test]
    fn move_clocks_are_used_up_and_game_clocks_are_divided() {
        let one = TimeLeft::from(MS(1_000)).budget(&start());
        assert_eq!((one.most, one.enough), (MS(950), None));
        let game = TimeLeft {
            time: MS(60_000),
            pace: Pace::Game { increment: MS(0) },
        };
        let budget = game.budget(&start());
        assert!(
            budget.enough.unwrap() >= MS(1_500),
            "not too hasty: {budget:?}"
        );
        assert!(budget.most <= MS(10_000), "{budget:?}");
        // In the last period, all of it may be used.
        let last = TimeLeft {
            time: MS(10_000),
            pace: Pace::Periods {
                main: MS(0),
                period: MS(10_000),
            },
        };
        assert!(last.budget(&start()).most >= MS(9_700));
    }

    #[test]
    fn a_whole_game_fits_its_clock_however_long_each_move_takes() {
        let mut position = start();
        let mut left = TimeLeft {
            time: MS(10_000),
            pace: Pace::Game { increment: MS(0) },
        };
        while let Some(&mv) = position.legal_moves().first() {
            let budget = left.budget(&position);
            assert!(budget.most > MS(2), "{left:?}");
            left = left.after(budget.most);
            position.play(mv).unwrap();
            // The opponent's move costs this side no time.
            if let Some(&reply) = position.legal_moves().first() {
                position.play(reply).unwrap();
            }
        }
        assert!(left.time > MS(0));
    }
}
