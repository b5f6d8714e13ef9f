//! The network's weights, quantized, and their file format.
//!
//! A file is an eight-byte tag with a version, followed by the five networks compressed with zlib: freestyle,
//! standard, for the rule sets with forbidden points one for black to move and one for white to move, and caro.

use std::io::{Read, Write};
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use yiqi_rules::{Color, GomokuRules};

use crate::line_index::LINE_COUNT;
use crate::simd::BLOCK;

/// Features per point.
pub(crate) const WIDTH: usize = 32;
/// Region types: corner, edge and center.
pub(crate) const REGION_KINDS: usize = 3;
/// Blocks of features per point.
pub(crate) const WIDTH_BLOCKS: usize = WIDTH / BLOCK;
/// Blocks of hidden units of the head.
pub(crate) const HIDDEN_BLOCKS: usize = 2;
/// Hidden units of the head.
pub(crate) const HIDDEN: usize = HIDDEN_BLOCKS * BLOCK;
/// Inputs of the head: sums over the board, a block per region type, and each feature's maximum.
pub(crate) const HEAD_INPUTS: usize = 2 * WIDTH + REGION_KINDS * BLOCK;
/// Fractional bits of features and hidden units.
pub(crate) const FEATURE_BITS: u32 = 8;
/// The fixed-point value of 1.0 among features and hidden units.
pub(crate) const FEATURE_SCALE: f32 = (1 << FEATURE_BITS) as f32;
/// Upper clamp of a feature: 5.0.
pub(crate) const FEATURE_MAX: i16 = 1280;
/// The fixed-point value of 1.0 among convolution weights.
pub(crate) const CONVOLUTION_SCALE: f32 = 32_768.0;
/// Fractional bits of the head's weights.
pub(crate) const LAYER_BITS: u32 = 10;
/// The fixed-point value of 1.0 among the head's sums of products.
pub(crate) const PRODUCT_SCALE: f32 = FEATURE_SCALE * (1 << LAYER_BITS) as f32;
/// Fractional bits of policy weights.
pub(crate) const POLICY_BITS: u32 = 11;
/// Upper clamp of a policy weight's magnitude: 15.0.
pub(crate) const POLICY_MAX: i32 = 15 << POLICY_BITS;
/// Pooled sums are shifted right by this many bits before they enter the head.
pub(crate) const POOL_BITS: u32 = 4;

/// The features of a point, as wide as one AVX-512 register.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Lanes(pub(crate) [i16; WIDTH]);

impl Lanes {
    pub(crate) const ZERO: Lanes = Lanes([0; WIDTH]);
}

/// The network for one side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// What a line through a point adds to the point's features, by line index.
    pub(crate) lines: Vec<Lanes>,
    /// Depthwise 3×3 convolution: weights of the center, the four orthogonal and the four diagonal neighbors.
    pub(crate) convolution: [Lanes; 3],
    /// Bias of the convolution.
    pub(crate) bias: Lanes,
    /// From the pooled board to the value and the policy weights.
    pub(crate) head: Head,
}

/// The last layers: from the pooled board to the value, in log-odds, and to the weights with which a point's features
/// make up the policy of a move there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Head {
    /// From the sums over a region to its hidden block, by region type.
    pub(crate) regions: [Layer<{ WIDTH / 2 }, 1>; REGION_KINDS],
    pub(crate) inner: Layer<{ HEAD_INPUTS / 2 }, HIDDEN_BLOCKS>,
    pub(crate) second: Layer<{ HIDDEN / 2 }, HIDDEN_BLOCKS>,
    /// From hidden units to the policy weights of a point's features, before and after the convolution.
    pub(crate) policy: Layer<{ HIDDEN / 2 }, { 2 * WIDTH_BLOCKS }>,
    /// Value weights of the second hidden layer.
    pub(crate) outer: [[f32; BLOCK]; HIDDEN_BLOCKS],
    /// Value weights of the sums over the board: a skip connection.
    pub(crate) direct: [[f32; BLOCK]; WIDTH_BLOCKS],
    /// Bias of the value.
    pub(crate) bias: f32,
}

/// A fully connected layer from pairs of inputs to blocks of outputs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer<const PAIRS: usize, const TO: usize> {
    /// For each output of a block, the weights of both inputs of a pair, as `madd` instructions take them.
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

/// A layer of any shape.
trait AnyLayer {
    /// Quantizes what training wrote: the weights of each input, then the bias.
    fn load(&mut self, rest: &mut dyn Iterator<Item = f32>) -> Option<()>;
    /// Appends what training would have written.
    fn unload(&self, numbers: &mut Vec<f32>);
    fn weights(&mut self) -> &mut [Lanes];
    fn biases(&mut self) -> &mut [i32];
    /// Whether no input can overflow a 32-bit sum.
    fn cannot_overflow(&self) -> bool;
}

impl<const PAIRS: usize, const TO: usize> AnyLayer for Layer<PAIRS, TO> {
    fn load(&mut self, rest: &mut dyn Iterator<Item = f32>) -> Option<()> {
        for pair in &mut self.weights {
            for side in 0..2 {
                for to in 0..TO * BLOCK {
                    let lanes = &mut pair[to / BLOCK].0;
                    lanes[to % BLOCK * 2 + side] = quantize(rest.next()?, (1 << LAYER_BITS) as f32);
                }
            }
        }
        for bias in self.biases() {
            *bias = (rest.next()? * PRODUCT_SCALE).round() as i32;
        }
        Some(())
    }

    fn unload(&self, numbers: &mut Vec<f32>) {
        for pair in &self.weights {
            for side in 0..2 {
                numbers.extend((0..TO * BLOCK).map(|to| {
                    let weight = pair[to / BLOCK].0[to % BLOCK * 2 + side];
                    f32::from(weight) / (1 << LAYER_BITS) as f32
                }));
            }
        }
        let biases = self.bias.as_flattened().iter();
        numbers.extend(biases.map(|&bias| bias as f32 / PRODUCT_SCALE));
    }

    fn weights(&mut self) -> &mut [Lanes] {
        self.weights.as_flattened_mut()
    }

    fn biases(&mut self) -> &mut [i32] {
        self.bias.as_flattened_mut()
    }

    fn cannot_overflow(&self) -> bool {
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

/// Converts to fixed point, clamped to 16 bits.
fn quantize(number: f32, scale: f32) -> i16 {
    let scaled = (number * scale).round();
    scaled.clamp(f32::from(-i16::MAX), f32::from(i16::MAX)) as i16
}

impl Network {
    fn empty() -> Network {
        Network {
            lines: vec![Lanes::ZERO; LINE_COUNT],
            convolution: [Lanes::ZERO; 3],
            bias: Lanes::ZERO,
            head: Head::default(),
        }
    }

    /// A network from the floats that training writes: lines, convolution, bias and head. `None` if there are too many,
    /// too few, or if some are so large that sums could overflow.
    #[must_use]
    pub fn from_floats(numbers: &[f32]) -> Option<Network> {
        let mut network = Network::empty();
        let mut rest = numbers.iter().copied();
        let lines = network.lines.iter_mut().map(|lanes| (lanes, FEATURE_SCALE));
        let convolution = network.convolution.iter_mut();
        let convolution = convolution.map(|lanes| (lanes, CONVOLUTION_SCALE));
        for (lanes, one) in lines
            .chain(convolution)
            .chain([(&mut network.bias, FEATURE_SCALE)])
        {
            for lane in &mut lanes.0 {
                *lane = quantize(rest.next()?, one);
            }
        }
        let head = &mut network.head;
        for layer in head.layers() {
            layer.load(&mut rest)?;
        }
        for number in head.output_weights() {
            *number = rest.next()?;
        }
        (rest.next().is_none() && head.cannot_overflow()).then_some(network)
    }

    /// The floats from which [`Network::from_floats`] makes this network.
    #[must_use]
    pub fn to_floats(&self) -> Vec<f32> {
        let mut copy = self.clone();
        let mut numbers = Vec::new();
        let scales = [
            (self.lines.as_slice(), FEATURE_SCALE),
            (&self.convolution, CONVOLUTION_SCALE),
            (std::slice::from_ref(&self.bias), FEATURE_SCALE),
        ];
        for (lanes, one) in scales {
            let lanes = lanes.iter().flat_map(|lanes| lanes.0);
            numbers.extend(lanes.map(|lane| f32::from(lane) / one));
        }
        for layer in copy.head.layers() {
            layer.unload(&mut numbers);
        }
        numbers.extend(copy.head.output_weights().map(|number| *number));
        numbers
    }

    fn all_lanes(&mut self) -> impl Iterator<Item = &mut Lanes> {
        let points = self.lines.iter_mut().chain(&mut self.convolution);
        let layers = self.head.layers().into_iter();
        points
            .chain([&mut self.bias])
            .chain(layers.flat_map(|layer| layer.weights()))
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let mut copy = self.clone();
        // All low bytes, then all high bytes: they compress better apart.
        let lanes: Vec<i16> = copy.all_lanes().flat_map(|lanes| lanes.0).collect();
        bytes.extend(lanes.iter().map(|lane| lane.to_le_bytes()[0]));
        bytes.extend(lanes.iter().map(|lane| lane.to_le_bytes()[1]));
        for bias in copy.head.biases() {
            bytes.extend(bias.to_le_bytes());
        }
        for number in copy.head.output_weights() {
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
        for number in network.head.output_weights() {
            *number = f32::from_le_bytes(next_bytes()?);
        }
        *bytes = rest;
        network.head.cannot_overflow().then_some(network)
    }
}

impl Head {
    /// All layers, in file order.
    fn layers(&mut self) -> [&mut dyn AnyLayer; REGION_KINDS + 3] {
        let [corners, edges, center] = &mut self.regions;
        let (inner, second, policy) = (&mut self.inner, &mut self.second, &mut self.policy);
        [corners, edges, center, inner, second, policy]
    }

    fn biases(&mut self) -> impl Iterator<Item = &mut i32> {
        let layers = self.layers().into_iter();
        layers.flat_map(|layer| layer.biases())
    }

    /// The value's weights, which stay floats.
    fn output_weights(&mut self) -> impl Iterator<Item = &mut f32> {
        let outer = self.outer.as_flattened_mut().iter_mut();
        outer
            .chain(self.direct.as_flattened_mut())
            .chain([&mut self.bias])
    }

    fn cannot_overflow(&mut self) -> bool {
        self.layers().iter().all(|layer| layer.cannot_overflow())
    }
}

/// The networks of all rule sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Freestyle, standard, black's and white's where points are forbidden, and caro.
    pub networks: [Network; 5],
}

/// The error for bytes that are not a weights file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidWeights;

impl std::fmt::Display for InvalidWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not a Gomoku weights file of this version, or damaged")
    }
}

impl std::error::Error for InvalidWeights {}

const NAME: &[u8; 8] = b"yiqi-gw6";

/// Upper limit of a decompressed file.
const UNPACKED_MAX: u64 = 64 << 20;

impl Weights {
    /// The network for a rule set and the side to move.
    pub(crate) fn network(&self, rules: GomokuRules, turn: Color) -> &Network {
        &self.networks[match rules {
            GomokuRules::Freestyle => 0,
            GomokuRules::Standard => 1,
            GomokuRules::Forbidden | GomokuRules::Renju => match turn {
                Color::Black => 2,
                Color::White => 3,
            },
            GomokuRules::Caro => 4,
        }]
    }

    /// The weights compiled into the engine.
    #[must_use]
    pub fn built_in() -> Arc<Weights> {
        static BUILT_IN: OnceLock<Arc<Weights>> = OnceLock::new();
        let weights = BUILT_IN.get_or_init(|| {
            let bytes = include_bytes!("../data/weights.bin");
            Arc::new(Weights::from_bytes(bytes).expect("the file is part of the program"))
        });
        Arc::clone(weights)
    }

    /// Encodes a weights file.
    ///
    /// # Errors
    /// If compression fails.
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        for network in &self.networks {
            network.write(&mut plain);
        }
        let mut file = ZlibEncoder::new(NAME.to_vec(), Compression::best());
        file.write_all(&plain)?;
        file.finish()
    }

    /// Decodes a weights file.
    ///
    /// # Errors
    /// If the bytes are not what [`Weights::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, InvalidWeights> {
        let packed = bytes.strip_prefix(NAME).ok_or(InvalidWeights)?;
        let mut plain = Vec::new();
        ZlibDecoder::new(packed)
            .take(UNPACKED_MAX)
            .read_to_end(&mut plain)
            .map_err(|_| InvalidWeights)?;
        let mut rest = plain.as_slice();
        let mut next = || Network::read(&mut rest).ok_or(InvalidWeights);
        let networks = [next()?, next()?, next()?, next()?, next()?];
        if rest.is_empty() {
            Ok(Weights { networks })
        } else {
            Err(InvalidWeights)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many floats as training writes, all equal.
    fn all_equal(number: f32) -> Vec<f32> {
        let mut network = Network::empty();
        let lanes = WIDTH * network.all_lanes().count();
        let head = network.head.biases().count() + network.head.output_weights().count();
        vec![number; lanes + head]
    }

    #[test]
    fn weights_that_could_overflow_a_sum_are_rejected() {
        assert!(Network::from_floats(&all_equal(0.5)).is_some());
        assert!(Network::from_floats(&all_equal(0.6)).is_none());
        let mut network = Network::from_floats(&all_equal(0.5)).unwrap();
        network.head.inner.weights[0][0].0[0] = i16::MAX;
        let mut bytes = Vec::new();
        network.write(&mut bytes);
        assert_eq!(Network::read(&mut bytes.as_slice()), None);
    }

    #[test]
    fn written_networks_read_back_and_truncated_ones_are_rejected() {
        let network = Network::from_floats(&all_equal(0.25)).unwrap();
        let mut bytes = Vec::new();
        network.write(&mut bytes);
        let again = Network::from_floats(&network.to_floats());
        assert_eq!(again.as_ref(), Some(&network));
        assert_eq!(Network::read(&mut bytes.as_slice()), Some(network));
        assert_eq!(Network::read(&mut &bytes[..bytes.len() - 1]), None);
        let mut numbers = all_equal(0.25);
        numbers.push(0.25);
        assert_eq!(Network::from_floats(&numbers), None);
        assert_eq!(Network::from_floats(&numbers[2..]), None);
    }

    // Fault 14.
    #[test]
    fn weights_of_earlier_versions_are_refused_with_a_sentence() {
        let version = usize::from(NAME[7] - b'0');
        for earlier in 1..version {
            let head = format!("tests/golden/weights-{earlier}.head");
            let head = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(head);
            let bytes = std::fs::read(&head).unwrap_or_else(|_| panic!("no {}", head.display()));
            let refused = Weights::from_bytes(&bytes).unwrap_err();
            assert_eq!(
                refused.to_string(),
                "not a Gomoku weights file of this version, or damaged"
            );
        }
    }
}
