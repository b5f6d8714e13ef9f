//! Shapes as pixels.

use std::io;

use crate::scene::{Anchor, Place, SHINE_CENTER, SHINE_RADIUS, Scene, Shape, Stop, shine};
use crate::{Rgb, font};

/// A picture as pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// The pixels in a row.
    pub width: u32,
    /// The rows.
    pub height: u32,
    /// Red, green, blue and opacity of every pixel, row by row.
    pub rgba: Vec<u8>,
}

/// Draws a scene into a picture of this many pixels.
pub(crate) fn draw(scene: &Scene, width: u32, height: u32) -> Raster {
    let mut raster = Raster {
        width,
        height,
        rgba: vec![0; width as usize * height as usize * 4],
    };
    draw_part(scene, &mut raster, [0, 0, width, height]);
    raster
}

/// Draws the part of a scene between these pixels again: left, top, right and bottom.
pub(crate) fn draw_part(scene: &Scene, raster: &mut Raster, part: [u32; 4]) {
    let [left, top, right, bottom] = part;
    for y in top..bottom {
        let row = y as usize * raster.width as usize;
        let (from, to) = (row + left as usize, row + right as usize);
        if let Some(pixels) = raster.rgba.get_mut(from * 4..to * 4) {
            pixels.fill(0);
        }
    }
    let scale = |pixels: u32, units: f64| f64::from(pixels) / units;
    let mut pen = Pen {
        scale: scale(raster.width, scene.size.0).min(scale(raster.height, scene.size.1)),
        raster,
        part,
    };
    for shape in &scene.shapes {
        pen.shape(shape);
    }
}

impl Raster {
    /// The picture as the bytes of a PNG file.
    ///
    /// # Errors
    /// If the picture has no pixels.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.rgba)?;
        writer.finish()?;
        Ok(file)
    }

    /// Blends a color over a pixel.
    fn mix(&mut self, x: u32, y: u32, color: Rgb, share: f64) {
        let start = (y as usize * self.width as usize + x as usize) * 4;
        let Some(pixel) = self.rgba.get_mut(start..start + 4) else {
            return;
        };
        let under = f64::from(pixel[3]) / 255.0 * (1.0 - share);
        let opacity = share + under;
        if opacity <= 0.0 {
            return;
        }
        for (old, new) in pixel.iter_mut().zip(color) {
            let mixed = (f64::from(*old) * under + f64::from(new) * share) / opacity;
            *old = mixed.round() as u8;
        }
        pixel[3] = (opacity * 255.0).round() as u8;
    }
}

struct Pen<'r> {
    raster: &'r mut Raster,
    /// Pixels for a unit of the scene.
    scale: f64,
    /// Where it draws: left, top, right and bottom.
    part: [u32; 4],
}

impl Pen<'_> {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect {
                at,
                size,
                radius,
                fill,
                stroke,
            } => {
                let half = (size.0 / 2.0, size.1 / 2.0);
                let center = (at.0 + half.0, at.1 + half.1);
                let reach = stroke.map_or(0.0, |(_, width)| width / 2.0);
                let distance = |place: Place| {
                    let dx = (place.0 - center.0).abs() - (half.0 - radius);
                    let dy = (place.1 - center.1).abs() - (half.1 - radius);
                    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
                };
                let area = [
                    at.0 - reach,
                    at.1 - reach,
                    at.0 + size.0 + reach,
                    at.1 + size.1 + reach,
                ];
                if let Some(fill) = *fill {
                    self.fill(area, |place| (distance(place), fill, 1.0));
                }
                if let Some((color, width)) = *stroke {
                    self.fill(area, |place| {
                        (distance(place).abs() - width / 2.0, color, 1.0)
                    });
                }
            }
            Shape::Line {
                from,
                to,
                stroke: (color, width),
            } => self.line(*from, *to, *width, *color),
            Shape::Circle {
                center,
                radius,
                fill,
                stroke,
            } => {
                let reach = radius + stroke.map_or(0.0, |(_, width)| width / 2.0);
                let area = around(*center, reach);
                let from_center =
                    |place: Place| (place.0 - center.0).hypot(place.1 - center.1) - radius;
                if let Some((color, opacity)) = *fill {
                    self.fill(area, |place| (from_center(place), color, opacity));
                }
                if let Some((color, width)) = *stroke {
                    self.fill(area, |place| {
                        (from_center(place).abs() - width / 2.0, color, 1.0)
                    });
                }
            }
            Shape::Shine {
                center,
                radius,
                color,
            } => {
                let stops = shine(*color);
                let light = (
                    center.0 + (2.0 * SHINE_CENTER.0 - 1.0) * radius,
                    center.1 + (2.0 * SHINE_CENTER.1 - 1.0) * radius,
                );
                self.fill(around(*center, *radius), |place| {
                    let from_light = (place.0 - light.0).hypot(place.1 - light.1);
                    let (color, opacity) =
                        gradient(&stops, from_light / (2.0 * SHINE_RADIUS * radius));
                    let edge = (place.0 - center.0).hypot(place.1 - center.1) - radius;
                    (edge, color, opacity)
                });
            }
            Shape::Text {
                at,
                size,
                anchor,
                text,
                fill,
            } => self.text(*at, *size, *anchor, text, *fill),
        }
    }

    /// Draws what is inside an outline. `sample` tells how far a place is outside of it, and the
    /// color and opacity there.
    fn fill(&mut self, area: [f64; 4], sample: impl Fn(Place) -> (f64, Rgb, f64)) {
        let pixel = |value: f64| (value * self.scale).clamp(0.0, f64::from(u32::MAX / 2)) as u32;
        let [left, top, right, bottom] = area;
        let part = self.part;
        let columns = pixel(left).saturating_sub(1).max(part[0])..(pixel(right) + 2).min(part[2]);
        let rows = pixel(top).saturating_sub(1).max(part[1])..(pixel(bottom) + 2).min(part[3]);
        for y in rows {
            for x in columns.clone() {
                let place = (
                    (f64::from(x) + 0.5) / self.scale,
                    (f64::from(y) + 0.5) / self.scale,
                );
                let (outside, color, opacity) = sample(place);
                let share = (0.5 - outside * self.scale).clamp(0.0, 1.0) * opacity;
                if share > 0.0 {
                    self.raster.mix(x, y, color, share);
                }
            }
        }
    }

    /// A line with round ends; one of no length is a dot.
    fn line(&mut self, from: Place, to: Place, width: f64, color: Rgb) {
        // A line thinner than a pixel would fade away.
        let width = width.max(1.0 / self.scale);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx * dx + dy * dy;
        let reach = width / 2.0;
        let area = [
            from.0.min(to.0) - reach,
            from.1.min(to.1) - reach,
            from.0.max(to.0) + reach,
            from.1.max(to.1) + reach,
        ];
        self.fill(area, |place| {
            let (px, py) = (place.0 - from.0, place.1 - from.1);
            let along = match length > 0.0 {
                true => ((px * dx + py * dy) / length).clamp(0.0, 1.0),
                false => 0.0,
            };
            let distance = (px - along * dx).hypot(py - along * dy);
            (distance - width / 2.0, color, 1.0)
        });
    }

    /// Draws a text at a place. Characters without a glyph are blanks.
    fn text(&mut self, at: Place, size: f64, anchor: Anchor, text: &str, color: Rgb) {
        let unit = size * 0.72 / font::HEIGHT;
        let count = text.chars().count() as f64;
        let width = (count * font::STEP - (font::STEP - font::WIDTH)) * unit;
        let left = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width / 2.0,
            Anchor::End => at.0 - width,
        };
        let top = at.1 - font::HEIGHT / 2.0 * unit;
        for (index, c) in text.chars().enumerate() {
            let left = left + index as f64 * font::STEP * unit;
            for stroke in font::glyph(c).split(';') {
                let places: Vec<Place> = stroke
                    .split_whitespace()
                    .map(|place| {
                        let digit =
                            |at: usize| f64::from(place.as_bytes().get(at).map_or(0, |b| b - b'0'));
                        (left + digit(0) * unit, top + digit(1) * unit)
                    })
                    .collect();
                for pair in places.windows(2) {
                    self.line(pair[0], pair[1], size * 0.1, color);
                }
            }
        }
    }
}

fn around(center: Place, reach: f64) -> [f64; 4] {
    [
        center.0 - reach,
        center.1 - reach,
        center.0 + reach,
        center.1 + reach,
    ]
}

/// The color and the opacity of a gradient, at a share of its length.
fn gradient(stops: &[Stop; 3], share: f64) -> (Rgb, f64) {
    for pair in stops.windows(2) {
        let ((from, a, a_opacity), (to, b, b_opacity)) = (pair[0], pair[1]);
        if share <= to {
            let part = ((share - from) / (to - from)).clamp(0.0, 1.0);
            let mix = |a: f64, b: f64| a + (b - a) * part;
            let channel = |at: usize| mix(f64::from(a[at]), f64::from(b[at])).round() as u8;
            let color = [channel(0), channel(1), channel(2)];
            return (color, mix(a_opacity, b_opacity));
        }
    }
    let (_, color, opacity) = stops[2];
    (color, opacity)
}
