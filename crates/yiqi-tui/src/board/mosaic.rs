//! Round shapes from block characters.
//!
//! A cell of the terminal shows one character in two colors. Each cell of a tile is sampled on a
//! grid of 8×8 dots. The character whose two parts differ least from the dots wins, and each part
//! gets the mean color of its dots, so that edges look smooth. Where colors cannot be mixed, each
//! part gets its most frequent color.

use std::cell::RefCell;
use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::large::Shape;
use crate::theme::{Mixer, Tint};

/// The most colors of a tile.
pub(super) const TINTS_MAX: usize = 4;

/// A tile: its size, its shape and the colors of the parts of the shape.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Tile {
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) shape: Shape,
    pub(super) tints: [Tint; TINTS_MAX],
    pub(super) mixer: Mixer,
}

/// The cells of a tile, row by row.
type Cells = Rc<[(&'static str, Style)]>;

/// How many tiles are kept.
const TILES_MAX: usize = 64;

thread_local! {
    /// The tiles drawn before: a board has many of few kinds, and is drawn many times.
    static TILES: RefCell<Vec<(Tile, Cells)>> = const { RefCell::new(Vec::new()) };
}

/// The characters and the dots that they cover, row by row from the top left. The rest of each is
/// its background, so a character is not listed if another covers the complement. Those with a part
/// of one eighth are not listed either: at the edge of a stone they would be stray lines.
const SHAPES: [(&str, u64); 16] = [
    (" ", 0),
    ("▂", lower(2)),
    ("▃", lower(3)),
    ("▄", lower(4)),
    ("▅", lower(5)),
    ("▆", lower(6)),
    ("▎", left(2)),
    ("▍", left(3)),
    ("▌", left(4)),
    ("▋", left(5)),
    ("▊", left(6)),
    ("▖", lower(4) & left(4)),
    ("▗", lower(4) & !left(4)),
    ("▘", !lower(4) & left(4)),
    ("▝", !lower(4) & !left(4)),
    ("▚", (lower(4) & !left(4)) | (!lower(4) & left(4))),
];

/// The character that covers exactly the other dots, if there is one. Terminals without colors can
/// show only those that have one.
pub(super) fn complement(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        " " => "█",
        "▄" => "▀",
        "▌" => "▐",
        "▖" => "▜",
        "▗" => "▛",
        "▘" => "▟",
        "▝" => "▙",
        "▚" => "▞",
        _ => return None,
    })
}

/// The dots of the lowest rows.
const fn lower(rows: u32) -> u64 {
    u64::MAX << (8 * (8 - rows))
}

/// The dots of the leftmost columns.
const fn left(columns: u32) -> u64 {
    let row = (1 << columns) - 1;
    row * 0x0101_0101_0101_0101
}

/// Draws a tile with its top left corner at a cell. Unless it covers what is there, cells that would
/// show only the ground stay as they are.
pub(super) fn draw(buf: &mut Buffer, left: u16, top: u16, tile: Tile, covers: bool) {
    let cells = cells(tile);
    let area = Rect::new(left, top, tile.width, tile.height);
    let visible = area.intersection(buf.area);
    for y in visible.top()..visible.bottom() {
        for x in visible.left()..visible.right() {
            let index = usize::from(y - top) * usize::from(tile.width) + usize::from(x - left);
            let (symbol, style) = cells[index];
            if !covers && symbol == " " && style == tile.mixer.style(tile.tints[0], tile.tints[0]) {
                continue;
            }
            let cell = &mut buf[(x, y)];
            cell.reset();
            cell.set_symbol(symbol).set_style(style);
        }
    }
}

fn cells(tile: Tile) -> Cells {
    TILES.with_borrow_mut(|tiles| {
        if let Some((_, cells)) = tiles.iter().find(|(known, _)| *known == tile) {
            return Rc::clone(cells);
        }
        let places = (0..tile.height).flat_map(|row| (0..tile.width).map(move |col| (col, row)));
        let cells: Cells = places.map(|(col, row)| cell(&tile, col, row)).collect();
        if tiles.len() == TILES_MAX {
            tiles.clear();
        }
        tiles.push((tile, Rc::clone(&cells)));
        cells
    })
}

fn cell(tile: &Tile, col: u16, row: u16) -> (&'static str, Style) {
    let dots = dots(tile, col, row);
    let (symbol, [front, back]) = best(&tile.tints, &dots, tile.mixer);
    let symbol = match (front, back) {
        (Tint::Front, Tint::Front) => "█",
        (Tint::Back, Tint::Front) => complement(symbol).unwrap_or(symbol),
        _ => symbol,
    };
    (symbol, tile.mixer.style(front, back))
}

/// The dots of each color in a cell of a tile.
fn dots(tile: &Tile, col: u16, row: u16) -> [u64; TINTS_MAX] {
    let (width, height) = (tile.width, tile.height);
    let mut dots = [0; TINTS_MAX];
    for bit in 0..64_u8 {
        let (dx, dy) = (f32::from(bit % 8) + 0.5, f32::from(bit / 8) + 0.5);
        let x = f32::from(col) + dx / 8.0 - f32::from(width) / 2.0;
        let y = 2.0 * (f32::from(row) + dy / 8.0) - f32::from(height);
        dots[tile.shape.part_at(x, y, width, height)] |= 1 << bit;
    }
    dots
}

/// The best character for these dots, and the colors of its front and its back.
fn best(
    tints: &[Tint; TINTS_MAX],
    dots: &[u64; TINTS_MAX],
    mixer: Mixer,
) -> (&'static str, [Tint; 2]) {
    if let Some(only) = dots.iter().position(|&mask| mask == u64::MAX) {
        return (" ", [tints[only]; 2]);
    }
    let mut best = (" ", [tints[0]; 2]);
    let mut least = f32::INFINITY;
    let is_usable = |symbol: &str| !mixer.is_plain() || complement(symbol).is_some();
    for (symbol, shape) in SHAPES.into_iter().filter(|(symbol, _)| is_usable(symbol)) {
        let (front, front_error) = part(tints, dots, shape, mixer);
        let (back, back_error) = part(tints, dots, !shape, mixer);
        let error = front_error + back_error;
        if error < least {
            least = error;
            best = (symbol, [front, back]);
        }
    }
    best
}

/// The color of one part of a character, and how much its dots differ from it.
fn part(
    tints: &[Tint; TINTS_MAX],
    dots: &[u64; TINTS_MAX],
    shape: u64,
    mixer: Mixer,
) -> (Tint, f32) {
    let mut counted = [(tints[0], 0.0); TINTS_MAX];
    for (index, mask) in dots.iter().enumerate() {
        counted[index] = (tints[index], (mask & shape).count_ones() as f32);
    }
    mixer.mix(&counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ColorDepth;

    const BLACK: Tint = Tint::Rgb((0, 0, 0));
    const WHITE: Tint = Tint::Rgb((255, 255, 255));

    fn symbol_of(covered: u64) -> &'static str {
        let tints = [WHITE, BLACK, WHITE, WHITE];
        let mixer = Mixer::new(ColorDepth::True);
        best(&tints, &[!covered, covered, 0, 0], mixer).0
    }

    #[test]
    fn each_character_stands_for_the_dots_that_it_covers() {
        for (symbol, shape) in SHAPES {
            assert_eq!(symbol_of(shape), symbol);
        }
    }

    #[test]
    fn a_part_with_two_colors_shows_their_mean() {
        // The upper half is black, and so is every second column of the lower half.
        let black = !lower(4) | 0x5555_5555_5555_5555;
        let tints = [WHITE, BLACK, WHITE, WHITE];
        let mixer = Mixer::new(ColorDepth::True);
        let (symbol, colors) = best(&tints, &[!black, black, 0, 0], mixer);
        assert_eq!(symbol, "▄");
        assert_eq!(colors, [Tint::Rgb((128, 128, 128)), BLACK]);
    }
}
