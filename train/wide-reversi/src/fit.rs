//! Fits weights to predict the scores of positions.
//!
//! Each phase is fitted by stochastic gradient descent on the squared error. It starts from the
//! weights of the next phase, or from those of a similar board, and uses positions of the
//! neighboring phases at first, so that rare configurations also get a weight. Some games are held
//! out for validation.

use yiqi_engine_reversi::wide::evaluation::{
    COUNT_UNIT, COUNTS, Dissector, PATTERN_UNIT, PHASES, Scale,
};
use yiqi_engine_reversi::wide::patterns::WEIGHTS;

use crate::Dice;
use crate::games::Sample;

/// Positions prepared for fitting, by phase.
pub(crate) struct Rows {
    dissector: Dissector,
    phases: Vec<PhaseRows>,
    game_count: usize,
}

#[derive(Clone, Default)]
struct PhaseRows {
    /// The indices of the pattern weights, row after row.
    indices: Vec<u32>,
    counts: Vec<[f32; COUNTS]>,
    scores: Vec<f32>,
    /// How the games ended.
    results: Vec<f32>,
    /// Whether a row is held out.
    is_aside: Vec<bool>,
}

/// One game in this many is held out.
const ASIDE: usize = 16;

/// A unit of each count, so that all change about as much from one position to another.
const SPREAD: [f32; COUNTS] = [6.0, 12.0, 12.0, 12.0, 0.5, 0.5, 8.0, 8.0];

impl Rows {
    pub(crate) fn new(size: u8, is_anti: bool) -> Rows {
        Rows {
            dissector: Dissector::new(size, is_anti),
            phases: vec![PhaseRows::default(); PHASES],
            game_count: 0,
        }
    }

    /// Adds the positions of a game.
    pub(crate) fn add_game(&mut self, samples: &[Sample]) {
        self.game_count += 1;
        let is_aside = self.game_count.is_multiple_of(ASIDE);
        let mut indices = Vec::with_capacity(self.dissector.pattern_count());
        for sample in samples {
            indices.clear();
            let parts = self.dissector.dissect(&sample.position, &mut indices);
            let rows = &mut self.phases[parts.phase];
            rows.indices.extend(&indices);
            rows.counts.push(std::array::from_fn(|at| {
                parts.counts[at] as f32 / SPREAD[at]
            }));
            rows.scores.push(sample.score);
            rows.results.push(sample.result);
            rows.is_aside.push(is_aside);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.phases.iter().map(|rows| rows.scores.len()).sum()
    }

    /// Fits the weights of all phases. Returns, for each, the root mean square distance between the
    /// values of positions and the results of their games, in games held out. With `is_tuned`,
    /// weights stay near those in `scale`.
    pub(crate) fn fit(&self, scale: &mut Scale, rounds: usize, is_tuned: bool) -> [f64; PHASES] {
        let mut model = Model {
            patterns: vec![0.0; WEIGHTS],
            counts: [0.0; COUNTS],
            per_row: self.dissector.pattern_count(),
            rest: vec![0.0; WEIGHTS],
        };
        let mut errors = [0.0; PHASES];
        for phase in (0..PHASES).rev() {
            let near = phase.saturating_sub(1)..=(phase + 1).min(PHASES - 1);
            let decay = DECAY * (1.0 - phase as f32 / PHASES as f32);
            if is_tuned {
                model.resume(scale, phase);
            }
            let start = model.patterns.clone();
            for round in 0..rounds {
                // The learning rate decays.
                let step = FIRST_STEP * LAST_STEP.powf(round as f32 / (rounds - 1).max(1) as f32);
                let phases = if round < rounds / 3 {
                    near.clone()
                } else {
                    phase..=phase
                };
                let mut order: Vec<(u8, u32)> = phases
                    .flat_map(|at| {
                        let count = self.phases[at].scores.len() as u32;
                        (0..count).map(move |row| (at as u8, row))
                    })
                    .collect();
                let mut dice = Dice::new((phase * rounds + round) as u64);
                for at in (1..order.len()).rev() {
                    order.swap(at, dice.below(at + 1));
                }
                for (at, row) in order {
                    let rows = &self.phases[usize::from(at)];
                    if !rows.is_aside[row as usize] {
                        model.learn(rows, row as usize, step, decay);
                    }
                }
            }
            let mut seen = vec![0u16; WEIGHTS];
            for &at in near.flat_map(|at| &self.phases[at].indices) {
                seen[at as usize] = seen[at as usize].saturating_add(1);
            }
            for (at, weight) in model.patterns.iter_mut().enumerate() {
                if seen[at] < SEEN_MIN {
                    *weight = start[at];
                }
            }
            errors[phase] = model.error(&self.phases[phase]);
            let patterns = &mut scale.patterns[phase * WEIGHTS..][..WEIGHTS];
            for (weight, fitted) in patterns.iter_mut().zip(&model.patterns) {
                *weight = quantized(fitted * PATTERN_UNIT as f32);
            }
            scale.counts[phase] = std::array::from_fn(|at| {
                quantized(model.counts[at] / SPREAD[at] * COUNT_UNIT as f32)
            });
        }
        errors
    }
}

/// The first learning rate, and the last one relative to it.
const FIRST_STEP: f32 = 0.25;
const LAST_STEP: f32 = 0.03;

/// How fast a weight decays in the first phase, toward zero or where it started: each time its
/// configuration occurs, relative to the learning rate. Results are hardest to predict early, so
/// there is most to lose by believing single games; in the last phase almost nothing decays.
const DECAY: f32 = 0.03;

/// A configuration that occurred less often keeps the weight it started with.
const SEEN_MIN: u16 = 5;

fn quantized(weight: f32) -> i16 {
    weight.round().clamp(-32_000.0, 32_000.0) as i16
}

struct Model {
    patterns: Vec<f32>,
    counts: [f32; COUNTS],
    /// Pattern weights in each row.
    per_row: usize,
    /// What the pattern weights decay to.
    rest: Vec<f32>,
}

impl Model {
    /// Starts again from the weights of a phase.
    fn resume(&mut self, scale: &Scale, phase: usize) {
        let patterns = &scale.patterns[phase * WEIGHTS..][..WEIGHTS];
        self.rest = patterns
            .iter()
            .map(|&weight| f32::from(weight) / PATTERN_UNIT as f32)
            .collect();
        self.patterns.clone_from(&self.rest);
        self.counts = std::array::from_fn(|at| {
            f32::from(scale.counts[phase][at]) * SPREAD[at] / COUNT_UNIT as f32
        });
    }

    fn value(&self, rows: &PhaseRows, row: usize) -> f32 {
        let indices = &rows.indices[row * self.per_row..][..self.per_row];
        let patterns: f32 = indices.iter().map(|&at| self.patterns[at as usize]).sum();
        let counts = self.counts.iter().zip(&rows.counts[row]);
        patterns + counts.map(|(weight, count)| weight * count).sum::<f32>()
    }

    fn learn(&mut self, rows: &PhaseRows, row: usize, step: f32, decay: f32) {
        let error = rows.scores[row] - self.value(rows, row);
        let change = error * step / (self.per_row + COUNTS) as f32;
        for &at in &rows.indices[row * self.per_row..][..self.per_row] {
            let weight = &mut self.patterns[at as usize];
            *weight += change - decay * step * (*weight - self.rest[at as usize]);
        }
        for (weight, count) in self.counts.iter_mut().zip(&rows.counts[row]) {
            *weight += change * count;
        }
    }

    /// The root mean square error of the rows held out.
    fn error(&self, rows: &PhaseRows) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for row in (0..rows.scores.len()).filter(|&row| rows.is_aside[row]) {
            sum += f64::from(rows.results[row] - self.value(rows, row)).powi(2);
            count += 1.0;
        }
        (sum / f64::max(count, 1.0)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use yiqi_rules::{AnyPosition, GameSpec, ReversiSpec};

    use super::*;

    #[test]
    fn a_score_that_is_a_count_is_learned() {
        let spec = ReversiSpec::new(6, false).unwrap();
        let dissector = Dissector::new(6, false);
        let mut dice = Dice::new(1);
        let mut rows = Rows::new(6, false);
        let (mut squares, mut count) = (0.0, 0.0);
        for _ in 0..160 {
            let mut position = AnyPosition::new(GameSpec::Reversi(spec));
            let mut samples = Vec::new();
            while position.turn().is_some() {
                if let AnyPosition::Reversi(reversi) = &position {
                    let parts = dissector.dissect(reversi, &mut Vec::new());
                    let score = 2.0 * parts.counts[0] as f32;
                    squares += f64::from(score * score);
                    count += 1.0;
                    samples.push(Sample {
                        position: reversi.clone(),
                        score,
                        result: score,
                    });
                }
                let moves = position.legal_moves();
                let _ = position.play_unchecked(*dice.pick(&moves));
            }
            rows.add_game(&samples);
        }
        let mut scale = Scale::new(6, false);
        let errors = rows.fit(&mut scale, 12, false);
        let half = f64::sqrt(squares / count) / 2.0;
        for phase in 4..8 {
            assert!(errors[phase] < half, "{errors:?}, {half}");
            assert!(scale.counts[phase][0] > 0);
        }
    }
}
