//! Time controls, as a record states them.

use std::fmt;
use std::str::FromStr;

/// The clock of a game and what happens when a side runs out of time.
///
/// Written `none`, `move 30s`, `game 10m`, `game 10m+5s` or `byoyomi 10m+3x30s`, followed by `,
/// random move` if running out does not lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The clock.
    pub clock: ClockRule,
    /// What happens when time runs out.
    pub run_out: RunOut,
}

/// How time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockRule {
    /// No limit.
    Unlimited,
    /// A fixed time for every move.
    PerMove {
        /// For one move.
        move_ms: u64,
    },
    /// A fixed time for the whole game, plus an increment after every move.
    PerGame {
        /// For the whole game.
        main_ms: u64,
        /// Added after each of the side's own moves.
        increment_ms: u64,
    },
    /// A fixed time for the whole game, then periods; a period that was not used up is kept in
    /// full.
    ByoYomi {
        /// Before the first period.
        main_ms: u64,
        /// The number of periods.
        periods: u16,
        /// The length of a period.
        period_ms: u64,
    },
}

/// What happens to a side whose time runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunOut {
    /// It loses.
    Loss,
    /// A legal move is drawn at random and played for it.
    RandomMove,
}

impl TimeControl {
    /// No clock.
    pub const NONE: TimeControl = TimeControl {
        clock: ClockRule::Unlimited,
        run_out: RunOut::Loss,
    };
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.clock {
            ClockRule::Unlimited => f.write_str("none")?,
            ClockRule::PerMove { move_ms } => write!(f, "move {}", Duration(move_ms))?,
            ClockRule::PerGame {
                main_ms,
                increment_ms: 0,
            } => write!(f, "game {}", Duration(main_ms))?,
            ClockRule::PerGame {
                main_ms,
                increment_ms,
            } => write!(f, "game {}+{}", Duration(main_ms), Duration(increment_ms))?,
            ClockRule::ByoYomi {
                main_ms,
                periods,
                period_ms,
            } => write!(
                f,
                "byoyomi {}+{periods}x{}",
                Duration(main_ms),
                Duration(period_ms)
            )?,
        }
        match self.run_out {
            RunOut::Loss => Ok(()),
            RunOut::RandomMove => f.write_str(", random move"),
        }
    }
}

/// The text is not a valid time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a clock: expected none, 'move 30s', 'game 10m', 'game 10m+5s' or 'byoyomi 10m+3x30s', \
     then ', random move' or ', loss' if wanted"
)]
pub struct ParseClockError;

impl FromStr for TimeControl {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<TimeControl, ParseClockError> {
        let (clock, run_out) = match text.split_once(',') {
            None => (text, RunOut::Loss),
            Some((clock, word)) => match word.trim() {
                "loss" => (clock, RunOut::Loss),
                "random move" => (clock, RunOut::RandomMove),
                _ => return Err(ParseClockError),
            },
        };
        let (kind, times) = clock.trim().split_once(' ').unwrap_or((clock.trim(), ""));
        let ms = |text: &str| {
            text.trim()
                .parse::<Duration>()
                .map(|duration| duration.0)
                .map_err(|_| ParseClockError)
        };
        let clock = match (kind, times.split_once('+')) {
            ("none", None) if times.is_empty() => ClockRule::Unlimited,
            ("move", None) => ClockRule::PerMove {
                move_ms: ms(times)?,
            },
            ("game", None) => ClockRule::PerGame {
                main_ms: ms(times)?,
                increment_ms: 0,
            },
            ("game", Some((main, increment))) => ClockRule::PerGame {
                main_ms: ms(main)?,
                increment_ms: ms(increment)?,
            },
            ("byoyomi", Some((main, periods))) => {
                let (count, period) = periods.split_once('x').ok_or(ParseClockError)?;
                ClockRule::ByoYomi {
                    main_ms: ms(main)?,
                    periods: count.trim().parse().map_err(|_| ParseClockError)?,
                    period_ms: ms(period)?,
                }
            }
            _ => return Err(ParseClockError),
        };
        Ok(TimeControl { clock, run_out })
    }
}

/// A length of time as people write it: `1h30m`, `90s`, `1.5s`, `500ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(
    /// In milliseconds.
    pub u64,
);

impl Duration {
    /// The longest time that can be read: about three thousand years, so that sums never overflow.
    pub const MS_MAX: u64 = 100_000_000_000_000;
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Duration(ms) = *self;
        let (hours, minutes, rest_ms) = (ms / 3_600_000, ms / 60_000 % 60, ms % 60_000);
        if hours > 0 {
            write!(f, "{hours}h")?;
        }
        if minutes > 0 {
            write!(f, "{minutes}m")?;
        }
        if rest_ms > 0 || ms == 0 {
            write!(f, "{}s", Seconds(rest_ms))?;
        }
        Ok(())
    }
}

/// The text is not a valid length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a length of time: expected something like 1h30m, 90s, 1.5s or 500ms")]
pub struct ParseDurationError;

impl FromStr for Duration {
    type Err = ParseDurationError;

    fn from_str(text: &str) -> Result<Duration, ParseDurationError> {
        let mut rest = text;
        let mut total_ms: u64 = 0;
        let mut unit_before = u64::MAX;
        while !rest.is_empty() {
            let digits = rest
                .find(|c: char| !c.is_ascii_digit() && c != '.')
                .ok_or(ParseDurationError)?;
            let (number, after) = rest.split_at(digits);
            let end = after
                .find(|c: char| !c.is_ascii_alphabetic())
                .unwrap_or(after.len());
            let (unit, after) = after.split_at(end);
            let unit_ms = match unit {
                "h" => 3_600_000,
                "m" => 60_000,
                "s" => 1_000,
                "ms" => 1,
                _ => return Err(ParseDurationError),
            };
            // Units go from long to short, each at most once.
            if unit_ms >= unit_before {
                return Err(ParseDurationError);
            }
            unit_before = unit_ms;
            let part_ms = if unit_ms == 1_000 {
                number.parse::<Seconds>().map_err(|_| ParseDurationError)?.0
            } else {
                number
                    .parse::<u64>()
                    .ok()
                    .and_then(|count| count.checked_mul(unit_ms))
                    .ok_or(ParseDurationError)?
            };
            total_ms = total_ms.checked_add(part_ms).ok_or(ParseDurationError)?;
            rest = after;
        }
        if text.is_empty() || total_ms > Duration::MS_MAX {
            return Err(ParseDurationError);
        }
        Ok(Duration(total_ms))
    }
}

/// Milliseconds written as seconds with up to three decimals: `12`, `0.5`, `3.141`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Seconds(pub(crate) u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seconds(ms) = *self;
        write!(f, "{}", ms / 1000)?;
        match ms % 1000 {
            0 => Ok(()),
            rest if rest % 100 == 0 => write!(f, ".{}", rest / 100),
            rest if rest % 10 == 0 => write!(f, ".{:02}", rest / 10),
            rest => write!(f, ".{rest:03}"),
        }
    }
}

impl FromStr for Seconds {
    type Err = ParseDurationError;

    fn from_str(text: &str) -> Result<Seconds, ParseDurationError> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
            return Err(ParseDurationError);
        }
        let thousandths: u64 = format!("{decimals:0<3}")
            .parse()
            .map_err(|_| ParseDurationError)?;
        whole
            .parse::<u64>()
            .ok()
            .and_then(|whole| whole.checked_mul(1000))
            .and_then(|ms| ms.checked_add(thousandths))
            .filter(|&ms| ms <= Duration::MS_MAX)
            .map(Seconds)
            .ok_or(ParseDurationError)
    }
}
