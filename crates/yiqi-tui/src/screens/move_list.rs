//! The list of moves, two per line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::{pad, put};
use crate::shared::Shared;

/// Where the moves of a list are: the lines below its title.
struct Rows {
    /// The first line that is shown.
    first: usize,
    count: usize,
    column: u16,
}

impl Rows {
    /// The lines of a list of moves; `at` is the ply that is shown, if not the last.
    fn new(moves: usize, at: Option<usize>, area: Rect) -> Rows {
        let room = usize::from(area.height.saturating_sub(1));
        let count = moves.div_ceil(2);
        let last = count.saturating_sub(room);
        let first = match at {
            None => last,
            // The line of the ply that is shown stays in the lower half.
            Some(ply) => (ply.saturating_sub(1) / 2)
                .saturating_sub(room * 2 / 3)
                .min(last),
        };
        Rows {
            first,
            count,
            column: (area.width / 2).max(1),
        }
    }
}

/// Draws the moves; `at` is the ply that is shown, if it is not simply the last.
pub(super) fn draw(
    shared: &Shared,
    moves: &[String],
    at: Option<usize>,
    buf: &mut Buffer,
    area: Rect,
) {
    let palette = shared.palette();
    let title = shared.say("tui-moves");
    put(buf, area.x, area.y, area.width, &title, palette.quiet);
    let rows = Rows::new(moves.len(), at, area);
    let shown = at.unwrap_or(moves.len());
    for (row, y) in (rows.first..rows.count).zip(area.top() + 1..area.bottom()) {
        for (number, x) in [(2 * row + 1, area.x), (2 * row + 2, area.x + rows.column)] {
            let Some(name) = moves.get(number - 1) else {
                continue;
            };
            let label = pad(
                &format!("{number:>3} {name}"),
                usize::from(rows.column.min(10)),
            );
            let style = if number == shown && at.is_some() {
                palette.chosen
            } else if number > shown {
                palette.quiet
            } else {
                palette.text
            };
            put(buf, x, y, rows.column, &label, style);
        }
    }
}

/// The ply whose move is at a place of the list.
pub(super) fn ply_at(moves: usize, at: Option<usize>, area: Rect, x: u16, y: u16) -> Option<usize> {
    if !area.contains((x, y).into()) || y == area.y {
        return None;
    }
    let rows = Rows::new(moves, at, area);
    let row = rows.first + usize::from(y - area.y - 1);
    let side = usize::from((x - area.x) / rows.column).min(1);
    let ply = 2 * row + side + 1;
    (ply <= moves).then_some(ply)
}
