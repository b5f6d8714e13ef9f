//! The person's settings. Every change takes effect and is stored at once.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::{BoardColor, Pictures, Theme};
use yiqi_text::{Args, Lang};

use super::{Go, Help, Screen};
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;

/// The person's settings.
pub(crate) struct SettingsScreen {
    selected: usize,
}

/// The choices for the pause before a program's move, in milliseconds.
const DELAYS_MS: [u64; 5] = [0, 250, 500, 1000, 2000];

/// The number of settings.
const COUNT: usize = 10;

/// What each setting means.
const HELPS: [&str; COUNT] = [
    "settings-help-language",
    "settings-help-glyphs",
    "settings-help-exchange",
    "settings-help-theme",
    "settings-help-board",
    "settings-help-pictures",
    "settings-help-legal",
    "settings-help-animation",
    "settings-help-bell",
    "settings-help-delay",
];

impl SettingsScreen {
    pub(crate) fn new() -> SettingsScreen {
        SettingsScreen { selected: 0 }
    }

    fn change(shared: &mut Shared, index: usize, forward: bool) -> Go {
        let mut settings = shared.desk.settings().clone();
        match index {
            0 => {
                let lang = next(&Lang::ALL, &shared.text.lang(), forward);
                settings.lang = Some(lang);
                shared.set_lang(lang);
            }
            1 => settings.ascii = !settings.ascii,
            2 => settings.swap_glyphs = !settings.swap_glyphs,
            3 => settings.theme = next(&Theme::ALL, &settings.theme, forward),
            4 => settings.board = next(&BoardColor::ALL, &settings.board, forward),
            5 => settings.pictures = next(&Pictures::ALL, &settings.pictures, forward),
            6 => settings.legal_dots = !settings.legal_dots,
            7 => settings.animation = !settings.animation,
            8 => settings.bell = !settings.bell,
            9 => {
                let ms = u64::try_from(settings.delay.as_millis()).unwrap_or(0);
                settings.delay = Duration::from_millis(next(&DELAYS_MS, &ms, forward));
            }
            _ => return Go::Back(1),
        }
        if let Err(error) = shared.desk.set_settings(settings) {
            shared.fail(&error);
        }
        Go::Stay
    }
}

/// The value after or before this one, wrapping around.
fn next<T: Copy + PartialEq>(all: &[T], now: &T, forward: bool) -> T {
    let at = all.iter().position(|value| value == now).unwrap_or(0);
    let step = if forward { 1 } else { all.len() - 1 };
    all[(at + step) % all.len()]
}

/// The choice of pictures. If it is left to the terminal, whether that shows pictures.
fn pictures(shared: &Shared) -> String {
    let choice = shared.desk.settings().pictures;
    match choice {
        Pictures::Auto if shared.graphics().is_some() => shared.say("tui-pictures-auto-on"),
        Pictures::Auto => shared.say("tui-pictures-auto-off"),
        Pictures::Off => shared.say("tui-off"),
        Pictures::Kitty | Pictures::Sixel | Pictures::Iterm => choice.name().to_owned(),
    }
}

impl ListScreen for SettingsScreen {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let settings = shared.desk.settings();
        let on_off = |on| shared.say(if on { "tui-on" } else { "tui-off" });
        let glyphs = if settings.ascii {
            "tui-glyphs-ascii"
        } else {
            "tui-glyphs-unicode"
        };
        let seconds = settings.delay.as_millis() as f64 / 1000.0;
        let delay = shared.fill(
            "tui-seconds",
            Args::new().text("seconds", seconds.to_string()),
        );
        vec![
            Item::new('l', shared.say("tui-settings-language"))
                .with_note(shared.say("tui-language")),
            Item::new('g', shared.say("tui-settings-glyphs")).with_note(shared.say(glyphs)),
            Item::new('x', shared.say("tui-settings-exchange"))
                .with_note(on_off(settings.swap_glyphs)),
            Item::new('t', shared.say("tui-settings-theme"))
                .with_note(shared.say(&format!("tui-theme-{}", settings.theme.name()))),
            Item::new('c', shared.say("tui-settings-board"))
                .with_note(shared.say(&format!("tui-board-{}", settings.board.name()))),
            Item::new('p', shared.say("tui-settings-pictures")).with_note(pictures(shared)),
            Item::new('m', shared.say("tui-settings-legal")).with_note(on_off(settings.legal_dots)),
            Item::new('a', shared.say("tui-settings-animation"))
                .with_note(on_off(settings.animation)),
            Item::new('r', shared.say("tui-settings-bell")).with_note(on_off(settings.bell)),
            Item::new('d', shared.say("tui-settings-delay")).with_note(delay),
            Item::new('b', shared.say("tui-back")),
        ]
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn title(&self, shared: &Shared) -> String {
        shared.say("tui-menu-settings")
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        SettingsScreen::change(shared, index, true)
    }
}

impl Screen for SettingsScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'Q') => Go::Back(1),
            KeyCode::Right | KeyCode::Left if self.selected < COUNT => {
                SettingsScreen::change(shared, self.selected, key.code == KeyCode::Right)
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

    fn hints(&self, shared: &Shared) -> String {
        shared.say("tui-hints-settings")
    }

    fn help(&self, shared: &Shared) -> Help {
        let items = self.items(shared).into_iter();
        Help::Screen {
            about: vec![shared.say("settings-help")],
            rows: items
                .zip(HELPS)
                .map(|(item, message)| (item.with_letter(), shared.say(message)))
                .collect(),
        }
    }

    /// The selected setting, which a narrow list may cut.
    fn status(&self, shared: &Shared) -> Option<String> {
        let items = self.items(shared);
        let item = items
            .get(self.selected)
            .filter(|item| !item.note.is_empty())?;
        let is_cut = list::wanted_width(&items) + 4 > usize::from(shared.size.0);
        let args = Args::new()
            .text("name", &item.label)
            .text("value", &item.note);
        is_cut.then(|| shared.fill("tui-setting", args))
    }
}
