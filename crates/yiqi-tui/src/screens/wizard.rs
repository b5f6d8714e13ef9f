//! A new game, step by step; also who plays on from here, after a branch or a load.

mod draft;
mod lines;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_record::{BySeat, Seat};
use yiqi_session::Terms;
use yiqi_text::Args;

use super::{Go, Screen, draw_list_box, overlay_area};
use crate::layout::inner;
use crate::list::{self, Item, Picked};
use crate::shared::Shared;
use draft::{Draft, Step};

/// What the answers are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A new game.
    New,
    /// A new game from the place that is looked at; the game it comes from may be closed then.
    Branch { closes: bool },
    /// Other players in the current game.
    Reseat,
}

/// The questions about a new game, one at a time.
pub(crate) struct Wizard {
    purpose: Purpose,
    draft: Draft,
    /// The steps taken, the present one last.
    steps: Vec<Step>,
    selected: usize,
    /// Digits typed so far, where a number is asked for.
    typed: String,
}

impl Wizard {
    pub(crate) fn new(purpose: Purpose, shared: &Shared) -> Wizard {
        let draft = Draft::new(purpose, shared);
        let step = match purpose {
            Purpose::New => Step::Game,
            Purpose::Branch { .. } | Purpose::Reseat => Step::People,
        };
        let mut wizard = Wizard {
            purpose,
            draft,
            steps: vec![],
            selected: 0,
            typed: String::new(),
        };
        wizard.enter(step);
        wizard
    }

    fn step(&self) -> Step {
        self.steps.last().copied().unwrap_or(Step::Game)
    }

    fn enter(&mut self, step: Step) {
        self.steps.push(step);
        self.selected = self.draft.usual(step);
        self.typed.clear();
    }

    fn items(&self, shared: &Shared) -> Vec<Item> {
        self.draft.items(self.step(), shared)
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        let step = self.step();
        match self.draft.choose(step, index) {
            Some(next) => {
                self.enter(next);
                Go::Stay
            }
            None => self.finish(shared),
        }
    }

    fn finish(&mut self, shared: &mut Shared) -> Go {
        let result = match self.purpose {
            Purpose::New => {
                let terms = Terms {
                    colors: self.draft.colors(),
                    time: self.draft.time(),
                    ..Terms::new(self.draft.spec())
                };
                let opened = shared.desk.open(terms, self.draft.players_by_seat());
                opened.and_then(|index| shared.desk.switch(index))
            }
            Purpose::Branch { closes } => {
                let Some(players) = self.players_at_desk(shared) else {
                    return Go::Back(1);
                };
                let old = shared.desk.current_index();
                let branched = shared.desk.branch(players, self.draft.time());
                branched.and_then(|_| {
                    if closes {
                        shared.desk.close(old)
                    } else {
                        Ok(())
                    }
                })
            }
            Purpose::Reseat => {
                if self.draft.keeps_players() {
                    return Go::Game(None);
                }
                let Some(players) = self.players_at_desk(shared) else {
                    return Go::Back(1);
                };
                let first = shared.desk.set_player(Seat::First, players.first);
                first.and_then(|()| shared.desk.set_player(Seat::Second, players.second))
            }
        };
        match result {
            Ok(()) => Go::Game(None),
            Err(error) => {
                shared.fail(&error);
                Go::Stay
            }
        }
    }

    /// The players by the seats of the current game, since colors may have been exchanged in it.
    fn players_at_desk(&self, shared: &Shared) -> Option<BySeat<yiqi_players::PlayerSpec>> {
        let view = shared.view()?;
        Some(BySeat {
            first: self.draft.player_of(view.colors.first),
            second: self.draft.player_of(view.colors.second),
        })
    }

    /// Digits choose a line by its number where the lines are numbers.
    fn type_digit(&mut self, shared: &Shared, digit: char) -> bool {
        if self.step() != Step::Size {
            return false;
        }
        let items = self.items(shared);
        let find = |typed: &str| {
            items
                .iter()
                .position(|item| item.label.split('×').next() == Some(typed))
        };
        self.typed.push(digit);
        if self.typed.len() > 2 {
            self.typed = digit.to_string();
        }
        if let Some(index) = find(&self.typed) {
            self.selected = index;
        }
        true
    }

    fn outer(&self, shared: &Shared, area: Rect) -> Rect {
        let items = self.items(shared);
        let title = crate::cells::width(&self.title(shared)) + 2;
        overlay_area(area, list::wanted_width(&items).max(title), items.len())
    }

    fn title(&self, shared: &Shared) -> String {
        let name = match shared.desk.names().first.as_str() {
            "" => shared.say("tui-first-player"),
            name => name.to_owned(),
        };
        self.draft.question(self.step(), shared, &name)
    }
}

impl Screen for Wizard {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match key.code {
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Left => {
                self.steps.pop();
                match self.steps.pop() {
                    Some(step) => self.enter(step),
                    None => return Go::Back(1),
                }
                return Go::Stay;
            }
            KeyCode::Char(digit @ '0'..='9') if self.type_digit(shared, digit) => return Go::Stay,
            _ => {}
        }
        match list::key(&self.items(shared), &mut self.selected, &key) {
            Picked::Line(index) => self.choose(shared, index),
            Picked::Moved => Go::Stay,
            Picked::Wrong => {
                shared.wrong_key(&self.hints(shared));
                Go::Stay
            }
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let items = self.items(shared);
        let inside = inner(self.outer(shared, area), 2, 1);
        match list::mouse(&items, &mut self.selected, &event, inside) {
            Picked::Line(index) => self.choose(shared, index),
            _ => Go::Stay,
        }
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let outer = self.outer(shared, area);
        let title = self.title(shared);
        draw_list_box(
            shared,
            buf,
            outer,
            &title,
            &self.items(shared),
            self.selected,
        );
    }

    fn hints(&self, shared: &Shared) -> String {
        let letters: Vec<String> = self
            .items(shared)
            .iter()
            .map(|item| item.key.to_string())
            .collect();
        shared.fill(
            "tui-hints-question",
            Args::new().text("letters", letters.join(" ")),
        )
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        (self.purpose == Purpose::New).then(|| {
            // The game as it would be with the line that is marked.
            let mut draft = self.draft.clone();
            let _ = draft.choose(self.step(), self.selected);
            yiqi_text::words::game(&shared.text, draft.spec())
        })
    }

    fn is_overlay(&self) -> bool {
        self.purpose != Purpose::New
    }
}
