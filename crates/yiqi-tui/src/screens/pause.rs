//! The pause menu: an overlay on the board.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::game::slots;
use super::{Go, Leave, Screen};
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;

/// The pause menu.
pub(crate) struct Pause {
    selected: usize,
}

impl Pause {
    /// Stops the clock and shows the menu.
    pub(crate) fn new(shared: &mut Shared) -> Pause {
        shared.pause_game();
        Pause { selected: 0 }
    }
}

impl ListScreen for Pause {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        [
            ('b', "tui-pause-back"),
            ('s', "tui-pause-save"),
            ('m', "tui-pause-menu"),
            ('q', "tui-pause-quit"),
        ]
        .into_iter()
        .map(|(key, label)| Item::new(key, shared.say(label)))
        .collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn title(&self, shared: &Shared) -> String {
        shared.say("tui-pause-title")
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        match index {
            0 => Go::Game(None),
            1 => slots(shared, true),
            2 => Leave::Menu.ask(shared),
            _ => Leave::Quit.ask(shared),
        }
    }
}

impl Screen for Pause {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match key.code {
            KeyCode::Esc | KeyCode::Char('P' | 'p') => Go::Game(None),
            _ => self.list_key(shared, key),
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        self.list_mouse(shared, event, area)
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        list::draw_boxed(self, self.selected, shared, buf, area);
    }

    fn hints(&self, shared: &Shared) -> String {
        self.letter_hints(shared, "tui-hints-list")
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
