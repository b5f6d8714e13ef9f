//! Sixels: bands of six rows of pixels. In each band every color in turn draws its pixels: a character
//! stands for a column of six, the lowest bit for the uppermost pixel.

use std::collections::HashMap;

use yiqi_picture::{Raster, Rgb};

/// The rows of a band.
const BAND: usize = 6;
/// A run of at least so many equal characters is shorter with its length.
const RUN_MIN: usize = 4;

/// Shows a picture at the cursor, with at most so many colors.
pub(super) fn show(raster: &Raster, colors_max: u16) -> String {
    let (width, height) = (raster.width as usize, raster.height as usize);
    let pixels: Vec<Rgb> = raster.rgba.chunks_exact(4).map(percents).collect();
    let (palette, indexes) = quantize(&pixels, usize::from(colors_max));
    // Pixels that no color draws stay as they are.
    let mut out = format!("\x1bP0;1;0q\"1;1;{width};{height}");
    for (index, [red, green, blue]) in palette.iter().enumerate() {
        out.push_str(&format!("#{index};2;{red};{green};{blue}"));
    }
    for band in indexes.chunks(width.max(1) * BAND) {
        let mut used: Vec<u16> = band.to_vec();
        used.sort_unstable();
        used.dedup();
        for (turn, &color) in used.iter().enumerate() {
            if turn > 0 {
                out.push('$');
            }
            out.push_str(&format!("#{color}"));
            columns(band, width, color, &mut out);
        }
        out.push('-');
    }
    out.push_str("\x1b\\");
    out
}

/// The pixels of one color in a band.
fn columns(band: &[u16], width: usize, color: u16, out: &mut String) {
    let rows: Vec<&[u16]> = band.chunks(width.max(1)).collect();
    let sixel = |x: usize| {
        let bits = rows.iter().enumerate();
        let bits = bits.map(|(row, pixels)| u8::from(pixels[x] == color) << row);
        char::from(b'?' + bits.sum::<u8>())
    };
    let (mut last, mut count) = ('?', 0);
    for x in 0..width {
        let next = sixel(x);
        if next != last {
            run(last, count, out);
            (last, count) = (next, 0);
        }
        count += 1;
    }
    // Nothing has to be said about the rest of the line.
    if last != '?' {
        run(last, count, out);
    }
}

fn run(sixel: char, count: usize, out: &mut String) {
    if count >= RUN_MIN {
        out.push_str(&format!("!{count}{sixel}"));
    } else {
        out.extend(std::iter::repeat_n(sixel, count));
    }
}

/// A pixel in the units of sixels: from 0 to 100.
fn percents(pixel: &[u8]) -> Rgb {
    let percent = |channel: u8| ((u16::from(channel) * 100 + 127) / 255) as u8;
    [percent(pixel[0]), percent(pixel[1]), percent(pixel[2])]
}

/// At most so many colors, and the color of each pixel. The box of colors that differ most is cut in
/// two until there are enough; each box becomes the mean of its colors.
fn quantize(pixels: &[Rgb], colors_max: usize) -> (Vec<Rgb>, Vec<u16>) {
    let mut counts: HashMap<Rgb, u32> = HashMap::new();
    for &pixel in pixels {
        *counts.entry(pixel).or_default() += 1;
    }
    let mut colors: Vec<(Rgb, u32)> = counts.into_iter().collect();
    // The order of a map is random, the picture should not be.
    colors.sort_unstable();
    let mut boxes = vec![colors];
    while boxes.len() < colors_max {
        let widest = boxes
            .iter()
            .enumerate()
            .max_by_key(|(_, colors)| weight(colors));
        let Some((index, _)) = widest.filter(|(_, colors)| colors.len() > 1) else {
            break;
        };
        let (low, high) = cut(boxes.swap_remove(index));
        boxes.extend([low, high]);
    }
    let palette = boxes.iter().map(|colors| mean(colors)).collect();
    let mut index_of: HashMap<Rgb, u16> = HashMap::new();
    for (index, colors) in (0..).zip(&boxes) {
        index_of.extend(colors.iter().map(|&(color, _)| (color, index)));
    }
    let indexes = pixels.iter().map(|pixel| index_of[pixel]).collect();
    (palette, indexes)
}

/// The channel in which colors differ most, and by how much.
fn spread(colors: &[(Rgb, u32)]) -> (usize, u8) {
    let range = |channel: usize| {
        let values = || colors.iter().map(|(color, _)| color[channel]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    (0..3)
        .map(|channel| (channel, range(channel)))
        .max_by_key(|&(_, range)| range)
        .unwrap_or((0, 0))
}

/// How much it would help to cut a box: what is wide, and what many pixels have.
fn weight(colors: &[(Rgb, u32)]) -> u64 {
    if colors.len() < 2 {
        return 0;
    }
    let pixels: u64 = colors.iter().map(|&(_, count)| u64::from(count)).sum();
    let range = u64::from(spread(colors).1);
    range * range * pixels
}

type Colors = Vec<(Rgb, u32)>;

/// Cuts a box of at least two colors in two, in the middle of its widest channel.
fn cut(mut colors: Colors) -> (Colors, Colors) {
    let (channel, _) = spread(&colors);
    colors.sort_unstable_by_key(|(color, _)| color[channel]);
    let value = |colors: &Colors, index: usize| u16::from(colors[index].0[channel]);
    let middle = (value(&colors, 0) + value(&colors, colors.len() - 1)).div_ceil(2);
    let at = colors.partition_point(|(color, _)| u16::from(color[channel]) < middle);
    let high = colors.split_off(at.clamp(1, colors.len() - 1));
    (colors, high)
}

fn mean(colors: &[(Rgb, u32)]) -> Rgb {
    let total: u64 = colors.iter().map(|&(_, count)| u64::from(count)).sum();
    let channel = |at: usize| {
        let sum: u64 = colors
            .iter()
            .map(|&(color, count)| u64::from(color[at]) * u64::from(count))
            .sum();
        ((sum + total / 2) / total.max(1)) as u8
    };
    [channel(0), channel(1), channel(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture from rows of letters, each a color.
    fn picture(rows: &[&str]) -> Raster {
        let color = |c: char| match c {
            'r' => [255, 0, 0, 255],
            'g' => [0, 255, 0, 255],
            _ => [0, 0, 0, 255],
        };
        Raster {
            width: rows[0].len() as u32,
            height: rows.len() as u32,
            rgba: rows
                .iter()
                .flat_map(|row| row.chars().flat_map(color))
                .collect(),
        }
    }

    /// The pixels of what was sent, as a terminal would draw them.
    fn drawn(sixels: &str) -> (usize, usize, Vec<Option<Rgb>>) {
        let body = sixels.strip_prefix("\x1bP0;1;0q\"1;1;").unwrap();
        let body = body.strip_suffix("\x1b\\").unwrap();
        let mut chars = body.chars().peekable();
        let number = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>| {
            let mut value = 0;
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                value = value * 10 + digit as usize;
                chars.next();
            }
            value
        };
        let width = number(&mut chars);
        assert_eq!(chars.next(), Some(';'));
        let height = number(&mut chars);
        let mut pixels = vec![None; width * height];
        let mut palette = HashMap::new();
        let (mut x, mut y, mut color, mut count) = (0, 0, 0, 1);
        while let Some(c) = chars.next() {
            match c {
                '#' => {
                    color = number(&mut chars);
                    if chars.peek() == Some(&';') {
                        let mut parts = [0; 4];
                        for part in &mut parts {
                            assert_eq!(chars.next(), Some(';'));
                            *part = number(&mut chars);
                        }
                        assert_eq!(parts[0], 2);
                        palette.insert(color, [1, 2, 3].map(|at| parts[at] as u8));
                    }
                }
                '!' => count = number(&mut chars),
                '$' => x = 0,
                '-' => (x, y) = (0, y + BAND),
                sixel => {
                    let bits = sixel as u8 - b'?';
                    for _ in 0..std::mem::replace(&mut count, 1) {
                        for row in (0..BAND).filter(|row| bits >> row & 1 == 1) {
                            pixels[(y + row) * width + x] = Some(palette[&color]);
                        }
                        x += 1;
                    }
                }
            }
        }
        (width, height, pixels)
    }

    #[test]
    fn a_terminal_that_reads_the_sixels_shows_the_pixels() {
        let rows = [
            "rrrrrrrgg",
            "rrrrrrrgg",
            "g.......r",
            "g.......r",
            "r.......r",
            "r.......r",
            "rgrgrgrgr",
            "ggggggggg",
        ];
        let (width, height, pixels) = drawn(&show(&picture(&rows), 256));
        assert_eq!((width, height), (9, 8));
        let wanted = rows.iter().flat_map(|row| row.chars()).map(|c| match c {
            'r' => Some([100, 0, 0]),
            'g' => Some([0, 100, 0]),
            _ => Some([0, 0, 0]),
        });
        assert_eq!(pixels, wanted.collect::<Vec<_>>());
    }

    #[test]
    fn equal_sixels_are_counted() {
        let row = "r".repeat(50);
        let sent = show(&picture(&[&row]), 256);
        assert_eq!(sent, "\x1bP0;1;0q\"1;1;50;1#0;2;100;0;0#0!50@-\x1b\\");
    }

    #[test]
    fn a_picture_has_no_more_colors_than_the_terminal_and_stays_close() {
        let rgba: Vec<u8> = (0..=255_u8)
            .flat_map(|v| [v, v / 2, 255 - v, 255])
            .collect();
        let raster = Raster {
            width: 256,
            height: 1,
            rgba,
        };
        for colors_max in [2_u16, 16, 64] {
            let (_, _, pixels) = drawn(&show(&raster, colors_max));
            let mut used: Vec<Rgb> = pixels.iter().flatten().copied().collect();
            for (pixel, wanted) in used.iter().zip(raster.rgba.chunks(4).map(percents)) {
                let off = pixel[0].abs_diff(wanted[0]);
                assert!(
                    u16::from(off) <= 100 / colors_max + 1,
                    "{colors_max}: {off}"
                );
            }
            used.sort_unstable();
            used.dedup();
            assert!(used.len() <= usize::from(colors_max), "{}", used.len());
        }
    }
}
