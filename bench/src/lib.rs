//! Measuring on noisy machines.
//!
//! Two ways of doing the same work are timed alternately in one run, and their ratio is reported:
//! what slows one down slows down the other as well. Wall times are for reports only.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Times of several rounds of one piece of work.
#[derive(Clone, Debug)]
pub struct Times(Vec<Duration>);

impl Times {
    /// The median time.
    #[must_use]
    pub fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted[sorted.len() / 2]
    }
}

/// Runs each piece of work once per round, in turn, and returns the times of each.
///
/// # Panics
/// If there are no rounds.
pub fn take_turns<const N: usize>(
    rounds: usize,
    mut work: [&mut dyn FnMut() -> u64; N],
) -> [Times; N] {
    assert!(rounds > 0, "nothing would be measured");
    let mut times: [Times; N] = std::array::from_fn(|_| Times(Vec::new()));
    for _ in 0..rounds {
        for (work, times) in work.iter_mut().zip(&mut times) {
            let begin = Instant::now();
            black_box(work());
            times.0.push(begin.elapsed());
        }
    }
    times
}

/// How many times longer the second takes than the first: the median over the rounds, and the
/// smallest and largest seen.
#[must_use]
pub fn ratio(first: &Times, second: &Times) -> (f64, f64, f64) {
    let mut ratios: Vec<f64> = first
        .0
        .iter()
        .zip(&second.0)
        .map(|(a, b)| b.as_secs_f64() / a.as_secs_f64().max(1e-12))
        .collect();
    ratios.sort_unstable_by(f64::total_cmp);
    (
        ratios[ratios.len() / 2],
        ratios[0],
        ratios[ratios.len() - 1],
    )
}
