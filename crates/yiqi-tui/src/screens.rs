//! The screens, one file each. They form a stack; the topmost gets keys and clicks.

mod board_input;
mod chooser;
mod dialog;
mod export;
mod form;
mod game;
mod game_menu;
mod games;
mod help;
mod line;
mod lobby;
mod menu;
mod move_list;
mod network;
mod note;
mod panels;
mod presence;
mod replay;
mod rules;
mod settings;
mod setup;
mod tabs;
mod unfinished;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::OpenGame;
use yiqi_text::Args;

use crate::board::{BoardPicture, Geometry};
use crate::cells::{clear, put};
use crate::input::Input;
use crate::keys::Scope;
use crate::layout::{centered, inner};
use crate::shared::{Notice, Shared};

use self::help::CommandHelp;
use self::note::Note;

pub(crate) use chooser::make_view_only;
pub(crate) use dialog::{Dialog, DialogKind};
pub(crate) use game::GameScreen;
pub(crate) use game_menu::GameMenu;
pub(crate) use games::GamesOfFile;
pub(crate) use line::History;
pub(crate) use menu::Menu;
pub(crate) use replay::{Origin, ReplayScreen};
pub(crate) use unfinished::Unfinished;

/// One screen.
pub(crate) trait Screen {
    /// Handles a key.
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go;

    /// Handles a click; `area` is where the screen is drawn.
    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go;

    /// Handles pasted text; ignored by screens without text input.
    fn paste(&mut self, _shared: &mut Shared, _text: &str) {}

    /// Draws itself into an area.
    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect);

    /// The board that it draws and where, if nothing covers it: it may be a real picture.
    fn board(&self, _shared: &Shared, _area: Rect) -> Option<(BoardPicture, Geometry)> {
        None
    }

    /// The key hints in the last line.
    fn hints(&self, shared: &Shared) -> String;

    /// What `?` and F1 show, as paragraphs: what the entry under the cursor means, and the keys.
    fn help(&self, shared: &Shared) -> Help {
        Help::Text(vec![self.hints(shared)])
    }

    /// Draws a notice next to the board, after everything else. Returns whether it did; otherwise it
    /// is shown in the status line.
    fn draw_notice(
        &self,
        _shared: &Shared,
        _buf: &mut Buffer,
        _area: Rect,
        _notice: &Notice,
    ) -> bool {
        false
    }

    /// The status line when there is no notice.
    fn status(&self, _shared: &Shared) -> Option<String> {
        None
    }

    /// The line being typed, if any.
    fn typing(&self, _shared: &Shared, _area: Rect) -> Option<Typing<'_>> {
        None
    }

    /// Whether the screens under it remain visible.
    fn is_overlay(&self) -> bool {
        false
    }

    /// Whether the active game is played on this screen, so that it may open dialogs. A connection
    /// to a table ends when no screen is its board.
    fn is_board(&self) -> bool {
        false
    }

    /// Whether its question is no longer relevant, so that it closes.
    fn is_stale(&self, _shared: &Shared) -> bool {
        false
    }
}

/// What `?` and F1 show on a screen.
pub(crate) enum Help {
    /// The commands of a scope with their keys.
    Commands(Scope),
    /// Paragraphs.
    Text(Vec<String>),
    /// What the screen is for, and its keys or entries with what they mean.
    Screen {
        about: Vec<String>,
        rows: Vec<(String, String)>,
    },
    /// Nothing: the screen is itself a help.
    Itself,
}

impl Help {
    /// What a screen is for, and its keys, as the keys of messages.
    pub(crate) fn with_keys(shared: &Shared, about: &str, keys: &[(&str, &str)]) -> Help {
        let rows = keys.iter();
        Help::Screen {
            about: vec![shared.say(about)],
            rows: rows
                .map(|&(key, message)| (key_name(shared, key), shared.say(message)))
                .collect(),
        }
    }

    /// The screen that shows it.
    pub(crate) fn go(self, shared: &Shared) -> Option<Go> {
        match self {
            Help::Commands(scope) => Some(Go::push(CommandHelp::new(scope))),
            Help::Text(text) => Some(Go::push(Note::new(shared.say("tui-help-title"), text))),
            Help::Screen { about, rows } => {
                let note = Note::new(shared.say("tui-help-title"), about);
                Some(Go::push(note.with_rows(rows)))
            }
            Help::Itself => None,
        }
    }
}

/// The name of a key for people: the space bar has nothing printed on it.
fn key_name(shared: &Shared, key: &str) -> String {
    key.replace("Space", &shared.say("key-space"))
}

/// A line being typed, and where it is shown.
pub(crate) enum Typing<'a> {
    /// In the status line, after a prompt and before a note.
    Status(String, &'a Input, String),
    /// In a row of the screen.
    Row(Rect, &'a Input),
}

impl<'a> Typing<'a> {
    /// In the status line, with a message as the prompt.
    fn behind(shared: &Shared, message: &str, input: &'a Input) -> Typing<'a> {
        let prompt = shared.fill(message, Args::new().text("typed", ""));
        Typing::Status(prompt, input, String::new())
    }

    /// With a note after the line, if it is in the status line.
    fn with_note(self, note: String) -> Typing<'a> {
        match self {
            Typing::Status(prompt, input, _) => Typing::Status(prompt, input, note),
            row @ Typing::Row(..) => row,
        }
    }
}

/// Where to go next.
pub(crate) enum Go {
    /// Stay here.
    Stay,
    /// Open a screen on top of this one.
    Push(Box<dyn Screen>),
    /// Replace this screen.
    Replace(Box<dyn Screen>),
    /// Go back this many screens.
    Back(usize),
    /// Go to the menu.
    Menu,
    /// Go to the current game, optionally with another screen on top.
    Game(Option<Box<dyn Screen>>),
    /// Go to the current game, which was just loaded: with a clock it stays paused.
    Loaded,
    /// Quit the program.
    Quit,
}

impl Go {
    pub(crate) fn push(screen: impl Screen + 'static) -> Go {
        Go::Push(Box::new(screen))
    }
}

/// Why the person is leaving a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    Menu,
    Quit,
    /// To close the game.
    Close,
}

impl Leave {
    /// Leaves; all questions are answered.
    pub(crate) fn go(self, shared: &mut Shared) -> Go {
        match self {
            Leave::Menu => Go::Menu,
            Leave::Quit => Go::Quit,
            Leave::Close if shared.remote.is_some() => Go::Menu,
            Leave::Close => {
                if let Err(error) = shared.desk.close(shared.desk.current_index()) {
                    shared.fail(&error);
                }
                if shared.desk.games().is_empty() {
                    Go::Menu
                } else {
                    Go::Game(None)
                }
            }
        }
    }

    /// Leaves, or asks first if something would be lost or leaving a table would affect others.
    pub(crate) fn ask(self, shared: &mut Shared) -> Go {
        let current = shared.desk.current();
        let (is_asked, ask) = match (&shared.remote, self) {
            (Some(remote), _) => (remote.would_be_missed(), DialogKind::LeaveTable(self)),
            // Games stay open, and every move is already on disk.
            (None, Leave::Menu) => {
                if current.is_some_and(OpenGame::is_unsaved) {
                    shared.inform(shared.say("tui-stays-open"));
                }
                return self.go(shared);
            }
            (None, Leave::Quit) => {
                let is_unsaved = shared.desk.games().iter().any(OpenGame::is_unsaved);
                let is_lost = is_unsaved && shared.desk.store().is_none();
                (is_lost, DialogKind::Leave(self))
            }
            (None, Leave::Close) => (
                current.is_some_and(OpenGame::is_unsaved),
                DialogKind::Leave(self),
            ),
        };
        match is_asked {
            true => Go::push(Dialog::new(ask)),
            false => self.go(shared),
        }
    }
}

/// Draws an empty box with a title at the center of an area and returns its inside.
pub(crate) fn draw_box(shared: &Shared, buf: &mut Buffer, area: Rect, title: &str) -> Rect {
    let (palette, ascii) = (shared.palette(), shared.glyphs().ascii);
    clear(buf, area, palette.text);
    if area.width < 4 || area.height < 3 {
        return inner(area, 0, 0);
    }
    let [left, line, right, side, low_left, low_right] = if ascii {
        ["+", "-", "+", "|", "+", "+"]
    } else {
        ["┌", "─", "┐", "│", "└", "┘"]
    };
    let middle = line.repeat(usize::from(area.width - 2));
    let (top, bottom) = (area.top(), area.bottom() - 1);
    put(
        buf,
        area.x,
        top,
        area.width,
        &format!("{left}{middle}{right}"),
        palette.quiet,
    );
    put(
        buf,
        area.x,
        bottom,
        area.width,
        &format!("{low_left}{middle}{low_right}"),
        palette.quiet,
    );
    for y in top + 1..bottom {
        put(buf, area.x, y, 1, side, palette.quiet);
        put(buf, area.right() - 1, y, 1, side, palette.quiet);
    }
    if !title.is_empty() {
        let title = format!(" {title} ");
        put(buf, area.x + 1, top, area.width - 2, &title, palette.strong);
    }
    inner(area, 2, 1)
}

/// The box of an overlay with this many columns and rows inside, if they fit.
pub(crate) fn overlay_area(area: Rect, width: usize, height: usize) -> Rect {
    let size = |wanted: usize, rim: u16| {
        u16::try_from(wanted)
            .unwrap_or(u16::MAX)
            .saturating_add(rim)
    };
    centered(area, size(width, 4), size(height, 2))
}
