//! Players that look ahead.

use std::time::Duration;

use yiqi_search::{Found, Limits, Stop, hundredths, search_position};

use crate::dice::Dice;
use crate::player::{Choice, Player, PlayerError, Progress, Task};

/// Alpha-beta within limits; at low levels some moves are drawn instead.
pub(crate) struct Engine {
    name: String,
    limits: Limits,
    /// Moves in a hundred that are drawn.
    random_percent: usize,
    /// The share of the time left that it uses, as a divisor.
    time_share: u32,
    dice: Dice,
}

/// Looks ahead as far as anything allows.
pub(crate) const DEPTH_OPEN: u8 = 60;

impl Engine {
    /// Looks `depth` plies ahead.
    pub(crate) fn alphabeta(name: String, depth: u8) -> Engine {
        Engine {
            name,
            limits: Limits::depth(depth),
            random_percent: 0,
            time_share: 2,
            dice: Dice::new(0),
        }
    }

    /// Plays at a level. Limits given in so many words take the place of the level's own.
    pub(crate) fn new(
        name: String,
        level: u8,
        (time, depth, nodes): (Option<Duration>, Option<u8>, Option<u64>),
        seed: u64,
    ) -> Engine {
        let (random_percent, own) = strength(level);
        let is_limited = time.is_some() || depth.is_some() || nodes.is_some();
        let limits = if is_limited {
            Limits {
                depth: depth.unwrap_or(DEPTH_OPEN),
                nodes,
                time,
            }
        } else {
            own
        };
        Engine {
            name,
            limits,
            random_percent,
            // Time that was asked for is used; otherwise some is kept for later moves.
            time_share: if time.is_some() { 2 } else { 8 },
            dice: Dice::new(seed),
        }
    }

    fn limits_for(&self, task: &Task) -> Limits {
        let left = task.time.map(|time| time / self.time_share);
        let time = match (self.limits.time, left) {
            (Some(own), Some(left)) => Some(own.min(left)),
            (own, left) => own.or(left),
        };
        Limits {
            time,
            ..self.limits
        }
    }
}

/// How strong a level is: moves in a hundred that are drawn, and the limits of a search.
fn strength(level: u8) -> (usize, Limits) {
    let (random_percent, depth) = match level {
        ..=1 => (85, 1),
        2 => (65, 1),
        3 => (45, 1),
        4 => (30, 2),
        5 => (15, 2),
        6 => (5, 3),
        7 => (0, 4),
        8 => (0, 5),
        9 => (0, 6),
        10 => (0, 7),
        _ => (0, level.saturating_sub(3)),
    };
    let seconds = level.saturating_sub(10).max(2);
    let limits = Limits {
        depth,
        nodes: None,
        time: Some(Duration::from_secs(u64::from(seconds))),
    };
    (random_percent, limits)
}

impl Player for Engine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(
        &mut self,
        task: &Task,
        stop: &Stop,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Choice, PlayerError> {
        if self.random_percent > 0
            && self.dice.below(100) < self.random_percent
            && let Some(mv) = self.dice.pick(&task.position.legal_moves())
        {
            return Ok(Choice::from(mv));
        }
        let spec = task.spec();
        let progress = |found: &Found<_>| Progress {
            depth: found.depth,
            eval: hundredths(found.value, spec),
            line: found.line.clone(),
            nodes: found.nodes,
        };
        let limits = self.limits_for(task);
        let found = search_position(&task.position, &limits, stop, &mut |found| {
            report(&progress(found));
        })
        .ok_or(PlayerError::Stopped)?;
        Ok(Choice {
            mv: found.mv,
            // A search that was stopped before its first depth has no opinion.
            eval: (found.depth > 0).then(|| hundredths(found.value, spec)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::strength;
    use crate::Way;

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        for level in 2..=Way::LEVEL_MAX {
            let (below, above) = (strength(level - 1), strength(level));
            assert!(above.0 <= below.0, "{level} draws more often");
            assert!(above.1.depth >= below.1.depth, "{level} looks less far");
            assert!(above.1.time >= below.1.time, "{level} has less time");
            assert_ne!(above, below, "{level}");
        }
    }
}
