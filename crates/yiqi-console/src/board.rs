//! Draws boards in three styles.

use yiqi_desk::BoardStyle;
use yiqi_rules::{Color, Move, Point};
use yiqi_session::GameView;

/// The signs for stones: ● is black and ○ is white, unless they are swapped for terminals on which
/// they look the other way around.
#[derive(Clone, Copy)]
pub(crate) struct Glyphs {
    pub(crate) swapped: bool,
}

impl Glyphs {
    pub(crate) fn stone(self, color: Color) -> &'static str {
        yiqi_text::words::stone(self.shown(color))
    }

    fn wide_stone(self, color: Color) -> &'static str {
        match self.shown(color) {
            Color::Black => "⚫",
            Color::White => "⚪",
        }
    }

    fn shown(self, color: Color) -> Color {
        if self.swapped { color.other() } else { color }
    }
}

/// What a point shows.
enum Cell {
    Stone(Color),
    /// A legal point, in games that mark them.
    Legal,
    Forbidden,
    Empty,
}

fn cell(view: &GameView, point: Point) -> Cell {
    let stone = Color::BOTH
        .into_iter()
        .find(|&color| view.stones[color].contains(point));
    match stone {
        Some(color) => Cell::Stone(color),
        None if view.marked_points.contains(point) => Cell::Legal,
        None if view.forbidden.iter().any(|&(p, _)| p == point) => Cell::Forbidden,
        None => Cell::Empty,
    }
}

/// The board, line by line.
pub(crate) fn draw(view: &GameView, style: BoardStyle, glyphs: Glyphs) -> Vec<String> {
    match style {
        BoardStyle::Plain => plain(view, glyphs),
        BoardStyle::Grid => grid(view, glyphs),
        BoardStyle::Emoji => emoji(view, glyphs),
    }
}

fn points(row: u8, size: u8) -> impl Iterator<Item = Point> {
    (0..size).filter_map(move |col| Point::new(col, row))
}

fn letters(first: char, size: u8) -> impl Iterator<Item = char> {
    (first..).take(usize::from(size))
}

/// Row number, then cells separated by one blank: scripts rely on this.
fn plain(view: &GameView, glyphs: Glyphs) -> Vec<String> {
    numbered(view, 'a', |cell| match cell {
        Cell::Stone(color) => glyphs.stone(color),
        Cell::Legal => "+",
        Cell::Forbidden => "x",
        Cell::Empty => ".",
    })
}

/// The same with signs that are two columns wide.
fn emoji(view: &GameView, glyphs: Glyphs) -> Vec<String> {
    numbered(view, 'ａ', |cell| match cell {
        Cell::Stone(color) => glyphs.wide_stone(color),
        Cell::Legal => "＋",
        Cell::Forbidden => "Ｘ",
        Cell::Empty => "．",
    })
}

fn numbered(view: &GameView, first: char, sign: impl Fn(Cell) -> &'static str) -> Vec<String> {
    let size = view.spec.size();
    let number_width = if size > 9 { 2 } else { 1 };
    let mut lines = vec![" ".repeat(number_width)];
    for letter in letters(first, size) {
        lines[0].push(' ');
        lines[0].push(letter);
    }
    for row in 0..size {
        let mut line = format!("{:>number_width$}", view.spec.number_of_row(row));
        for point in points(row, size) {
            line.push(' ');
            line.push_str(sign(cell(view, point)));
        }
        lines.push(line);
    }
    lines
}

/// Lines between the points, letters for columns, numbers for rows on the left and letters for them on
/// the right, so that both kinds of point names can be read off. The last stone is in brackets.
fn grid(view: &GameView, glyphs: Glyphs) -> Vec<String> {
    let size = view.spec.size();
    let last = view.last.as_ref().map(|changes| changes.mv);
    let rule = |left: &str, middle: &str, right: &str| {
        let cells = vec!["───"; usize::from(size)];
        format!("   {left}{}{right}", cells.join(middle))
    };
    let mut head = String::from("  ");
    for letter in letters('A', size) {
        head.push_str("   ");
        head.push(letter);
    }
    let mut lines = vec![head, rule("┌", "┬", "┐")];
    for (row, letter) in (0..size).zip(letters('A', size)) {
        let mut line = format!("{:>2} │", view.spec.number_of_row(row));
        for point in points(row, size) {
            let sign = match cell(view, point) {
                Cell::Stone(color) => glyphs.stone(color),
                Cell::Legal => "+",
                Cell::Forbidden => "x",
                Cell::Empty => " ",
            };
            let (open, close) = if last == Some(Move::Place(point)) {
                ('[', ']')
            } else {
                (' ', ' ')
            };
            line.push(open);
            line.push_str(sign);
            line.push(close);
            line.push('│');
        }
        line.push_str(&format!(" {letter}"));
        lines.push(line);
        if row + 1 < size {
            lines.push(rule("├", "┼", "┤"));
        }
    }
    lines.push(rule("└", "┴", "┘"));
    lines
}
