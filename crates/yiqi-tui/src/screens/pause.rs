//! The pause menu: an overlay on the board.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_text::Args;

use super::slots::Slots;
use super::{Go, Leave, Screen, draw_list_box, overlay_area};
use crate::list::{self, Item, Picked};
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

    fn items(shared: &Shared) -> Vec<Item> {
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

    fn choose(shared: &mut Shared, index: usize) -> Go {
        match index {
            0 => Go::Game(None),
            1 => match Slots::to_save(shared, None) {
                Ok(slots) => Go::push(slots),
                Err(error) => {
                    shared.fail(&error);
                    Go::Stay
                }
            },
            2 => Leave::Menu.ask(shared),
            _ => Leave::Quit.ask(shared),
        }
    }

    fn area(items: &[Item], area: Rect) -> Rect {
        overlay_area(area, list::wanted_width(items), items.len())
    }
}

impl Screen for Pause {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        if matches!(key.code, KeyCode::Esc | KeyCode::Char('P' | 'p')) {
            return Go::Game(None);
        }
        match list::key(&Pause::items(shared), &mut self.selected, &key) {
            Picked::Line(index) => Pause::choose(shared, index),
            Picked::Moved => Go::Stay,
            Picked::Wrong => {
                shared.wrong_key(&self.hints(shared));
                Go::Stay
            }
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let items = Pause::items(shared);
        let inside = crate::layout::inner(Pause::area(&items, area), 2, 1);
        match list::mouse(&items, &mut self.selected, &event, inside) {
            Picked::Line(index) => Pause::choose(shared, index),
            _ => Go::Stay,
        }
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let items = Pause::items(shared);
        let outer = Pause::area(&items, area);
        let title = shared.say("tui-pause-title");
        draw_list_box(shared, buf, outer, &title, &items, self.selected);
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.fill("tui-hints-list", Args::new().text("letters", "b s m q"))
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
