//! The menu.

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::network::NetworkScreen;
use super::path::PathScreen;
use super::rules::Rules;
use super::settings::SettingsScreen;
use super::slots::Slots;
use super::wizard::{Purpose, Wizard};
use super::{Go, Leave, Screen};
use crate::board::{BoardPicture, Geometry};
use crate::cells::{put, width};
use crate::layout::centred;
use crate::list::{self, Item, Picked};
use crate::shared::Shared;

/// The menu.
pub(crate) struct Menu {
    selected: usize,
}

#[derive(Clone, Copy)]
enum Choice {
    New,
    Continue,
    Load,
    Network,
    Replay,
    Rules,
    Settings,
    Quit,
}

impl Menu {
    pub(crate) fn new() -> Menu {
        Menu { selected: 0 }
    }

    fn lines(shared: &Shared) -> Vec<(Choice, Item)> {
        let mut lines = Vec::new();
        // What one most likely wants comes first: Enter does it.
        if let Some(game) = shared.desk.current() {
            let spec = game.session().terms().spec;
            let note = yiqi_text::words::game(&shared.text, spec);
            let item = Item::new('c', shared.say("tui-menu-continue")).with_note(note);
            lines.push((Choice::Continue, item));
        }
        for (choice, key, label) in [
            (Choice::New, 'n', "tui-menu-new"),
            (Choice::Load, 'l', "tui-menu-load"),
            (Choice::Network, 'w', "tui-menu-network"),
            (Choice::Replay, 'r', "tui-menu-replay"),
            (Choice::Rules, 'u', "tui-menu-rules"),
            (Choice::Settings, 's', "tui-menu-settings"),
            (Choice::Quit, 'q', "tui-menu-quit"),
        ] {
            lines.push((choice, Item::new(key, shared.say(label))));
        }
        lines
    }

    fn choose(&mut self, shared: &mut Shared, choice: Choice) -> Go {
        match choice {
            Choice::New => Go::push(Wizard::new(Purpose::New, shared)),
            Choice::Continue => Go::Game(None),
            Choice::Load => match Slots::to_load(shared) {
                Ok(slots) => Go::push(slots),
                Err(error) => {
                    shared.fail(&error);
                    Go::Stay
                }
            },
            Choice::Network => Go::push(NetworkScreen::new(shared)),
            Choice::Replay => Go::push(PathScreen::new()),
            Choice::Rules => Go::push(Rules::new(shared.spec())),
            Choice::Settings => Go::push(SettingsScreen::new()),
            Choice::Quit => Leave::Quit.ask(shared),
        }
    }

    fn list_area(items: &[Item], area: Rect) -> Rect {
        let list_width = u16::try_from(list::wanted_width(items)).unwrap_or(u16::MAX);
        let height = u16::try_from(items.len()).unwrap_or(u16::MAX);
        let below_title = Rect {
            y: area.y + 3.min(area.height),
            height: area.height.saturating_sub(3),
            ..area
        };
        centred(below_title, list_width, height)
    }
}

impl Screen for Menu {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let lines = Menu::lines(shared);
        let items: Vec<Item> = lines.iter().map(|(_, item)| item.clone()).collect();
        match list::key(&items, &mut self.selected, &key) {
            Picked::Line(index) => self.choose(shared, lines[index].0),
            Picked::Moved => Go::Stay,
            Picked::Wrong => {
                shared.wrong_key(&self.hints(shared));
                Go::Stay
            }
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let lines = Menu::lines(shared);
        let items: Vec<Item> = lines.iter().map(|(_, item)| item.clone()).collect();
        let list_area = Menu::list_area(&items, area);
        match list::mouse(&items, &mut self.selected, &event, list_area) {
            Picked::Line(index) => self.choose(shared, lines[index].0),
            Picked::Moved | Picked::Wrong => Go::Stay,
        }
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let title = "弈棋 yiqi";
        let about = shared.say("cli-about");
        for (line, y, style) in [(title, 0, palette.strong), (&about, 1, palette.quiet)] {
            let columns = u16::try_from(width(line))
                .unwrap_or(u16::MAX)
                .min(area.width);
            let x = area.x + (area.width - columns) / 2;
            put(
                buf,
                x,
                area.y + y + 1.min(area.height / 20),
                columns,
                line,
                style,
            );
        }
        let items: Vec<Item> = Menu::lines(shared)
            .into_iter()
            .map(|(_, item)| item)
            .collect();
        let list_area = Menu::list_area(&items, area);
        list::draw(
            buf,
            list_area,
            &items,
            self.selected,
            &palette,
            shared.glyphs().ascii,
        );
        // The game that waits, where there is room for it.
        if let Some(view) = shared.view() {
            let size = view.spec.size();
            let columns = 2 * u16::from(size) + 1;
            let room = area.right().saturating_sub(list_area.right() + 4);
            if room > columns && area.height > u16::from(size) + 4 {
                let board = Rect {
                    x: list_area.right() + 4,
                    y: list_area.y,
                    width: columns,
                    height: u16::from(size).min(area.bottom().saturating_sub(list_area.y)),
                };
                let picture = BoardPicture::plain(view.spec, view.stones);
                let geometry = Geometry::preview(board, size);
                picture.draw(buf, &geometry, &palette, shared.glyphs());
            }
        }
    }

    fn hints(&self, shared: &Shared) -> String {
        let letters: Vec<String> = Menu::lines(shared)
            .iter()
            .map(|(_, item)| item.key.to_string())
            .collect();
        shared.fill(
            "tui-hints-list",
            yiqi_text::Args::new().text("letters", letters.join(" ")),
        )
    }
}
