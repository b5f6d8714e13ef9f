//! The line with the open games, and the players of the current one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::OpenGame;
use yiqi_rules::Color;
use yiqi_session::GameView;
use yiqi_text::words;

use super::panels::short_title;
use crate::cells::{fit, put, width};
use crate::shared::Shared;

/// How much the tabs of other games say, from much to little.
#[derive(Clone, Copy)]
enum Detail {
    Title,
    Game,
    Number,
}

/// The columns between the tabs and the names.
const GAP: usize = 3;

/// The tabs that are shown.
struct Tabs {
    /// The column of each, its game and its label.
    shown: Vec<(u16, usize, String)>,
    /// The columns of the signs for hidden tabs before and after them.
    hidden: [Option<u16>; 2],
    has_names: bool,
}

/// Draws the tabs and, if there is room, the names of the players.
pub(super) fn draw(shared: &Shared, view: &GameView, buf: &mut Buffer, area: Rect) {
    let palette = shared.palette();
    let names = names(shared, view);
    let tabs = arrange(shared, area, width(&names));
    for (x, index, label) in &tabs.shown {
        let style = match *index == shared.desk.current_index() {
            true => palette.strong,
            false => palette.quiet,
        };
        let room = area.right().saturating_sub(*x);
        put(buf, *x, area.y, room, label, style);
    }
    for (x, sign) in tabs.hidden.into_iter().zip(shared.glyphs().more_tabs()) {
        if let Some(x) = x {
            put(buf, x, area.y, 1, sign, palette.strong);
        }
    }
    if tabs.has_names {
        let columns = u16::try_from(width(&names)).unwrap_or(area.width);
        let x = area.right().saturating_sub(columns + 1);
        put(buf, x, area.y, columns, &names, palette.quiet);
    }
}

/// The game whose tab is at this column; behind a sign is the next hidden one.
pub(super) fn at(shared: &Shared, view: &GameView, area: Rect, x: u16) -> Option<usize> {
    let tabs = arrange(shared, area, width(&names(shared, view)));
    let (first, last) = (tabs.shown.first()?.1, tabs.shown.last()?.1);
    match tabs.hidden {
        [Some(sign), _] if sign == x => return first.checked_sub(1),
        [_, Some(sign)] if sign == x => return Some(last + 1),
        _ => {}
    }
    tabs.shown
        .into_iter()
        .rfind(|&(start, _, _)| start <= x)
        .filter(|(start, _, label)| usize::from(x - start) < width(label))
        .map(|(_, index, _)| index)
}

/// The players: "● Ann – ○ engine".
fn names(shared: &Shared, view: &GameView) -> String {
    let name = |color: Color| {
        let name = shared.name(view, view.colors.seat_of(color));
        format!("{} {}", shared.glyphs().stone(color), fit(&name, 16))
    };
    Color::BOTH.map(name).join(" – ")
}

/// The label of a tab. The current one says everything.
fn label(shared: &Shared, index: usize, game: &OpenGame, detail: Detail) -> String {
    let spec = game.session().terms().spec;
    let number = index + 1;
    if index == shared.desk.current_index() {
        return format!("[{number} {}]", short_title(shared, spec));
    }
    match detail {
        Detail::Title => format!(" {number} {} ", short_title(shared, spec)),
        Detail::Game => {
            let game = words::game_name(&shared.text, spec.game());
            format!(" {number} {game} {} ", spec.size())
        }
        Detail::Number => format!(" {number} "),
    }
}

/// Shortens the labels and omits the names until everything fits; then omits the tabs far from the
/// current one.
fn arrange(shared: &Shared, area: Rect, names_width: usize) -> Tabs {
    let room = usize::from(area.width.saturating_sub(2));
    let labels = |detail: Detail| -> Vec<String> {
        let games = shared.desk.games().iter().enumerate();
        games
            .map(|(index, game)| label(shared, index, game, detail))
            .collect()
    };
    let total = |labels: &[String]| labels.iter().map(|label| width(label)).sum::<usize>();
    // The names are also elsewhere, so they go before the games' names do.
    for (detail, has_names) in [
        (Detail::Title, true),
        (Detail::Game, true),
        (Detail::Title, false),
        (Detail::Game, false),
        (Detail::Number, true),
        (Detail::Number, false),
    ] {
        let labels = labels(detail);
        let names = if has_names { GAP + names_width } else { 0 };
        if total(&labels) + names <= room {
            return place(area, labels, 0, has_names);
        }
    }
    let labels = labels(Detail::Number);
    // Around the current tab, alternately after and before it.
    let current = shared
        .desk
        .current_index()
        .min(labels.len().saturating_sub(1));
    let (mut first, mut end) = (current, (current + 1).min(labels.len()));
    loop {
        let fits = |first: usize, end: usize| total(&labels[first..end]) < room;
        let before = (first, end);
        if end < labels.len() && fits(first, end + 1) {
            end += 1;
        }
        if first > 0 && fits(first - 1, end) {
            first -= 1;
        }
        if (first, end) == before {
            break;
        }
    }
    let count = labels.len();
    let shown = labels.into_iter().take(end).skip(first).collect();
    let mut tabs = place(area, shown, first, false);
    let after = tabs.shown.last().map_or(area.x, |(x, _, label)| {
        x + u16::try_from(width(label)).unwrap_or(0)
    });
    tabs.hidden = [
        (first > 0).then_some(area.x),
        (end < count).then_some(after.min(area.right().saturating_sub(1))),
    ];
    tabs
}

/// Labels side by side, from the game with this index on.
fn place(area: Rect, labels: Vec<String>, first: usize, has_names: bool) -> Tabs {
    let mut x = area.x + 1;
    let mut shown = Vec::new();
    for (index, label) in labels.into_iter().enumerate() {
        let columns = u16::try_from(width(&label)).unwrap_or(u16::MAX);
        shown.push((x, first + index, label));
        x = x.saturating_add(columns);
    }
    Tabs {
        shown,
        hidden: [None, None],
        has_names,
    }
}
