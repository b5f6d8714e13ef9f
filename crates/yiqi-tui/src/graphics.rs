//! Boards as real pictures, in terminals that show pictures.
//!
//! The points of a board always take whole cells, so a picture replaces the characters of a board
//! and nothing else: layout, mouse, labels and panels stay as they are. `query` finds out what the
//! terminal can do; `kitty`, `sixel` and `iterm` write pictures as the three protocols want them.

mod iterm;
mod kitty;
pub(crate) mod query;
mod sixel;

use std::rc::Rc;

use ratatui::layout::Rect;
use yiqi_desk::Pictures;
use yiqi_picture::{BoardPicture, Raster, Tile};
use yiqi_rules::Point;

use crate::board::Geometry;

/// How a terminal is sent pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The graphics protocol of kitty, which other terminals know, too.
    Kitty,
    /// Sixels, as the VT340 had them.
    Sixel,
    /// The inline images of iTerm2.
    Iterm,
}

/// What is known about the pictures of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureSupport {
    /// The protocol that it understands, if any.
    pub protocol: Option<Protocol>,
    /// The width and height of a character in pixels.
    pub cell: Option<(u16, u16)>,
    /// The colors that a picture of sixels can have.
    pub registers: Option<u16>,
}

/// How pictures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Graphics {
    protocol: Protocol,
    cell: (u16, u16),
    registers: u16,
}

/// The size of a character where it is unknown. Terminals that scale pictures to the cells they are
/// told do not depend on it.
const USUAL_CELL: (u16, u16) = (10, 20);
/// The colors of a picture of sixels where the terminal does not tell.
const USUAL_REGISTERS: u16 = 256;
/// A character smaller than this is not one.
const CELL_MIN: u16 = 4;
/// A character larger than this would make pictures too large.
const CELL_MAX: u16 = 100;

impl Graphics {
    /// How a terminal is sent pictures, by the person's choice.
    pub(crate) fn new(choice: Pictures, support: PictureSupport) -> Option<Graphics> {
        let protocol = match choice {
            Pictures::Off => None,
            Pictures::Auto => support.protocol,
            Pictures::Kitty => Some(Protocol::Kitty),
            Pictures::Sixel => Some(Protocol::Sixel),
            Pictures::Iterm => Some(Protocol::Iterm),
        }?;
        let cell = support.cell.filter(|&(width, height)| {
            (CELL_MIN..=CELL_MAX).contains(&width) && (CELL_MIN..=CELL_MAX).contains(&height)
        });
        let cell = match (cell, protocol) {
            (Some(cell), _) => cell,
            // Sixels are not scaled: with another size the picture would not fit.
            (None, Protocol::Sixel) if choice == Pictures::Auto => return None,
            (None, _) => USUAL_CELL,
        };
        Some(Graphics {
            protocol,
            cell,
            registers: support.registers.unwrap_or(USUAL_REGISTERS).max(2),
        })
    }
}

/// A board to be shown as a picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    pub(crate) board: BoardPicture,
    pub(crate) geometry: Geometry,
    pub(crate) graphics: Graphics,
}

impl Picture {
    /// The pixels of a point.
    fn tile_size(&self) -> (u32, u32) {
        let (width, height) = self.graphics.cell;
        let scale = u32::from(self.geometry.scale);
        (2 * scale * u32::from(width), scale * u32::from(height))
    }

    /// The visible points as blocks. A change of one point sends its block again, so blocks are small.
    /// But some terminals keep only 16 pictures of sixels, of at most 1000 pixels each.
    fn blocks(&self) -> Vec<Block> {
        const STRIPS_MAX: u8 = 8;
        const WIDTH_MAX: u32 = 1000;
        let geometry = &self.geometry;
        let (cols, rows) = (geometry.cols.max(1), geometry.rows.max(1));
        let is_wide = u32::from(cols) * self.tile_size().0 > WIDTH_MAX;
        let (cols, rows) = match is_wide {
            true => (cols.div_ceil(2), rows.div_ceil(STRIPS_MAX - 1)),
            false => (cols, rows.div_ceil(STRIPS_MAX)),
        };
        let (last_col, last_row) = (
            geometry.first_col + geometry.cols,
            geometry.first_row + geometry.rows,
        );
        let lines = (geometry.first_row..last_row).step_by(usize::from(rows));
        lines
            .flat_map(|row| {
                let starts = (geometry.first_col..last_col).step_by(usize::from(cols));
                starts.map(move |col| Block {
                    first: (col, row),
                    cols: cols.min(last_col - col),
                    rows: rows.min(last_row - row),
                })
            })
            .collect()
    }
}

/// A rectangle of points that is sent as one picture.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The column and row of its first point.
    first: (u8, u8),
    cols: u8,
    rows: u8,
}

impl Block {
    /// Its points, row by row.
    fn points(self) -> impl Iterator<Item = Point> {
        let (col, row) = self.first;
        (row..row + self.rows)
            .flat_map(move |row| (col..col + self.cols).filter_map(move |col| Point::new(col, row)))
    }
}

/// How many tiles are kept.
const TILES_MAX: usize = 128;

/// The pictures on the screen.
#[derive(Default)]
pub(crate) struct Canvas {
    /// The picture that is shown, with the tiles of each of its blocks.
    shown: Option<(Picture, Vec<Vec<Tile>>)>,
    /// The tiles drawn before: a board has many points of few kinds.
    drawn: Vec<(Tile, Rc<Raster>)>,
}

impl Canvas {
    /// Whether what is shown has to be removed before this can be shown.
    pub(crate) fn must_clear(&self, wanted: Option<&Picture>) -> bool {
        match (&self.shown, wanted) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some((shown, _)), Some(wanted)) => {
                shown.graphics != wanted.graphics
                    || shown.geometry.area != wanted.geometry.area
                    || shown.geometry.scale != wanted.geometry.scale
            }
        }
    }

    /// Forgets the picture. Returns what removes it; the screen must be cleared as well.
    pub(crate) fn clear(&mut self) -> &'static str {
        let shown = self.shown.take();
        match shown.map(|(picture, _)| picture.graphics.protocol) {
            Some(Protocol::Kitty) => kitty::CLEAR,
            _ => "",
        }
    }

    /// What changes the screen so that it shows a picture.
    pub(crate) fn show(&mut self, wanted: Picture) -> String {
        if self
            .shown
            .as_ref()
            .is_some_and(|(shown, _)| *shown == wanted)
        {
            return String::new();
        }
        let before = self.shown.take().map(|(_, blocks)| blocks);
        let before = before.unwrap_or_default();
        let size = wanted.tile_size();
        let mut out = String::new();
        let mut blocks = Vec::new();
        for (index, block) in wanted.blocks().into_iter().enumerate() {
            let tiles = block.points();
            let tiles: Vec<Tile> = tiles
                .map(|point| wanted.board.tile(point, size.0, size.1))
                .collect();
            if before.get(index) != Some(&tiles) {
                let raster = self.compose(&tiles, block, size);
                out.push_str(&place(&wanted, block, index, &raster));
            }
            blocks.push(tiles);
        }
        self.shown = Some((wanted, blocks));
        match out.is_empty() {
            true => out,
            // The text cursor stays where it is.
            false => format!("\x1b7{out}\x1b8"),
        }
    }

    /// The pixels of a block.
    fn compose(&mut self, tiles: &[Tile], block: Block, (width, height): (u32, u32)) -> Raster {
        let (cols, rows) = (u32::from(block.cols), u32::from(block.rows));
        let mut rgba = Vec::with_capacity((cols * width * rows * height * 4) as usize);
        for line in tiles.chunks(usize::from(block.cols.max(1))) {
            let drawn: Vec<Rc<Raster>> = line.iter().map(|tile| self.draw(tile)).collect();
            let row_bytes = width as usize * 4;
            for y in 0..height as usize {
                for raster in &drawn {
                    rgba.extend_from_slice(&raster.rgba[y * row_bytes..][..row_bytes]);
                }
            }
        }
        Raster {
            width: cols * width,
            height: rows * height,
            rgba,
        }
    }

    fn draw(&mut self, tile: &Tile) -> Rc<Raster> {
        if let Some((_, raster)) = self.drawn.iter().find(|(known, _)| known == tile) {
            return Rc::clone(raster);
        }
        if self.drawn.len() == TILES_MAX {
            self.drawn.clear();
        }
        let raster = Rc::new(tile.raster());
        self.drawn.push((tile.clone(), Rc::clone(&raster)));
        raster
    }
}

/// What shows the pixels of a block at its place.
fn place(picture: &Picture, block: Block, index: usize, raster: &Raster) -> String {
    let (col, row) = block.first;
    let Some(point) = Point::new(col, row) else {
        return String::new();
    };
    let corner = picture.geometry.cell(point);
    let area = Rect {
        width: corner.width * u16::from(block.cols),
        height: corner.height * u16::from(block.rows),
        ..corner
    };
    let shown = match picture.graphics.protocol {
        Protocol::Kitty => kitty::show(index, raster, area.width, area.height),
        Protocol::Iterm => iterm::show(raster, area.width, area.height),
        Protocol::Sixel => sixel::show(raster, picture.graphics.registers),
    };
    format!("\x1b[{};{}H{shown}", area.y + 1, area.x + 1)
}

#[cfg(test)]
mod tests {
    use yiqi_rules::{AnyPosition, ByColor, GameSpec};

    use super::*;

    fn graphics(protocol: Protocol) -> Graphics {
        let support = PictureSupport {
            protocol: Some(protocol),
            cell: Some((10, 20)),
            registers: None,
        };
        Graphics::new(Pictures::Auto, support).unwrap()
    }

    fn picture(spec: &str, scale: u16, protocol: Protocol) -> Picture {
        let spec: GameSpec = spec.parse().unwrap();
        let position = AnyPosition::new(spec);
        let stones = ByColor::from_fn(|color| position.stones(color));
        let area = Rect::new(1, 1, 200, 100);
        Picture {
            board: BoardPicture::new(spec, stones),
            geometry: Geometry::new(area, spec, scale, (0, 0), true),
            graphics: graphics(protocol),
        }
    }

    fn pictures_in(sent: &str) -> usize {
        sent.matches("\x1b_Ga=T").count() + sent.matches("\x1bP0;1;0q").count()
    }

    #[test]
    fn only_what_changed_is_sent_again() {
        for protocol in [Protocol::Kitty, Protocol::Sixel] {
            let mut canvas = Canvas::default();
            let mut board = picture("reversi", 2, protocol);
            assert_eq!(pictures_in(&canvas.show(board.clone())), 8);
            assert_eq!(canvas.show(board.clone()), "");
            board.board.cursor = Point::new(3, 2);
            assert_eq!(pictures_in(&canvas.show(board.clone())), 1);
            // From the third row to the fifth.
            board.board.cursor = Point::new(3, 4);
            assert_eq!(pictures_in(&canvas.show(board.clone())), 2);
            assert!(!canvas.must_clear(Some(&board)));
            assert!(canvas.must_clear(None));
            assert!(canvas.must_clear(Some(&picture("reversi", 3, protocol))));
            assert_eq!(canvas.clear().is_empty(), protocol == Protocol::Sixel);
            assert_eq!(pictures_in(&canvas.show(board)), 8);
        }
    }

    #[test]
    fn every_point_is_in_one_block_and_terminals_with_few_pictures_show_all() {
        for (spec, scale) in [
            ("reversi:4", 1),
            ("reversi:26", 1),
            ("reversi:26", 3),
            ("gomoku", 2),
        ] {
            let picture = picture(spec, scale, Protocol::Sixel);
            let blocks = picture.blocks();
            assert!(blocks.len() <= 16, "{spec}: {}", blocks.len());
            let mut points: Vec<Point> = blocks.iter().flat_map(|block| block.points()).collect();
            points.sort_unstable();
            let mut shown: Vec<Point> = picture.geometry.points().collect();
            shown.sort_unstable();
            assert_eq!(points, shown, "{spec}");
        }
    }

    #[test]
    fn a_block_is_put_where_its_points_are() {
        let board = picture("reversi", 2, Protocol::Kitty);
        let sent = Canvas::default().show(board);
        // Below the letters and right of the numbers; the text cursor returns.
        assert!(sent.starts_with("\x1b7\x1b[3;5H\x1b_G"), "{sent:.40}");
        assert!(sent.contains("\x1b[5;5H\x1b_G"));
        assert!(sent.contains(",c=32,r=2,"));
        assert!(sent.ends_with("\x1b8"));
    }

    #[test]
    fn sixels_need_the_size_of_a_character_and_the_others_do_not() {
        let unknown = |protocol| PictureSupport {
            protocol: Some(protocol),
            ..PictureSupport::default()
        };
        assert!(Graphics::new(Pictures::Auto, unknown(Protocol::Sixel)).is_none());
        assert!(Graphics::new(Pictures::Auto, unknown(Protocol::Kitty)).is_some());
        assert!(Graphics::new(Pictures::Off, unknown(Protocol::Kitty)).is_none());
        assert!(Graphics::new(Pictures::Sixel, PictureSupport::default()).is_some());
        assert!(Graphics::new(Pictures::Auto, PictureSupport::default()).is_none());
    }
}
