//! Questions that have to be answered before anything is lost or given away.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::Game;
use yiqi_players::PlayerSpec;
use yiqi_record::{OfferKind, Record, Seat};
use yiqi_rules::{ByColor, Color, GameSpec, Move, PointSet};
use yiqi_session::{Command, Request, Stage};
use yiqi_text::{Args, words};

use super::pause::Pause;
use super::slots::{Slots, save, title_of};
use super::table_menu::TableMenu;
use super::table_question::{self, TableAsk};
use super::wizard::{Purpose, Wizard};
use super::{Go, Leave, Screen, Typing, draw_box, game_line, overlay_area, table_line};
use crate::board::{BoardPicture, Geometry};
use crate::cells::{put_lines, width, wrap};
use crate::input::{Input, Typed};
use crate::layout::{inner, take_bottom, take_top};
use crate::list::{self, Item, ListScreen};
use crate::shared::{Shared, short_name};

/// A question with a few answers.
pub(crate) struct Question {
    ask: Ask,
    selected: usize,
    /// A line that is typed instead of an answer.
    input: Option<Input>,
    /// What a slot holds, to look at before it is loaded.
    preview: Option<(GameSpec, ByColor<PointSet>, String)>,
}

enum Ask {
    /// Who would give up or offer a draw: the answer counts only while that person still speaks.
    Resign(Option<Seat>),
    Draw(Option<Seat>),
    AnswerDraw(Seat),
    Choice(Seat, Vec<Move>),
    Leave(Leave),
    /// `back` is how many screens the answer goes back.
    SaveOver {
        slot: usize,
        then: Option<Leave>,
        empties: bool,
        back: usize,
    },
    Load {
        slot: usize,
    },
    Recovered(usize),
    /// At a table on a server.
    Table(TableAsk),
}

/// The answers to a choice of color.
pub(super) const CHOICES: [(Move, char, &str); 3] = [
    (Move::Swap, 's', "command-swap"),
    (Move::Keep, 'k', "command-keep"),
    (Move::More, 'm', "command-more"),
];

/// The answers to a choice of color, as far as they are offered.
pub(super) fn choice_items(shared: &Shared, words: &[Move]) -> Vec<Item> {
    CHOICES
        .into_iter()
        .filter(|(mv, _, _)| words.contains(mv))
        .map(|(mv, key, help)| {
            Item::new(key, mv.word().unwrap_or_default()).with_note(shared.say(help))
        })
        .collect()
}

/// What the game in front asks of a person now, if anything.
pub(crate) fn due(shared: &Shared) -> Option<Question> {
    if shared.remote.is_some() {
        return table_question::due(shared).map(Question::at_table);
    }
    let game = shared.desk.current()?;
    if game.session().stage() != Stage::Playing || game.viewed().is_some() {
        return None;
    }
    let view = game.view();
    let is_human = |seat: Seat| game.players()[seat].is_human();
    for seat in Seat::BOTH {
        let offers_draw = view.offers[seat]
            .iter()
            .any(|offer| offer.kind() == OfferKind::Draw);
        if offers_draw && is_human(seat.other()) {
            return Some(Question::new(Ask::AnswerDraw(seat.other()), 1));
        }
    }
    let seat = view.turn.filter(|&seat| is_human(seat))?;
    let is_choice = view.legal_words.contains(&Move::Swap);
    // Marked first is what changes nothing.
    let kept = CHOICES
        .iter()
        .filter(|(mv, _, _)| view.legal_words.contains(mv))
        .position(|(mv, _, _)| *mv == Move::Keep);
    is_choice.then(|| Question::new(Ask::Choice(seat, view.legal_words), kept.unwrap_or(0)))
}

/// The person on whose behalf the keys are pressed.
fn speaker(shared: &Shared) -> Option<Seat> {
    shared.desk.current().and_then(Game::person)
}

impl Question {
    fn new(ask: Ask, selected: usize) -> Question {
        Question {
            ask,
            selected,
            input: None,
            preview: None,
        }
    }

    pub(crate) fn resign(shared: &Shared) -> Question {
        Question::new(Ask::Resign(speaker(shared)), 1)
    }

    pub(crate) fn draw_offer(shared: &Shared) -> Question {
        Question::new(Ask::Draw(speaker(shared)), 1)
    }

    pub(crate) fn at_table(ask: TableAsk) -> Question {
        let selected = ask.first_answer();
        Question::new(Ask::Table(ask), selected)
    }

    pub(crate) fn leave(leave: Leave) -> Question {
        Question::new(Ask::Leave(leave), 0)
    }

    pub(crate) fn save_over(
        shared: &Shared,
        slot: usize,
        then: Option<Leave>,
        back: usize,
    ) -> Question {
        let empties = shared.desk.current().is_some_and(Game::is_untouched);
        Question::new(
            Ask::SaveOver {
                slot,
                then,
                empties,
                back,
            },
            1,
        )
    }

    pub(crate) fn recovered(count: usize) -> Question {
        Question::new(Ask::Recovered(count), 0)
    }

    pub(crate) fn load(shared: &Shared, slot: usize, record: &Record) -> Question {
        // Beside a game that is open, never in its place.
        let selected = usize::from(shared.desk.current().is_some());
        let mut question = Question::new(Ask::Load { slot }, selected);
        if let Ok(replay) = record.replay() {
            let stones = ByColor {
                black: replay.position().stones(Color::Black),
                white: replay.position().stones(Color::White),
            };
            let title = title_of(shared, record);
            question.preview = Some((record.header.spec, stones, title));
        }
        question
    }

    fn sentence(&self, shared: &Shared) -> String {
        let name = |seat| {
            let view = shared.view();
            let name = view
                .map(|view| shared.name(&view, seat))
                .unwrap_or_default();
            Args::new().text("name", name)
        };
        match &self.ask {
            Ask::Table(ask) => ask.sentence(shared),
            Ask::Resign(_) => shared.say("tui-ask-resign"),
            Ask::Draw(_) => shared.say("tui-ask-draw"),
            Ask::AnswerDraw(seat) => shared.fill("tui-ask-answer-draw", name(*seat)),
            Ask::Choice(seat, _) => shared.fill("tui-ask-choice", name(*seat)),
            Ask::Leave(Leave::Menu) => shared.say("tui-ask-leave-menu"),
            Ask::Leave(Leave::Quit) => shared.say("tui-ask-leave-quit"),
            Ask::Leave(Leave::Close) => shared.say("tui-ask-leave-close"),
            Ask::SaveOver { slot, empties, .. } => {
                let key = if *empties {
                    "tui-ask-save-empty"
                } else {
                    "tui-ask-save-over"
                };
                shared.fill(key, Args::new().number("slot", *slot))
            }
            Ask::Load { slot } => {
                let unsaved = shared.desk.current().is_some_and(Game::is_unsaved);
                let key = match (shared.desk.current(), unsaved) {
                    (None, _) => "tui-ask-load",
                    (Some(_), false) => "tui-ask-load-replace",
                    (Some(_), true) => "tui-ask-load-unsaved",
                };
                shared.fill(key, Args::new().number("slot", *slot))
            }
            Ask::Recovered(count) => {
                shared.fill("tui-ask-recovered", Args::new().number("count", *count))
            }
        }
    }

    /// What Esc answers: nothing is lost by it.
    fn escape(&mut self, shared: &mut Shared) -> Go {
        match &self.ask {
            Ask::Choice(..) => Go::Replace(Box::new(Pause::new(shared))),
            Ask::Recovered(_) => self.choose(shared, 1),
            Ask::Table(TableAsk::Choice(..)) => Go::Replace(Box::new(TableMenu::new())),
            Ask::Leave(_) | Ask::Load { .. } => Go::Back(1),
            _ => self.choose(shared, 1),
        }
    }

    /// Takes a key of the line that is typed instead of an answer. A line that is done takes the
    /// place of the question; what the game still asks is asked again.
    fn typed(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let Some(input) = &mut self.input else {
            return Go::Stay;
        };
        match input.key(key) {
            Typed::Changed => Go::Stay,
            Typed::Left => {
                self.input = None;
                Go::Stay
            }
            Typed::Done(line) => {
                self.input = None;
                if line.trim().is_empty() {
                    return Go::Stay;
                }
                let go = match self.ask {
                    Ask::Table(_) => table_line::obey(shared, &line),
                    _ => game_line::obey(shared, &line),
                };
                match go {
                    Go::Stay => Go::Back(1),
                    Go::Push(screen) => Go::Replace(screen),
                    Go::Back(count) => Go::Back(count + 1),
                    go => go,
                }
            }
            Typed::Wrong => {
                shared.wrong_key(&shared.say("tui-hints-typing"));
                Go::Stay
            }
        }
    }

    fn outer(&self, shared: &Shared, area: Rect) -> Rect {
        let items = self.items(shared);
        let sentence_width = width(&self.sentence(shared)).min(56);
        let mut columns = list::wanted_width(&items).max(sentence_width);
        let limit = usize::from(area.width.saturating_sub(4));
        columns = columns.min(limit);
        let lines = wrap(&self.sentence(shared), columns).len();
        let mut rows = lines + 1 + items.len();
        if let Some((spec, _, title)) = &self.preview {
            columns = columns
                .max(2 * usize::from(spec.size()) + 1)
                .max(width(title))
                .min(limit);
            rows += usize::from(spec.size()) + 1;
        }
        let outer = overlay_area(area, columns, rows);
        // What is about the board leaves the board in sight.
        let is_low = match &self.ask {
            Ask::Choice(..) => true,
            Ask::Table(ask) => ask.is_about_board(),
            _ => false,
        };
        match is_low {
            true => Rect {
                y: area.bottom().saturating_sub(outer.height),
                ..outer
            },
            false => outer,
        }
    }
}

/// Opens the game of a slot, beside the current one or in its place; then the players can be chosen
/// anew.
fn load(shared: &mut Shared, slot: usize, replaces: bool) -> Go {
    let old = shared.desk.current_index();
    let loaded = match shared.desk.load_slot(slot) {
        Ok(index) => index,
        Err(error) => {
            shared.fail(&error);
            return Go::Back(1);
        }
    };
    let _ = shared.desk.switch(loaded);
    if replaces && let Err(error) = shared.desk.close(old) {
        shared.fail(&error);
    }
    let is_open = shared.desk.current().is_some_and(Game::result_is_open);
    if !is_open {
        return Go::Game(None);
    }
    let wizard = Wizard::new(Purpose::Reseat, shared);
    Go::Game(Some(Box::new(wizard)))
}

/// Continues, leaves for later or throws away the games of an earlier run, which are the last ones.
fn recover(shared: &mut Shared, count: usize, index: usize) -> Go {
    let first = shared.desk.games().len().saturating_sub(count);
    match index {
        0 => {
            let _ = shared.desk.switch(first);
            Go::Game(None)
        }
        1 => {
            shared.inform(shared.say("tui-recover-waits"));
            Go::Back(1)
        }
        _ => {
            for _ in 0..count {
                if let Err(error) = shared
                    .desk
                    .close(shared.desk.games().len().saturating_sub(1))
                {
                    shared.fail(&error);
                }
            }
            Go::Back(1)
        }
    }
}

impl ListScreen for Question {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let lines: &[(char, &str)] = match &self.ask {
            Ask::Resign(_) => &[('y', "tui-resign-yes"), ('n', "tui-no")],
            Ask::Draw(_) => &[('y', "tui-draw-yes"), ('n', "tui-no")],
            Ask::AnswerDraw(_) => &[('y', "tui-accept"), ('n', "tui-decline")],
            Ask::Choice(_, words) => return choice_items(shared, words),
            Ask::Table(ask) => return ask.items(shared),
            Ask::Leave(Leave::Menu) => &[
                ('s', "tui-leave-save"),
                ('l', "tui-leave-open"),
                ('b', "tui-stay"),
            ],
            Ask::Leave(Leave::Quit) => &[
                ('s', "tui-leave-save"),
                ('q', "tui-leave-quit"),
                ('b', "tui-stay"),
            ],
            Ask::Leave(Leave::Close) => &[
                ('s', "tui-leave-save"),
                ('c', "tui-leave-close"),
                ('b', "tui-stay"),
            ],
            Ask::SaveOver { empties: false, .. } => &[('y', "tui-save-over-yes"), ('n', "tui-no")],
            Ask::SaveOver { empties: true, .. } => &[('y', "tui-save-empty-yes"), ('n', "tui-no")],
            Ask::Load { .. } if shared.desk.current().is_some() => &[
                ('r', "tui-load-replace"),
                ('n', "tui-load-beside"),
                ('b', "tui-back"),
            ],
            Ask::Load { .. } => &[('l', "tui-load-yes"), ('b', "tui-back")],
            Ask::Recovered(_) => &[
                ('c', "tui-recover-continue"),
                ('l', "tui-recover-later"),
                ('d', "tui-recover-discard"),
            ],
        };
        lines
            .iter()
            .map(|&(key, label)| Item::new(key, shared.say(label)))
            .collect()
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
        let ask = |shared: &mut Shared, command: Command| {
            if let Err(error) = shared.desk.ask(&command) {
                shared.fail(&error);
            }
            Go::Back(1)
        };
        let yes = index == 0;
        match &self.ask {
            Ask::Table(ask) => ask.answer(shared, index),
            Ask::Resign(seat) if yes && *seat == speaker(shared) => ask(shared, Command::Resign),
            Ask::Draw(seat) if yes && *seat == speaker(shared) => {
                shared.inform(shared.say("tui-draw-offered"));
                ask(shared, Command::Offer(Request::Draw))
            }
            Ask::AnswerDraw(_) => {
                if let Err(error) = shared.desk.answer(OfferKind::Draw, yes) {
                    shared.fail(&error);
                }
                Go::Back(1)
            }
            Ask::Choice(_, words) => {
                let mut offered = CHOICES.iter().filter(|(mv, _, _)| words.contains(mv));
                if let Some(&(mv, _, _)) = offered.nth(index) {
                    shared.play(mv);
                }
                Go::Back(1)
            }
            Ask::Leave(leave) => match index {
                0 => match Slots::to_save(shared, Some(*leave)) {
                    Ok(slots) => Go::Replace(Box::new(slots)),
                    Err(error) => {
                        shared.fail(&error);
                        Go::Stay
                    }
                },
                1 => leave.go(shared),
                _ => Go::Back(1),
            },
            Ask::SaveOver {
                slot, then, back, ..
            } if yes => save(shared, *slot, *then, *back),
            Ask::Load { slot } => {
                let has_game = shared.desk.current().is_some();
                let answers = if has_game { 2 } else { 1 };
                if index >= answers {
                    return Go::Back(1);
                }
                load(shared, *slot, has_game && index == 0)
            }
            Ask::Recovered(count) => recover(shared, *count, index),
            Ask::Resign(_) | Ask::Draw(_) | Ask::SaveOver { .. } => Go::Back(1),
        }
    }
}

impl Screen for Question {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        if self.input.is_some() {
            return self.typed(shared, key);
        }
        match key.code {
            KeyCode::Esc => return self.escape(shared),
            KeyCode::Char(':') if shared.is_over_game => {
                self.input = Some(Input::default());
                return Go::Stay;
            }
            // S saves in a game: here it does not swap.
            KeyCode::Char('A'..='Z')
                if matches!(self.ask, Ask::Choice(..) | Ask::Table(TableAsk::Choice(..))) =>
            {
                shared.wrong_key(&self.hints(shared));
                return Go::Stay;
            }
            _ => {}
        }
        self.list_key(shared, key)
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
        let lines = wrap(&self.sentence(shared), usize::from(inside.width));
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        put_lines(buf, take_top(&mut inside, rows), &lines, palette.strong);
        let Some((spec, stones, title)) = &self.preview else {
            return;
        };
        put_lines(
            buf,
            take_top(&mut inside, 1),
            std::slice::from_ref(title),
            palette.text,
        );
        let geometry = Geometry::preview(inside, spec.size());
        BoardPicture::plain(*spec, *stones).draw(buf, &geometry, &palette, shared.glyphs());
    }

    fn hints(&self, shared: &Shared) -> String {
        if self.input.is_some() {
            return shared.say("tui-hints-typing");
        }
        self.letter_hints(shared, "tui-hints-question")
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
        match &self.ask {
            // A line that is being typed is not taken away.
            Ask::Table(ask) => self.input.is_none() && ask.is_stale(shared),
            _ => false,
        }
    }
}

/// The players of a game in a few words.
pub(super) fn players_of(shared: &Shared, players: [&PlayerSpec; 2]) -> String {
    let name = |spec: &PlayerSpec| match (&spec.name, spec.is_human()) {
        (Some(name), _) => name.clone(),
        (None, true) => shared.say("tui-person"),
        (None, false) => short_name(&spec.to_string()),
    };
    let colors = Color::BOTH.map(|color| words::color(&shared.text, color));
    format!(
        "{} {}, {} {}",
        colors[0],
        name(players[0]),
        colors[1],
        name(players[1])
    )
}
