//! A drawing as PNG: a small raster, a few figures, and just enough of a compressor.

use super::{Drawing, HEIGHT, MARGIN, WIDTH};

const PAPER: Rgb = [255, 255, 255];
const FAINT: Rgb = [221, 221, 221];
const MIDDLE: Rgb = [136, 136, 136];
const LABEL: Rgb = [85, 85, 85];
const CURVE: Rgb = [26, 107, 74];

type Rgb = [u8; 3];

/// The drawing as the bytes of a file.
pub(super) fn render(drawing: &Drawing) -> Vec<u8> {
    let mut raster = Raster::new(WIDTH as usize, HEIGHT as usize);
    for (y, label) in &drawing.rows {
        let color = if label == "0" { MIDDLE } else { FAINT };
        raster.line((MARGIN, *y), (WIDTH - MARGIN, *y), 1.0, color);
        let width = text_width(label);
        raster.text((MARGIN - 8.0 - width, y - 5.0), label);
    }
    for (x, label) in &drawing.columns {
        raster.text((x - text_width(label) / 2.0, HEIGHT - 18.0), label);
    }
    for pair in drawing.points.windows(2) {
        raster.line(pair[0], pair[1], 2.0, CURVE);
    }
    for &point in &drawing.points {
        raster.line(point, point, 5.0, CURVE);
    }
    raster.png()
}

struct Raster {
    width: usize,
    height: usize,
    pixels: Vec<Rgb>,
}

impl Raster {
    fn new(width: usize, height: usize) -> Raster {
        Raster {
            width,
            height,
            pixels: vec![PAPER; width * height],
        }
    }

    /// Mixes a color into a pixel.
    fn mix(&mut self, x: usize, y: usize, color: Rgb, share: f64) {
        if x >= self.width || y >= self.height {
            return;
        }
        let pixel = &mut self.pixels[y * self.width + x];
        for (old, new) in pixel.iter_mut().zip(color) {
            *old = (f64::from(*old) * (1.0 - share) + f64::from(new) * share).round() as u8;
        }
    }

    /// A line with round ends, its edges smoothed; a line to itself is a dot.
    fn line(&mut self, from: (f64, f64), to: (f64, f64), thickness: f64, color: Rgb) {
        let reach = thickness / 2.0 + 1.0;
        let range = |a: f64, b: f64| {
            let low = (a.min(b) - reach).floor().max(0.0) as usize;
            low..=(a.max(b) + reach).ceil().max(0.0) as usize
        };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx * dx + dy * dy;
        for y in range(from.1, to.1) {
            for x in range(from.0, to.0) {
                let (px, py) = (x as f64 + 0.5 - from.0, y as f64 + 0.5 - from.1);
                let along = if length > 0.0 {
                    ((px * dx + py * dy) / length).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let distance = (px - along * dx).hypot(py - along * dy);
                let share = (thickness / 2.0 + 0.5 - distance).clamp(0.0, 1.0);
                if share > 0.0 {
                    self.mix(x, y, color, share);
                }
            }
        }
    }

    /// Figures and signs, with their top left corner at a place.
    fn text(&mut self, at: (f64, f64), text: &str) {
        let mut left = at.0.max(0.0) as usize;
        let top = at.1.max(0.0) as usize;
        for rows in text.chars().filter_map(figure) {
            for (row, bits) in rows.iter().enumerate() {
                for col in 0..3 {
                    if bits >> (2 - col) & 1 == 1 {
                        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                            self.mix(left + 2 * col + dx, top + 2 * row + dy, LABEL, 1.0);
                        }
                    }
                }
            }
            left += 8;
        }
    }

    fn png(&self) -> Vec<u8> {
        let mut rows = Vec::with_capacity(self.height * (3 * self.width + 1));
        let mut above = vec![0; 3 * self.width];
        for row in self.pixels.chunks(self.width) {
            // Each row as its difference from the one above: mostly zeros.
            rows.push(2);
            let bytes: Vec<u8> = row.iter().flatten().copied().collect();
            rows.extend(
                bytes
                    .iter()
                    .zip(&above)
                    .map(|(own, up)| own.wrapping_sub(*up)),
            );
            above = bytes;
        }
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut head = Vec::new();
        head.extend((self.width as u32).to_be_bytes());
        head.extend((self.height as u32).to_be_bytes());
        // Eight bits for each of three colors, without further devices.
        head.extend([8, 2, 0, 0, 0]);
        chunk(&mut file, *b"IHDR", &head);
        chunk(&mut file, *b"IDAT", &zlib(&rows));
        chunk(&mut file, *b"IEND", &[]);
        file
    }
}

fn text_width(text: &str) -> f64 {
    8.0 * text.chars().count() as f64 - 2.0
}

/// Five rows of three bits.
fn figure(c: char) -> Option<[u8; 5]> {
    Some(match c {
        '0' => [7, 5, 5, 5, 7],
        '1' => [2, 6, 2, 2, 7],
        '2' => [7, 1, 7, 4, 7],
        '3' => [7, 1, 7, 1, 7],
        '4' => [5, 5, 7, 1, 1],
        '5' => [7, 4, 7, 1, 7],
        '6' => [7, 4, 7, 5, 7],
        '7' => [7, 1, 1, 2, 2],
        '8' => [7, 5, 7, 5, 7],
        '9' => [7, 5, 7, 1, 7],
        '+' => [0, 2, 7, 2, 0],
        '-' => [0, 0, 7, 0, 0],
        _ => return None,
    })
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc32fast::hash(&file[start..]);
    file.extend(sum.to_be_bytes());
}

/// The bytes as a zlib stream (RFC 1950, RFC 1951): one block with the fixed codes, in which nothing is
/// made shorter but runs of one byte.
fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut bits = Bits {
        bytes: vec![0x78, 0x01],
        used: 0,
    };
    // The last block, with fixed codes.
    bits.push(0b011, 3);
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        bits.literal(byte);
        at += 1;
        let mut run = bytes[at..].iter().take_while(|&&next| next == byte).count();
        while run >= 3 {
            let length = run.min(258);
            // A rest of one or two is left to literals.
            bits.repeat(length);
            at += length;
            run -= length;
        }
    }
    // The end of the block.
    bits.code(0, 7);
    let mut stream = bits.bytes;
    stream.extend(adler32(bytes).to_be_bytes());
    stream
}

struct Bits {
    bytes: Vec<u8>,
    /// Bits used of the last byte; 0 if it is full or there is none.
    used: u32,
}

impl Bits {
    /// The lowest `count` bits, lowest first.
    fn push(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> bit & 1) as u8) << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }

    /// A code, highest bit first.
    fn code(&mut self, value: u32, count: u32) {
        self.push(value.reverse_bits() >> (32 - count), count);
    }

    fn literal(&mut self, byte: u8) {
        match byte {
            ..=143 => self.code(0x30 + u32::from(byte), 8),
            _ => self.code(0x190 + u32::from(byte) - 144, 9),
        }
    }

    /// The last byte `length` times more, from 3 to 258.
    fn repeat(&mut self, length: usize) {
        let (symbol, extra_bits, extra) = length_code(length as u32);
        if symbol < 280 {
            self.code(symbol - 256, 7);
        } else {
            self.code(0xc0 + symbol - 280, 8);
        }
        self.push(extra, extra_bits);
        // One byte back.
        self.code(0, 5);
    }
}

/// The symbol of a length, the number of its extra bits, and those bits.
fn length_code(length: u32) -> (u32, u32, u32) {
    if length == 258 {
        return (285, 0, 0);
    }
    let above = length - 3;
    if above < 8 {
        return (257 + above, 0, 0);
    }
    // Four symbols share each number of extra bits.
    let bits = above.ilog2() - 2;
    let symbol = 261 + 4 * bits + (above >> bits & 3);
    (symbol, bits, above & ((1 << bits) - 1))
}

fn adler32(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1u32, 0u32);
    for &byte in bytes {
        a = (a + u32::from(byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::length_code;

    #[test]
    fn lengths_have_the_codes_of_the_standard() {
        // RFC 1951, section 3.2.5.
        assert_eq!(length_code(3), (257, 0, 0));
        assert_eq!(length_code(10), (264, 0, 0));
        assert_eq!(length_code(11), (265, 1, 0));
        assert_eq!(length_code(18), (268, 1, 1));
        assert_eq!(length_code(19), (269, 2, 0));
        assert_eq!(length_code(114), (279, 4, 15));
        assert_eq!(length_code(115), (280, 4, 0));
        assert_eq!(length_code(257), (284, 5, 30));
        assert_eq!(length_code(258), (285, 0, 0));
    }
}
