//! Large stones, drawn with half blocks: each column of a half row is one nearly square dot.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use yiqi_rules::Color;

use crate::cells::put;
use crate::theme::BoardColors;

/// What a dot shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dot {
    Ground,
    Rim,
    Inside,
}

/// Draws a stone into a cell (left, top, width, height). Black is solid; white has a rim, so that
/// the two differ even without colors.
pub(super) fn draw(
    buf: &mut Buffer,
    (left, top, width, height): (u16, u16, u16, u16),
    color: Color,
    ground: Style,
    colors: &BoardColors,
) {
    let stone = colors.stone[color];
    let rim = Style::new().fg(stone.fg.unwrap_or_default());
    for row in 0..height {
        for col in 0..width {
            let dots = [2 * row, 2 * row + 1].map(|y| dot(col, y, width, color));
            let inside = colors.white_inside.bg;
            let back = |dot: Dot| match dot {
                Dot::Ground => ground.bg,
                Dot::Rim => stone.fg,
                Dot::Inside => inside,
            };
            let with_back = |style: Style, dot: Dot| match back(dot) {
                Some(bg) => style.bg(bg),
                None => style,
            };
            let (glyph, style) = match dots {
                [Dot::Ground, Dot::Ground] => (" ", with_back(rim, Dot::Ground)),
                [Dot::Rim, Dot::Rim] => ("█", with_back(rim, Dot::Ground)),
                [Dot::Inside, Dot::Inside] => (" ", with_back(rim, Dot::Inside)),
                [Dot::Rim, lower] => ("▀", with_back(rim, lower)),
                [upper, Dot::Rim] => ("▄", with_back(rim, upper)),
                [_, _] => (" ", with_back(rim, Dot::Inside)),
            };
            put(buf, left + col, top + row, 1, glyph, style);
        }
    }
}

fn dot(x: u16, y: u16, diameter: u16, color: Color) -> Dot {
    // In half dots, from the center.
    let from_center = |at: u16| (2 * i32::from(at) + 1) - i32::from(diameter);
    let squared = from_center(x).pow(2) + from_center(y).pow(2);
    let radius = i32::from(diameter);
    let rim = if diameter <= 6 { 2 } else { (radius + 1) / 3 };
    // Slightly smaller than the cell, so that neighbors do not touch.
    if squared > radius * radius * 9 / 10 {
        Dot::Ground
    } else if color == Color::Black || squared > (radius - rim).pow(2) * 9 / 10 {
        Dot::Rim
    } else {
        Dot::Inside
    }
}

/// The style of a mark on a stone.
pub(super) fn on_stone(color: Color, colors: &BoardColors) -> Style {
    let style = match color {
        Color::White => colors.white_inside,
        Color::Black => {
            let black = colors.stone.black;
            let white = colors.stone.white;
            match (white.fg, black.fg) {
                (Some(front), Some(back)) => Style::new().fg(front).bg(back),
                _ => Style::new().add_modifier(Modifier::REVERSED),
            }
        }
    };
    style.add_modifier(Modifier::BOLD)
}
