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
/// The rows of the information when it is below the board.
const INFO_HEIGHT: u16 = 6;
const MOVES_WIDTH: u16 = 20;
const GAP: u16 = 2;
/// The column to the left of everything.
const MARGIN: u16 = 1;
/// Both players above the board.
const PLAYERS_HEIGHT: u16 = 2;
/// Characters cannot draw round stones; larger boards only have more space between the points.
const ASCII_SCALE_MAX: u16 = 2;

/// What a layout depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayoutInput {
    pub(crate) spec: GameSpec,
    pub(crate) game_count: usize,
    pub(crate) focus: (u8, u8),
    pub(crate) ascii: bool,
    pub(crate) has_slider: bool,
    /// Whether the board is a real picture.
    pub(crate) is_picture: bool,
}

/// Where names, counts and clocks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Panel {
    /// In a panel to the right of the board.
    Beside,
    /// In a panel below the board.
    Below,
    /// In two lines above the board.
    Lines,
}

impl Panel {
    /// The columns and rows that it takes from the board.
    fn takes(self) -> (u16, u16) {
        match self {
            Panel::Beside => (GAP + INFO_WIDTH, 0),
            Panel::Below => (0, 1 + INFO_HEIGHT),
            Panel::Lines => (0, PLAYERS_HEIGHT),
        }
    }
}

/// The scale of a board, and where the panel is, in a body without slider and tabs.
///
/// The board is as large as it can be with a panel. In a window that has no room for a panel and a
/// board of scale 2, the panel shrinks to two lines first.
fn arrange(width: u16, height: u16, input: LayoutInput) -> (u16, Panel) {
    let scale_with = |panel: &Panel| {
        let (cols, rows) = panel.takes();
        let (width, height) = (
            width.saturating_sub(MARGIN + cols),
            height.saturating_sub(rows),
        );
        let scale = Geometry::scale_within(width, height, input.spec, input.is_picture)?;
        Some(match input.ascii {
            true => scale.min(ASCII_SCALE_MAX),
            false => scale,
        })
    };
    let with = |panel: Panel| (scale_with(&panel).unwrap_or(0), panel);
    // At equal scales, the first one.
    let larger = |a: (u16, Panel), b: (u16, Panel)| if b.0 > a.0 { b } else { a };
    let best = larger(with(Panel::Beside), with(Panel::Below));
    if best.0 >= 2 {
        return best;
    }
    match larger(best, with(Panel::Lines)) {
        (0, _) => (1, scrolled_panel(width, input)),
        found => found,
    }
}

/// Where the panel of a board is that does not fit.
fn scrolled_panel(width: u16, input: LayoutInput) -> Panel {
    let wanted = Geometry::wanted(input.spec, 1, input.is_picture).0;
    let wanted = wanted + MARGIN + GAP + INFO_WIDTH;
    match width >= wanted {
        true => Panel::Beside,
        false => Panel::Lines,
    }
}

impl BoardLayout {
    /// Divides an area.
    pub(crate) fn new(area: Rect, input: LayoutInput) -> BoardLayout {
        let mut rest = area;
        let slider = input.has_slider.then(|| take_bottom(&mut rest, 1));
        // The tabs are dropped when the board needs their line, unless there are several games.
        let without_tabs = arrange(rest.width, rest.height, input);
        let with_tabs = arrange(rest.width, rest.height.saturating_sub(1), input);
        let fits = |scale: u16, height: u16| {
            Geometry::wanted(input.spec, scale, input.is_picture).1 <= height
        };
        let needs_line = without_tabs.0 == 1
            && (without_tabs.1 != with_tabs.1 || !fits(1, rest.height.saturating_sub(1)));
        let has_tabs = input.game_count > 1 || !needs_line;
        let tabs = has_tabs.then(|| take_top(&mut rest, 1));
        let (scale, panel) = if has_tabs { with_tabs } else { without_tabs };
        let players = (panel == Panel::Lines).then(|| take_top(&mut rest, PLAYERS_HEIGHT));
        let board = Rect {
            x: rest.x + MARGIN.min(rest.width),
            width: rest.width.saturating_sub(MARGIN + panel.takes().0),
            ..rest
        };
        let geometry = Geometry::new(board, input.spec, scale, input.focus, input.is_picture);
        let (info, moves) = match panel {
            Panel::Beside => beside(rest, &geometry),
            Panel::Below => below(rest, &geometry),
            Panel::Lines => (None, None),
        };
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

/// The information and the moves to the right of a board.
fn beside(rest: Rect, geometry: &Geometry) -> (Option<Rect>, Option<Rect>) {
    let x = geometry.area.right().saturating_add(GAP).min(rest.right());
    let side = Rect {
        x,
        width: rest.right() - x,
        ..rest
    };
    let mut info = side;
    if side.width >= INFO_WIDTH + GAP + MOVES_WIDTH {
        let width = MOVES_WIDTH.max(side.width / 3).min(MOVES_WIDTH + 10);
        info.width = side.width.saturating_sub(GAP + width).min(48);
        let moves = Rect {
            x: info.right() + GAP,
            width,
            ..side
        };
        return (Some(info), Some(moves));
    }
    if side.height < 16 {
        return (Some(info), None);
    }
    let moves = take_bottom(&mut info, side.height - 10);
    (Some(info), Some(moves))
}

/// The information and the moves below a board.
fn below(rest: Rect, geometry: &Geometry) -> (Option<Rect>, Option<Rect>) {
    let y = (geometry.area.bottom() + 1).min(rest.bottom());
    let low = Rect {
        x: rest.x + MARGIN.min(rest.width),
        y,
        width: rest.width.saturating_sub(MARGIN),
        height: rest.bottom() - y,
    };
    if low.width < INFO_WIDTH + GAP + MOVES_WIDTH {
        return (Some(low), None);
    }
    let info = Rect {
        width: low.width - GAP - MOVES_WIDTH,
        ..low
    };
    let moves = Rect {
        x: info.right() + GAP,
        width: MOVES_WIDTH,
        ..low
    };
    (Some(info), Some(moves))
}

/// From this many rows on, the status has two lines.
const ROWS_FOR_LONG_STATUS: u16 = 20;

/// The area of the screen, and the lines at the bottom: the status, then the key hints.
pub(crate) fn split(area: Rect) -> (Rect, Rect) {
    let mut body = area;
    let height = if area.height >= ROWS_FOR_LONG_STATUS {
        3
    } else {
        2
    };
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn specs() -> impl Strategy<Value = GameSpec> {
        let reversi = (2..=13_u8).prop_map(|half| format!("reversi:{}", 2 * half));
        let gomoku = (5..=25_u8).prop_map(|size| format!("gomoku:{size}"));
        let others = prop_oneof![Just("peace".to_owned()), Just("connect6".to_owned())];
        prop_oneof![reversi, gomoku, others].prop_map(|spec| spec.parse().unwrap())
    }

    fn inputs() -> impl Strategy<Value = (Rect, LayoutInput)> {
        let flags = (any::<bool>(), any::<bool>(), any::<bool>(), 1..12_usize);
        let focus = (0..26_u8, 0..26_u8);
        (SCREEN_MIN.0..260, SCREEN_MIN.1..90, specs(), focus, flags).prop_map(
            |(cols, rows, spec, focus, (ascii, has_slider, is_picture, game_count))| {
                let (body, _) = split(Rect::new(0, 0, cols, rows));
                let last = spec.size() - 1;
                let input = LayoutInput {
                    spec,
                    game_count,
                    focus: (focus.0.min(last), focus.1.min(last)),
                    // A picture is never drawn with characters.
                    ascii: ascii && !is_picture,
                    has_slider,
                    is_picture,
                };
                (body, input)
            },
        )
    }

    /// The board with its labels.
    fn labelled(geometry: &Geometry) -> Rect {
        let labels = crate::board::LABELS_WIDTH;
        Rect {
            x: geometry.area.x - labels,
            y: geometry.area.y - 1,
            width: geometry.area.width + labels,
            height: geometry.area.height + 1,
        }
    }

    proptest! {
        #[test]
        fn the_parts_of_a_screen_never_overlap((body, input) in inputs()) {
            let layout = BoardLayout::new(body, input);
            let board = labelled(&layout.geometry);
            let panels = [layout.tabs, layout.players, layout.slider, layout.info, layout.moves];
            let parts: Vec<Rect> = panels.into_iter().flatten().chain([board]).collect();
            for (index, part) in parts.iter().enumerate() {
                prop_assert_eq!(part.intersection(body), *part, "{:?}", &layout);
                for other in &parts[index + 1..] {
                    prop_assert!(!part.intersects(*other), "{part:?} {other:?} {layout:?}");
                }
            }
        }

        #[test]
        fn a_board_has_the_largest_scale_that_leaves_its_panel_room((body, input) in inputs()) {
            let layout = BoardLayout::new(body, input);
            let scale = layout.geometry.scale;
            let next = Geometry::wanted(input.spec, scale + 1, input.is_picture);
            let room = labelled(&layout.geometry);
            let height = body.bottom() - room.y - u16::from(input.has_slider);
            let fits_alone = next.0 < body.width && next.1 <= height;
            let fits_beside = fits_alone && next.0 + 1 + GAP + INFO_WIDTH <= body.width;
            let players = layout.players.map_or(0, |players| players.height);
            let fits_below = fits_alone && next.1 + 1 + INFO_HEIGHT <= height + players;
            if !(input.ascii && scale == ASCII_SCALE_MAX) {
                prop_assert!(!fits_beside, "{layout:?}");
                prop_assert!(!fits_below, "{layout:?}");
                // A board of scale 1 keeps a panel only if it could not grow without one.
                prop_assert!(scale > 1 || !fits_alone || next.1 + 2 > height + players);
            }
            // Whoever plays is always shown.
            prop_assert!(layout.info.is_some() || layout.players.is_some());
        }

        #[test]
        fn the_cursor_is_always_on_the_visible_part((body, input) in inputs()) {
            let geometry = BoardLayout::new(body, input).geometry;
            let cursor = yiqi_rules::Point::new(input.focus.0, input.focus.1).unwrap();
            prop_assert!(geometry.shows(cursor), "{geometry:?}");
        }
    }
}
