//! What the engine learned: the weights of the network that judges positions and moves.
//!
//! A file is a name and a version, then the four networks, compressed with zstd: freestyle, exactly five,
//! and for the rule sets that forbid points one for black's moves and one for white's.

use std::io::Read;
use std::sync::{Arc, OnceLock};

use yiqi_rules::GomokuRules;

use crate::kernel::{BLOCK, Block};
use crate::lines::LINE_COUNT;

/// Numbers that describe a point.
pub(crate) const WIDTH: usize = 32;
/// Kinds of regions: corners, edges and the middle.
pub(crate) const REGION_KINDS: usize = 3;
/// Blocks of numbers that describe a point.
pub(crate) const WIDTH_BLOCKS: usize = WIDTH / BLOCK;
/// Blocks of inner numbers of the head.
pub(crate) const HIDDEN_BLOCKS: usize = 2;
/// Blocks of what the head looks at: sums over the board, one block for each kind of regions, and the most of each number.
pub(crate) const SEEN_BLOCKS: usize = 2 * WIDTH_BLOCKS + REGION_KINDS;
/// What 1 is among the numbers of a point.
pub(crate) const ONE: f32 = 256.0;
/// The most that a number of a point can be.
pub(crate) const POINT_MAX: i16 = 1280;
/// What 1 is among the weights of neighbours.
pub(crate) const NEIGHBOUR_ONE: f32 = 32_768.0;
/// What 1 is among the weights of promise.
pub(crate) const PROMISE_ONE: f32 = 2_048.0;
/// The most that a weight of promise can be.
pub(crate) const PROMISE_MAX: f32 = 15.0;
/// Sums over the board are divided by this before they enter the head.
pub(crate) const SUM_SCALE: f32 = 16.0;

/// The numbers of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Lanes(pub(crate) [i16; WIDTH]);

impl Lanes {
    pub(crate) const ZERO: Lanes = Lanes([0; WIDTH]);
}

/// The network that judges for one side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// What a line through a point adds to the point's numbers, by the line's number.
    pub(crate) lines: Vec<Lanes>,
    /// How a point itself, its four next neighbours and its four diagonal ones count.
    pub(crate) neighbours: [Lanes; 3],
    /// What is added to that.
    pub(crate) bias: Lanes,
    /// Turns what is seen of the whole board into a value and into what makes a move promising.
    pub(crate) head: Head,
}

/// The last layers: from what is seen of the board to one value, in logarithms of the odds, and to how the numbers
/// of a point count for the promise of a move there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Head {
    /// From the sums over a region to the numbers of a region, by kind.
    pub(crate) regions: [Layer<WIDTH_BLOCKS, 1>; REGION_KINDS],
    pub(crate) inner: Layer<SEEN_BLOCKS, HIDDEN_BLOCKS>,
    pub(crate) second: Layer<HIDDEN_BLOCKS, HIDDEN_BLOCKS>,
    /// From inner numbers to weights of the numbers of a point, before and after neighbours count.
    pub(crate) promise: Layer<HIDDEN_BLOCKS, { 2 * WIDTH_BLOCKS }>,
    /// Weights of the value, by second inner number.
    pub(crate) outer: [Block; HIDDEN_BLOCKS],
    /// Weights of the value, by sum over the board.
    pub(crate) direct: [Block; WIDTH_BLOCKS],
    /// What the value starts from.
    pub(crate) bias: f32,
}

/// Weights from some blocks of numbers to others, and what those start from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer<const FROM: usize, const TO: usize> {
    pub(crate) weights: [[[Block; TO]; BLOCK]; FROM],
    pub(crate) bias: [Block; TO],
}

impl<const FROM: usize, const TO: usize> Default for Layer<FROM, TO> {
    fn default() -> Layer<FROM, TO> {
        Layer {
            weights: [[[[0.0; BLOCK]; TO]; BLOCK]; FROM],
            bias: [[0.0; BLOCK]; TO],
        }
    }
}

impl<const FROM: usize, const TO: usize> Layer<FROM, TO> {
    fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let weights = self.weights.as_flattened_mut().as_flattened_mut();
        weights.iter_mut().chain(&mut self.bias).flatten()
    }
}

impl Network {
    fn empty() -> Network {
        Network {
            lines: vec![Lanes::ZERO; LINE_COUNT],
            neighbours: [Lanes::ZERO; 3],
            bias: Lanes::ZERO,
            head: Head::default(),
        }
    }

    /// A network from the numbers that training writes: lines, neighbours, bias and head.
    #[must_use]
    pub fn from_numbers(numbers: &[f32]) -> Option<Network> {
        let mut network = Network::empty();
        let mut rest = numbers.iter().copied();
        for (lanes, one) in network.all_lanes() {
            for lane in &mut lanes.0 {
                let scaled = (rest.next()? * one).round();
                *lane = scaled.clamp(f32::from(-i16::MAX), f32::from(i16::MAX)) as i16;
            }
        }
        for number in network.head.numbers() {
            *number = rest.next()?;
        }
        rest.next().is_none().then_some(network)
    }

    /// All numbers of points, with what 1 is among them.
    fn all_lanes(&mut self) -> impl Iterator<Item = (&mut Lanes, f32)> {
        let lines = self.lines.iter_mut().map(|lanes| (lanes, ONE));
        let neighbours = self.neighbours.iter_mut().map(|l| (l, NEIGHBOUR_ONE));
        lines.chain(neighbours).chain([(&mut self.bias, ONE)])
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let mut copy = self.clone();
        // The lower bytes first: they compress apart.
        let lanes: Vec<i16> = copy.all_lanes().flat_map(|(lanes, _)| lanes.0).collect();
        bytes.extend(lanes.iter().map(|lane| lane.to_le_bytes()[0]));
        bytes.extend(lanes.iter().map(|lane| lane.to_le_bytes()[1]));
        for number in copy.head.numbers() {
            bytes.extend(number.to_le_bytes());
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Network> {
        let mut network = Network::empty();
        let count = WIDTH * network.all_lanes().count();
        let (low, rest) = bytes.split_at_checked(count)?;
        let (high, mut rest) = rest.split_at_checked(count)?;
        let mut pairs = low.iter().zip(high);
        for (lanes, _) in network.all_lanes() {
            for lane in &mut lanes.0 {
                let (&low, &high) = pairs.next()?;
                *lane = i16::from_le_bytes([low, high]);
            }
        }
        for number in network.head.numbers() {
            let (first, next) = rest.split_first_chunk()?;
            *number = f32::from_le_bytes(*first);
            rest = next;
        }
        *bytes = rest;
        Some(network)
    }
}

impl Head {
    fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let regions = self.regions.iter_mut().flat_map(Layer::numbers);
        regions
            .chain(self.inner.numbers())
            .chain(self.second.numbers())
            .chain(self.promise.numbers())
            .chain(self.outer.as_flattened_mut())
            .chain(self.direct.as_flattened_mut())
            .chain([&mut self.bias])
    }
}

/// The networks of all rule sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Freestyle, exactly five, black and white where points are forbidden.
    pub networks: [Network; 4],
}

/// Why bytes are not weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotWeights;

impl std::fmt::Display for NotWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not a file of Gomoku weights of this version, or damaged")
    }
}

impl std::error::Error for NotWeights {}

const NAME: &[u8; 8] = b"yiqi-gw3";

/// No file of weights unpacks to more.
const UNPACKED_MAX: u64 = 64 << 20;

impl Weights {
    /// The network that judges under a rule set for a side to move: black 0, white 1.
    pub(crate) fn of(&self, rules: GomokuRules, side: usize) -> &Network {
        &self.networks[match rules {
            GomokuRules::Freestyle => 0,
            GomokuRules::Standard => 1,
            GomokuRules::Forbidden | GomokuRules::Renju => 2 + side,
        }]
    }

    /// The weights that come with the engine.
    #[must_use]
    pub fn built_in() -> Arc<Weights> {
        static BUILT_IN: OnceLock<Arc<Weights>> = OnceLock::new();
        let weights = BUILT_IN.get_or_init(|| {
            let bytes = include_bytes!("../data/weights.bin");
            Arc::new(Weights::from_bytes(bytes).expect("the file is part of the program"))
        });
        Arc::clone(weights)
    }

    /// The weights as a file.
    ///
    /// # Errors
    /// If they cannot be compressed.
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        for network in &self.networks {
            network.write(&mut plain);
        }
        let mut bytes = NAME.to_vec();
        bytes.extend(zstd::encode_all(plain.as_slice(), 19)?);
        Ok(bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the bytes are not what [`Weights::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, NotWeights> {
        let packed = bytes.strip_prefix(NAME).ok_or(NotWeights)?;
        let mut plain = Vec::new();
        zstd::Decoder::new(packed)
            .and_then(|decoder| decoder.take(UNPACKED_MAX).read_to_end(&mut plain))
            .map_err(|_| NotWeights)?;
        let mut rest = plain.as_slice();
        let mut next = || Network::read(&mut rest).ok_or(NotWeights);
        let networks = [next()?, next()?, next()?, next()?];
        if rest.is_empty() {
            Ok(Weights { networks })
        } else {
            Err(NotWeights)
        }
    }
}
