//! A text that may be longer than the screen and scrolls by lines.

use crossterm::event::{KeyCode, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::cells::{put, put_lines};
use crate::shared::Shared;

/// The scroll position of a long text.
#[derive(Default)]
pub(crate) struct Page {
    first: usize,
}

impl Page {
    /// Handles a key on a page of `line_count` lines in `rows` rows; returns whether it scrolls.
    pub(crate) fn key(&mut self, code: KeyCode, line_count: usize, rows: u16) -> bool {
        let screenful = isize::try_from(rows.saturating_sub(1)).unwrap_or(1);
        let by = match code {
            KeyCode::Up | KeyCode::Char('k' | 'K') => -1,
            KeyCode::Down | KeyCode::Char('j' | 'J') => 1,
            KeyCode::PageUp => -screenful,
            KeyCode::PageDown | KeyCode::Char(' ') => screenful,
            KeyCode::Home => isize::MIN,
            KeyCode::End => isize::MAX,
            _ => return false,
        };
        self.scroll(by, line_count, rows);
        true
    }

    /// Handles the mouse wheel; returns whether the event was one.
    pub(crate) fn wheel(&mut self, event: &MouseEvent, line_count: usize, rows: u16) -> bool {
        let by = match event.kind {
            MouseEventKind::ScrollUp => -3,
            MouseEventKind::ScrollDown => 3,
            _ => return false,
        };
        self.scroll(by, line_count, rows);
        true
    }

    fn scroll(&mut self, by: isize, line_count: usize, rows: u16) {
        let last = line_count.saturating_sub(usize::from(rows));
        self.first = self.first.saturating_add_signed(by).min(last);
    }

    /// Draws the visible part, and a sign if there is more below.
    pub(crate) fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect, lines: &[String]) {
        let palette = shared.palette();
        let rows = usize::from(area.height);
        // The text may have become shorter since it was scrolled.
        let first = self.first.min(lines.len().saturating_sub(rows));
        put_lines(buf, area, &lines[first..], palette.text);
        if first + rows < lines.len() {
            let more = if shared.glyphs().ascii { "v" } else { "▼" };
            let (x, y) = (
                area.right().saturating_sub(1),
                area.bottom().saturating_sub(1),
            );
            put(buf, x, y, 1, more, palette.strong);
        }
    }
}
