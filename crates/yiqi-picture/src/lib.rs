//! A board as a picture: SVG, pixels, PNG, and a game as an animated GIF.
//!
//! [`BoardPicture`] says what is shown. `scene` turns it into shapes, drawn as the web page draws
//! them; `svg` writes these as text, `raster` as pixels, with the glyphs of `font`. [`Chart`] draws the
//! course of a game in the same way; `gif` joins pictures to an animation. No I/O.

mod chart;
mod font;
mod gif;
mod raster;
mod scene;
mod svg;

use yiqi_rules::{ByColor, Color, GameSpec, Grid, Point, PointSet};

pub use chart::Chart;
pub use gif::GifWriter;
pub use raster::Raster;

/// A color: red, green, blue.
pub type Rgb = [u8; 3];

/// The colors of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardColors {
    /// What the stones lie on.
    pub field: Rgb,
    /// Grid and star points.
    pub line: Rgb,
    /// Around the field.
    pub frame: Rgb,
    /// The names of columns and rows.
    pub label: Rgb,
}

impl BoardColors {
    /// Green cloth in a dark frame.
    pub const GREEN: BoardColors = BoardColors {
        field: [0x2f, 0x8f, 0x5b],
        line: [0x0c, 0x3f, 0x24],
        frame: [0x22, 0x35, 0x2b],
        label: [0xdf, 0xe9, 0xe2],
    };

    /// Wood.
    pub const WOOD: BoardColors = BoardColors {
        field: [0xdc, 0xb0, 0x6a],
        line: [0x4d, 0x35, 0x13],
        frame: [0xdc, 0xb0, 0x6a],
        label: [0x4d, 0x35, 0x13],
    };

    /// Blue.
    pub const BLUE: BoardColors = BoardColors {
        field: [0x6d, 0x8f, 0xb0],
        line: [0x1c, 0x33, 0x4a],
        frame: [0x24, 0x3b, 0x52],
        label: [0xe2, 0xe9, 0xf0],
    };

    /// Gray.
    pub const GRAY: BoardColors = BoardColors {
        field: [0x8c, 0x8c, 0x8c],
        line: [0x2e, 0x2e, 0x2e],
        frame: [0x33, 0x33, 0x33],
        label: [0xe8, 0xe8, 0xe8],
    };

    /// The usual colors of a game: wood if stones go on the lines.
    #[must_use]
    pub fn of(spec: GameSpec) -> BoardColors {
        match spec.game().grid() {
            Grid::Lines => BoardColors::WOOD,
            Grid::Cells => BoardColors::GREEN,
        }
    }
}

/// Everything that is drawn on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardPicture {
    /// The game, for the size of its board and its grid.
    pub spec: GameSpec,
    /// The stones.
    pub stones: ByColor<PointSet>,
    /// The stone placed last.
    pub last: Option<Point>,
    /// The stones that it flipped.
    pub flipped: PointSet,
    /// The rows that won.
    pub rows: Vec<Vec<Point>>,
    /// The legal points, if they are marked, in the color of `mover`.
    pub legal: PointSet,
    /// The side to move.
    pub mover: Color,
    /// Forbidden points.
    pub forbidden: Vec<Point>,
    /// Stones that explain a refusal.
    pub marked: Vec<Point>,
    /// A suggested point.
    pub suggestion: Option<Point>,
    /// The point under the cursor.
    pub cursor: Option<Point>,
    /// The stones that a move at the cursor would flip.
    pub would_flip: PointSet,
    /// How far the flipped stones have turned, from 0 to 1, while they do.
    pub turned: Option<f32>,
    /// Whether columns and rows are named.
    pub has_labels: bool,
    /// The colors of the board.
    pub colors: BoardColors,
}

impl BoardPicture {
    /// A board with its names of columns and rows, and no marks.
    #[must_use]
    pub fn new(spec: GameSpec, stones: ByColor<PointSet>) -> BoardPicture {
        BoardPicture {
            spec,
            stones,
            last: None,
            flipped: PointSet::EMPTY,
            rows: Vec::new(),
            legal: PointSet::EMPTY,
            mover: Color::Black,
            forbidden: Vec::new(),
            marked: Vec::new(),
            suggestion: None,
            cursor: None,
            would_flip: PointSet::EMPTY,
            turned: None,
            has_labels: true,
            colors: BoardColors::of(spec),
        }
    }

    /// An SVG file, this many pixels wide where a program asks for its size.
    #[must_use]
    pub fn svg(&self, side: u32) -> String {
        svg::write(&scene::Scene::of(self), side)
    }

    /// The pixels of a square picture.
    #[must_use]
    pub fn raster(&self, side: u32) -> Raster {
        raster::draw(&scene::Scene::of(self), side, side)
    }

    /// One point as a picture of this many pixels, for those who draw a board point by point. The
    /// grid goes on in the pictures of its neighbors. There are no labels.
    #[must_use]
    pub fn tile(&self, point: Point, width: u32, height: u32) -> Tile {
        let scale = f64::from(width.min(height).max(1)) / scene::CELL;
        let size = (f64::from(width) / scale, f64::from(height) / scale);
        Tile {
            scene: scene::Scene::tile(self, point, size),
            width,
            height,
        }
    }

    /// Draws some points again, in the pixels of a picture of the same board.
    pub fn redraw(&self, raster: &mut Raster, points: PointSet) {
        let scene = scene::Scene::of(self);
        for point in points.iter() {
            // The shadow of a stone reaches beyond its point.
            let [left, top, width, height] = self.area_of(point, raster.width);
            let part = [
                left - width / 4.0,
                top - height / 4.0,
                left + width * 1.25,
                top + height * 1.25,
            ];
            let side = f64::from(raster.width);
            raster::draw_part(&scene, raster, part.map(|at| at.clamp(0.0, side) as u32));
        }
    }

    /// The area of a point in a square picture of this size: left, top, width and height.
    #[must_use]
    pub fn area_of(&self, point: Point, side: u32) -> [f64; 4] {
        let scene = scene::Scene::of(self);
        let scale = f64::from(side) / scene.size.0;
        let (x, y) = scene::center(self, point);
        let half = scene::CELL / 2.0;
        [
            (x - half) * scale,
            (y - half) * scale,
            scene::CELL * scale,
            scene::CELL * scale,
        ]
    }
}

/// One point of a board, to be drawn. Equal tiles have equal pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    scene: scene::Scene,
    width: u32,
    height: u32,
}

impl Tile {
    /// Its pixels.
    #[must_use]
    pub fn raster(&self) -> Raster {
        raster::draw(&self.scene, self.width, self.height)
    }
}
