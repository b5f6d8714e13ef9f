//! Short lists with a letter for each line: menus, questions, the steps of a new game.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::{pad, put, width};
use crate::theme::Palette;

/// One line of a list.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) key: char,
    pub(crate) label: String,
    /// What it is set to, or what belongs to it.
    pub(crate) note: String,
}

impl Item {
    pub(crate) fn new(key: char, label: impl Into<String>) -> Item {
        Item {
            key,
            label: label.into(),
            note: String::new(),
        }
    }

    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Item {
        self.note = note.into();
        self
    }
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
pub(crate) fn key(items: &[Item], selected: &mut usize, event: &KeyEvent) -> Picked {
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
            let found = items.iter().position(|item| item.key == c).or_else(|| {
                items
                    .iter()
                    .position(|item| item.key == c.to_ascii_lowercase())
            });
            return match found {
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

/// Draws a list, scrolled so that the marked line can be seen.
pub(crate) fn draw(
    buf: &mut Buffer,
    area: Rect,
    items: &[Item],
    selected: usize,
    palette: &Palette,
    ascii: bool,
) {
    let selected = selected.min(items.len().saturating_sub(1));
    let first = first_shown(items.len(), selected, usize::from(area.height));
    let widest = |text: fn(&Item) -> &str| items.iter().map(|item| width(text(item))).max();
    let mut label_width = widest(|item| &item.label).unwrap_or(0);
    let note_width = widest(|item| &item.note).unwrap_or(0);
    // Long labels are cut before the notes, if enough is left of them.
    let room = usize::from(area.width).saturating_sub(5 + 2 + note_width);
    if note_width > 0 && room >= LABEL_MIN {
        label_width = label_width.min(room);
    }
    for (index, y) in (first..items.len()).zip(area.top()..area.bottom()) {
        let item = &items[index];
        let (style, sign) = if index == selected {
            (palette.chosen, '>')
        } else {
            (palette.text, ' ')
        };
        let mut line = format!("{sign} {}  {}", item.key, pad(&item.label, label_width));
        if !item.note.is_empty() {
            line = format!("{line}  {}", item.note);
        }
        put(
            buf,
            area.x,
            y,
            area.width,
            &pad(&line, usize::from(area.width)),
            style,
        );
    }
    // What lies above and below is hinted at.
    let [above, below] = if ascii { ["^", "v"] } else { ["▲", "▼"] };
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
    let label_width = items
        .iter()
        .map(|item| width(&item.label))
        .max()
        .unwrap_or(0);
    let note_width = items
        .iter()
        .map(|item| width(&item.note))
        .max()
        .unwrap_or(0);
    6 + label_width + if note_width > 0 { 2 + note_width } else { 0 }
}
