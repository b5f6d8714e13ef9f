//! Divides a screen with a board: the board takes what it can, the rest is folded away as needed.

use ratatui::layout::Rect;
use yiqi_rules::GameSpec;

use crate::board::Geometry;

/// The smallest usable screen.
pub(crate) const SCREEN_MIN: (u16, u16) = (40, 15);

/// The parts of a screen with a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardLayout {
    /// The line with the open games.
    pub(crate) tabs: Option<Rect>,
    /// Names, counts and clocks in two lines above the board, if there is no room next to it.
    pub(crate) players: Option<Rect>,
    pub(crate) geometry: Geometry,
    /// The slider of a replay, under the board.
    pub(crate) slider: Option<Rect>,
    /// Names, counts, clocks, the last move, the program's analysis.
    pub(crate) info: Option<Rect>,
    /// The list of moves.
    pub(crate) moves: Option<Rect>,
}

const INFO_WIDTH: u16 = 30;
const MOVES_WIDTH: u16 = 20;
const GAP: u16 = 2;

/// What a layout depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayoutInput {
    pub(crate) spec: GameSpec,
    pub(crate) game_count: usize,
    pub(crate) focus: (u8, u8),
    pub(crate) ascii: bool,
    pub(crate) has_slider: bool,
}

impl BoardLayout {
    /// Divides an area.
    pub(crate) fn new(area: Rect, input: LayoutInput) -> BoardLayout {
        let size = input.spec.size();
        let mut rest = area;
        let (wanted_w, wanted_h) = Geometry::wanted(size, 1);
        let slider_h = u16::from(input.has_slider);
        // The tabs are dropped when the board needs their line, unless there are several games.
        let spare = area.height.saturating_sub(wanted_h + slider_h);
        let has_tabs = input.game_count > 1 || spare >= 1;
        let tabs = has_tabs.then(|| take_top(&mut rest, 1));
        let room = rest.width.saturating_sub(wanted_w + 1);
        let with_info = room >= GAP + INFO_WIDTH;
        let players = (!with_info).then(|| take_top(&mut rest, 2));
        let slider = input.has_slider.then(|| take_bottom(&mut rest, 1));
        // Large stones need large screens: half blocks need room to look like stones.
        let is_large = area.width >= 100 && area.height >= 26 && !input.ascii;
        let scale_max = if is_large { 6 } else { 1 };
        let geometry_with = |side_width: u16| {
            let board = Rect {
                x: rest.x + 1.min(rest.width),
                width: rest.width.saturating_sub(side_width + 1),
                ..rest
            };
            Geometry::within(board, size, scale_max, input.focus)
        };
        let narrow = geometry_with(if with_info { GAP + INFO_WIDTH } else { 0 });
        let wide = geometry_with(2 * GAP + INFO_WIDTH + MOVES_WIDTH);
        // The moves get their own column only if that does not make the board smaller.
        let with_moves = room >= 2 * GAP + INFO_WIDTH + MOVES_WIDTH && wide.scale == narrow.scale;
        let geometry = if with_moves { wide } else { narrow };
        let mut side = Rect {
            x: geometry.area.right().saturating_add(GAP).min(rest.right()),
            ..rest
        };
        side.width = rest.right().saturating_sub(side.x);
        let (mut info, mut moves) = (None, None);
        if with_info {
            let mut column = side;
            if with_moves {
                let moves_width = MOVES_WIDTH.max(side.width / 3).min(MOVES_WIDTH + 10);
                column.width = side.width.saturating_sub(GAP + moves_width).min(48);
                moves = Some(Rect {
                    x: column.right() + GAP,
                    width: moves_width,
                    ..side
                });
            } else if side.height >= 16 {
                // Stacked.
                column.height = 10;
                moves = Some(Rect {
                    y: side.y + 10,
                    height: side.height - 10,
                    ..side
                });
            }
            info = Some(column);
        }
        BoardLayout {
            tabs,
            players,
            geometry,
            slider,
            info,
            moves,
        }
    }
}

/// From this many rows on, there are two lines for the status and one for key hints.
const ROWS_FOR_HINTS: u16 = 20;

/// The area of the screen, and the lines at the bottom.
pub(crate) fn split(area: Rect) -> (Rect, Rect) {
    let mut body = area;
    let height = if area.height >= ROWS_FOR_HINTS { 3 } else { 1 };
    let bottom = take_bottom(&mut body, height);
    (body, bottom)
}

/// Splits lines off the top of an area.
pub(crate) fn take_top(area: &mut Rect, height: u16) -> Rect {
    let height = height.min(area.height);
    let taken = Rect { height, ..*area };
    area.y += height;
    area.height -= height;
    taken
}

/// Splits lines off the bottom of an area.
pub(crate) fn take_bottom(area: &mut Rect, height: u16) -> Rect {
    let height = height.min(area.height);
    area.height -= height;
    Rect {
        y: area.bottom(),
        height,
        ..*area
    }
}

/// A box of at most this size at the center of an area.
pub(crate) fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// The area without a margin of this many columns and rows.
pub(crate) fn inner(area: Rect, cols: u16, rows: u16) -> Rect {
    Rect {
        x: area.x + cols.min(area.width / 2),
        y: area.y + rows.min(area.height / 2),
        width: area.width.saturating_sub(2 * cols),
        height: area.height.saturating_sub(2 * rows),
    }
}
