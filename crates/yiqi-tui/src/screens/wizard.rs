//! A new game, step by step; also who plays from here on, after a branch or a load.

mod draft;
mod lines;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_record::{BySeat, Seat};
use yiqi_session::Terms;

use super::{Go, Screen};
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;
use draft::{Draft, Step};

/// What the answers are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A new game.
    New,
    /// A new game from the position that is shown; the game it comes from may be closed then.
    Branch { closes: bool },
    /// Other players for the current game.
    Reseat,
}

/// The questions about a new game, one at a time.
pub(crate) struct Wizard {
    purpose: Purpose,
    draft: Draft,
    /// The steps so far, the current one last.
    steps: Vec<Step>,
    selected: usize,
    /// The digits typed so far, where a number is expected.
    typed: String,
}

impl Wizard {
    pub(crate) fn new(purpose: Purpose, shared: &Shared) -> Wizard {
        let draft = Draft::new(purpose, shared);
        let step = match purpose {
            Purpose::New => Step::Game,
            Purpose::Branch { .. } | Purpose::Reseat => Step::PeopleCount,
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

    /// The players by the seats of the current game, in which colors may have been swapped.
    fn players_at_desk(&self, shared: &Shared) -> Option<BySeat<yiqi_players::PlayerSpec>> {
        let view = shared.view()?;
        Some(BySeat {
            first: self.draft.player_of(view.colors.first),
            second: self.draft.player_of(view.colors.second),
        })
    }

    /// Digits choose a line by its number if the lines are numbers.
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
}

impl ListScreen for Wizard {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        self.draft.items(self.step(), shared)
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn title(&self, shared: &Shared) -> String {
        let name = match shared.desk.names().first.as_str() {
            "" => shared.say("tui-first-player"),
            name => name.to_owned(),
        };
        self.draft.question(self.step(), shared, &name)
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
                Go::Stay
            }
            KeyCode::Char(digit @ '0'..='9') if self.type_digit(shared, digit) => Go::Stay,
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
        self.letter_hints(shared, "tui-hints-question")
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        (self.purpose == Purpose::New).then(|| {
            // The game as it would be with the selected line.
            let mut draft = self.draft.clone();
            let _ = draft.choose(self.step(), self.selected);
            yiqi_text::words::game(&shared.text, draft.spec())
        })
    }

    fn is_overlay(&self) -> bool {
        self.purpose != Purpose::New
    }
}
