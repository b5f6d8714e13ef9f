//! The games of a file with several.

use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_record::Record;
use yiqi_text::Args;

use super::chooser::{Purpose, draw_record, players_of, take_record, title_of};
use super::{Go, Help, Screen};
use crate::cells::put;
use crate::layout::{inner, take_top};
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;

/// The games of a file.
pub(crate) struct GamesOfFile {
    purpose: Purpose,
    name: String,
    records: Vec<Record>,
    selected: usize,
    /// Whether it was opened from the command line, and so ends the program.
    is_from_shell: bool,
    /// The digits of a number that is being typed.
    typed: String,
}

impl GamesOfFile {
    pub(crate) fn new(purpose: Purpose, path: &Path, records: Vec<Record>) -> GamesOfFile {
        let name = path.file_name().unwrap_or_default();
        GamesOfFile {
            purpose,
            name: name.to_string_lossy().into_owned(),
            records,
            selected: 0,
            is_from_shell: false,
            typed: String::new(),
        }
    }

    /// The games of a file that the command line named, to replay one.
    pub(crate) fn of_shell(records: Vec<Record>) -> GamesOfFile {
        GamesOfFile {
            is_from_shell: true,
            ..GamesOfFile::new(Purpose::Replay, Path::new(""), records)
        }
    }

    fn areas(area: Rect) -> (Rect, Rect, Option<Rect>) {
        let mut rest = inner(area, 1, 0);
        let title = take_top(&mut rest, 1);
        let gap = u16::from(rest.height > 12);
        let _ = take_top(&mut rest, gap);
        if rest.width < 66 {
            return (title, rest, None);
        }
        let width = (rest.width / 2).min(36);
        let mut list = rest;
        list.width -= width + 2;
        let preview = Rect {
            x: list.right() + 2,
            width,
            ..rest
        };
        (title, list, Some(preview))
    }

    /// The lines around the selected one: a file may hold thousands of games.
    fn window(&self, rows: usize) -> std::ops::Range<usize> {
        let first = self.selected.saturating_sub(rows / 2);
        let first = first.min(self.records.len().saturating_sub(rows));
        first..(first + rows).min(self.records.len())
    }
}

impl ListScreen for GamesOfFile {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let rows = usize::from(GamesOfFile::areas(shared.body()).1.height);
        let window = self.window(rows);
        let lines = window.clone().zip(&self.records[window]);
        lines
            .map(|(index, record)| {
                let title = match players_of(shared, record).as_str() {
                    "" => title_of(shared, record),
                    players => players.to_owned(),
                };
                let date = record.header.date.clone().unwrap_or_default();
                Item::plain(format!("{:>3}  {title}", index + 1)).with_note(date)
            })
            .collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn list_area(&self, _shared: &Shared, area: Rect) -> Rect {
        GamesOfFile::areas(area).1
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        match self.records.get(index).cloned() {
            Some(record) => take_record(shared, self.purpose, &record),
            None => Go::Stay,
        }
    }
}

impl Screen for GamesOfFile {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let last = self.records.len().saturating_sub(1);
        let page = usize::from(GamesOfFile::areas(shared.body()).1.height).max(1);
        let digits = std::mem::take(&mut self.typed);
        match key.code {
            KeyCode::Esc if self.is_from_shell => return Go::Quit,
            KeyCode::Esc => return Go::Back(1),
            KeyCode::Enter => return self.choose(shared, self.selected),
            KeyCode::Up | KeyCode::Char('k') => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.selected = (self.selected + 1).min(last),
            KeyCode::PageUp => self.selected = self.selected.saturating_sub(page),
            KeyCode::PageDown => self.selected = (self.selected + page).min(last),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            // Digits select a game by its number.
            KeyCode::Char(digit @ '0'..='9') => {
                let longer = format!("{digits}{digit}");
                let number = |typed: &str| {
                    let number: usize = typed.parse().ok()?;
                    number.checked_sub(1).filter(|&index| index <= last)
                };
                let (typed, index) = match number(&longer) {
                    Some(index) => (longer, Some(index)),
                    None => (digit.to_string(), number(&digit.to_string())),
                };
                self.selected = index.unwrap_or(self.selected);
                self.typed = typed;
            }
            _ => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let (_, list_area, _) = GamesOfFile::areas(area);
        let window = self.window(usize::from(list_area.height));
        let mut within = self.selected - window.start;
        match list::mouse(&self.items(shared), &mut within, &event, list_area) {
            list::Picked::Line(index) if window.start + index == self.selected => {
                return self.choose(shared, self.selected);
            }
            list::Picked::Line(index) => self.selected = window.start + index,
            list::Picked::Moved => self.selected = window.start + within,
            list::Picked::Wrong => {}
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let (title, list_area, preview) = GamesOfFile::areas(area);
        let args = Args::new()
            .text("file", &self.name)
            .number("count", self.records.len());
        let key = match self.name.is_empty() {
            true => "chooser-games-choose",
            false => "chooser-games-of",
        };
        let heading = shared.fill(key, args);
        put(buf, title.x, title.y, title.width, &heading, palette.strong);
        let window = self.window(usize::from(list_area.height));
        let items = self.items(shared);
        let selected = self.selected - window.start;
        list::draw(shared, buf, list_area, &items, Some(selected));
        if let (Some(area), Some(record)) = (preview, self.records.get(self.selected)) {
            draw_record(shared, record, buf, area);
        }
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("chooser-hints-games")
    }

    fn help(&self, shared: &Shared) -> Help {
        Help::with_keys(
            shared,
            "games-help",
            &[
                ("↑ ↓ PgUp PgDn", "help-key-select"),
                ("0–9", "games-help-number"),
                ("Enter", "games-help-enter"),
                ("Esc", "help-key-esc"),
            ],
        )
    }
}
