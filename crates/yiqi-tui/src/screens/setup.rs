//! Sets up a position by hand, to play on from it.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::OpenGame;
use yiqi_rules::{AnyPosition, ByColor, Color, Game, GameSpec, Point, PointSet, Setup};
use yiqi_text::{Args, words};

use super::form::Form;
use super::{Go, Help, Screen};
use crate::board::{BoardPicture, Geometry};
use crate::cells::{put, wrap};
use crate::layout::{BoardLayout, LayoutInput};
use crate::shared::Shared;

/// Sets up a position by hand.
pub(crate) struct SetupScreen {
    spec: GameSpec,
    stones: ByColor<PointSet>,
    turn: Color,
    cursor: (u8, u8),
}

impl SetupScreen {
    /// Begins with the position of the current game, or with the usual start.
    pub(crate) fn new(shared: &Shared) -> SetupScreen {
        let position = match shared.desk.current() {
            Some(game) => OpenGame::shown_position(game),
            None => AnyPosition::new(shared.spec()),
        };
        SetupScreen::of(&position)
    }

    fn of(position: &AnyPosition) -> SetupScreen {
        let middle = position.spec().size() / 2;
        SetupScreen {
            spec: position.spec(),
            stones: ByColor::from_fn(|color| position.stones(color)),
            turn: position.turn().unwrap_or(Color::Black),
            cursor: (middle, middle),
        }
    }

    fn point(&self) -> Option<Point> {
        Point::new(self.cursor.0, self.cursor.1).filter(|point| point.is_on(self.spec.size()))
    }

    fn stone_at(&self, point: Point) -> Option<Color> {
        let colors = Color::BOTH.into_iter();
        let mut found = colors.filter(|&color| self.stones[color].contains(point));
        found.next()
    }

    /// Puts a stone on a point, or takes it away.
    fn put(&mut self, point: Point, stone: Option<Color>) {
        for color in Color::BOTH {
            match stone == Some(color) {
                true => self.stones[color].insert(point),
                false => self.stones[color].remove(point),
            };
        }
    }

    /// Empty, black, white, and empty again.
    fn cycle(&mut self, point: Point) {
        let next = match self.stone_at(point) {
            None => Some(Color::Black),
            Some(Color::Black) => Some(Color::White),
            Some(Color::White) => None,
        };
        self.put(point, next);
    }

    fn move_cursor(&mut self, cols: i8, rows: i8) {
        let last = self.spec.size() - 1;
        let step = |at: u8, by: i8| at.saturating_add_signed(by).min(last);
        self.cursor = (step(self.cursor.0, cols), step(self.cursor.1, rows));
    }

    /// The next game, with its usual start.
    fn next_game(&mut self) {
        let at = Game::ALL.iter().position(|&game| game == self.spec.game());
        let next = Game::ALL[(at.unwrap_or(0) + 1) % Game::ALL.len()];
        *self = SetupScreen::of(&AnyPosition::new(next.default_spec()));
    }

    /// A larger or smaller board, with its usual start.
    fn resize(&mut self, larger: bool) {
        let sizes = self.spec.game().sizes();
        let size = match larger {
            true => self.spec.size().saturating_add(sizes.step),
            false => self.spec.size().saturating_sub(sizes.step),
        };
        let is_size = (sizes.min..=sizes.max).contains(&size);
        if let Some(spec) = self.spec.with_size(size).filter(|_| is_size) {
            *self = SetupScreen::of(&AnyPosition::new(spec));
        }
    }

    fn setup(&self) -> Setup {
        Setup {
            stones: self.stones,
            turn: self.turn,
        }
    }

    /// Asks who plays from the position. No game is open until that is answered.
    fn finish(&self, shared: &mut Shared) -> Go {
        let position = AnyPosition::from_setup(self.spec, &self.setup());
        if position.is_ok_and(|position| position.turn().is_none()) {
            shared.refuse(shared.say("setup-over"));
            return Go::Stay;
        }
        Go::push(Form::from_position(self.spec, self.setup(), shared))
    }

    fn layout(&self, shared: &Shared, area: Rect) -> BoardLayout {
        BoardLayout::new(
            area,
            LayoutInput {
                spec: self.spec,
                game_count: 1,
                focus: self.cursor,
                ascii: shared.glyphs().ascii,
                has_slider: false,
                is_picture: shared.graphics().is_some(),
            },
        )
    }

    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::plain(self.spec, self.stones);
        picture.cursor = self.point();
        picture.mover = self.turn;
        picture
    }

    fn turn_sentence(&self, shared: &Shared) -> String {
        let args = Args::new().text("color", words::color(&shared.text, self.turn));
        shared.fill("setup-turn", args)
    }
}

impl Screen for SetupScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let code = match key.code {
            KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
            code => code,
        };
        let point = self.point();
        match (code, point) {
            (KeyCode::Left | KeyCode::Char('h'), _) => self.move_cursor(-1, 0),
            (KeyCode::Right | KeyCode::Char('l'), _) => self.move_cursor(1, 0),
            (KeyCode::Up | KeyCode::Char('k'), _) => self.move_cursor(0, -1),
            (KeyCode::Down | KeyCode::Char('j'), _) => self.move_cursor(0, 1),
            (KeyCode::Char('b'), Some(point)) => self.put(point, Some(Color::Black)),
            (KeyCode::Char('w'), Some(point)) => self.put(point, Some(Color::White)),
            (KeyCode::Char('x') | KeyCode::Delete | KeyCode::Backspace, Some(point)) => {
                self.put(point, None);
            }
            (KeyCode::Char(' '), Some(point)) => self.cycle(point),
            (KeyCode::Char('t'), _) => self.turn = self.turn.other(),
            (KeyCode::Char('c'), _) => {
                self.stones = ByColor::from_fn(|_| PointSet::EMPTY);
            }
            (KeyCode::Char('s'), _) => {
                *self = SetupScreen::of(&AnyPosition::new(self.spec));
            }
            (KeyCode::Char('g') | KeyCode::Tab, _) => self.next_game(),
            (KeyCode::Char('+' | '='), _) => self.resize(true),
            (KeyCode::Char('-'), _) => self.resize(false),
            (KeyCode::Enter, _) => return self.finish(shared),
            (KeyCode::Esc, _) => return Go::Back(1),
            _ => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        if event.kind == MouseEventKind::Down(MouseButton::Left) {
            let geometry = self.layout(shared, area).geometry;
            if let Some(point) = geometry.point_at(event.column, event.row) {
                self.cursor = (point.col(), point.row());
                self.cycle(point);
            }
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let layout = self.layout(shared, area);
        let picture = self.picture();
        picture.draw(buf, &layout.geometry, &palette, shared.glyphs());
        let title = shared.say("setup-title");
        let game = words::game(&shared.text, self.spec);
        if let Some(tabs) = layout.tabs {
            let text = format!(" {title}: {game}");
            put(buf, tabs.x, tabs.y, tabs.width, &text, palette.strong);
        }
        let counts = Color::BOTH.map(|color| {
            let stone = shared.glyphs().stone(color);
            format!("{stone} {}", self.stones[color].len())
        });
        let counts = counts.join("   ");
        if let Some(players) = layout.players {
            let x = players.x + 1;
            put(buf, x, players.y, players.width, &counts, palette.text);
            let turn = self.turn_sentence(shared);
            put(buf, x, players.y + 1, players.width, &turn, palette.text);
        }
        let Some(info) = layout.info else { return };
        let columns = usize::from(info.width);
        let mut lines = vec![(counts, palette.text)];
        lines.push((self.turn_sentence(shared), palette.strong));
        lines.push((String::new(), palette.text));
        for key in [
            "setup-key-stones",
            "setup-key-cycle",
            "setup-key-turn",
            "setup-key-clear",
            "setup-key-game",
            "setup-key-enter",
        ] {
            let text = shared.say(key);
            lines.extend(
                wrap(&text, columns)
                    .into_iter()
                    .map(|line| (line, palette.quiet)),
            );
        }
        for ((line, style), y) in lines.iter().zip(info.top()..info.bottom()) {
            put(buf, info.x, y, info.width, line, *style);
        }
    }

    fn board(&self, shared: &Shared, area: Rect) -> Option<(BoardPicture, Geometry)> {
        Some((self.picture(), self.layout(shared, area).geometry))
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("setup-hints")
    }

    fn help(&self, shared: &Shared) -> Help {
        Help::with_keys(
            shared,
            "setup-help",
            &[
                ("← ↓ ↑ →", "setup-help-move"),
                ("b  w  x", "setup-help-stones"),
                ("Space", "setup-help-cycle"),
                ("t", "setup-help-turn"),
                ("c", "setup-help-clear"),
                ("s", "setup-help-start"),
                ("g  Tab", "setup-help-game"),
                ("+  -", "setup-help-size"),
                ("Enter", "setup-help-enter"),
                ("Esc", "help-key-esc"),
            ],
        )
    }
}
