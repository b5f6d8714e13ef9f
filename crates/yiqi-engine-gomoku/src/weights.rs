//! What the engine learned: the weights of the network that judges positions and moves.
//!
//! A file is a name and a version, then the four networks, compressed with zstd: freestyle, exactly five,
//! and for the rule sets that forbid points one for black's moves and one for white's.

use std::io::Read;
use std::sync::{Arc, OnceLock};

use yiqi_rules::GomokuRules;

use crate::kernel::BLOCK;
use crate::lines::LINE_COUNT;

/// Numbers that describe a point.
pub(crate) const WIDTH: usize = 32;
/// Kinds of regions: corners, edges and the middle.
pub(crate) const REGION_KINDS: usize = 3;
/// Blocks of numbers that describe a point.
pub(crate) const WIDTH_BLOCKS: usize = WIDTH / BLOCK;
/// Blocks of inner numbers of the head.
pub(crate) const HIDDEN_BLOCKS: usize = 2;
/// Inner numbers of the head.
pub(crate) const HIDDEN: usize = HIDDEN_BLOCKS * BLOCK;
/// What the head looks at: sums over the board, a block for each kind of regions, and the most of each number.
pub(crate) const SEEN: usize = 2 * WIDTH + REGION_KINDS * BLOCK;
/// What 1 is among the numbers of a point and of the head, as a power of 2.
pub(crate) const ONE_BITS: u32 = 8;
/// The same as a number.
pub(crate) const ONE: f32 = (1 << ONE_BITS) as f32;
/// The most that a number of a point can be.
pub(crate) const POINT_MAX: i16 = 1280;
/// What 1 is among the weights of neighbours.
pub(crate) const NEIGHBOUR_ONE: f32 = 32_768.0;
/// What 1 is among the weights of the head, as a power of 2.
pub(crate) const LAYER_BITS: u32 = 10;
/// What 1 is among sums of products of the head.
pub(crate) const PRODUCT_ONE: f32 = ONE * (1 << LAYER_BITS) as f32;
/// What 1 is among the weights of promise, as a power of 2.
pub(crate) const PROMISE_BITS: u32 = 11;
/// The most that a weight of promise can be.
pub(crate) const PROMISE_MAX: i32 = 15 << PROMISE_BITS;
/// Sums over the board are divided by this before they enter the head, as a power of 2.
pub(crate) const SUM_BITS: u32 = 4;

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
    pub(crate) regions: [Layer<{ WIDTH / 2 }, 1>; REGION_KINDS],
    pub(crate) inner: Layer<{ SEEN / 2 }, HIDDEN_BLOCKS>,
    pub(crate) second: Layer<{ HIDDEN / 2 }, HIDDEN_BLOCKS>,
    /// From inner numbers to weights of the numbers of a point, before and after neighbours count.
    pub(crate) promise: Layer<{ HIDDEN / 2 }, { 2 * WIDTH_BLOCKS }>,
    /// Weights of the value, by second inner number.
    pub(crate) outer: [[f32; BLOCK]; HIDDEN_BLOCKS],
    /// Weights of the value, by sum over the board.
    pub(crate) direct: [[f32; BLOCK]; WIDTH_BLOCKS],
    /// What the value starts from.
    pub(crate) bias: f32,
}

/// Weights from pairs of numbers to blocks of numbers, and what those start from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer<const PAIRS: usize, const TO: usize> {
    /// For each number of a block those of both numbers of a pair.
    pub(crate) weights: [[Lanes; TO]; PAIRS],
    pub(crate) bias: [[i32; BLOCK]; TO],
}

impl<const PAIRS: usize, const TO: usize> Default for Layer<PAIRS, TO> {
    fn default() -> Layer<PAIRS, TO> {
        Layer {
            weights: [[Lanes::ZERO; TO]; PAIRS],
            bias: [[0; BLOCK]; TO],
        }
    }
}

/// What all layers have in common, however many numbers they take and give.
trait Numbers {
    /// Reads what training wrote: the weights of each number, then the bias.
    fn learn(&mut self, rest: &mut dyn Iterator<Item = f32>) -> Option<()>;
    fn weights(&mut self) -> &mut [Lanes];
    fn biases(&mut self) -> &mut [i32];
    /// Whether no numbers, however large, can make a sum that is too large.
    fn is_safe(&self) -> bool;
}

impl<const PAIRS: usize, const TO: usize> Numbers for Layer<PAIRS, TO> {
    fn learn(&mut self, rest: &mut dyn Iterator<Item = f32>) -> Option<()> {
        for pair in &mut self.weights {
            for side in 0..2 {
                for to in 0..TO * BLOCK {
                    let lanes = &mut pair[to / BLOCK].0;
                    lanes[to % BLOCK * 2 + side] = whole(rest.next()?, (1 << LAYER_BITS) as f32);
                }
            }
        }
        for bias in self.biases() {
            *bias = (rest.next()? * PRODUCT_ONE).round() as i32;
        }
        Some(())
    }

    fn weights(&mut self) -> &mut [Lanes] {
        self.weights.as_flattened_mut()
    }

    fn biases(&mut self) -> &mut [i32] {
        self.bias.as_flattened_mut()
    }

    fn is_safe(&self) -> bool {
        (0..TO * BLOCK).all(|to| {
            let weights = self.weights.iter().flat_map(|pair| {
                let lanes = pair[to / BLOCK].0;
                [lanes[to % BLOCK * 2], lanes[to % BLOCK * 2 + 1]]
            });
            let sum: i64 = weights.map(|weight| i64::from(weight).abs()).sum();
            let bias = i64::from(self.bias[to / BLOCK][to % BLOCK]).abs();
            let rounding = 1 << LAYER_BITS;
            sum * -i64::from(i16::MIN) + bias + rounding <= i64::from(i32::MAX)
        })
    }
}

/// The whole number that stands for a number, where `one` stands for 1.
fn whole(number: f32, one: f32) -> i16 {
    let scaled = (number * one).round();
    scaled.clamp(f32::from(-i16::MAX), f32::from(i16::MAX)) as i16
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

    /// A network from the numbers that training writes: lines, neighbours, bias and head. `None` if they are too many,
    /// too few or too large.
    #[must_use]
    pub fn from_numbers(numbers: &[f32]) -> Option<Network> {
        let mut network = Network::empty();
        let mut rest = numbers.iter().copied();
        let lines = network.lines.iter_mut().map(|lanes| (lanes, ONE));
        let neighbours = network.neighbours.iter_mut();
        let neighbours = neighbours.map(|lanes| (lanes, NEIGHBOUR_ONE));
        for (lanes, one) in lines.chain(neighbours).chain([(&mut network.bias, ONE)]) {
            for lane in &mut lanes.0 {
                *lane = whole(rest.next()?, one);
            }
        }
        let head = &mut network.head;
        for layer in head.layers() {
            layer.learn(&mut rest)?;
        }
        for number in head.last_numbers() {
            *number = rest.next()?;
        }
        (rest.next().is_none() && head.is_safe()).then_some(network)
    }

    fn all_lanes(&mut self) -> impl Iterator<Item = &mut Lanes> {
        let points = self.lines.iter_mut().chain(&mut self.neighbours);
        let layers = self.head.layers().into_iter();
        points
            .chain([&mut self.bias])
            .chain(layers.flat_map(|layer| layer.weights()))
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let mut copy = self.clone();
        // The lower bytes first: they compress apart.
        let lanes: Vec<i16> = copy.all_lanes().flat_map(|lanes| lanes.0).collect();
        bytes.extend(lanes.iter().map(|lane| lane.to_le_bytes()[0]));
        bytes.extend(lanes.iter().map(|lane| lane.to_le_bytes()[1]));
        for bias in copy.head.biases() {
            bytes.extend(bias.to_le_bytes());
        }
        for number in copy.head.last_numbers() {
            bytes.extend(number.to_le_bytes());
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Network> {
        let mut network = Network::empty();
        let count = WIDTH * network.all_lanes().count();
        let (low, rest) = bytes.split_at_checked(count)?;
        let (high, mut rest) = rest.split_at_checked(count)?;
        let mut pairs = low.iter().zip(high);
        for lanes in network.all_lanes() {
            for lane in &mut lanes.0 {
                let (&low, &high) = pairs.next()?;
                *lane = i16::from_le_bytes([low, high]);
            }
        }
        let mut next_bytes = || {
            let (first, next) = rest.split_first_chunk()?;
            rest = next;
            Some(*first)
        };
        for bias in network.head.biases() {
            *bias = i32::from_le_bytes(next_bytes()?);
        }
        for number in network.head.last_numbers() {
            *number = f32::from_le_bytes(next_bytes()?);
        }
        *bytes = rest;
        network.head.is_safe().then_some(network)
    }
}

impl Head {
    /// All layers, in the order in which they are written.
    fn layers(&mut self) -> [&mut dyn Numbers; REGION_KINDS + 3] {
        let [corners, edges, middle] = &mut self.regions;
        let (inner, second, promise) = (&mut self.inner, &mut self.second, &mut self.promise);
        [corners, edges, middle, inner, second, promise]
    }

    fn biases(&mut self) -> impl Iterator<Item = &mut i32> {
        let layers = self.layers().into_iter();
        layers.flat_map(|layer| layer.biases())
    }

    /// The weights of the value.
    fn last_numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let outer = self.outer.as_flattened_mut().iter_mut();
        outer
            .chain(self.direct.as_flattened_mut())
            .chain([&mut self.bias])
    }

    fn is_safe(&mut self) -> bool {
        self.layers().iter().all(|layer| layer.is_safe())
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

const NAME: &[u8; 8] = b"yiqi-gw4";

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

#[cfg(test)]
mod tests {
    use super::*;

    /// As many numbers as training writes, all alike.
    fn alike(number: f32) -> Vec<f32> {
        let mut network = Network::empty();
        let lanes = WIDTH * network.all_lanes().count();
        let head = network.head.biases().count() + network.head.last_numbers().count();
        vec![number; lanes + head]
    }

    #[test]
    fn numbers_that_sums_could_not_hold_are_refused() {
        assert!(Network::from_numbers(&alike(0.5)).is_some());
        assert!(Network::from_numbers(&alike(0.6)).is_none());
        let mut network = Network::from_numbers(&alike(0.5)).unwrap();
        network.head.inner.weights[0][0].0[0] = i16::MAX;
        let mut bytes = Vec::new();
        network.write(&mut bytes);
        assert_eq!(Network::read(&mut bytes.as_slice()), None);
    }

    #[test]
    fn what_is_written_is_read_again_and_not_what_is_cut_off() {
        let network = Network::from_numbers(&alike(0.25)).unwrap();
        let mut bytes = Vec::new();
        network.write(&mut bytes);
        assert_eq!(Network::read(&mut bytes.as_slice()), Some(network));
        assert_eq!(Network::read(&mut &bytes[..bytes.len() - 1]), None);
        let mut numbers = alike(0.25);
        numbers.push(0.25);
        assert_eq!(Network::from_numbers(&numbers), None);
        assert_eq!(Network::from_numbers(&numbers[2..]), None);
    }
}
