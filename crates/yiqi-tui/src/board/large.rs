//! Points of two rows or more: round stones with air around them, and marks at their centers.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use yiqi_rules::{Color, Point};

use super::mosaic::{self, TINTS_MAX, Tile};
use super::{Pen, PointLook};
use crate::cells::{clear, put};
use crate::theme::Tint;

/// A stone's radius as a share of half its point. The rest is air.
const STONE: f32 = 0.86;
/// The inner radius of a white stone that is drawn as a ring.
const HOLLOW: f32 = 0.5;
/// The radius of the dot on the last move and on a legal point.
const DOT: f32 = 0.3;

/// What is at the center of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Center {
    Nothing,
    /// A dot: the last move, or a legal point.
    Dot,
    /// A level bar: a stone that was flipped.
    Level,
    /// An upright bar: a stone that would be flipped.
    Upright,
    /// A diamond: a stone of a winning row.
    Diamond,
    /// A ring: the suggestion.
    Ring,
}

impl Center {
    /// Whether it covers a place of a point with this many columns and rows.
    fn covers(self, x: f32, y: f32, cols: u16, rows: u16, is_plain: bool) -> bool {
        let half = f32::from(rows);
        let (x, y) = (x.abs(), y.abs());
        // The width of the one or two columns at the center. Without colors, a mark of two columns
        // would look like a stone.
        let is_narrow = cols % 2 == 1 || is_plain && rows == 2;
        let middle = if is_narrow { 0.5 } else { 1.0 };
        // Without colors, there is no block of a quarter row.
        let low = if is_plain { 1.0 } else { 0.5 };
        match self {
            Center::Nothing | Center::Level => false,
            // In small points, what blocks can show exactly.
            Center::Dot | Center::Diamond if rows == 2 => x < middle && y < low,
            Center::Dot | Center::Diamond if rows == 3 => x < middle && y < 1.0,
            Center::Upright if rows == 2 => x < 0.5 && y < 1.0,
            Center::Dot => x.hypot(y) < DOT * half,
            Center::Upright => x.hypot(y / 3.0) < 0.15 * half,
            Center::Diamond => x + y < 0.48 * half,
            Center::Ring => (0.3 * half..0.62 * half).contains(&x.hypot(y)),
        }
    }

    /// The characters at the exact center, where blocks cannot draw it: a thin bar.
    fn text(self, rows: u16) -> Option<&'static str> {
        match self {
            Center::Level if rows.is_multiple_of(2) => Some("▁▁"),
            Center::Level => Some("──"),
            _ => None,
        }
    }
}

/// What a tile shows. Its parts are numbered: 0 is the ground, 1 the stone or mark, 2 the center of
/// a stone or its other side, 3 the hole in a ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Stone {
        center: Center,
        /// Whether it is a ring.
        is_hollow: bool,
        is_plain: bool,
    },
    /// A stone that is being flipped.
    Turning,
    /// A mark on an empty point.
    Mark { center: Center, is_plain: bool },
}

impl Shape {
    /// The part at a place of a tile with this many columns and rows. Places count from the center,
    /// in columns; a row is as high as two columns are wide.
    pub(super) fn part_at(self, x: f32, y: f32, cols: u16, rows: u16) -> usize {
        let half = f32::from(rows);
        let distance = x.hypot(y) / half;
        match self {
            Shape::Mark { center, is_plain } => {
                usize::from(center.covers(x, y, cols, rows, is_plain))
            }
            Shape::Turning => match (3.0 * x / half).hypot(y / half) < STONE {
                true if x < 0.0 => 1,
                true => 2,
                false => 0,
            },
            Shape::Stone {
                center, is_plain, ..
            } if center.covers(x, y, cols, rows, is_plain) => 2,
            Shape::Stone { is_hollow, .. } => {
                let is_crossing = cols % 2 == 1;
                let radius = match is_hollow && is_crossing && rows == 2 {
                    // A small ring needs all the room there is.
                    true => 1.0,
                    // The odd number of columns at a crossing has half a column less on each side.
                    false => STONE.min(f32::from(cols) / 2.0 / half),
                };
                match distance < radius {
                    true if is_hollow && distance < HOLLOW => 3,
                    true => 1,
                    false => 0,
                }
            }
        }
    }
}

/// Draws a point.
pub(super) fn point(pen: &Pen<'_>, buf: &mut Buffer, point: Point, face: PointLook) {
    let cell = pen.geometry.cell(point);
    let has_lines = pen.has_lines();
    let is_other = !has_lines && (point.col() + point.row()) % 2 == 1;
    let (mut ground, mut style) = match is_other {
        true => (pen.colors.tints.ground_other, pen.colors.ground_other),
        false => (pen.colors.tints.ground, pen.colors.ground),
    };
    let mut fill = if is_other { pen.colors.fill_other } else { " " };
    if pen.picture.cursor == Some(point) && !has_lines {
        ground = pen.colors.tints.under_cursor;
        style = pen.colors.cursor;
        fill = " ";
    }
    let area = if has_lines {
        pen.lines(buf, point);
        pen.geometry.crossing(point)
    } else {
        clear(buf, cell, style);
        let row = fill.repeat(usize::from(cell.width));
        for y in cell.top()..cell.bottom() {
            put(buf, cell.x, y, cell.width, &row, style);
        }
        cell
    };
    let tints = &pen.colors.tints;
    let is_plain = pen.glyphs.plain();
    let mark = |center: Center| Shape::Mark { center, is_plain };
    match face {
        PointLook::Stone(color) => stone(pen, buf, point, area, color, ground),
        PointLook::Turning => {
            let tints = [ground, tints.stone.black, tints.stone.white, ground];
            tile(pen, buf, area, Shape::Turning, tints);
        }
        PointLook::Suggested => {
            tile(
                pen,
                buf,
                area,
                mark(Center::Ring),
                [ground, tints.mark, ground, ground],
            );
        }
        PointLook::Legal => {
            let tint = tints.stone[pen.picture.mover];
            tile(
                pen,
                buf,
                area,
                mark(Center::Dot),
                [ground, tint, ground, ground],
            );
        }
        PointLook::Forbidden => forbidden(pen, buf, point),
        PointLook::Empty if has_lines || !is_plain => {}
        PointLook::Empty => {
            // Two dots around the center of an even number of columns.
            let dots = if area.height % 2 == 0 { ".." } else { "··" };
            let (x, y) = (area.x + area.width / 2 - 1, area.y + (area.height - 1) / 2);
            put(buf, x, y, 2, dots, style);
        }
    }
}

fn tile(pen: &Pen<'_>, buf: &mut Buffer, area: Rect, shape: Shape, tints: [Tint; TINTS_MAX]) {
    let tile = Tile {
        width: area.width,
        height: area.height,
        shape,
        tints,
        mixer: pen.mixer,
    };
    let board = &pen.colors.tints;
    // Lines end at a stone, and the ground behind a highlighted one has its own color.
    let is_bare = [board.ground, board.ground_other, board.under_cursor].contains(&tints[0]);
    mosaic::draw(buf, area.x, area.y, tile, pen.has_lines() || !is_bare);
}

fn stone(pen: &Pen<'_>, buf: &mut Buffer, point: Point, area: Rect, color: Color, ground: Tint) {
    let picture = pen.picture;
    let tints = &pen.colors.tints;
    let is_plain = pen.glyphs.plain();
    let is_won = picture.is_won(point);
    let (center, tint) = if is_won && (area.height > 3 || is_plain) {
        (Center::Diamond, tints.sign[color])
    } else if picture.last == Some(point) && !is_plain {
        (Center::Dot, tints.sign[color])
    } else if picture.would_flip.contains(point) {
        (Center::Upright, tints.note[color])
    } else if picture.flipped.contains(point) && picture.turned.is_none() {
        (Center::Level, tints.note[color])
    } else {
        (Center::Nothing, tints.note[color])
    };
    let ground = match picture.lit.contains(&point) {
        true => tints.lit[color],
        false => ground,
    };
    let is_hollow = tints.hollow_white && color == Color::White;
    let shape = Shape::Stone {
        center,
        is_hollow,
        is_plain,
    };
    let parts = [ground, tints.stone[color], tint, tints.ground];
    tile(pen, buf, area, shape, parts);
    if let Some(text) = center.text(area.height) {
        let (x, y) = (area.x + area.width / 2 - 1, area.y + (area.height - 1) / 2);
        let inside = if is_hollow { parts[3] } else { parts[1] };
        put(buf, x, y, 2, text, on_stone(pen, tint, inside));
    }
}

/// The style of a sign on a stone.
pub(super) fn sign_style(pen: &Pen<'_>, color: Color) -> Style {
    let tints = &pen.colors.tints;
    let inside = match tints.hollow_white && color == Color::White {
        true => tints.ground,
        false => tints.stone[color],
    };
    on_stone(pen, tints.sign[color], inside)
}

/// The style of characters on a stone.
fn on_stone(pen: &Pen<'_>, tint: Tint, inside: Tint) -> Style {
    let style = pen.mixer.style(tint, inside);
    match inside == Tint::Front {
        true => style.add_modifier(Modifier::REVERSED),
        false => style,
    }
}

/// Brackets on both sides of the last move. Without colors, a dot would make a black stone look
/// white.
pub(super) fn last_move(pen: &Pen<'_>, buf: &mut Buffer, point: Point) {
    let mut area = pen.geometry.cell(point);
    if pen.has_lines() {
        // The brackets are in the air around the stone.
        area.width += 1;
    }
    let middle = area.y + (area.height - 1) / 2;
    for y in middle..=middle + u16::from(area.height.is_multiple_of(2)) {
        put(buf, area.x, y, 1, "(", pen.colors.sign);
        put(buf, area.right() - 1, y, 1, ")", pen.colors.sign);
    }
}

/// A cross on a forbidden point.
fn forbidden(pen: &Pen<'_>, buf: &mut Buffer, point: Point) {
    let (x, y) = (
        pen.geometry.center_x(point.col()),
        pen.geometry.center_y(point.row()),
    );
    let style = pen.colors.sign;
    if pen.geometry.scale % 2 == 1 {
        put(buf, x, y, 1, "×", style);
        return;
    }
    for (dx, dy, stroke) in [(0, 0, "╲"), (2, 0, "╱"), (0, 1, "╱"), (2, 1, "╲")] {
        put(buf, x + dx - 1, y + dy, 1, stroke, style);
    }
}

/// Marks the corners of the point under the cursor, as far as no stone is in the way.
pub(super) fn cursor(pen: &Pen<'_>, buf: &mut Buffer, point: Point) {
    let mut area = pen.geometry.cell(point);
    if pen.has_lines() {
        // The corners are in the air around the stone.
        area.width += 1;
    } else if area.height < 4 && pen.picture.stone_at(point).is_some() && !pen.glyphs.plain() {
        // The brighter ground says it.
        return;
    }
    let style = match pen.has_lines() {
        true => pen.colors.cursor_on_lines,
        false => pen.colors.cursor,
    };
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    for (x, y, sign) in [
        (area.x, area.y, "┌"),
        (right, area.y, "┐"),
        (area.x, bottom, "└"),
        (right, bottom, "┘"),
    ] {
        put(buf, x, y, 1, sign, style);
    }
}
