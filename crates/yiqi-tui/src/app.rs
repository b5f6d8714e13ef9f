//! The app as a state machine: keys, clicks, sizes and times in, frames out.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color as Ink, Modifier};
use ratatui::terminal::Frame;
use yiqi_desk::Desk;
use yiqi_session::Stage;
use yiqi_text::{Args, Text, words};

use crate::cells::{clear, put, put_lines, put_wrapped, width, wrap};
use crate::graphics::{Picture, PictureSupport};
use crate::layout::{SCREEN_MIN, split, take_bottom};
use crate::network::Network;
use crate::options::{AppOptions, ColorDepth, Start};
use crate::screens::{
    Dialog, DialogKind, GameMenu, GameScreen, GamesOfFile, Go, Menu, Origin, ReplayScreen, Screen,
    Typing, Unfinished, make_view_only,
};
use crate::shared::Shared;
use crate::theme::Palette;

/// How long after the start games of a program that was just ending are listed.
const RECOVERY_TIME: Duration = Duration::from_secs(3);

/// The full-screen app, without a terminal.
pub struct App {
    shared: Shared,
    /// From the bottom, which is always the menu.
    screens: Vec<Box<dyn Screen>>,
    is_done: bool,
    /// Until when the games of a program that is just ending may turn up.
    recovers_until: Option<Instant>,
    /// Whether it was the person's turn, at the last look at a game in play.
    was_own_turn: Option<bool>,
    /// Whether it has become the person's turn.
    rings: bool,
    /// The games whose clocks stand still while the program is suspended.
    stopped_clocks: Vec<usize>,
}

impl App {
    /// An app for the games of a desk and for tables on servers. Recovered games are offered first.
    #[must_use]
    pub fn new(desk: Desk, mut network: Network, text: Text, mut options: AppOptions) -> App {
        let table = network.take_first();
        let games = std::mem::take(&mut options.games);
        let start = options.start;
        let recovers_until = options.recovers.then(|| Instant::now() + RECOVERY_TIME);
        let mut app = App {
            shared: Shared::new(desk, network, text, options),
            screens: vec![Box::new(Menu::new())],
            is_done: false,
            recovers_until,
            was_own_turn: None,
            rings: false,
            stopped_clocks: Vec::new(),
        };
        if app.shared.desk.current().is_some() {
            match start {
                Start::Menu => {}
                Start::Game => app.go(Go::Game(None)),
                Start::Replay(at) => {
                    make_view_only(&mut app.shared, at);
                    let replay = ReplayScreen::new(&app.shared, Origin::Shell);
                    app.screens.push(Box::new(replay));
                }
            }
        }
        if let Some(address) = table {
            app.shared.join(address);
            app.screens.push(Box::new(GameScreen::new()));
        }
        if !games.is_empty() {
            let list = GamesOfFile::of_shell(games);
            app.screens.push(Box::new(list));
        }
        if app.screens.len() == 1 && !app.shared.desk.shelved().is_empty() {
            app.screens.push(Box::new(Unfinished::new()));
        }
        if let Some(error) = app.shared.desk.take_last_game_problem() {
            let sentence = yiqi_desk::words::store_error(&app.shared.text, &error);
            app.shared.inform(sentence);
        }
        app
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        // From any screen: every unfinished game is already on disk.
        if key.modifiers.contains(KeyModifiers::CONTROL)
            && matches!(key.code, KeyCode::Char('c' | 'C'))
        {
            self.is_done = true;
            return;
        }
        self.shared.notice = None;
        self.shared.is_over_game = self
            .screens
            .iter()
            .rfind(|screen| !screen.is_overlay())
            .is_some_and(|screen| screen.is_board());
        let go = match self.screens.last_mut() {
            Some(screen) => match asked_help(screen.as_ref(), &self.shared, &key) {
                Some(help) => help,
                None => screen.key(&mut self.shared, key),
            },
            None => Go::Menu,
        };
        self.go(go);
        self.settle();
        // A program may answer before the next tick.
        self.was_own_turn = self.own_turn();
    }

    /// Handles pasted text.
    pub fn paste(&mut self, text: &str) {
        self.shared.notice = None;
        if let Some(screen) = self.screens.last_mut() {
            screen.paste(&mut self.shared, text);
        }
        self.settle();
    }

    /// Handles a click or the mouse wheel.
    pub fn mouse(&mut self, event: MouseEvent) {
        if self.is_too_small() {
            return;
        }
        let body = self.shared.body();
        let go = match self.screens.last_mut() {
            Some(screen) => screen.mouse(&mut self.shared, event, body),
            None => Go::Menu,
        };
        self.go(go);
        self.settle();
    }

    /// Sets the size of the screen.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        self.shared.size = (cols, rows);
    }

    /// Runs whatever is due by this time: programs move, clocks run, notices expire.
    pub fn tick(&mut self, now: Instant) {
        self.shared.tick(now);
        self.recover(now);
        self.settle();
        let turn = self.own_turn();
        self.rings |= (self.was_own_turn, turn) == (Some(false), Some(true));
        self.was_own_turn = turn;
    }

    /// Whether it is the person's turn, if a game is on the screen.
    fn own_turn(&self) -> Option<bool> {
        let is_shown = self.screens.iter().any(|screen| screen.is_board());
        let active = self.shared.active();
        active.spec().filter(|_| is_shown)?;
        Some(active.is_own_turn())
    }

    /// Whether the terminal should ring now, once.
    pub fn take_bell(&mut self) -> bool {
        std::mem::take(&mut self.rings) && self.shared.desk.settings().bell
    }

    /// The title of the window: the game, and whether it is the person's turn.
    #[must_use]
    pub fn title(&self) -> String {
        let game = || words::game(&self.shared.text, self.shared.spec());
        let key = match self.own_turn() {
            None => return self.shared.say("tui-title"),
            Some(true) => "tui-title-turn",
            Some(false) => "tui-title-game",
        };
        self.shared.fill(key, Args::new().text("game", game()))
    }

    /// Sets which pictures the terminal shows.
    pub fn set_picture_support(&mut self, support: PictureSupport) {
        self.shared.picture_support = support;
    }

    /// What is known about the pictures of the terminal.
    pub(crate) fn picture_support(&self) -> PictureSupport {
        self.shared.picture_support
    }

    /// The board as a real picture, if the screen has one. Below a dialog there are characters.
    pub(crate) fn picture(&self) -> Option<Picture> {
        let graphics = self.shared.graphics().filter(|_| !self.is_too_small())?;
        let screen = self.screens.last()?;
        let (board, geometry) = screen.board(&self.shared, self.shared.body())?;
        // Points of one column are too narrow for stones.
        let is_usable = !geometry.narrow && geometry.cols > 0 && geometry.rows > 0;
        is_usable.then(|| Picture {
            board: board.real(self.shared.palette().real_board(board.spec)),
            geometry,
            graphics,
        })
    }

    /// Lists the games of a program that has ended since the start: one whose terminal was closed a
    /// moment ago may have been ending still.
    fn recover(&mut self, now: Instant) {
        let is_over = self.recovers_until.is_none_or(|until| now > until);
        if is_over || self.screens.len() > 1 {
            return;
        }
        let before = self.shared.desk.shelved().len();
        if self.shared.desk.recover() > before {
            self.screens.push(Box::new(Unfinished::new()));
        }
    }

    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        // Input methods show their composition at the terminal's cursor.
        if let Some(cursor) = self.draw_into(frame.buffer_mut(), area) {
            frame.set_cursor_position(cursor);
        }
    }

    /// Stops the clocks of the games at this desk: the program is about to be suspended.
    pub fn stop_clocks(&mut self) {
        self.stopped_clocks = self.shared.desk.stop_clocks();
    }

    /// Starts them again.
    pub fn start_clocks(&mut self) {
        let stopped = std::mem::take(&mut self.stopped_clocks);
        self.shared.desk.start_clocks(&stopped);
    }

    /// The text that the person wants to copy to the clipboard, once.
    pub fn take_copied(&mut self) -> Option<String> {
        self.shared.copied.take()
    }

    /// What to say after the end: how many unfinished games are kept.
    #[must_use]
    pub fn parting(&self) -> Option<String> {
        let count = self.shared.desk.kept_count();
        let args = Args::new().number("count", count);
        (count > 0).then(|| self.shared.fill("tui-bye-kept", args))
    }

    /// Whether the person has quit.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// How soon [`App::tick`] must be called again.
    #[must_use]
    pub fn needs_tick_within(&self) -> Duration {
        self.shared.needs_tick_within()
    }

    fn is_too_small(&self) -> bool {
        let (cols, rows) = self.shared.size;
        cols < SCREEN_MIN.0 || rows < SCREEN_MIN.1
    }

    fn go(&mut self, go: Go) {
        match go {
            Go::Stay => {}
            Go::Push(screen) => self.screens.push(screen),
            Go::Replace(screen) => {
                self.screens.pop();
                self.screens.push(screen);
            }
            Go::Back(count) => self
                .screens
                .truncate(self.screens.len().saturating_sub(count).max(1)),
            Go::Menu => {
                self.screens.clear();
                self.screens.push(Box::new(Menu::new()));
            }
            Go::Game(above) => {
                self.screens.truncate(1);
                self.shared.remote = None;
                self.shared.activate_game();
                self.screens.push(Box::new(GameScreen::new()));
                self.screens.extend(above);
            }
            Go::Loaded => {
                self.go(Go::Game(None));
                let view = self.shared.view();
                let has_clock = view.as_ref().is_some_and(|view| view.clocks.is_some());
                let is_open = view.is_some_and(|view| !matches!(view.stage, Stage::Over(_)));
                if has_clock && is_open {
                    let menu = GameMenu::new(&mut self.shared);
                    self.screens.push(Box::new(menu));
                }
            }
            Go::Quit => self.is_done = true,
        }
        // The person is no longer at a table after leaving its board, nor at a server after
        // leaving all its screens.
        if !self.screens.iter().any(|screen| screen.is_board()) {
            self.shared.remote = None;
        }
        if self.screens.len() == 1 {
            self.shared.visit = None;
        }
    }

    /// Opens the dialog that the game requires: a choice of color, the answer to an offer. Closes
    /// one that is no longer relevant.
    fn settle(&mut self) {
        // A table that was just created is joined at once, in place of its form.
        if let Some(address) = self.shared.take_created() {
            self.shared.join(address);
            self.go(Go::Replace(Box::new(GameScreen::new())));
        }
        if let Some(screen) = self.screens.last()
            && screen.is_stale(&self.shared)
        {
            self.screens.pop();
        }
        // Do not interrupt typing.
        let body = self.shared.body();
        if let Some(screen) = self.screens.last()
            && screen.is_board()
            && screen.typing(&self.shared, body).is_none()
            && let Some(ask) = DialogKind::due(&self.shared)
        {
            self.screens.push(Box::new(Dialog::new(ask)));
        }
    }

    /// Draws everything and returns the position of the text cursor.
    fn draw_into(&self, buf: &mut Buffer, area: Rect) -> Option<Position> {
        let palette = self.shared.palette();
        clear(buf, area, palette.text);
        if area.width < SCREEN_MIN.0 || area.height < SCREEN_MIN.1 {
            let sentence = self.shared.fill(
                "tui-too-small",
                Args::new()
                    .text("cols", SCREEN_MIN.0.to_string())
                    .text("rows", SCREEN_MIN.1.to_string()),
            );
            put_lines(
                buf,
                area,
                &wrap(&sentence, usize::from(area.width)),
                palette.text,
            );
            return None;
        }
        let (body, bottom) = split(area);
        // The last screen that covers everything, and the overlays on it.
        let first = self
            .screens
            .iter()
            .rposition(|screen| !screen.is_overlay())
            .unwrap_or(0);
        for (index, screen) in self.screens.iter().enumerate().skip(first) {
            if index > first {
                dim(buf, body, &palette);
            }
            screen.draw(&self.shared, buf, body);
        }
        // A real picture covers these cells: they stay as they are, so that it is not erased.
        if let Some(picture) = self.picture() {
            let ground = palette.board(picture.board.spec).ground;
            clear(buf, picture.geometry.area, ground);
        }
        let screen = self.screens.last()?;
        let typing = screen.typing(&self.shared, body);
        let at_bottom = self.draw_bottom(screen.as_ref(), typing.as_ref(), buf, bottom);
        match typing {
            Some(Typing::Row(row, input)) => Some(input.draw(buf, row, palette.strong)),
            _ => at_bottom,
        }
    }

    /// Draws a notice next to the board, if there are both. Returns whether it did.
    fn draw_notice(&self, screen: &dyn Screen, buf: &mut Buffer) -> bool {
        let notice = self.shared.notice.as_ref();
        let body = self.shared.body();
        notice.is_some_and(|notice| screen.draw_notice(&self.shared, buf, body, notice))
    }

    /// Draws the status line and the key hints. Returns the position of the text cursor if it is
    /// here.
    fn draw_bottom(
        &self,
        screen: &dyn Screen,
        typing: Option<&Typing<'_>>,
        buf: &mut Buffer,
        area: Rect,
    ) -> Option<Position> {
        let palette = self.shared.palette();
        let is_beside = self.draw_notice(screen, buf);
        let notice = self.shared.notice.as_ref().filter(|_| !is_beside);
        let (said, style) = match notice {
            Some(notice) => (Some(notice.text.clone()), notice.style(&palette)),
            None => (screen.status(&self.shared), palette.text),
        };
        let columns = usize::from(area.width.saturating_sub(2));
        let mut status = area;
        let hints = take_bottom(&mut status, 1);
        put(
            buf,
            hints.x + 1,
            hints.y,
            hints.width.saturating_sub(2),
            &fit_hints(&screen.hints(&self.shared), columns),
            palette.quiet,
        );
        let status = Rect {
            x: status.x + 1,
            width: status.width.saturating_sub(2),
            ..status
        };
        if let (None, Some(Typing::Status(prompt, input, note))) = (&self.shared.notice, typing) {
            let used = put(buf, status.x, status.y, status.width, prompt, palette.text);
            let row = Rect {
                x: status.x + used,
                width: status.width.saturating_sub(used),
                ..status
            };
            let cursor = input.draw(buf, row, palette.text);
            let typed = u16::try_from(width(input.typed())).unwrap_or(u16::MAX);
            let x = row.x.saturating_add(typed).saturating_add(3);
            put(
                buf,
                x,
                row.y,
                row.right().saturating_sub(x),
                note,
                palette.quiet,
            );
            return Some(cursor);
        }
        if let Some(said) = said {
            put_wrapped(buf, status, &said, style);
        }
        None
    }
}

/// Help is the same key on every screen: F1, and `?` wherever no text is typed.
fn asked_help(screen: &dyn Screen, shared: &Shared, key: &KeyEvent) -> Option<Go> {
    let is_help = match key.code {
        KeyCode::F(1) => true,
        KeyCode::Char('?') => screen.typing(shared, shared.body()).is_none(),
        _ => false,
    };
    is_help.then(|| screen.help(shared).go(shared)).flatten()
}

/// The key hints that fit into this many columns: the first ones, and the last, which is the help.
fn fit_hints(hints: &str, columns: usize) -> String {
    const BETWEEN: &str = " · ";
    let mut parts: Vec<&str> = hints.split(BETWEEN).collect();
    let mut fitted = parts.join(BETWEEN);
    while width(&fitted) > columns && parts.len() > 1 {
        let last = parts.len() - 1;
        // Of two, the first stays.
        parts.remove(if last > 1 { last - 1 } else { last });
        fitted = parts.join(BETWEEN);
    }
    fitted
}

/// Dims what is under an overlay. Terminals dim only the character of a cell, which would tear stones
/// apart, so colors are mixed with the paper instead. Where they cannot be mixed, boards stay bright.
fn dim(buf: &mut Buffer, area: Rect, palette: &Palette) {
    if palette.depth == ColorDepth::None {
        return;
    }
    let paper = palette.text.bg.unwrap_or(Ink::Reset);
    let area = area.intersection(buf.area);
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            let cell = &mut buf[(x, y)];
            cell.modifier.remove(Modifier::BOLD);
            match (cell.fg, cell.bg, paper) {
                (Ink::Rgb(..), Ink::Rgb(..), Ink::Rgb(..)) => {
                    cell.fg = halfway_to(cell.fg, paper);
                    cell.bg = halfway_to(cell.bg, paper);
                }
                (_, bg, paper) if bg == paper => cell.modifier.insert(Modifier::DIM),
                _ => {}
            }
        }
    }
}

/// The color between two others, if both can be mixed.
fn halfway_to(color: Ink, other: Ink) -> Ink {
    match (color, other) {
        (Ink::Rgb(r, g, b), Ink::Rgb(to_r, to_g, to_b)) => {
            Ink::Rgb(r.midpoint(to_r), g.midpoint(to_g), b.midpoint(to_b))
        }
        _ => color,
    }
}
