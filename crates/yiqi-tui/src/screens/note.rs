//! A text in a box over the screen: help for an entry, a list of moves.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::help::table;
use super::{Go, Help, Screen, draw_box, overlay_area};
use crate::cells::{width, wrap};
use crate::layout::inner;
use crate::page::Page;
use crate::shared::Shared;

/// Longer lines are hard to read.
const COLUMNS_MAX: usize = 72;

/// A text in a box.
pub(crate) struct Note {
    title: String,
    paragraphs: Vec<String>,
    /// Keys or entries, each with what it means, below the paragraphs.
    rows: Vec<(String, String)>,
    page: Page,
}

impl Note {
    /// A note of paragraphs, each wrapped by itself.
    pub(crate) fn new(title: String, paragraphs: Vec<String>) -> Note {
        Note {
            title,
            paragraphs,
            rows: Vec::new(),
            page: Page::default(),
        }
    }

    /// The same with a table below.
    pub(crate) fn with_rows(mut self, rows: Vec<(String, String)>) -> Note {
        self.rows = rows;
        self
    }

    /// The box, and the lines inside.
    fn contents(&self, area: Rect) -> (Rect, Vec<String>) {
        let room = usize::from(area.width.saturating_sub(4)).min(COLUMNS_MAX);
        let wrapped = |paragraph: &String| match paragraph.is_empty() {
            true => vec![String::new()],
            false => wrap(paragraph, room),
        };
        let mut lines: Vec<String> = self.paragraphs.iter().flat_map(wrapped).collect();
        if !self.rows.is_empty() {
            lines.push(String::new());
            lines.extend(table(&self.rows, room));
        }
        let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let columns = widest.max(width(&self.title) + 2);
        (overlay_area(area, columns, lines.len()), lines)
    }
}

impl Screen for Note {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let (outer, lines) = self.contents(shared.body());
        let rows = inner(outer, 2, 1).height;
        match key.code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::F(_) | KeyCode::Char('?' | 'q' | 'Q') => {
                return Go::Back(1);
            }
            code if self.page.key(code, lines.len(), rows) => {}
            _ => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, _shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let (outer, lines) = self.contents(area);
        let rows = inner(outer, 2, 1).height;
        if !self.page.wheel(&event, lines.len(), rows)
            && matches!(event.kind, MouseEventKind::Down(_))
        {
            return Go::Back(1);
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let (outer, lines) = self.contents(area);
        let inside = draw_box(shared, buf, outer, &self.title);
        self.page.draw(shared, buf, inside, &lines);
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("tui-hints-scroll")
    }

    fn help(&self, _shared: &Shared) -> Help {
        Help::Itself
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
