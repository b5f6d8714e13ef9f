//! The menu.

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::chooser::{Chooser, Purpose as Choosing};
use super::form::{Form, Purpose};
use super::network::NetworkScreen;
use super::rules::Rules;
use super::settings::SettingsScreen;
use super::setup::SetupScreen;
use super::{Go, Help, Leave, Screen, Unfinished};
use crate::board::{BoardPicture, Geometry};
use crate::cells::{put, width};
use crate::layout::centered;
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;

/// The menu.
pub(crate) struct Menu {
    selected: usize,
}

#[derive(Clone, Copy)]
enum Choice {
    /// The last game once more, or a first one.
    Play,
    New,
    Continue,
    Unfinished,
    Load,
    Network,
    Replay,
    Setup,
    Rules,
    Settings,
    Quit,
}

impl Menu {
    pub(crate) fn new() -> Menu {
        Menu { selected: 0 }
    }

    /// The game that the first line starts.
    fn what_to_play(shared: &Shared) -> String {
        yiqi_desk::words::new_game(&shared.text, &shared.desk.last_game())
    }

    fn lines(shared: &Shared) -> Vec<(Choice, Item)> {
        let play = match shared.desk.has_last_game() {
            true => "tui-menu-again",
            false => "tui-menu-play",
        };
        let item = Item::new('g', shared.say(play)).with_note(Menu::what_to_play(shared));
        let mut lines = vec![(Choice::Play, item)];
        if let Some(game) = shared.desk.current() {
            let spec = game.session().terms().spec;
            let note = yiqi_text::words::game(&shared.text, spec);
            let item = Item::new('c', shared.say("tui-menu-continue")).with_note(note);
            // The most likely choice comes first: Enter chooses it.
            let place = usize::from(!game.result_is_open());
            lines.insert(place, (Choice::Continue, item));
        }
        let shelved = shared.desk.shelved().len();
        if shelved > 0 {
            let label = shared.say("tui-menu-unfinished");
            let item = Item::new('f', label).with_note(shelved.to_string());
            lines.push((Choice::Unfinished, item));
        }
        for (choice, key, label) in [
            (Choice::New, 'n', "tui-menu-new"),
            (Choice::Load, 'l', "tui-menu-load"),
            (Choice::Network, 'w', "tui-menu-network"),
            (Choice::Replay, 'r', "tui-menu-replay"),
            (Choice::Setup, 'p', "setup-menu"),
            (Choice::Rules, 'u', "tui-menu-rules"),
            (Choice::Settings, 's', "tui-menu-settings"),
            (Choice::Quit, 'q', "tui-menu-quit"),
        ] {
            lines.push((choice, Item::new(key, shared.say(label))));
        }
        lines
    }
}

impl ListScreen for Menu {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let lines = Menu::lines(shared);
        lines.into_iter().map(|(_, item)| item).collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn list_area(&self, shared: &Shared, area: Rect) -> Rect {
        let items = self.items(shared);
        let list_width = u16::try_from(list::wanted_width(&items)).unwrap_or(u16::MAX);
        let height = u16::try_from(items.len()).unwrap_or(u16::MAX);
        let below_title = Rect {
            y: area.y + 3.min(area.height),
            height: area.height.saturating_sub(3),
            ..area
        };
        centered(below_title, list_width, height)
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        let lines = Menu::lines(shared);
        let Some(&(choice, _)) = lines.get(index) else {
            return Go::Stay;
        };
        match choice {
            Choice::Play => match shared.desk.start(&shared.desk.last_game()) {
                Ok(_) => Go::Game(None),
                Err(error) => {
                    shared.fail(&error);
                    Go::Stay
                }
            },
            Choice::New => Go::push(Form::new(Purpose::New, shared)),
            Choice::Unfinished => Go::push(Unfinished::new()),
            Choice::Continue => Go::Game(None),
            Choice::Load => Go::push(Chooser::new(shared, Choosing::Load)),
            Choice::Network => Go::push(NetworkScreen::new(shared)),
            Choice::Replay => Go::push(Chooser::new(shared, Choosing::Replay)),
            Choice::Setup => Go::push(SetupScreen::new(shared)),
            Choice::Rules => Go::push(Rules::new(shared.spec())),
            Choice::Settings => Go::push(SettingsScreen::new()),
            Choice::Quit => Leave::Quit.ask(shared),
        }
    }
}

impl Screen for Menu {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        self.list_key(shared, key)
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        self.list_mouse(shared, event, area)
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
        let list_area = self.list_area(shared, area);
        let items = self.items(shared);
        list::draw(shared, buf, list_area, &items, Some(self.selected));
        // The waiting game, if there is room for it.
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

    fn status(&self, shared: &Shared) -> Option<String> {
        // In a narrow window the list has no room for it.
        let lines = Menu::lines(shared);
        let (choice, _) = lines.get(self.selected)?;
        matches!(choice, Choice::Play).then(|| Menu::what_to_play(shared))
    }

    fn hints(&self, shared: &Shared) -> String {
        self.letter_hints(shared, "tui-hints-menu")
    }

    fn help(&self, shared: &Shared) -> Help {
        let lines = Menu::lines(shared).into_iter();
        Help::Screen {
            about: vec![shared.say("menu-help")],
            rows: lines
                .map(|(choice, item)| {
                    let message = match choice {
                        Choice::Play => "menu-help-play",
                        Choice::New => "menu-help-new",
                        Choice::Continue => "menu-help-continue",
                        Choice::Unfinished => "menu-help-unfinished",
                        Choice::Load => "menu-help-load",
                        Choice::Network => "menu-help-network",
                        Choice::Replay => "menu-help-replay",
                        Choice::Setup => "menu-help-setup",
                        Choice::Rules => "menu-help-rules",
                        Choice::Settings => "menu-help-settings",
                        Choice::Quit => "menu-help-quit",
                    };
                    (item.with_letter(), shared.say(message))
                })
                .collect(),
        }
    }
}
