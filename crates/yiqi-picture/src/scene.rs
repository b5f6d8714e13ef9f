//! A board as shapes, in units of which a point takes [`CELL`].

use yiqi_rules::{Color, Grid, Point};

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

/// A square picture as shapes, from the lowest to the topmost.
pub(crate) struct Scene {
    pub(crate) side: f64,
    pub(crate) shapes: Vec<Shape>,
}

/// A place in the picture.
pub(crate) type Place = (f64, f64);

/// A stroke: its color and its width.
pub(crate) type Stroke = (Rgb, f64);

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
    /// A text around a place.
    Text {
        at: Place,
        size: f64,
        text: String,
        fill: Rgb,
    },
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
    pub(crate) fn of(picture: &BoardPicture) -> Scene {
        let field = f64::from(picture.spec.size()) * CELL;
        let mut scene = Scene {
            side: field + 2.0 * margin(picture),
            shapes: Vec::new(),
        };
        scene.ground(picture, field);
        if picture.has_labels {
            scene.labels(picture);
        }
        for color in Color::BOTH {
            for point in picture.stones[color].iter() {
                scene.stone(center(picture, point), color);
            }
        }
        scene.notes(picture);
        scene
    }

    fn ground(&mut self, picture: &BoardPicture, field: f64) {
        let (colors, edge, size) = (picture.colors, margin(picture), picture.spec.size());
        let on_lines = picture.spec.game().grid() == Grid::Lines;
        self.shapes.push(Shape::Rect {
            at: (0.0, 0.0),
            size: (self.side, self.side),
            radius: self.side * 0.012,
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
        let stroke = (colors.line, (f64::from(size) * 0.095).max(0.9));
        for line in 0..count {
            let at = from + f64::from(line) * CELL;
            for (from, to) in [((from, at), (to, at)), ((at, from), (at, to))] {
                self.shapes.push(Shape::Line { from, to, stroke });
            }
        }
        let radius = CELL * if on_lines { 0.1 } else { 0.07 };
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
                self.side - inset
            } else {
                inset
            };
            let column = char::from(b'a' + index).to_string();
            for (at, text) in [((place, y), column), ((inset, place), row)] {
                self.shapes.push(Shape::Text {
                    at,
                    size: label_size(picture),
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

    /// Marks of the position besides its stones.
    fn notes(&mut self, picture: &BoardPicture) {
        let at = |point: Point| center(picture, point);
        let (body, edge) = stone_colors(picture.mover);
        for point in picture.legal.iter() {
            self.circle(at(point), CELL * 0.1, Some((body, 1.0)), Some((edge, 0.8)));
        }
        for &point in &picture.forbidden {
            self.cross(at(point));
        }
        for row in &picture.rows {
            if let (Some(&first), Some(&last)) = (row.first(), row.last()) {
                for stroke in [(SIGN_CASING, 6.0), (SIGN, 3.4)] {
                    let (from, to) = (at(first), at(last));
                    self.shapes.push(Shape::Line { from, to, stroke });
                }
            }
            for &point in row {
                self.circle(at(point), CELL * 0.3, None, Some((SIGN, 2.4)));
            }
        }
        for point in picture.flipped.iter() {
            self.circle(at(point), CELL * 0.1, None, Some((SIGN, 1.8)));
        }
        if let Some(point) = picture.last {
            let casing = Some((SIGN_CASING, 1.0));
            self.circle(at(point), CELL * 0.13, Some((SIGN, 1.0)), casing);
        }
        for &point in &picture.marked {
            for stroke in [(SIGN_CASING, 5.0), (SIGN, 3.2)] {
                self.circle(at(point), CELL * 0.4, None, Some(stroke));
            }
        }
        if let Some(point) = picture.suggestion {
            self.circle(at(point), CELL * 0.3, None, Some((SIGN_CASING, 6.0)));
            self.circle(at(point), CELL * 0.3, None, Some((SUGGESTION, 3.4)));
        }
        if let Some(point) = picture.cursor {
            let (x, y) = at(point);
            let half = CELL * 0.46;
            for stroke in [(CURSOR_CASING, 5.0), (CURSOR, 2.6)] {
                self.shapes.push(Shape::Rect {
                    at: (x - half, y - half),
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
