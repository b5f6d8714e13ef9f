//! Statistics of results: Elo, its error, the likelihood of superiority, and the sequential test.
//!
//! Games are played in pairs with colors exchanged, and the two games of a pair are not
//! independent: they begin from the same opening. So errors are computed from pairs (pentanomial,
//! five possible results) wherever complete pairs exist, and from single games (trinomial)
//! otherwise.

use std::f64::consts::{LN_10, PI};

/// Two-sided 95 % quantile of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The counts of wins, draws and losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: one for a win, half for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The points per game, if there are games.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games from the other side.
    #[must_use]
    pub const fn reversed(&self) -> Tally {
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Counts a game by its points in halves: 0, 1 or 2.
    pub const fn count(&mut self, halves: u8) {
        match halves {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds other games.
    pub const fn add(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    fn sample(&self) -> Sample<3> {
        Sample {
            counts: [self.losses, self.draws, self.wins],
        }
    }
}

/// The counts of pairs by their points: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// By points in halves.
    pub counts: [u64; 5],
}

impl Pairs {
    /// All pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Counts a pair by its points in halves, from 0 to 4.
    pub fn count(&mut self, halves: u8) {
        self.counts[usize::from(halves.min(4))] += 1;
    }

    /// Adds other pairs.
    pub fn add(&mut self, other: &Pairs) {
        for (own, more) in self.counts.iter_mut().zip(other.counts) {
            *own += more;
        }
    }

    /// The same pairs from the other side.
    #[must_use]
    pub fn reversed(&self) -> Pairs {
        let mut counts = self.counts;
        counts.reverse();
        Pairs { counts }
    }

    fn sample(&self) -> Sample<5> {
        Sample {
            counts: self.counts,
        }
    }
}

/// Counts of results that are evenly spaced from 0 to 1.
struct Sample<const N: usize> {
    counts: [u64; N],
}

impl<const N: usize> Sample<N> {
    fn total(&self) -> f64 {
        self.counts.iter().sum::<u64>() as f64
    }

    fn result(index: usize) -> f64 {
        index as f64 / (N - 1) as f64
    }

    fn mean(&self) -> f64 {
        let sum: f64 = self
            .counts
            .iter()
            .enumerate()
            .map(|(index, &count)| Self::result(index) * count as f64)
            .sum();
        sum / self.total()
    }

    /// The variance of one result.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self
            .counts
            .iter()
            .enumerate()
            .map(|(index, &count)| (Self::result(index) - mean).powi(2) * count as f64)
            .sum();
        sum / self.total()
    }
}

/// What results say about the difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Points per game.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The standard deviation of one game, as the pairs show it.
    pub deviation: f64,
}

impl Estimate {
    /// From single games, as if they were independent; `None` without games.
    #[must_use]
    pub fn trinomial(tally: &Tally) -> Option<Estimate> {
        let sample = tally.sample();
        (tally.games() > 0).then(|| Estimate {
            mean: sample.mean(),
            error: (sample.variance() / sample.total()).sqrt(),
            deviation: sample.variance().sqrt(),
        })
    }

    /// From pairs; `None` without pairs.
    #[must_use]
    pub fn pentanomial(pairs: &Pairs) -> Option<Estimate> {
        let sample = pairs.sample();
        (pairs.total() > 0).then(|| Estimate {
            mean: sample.mean(),
            error: (sample.variance() / sample.total()).sqrt(),
            // A pair's mean has half the variance of a game.
            deviation: (2.0 * sample.variance()).sqrt(),
        })
    }

    /// The difference in Elo; infinite if every game was won or lost.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo_of_mean(self.mean)
    }

    /// Half the width of the 95 % interval of [`Estimate::elo`]; `None` if it is unbounded.
    #[must_use]
    pub fn elo_error(&self) -> Option<f64> {
        half_width(
            elo_of_mean(self.mean - Z95 * self.error),
            elo_of_mean(self.mean + Z95 * self.error),
        )
    }

    /// The difference in normalized Elo: in units of the deviation of a game, so that it says how
    /// many games are needed to see it. `None` if all results are equal.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<f64> {
        (self.deviation > 0.0).then(|| NORMALIZED_UNIT * (self.mean - 0.5) / self.deviation)
    }

    /// Half the width of the 95 % interval of [`Estimate::normalized_elo`].
    #[must_use]
    pub fn normalized_elo_error(&self) -> Option<f64> {
        (self.deviation > 0.0).then(|| NORMALIZED_UNIT * Z95 * self.error / self.deviation)
    }

    /// The likelihood of superiority: the probability that this side is the stronger one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let above = self.mean - 0.5;
        if self.error > 0.0 {
            normal_cdf(above / self.error)
        } else if above > 0.0 {
            1.0
        } else if above < 0.0 {
            0.0
        } else {
            0.5
        }
    }
}

/// Elo points per unit of normalized Elo: 800 / ln 10.
const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

fn half_width(low: f64, high: f64) -> Option<f64> {
    let width = (high - low) / 2.0;
    width.is_finite().then_some(width)
}

/// The Elo difference at which a side gets this many points per game.
#[must_use]
pub fn elo_of_mean(mean: f64) -> f64 {
    if mean <= 0.0 {
        f64::NEG_INFINITY
    } else if mean >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / mean - 1.0).log10()
    }
}

/// The points per game that a side with this advantage gets.
#[must_use]
pub fn mean_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The probability that a normal variable is below `x`.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    let upper = upper_tail(x.abs());
    if x > 0.0 { 1.0 - upper } else { upper }
}

/// The probability that a normal variable is above `x`, which is not negative.
fn upper_tail(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
    if x < 3.0 {
        // The series of the integral from 0 to x.
        let (mut term, mut sum, mut odd) = (x, x, 1.0);
        while term > 1e-18 * sum {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        0.5 - density * sum
    } else {
        // The continued fraction of the tail, from its end.
        let mut fraction = 0.0;
        for k in (1..=80).rev() {
            fraction = f64::from(k) / (x + fraction);
        }
        density / (x + fraction)
    }
}

/// A sequential probability ratio test: is the difference `elo1` rather than `elo0`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the null hypothesis, in logistic Elo.
    pub elo0: f64,
    /// The difference under the alternative.
    pub elo1: f64,
    /// The probability of accepting `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` where `elo1` is true.
    pub beta: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// `elo0` is accepted: no improvement.
    Rejected,
    /// `elo1` is accepted: an improvement.
    Accepted,
}

impl Verdict {
    /// The word in files and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Open => "open",
            Verdict::Rejected => "rejected",
            Verdict::Accepted => "accepted",
        }
    }
}

impl Sprt {
    /// The usual error probabilities.
    pub const ERROR_DEFAULT: f64 = 0.05;

    /// A test between two differences with the usual error probabilities.
    #[must_use]
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: Sprt::ERROR_DEFAULT,
            beta: Sprt::ERROR_DEFAULT,
        }
    }

    /// The log-likelihood ratios at which the test ends.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The generalized log-likelihood ratio of the pairs: each hypothesis gets the most likely
    /// distribution of the five results that has its mean.
    #[must_use]
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        let total = pairs.total() as f64;
        if total == 0.0 {
            return 0.0;
        }
        // A result that has not occurred yet is still possible.
        let counts = pairs.counts.map(|count| (count as f64).max(MISSING));
        let sum: f64 = counts.iter().sum();
        let share = counts.map(|count| count / sum);
        let low = tilted(&share, mean_of_elo(self.elo0));
        let high = tilted(&share, mean_of_elo(self.elo1));
        let per_pair: f64 = (0..5)
            .map(|index| share[index] * (high[index] / low[index]).ln())
            .sum();
        sum * per_pair
    }

    /// The verdict at this ratio.
    #[must_use]
    pub fn verdict(&self, ratio: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::Accepted
        } else if ratio <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The count of a result that has not occurred.
const MISSING: f64 = 1e-3;

/// The distribution with this mean that makes the shares most likely: each share divided by 1 + θ
/// times its distance from the mean. θ is found by bisection, since the mean falls with it.
fn tilted(share: &[f64; 5], mean: f64) -> [f64; 5] {
    let distance: [f64; 5] = std::array::from_fn(|index| index as f64 / 4.0 - mean);
    let excess = |theta: f64| -> f64 {
        (0..5)
            .map(|index| share[index] * distance[index] / (1.0 + theta * distance[index]))
            .sum()
    };
    // All denominators are positive between these.
    let (mut low, mut high) = (-1.0 / distance[4], -1.0 / distance[0]);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|index| share[index] / (1.0 + theta * distance[index]))
}

/// The rating of a player among several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

/// Ratings of several players from all their games, each index against each other (Bradley and
/// Terry; a draw is half a win). So that a player who won or lost every game has a finite rating,
/// each gets one virtual draw against a player of rating 0.
#[must_use]
pub fn ratings(games: &[Vec<Tally>]) -> Vec<Rating> {
    let count = games.len();
    let scale = 400.0 / LN_10;
    let mut strength = vec![0.0f64; count];
    let logistic = |difference: f64| 1.0 / (1.0 + (-difference).exp());
    let mut information = vec![vec![0.0; count]; count];
    // Newton's method on the log-likelihood, which is concave.
    for _ in 0..200 {
        let mut gradient = vec![0.0; count];
        information = vec![vec![0.0; count]; count];
        for i in 0..count {
            let expected = logistic(strength[i]);
            gradient[i] += 0.5 - expected;
            information[i][i] += expected * (1.0 - expected);
            for j in 0..count {
                let tally = &games[i][j];
                if i == j || tally.games() == 0 {
                    continue;
                }
                let number = tally.games() as f64;
                let expected = logistic(strength[i] - strength[j]);
                gradient[i] += tally.points() - number * expected;
                let weight = number * expected * (1.0 - expected);
                information[i][i] += weight;
                information[i][j] -= weight;
            }
        }
        let step = solve(&information, &gradient);
        let longest = step.iter().fold(0.0f64, |most, part| most.max(part.abs()));
        // Long steps would overshoot.
        let part = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (own, change) in strength.iter_mut().zip(&step) {
            *own += part * change;
        }
        if longest < 1e-12 {
            break;
        }
    }
    let share = 1.0 / count.max(1) as f64;
    let mean = strength.iter().sum::<f64>() * share;
    (0..count)
        .map(|i| {
            // The variance of the distance from the mean: the mean itself is only a convention.
            let weights: Vec<f64> = (0..count)
                .map(|j| f64::from(u8::from(i == j)) - share)
                .collect();
            let spread = solve(&information, &weights);
            let variance: f64 = spread.iter().zip(&weights).map(|(a, b)| a * b).sum();
            Rating {
                elo: scale * (strength[i] - mean),
                error: scale * Z95 * variance.max(0.0).sqrt(),
            }
        })
        .collect()
}

/// Solves a system of linear equations whose matrix is positive definite.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let count = right.len();
    let mut rows: Vec<Vec<f64>> = matrix.to_vec();
    let mut value = right.to_vec();
    for pivot in 0..count {
        let head = rows[pivot][pivot];
        for row in pivot + 1..count {
            let factor = rows[row][pivot] / head;
            if factor == 0.0 {
                continue;
            }
            let (above, below) = rows.split_at_mut(row);
            for (own, upper) in below[0].iter_mut().zip(&above[pivot]).skip(pivot) {
                *own -= factor * upper;
            }
            value[row] -= factor * value[pivot];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count)
            .map(|col| rows[row][col] * value[col])
            .sum();
        value[row] = (value[row] - known) / rows[row][row];
    }
    value
}
