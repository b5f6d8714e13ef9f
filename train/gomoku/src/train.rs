//! Learns the weights of one block: the network of the estimate, and how promising moves look.
//!
//! A mix's table row is the sum of what each of its four rows brings, whatever the mix, and of what the
//! mix brings by itself. So mixes that are seldom seen are weighed by what is known of their rows: what
//! they bring by themselves is believed only as far as they were seen. The first numbers of a point are
//! the weights set by hand, and what is learned is the rest.

use yiqi_engine_gomoku::learning::{MIX_COUNT, ROW_COUNT, mix_rows};
use yiqi_engine_gomoku::{ColorWeights, HIDDEN, Head, ONE, POINT_MAX, SUM_SCALE, WIDTH};

use crate::adam::Adam;
use crate::dice::Dice;
use crate::hand;
use crate::samples::{Sample, Samples};

/// Samples between two steps.
const BATCH: usize = 512;

/// How long and how fast to learn.
pub(crate) struct Course {
    /// Times that all samples are seen.
    pub(crate) epochs: usize,
    /// Size of the first steps; it falls to a fiftieth.
    pub(crate) rate: f32,
}

/// What an epoch brought.
pub(crate) struct Progress {
    /// Epoch, from 1.
    pub(crate) epoch: usize,
    /// Mean loss of the estimate over the samples learned from, and over those kept apart.
    pub(crate) loss: [f32; 2],
    /// Mean loss of the choice of moves, likewise.
    pub(crate) choice_loss: [f32; 2],
    /// Share of the samples kept apart whose move was the most promising.
    pub(crate) choice_hits: f32,
}

/// The first numbers of a point are set by hand and stay.
const HAND_LANES: usize = 2;

/// Where one color's parameters lie.
const ROWS: usize = ROW_COUNT * WIDTH;
const MIXES: usize = MIX_COUNT * WIDTH;
const TABLE: usize = ROWS + MIXES;
const HEAD: usize = HIDDEN * WIDTH + 2 * HIDDEN + WIDTH + 1;
const COLOR: usize = 2 * TABLE + HEAD;
const CHOICE_TABLE: usize = ROW_COUNT + MIX_COUNT;

/// Learns the tables of a block, for both colors together or each for itself.
pub(crate) struct Trainer<'a> {
    samples: &'a Samples,
    /// Samples to learn from and samples kept apart.
    parts: [Vec<u32>; 2],
    color_count: usize,
    rows: Vec<[u8; 4]>,
    /// How much of what a mix brings by itself is believed, by how often it was seen.
    belief: Vec<f32>,
    estimate: Adam,
    choice: Adam,
    dice: Dice,
}

impl<'a> Trainer<'a> {
    /// A trainer that starts from other weights, or from nothing.
    pub(crate) fn new(
        samples: &'a Samples,
        color_count: usize,
        start: Option<&Trainer<'_>>,
    ) -> Trainer<'a> {
        let mut dice = Dice::new(5);
        let mut parts = [Vec::new(), Vec::new()];
        for index in 0..samples.all.len() {
            // Whole stretches are kept apart, since neighbours come from the same game.
            let apart = index / 500 % 20 == 7;
            parts[usize::from(apart)].push(index as u32);
        }
        let mut estimate = Vec::new();
        let mut choice = Vec::new();
        for _ in 0..color_count {
            match start {
                Some(start) => {
                    estimate.extend(&start.estimate.values[..COLOR]);
                    choice.extend(&start.choice.values[..2 * CHOICE_TABLE]);
                }
                None => {
                    estimate.extend(first_values(&mut dice));
                    choice.extend(vec![0.0; 2 * CHOICE_TABLE]);
                }
            }
        }
        Trainer {
            samples,
            parts,
            color_count,
            rows: mix_rows(),
            belief: belief(samples),
            estimate: Adam::new(estimate),
            choice: Adam::new(choice),
            dice,
        }
    }

    /// Learns, and tells of every epoch.
    pub(crate) fn learn(&mut self, course: &Course, mut tell: impl FnMut(&Progress)) {
        let mut order = self.parts[0].clone();
        let steps = (course.epochs * order.len().div_ceil(BATCH)).max(1);
        let mut step = 0;
        for epoch in 1..=course.epochs {
            for index in (1..order.len()).rev() {
                order.swap(index, self.dice.below(index + 1));
            }
            let mut loss = [0.0f64; 2];
            for batch in order.chunks(BATCH) {
                let share = step as f32 / steps as f32;
                let rate = course.rate
                    * (0.02 + 0.98 * (1.0 + (share * std::f32::consts::PI).cos()) / 2.0);
                let sums = self.batch(batch, true);
                loss[0] += f64::from(sums[0]);
                loss[1] += f64::from(sums[1]);
                self.estimate.step(rate, 1e-3);
                self.choice.step(rate * 3.0, 1e-4);
                step += 1;
            }
            let apart = self.parts[1].clone();
            let mut apart_sums = [0.0f64; 3];
            for batch in apart.chunks(BATCH) {
                for (sum, part) in apart_sums.iter_mut().zip(self.batch(batch, false)) {
                    *sum += f64::from(part);
                }
            }
            let mean = |sum: f64, count: usize| (sum / count.max(1) as f64) as f32;
            tell(&Progress {
                epoch,
                loss: [mean(loss[0], order.len()), mean(apart_sums[0], apart.len())],
                choice_loss: [mean(loss[1], order.len()), mean(apart_sums[1], apart.len())],
                choice_hits: mean(apart_sums[2], apart.len()),
            });
        }
    }

    /// The sums of both losses and of hits over samples; adds to the gradients if they are wanted.
    fn batch(&mut self, indices: &[u32], learns: bool) -> [f32; 3] {
        let tables: Vec<[Vec<[f32; WIDTH]>; 2]> = (0..self.color_count)
            .map(|color| [0, 1].map(|role| self.table(color, role)))
            .collect();
        let choice_tables: Vec<[Vec<f32>; 2]> = (0..self.color_count)
            .map(|color| [0, 1].map(|role| self.choice_table(color, role)))
            .collect();
        let mut table_gradients: Vec<[Vec<[f32; WIDTH]>; 2]> = (0..self.color_count)
            .map(|_| [0, 1].map(|_| vec![[0.0; WIDTH]; MIX_COUNT]))
            .collect();
        let mut choice_gradients: Vec<[Vec<f32>; 2]> = (0..self.color_count)
            .map(|_| [0, 1].map(|_| vec![0.0; MIX_COUNT]))
            .collect();
        let scale = 1.0 / indices.len() as f32;
        let mut sums = [0.0; 3];
        for &index in indices {
            let sample = &self.samples.all[index as usize];
            let own = sample.mover % self.color_count;
            let other = (sample.mover ^ 1) % self.color_count;
            let (loss, back) = {
                let head_at = own * COLOR + 2 * TABLE;
                let (values, gradient) = (
                    &self.estimate.values[head_at..head_at + HEAD],
                    &mut self.estimate.gradient[head_at..head_at + HEAD],
                );
                let point_sums =
                    add_points(self.samples, sample, &tables[own][0], &tables[other][1]);
                head_loss(values, gradient, &point_sums, sample.target, scale, learns)
            };
            sums[0] += loss;
            if learns {
                for group in self.samples.groups(sample) {
                    let [a, b] = group.mixes.map(usize::from);
                    let (own_row, other_row) = (&tables[own][0][a], &tables[other][1][b]);
                    let count = f32::from(group.count);
                    let mut gradient = [0.0; WIDTH];
                    for lane in 0..WIDTH {
                        let point = own_row[lane] + other_row[lane];
                        let is_open = point > 0.0 && point < f32::from(POINT_MAX) / ONE;
                        gradient[lane] = if is_open { count * back[lane] } else { 0.0 };
                    }
                    add(&mut table_gradients[own][0][a], &gradient);
                    add(&mut table_gradients[other][1][b], &gradient);
                }
            }
            if let Some(chosen) = sample.chosen {
                let candidates = self.samples.candidates(sample);
                let logits: Vec<f32> = candidates
                    .iter()
                    .map(|&[a, b]| {
                        choice_tables[own][0][usize::from(a)]
                            + choice_tables[other][1][usize::from(b)]
                    })
                    .collect();
                let top = logits.iter().copied().fold(f32::MIN, f32::max);
                let total: f32 = logits.iter().map(|logit| (logit - top).exp()).sum();
                let chosen = usize::from(chosen);
                sums[1] -= logits[chosen] - top - total.ln();
                sums[2] += f32::from(u8::from(logits[chosen] >= top));
                if learns {
                    for (index, &[a, b]) in candidates.iter().enumerate() {
                        let share = (logits[index] - top).exp() / total;
                        let gradient = scale * (share - f32::from(u8::from(index == chosen)));
                        choice_gradients[own][0][usize::from(a)] += gradient;
                        choice_gradients[other][1][usize::from(b)] += gradient;
                    }
                }
            }
        }
        if learns {
            self.pass_on(&table_gradients, &choice_gradients);
        }
        sums
    }

    /// Passes the gradients of tables on to what the tables are made of.
    fn pass_on(&mut self, tables: &[[Vec<[f32; WIDTH]>; 2]], choice_tables: &[[Vec<f32>; 2]]) {
        for color in 0..self.color_count {
            for role in 0..2 {
                let at = color * COLOR + role * TABLE;
                let gradient = &mut self.estimate.gradient[at..at + TABLE];
                for (mix, row) in tables[color][role].iter().enumerate() {
                    let mut row = *row;
                    // What was set by hand stays.
                    row[..HAND_LANES].fill(0.0);
                    let believed = row.map(|value| value * self.belief[mix]);
                    add(slot(gradient, ROWS + mix * WIDTH), &believed);
                    for code in self.rows[mix] {
                        add(slot(gradient, usize::from(code) * WIDTH), &row);
                    }
                }
                let at = (2 * color + role) * CHOICE_TABLE;
                let gradient = &mut self.choice.gradient[at..at + CHOICE_TABLE];
                for (mix, value) in choice_tables[color][role].iter().enumerate() {
                    gradient[ROW_COUNT + mix] += value * self.belief[mix];
                    for code in self.rows[mix] {
                        gradient[usize::from(code)] += value;
                    }
                }
            }
        }
    }

    /// A color's table: as mover (role 0) or not (role 1).
    fn table(&self, color: usize, role: usize) -> Vec<[f32; WIDTH]> {
        let at = color * COLOR + role * TABLE;
        let values = &self.estimate.values[at..at + TABLE];
        (0..MIX_COUNT)
            .map(|mix| {
                let mut row: [f32; WIDTH] = std::array::from_fn(|lane| {
                    let belief = if lane < HAND_LANES {
                        1.0
                    } else {
                        self.belief[mix]
                    };
                    values[ROWS + mix * WIDTH + lane] * belief
                });
                for code in self.rows[mix] {
                    let from = usize::from(code) * WIDTH;
                    for lane in 0..WIDTH {
                        row[lane] += values[from + lane];
                    }
                }
                row
            })
            .collect()
    }

    fn choice_table(&self, color: usize, role: usize) -> Vec<f32> {
        let at = (2 * color + role) * CHOICE_TABLE;
        let values = &self.choice.values[at..at + CHOICE_TABLE];
        (0..MIX_COUNT)
            .map(|mix| {
                let rows: f32 = self.rows[mix]
                    .iter()
                    .map(|&code| values[usize::from(code)])
                    .sum();
                rows + values[ROW_COUNT + mix] * self.belief[mix]
            })
            .collect()
    }

    /// What was learned, in the form the engine uses.
    pub(crate) fn weights(&self, color: usize) -> ColorWeights {
        let color = color % self.color_count;
        let round = |value: f32| value.round().clamp(-8000.0, 8000.0) as i16;
        let table = |role: usize| {
            self.table(color, role)
                .into_iter()
                .map(|row| row.map(|value| round(value * ONE)))
                .collect()
        };
        let [attack, defence] = [0, 1].map(|role| self.choice_table(color, role));
        let promise = attack
            .iter()
            .zip(&defence)
            .map(|(&attack, &defence)| [round(attack * 100.0), round(defence * 100.0)])
            .collect();
        let at = color * COLOR + 2 * TABLE;
        ColorWeights {
            own: table(0),
            other: table(1),
            promise,
            head: read_head(&self.estimate.values[at..at + HEAD]),
        }
    }
}

/// The share of the odds by the weights set by hand that games bear out.
const HAND_TRUTH: f32 = 0.35;

/// Times a mix must be seen before half of what it brings by itself is believed.
const HALF_BELIEVED: f32 = 3000.0;

fn belief(samples: &Samples) -> Vec<f32> {
    let mut counts = vec![0.0; MIX_COUNT];
    for sample in &samples.all {
        for group in samples.groups(sample) {
            for mix in group.mixes {
                counts[usize::from(mix)] += f32::from(group.count) / 2.0;
            }
        }
    }
    counts
        .into_iter()
        .map(|count| count / (count + HALF_BELIEVED))
        .collect()
}

fn first_values(dice: &mut Dice) -> Vec<f32> {
    let mut values = vec![0.0; COLOR];
    let mut fill = |range: std::ops::Range<usize>, size: f32| {
        for value in &mut values[range] {
            *value = (dice.share() * 2.0 - 1.0) * size;
        }
    };
    fill(0..ROWS, 0.1);
    fill(TABLE..TABLE + ROWS, 0.1);
    let head = 2 * TABLE;
    fill(head..head + HIDDEN * WIDTH, 0.25);
    fill(head + HIDDEN * WIDTH + HIDDEN..head + HEAD - 1, 0.05);
    // The first two numbers of a point start as the weights set by hand.
    for (lane, role) in [(0, 0), (1, 1)] {
        for (row, worth) in hand::ROWS[role].into_iter().enumerate() {
            for table in 0..2 {
                values[table * TABLE + row * WIDTH + lane] = 0.0;
            }
            values[role * TABLE + row * WIDTH + lane] = worth as f32 / 25.0;
        }
        for (mix, rows) in mix_rows().into_iter().enumerate() {
            let worth = hand::together(rows) / (1 + role as i32);
            values[role * TABLE + ROWS + mix * WIDTH + lane] = worth as f32 / 25.0;
        }
        let direct = head + HIDDEN * WIDTH + 2 * HIDDEN + lane;
        values[direct] = HAND_TRUTH * SUM_SCALE / if role == 0 { 4.0 } else { -4.0 };
    }
    values
}

/// What all points add up to.
fn add_points(
    samples: &Samples,
    sample: &Sample,
    own: &[[f32; WIDTH]],
    other: &[[f32; WIDTH]],
) -> [f32; WIDTH] {
    let mut sums = [0.0; WIDTH];
    for group in samples.groups(sample) {
        let [a, b] = group.mixes.map(usize::from);
        let (own, other) = (&own[a], &other[b]);
        let count = f32::from(group.count);
        for lane in 0..WIDTH {
            let point = (own[lane] + other[lane]).clamp(0.0, f32::from(POINT_MAX) / ONE);
            sums[lane] += count * point;
        }
    }
    sums.map(|sum| sum / SUM_SCALE)
}

/// The loss of the estimate, and the gradient of the points' sums.
fn head_loss(
    values: &[f32],
    gradient: &mut [f32],
    sums: &[f32; WIDTH],
    target: f32,
    scale: f32,
    learns: bool,
) -> (f32, [f32; WIDTH]) {
    const BIAS: usize = HIDDEN * WIDTH;
    const OUTER: usize = BIAS + HIDDEN;
    const DIRECT: usize = OUTER + HIDDEN;
    const LAST: usize = DIRECT + WIDTH;
    let mut inner = [0.0; HIDDEN];
    let mut value = values[LAST];
    for (unit, inner) in inner.iter_mut().enumerate() {
        let weights = &values[unit * WIDTH..(unit + 1) * WIDTH];
        *inner = values[BIAS + unit] + dot(weights, sums);
        value += inner.max(0.0) * values[OUTER + unit];
    }
    value += dot(&values[DIRECT..LAST], sums);
    let share = 1.0 / (1.0 + (-value).exp());
    let loss = -(target * share.max(1e-7).ln() + (1.0 - target) * (1.0 - share).max(1e-7).ln());
    let mut back = [0.0; WIDTH];
    if learns {
        let error = (share - target) * scale;
        gradient[LAST] += error;
        for lane in 0..WIDTH {
            gradient[DIRECT + lane] += error * sums[lane];
            back[lane] += error * values[DIRECT + lane];
        }
        for unit in 0..HIDDEN {
            gradient[OUTER + unit] += error * inner[unit].max(0.0);
            if inner[unit] > 0.0 {
                let error = error * values[OUTER + unit];
                gradient[BIAS + unit] += error;
                for lane in 0..WIDTH {
                    gradient[unit * WIDTH + lane] += error * sums[lane];
                    back[lane] += error * values[unit * WIDTH + lane];
                }
            }
        }
        for value in &mut back {
            *value /= SUM_SCALE;
        }
    }
    (loss, back)
}

fn read_head(values: &[f32]) -> Head {
    let mut rest = values.iter().copied();
    let mut next = || rest.next().expect("a head has that many numbers");
    let mut head = Head::default();
    for row in &mut head.inner {
        row.fill_with(&mut next);
    }
    head.inner_bias.fill_with(&mut next);
    head.outer.fill_with(&mut next);
    head.direct.fill_with(&mut next);
    head.bias = next();
    head
}

fn dot(a: &[f32], b: &[f32; WIDTH]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f32; WIDTH], from: &[f32; WIDTH]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

fn slot(values: &mut [f32], at: usize) -> &mut [f32; WIDTH] {
    (&mut values[at..at + WIDTH])
        .try_into()
        .expect("a row of the table")
}
