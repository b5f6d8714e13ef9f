//! The tables of a server: to sit down, to watch, or to make one.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::words;
use yiqi_record::TimeControl;
use yiqi_text::Args;
use yiqi_wire::{FirstColor, LobbyTable, SeatKind};

use super::form::{Form, Purpose};
use super::{GameScreen, Go, Help, Screen};
use crate::list::{self, Item, ListScreen};
use crate::remote::printable;
use crate::shared::Shared;

/// The tables of the server that is visited.
pub(crate) struct LobbyScreen {
    selected: usize,
}

/// The most characters of a name that are shown.
const NAME_MAX: usize = 20;

/// The most characters of a game that are shown.
const GAME_MAX: usize = 40;

impl LobbyScreen {
    pub(crate) fn new() -> LobbyScreen {
        LobbyScreen { selected: 0 }
    }

    /// The tables in the order in which they are listed, each with whether a seat is open.
    fn tables(shared: &Shared) -> Vec<(&LobbyTable, bool)> {
        let Some(tables) = shared
            .visit
            .as_ref()
            .and_then(|visit| visit.tables.as_ref())
        else {
            return Vec::new();
        };
        let open = tables.open.iter().map(|table| (table, true));
        open.chain(tables.playing.iter().map(|table| (table, false)))
            .collect()
    }

    fn item(shared: &Shared, table: &LobbyTable, is_open: bool) -> Item {
        let seats = [&table.seats.first, &table.seats.second];
        let names: Vec<String> = seats
            .iter()
            .filter(|seat| seat.kind != SeatKind::Open)
            .map(|seat| match printable(&seat.name, NAME_MAX) {
                name if name.is_empty() => shared.say("net-lobby-guest"),
                name => name,
            })
            .collect();
        let args = Args::new()
            .text("game", printable(&table.game.name, GAME_MAX))
            .text("names", names.join(" – "));
        let time = match table.time.parse::<TimeControl>() {
            Ok(time) => words::clock(&shared.text, time.clock),
            // A newer server may have others.
            Err(_) => printable(&table.time, NAME_MAX),
        };
        let color = match table.first_color {
            FirstColor::Drawn => "net-lobby-color-drawn",
            // The open seat gets the other color.
            FirstColor::Black => "net-lobby-color-white",
            FirstColor::White => "net-lobby-color-black",
        };
        let note = match is_open {
            true => format!("{time} · {}", shared.say(color)),
            false => format!("{time} · {}", shared.say("net-lobby-watch")),
        };
        Item::plain(shared.fill("net-lobby-table", args)).with_note(note)
    }
}

impl ListScreen for LobbyScreen {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let first = Item::new('n', shared.say("net-lobby-new"));
        let tables = LobbyScreen::tables(shared).into_iter();
        let tables = tables.map(|(table, is_open)| LobbyScreen::item(shared, table, is_open));
        std::iter::once(first).chain(tables).collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn title(&self, shared: &Shared) -> String {
        let server = shared.visit.as_ref().map(|visit| visit.server.to_string());
        let args = Args::new().text("server", server.unwrap_or_default());
        shared.fill("net-lobby-title", args)
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        let Some(index) = index.checked_sub(1) else {
            return Go::push(Form::new(Purpose::Table, shared));
        };
        let table = LobbyScreen::tables(shared)
            .get(index)
            .map(|(table, _)| table.id.clone());
        let server = shared.visit.as_ref().map(|visit| visit.server.clone());
        match (table, server) {
            (Some(table), Some(server)) => match server.table(&table, None) {
                Ok(address) => {
                    shared.join(address);
                    Go::push(GameScreen::new())
                }
                // A server that gives an invalid table.
                Err(_) => Go::Stay,
            },
            _ => Go::Stay,
        }
    }
}

impl Screen for LobbyScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'Q') => {
                shared.visit = None;
                Go::Back(1)
            }
            KeyCode::Char('r' | 'R') => {
                shared.refresh_tables();
                Go::Stay
            }
            _ => self.list_key(shared, key),
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        self.list_mouse(shared, event, area)
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        list::draw_boxed(self, self.selected, shared, buf, area);
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        let visit = shared.visit.as_ref()?;
        if let Some(problem) = &visit.problem {
            return Some(problem.clone());
        }
        let Some(tables) = &visit.tables else {
            return Some(shared.say("net-lobby-reading"));
        };
        let count = Args::new().number("count", tables.open.len());
        Some(shared.fill("net-lobby-open", count))
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("net-hints-lobby")
    }

    fn help(&self, shared: &Shared) -> Help {
        Help::Text(vec![
            shared.say("net-lobby-help"),
            String::new(),
            self.hints(shared),
        ])
    }
}
