//! The one list of the app: menus, questions, slots, settings, the steps of a new game, earlier tables.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_text::Args;

use crate::cells::{pad, put, width};
use crate::layout::inner;
use crate::screens::{Go, Screen, draw_box, overlay_area};
use crate::shared::Shared;

/// One line of a list.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The letter that chooses it; none where letters are typed.
    key: Option<char>,
    pub(crate) label: String,
    /// What it is set to, or what belongs to it.
    pub(crate) note: String,
}

impl Item {
    pub(crate) fn new(key: char, label: impl Into<String>) -> Item {
        Item {
            key: Some(key),
            ..Item::plain(label)
        }
    }

    /// A line without a letter.
    pub(crate) fn plain(label: impl Into<String>) -> Item {
        Item {
            key: None,
            label: label.into(),
            note: String::new(),
        }
    }

    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Item {
        self.note = note.into();
        self
    }
}

/// A screen with a list to choose from, whatever else it shows.
pub(crate) trait ListScreen: Screen {
    /// The lines as they are now.
    fn items(&self, shared: &Shared) -> Vec<Item>;

    /// The marked line.
    fn selected(&mut self) -> &mut usize;

    /// What stands above the list, on its box.
    fn title(&self, _shared: &Shared) -> String {
        String::new()
    }

    /// Where the list is drawn when the screen is drawn in an area.
    fn list_area(&self, shared: &Shared, area: Rect) -> Rect {
        inner(
            list_box(&self.items(shared), &self.title(shared), area),
            2,
            1,
        )
    }

    /// Does what a line stands for.
    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go;

    /// Takes a key that means nothing else to the screen.
    fn list_key(&mut self, shared: &mut Shared, event: KeyEvent) -> Go {
        let items = self.items(shared);
        match key(&items, self.selected(), &event) {
            Picked::Line(index) => return self.choose(shared, index),
            Picked::Moved => {}
            Picked::Wrong => shared.wrong_key(&self.hints(shared)),
        }
        Go::Stay
    }

    /// Takes a click or a turn of the wheel.
    fn list_mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let items = self.items(shared);
        let area = self.list_area(shared, area);
        match mouse(&items, self.selected(), &event, area) {
            Picked::Line(index) => self.choose(shared, index),
            Picked::Moved | Picked::Wrong => Go::Stay,
        }
    }

    /// Key hints that name the letters, in a message that says the rest.
    fn letter_hints(&self, shared: &Shared, message: &str) -> String {
        let letters: Vec<String> = self
            .items(shared)
            .iter()
            .filter_map(|item| item.key.map(String::from))
            .collect();
        shared.fill(message, Args::new().text("letters", letters.join(" ")))
    }
}

fn list_box(items: &[Item], title: &str, area: Rect) -> Rect {
    let columns = wanted_width(items).max(width(title) + 2);
    overlay_area(area, columns, items.len())
}

/// Draws the list of a screen that is nothing else, in a box with its title.
pub(crate) fn draw_boxed(
    screen: &impl ListScreen,
    selected: usize,
    shared: &Shared,
    buf: &mut Buffer,
    area: Rect,
) {
    let (items, title) = (screen.items(shared), screen.title(shared));
    let inside = draw_box(shared, buf, list_box(&items, &title, area), &title);
    draw(shared, buf, inside, &items, Some(selected));
}

/// What a key or a click did to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// A line was chosen.
    Line(usize),
    /// Another line is marked.
    Moved,
    /// The key means nothing to the list.
    Wrong,
}

/// Takes a key: a letter chooses its line, arrows mark one, Enter chooses the marked one.
fn key(items: &[Item], selected: &mut usize, event: &KeyEvent) -> Picked {
    let last = items.len().saturating_sub(1);
    *selected = (*selected).min(last);
    if event
        .modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
    {
        return Picked::Wrong;
    }
    match event.code {
        KeyCode::Up => *selected = selected.checked_sub(1).unwrap_or(last),
        KeyCode::Down => *selected = if *selected >= last { 0 } else { *selected + 1 },
        KeyCode::Home | KeyCode::PageUp => *selected = 0,
        KeyCode::End | KeyCode::PageDown => *selected = last,
        KeyCode::Enter | KeyCode::Char(' ') if !items.is_empty() => {
            return Picked::Line(*selected);
        }
        KeyCode::Char(c) => {
            let keyed = |c| items.iter().position(|item| item.key == Some(c));
            return match keyed(c).or_else(|| keyed(c.to_ascii_lowercase())) {
                Some(index) => {
                    *selected = index;
                    Picked::Line(index)
                }
                None => Picked::Wrong,
            };
        }
        _ => return Picked::Wrong,
    }
    Picked::Moved
}

/// The first line that is drawn, so that the marked one can be seen.
fn first_shown(count: usize, selected: usize, height: usize) -> usize {
    selected
        .saturating_sub(height.saturating_sub(1))
        .min(count.saturating_sub(height))
}

/// Takes a click or a turn of the wheel on a list that is drawn in an area.
pub(crate) fn mouse(
    items: &[Item],
    selected: &mut usize,
    event: &MouseEvent,
    area: Rect,
) -> Picked {
    let last = items.len().saturating_sub(1);
    match event.kind {
        MouseEventKind::ScrollUp => *selected = selected.saturating_sub(1),
        MouseEventKind::ScrollDown => *selected = (*selected + 1).min(last),
        MouseEventKind::Down(MouseButton::Left) => {
            let inside = area.contains((event.column, event.row).into());
            let row = usize::from(event.row.saturating_sub(area.y));
            let index = first_shown(items.len(), *selected, usize::from(area.height)) + row;
            if !inside || index > last || items.is_empty() {
                return Picked::Wrong;
            }
            *selected = index;
            return Picked::Line(index);
        }
        _ => return Picked::Wrong,
    }
    Picked::Moved
}

/// Columns that a label keeps where its note needs room.
const LABEL_MIN: usize = 24;

/// Columns in front of the labels: the mark, the letter, and blanks.
fn head_width(items: &[Item]) -> usize {
    let has_keys = items.iter().any(|item| item.key.is_some());
    if has_keys { 5 } else { 2 }
}

/// The columns of the widest of some texts.
fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> usize {
    texts.map(|text| width(text)).max().unwrap_or(0)
}

/// Draws a list, scrolled so that the marked line can be seen.
pub(crate) fn draw(
    shared: &Shared,
    buf: &mut Buffer,
    area: Rect,
    items: &[Item],
    selected: Option<usize>,
) {
    let palette = shared.palette();
    let selected = selected.map(|selected| selected.min(items.len().saturating_sub(1)));
    let first = first_shown(items.len(), selected.unwrap_or(0), usize::from(area.height));
    let mut label_width = widest(items.iter().map(|item| &item.label));
    let note_width = widest(items.iter().map(|item| &item.note));
    // Long labels are cut before the notes, if enough is left of them.
    let room = usize::from(area.width).saturating_sub(head_width(items) + 2 + note_width);
    if note_width > 0 && room >= LABEL_MIN {
        label_width = label_width.min(room);
    }
    for (index, y) in (first..items.len()).zip(area.top()..area.bottom()) {
        let item = &items[index];
        let (style, sign) = if selected == Some(index) {
            (palette.chosen, '>')
        } else {
            (palette.text, ' ')
        };
        let letter = item.key.map(|key| format!("{key}  ")).unwrap_or_default();
        let label = pad(&item.label, label_width);
        let line = format!("{sign} {letter}{label}  {}", item.note);
        let line = pad(line.trim_end(), usize::from(area.width));
        put(buf, area.x, y, area.width, &line, style);
    }
    // What lies above and below is hinted at.
    let [above, below] = if shared.glyphs().ascii {
        ["^", "v"]
    } else {
        ["▲", "▼"]
    };
    let x = area.right().saturating_sub(1);
    if first > 0 && area.height > 0 {
        put(buf, x, area.y, 1, above, palette.strong);
    }
    if first + usize::from(area.height) < items.len() && area.height > 0 {
        put(buf, x, area.bottom() - 1, 1, below, palette.strong);
    }
}

/// Columns that the list would like to have.
pub(crate) fn wanted_width(items: &[Item]) -> usize {
    let label_width = widest(items.iter().map(|item| &item.label));
    let note_width = match widest(items.iter().map(|item| &item.note)) {
        0 => 0,
        columns => 2 + columns,
    };
    head_width(items) + 1 + label_width + note_width
}
