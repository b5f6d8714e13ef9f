//! The rules of every game.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_rules::GameSpec;
use yiqi_text::words;

use super::{Go, Screen};
use crate::cells::{put, put_lines, reflow, width};
use crate::layout::{inner, take_top};
use crate::shared::Shared;

/// The rules of every game.
pub(crate) struct Rules {
    page: usize,
    first: usize,
}

/// Key and name of each page.
const PAGES: [(char, &str); 3] = [
    ('r', "game-reversi"),
    ('p', "game-peace"),
    ('g', "game-gomoku"),
];

/// Longer lines are hard to read.
const COLUMNS_MAX: u16 = 84;

impl Rules {
    /// The page of a game.
    pub(crate) fn new(spec: GameSpec) -> Rules {
        let page = match spec {
            GameSpec::Reversi(_) => 0,
            GameSpec::Peace => 1,
            GameSpec::Gomoku(_) => 2,
        };
        Rules { page, first: 0 }
    }

    fn lines(&self, shared: &Shared, columns: usize) -> Vec<String> {
        let spec = match self.page {
            0 => GameSpec::REVERSI,
            1 => GameSpec::Peace,
            _ => GameSpec::GOMOKU,
        };
        let mut lines = Vec::new();
        for page in words::rules_pages(&shared.text, spec, true) {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(reflow(&page, columns));
        }
        lines
    }

    /// The line with the pages, and the page.
    fn areas(area: Rect) -> (Rect, Rect) {
        let mut page = inner(area, 1, 0);
        let tabs = take_top(&mut page, 1);
        let _ = take_top(&mut page, 1);
        page.width = page.width.min(COLUMNS_MAX);
        (tabs, page)
    }

    fn scroll(&mut self, shared: &Shared, page: Rect, by: isize) {
        let count = self.lines(shared, usize::from(page.width)).len();
        let last = count.saturating_sub(usize::from(page.height));
        self.first = self.first.saturating_add_signed(by).min(last);
    }

    fn turn_to(&mut self, page: usize) {
        self.page = page % PAGES.len();
        self.first = 0;
    }
}

impl Screen for Rules {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let (cols, rows) = shared.size;
        let bottom = if rows >= 20 { 3 } else { 1 };
        let (_, page) = Rules::areas(Rect::new(0, 0, cols, rows.saturating_sub(bottom)));
        let screenful = isize::try_from(page.height.saturating_sub(1)).unwrap_or(1);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll(shared, page, -1),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => self.scroll(shared, page, 1),
            KeyCode::PageUp => self.scroll(shared, page, -screenful),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(shared, page, screenful),
            KeyCode::Home => self.first = 0,
            KeyCode::End => self.scroll(shared, page, 10_000),
            KeyCode::Left => self.turn_to(self.page + PAGES.len() - 1),
            KeyCode::Right | KeyCode::Tab => self.turn_to(self.page + 1),
            KeyCode::Esc | KeyCode::Char('q') => return Go::Back(1),
            KeyCode::Char(c) => match PAGES.iter().position(|&(letter, _)| letter == c) {
                Some(index) => self.turn_to(index),
                None => shared.wrong_key(&self.hints(shared)),
            },
            _ => shared.wrong_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let (tabs, page) = Rules::areas(area);
        match event.kind {
            MouseEventKind::ScrollUp => self.scroll(shared, page, -3),
            MouseEventKind::ScrollDown => self.scroll(shared, page, 3),
            MouseEventKind::Down(_) if event.row == tabs.y => {
                let mut x = tabs.x;
                for (index, (_, name)) in PAGES.into_iter().enumerate() {
                    let columns = u16::try_from(width(&shared.say(name)) + 5).unwrap_or(0);
                    if (x..x + columns).contains(&event.column) {
                        self.turn_to(index);
                        break;
                    }
                    x += columns;
                }
            }
            _ => {}
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let (tabs, page) = Rules::areas(area);
        let mut x = tabs.x;
        for (index, (key, name)) in PAGES.into_iter().enumerate() {
            let style = if index == self.page {
                palette.chosen
            } else {
                palette.quiet
            };
            let label = format!(" {key} {} ", shared.say(name));
            x += put(
                buf,
                x,
                tabs.y,
                tabs.right().saturating_sub(x),
                &label,
                style,
            ) + 1;
        }
        let lines = self.lines(shared, usize::from(page.width));
        put_lines(
            buf,
            page,
            &lines[self.first.min(lines.len())..],
            palette.text,
        );
        if self.first + usize::from(page.height) < lines.len() {
            let more = if shared.glyphs().ascii { "v" } else { "▼" };
            let x = area.right().saturating_sub(2);
            put(
                buf,
                x,
                area.bottom().saturating_sub(1),
                1,
                more,
                palette.strong,
            );
        }
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("tui-hints-rules")
    }
}
