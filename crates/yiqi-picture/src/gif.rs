//! Animated GIF files.
//!
//! All frames share one palette, and each one holds only the part that changed. The compression is
//! the LZW of the GIF89a specification with 8-bit codes.

use std::collections::HashMap;

use crate::Raster;

/// How many colors the palette has; one more index is for transparent pixels.
const COLORS: usize = 255;

/// Marks pixels that stay as they are.
const TRANSPARENT: u8 = 255;

/// An animated GIF file, written frame by frame.
#[derive(Debug)]
pub struct GifWriter {
    width: u16,
    height: u16,
    file: Vec<u8>,
    palette: Palette,
    /// The pixels of the last frame, and the palette index of each; empty before the first.
    last: Vec<u8>,
    shown: Vec<u8>,
}

impl GifWriter {
    /// A file that repeats forever. Its palette has the colors of `samples`, which must have the
    /// same size as all frames. `None` if there are none, or if they are too large for a GIF.
    #[must_use]
    pub fn new(samples: &[Raster]) -> Option<GifWriter> {
        let first = samples.first()?;
        let width = u16::try_from(first.width).ok()?;
        let height = u16::try_from(first.height).ok()?;
        let palette = Palette::of(samples);
        let mut file = b"GIF89a".to_vec();
        file.extend(width.to_le_bytes());
        file.extend(height.to_le_bytes());
        // A global palette of 256 colors; background and aspect ratio unused.
        file.extend([0xf7, 0, 0]);
        for color in &palette.colors {
            file.extend(color);
        }
        file.extend(std::iter::repeat_n(0, (256 - palette.colors.len()) * 3));
        file.extend(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00");
        Some(GifWriter {
            width,
            height,
            file,
            palette,
            last: Vec::new(),
            shown: Vec::new(),
        })
    }

    /// Adds a frame, shown for this many hundredths of a second. A frame of another size is
    /// skipped.
    pub fn frame(&mut self, frame: &Raster, hundredths: u16) {
        if (frame.width, frame.height) != (self.width.into(), self.height.into()) {
            return;
        }
        let mut pixels = self.shown.clone();
        pixels.resize(frame.rgba.len() / 4, 0);
        for (at, pixel) in frame.rgba.chunks_exact(4).enumerate() {
            if self.last.get(at * 4..at * 4 + 4) != Some(pixel) {
                pixels[at] = self.palette.index_of(color_of(pixel));
            }
        }
        let [left, top, right, bottom] = self.changed(&pixels);
        let width = usize::from(self.width);
        let mut part = Vec::new();
        for row in top..bottom {
            let columns = row * width + left..row * width + right;
            let before = self.shown.get(columns.clone()).unwrap_or_default();
            for (at, &pixel) in pixels[columns].iter().enumerate() {
                let stays = before.get(at) == Some(&pixel);
                part.push(if stays { TRANSPARENT } else { pixel });
            }
        }
        // Leaves the earlier frames in place.
        self.file.extend([0x21, 0xf9, 4, 0x05]);
        self.file.extend(hundredths.to_le_bytes());
        self.file.extend([TRANSPARENT, 0, 0x2c]);
        for value in [left, top, right - left, bottom - top] {
            self.file.extend((value as u16).to_le_bytes());
        }
        self.file.push(0);
        write_lzw(&mut self.file, &part);
        self.shown = pixels;
        self.last.clone_from(&frame.rgba);
    }

    /// The bytes of the file.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        self.file.push(0x3b);
        self.file
    }

    /// The smallest rectangle with all changed pixels: left, top, right and bottom. At least one
    /// pixel, because a frame cannot be empty.
    fn changed(&self, pixels: &[u8]) -> [usize; 4] {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        if self.shown.is_empty() {
            return [0, 0, width, height];
        }
        let mut area = [width, height, 0, 0];
        for (at, (old, new)) in self.shown.iter().zip(pixels).enumerate() {
            if old != new {
                let (col, row) = (at % width, at / width);
                area = [
                    area[0].min(col),
                    area[1].min(row),
                    area[2].max(col + 1),
                    area[3].max(row + 1),
                ];
            }
        }
        if area[2] == 0 { [0, 0, 1, 1] } else { area }
    }
}

/// The color of a pixel; what is transparent is white.
fn color_of(pixel: &[u8]) -> [u8; 3] {
    let opacity = u32::from(pixel[3]);
    let over_white = |value: u8| ((u32::from(value) * opacity + 255 * (255 - opacity)) / 255) as u8;
    [
        over_white(pixel[0]),
        over_white(pixel[1]),
        over_white(pixel[2]),
    ]
}

#[derive(Debug)]
struct Palette {
    colors: Vec<[u8; 3]>,
    /// The nearest color of those that were looked up.
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The most frequent colors; similar ones count as one.
    fn of(samples: &[Raster]) -> Palette {
        let mut groups: HashMap<[u8; 3], (u64, [u64; 3])> = HashMap::new();
        let pixels = samples
            .iter()
            .flat_map(|sample| sample.rgba.chunks_exact(4));
        for color in pixels.map(color_of) {
            let (count, sum) = groups.entry(color.map(|value| value / 8)).or_default();
            *count += 1;
            for (sum, value) in sum.iter_mut().zip(color) {
                *sum += u64::from(value);
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(group, (count, _))| (std::cmp::Reverse(*count), *group));
        let mean =
            |(_, (count, sum)): ([u8; 3], (u64, [u64; 3]))| sum.map(|value| (value / count) as u8);
        Palette {
            colors: groups.into_iter().take(COLORS).map(mean).collect(),
            nearest: HashMap::new(),
        }
    }

    fn index_of(&mut self, color: [u8; 3]) -> u8 {
        let Palette { colors, nearest } = self;
        *nearest.entry(color).or_insert_with(|| {
            let distance = |other: &[u8; 3]| -> i32 {
                let squares = other.iter().zip(color).map(|(a, b)| {
                    let difference = i32::from(*a) - i32::from(b);
                    difference * difference
                });
                squares.sum()
            };
            let closest = (0..colors.len()).min_by_key(|&at| distance(&colors[at]));
            closest.unwrap_or_default() as u8
        })
    }
}

/// Writes compressed pixels with 8-bit indexes.
fn write_lzw(file: &mut Vec<u8>, pixels: &[u8]) {
    const CLEAR: u16 = 256;
    const END: u16 = 257;
    const FIRST_FREE: u16 = 258;
    const CODES_MAX: u16 = 4096;
    file.push(8);
    let mut bits = BitWriter::default();
    bits.write(CLEAR, 9);
    let mut known: HashMap<(u16, u8), u16> = HashMap::new();
    let (mut free, mut width) = (FIRST_FREE, 9);
    let mut code: Option<u16> = None;
    for &pixel in pixels {
        let Some(so_far) = code else {
            code = Some(pixel.into());
            continue;
        };
        if let Some(&longer) = known.get(&(so_far, pixel)) {
            code = Some(longer);
            continue;
        }
        bits.write(so_far, width);
        code = Some(pixel.into());
        if free == CODES_MAX {
            bits.write(CLEAR, width);
            known.clear();
            (free, width) = (FIRST_FREE, 9);
            continue;
        }
        known.insert((so_far, pixel), free);
        // The reader learns each code one step later.
        if free == 1 << width {
            width += 1;
        }
        free += 1;
    }
    if let Some(code) = code {
        bits.write(code, width);
        if free == 1 << width && width < 12 {
            width += 1;
        }
    }
    bits.write(END, width);
    for block in bits.finish().chunks(255) {
        file.push(block.len() as u8);
        file.extend(block);
    }
    file.push(0);
}

/// Codes of any width, the lowest bits first.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    pending: u32,
    count: u32,
}

impl BitWriter {
    fn write(&mut self, code: u16, width: u32) {
        self.pending |= u32::from(code) << self.count;
        self.count += width;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}
