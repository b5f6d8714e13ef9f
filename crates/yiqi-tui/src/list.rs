//! The app's list widget: menus, dialogs, slots, settings, the steps of a new game, recent tables.

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
    /// The letter that chooses it; none on screens where letters are typed.
    key: Option<char>,
    pub(crate) label: String,
    /// Its current value, or other details.
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

    /// The letter and the label, for help.
    pub(crate) fn with_letter(&self) -> String {
        match self.key {
            Some(key) => format!("{key}  {}", self.label),
            None => self.label.clone(),
        }
    }

    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Item {
        self.note = note.into();
        self
    }
}

/// A screen with a list to choose from.
pub(crate) trait ListScreen: Screen {
    /// The current lines.
    fn items(&self, shared: &Shared) -> Vec<Item>;

    /// The selected line.
    fn selected(&mut self) -> &mut usize;

    /// The title of the list's box.
    fn title(&self, _shared: &Shared) -> String {
        String::new()
    }

    /// The area of the list if the screen is drawn in `area`.
    fn list_area(&self, shared: &Shared, area: Rect) -> Rect {
        inner(
            list_box(&self.items(shared), &self.title(shared), area),
            2,
            1,
        )
    }

    /// Acts on a line.
    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go;

    /// Handles a key that has no other meaning on the screen.
    fn list_key(&mut self, shared: &mut Shared, event: KeyEvent) -> Go {
        let items = self.items(shared);
        match key(&items, self.selected(), &event) {
            Picked::Line(index) => return self.choose(shared, index),
            Picked::Moved => {}
            Picked::Wrong => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    /// Handles a click or the mouse wheel.
    fn list_mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let items = self.items(shared);
        let area = self.list_area(shared, area);
        match mouse(&items, self.selected(), &event, area) {
            Picked::Line(index) => self.choose(shared, index),
            Picked::Moved | Picked::Wrong => Go::Stay,
        }
    }

    /// Key hints: the letters, filled into a message.
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

/// Draws a screen that consists only of a list, in a box with its title.
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

/// The effect of a key or a click on a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// A line was chosen.
    Line(usize),
    /// Another line was selected.
    Moved,
    /// The key has no meaning for the list.
    Wrong,
}

/// Handles a key: a letter chooses its line, arrows select one, Enter chooses the selected one.
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
            let is_keyed = |item: &Item| item.key.is_some_and(|key| key.eq_ignore_ascii_case(&c));
            match (items.iter().position(is_keyed), c.to_ascii_lowercase()) {
                (Some(index), _) => {
                    *selected = index;
                    return Picked::Line(index);
                }
                // As on a board, where these letters move the cursor.
                (None, 'k') => *selected = selected.checked_sub(1).unwrap_or(last),
                (None, 'j') => *selected = if *selected >= last { 0 } else { *selected + 1 },
                _ => return Picked::Wrong,
            }
        }
        _ => return Picked::Wrong,
    }
    Picked::Moved
}

/// The first line to draw, so that the selected one is visible.
fn first_shown(count: usize, selected: usize, height: usize) -> usize {
    selected
        .saturating_sub(height.saturating_sub(1))
        .min(count.saturating_sub(height))
}

/// Handles a click or the mouse wheel on a list drawn in an area.
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

/// The columns that a label keeps even if its note needs room.
const LABEL_MIN: usize = 24;

/// The columns that a note keeps in a narrow list.
const NOTE_MIN: usize = 12;

/// The columns before the labels: the marker, the letter, and blanks.
fn head_width(items: &[Item]) -> usize {
    let has_keys = items.iter().any(|item| item.key.is_some());
    if has_keys { 5 } else { 2 }
}

/// The columns of the widest text.
fn widest<'a>(texts: impl Iterator<Item = &'a String>) -> usize {
    texts.map(|text| width(text)).max().unwrap_or(0)
}

/// Draws a list, scrolled so that the selected line is visible.
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
    // Long labels are cut before the notes, if enough is left of them; otherwise both are.
    let both = usize::from(area.width).saturating_sub(head_width(items) + 2);
    if note_width > 0 {
        label_width = label_width.min(match both.saturating_sub(note_width) {
            room @ LABEL_MIN.. => room,
            _ => both.saturating_sub(note_width.min(NOTE_MIN)),
        });
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
    // Arrows hint at more lines above and below.
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

/// The columns that the list needs to show everything.
pub(crate) fn wanted_width(items: &[Item]) -> usize {
    let label_width = widest(items.iter().map(|item| &item.label));
    let note_width = match widest(items.iter().map(|item| &item.note)) {
        0 => 0,
        columns => 2 + columns,
    };
    head_width(items) + 1 + label_width + note_width
}
