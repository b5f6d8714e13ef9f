//! A chart as PNG: a small raster and a few glyphs.

use std::io;

use super::{Drawing, HEIGHT, MARGIN, WIDTH};

const PAPER: Rgb = [255, 255, 255];
const FAINT: Rgb = [221, 221, 221];
const MIDDLE: Rgb = [136, 136, 136];
const LABEL: Rgb = [85, 85, 85];
const CURVE: Rgb = [26, 107, 74];

type Rgb = [u8; 3];

/// The chart as the bytes of a PNG file.
pub(super) fn render(drawing: &Drawing) -> io::Result<Vec<u8>> {
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

    /// Blends a color into a pixel.
    fn mix(&mut self, x: usize, y: usize, color: Rgb, share: f64) {
        if x >= self.width || y >= self.height {
            return;
        }
        let pixel = &mut self.pixels[y * self.width + x];
        for (old, new) in pixel.iter_mut().zip(color) {
            *old = (f64::from(*old) * (1.0 - share) + f64::from(new) * share).round() as u8;
        }
    }

    /// Draws an antialiased line with round ends; a line of length 0 is a dot.
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

    /// Draws digits and signs, with their top left corner at a point.
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

    fn png(&self) -> io::Result<Vec<u8>> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(file)
    }
}

fn text_width(text: &str) -> f64 {
    8.0 * text.chars().count() as f64 - 2.0
}

/// The glyph of a character: five rows of three bits.
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a missing value fails the test")]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_the_picture() {
        let mut raster = Raster::new(40, 20);
        raster.line((3.0, 4.0), (35.0, 15.0), 2.0, CURVE);
        raster.text((20.0, 2.0), "+8");
        let file = raster.png().unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(file))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((frame.width, frame.height), (40, 20));
        assert_eq!(pixels, raster.pixels.as_flattened());
    }
}
