//! What the engine learned: the network that estimates positions, and how promising moves look.
//!
//! Every empty point has a mix of rows for each color. For the side to move, the point's own mix and
//! the other side's mix each name a row of [`WIDTH`] numbers; their sum, cut off below at 0, is what the
//! point adds to the position's sums. A small head turns the sums into one value. A file holds a block
//! for freestyle, one for exactly five, and one for the rule sets that forbid points, with tables of
//! their own for black and white.

use std::sync::{Arc, OnceLock};

use yiqi_rules::GomokuRules;

use crate::shape::{MIX_COUNT, mixes};
use crate::value::UNIT;

/// Numbers that a point adds to.
pub const WIDTH: usize = 16;
/// Inner numbers of the head.
pub const HIDDEN: usize = 16;
/// What 1 is in the tables of points.
pub const ONE: f32 = 128.0;
/// The most that one point adds to a number, in table units.
pub const POINT_MAX: i16 = 1024;
/// Sums are divided by this before they enter the head.
pub const SUM_SCALE: f32 = 16.0;

/// One color's tables.
#[derive(Clone, Debug, PartialEq)]
pub struct ColorWeights {
    /// By mix: what an empty point adds when this color moves.
    pub own: Vec<[i16; WIDTH]>,
    /// By mix: what it adds when the other color moves.
    pub other: Vec<[i16; WIDTH]>,
    /// By mix: how promising a move is that makes it, and one that stops it.
    pub promise: Vec<[i16; 2]>,
    /// Turns the sums into a value when this color moves.
    pub head: Head,
}

/// The last layers: from the sums to one value, in logarithms of the odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Weights of the inner numbers.
    pub inner: [[f32; WIDTH]; HIDDEN],
    /// What the inner numbers start from.
    pub inner_bias: [f32; HIDDEN],
    /// Weights of the value, by inner number.
    pub outer: [f32; HIDDEN],
    /// Weights of the value, by sum.
    pub direct: [f32; WIDTH],
    /// What the value starts from.
    pub bias: f32,
}

impl Default for Head {
    fn default() -> Head {
        Head {
            inner: [[0.0; WIDTH]; HIDDEN],
            inner_bias: [0.0; HIDDEN],
            outer: [0.0; HIDDEN],
            direct: [0.0; WIDTH],
            bias: 0.0,
        }
    }
}

impl Head {
    /// The value of sums, in logarithms of the odds.
    #[must_use]
    pub fn value(&self, sums: &[f32; WIDTH]) -> f32 {
        let mut value = self.bias;
        for (sum, weight) in sums.iter().zip(&self.direct) {
            value += sum * weight;
        }
        for ((weights, bias), outer) in self.inner.iter().zip(&self.inner_bias).zip(&self.outer) {
            let mut lanes = [0.0; 4];
            for (sums, weights) in sums.chunks_exact(4).zip(weights.chunks_exact(4)) {
                for lane in 0..4 {
                    lanes[lane] += sums[lane] * weights[lane];
                }
            }
            let inner = bias + lanes[0] + lanes[1] + lanes[2] + lanes[3];
            value += inner.max(0.0) * outer;
        }
        value
    }
}

impl ColorWeights {
    fn empty() -> ColorWeights {
        ColorWeights {
            own: vec![[0; WIDTH]; MIX_COUNT],
            other: vec![[0; WIDTH]; MIX_COUNT],
            promise: vec![[0; 2]; MIX_COUNT],
            head: Head::default(),
        }
    }
}

/// The weights of all rule sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Freestyle, the same for both colors.
    pub freestyle: ColorWeights,
    /// Exactly five, the same for both colors.
    pub standard: ColorWeights,
    /// Points are forbidden to black: black, white.
    pub restricted: [ColorWeights; 2],
}

/// Why bytes are not weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotWeights;

impl std::fmt::Display for NotWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not a file of Gomoku weights, or damaged")
    }
}

impl std::error::Error for NotWeights {}

const MAGIC: &[u8; 8] = b"yiqigom1";

impl Weights {
    /// Weights that know nothing.
    #[must_use]
    pub fn empty() -> Weights {
        Weights {
            freestyle: ColorWeights::empty(),
            standard: ColorWeights::empty(),
            restricted: [ColorWeights::empty(), ColorWeights::empty()],
        }
    }

    /// Black's and white's tables under a rule set.
    #[must_use]
    pub fn of(&self, rules: GomokuRules) -> [&ColorWeights; 2] {
        match rules {
            GomokuRules::Freestyle => [&self.freestyle; 2],
            GomokuRules::Standard => [&self.standard; 2],
            GomokuRules::Forbidden | GomokuRules::Renju => {
                [&self.restricted[0], &self.restricted[1]]
            }
        }
    }

    /// The weights that come with the engine.
    #[must_use]
    pub fn built_in() -> Arc<Weights> {
        static BUILT_IN: OnceLock<Arc<Weights>> = OnceLock::new();
        let weights = BUILT_IN.get_or_init(|| {
            let bytes = include_bytes!("../data/weights.bin");
            Arc::new(Weights::from_bytes(bytes).expect("the file is made by the trainer"))
        });
        Arc::clone(weights)
    }

    fn blocks(&self) -> [&ColorWeights; 4] {
        let [black, white] = &self.restricted;
        [&self.freestyle, &self.standard, black, white]
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for block in self.blocks() {
            for table in [&block.own, &block.other] {
                for number in table.iter().flatten() {
                    bytes.extend(number.to_le_bytes());
                }
            }
            for number in block.promise.iter().flatten() {
                bytes.extend(number.to_le_bytes());
            }
            let head = &block.head;
            let numbers = head
                .inner
                .iter()
                .flatten()
                .chain(&head.inner_bias)
                .chain(&head.outer)
                .chain(&head.direct)
                .chain([&head.bias]);
            for number in numbers {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the bytes are not what [`Weights::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, NotWeights> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(NotWeights)?;
        let mut weights = Weights::empty();
        let [black, white] = &mut weights.restricted;
        for block in [&mut weights.freestyle, &mut weights.standard, black, white] {
            let tables = [&mut block.own, &mut block.other];
            for number in tables.into_iter().flatten().flatten() {
                *number = i16::from_le_bytes(take(&mut rest)?);
            }
            for number in block.promise.iter_mut().flatten() {
                *number = i16::from_le_bytes(take(&mut rest)?);
            }
            let head = &mut block.head;
            let numbers = head
                .inner
                .iter_mut()
                .flatten()
                .chain(&mut head.inner_bias)
                .chain(&mut head.outer)
                .chain(&mut head.direct)
                .chain([&mut head.bias]);
            for number in numbers {
                *number = f32::from_le_bytes(take(&mut rest)?);
            }
        }
        if rest.is_empty() {
            Ok(weights)
        } else {
            Err(NotWeights)
        }
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], NotWeights> {
    let (first, rest) = bytes.split_first_chunk().ok_or(NotWeights)?;
    *bytes = rest;
    Ok(*first)
}

/// The weights of one rule set, laid out for the board.
pub(crate) struct Layout {
    weights: Arc<Weights>,
    rules: GomokuRules,
    mixes: &'static [u16],
    /// By color and shape: how promising a move is that makes it, and one that stops it.
    promise: [Vec<[i16; 2]>; 2],
}

impl Layout {
    pub(crate) fn new(weights: Arc<Weights>, rules: GomokuRules) -> Layout {
        let mixes = mixes();
        let promise = weights.of(rules).map(|color| {
            mixes
                .iter()
                .map(|&mix| color.promise[usize::from(mix)])
                .collect()
        });
        Layout {
            weights,
            rules,
            mixes,
            promise,
        }
    }

    /// How promising a move is that makes one shape for the mover and stops another.
    pub(crate) fn promise(&self, mover: usize, own: u16, other: u16) -> i32 {
        i32::from(self.promise[mover][usize::from(own)][0])
            + i32::from(self.promise[mover ^ 1][usize::from(other)][1])
    }

    /// Adds what a point with these shapes contributes to the sums of both sides, or takes it away.
    pub(crate) fn add_point<const TAKE_AWAY: bool>(
        &self,
        sums: &mut [[i32; WIDTH]; 2],
        shapes: u32,
    ) {
        if shapes == 0 {
            return;
        }
        let colors = self.weights.of(self.rules);
        let mix = [
            usize::from(self.mixes[usize::from(shapes as u16)]),
            usize::from(self.mixes[usize::from((shapes >> 16) as u16)]),
        ];
        for mover in 0..2 {
            let own = &colors[mover].own[mix[mover]];
            let other = &colors[mover ^ 1].other[mix[mover ^ 1]];
            for (sum, (own, other)) in sums[mover].iter_mut().zip(own.iter().zip(other)) {
                let point = i32::from((own + other).clamp(0, POINT_MAX));
                *sum += if TAKE_AWAY { -point } else { point };
            }
        }
    }

    /// The value for the mover, in units of search.
    pub(crate) fn value(&self, mover: usize, sums: &[i32; WIDTH]) -> i32 {
        let scaled = sums.map(|sum| sum as f32 / (ONE * SUM_SCALE));
        let value = self.weights.of(self.rules)[mover].head.value(&scaled);
        (value * UNIT) as i32
    }
}
