//! The layout of a board's points on the screen.

use ratatui::layout::Rect;
use yiqi_rules::{GameSpec, Grid, Point};

/// The layout of a board's points on the screen.
///
/// A point of scale `s` takes `2s` columns and `s` rows, which is about a square; if that is too
/// wide, one column. A board that does not fit is scrolled so that the cursor is visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// The area of the points, without the labels around them.
    pub(crate) area: Rect,
    pub(crate) scale: u16,
    /// Whether a point takes only one column.
    pub(crate) narrow: bool,
    pub(crate) has_labels: bool,
    pub(crate) size: u8,
    pub(crate) first_col: u8,
    pub(crate) first_row: u8,
    pub(crate) cols: u8,
    pub(crate) rows: u8,
}

/// The columns to the left of the board for its numbers.
pub(crate) const LABELS_WIDTH: u16 = 3;

/// Whether a board has one more column on the right. Glyphs and lines are in the middle of a
/// column, right of the center of an even cell; the extra column makes the margins equal. A picture
/// has its center anywhere.
fn has_rim(grid: Grid, scale: u16, is_picture: bool) -> bool {
    !is_picture && (scale == 1 || grid == Grid::Lines)
}

impl Geometry {
    /// The columns and rows that a whole board takes, including labels.
    pub(crate) fn wanted(spec: GameSpec, scale: u16, is_picture: bool) -> (u16, u16) {
        let size = u16::from(spec.size());
        let rim = u16::from(has_rim(spec.game().grid(), scale, is_picture));
        (LABELS_WIDTH + 2 * scale * size + rim, 1 + scale * size)
    }

    /// The largest scale at which a whole board fits, if any does.
    pub(crate) fn scale_within(
        width: u16,
        height: u16,
        spec: GameSpec,
        is_picture: bool,
    ) -> Option<u16> {
        let fits = |&scale: &u16| {
            let wanted = Geometry::wanted(spec, scale, is_picture);
            wanted.0 <= width && wanted.1 <= height
        };
        (1..=height).rev().find(fits)
    }

    /// The layout of a board at a given scale, with labels.
    pub(crate) fn new(
        area: Rect,
        spec: GameSpec,
        scale: u16,
        focus: (u8, u8),
        is_picture: bool,
    ) -> Geometry {
        let rim = has_rim(spec.game().grid(), scale, is_picture);
        Geometry::at_scale(area, spec.size(), scale, rim, true, focus)
    }

    /// A small board without labels, for previews.
    pub(crate) fn preview(area: Rect, size: u8) -> Geometry {
        Geometry::at_scale(area, size, 1, true, false, (size / 2, size / 2))
    }

    fn at_scale(
        area: Rect,
        size: u8,
        scale: u16,
        has_rim: bool,
        has_labels: bool,
        focus: (u8, u8),
    ) -> Geometry {
        let (label_w, label_h) = if has_labels {
            (LABELS_WIDTH, 1)
        } else {
            (0, 0)
        };
        let room_w = area.width.saturating_sub(label_w);
        let room_h = area.height.saturating_sub(label_h);
        let narrow = scale == 1 && 2 * u16::from(size) + 1 > room_w;
        let cell_w = if narrow { 1 } else { 2 * scale };
        let rim = u16::from(has_rim && !narrow);
        let fit = |room: u16, cell: u16| {
            u8::try_from(room / cell.max(1))
                .unwrap_or(u8::MAX)
                .min(size)
        };
        let cols = fit(room_w.saturating_sub(rim), cell_w);
        let rows = fit(room_h, scale);
        let (first_col, first_row) = (
            first_shown(focus.0, cols, size),
            first_shown(focus.1, rows, size),
        );
        Geometry {
            area: Rect::new(
                area.x + label_w.min(area.width),
                area.y + label_h.min(area.height),
                u16::from(cols) * cell_w + if cols > 0 { rim } else { 0 },
                u16::from(rows) * scale,
            ),
            scale,
            narrow,
            has_labels,
            size,
            first_col,
            first_row,
            cols,
            rows,
        }
    }

    fn cell_w(&self) -> u16 {
        if self.narrow { 1 } else { 2 * self.scale }
    }

    /// The visible points.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let cols = self.first_col..self.first_col + self.cols;
        (self.first_row..self.first_row + self.rows)
            .flat_map(move |row| cols.clone().filter_map(move |col| Point::new(col, row)))
    }

    /// Whether a point is visible.
    pub(crate) fn shows(&self, point: Point) -> bool {
        (self.first_col..self.first_col + self.cols).contains(&point.col())
            && (self.first_row..self.first_row + self.rows).contains(&point.row())
    }

    /// The area of a visible point.
    pub(crate) fn cell(&self, point: Point) -> Rect {
        let col = u16::from(point.col().saturating_sub(self.first_col));
        let row = u16::from(point.row().saturating_sub(self.first_row));
        Rect {
            x: self.area.x + col * self.cell_w(),
            y: self.area.y + row * self.scale,
            width: self.cell_w(),
            height: self.scale,
        }
    }

    /// The area of a stone on a line crossing: an odd number of columns around the line.
    pub(crate) fn crossing(&self, point: Point) -> Rect {
        let cell = self.cell(point);
        Rect {
            x: cell.x + 1,
            width: cell.width - 1,
            ..cell
        }
    }

    /// The column of a point's glyph.
    pub(crate) fn center_x(&self, col: u8) -> u16 {
        let left = self.area.x + u16::from(col.saturating_sub(self.first_col)) * self.cell_w();
        match (self.narrow, self.scale) {
            (true, _) => left,
            (false, scale) => left + scale,
        }
    }

    /// The row of a point's glyph.
    pub(crate) fn center_y(&self, row: u8) -> u16 {
        let top = self.area.y + u16::from(row.saturating_sub(self.first_row)) * self.scale;
        top + (self.scale - 1) / 2
    }

    /// The point under the mouse.
    pub(crate) fn point_at(&self, x: u16, y: u16) -> Option<Point> {
        if !self.area.contains((x, y).into()) {
            return None;
        }
        // The margin on the right belongs to the last column.
        let col = ((x - self.area.x) / self.cell_w()).min(u16::from(self.cols.checked_sub(1)?));
        let row = (y - self.area.y) / self.scale;
        Point::new(
            self.first_col + u8::try_from(col).ok()?,
            self.first_row + u8::try_from(row).ok()?,
        )
    }
}

/// The first line to show, so that the focus is near the middle and no space is wasted.
fn first_shown(focus: u8, shown: u8, size: u8) -> u8 {
    focus
        .saturating_sub(shown / 2)
        .min(size.saturating_sub(shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_shown_is_found_again_under_the_mouse() {
        for (width, height) in [
            (20, 9),
            (40, 12),
            (33, 17),
            (120, 40),
            (200, 60),
            (3, 3),
            (1, 1),
        ] {
            for spec in [
                "reversi:4",
                "reversi",
                "gomoku:15",
                "gomoku:5",
                "reversi:26",
            ] {
                let spec: GameSpec = spec.parse().unwrap();
                let size = spec.size();
                for focus in [0, size / 2, size - 1] {
                    let area = Rect::new(2, 1, width, height);
                    let scale = Geometry::scale_within(width, height, spec, false);
                    let scale = scale.unwrap_or(1);
                    let geometry = Geometry::new(area, spec, scale, (focus, focus), false);
                    for point in geometry.points() {
                        let (x, y) = (
                            geometry.center_x(point.col()),
                            geometry.center_y(point.row()),
                        );
                        assert!(area.contains((x, y).into()), "{area:?} {geometry:?}");
                        assert_eq!(geometry.point_at(x, y), Some(point));
                    }
                    if geometry.cols > 0 && geometry.rows > 0 {
                        assert!(
                            geometry.shows(Point::new(focus, focus).unwrap()),
                            "{area:?} {size}"
                        );
                    }
                }
            }
        }
    }
}
