//! A board in plain text, for pipes, scripts and people.

use yiqi_rules::{AnyPosition, Color, Point};

use crate::words::stone;

/// The position in plain style: column letters, then each row with its number and its cells
/// separated by one blank. `.` is empty, `+` a legal point in games whose rules allow only a few,
/// `x` a point forbidden to the side to move.
#[must_use]
pub fn plain(position: &AnyPosition) -> String {
    let spec = position.spec();
    let size = spec.size();
    let number_width = if size > 9 { 2 } else { 1 };
    let mut out = " ".repeat(number_width);
    for col in 0..size {
        out.push(' ');
        out.push(char::from(b'a' + col));
    }
    out.push('\n');
    let marked = position.marked_points();
    let forbidden = position.forbidden_points();
    for row in 0..size {
        out.push_str(&format!("{:>number_width$}", spec.number_of_row(row)));
        for col in 0..size {
            let Some(point) = Point::new(col, row) else {
                continue;
            };
            out.push(' ');
            out.push_str(match position.at(point) {
                Some(Color::Black) => stone(Color::Black),
                Some(Color::White) => stone(Color::White),
                None if marked.contains(point) => "+",
                None if forbidden.iter().any(|&(p, _)| p == point) => "x",
                None => ".",
            });
        }
        out.push('\n');
    }
    out
}
