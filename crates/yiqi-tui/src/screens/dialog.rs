//! Dialogs: questions to answer before anything is lost or given away.

mod kind;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::OpenGame;
use yiqi_desk::commands::Target;

use super::game_menu::GameMenu;
use super::{Go, Help, Leave, Screen, Typing, draw_box, line, overlay_area};
use crate::cells::{put_lines, width, wrap};
use crate::input::{Input, InputResult};
use crate::layout::{inner, take_bottom, take_top};
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;

pub(crate) use kind::DialogKind;

/// A question with a few answers.
pub(crate) struct Dialog {
    ask: DialogKind,
    selected: usize,
    /// A line typed instead of choosing an answer.
    input: Option<Input>,
}

impl Dialog {
    pub(crate) fn new(ask: DialogKind) -> Dialog {
        Dialog {
            selected: ask.first_answer(),
            ask,
            input: None,
        }
    }

    pub(crate) fn save_over(
        shared: &Shared,
        target: Target,
        then: Option<Leave>,
        back: usize,
    ) -> Dialog {
        let is_untouched = shared.desk.current().is_some_and(OpenGame::is_untouched);
        let empties = is_untouched && matches!(target, Target::Slot(_));
        let ask = DialogKind::SaveOver {
            target,
            then,
            empties,
            back,
        };
        Dialog::new(ask)
    }

    /// The answer for Esc, which loses nothing.
    fn escape(&mut self, shared: &mut Shared) -> Go {
        match &self.ask {
            DialogKind::Choice(..) => Go::Replace(Box::new(GameMenu::new(shared))),
            DialogKind::Leave(_) => Go::Back(1),
            DialogKind::Resign(_) | DialogKind::Draw(_) => Go::Back(1),
            _ => self.choose(shared, 1),
        }
    }

    /// Handles a key of the line typed instead of an answer. A submitted line closes the dialog; if
    /// the game still needs an answer, the dialog opens again.
    fn typed(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let Some(input) = &mut self.input else {
            return Go::Stay;
        };
        match line::key(shared, input, key) {
            InputResult::Changed => {}
            InputResult::Canceled => self.input = None,
            InputResult::Done(line) => {
                self.input = None;
                if line.trim().is_empty() {
                    return Go::Stay;
                }
                return match line::execute(shared, &line) {
                    Go::Stay => Go::Back(1),
                    Go::Push(screen) => Go::Replace(screen),
                    Go::Back(count) => Go::Back(count + 1),
                    go => go,
                };
            }
            InputResult::Ignored => shared.unknown_key(&shared.say("tui-hints-typing")),
        }
        Go::Stay
    }

    fn outer(&self, shared: &Shared, area: Rect) -> Rect {
        let items = self.items(shared);
        let sentence = self.ask.sentence(shared);
        let limit = usize::from(area.width.saturating_sub(4));
        let columns = list::wanted_width(&items)
            .max(width(&sentence).min(56))
            .min(limit);
        let rows = wrap(&sentence, columns).len() + 1 + items.len();
        let outer = overlay_area(area, columns, rows);
        // Dialogs about the board leave it visible.
        match self.ask.is_about_board() {
            true => Rect {
                y: area.bottom().saturating_sub(outer.height),
                ..outer
            },
            false => outer,
        }
    }
}

impl ListScreen for Dialog {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        self.ask.items(shared)
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    /// The last lines of the box.
    fn list_area(&self, shared: &Shared, area: Rect) -> Rect {
        let mut inside = inner(self.outer(shared, area), 2, 1);
        let rows = u16::try_from(self.items(shared).len()).unwrap_or(u16::MAX);
        take_bottom(&mut inside, rows)
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        self.ask.answer(shared, index)
    }
}

impl Screen for Dialog {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        if self.input.is_some() {
            return self.typed(shared, key);
        }
        match key.code {
            KeyCode::Esc => self.escape(shared),
            KeyCode::Char(':') if shared.is_over_game => {
                self.input = Some(Input::default());
                Go::Stay
            }
            _ => self.list_key(shared, key),
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        self.list_mouse(shared, event, area)
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let mut inside = draw_box(shared, buf, self.outer(shared, area), "");
        let list_area = self.list_area(shared, area);
        let items = self.items(shared);
        list::draw(shared, buf, list_area, &items, Some(self.selected));
        let _ = take_bottom(&mut inside, list_area.height);
        let lines = wrap(&self.ask.sentence(shared), usize::from(inside.width));
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        put_lines(buf, take_top(&mut inside, rows), &lines, palette.strong);
    }

    fn hints(&self, shared: &Shared) -> String {
        match self.input {
            Some(_) => shared.say("tui-hints-typing"),
            None => self.letter_hints(shared, "tui-hints-question"),
        }
    }

    fn help(&self, shared: &Shared) -> Help {
        Help::with_keys(
            shared,
            "dialog-help",
            &[
                ("↑ ↓", "help-key-select"),
                ("Enter", "help-key-enter"),
                ("Esc", "dialog-help-esc"),
            ],
        )
    }

    fn typing(&self, shared: &Shared, _area: Rect) -> Option<Typing<'_>> {
        let input = self.input.as_ref()?;
        Some(Typing::behind(shared, "tui-typing", input))
    }

    fn paste(&mut self, _shared: &mut Shared, text: &str) {
        if let Some(input) = &mut self.input {
            input.paste(text);
        }
    }

    fn is_overlay(&self) -> bool {
        true
    }

    fn is_stale(&self, shared: &Shared) -> bool {
        // Do not interrupt typing.
        self.input.is_none() && self.ask.is_stale(shared)
    }
}
