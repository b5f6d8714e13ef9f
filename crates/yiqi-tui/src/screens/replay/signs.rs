//! The marks of a comment as signs on a board of characters.

use yiqi_record::markup::{Mark, MarkKind};
use yiqi_rules::Point;

/// What a mark puts on which points: an arrow has two ends.
pub(super) fn of(mark: &Mark, ascii: bool) -> Vec<(Point, String)> {
    let sign = |unicode: &str, plain: &str| match ascii {
        true => plain.to_owned(),
        false => unicode.to_owned(),
    };
    let shape = match mark.kind {
        MarkKind::Arrow => {
            let to = mark.to.unwrap_or(mark.point);
            let (unicode, plain) = head(mark.point, to);
            return vec![(mark.point, sign("•", "*")), (to, sign(unicode, plain))];
        }
        MarkKind::Circle => sign("○", "o"),
        MarkKind::Label => mark.text.clone(),
        MarkKind::Cross => sign("×", "x"),
        MarkKind::Square => sign("□", "#"),
        MarkKind::Triangle => sign("△", "A"),
    };
    vec![(mark.point, shape)]
}

/// The head of an arrow from one point to another, and the same in ASCII.
fn head(from: Point, to: Point) -> (&'static str, &'static str) {
    let along = |from: u8, to: u8| i32::from(to) - i32::from(from);
    let (right, down) = (along(from.col(), to.col()), along(from.row(), to.row()));
    // Arrows that are much longer one way than the other count as straight.
    let is_level = right.abs() > 2 * down.abs();
    let is_upright = down.abs() > 2 * right.abs();
    match (right.signum(), down.signum()) {
        (1, _) if is_level => ("→", ">"),
        (-1, _) if is_level => ("←", "<"),
        (_, 1) if is_upright => ("↓", "v"),
        (_, -1) if is_upright => ("↑", "^"),
        (1, 1) => ("↘", "\\"),
        (1, -1) => ("↗", "/"),
        (-1, 1) => ("↙", "/"),
        (-1, -1) => ("↖", "\\"),
        _ => ("•", "*"),
    }
}
