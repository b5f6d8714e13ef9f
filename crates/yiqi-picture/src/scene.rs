//! A board as shapes, in units of which a point takes [`CELL`].

use yiqi_rules::{Color, Grid, Point, PointSet};

use crate::{BoardPicture, Rgb};

/// The width of a point.
pub(crate) const CELL: f64 = 40.0;

const SIGN: Rgb = [0xc6, 0x28, 0x28];
const SIGN_CASING: Rgb = [0xff, 0xff, 0xff];
const FORBIDDEN: Rgb = [0xa1, 0x1a, 0x1a];
const FORBIDDEN_CASING: Rgb = [0xf3, 0xdf, 0xb8];
const CURSOR: Rgb = [0xff, 0xff, 0xff];
const CURSOR_CASING: Rgb = [0x10, 0x20, 0x3a];
const SUGGESTION: Rgb = [0x1b, 0x4f, 0x9c];
const BLACK: Rgb = [0x17, 0x19, 0x1c];
const BLACK_EDGE: Rgb = [0, 0, 0];
const WHITE: Rgb = [0xf7, 0xf5, 0xf0];
const WHITE_EDGE: Rgb = [0x5b, 0x54, 0x46];
const STONE_RADIUS: f64 = CELL * 0.44;
/// The radius of a star point, as a share of a point.
const STAR_ON_LINES: f64 = 0.1;
const STAR_IN_CELLS: f64 = 0.07;

/// A picture as shapes, from the lowest to the topmost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    /// Width and height.
    pub(crate) size: Place,
    /// What it shows, in words; may be empty.
    pub(crate) title: String,
    pub(crate) shapes: Vec<Shape>,
}

/// A place in the picture.
pub(crate) type Place = (f64, f64);

/// A stroke: its color and its width.
pub(crate) type Stroke = (Rgb, f64);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Rect {
        at: Place,
        size: Place,
        radius: f64,
        fill: Option<Rgb>,
        stroke: Option<Stroke>,
    },
    /// A line with round ends.
    Line {
        from: Place,
        to: Place,
        stroke: Stroke,
    },
    Circle {
        center: Place,
        radius: f64,
        fill: Option<(Rgb, f64)>,
        stroke: Option<Stroke>,
    },
    /// Light on a stone, from the upper left.
    Shine {
        center: Place,
        radius: f64,
        color: Color,
    },
    /// A text at a place, in the middle of its height.
    Text {
        at: Place,
        size: f64,
        anchor: Anchor,
        text: String,
        fill: Rgb,
    },
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A stop of a gradient: where, color, opacity.
pub(crate) type Stop = (f64, Rgb, f64);

/// The gradient of the light on a stone.
pub(crate) const fn shine(color: Color) -> [Stop; 3] {
    match color {
        Color::Black => [
            (0.0, [255, 255, 255], 0.34),
            (0.55, [255, 255, 255], 0.07),
            (1.0, [0, 0, 0], 0.1),
        ],
        Color::White => [
            (0.0, [255, 255, 255], 0.9),
            (0.55, [255, 255, 255], 0.0),
            (1.0, [0x6b, 0x5f, 0x48], 0.3),
        ],
    }
}

/// The center and the radius of that gradient, as shares of the stone's diameter.
pub(crate) const SHINE_CENTER: Place = (0.38, 0.32);
pub(crate) const SHINE_RADIUS: f64 = 0.7;

/// The size of the names of columns and rows: the same share of every board.
fn label_size(picture: &BoardPicture) -> f64 {
    f64::from(picture.spec.size()) * CELL * 0.026 + 1.0
}

/// The lines of the grid.
fn line_stroke(picture: &BoardPicture) -> Stroke {
    let width = (f64::from(picture.spec.size()) * 0.095).max(0.9);
    (picture.colors.line, width)
}

/// The margin around the points.
fn margin(picture: &BoardPicture) -> f64 {
    match picture.has_labels {
        true => label_size(picture) * 1.5 + CELL * 0.08,
        false => CELL * 0.12,
    }
}

fn middle_of(index: u8, edge: f64) -> f64 {
    edge + (f64::from(index) + 0.5) * CELL
}

/// The center of a point.
pub(crate) fn center(picture: &BoardPicture, point: Point) -> Place {
    let edge = margin(picture);
    (middle_of(point.col(), edge), middle_of(point.row(), edge))
}

impl Scene {
    /// The whole board.
    pub(crate) fn of(picture: &BoardPicture) -> Scene {
        let field = f64::from(picture.spec.size()) * CELL;
        let side = field + 2.0 * margin(picture);
        let mut scene = Scene {
            size: (side, side),
            title: String::new(),
            shapes: Vec::new(),
        };
        scene.ground(picture, field);
        if picture.has_labels {
            scene.labels(picture);
        }
        let at = |point: Point| center(picture, point);
        for color in Color::BOTH {
            for point in picture.stones[color].iter() {
                scene.stone_at(picture, point, color, at(point));
            }
        }
        for row in &picture.rows {
            if let (Some(&first), Some(&last)) = (row.first(), row.last()) {
                scene.row(at(first), at(last));
            }
        }
        for point in PointSet::board(picture.spec.size()).iter() {
            scene.marks(picture, point, at(point));
        }
        scene
    }

    /// One point without its surroundings. `size` is its width and height; the smaller of the two is
    /// [`CELL`].
    pub(crate) fn tile(picture: &BoardPicture, point: Point, size: Place) -> Scene {
        let mut scene = Scene {
            size,
            title: String::new(),
            shapes: Vec::new(),
        };
        let center = (size.0 / 2.0, size.1 / 2.0);
        scene.tile_ground(picture, point, center);
        let colors = Color::BOTH.into_iter();
        for color in colors.filter(|&color| picture.stones[color].contains(point)) {
            scene.stone_at(picture, point, color, center);
        }
        for row in picture.rows.iter().filter(|row| row.contains(&point)) {
            let toward = |end: Option<&Point>| {
                let end = end.copied().unwrap_or(point);
                let step = |to: u8, from: u8| f64::from(to.cmp(&from) as i8);
                (
                    center.0 + step(end.col(), point.col()) * size.0,
                    center.1 + step(end.row(), point.row()) * size.1,
                )
            };
            scene.row(toward(row.first()), toward(row.last()));
        }
        scene.marks(picture, point, center);
        scene
    }

    /// The ground of one point, with the lines that go through it or around it.
    fn tile_ground(&mut self, picture: &BoardPicture, point: Point, center: Place) {
        let (colors, (width, height)) = (picture.colors, self.size);
        let (col, row, last) = (point.col(), point.row(), picture.spec.size() - 1);
        self.shapes.push(Shape::Rect {
            at: (0.0, 0.0),
            size: self.size,
            radius: 0.0,
            fill: Some(colors.field),
            stroke: None,
        });
        let stroke = line_stroke(picture);
        let stars = picture.spec.game().stars(picture.spec.size());
        let mut line = |from, to| self.shapes.push(Shape::Line { from, to, stroke });
        if picture.spec.game().grid() == Grid::Lines {
            let end = |is_edge: bool, edge: f64, center: f64| if is_edge { center } else { edge };
            line(
                (end(col == 0, 0.0, center.0), center.1),
                (end(col == last, width, center.0), center.1),
            );
            line(
                (center.0, end(row == 0, 0.0, center.1)),
                (center.0, end(row == last, height, center.1)),
            );
            if stars.contains(&(col, row)) {
                self.circle(center, CELL * STAR_ON_LINES, Some((colors.line, 1.0)), None);
            }
            return;
        }
        for (from, to) in [
            ((0.0, 0.0), (width, 0.0)),
            ((0.0, height), (width, height)),
            ((0.0, 0.0), (0.0, height)),
            ((width, 0.0), (width, height)),
        ] {
            line(from, to);
        }
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            if stars.contains(&(col + dx, row + dy)) {
                let at = (f64::from(dx) * width, f64::from(dy) * height);
                self.circle(at, CELL * STAR_IN_CELLS, Some((colors.line, 1.0)), None);
            }
        }
    }

    fn ground(&mut self, picture: &BoardPicture, field: f64) {
        let (colors, edge, size) = (picture.colors, margin(picture), picture.spec.size());
        let on_lines = picture.spec.game().grid() == Grid::Lines;
        self.shapes.push(Shape::Rect {
            at: (0.0, 0.0),
            size: self.size,
            radius: self.size.0 * 0.012,
            fill: Some(if on_lines { colors.field } else { colors.frame }),
            stroke: None,
        });
        if !on_lines {
            self.shapes.push(Shape::Rect {
                at: (edge, edge),
                size: (field, field),
                radius: 0.0,
                fill: Some(colors.field),
                stroke: None,
            });
        }
        let (count, from) = match on_lines {
            true => (size, edge + CELL / 2.0),
            false => (size + 1, edge),
        };
        let to = from + f64::from(count - 1) * CELL;
        let stroke = line_stroke(picture);
        for line in 0..count {
            let at = from + f64::from(line) * CELL;
            for (from, to) in [((from, at), (to, at)), ((at, from), (at, to))] {
                self.shapes.push(Shape::Line { from, to, stroke });
            }
        }
        let radius = CELL
            * if on_lines {
                STAR_ON_LINES
            } else {
                STAR_IN_CELLS
            };
        for (col, row) in picture.spec.game().stars(size) {
            let center = (from + f64::from(col) * CELL, from + f64::from(row) * CELL);
            self.circle(center, radius, Some((colors.line, 1.0)), None);
        }
    }

    fn labels(&mut self, picture: &BoardPicture) {
        let (spec, edge) = (picture.spec, margin(picture));
        let on_lines = spec.game().grid() == Grid::Lines;
        // The half point outside the outermost lines is empty.
        let inset = edge * if on_lines { 0.62 } else { 0.5 };
        let from_bottom = spec.number_of_row(0) != 1;
        for index in 0..spec.size() {
            let place = middle_of(index, edge);
            let row = spec.number_of_row(index).to_string();
            let y = if from_bottom {
                self.size.1 - inset
            } else {
                inset
            };
            let column = char::from(b'a' + index).to_string();
            for (at, text) in [((place, y), column), ((inset, place), row)] {
                self.shapes.push(Shape::Text {
                    at,
                    size: label_size(picture),
                    anchor: Anchor::Middle,
                    text,
                    fill: picture.colors.label,
                });
            }
        }
    }

    fn circle(
        &mut self,
        center: Place,
        radius: f64,
        fill: Option<(Rgb, f64)>,
        stroke: Option<Stroke>,
    ) {
        self.shapes.push(Shape::Circle {
            center,
            radius,
            fill,
            stroke,
        });
    }

    fn stone(&mut self, center: Place, color: Color) {
        let shadow = (center.0 + CELL * 0.025, center.1 + CELL * 0.05);
        self.circle(shadow, STONE_RADIUS, Some(([0, 0, 0], 0.28)), None);
        let (body, edge) = stone_colors(color);
        self.circle(center, STONE_RADIUS, Some((body, 1.0)), Some((edge, 0.8)));
        self.shapes.push(Shape::Shine {
            center,
            radius: STONE_RADIUS,
            color,
        });
    }

    /// The stone of a point: as it lies there, or while it is being flipped.
    fn stone_at(&mut self, picture: &BoardPicture, point: Point, color: Color, center: Place) {
        match picture.turned {
            Some(turned) if picture.flipped.contains(point) => match turned {
                turned if turned < 0.34 => self.stone(center, color.other()),
                turned if turned < 0.67 => self.stone_on_edge(center, color),
                _ => self.stone(center, color),
            },
            _ => self.stone(center, color),
        }
    }

    /// A stone on its edge, turning to this color.
    fn stone_on_edge(&mut self, (x, y): Place, color: Color) {
        let (width, height) = (CELL * 0.1, 2.0 * STONE_RADIUS);
        for (left, color) in [(x - width, color.other()), (x, color)] {
            let (body, edge) = stone_colors(color);
            self.shapes.push(Shape::Rect {
                at: (left, y - height / 2.0),
                size: (width, height),
                radius: width / 2.0,
                fill: Some(body),
                stroke: Some((edge, 0.8)),
            });
        }
    }

    /// A line through a row that won.
    fn row(&mut self, from: Place, to: Place) {
        for stroke in [(SIGN_CASING, 6.0), (SIGN, 3.4)] {
            self.shapes.push(Shape::Line { from, to, stroke });
        }
    }

    /// The marks of a point besides its stone.
    fn marks(&mut self, picture: &BoardPicture, point: Point, at: Place) {
        if picture.legal.contains(point) {
            let (body, edge) = stone_colors(picture.mover);
            self.circle(at, CELL * 0.1, Some((body, 1.0)), Some((edge, 0.8)));
        }
        if picture.forbidden.contains(&point) {
            self.cross(at);
        }
        for _ in picture.rows.iter().filter(|row| row.contains(&point)) {
            self.circle(at, CELL * 0.3, None, Some((SIGN, 2.4)));
        }
        if picture.flipped.contains(point) && picture.turned.is_none() {
            self.circle(at, CELL * 0.1, None, Some((SIGN, 1.8)));
        }
        if picture.would_flip.contains(point) {
            let (body, edge) = stone_colors(picture.mover);
            self.circle(at, CELL * 0.2, Some((body, 1.0)), Some((edge, 0.8)));
        }
        if picture.last == Some(point) {
            let casing = Some((SIGN_CASING, 1.0));
            self.circle(at, CELL * 0.13, Some((SIGN, 1.0)), casing);
        }
        if picture.marked.contains(&point) {
            for stroke in [(SIGN_CASING, 5.0), (SIGN, 3.2)] {
                self.circle(at, CELL * 0.4, None, Some(stroke));
            }
        }
        if picture.suggestion == Some(point) {
            self.circle(at, CELL * 0.3, None, Some((SIGN_CASING, 6.0)));
            self.circle(at, CELL * 0.3, None, Some((SUGGESTION, 3.4)));
        }
        if picture.cursor == Some(point) {
            let half = CELL * 0.46;
            for stroke in [(CURSOR_CASING, 5.0), (CURSOR, 2.6)] {
                self.shapes.push(Shape::Rect {
                    at: (at.0 - half, at.1 - half),
                    size: (2.0 * half, 2.0 * half),
                    radius: CELL * 0.1,
                    fill: None,
                    stroke: Some(stroke),
                });
            }
        }
    }

    fn cross(&mut self, (x, y): Place) {
        let arm = CELL * 0.22;
        for stroke in [(FORBIDDEN_CASING, 6.5), (FORBIDDEN, 3.2)] {
            for sign in [1.0, -1.0] {
                self.shapes.push(Shape::Line {
                    from: (x - arm, y - sign * arm),
                    to: (x + arm, y + sign * arm),
                    stroke,
                });
            }
        }
    }
}

/// The body and the edge of a stone.
const fn stone_colors(color: Color) -> (Rgb, Rgb) {
    match color {
        Color::Black => (BLACK, BLACK_EDGE),
        Color::White => (WHITE, WHITE_EDGE),
    }
}
