//! The rules of every game.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_rules::{Game, GameSpec};
use yiqi_text::{Args, words};

use super::{Go, Help, Screen};
use crate::cells::{put, reflow, width};
use crate::layout::{inner, take_top};
use crate::page::Page;
use crate::shared::Shared;

/// The rules of every game.
pub(crate) struct Rules {
    game: usize,
    page: Page,
}

/// The key and name of each page.
fn pages(shared: &Shared) -> impl Iterator<Item = (char, String)> + '_ {
    let key = |game: Game| game.name().chars().next().unwrap_or_default();
    let pages = Game::ALL.into_iter();
    pages.map(move |game| (key(game), words::game_name(&shared.text, game)))
}

/// Longer lines are hard to read.
const COLUMNS_MAX: u16 = 84;

impl Rules {
    /// The page of a game.
    pub(crate) fn new(spec: GameSpec) -> Rules {
        let is_own = |game: &Game| *game == spec.game();
        let game = Game::ALL.iter().position(is_own).unwrap_or_default();
        Rules {
            game,
            page: Page::default(),
        }
    }

    fn lines(&self, shared: &Shared, columns: usize) -> Vec<String> {
        let spec = Game::ALL[self.game].default_spec();
        let mut lines = Vec::new();
        for page in words::rules_pages(&shared.text, spec, true) {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(reflow(&page, columns));
        }
        lines
    }

    /// The areas of the line of page names and of the page.
    fn areas(area: Rect) -> (Rect, Rect) {
        let mut page = inner(area, 1, 0);
        let tabs = take_top(&mut page, 1);
        let _ = take_top(&mut page, 1);
        page.width = page.width.min(COLUMNS_MAX);
        (tabs, page)
    }

    fn line_count(&self, shared: &Shared, page: Rect) -> usize {
        self.lines(shared, usize::from(page.width)).len()
    }

    fn turn_to(&mut self, game: usize) {
        self.game = game % Game::ALL.len();
        self.page = Page::default();
    }
}

impl Screen for Rules {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let (_, page) = Rules::areas(shared.body());
        let count = self.line_count(shared, page);
        match key.code {
            KeyCode::Enter => {
                self.page.key(KeyCode::Down, count, page.height);
            }
            code if self.page.key(code, count, page.height) => {}
            KeyCode::Left => self.turn_to(self.game + Game::ALL.len() - 1),
            KeyCode::Right | KeyCode::Tab => self.turn_to(self.game + 1),
            KeyCode::Esc | KeyCode::Char('q' | 'Q') => return Go::Back(1),
            KeyCode::Char(c) => {
                let found = pages(shared).position(|(letter, _)| letter.eq_ignore_ascii_case(&c));
                match found {
                    Some(index) => self.turn_to(index),
                    None => shared.unknown_key(&self.hints(shared)),
                }
            }
            _ => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let (tabs, page) = Rules::areas(area);
        let count = self.line_count(shared, page);
        match event.kind {
            _ if self.page.wheel(&event, count, page.height) => {}
            MouseEventKind::Down(_) if event.row == tabs.y => {
                let mut x = tabs.x;
                for (index, (_, name)) in pages(shared).enumerate() {
                    let columns = u16::try_from(width(&name) + 5).unwrap_or(0);
                    if (x..x + columns).contains(&event.column) {
                        self.turn_to(index);
                        break;
                    }
                    x += columns;
                }
            }
            _ => {}
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let (tabs, page) = Rules::areas(area);
        let mut x = tabs.x;
        for (index, (key, name)) in pages(shared).enumerate() {
            let style = if index == self.game {
                palette.chosen
            } else {
                palette.quiet
            };
            let label = format!(" {key} {name} ");
            x += put(
                buf,
                x,
                tabs.y,
                tabs.right().saturating_sub(x),
                &label,
                style,
            ) + 1;
        }
        let lines = self.lines(shared, usize::from(page.width));
        self.page.draw(shared, buf, page, &lines);
    }

    fn hints(&self, shared: &Shared) -> String {
        let letters: Vec<String> = pages(shared).map(|(key, _)| key.to_string()).collect();
        let args = Args::new().text("letters", letters.join(" "));
        shared.fill("tui-hints-rules", args)
    }

    fn help(&self, shared: &Shared) -> Help {
        Help::with_keys(
            shared,
            "rules-help",
            &[
                ("↑ ↓ PgUp PgDn", "rules-help-scroll"),
                ("← → Tab", "rules-help-game"),
                ("Esc", "help-key-esc"),
            ],
        )
    }
}
