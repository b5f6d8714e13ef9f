//! A person at a text screen.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::terminal::Terminal;
use tempfile::TempDir;
use yiqi_desk::{Desk, Store};
use yiqi_players::PlayerSpec;
use yiqi_record::BySeat;
use yiqi_session::Terms;
use yiqi_text::{Lang, Text};
use yiqi_tui::{App, AppOptions, ColorDepth, Network, Start};

/// The setup of a screen.
pub(crate) struct Setup {
    pub(crate) options: AppOptions,
    pub(crate) lang: Lang,
    pub(crate) size: (u16, u16),
    pub(crate) names: [&'static str; 2],
    pub(crate) network: Network,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            options: AppOptions {
                color: ColorDepth::None,
                motion: false,
                ..AppOptions::default()
            },
            lang: Lang::En,
            size: (80, 24),
            names: ["Ann", "Bob"],
            network: Network::by(|_, _| panic!("this test has no network")),
        }
    }
}

/// A person at a screen.
pub(crate) struct Person {
    pub(crate) app: App,
    size: (u16, u16),
    now: Instant,
    folder: TempDir,
}

impl Person {
    /// Starts at the menu.
    pub(crate) fn new() -> Person {
        Person::with(Setup::default(), |_| {})
    }

    /// Starts in a game of two people that has begun.
    pub(crate) fn playing(spec: &str) -> Person {
        Person::at(Setup::default(), spec, "human", "human")
    }

    /// Starts in a game of these players.
    pub(crate) fn at(mut setup: Setup, spec: &str, first: &str, second: &str) -> Person {
        setup.options.start = Start::Game;
        Person::with(setup, |desk| open(desk, spec, first, second))
    }

    pub(crate) fn with(setup: Setup, prepare: impl FnOnce(&mut Desk)) -> Person {
        Person::in_folder(tempfile::tempdir().unwrap(), setup, prepare)
    }

    pub(crate) fn in_folder(
        folder: TempDir,
        mut setup: Setup,
        prepare: impl FnOnce(&mut Desk),
    ) -> Person {
        let mut desk = Desk::new(Some(Store::open(folder.path()).unwrap()), 7);
        setup.options.folder = folder.path().to_owned();
        let [first, second] = setup.names.map(str::to_owned);
        desk.set_names(BySeat { first, second });
        let mut settings = desk.settings().clone();
        settings.delay = Duration::ZERO;
        desk.set_settings(settings).unwrap();
        prepare(&mut desk);
        let mut app = App::new(desk, setup.network, Text::new(setup.lang), setup.options);
        app.resize(setup.size.0, setup.size.1);
        Person {
            app,
            size: setup.size,
            now: Instant::now(),
            folder,
        }
    }

    /// Ends the app and returns the data folder.
    pub(crate) fn leave(self) -> TempDir {
        self.folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Presses keys: characters as they are, others as `<Enter>`, `<Esc>`, `<Left>`, `<F1>`, `<lt>`.
    #[track_caller]
    pub(crate) fn press(&mut self, keys: &str) -> &mut Person {
        let mut rest = keys;
        while let Some(c) = rest.chars().next() {
            let code = match rest
                .strip_prefix('<')
                .and_then(|after| after.split_once('>'))
            {
                Some((name, after)) => {
                    rest = after;
                    named(name)
                }
                None => {
                    rest = &rest[c.len_utf8()..];
                    KeyCode::Char(c)
                }
            };
            self.app.key(KeyEvent::new(code, KeyModifiers::NONE));
        }
        self
    }

    /// Pastes a text.
    pub(crate) fn paste(&mut self, text: &str) -> &mut Person {
        self.app.paste(text);
        self
    }

    /// Types lines, each followed by Enter.
    #[track_caller]
    pub(crate) fn type_lines(&mut self, lines: &str) -> &mut Person {
        for line in lines.split_whitespace() {
            self.press(&format!(":{line}<Enter>"));
        }
        self
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) -> &mut Person {
        self.app.mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        });
        self
    }

    /// Clicks on the first occurrence of a text.
    #[track_caller]
    pub(crate) fn click_on(&mut self, text: &str) -> &mut Person {
        let screen = self.screen();
        for (row, line) in screen.lines().enumerate() {
            if let Some(at) = line.find(text) {
                let column = unicode_width::UnicodeWidthStr::width(&line[..at]);
                return self.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
            }
        }
        panic!("'{text}' is not on the screen:\n{screen}");
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, ms: u64) -> &mut Person {
        self.now += Duration::from_millis(ms);
        self.app.tick(self.now);
        self
    }

    /// Ticks until a text is shown; programs think in real time.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) -> &mut Person {
        let began = Instant::now();
        while !self.screen().contains(text) {
            assert!(
                began.elapsed() < Duration::from_secs(30),
                "no '{text}':\n{}",
                self.screen()
            );
            std::thread::yield_now();
            self.wait(1);
        }
        self
    }

    pub(crate) fn resize(&mut self, cols: u16, rows: u16) -> &mut Person {
        self.size = (cols, rows);
        self.app.resize(cols, rows);
        self
    }

    pub(crate) fn buffer(&self) -> Buffer {
        let backend = TestBackend::new(self.size.0, self.size.1);
        let mut terminal = Terminal::new(backend).unwrap();
        terminal.draw(|frame| self.app.draw(frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The column and row of the terminal's cursor.
    pub(crate) fn cursor(&self) -> (u16, u16) {
        let backend = TestBackend::new(self.size.0, self.size.1);
        let mut terminal = Terminal::new(backend).unwrap();
        terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let at = terminal.backend().cursor_position();
        (at.x, at.y)
    }

    /// The screen as text, without trailing blanks.
    pub(crate) fn screen(&self) -> String {
        let buffer = self.buffer();
        let mut out = String::new();
        for y in 0..buffer.area.height {
            let mut line = String::new();
            let mut skip = 0;
            for x in 0..buffer.area.width {
                if skip > 0 {
                    skip -= 1;
                    continue;
                }
                let symbol = buffer[(x, y)].symbol();
                skip = unicode_width::UnicodeWidthStr::width(symbol).saturating_sub(1);
                line.push_str(symbol);
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    /// Whether a text is on the screen, perhaps wrapped in the panel on the right.
    fn shows(&self, text: &str) -> bool {
        let screen = self.screen();
        let last_part = |line: &str| line.rsplit("  ").next().unwrap_or("").trim().to_owned();
        let panel: Vec<String> = screen.lines().map(last_part).collect();
        screen.contains(text) || panel.join(" ").contains(text)
    }

    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> &mut Person {
        let screen = self.screen();
        assert!(self.shows(text), "'{text}' is not on the screen:\n{screen}");
        self
    }

    #[track_caller]
    pub(crate) fn does_not_see(&mut self, text: &str) -> &mut Person {
        let screen = self.screen();
        assert!(!self.shows(text), "'{text}' is on the screen:\n{screen}");
        self
    }
}

/// Opens a game of these players.
pub(crate) fn open(desk: &mut Desk, spec: &str, first: &str, second: &str) {
    let player = |text: &str| text.parse::<PlayerSpec>().unwrap();
    let players = BySeat {
        first: player(first),
        second: player(second),
    };
    let index = desk
        .open(Terms::new(spec.parse().unwrap()), players)
        .unwrap();
    desk.switch(index).unwrap();
}

fn named(name: &str) -> KeyCode {
    match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "Tab" => KeyCode::Tab,
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "F1" => KeyCode::F(1),
        "F2" => KeyCode::F(2),
        "F5" => KeyCode::F(5),
        "lt" => KeyCode::Char('<'),
        other => panic!("no key {other}"),
    }
}
