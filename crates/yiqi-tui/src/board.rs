//! A board with its stones and marks.

mod geometry;
mod large;
mod mosaic;

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use yiqi_rules::{ByColor, Color, GameSpec, Grid, Point, PointSet};

use crate::cells::put;
use crate::theme::{BoardColors, Glyphs, Mixer, Palette};
pub(crate) use geometry::Geometry;
#[cfg(test)]
pub(crate) use geometry::LABELS_WIDTH;

/// Everything that is drawn on a board.
pub(crate) struct BoardPicture {
    pub(crate) spec: GameSpec,
    pub(crate) stones: ByColor<PointSet>,
    /// The legal points, if marked, and the color of the side to move.
    pub(crate) legal: PointSet,
    pub(crate) mover: Color,
    pub(crate) last: Option<Point>,
    pub(crate) flipped: PointSet,
    /// The stones that the move under the cursor would flip.
    pub(crate) would_flip: PointSet,
    /// Highlighted stones: those that won, or those that make a move forbidden.
    pub(crate) lit: Vec<Point>,
    /// The winning rows. Their stones have their own shape, for terminals without color.
    pub(crate) rows: Vec<Vec<Point>>,
    pub(crate) forbidden: Vec<Point>,
    pub(crate) suggestion: Option<Point>,
    /// Signs that a comment puts on points: letters, shapes, the ends of arrows.
    pub(crate) signs: Vec<(Point, String)>,
    pub(crate) cursor: Option<Point>,
    /// How far the flipped stones have turned, from 0 to 1.
    pub(crate) turned: Option<f32>,
}

impl BoardPicture {
    /// A board without any marks.
    pub(crate) fn plain(spec: GameSpec, stones: ByColor<PointSet>) -> BoardPicture {
        BoardPicture {
            spec,
            stones,
            legal: PointSet::EMPTY,
            mover: Color::Black,
            last: None,
            flipped: PointSet::EMPTY,
            would_flip: PointSet::EMPTY,
            lit: Vec::new(),
            rows: Vec::new(),
            forbidden: Vec::new(),
            suggestion: None,
            signs: Vec::new(),
            cursor: None,
            turned: None,
        }
    }

    /// Whether a point is part of a winning row.
    fn is_won(&self, point: Point) -> bool {
        self.rows.iter().any(|row| row.contains(&point))
    }

    /// The same as a real picture.
    pub(crate) fn real(&self, colors: yiqi_picture::BoardColors) -> yiqi_picture::BoardPicture {
        let signed = self.signs.iter().map(|(point, _)| point);
        let marked = self.lit.iter().chain(signed);
        let marked = marked.filter(|&&point| !self.is_won(point));
        yiqi_picture::BoardPicture {
            last: self.last,
            flipped: self.flipped,
            rows: self.rows.clone(),
            legal: self.legal,
            mover: self.mover,
            forbidden: self.forbidden.clone(),
            marked: marked.copied().collect(),
            suggestion: self.suggestion,
            cursor: self.cursor,
            would_flip: self.would_flip,
            turned: self.turned,
            has_labels: false,
            colors,
            ..yiqi_picture::BoardPicture::new(self.spec, self.stones)
        }
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.stones[color].contains(point))
    }

    /// Draws the board at the given geometry.
    pub(crate) fn draw(
        &self,
        buf: &mut Buffer,
        geometry: &Geometry,
        palette: &Palette,
        glyphs: Glyphs,
    ) {
        let pen = Pen {
            picture: self,
            geometry,
            colors: palette.board(self.spec),
            mixer: Mixer::new(palette.depth),
            glyphs,
        };
        pen.labels(buf, palette);
        pen.hidden(buf, palette);
        pen.ground(buf);
        for point in geometry.points() {
            pen.point(buf, point);
        }
        pen.signs(buf);
        pen.surround(buf);
    }
}

/// What a point shows.
#[derive(Clone, Copy)]
enum PointLook {
    Stone(Color),
    Turning,
    Suggested,
    Forbidden,
    Legal,
    Empty,
}

struct Pen<'a> {
    picture: &'a BoardPicture,
    geometry: &'a Geometry,
    colors: BoardColors,
    mixer: Mixer,
    glyphs: Glyphs,
}

impl Pen<'_> {
    /// Letters above and numbers next to the board; those of the cursor are highlighted.
    fn labels(&self, buf: &mut Buffer, palette: &Palette) {
        let geometry = self.geometry;
        if !geometry.has_labels {
            return;
        }
        let cursor = self.picture.cursor;
        let style = |is_cursor: bool| {
            if is_cursor {
                palette.strong
            } else {
                palette.quiet
            }
        };
        for col in geometry.first_col..geometry.first_col + geometry.cols {
            let letter = char::from(b'a' + col).to_string();
            let here = cursor.is_some_and(|point| point.col() == col);
            let x = geometry.center_x(col);
            put(
                buf,
                x,
                geometry.area.y.saturating_sub(1),
                1,
                &letter,
                style(here),
            );
        }
        for row in geometry.first_row..geometry.first_row + geometry.rows {
            let number = format!("{:>2}", self.picture.spec.number_of_row(row));
            let here = cursor.is_some_and(|point| point.row() == row);
            let y = geometry.center_y(row);
            put(
                buf,
                geometry.area.x.saturating_sub(3),
                y,
                2,
                &number,
                style(here),
            );
        }
    }

    /// Signs next to the labels where rows or columns are hidden.
    fn hidden(&self, buf: &mut Buffer, palette: &Palette) {
        let geometry = self.geometry;
        if !geometry.has_labels || geometry.cols == 0 || geometry.rows == 0 {
            return;
        }
        let area = geometry.area;
        let (last_col, last_row) = (
            geometry.first_col + geometry.cols,
            geometry.first_row + geometry.rows,
        );
        let [up, down, left, right] = self.glyphs.more();
        let beside = area.x.saturating_sub(1);
        let above = area.y.saturating_sub(1);
        let signs = [
            (geometry.first_row > 0, beside, area.y, up),
            (last_row < geometry.size, beside, area.bottom() - 1, down),
            (geometry.first_col > 0, beside, above, left),
            (last_col < geometry.size, area.right(), above, right),
        ];
        for (_, x, y, sign) in signs.into_iter().filter(|(is_hidden, ..)| *is_hidden) {
            put(buf, x, y, 1, sign, palette.strong);
        }
    }

    fn ground(&self, buf: &mut Buffer) {
        let area = self.geometry.area.intersection(buf.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                buf[(x, y)].reset();
                buf[(x, y)].set_style(self.colors.ground);
            }
        }
    }

    /// Whether a point is a star point on a board with stones on its lines.
    fn is_star(&self, point: Point) -> bool {
        let spec = self.picture.spec;
        let stars = spec.game().stars(spec.size());
        stars.contains(&(point.col(), point.row()))
    }

    /// Whether stones go on line crossings.
    fn has_lines(&self) -> bool {
        self.picture.spec.game().grid() == Grid::Lines
    }

    fn face(&self, point: Point) -> PointLook {
        let picture = self.picture;
        if let Some(color) = picture.stone_at(point) {
            return match picture.turned {
                Some(turned) if picture.flipped.contains(point) && turned < 0.34 => {
                    PointLook::Stone(color.other())
                }
                Some(turned) if picture.flipped.contains(point) && turned < 0.67 => {
                    PointLook::Turning
                }
                _ => PointLook::Stone(color),
            };
        }
        if picture.suggestion == Some(point) {
            PointLook::Suggested
        } else if picture.forbidden.contains(&point) {
            PointLook::Forbidden
        } else if picture.legal.contains(point) {
            PointLook::Legal
        } else {
            PointLook::Empty
        }
    }

    fn stone_style(&self, point: Point, color: Color) -> Style {
        let mut style = if self.picture.lit.contains(&point) {
            self.colors.lit[color]
        } else {
            self.colors.stone[color]
        };
        if self.picture.flipped.contains(point) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        style
    }

    fn point(&self, buf: &mut Buffer, point: Point) {
        let geometry = self.geometry;
        let face = self.face(point);
        if geometry.scale > 1 && !self.glyphs.ascii {
            large::point(self, buf, point, face);
            return;
        }
        if self.has_lines() && !self.glyphs.ascii {
            self.lines(buf, point);
        } else if !self.glyphs.ascii && !geometry.narrow {
            self.sides(buf, point);
        }
        let (x, y) = (
            geometry.center_x(point.col()),
            geometry.center_y(point.row()),
        );
        let (glyph, style) = match face {
            PointLook::Stone(color) => {
                let glyph = if self.picture.is_won(point) {
                    self.glyphs.won(color)
                } else if self.picture.would_flip.contains(point) {
                    self.glyphs.would_flip(color)
                } else {
                    self.glyphs.on_board(color)
                };
                (glyph, self.stone_style(point, color))
            }
            PointLook::Turning => (self.glyphs.turning(), self.colors.sign),
            PointLook::Suggested => ('?', self.colors.mark),
            PointLook::Forbidden => (self.glyphs.forbidden(), self.colors.sign),
            PointLook::Legal => (self.glyphs.legal(), self.colors.stone[self.picture.mover]),
            PointLook::Empty if self.has_lines() && !self.glyphs.ascii => return,
            PointLook::Empty => (self.glyphs.empty(), self.colors.ground),
        };
        put(buf, x, y, 1, glyph.encode_utf8(&mut [0; 4]), style);
    }

    /// The lines to the left and right of a small point, which separate it from its neighbors.
    fn sides(&self, buf: &mut Buffer, point: Point) {
        let (x, y) = (
            self.geometry.center_x(point.col()),
            self.geometry.center_y(point.row()),
        );
        for x in [x.saturating_sub(1), x + 1] {
            put(buf, x, y, 1, self.colors.between, self.colors.ground);
        }
    }

    /// The lines of a Gomoku board through a point, with the crossing itself.
    fn lines(&self, buf: &mut Buffer, point: Point) {
        let geometry = self.geometry;
        let last = self.picture.spec.size() - 1;
        let (x, y) = (
            geometry.center_x(point.col()),
            geometry.center_y(point.row()),
        );
        let cell = geometry.cell(point);
        let style = self.colors.ground;
        // With an even number of rows, the line is between two of them: the upper row is
        // underlined.
        let is_between = geometry.scale.is_multiple_of(2);
        if !geometry.narrow {
            let from = if point.col() == 0 { x } else { cell.left() };
            let to = if point.col() == last {
                x + 1
            } else {
                cell.right()
            };
            for x in from..to {
                match is_between {
                    true => put(buf, x, y, 1, " ", style.add_modifier(Modifier::UNDERLINED)),
                    false => put(buf, x, y, 1, "─", style),
                };
            }
        }
        let first_y = y + u16::from(is_between);
        let from = if point.row() == 0 {
            first_y
        } else {
            cell.top()
        };
        let to = if point.row() == last {
            y + 1
        } else {
            cell.bottom()
        };
        let is_star = self.is_star(point);
        for line_y in from..to {
            let (line, style) = match line_y {
                line_y if !is_between || !(y..=y + 1).contains(&line_y) => ("│", style),
                line_y if line_y == y => (
                    if is_star { "╽" } else { "│" },
                    style.add_modifier(Modifier::UNDERLINED),
                ),
                _ => (if is_star { "╿" } else { "│" }, style),
            };
            put(buf, x, line_y, 1, line, style);
        }
        if is_between {
            return;
        }
        let crossing = match (point.col(), point.row()) {
            (0, 0) => "┌",
            (0, row) if row == last => "└",
            (0, _) => "├",
            (col, 0) if col == last => "┐",
            (_, 0) => "┬",
            (col, row) if col == last && row == last => "┘",
            (col, _) if col == last => "┤",
            (_, row) if row == last => "┴",
            _ if is_star => "╋",
            _ => "┼",
        };
        put(buf, x, y, 1, crossing, style);
    }

    /// The signs of a comment: at the center of a point, but beside a stone that is a single
    /// character.
    fn signs(&self, buf: &mut Buffer) {
        let geometry = self.geometry;
        let is_small = geometry.scale == 1 || self.glyphs.ascii;
        for (point, sign) in &self.picture.signs {
            if !geometry.shows(*point) {
                continue;
            }
            let (x, y) = (
                geometry.center_x(point.col()),
                geometry.center_y(point.row()),
            );
            let (x, style) = match self.picture.stone_at(*point) {
                None => (x, self.colors.sign),
                Some(_) if is_small => (x + u16::from(!geometry.narrow), self.colors.sign),
                Some(color) => (x, large::sign_style(self, color)),
            };
            let room = if is_small { 1 } else { geometry.scale };
            put(buf, x, y, room, sign, style);
        }
    }

    /// Brackets around the cursor and the last move.
    fn surround(&self, buf: &mut Buffer) {
        let picture = self.picture;
        let is_small = self.geometry.scale == 1 || self.glyphs.ascii;
        match picture.last.filter(|&last| self.geometry.shows(last)) {
            Some(last) if is_small => self.brackets(buf, last, ["(", ")"], self.colors.sign),
            Some(last) if self.glyphs.plain() => large::last_move(self, buf, last),
            _ => {}
        }
        match picture.cursor.filter(|&cursor| self.geometry.shows(cursor)) {
            Some(cursor) if is_small => self.brackets(buf, cursor, ["[", "]"], self.colors.mark),
            Some(cursor) => large::cursor(self, buf, cursor),
            None => {}
        }
    }

    fn brackets(&self, buf: &mut Buffer, point: Point, signs: [&str; 2], style: Style) {
        let geometry = self.geometry;
        let (x, y) = (
            geometry.center_x(point.col()),
            geometry.center_y(point.row()),
        );
        if geometry.narrow {
            let cell = &mut buf[(x, y)];
            let modifier = if signs[0] == "[" {
                Modifier::REVERSED
            } else {
                Modifier::UNDERLINED | Modifier::BOLD
            };
            cell.set_style(Style::new().add_modifier(modifier));
            return;
        }
        put(buf, x - 1, y, 1, signs[0], style);
        put(buf, x + 1, y, 1, signs[1], style);
    }
}
