//! A new game in one form: every choice with its present value, changed in place, and Enter starts.
//! Also who plays from here on, after a branch or a load, and a new table on a server.

mod choices;
mod words;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_players::PlayerSpec;
use yiqi_record::{BySeat, Seat};
use yiqi_rules::{GameSpec, Setup};
use yiqi_session::Terms;
use yiqi_text::Args;
use yiqi_wire::{NewSeat, NewTable};

use super::{Go, Help, Screen, Typing, draw_box, key_name, overlay_area};
use crate::cells::{pad, put, put_wrapped, width};
use crate::input::{Input, InputResult};
use crate::keys::plain;
use crate::layout::{inner, take_bottom, take_top};
use crate::shared::Shared;
use choices::{Admission, Choices, Row};

/// What the choices are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A new game.
    New,
    /// A new game from the position that is shown; the game it comes from may be closed then.
    Branch { closes: bool },
    /// A new game from a position that was set up.
    Position,
    /// Other players for the current game.
    Reseat,
    /// A new table on the server that is visited.
    Table,
}

/// The form.
pub(crate) struct Form {
    purpose: Purpose,
    choices: Choices,
    /// The selected row.
    selected: usize,
    /// The value that is being typed into it.
    input: Option<Input>,
    /// The digits of a board size that is being typed.
    digits: String,
    /// The position to begin from, if it was set up.
    start: Option<Setup>,
}

/// Where everything of the form is drawn.
struct Places {
    title: Option<Rect>,
    /// The visible rows, from this one on.
    first: usize,
    rows: Rect,
    /// The lines of a row.
    step: u16,
    button: Rect,
    /// The columns of labels and values; the rest is for notes.
    label: u16,
    value: u16,
}

/// The columns that a form needs to show notes.
const NOTES_MIN: u16 = 66;

/// The columns of a form in which every note fits into one line.
const WIDE_MIN: u16 = 110;

/// The columns of a form that overlays a board.
const OVERLAY_WIDTH: usize = 72;

/// More digits than a board size has, so that a typing error stays visible.
const DIGITS_MAX: usize = 4;

/// More than a row has values.
const VALUES_MAX: usize = 100;

/// The columns of the marker before a row.
const MARKER: u16 = 2;

impl Form {
    pub(crate) fn new(purpose: Purpose, shared: &Shared) -> Form {
        Form {
            purpose,
            choices: Choices::new(purpose, shared),
            selected: 0,
            input: None,
            digits: String::new(),
            start: None,
        }
    }

    /// Who plays from a position that was set up.
    pub(crate) fn from_position(spec: GameSpec, start: Setup, shared: &Shared) -> Form {
        let mut form = Form::new(Purpose::Position, shared);
        form.choices.game.spec = spec;
        form.start = Some(start);
        form
    }

    fn rows(&self) -> Vec<Row> {
        self.choices.rows()
    }

    fn row(&self) -> Row {
        let rows = self.rows();
        let last = rows.len().saturating_sub(1);
        rows.get(self.selected.min(last))
            .copied()
            .unwrap_or(Row::Game)
    }

    fn select(&mut self, index: usize) {
        self.selected = index;
        self.digits.clear();
    }

    /// Selects the next or the previous row, wrapping around.
    fn select_next(&mut self, forward: bool) {
        let count = self.rows().len().max(1);
        let now = self.selected.min(count - 1);
        self.select(match forward {
            true => (now + 1) % count,
            false => (now + count - 1) % count,
        });
    }

    fn change(&mut self, forward: bool) {
        self.digits.clear();
        self.choices.change(self.row(), forward);
    }

    /// Takes over the typed value, if there is one. Returns whether the form can go on.
    fn accept(&mut self, shared: &mut Shared) -> bool {
        if self.refuse_digits(shared) {
            return false;
        }
        let Some(input) = &self.input else {
            return true;
        };
        let typed = input.typed().to_owned();
        match self.choices.set(self.row(), &typed) {
            Ok(()) => {
                self.input = None;
                true
            }
            Err(wrong) => {
                shared.refuse(words::wrong(shared, &wrong));
                false
            }
        }
    }

    /// Handles a character where no value is being typed.
    fn character(&mut self, shared: &mut Shared, c: char) {
        match self.row() {
            _ if c == ' ' => self.change(true),
            Row::Player(_) | Row::Time => {
                let mut input = Input::default();
                input.key(KeyCode::Char(c).into());
                self.input = Some(input);
            }
            Row::Board if c.is_ascii_digit() => self.digit(shared, c),
            row => {
                if !self.jump(shared, row, c) {
                    shared.unknown_key(&self.hints(shared));
                }
            }
        }
    }

    /// Handles a digit of a board size. The size is set as soon as there is one. What was typed
    /// stays, and is refused if no size begins with it.
    fn digit(&mut self, shared: &mut Shared, c: char) {
        if self.digits.len() < DIGITS_MAX {
            self.digits.push(c);
        }
        if let Ok(size) = self.digits.parse() {
            self.choices.set_size(size);
        }
        if self.choices.sizes_beginning(&self.digits) == 0 {
            self.refuse_digits(shared);
        }
    }

    /// Whether typed digits are not yet, or not at all, a size of the board.
    fn is_half_typed(&self) -> bool {
        let size = self.choices.game.spec.size().to_string();
        let is_whole = self.digits == size && self.choices.sizes_beginning(&self.digits) == 1;
        !self.digits.is_empty() && !is_whole
    }

    /// Refuses typed digits that are no size of the board. Returns whether there were any.
    fn refuse_digits(&mut self, shared: &mut Shared) -> bool {
        let size = self.choices.game.spec.size().to_string();
        let is_wrong = !self.digits.is_empty() && self.digits != size;
        if is_wrong {
            let game = self.choices.game.spec.game();
            shared.refuse(words::no_such_size(shared, game, &self.digits));
        }
        is_wrong
    }

    /// Goes to the next value that begins with a letter, in the person's language or in English.
    fn jump(&mut self, shared: &Shared, row: Row, c: char) -> bool {
        let letter = c.to_ascii_lowercase();
        let begins = |choices: &Choices| {
            let names = [choices.value(shared, row), choices.word(row).to_owned()];
            names
                .iter()
                .any(|name| name.to_lowercase().starts_with(letter))
        };
        let before = self.choices.value(shared, row);
        // Once around, back to the present value.
        for _ in 0..VALUES_MAX {
            self.choices.change(row, true);
            if begins(&self.choices) {
                return true;
            }
            if self.choices.value(shared, row) == before {
                break;
            }
        }
        false
    }

    /// Enter: starts what the form is for.
    fn finish(&mut self, shared: &mut Shared) -> Go {
        let game = self.choices.game.clone();
        let result = match self.purpose {
            Purpose::New => shared.desk.start(&game).map(|_| ()),
            Purpose::Position => {
                let terms = Terms {
                    start: self.start.clone(),
                    ..game.terms()
                };
                let opened = shared.desk.open(terms, game.players_by_seat());
                opened.and_then(|index| shared.desk.switch(index))
            }
            Purpose::Branch { closes } => {
                let Some(players) = self.players_at_desk(shared) else {
                    return Go::Back(1);
                };
                let old = shared.desk.current_index();
                let branched = shared.desk.branch(players, game.time);
                branched.and_then(|_| match closes {
                    true => shared.desk.close(old),
                    false => Ok(()),
                })
            }
            Purpose::Reseat => {
                let Some(players) = self.players_at_desk(shared) else {
                    return Go::Back(1);
                };
                Seat::BOTH
                    .into_iter()
                    .try_for_each(|seat| reseat(shared, seat, &players[seat]))
            }
            Purpose::Table => {
                self.create(shared);
                return Go::Stay;
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
    fn players_at_desk(&self, shared: &Shared) -> Option<BySeat<PlayerSpec>> {
        let view = shared.view()?;
        let player = |seat: Seat| self.choices.game.players[view.colors[seat]].clone();
        Some(BySeat {
            first: player(Seat::First),
            second: player(Seat::Second),
        })
    }

    fn create(&self, shared: &mut Shared) {
        let admission = self.choices.admission;
        shared.create_table(NewTable {
            game: self.choices.game.spec.to_string(),
            first: NewSeat::Me {},
            second: NewSeat::Open {},
            first_color: self.choices.own_color,
            time: self.choices.game.time.to_string(),
            listed: admission == Admission::Listed,
            private: admission == Admission::Private,
            rated: false,
            from: None,
        });
    }

    /// The lines of a row: two where notes are too long for one, if there is room.
    fn step(&self, area: Rect) -> u16 {
        let is_narrow = self.is_overlay() || area.width < WIDE_MIN;
        // The title and the button, or the frame and the button.
        let lines = 2 * self.rows().len() + if self.is_overlay() { 4 } else { 2 };
        let fits = area.width >= NOTES_MIN && usize::from(area.height) >= lines;
        if is_narrow && fits { 2 } else { 1 }
    }

    /// The box of an overlay, or the whole area.
    fn outer(&self, area: Rect) -> Rect {
        let lines = usize::from(self.step(area)) * self.rows().len();
        match self.is_overlay() {
            true => overlay_area(area, OVERLAY_WIDTH, lines + 2),
            false => area,
        }
    }

    fn places(&self, shared: &Shared, area: Rect) -> Places {
        let rows = self.rows();
        let outer = self.outer(area);
        let mut rest = match self.is_overlay() {
            true => inner(outer, 2, 1),
            false => inner(outer, 1, 0),
        };
        let step = self.step(area);
        let count = u16::try_from(rows.len()).unwrap_or(u16::MAX) * step;
        let title = (!self.is_overlay()).then(|| take_top(&mut rest, 1));
        // Air around the rows, if there is room.
        let gap = u16::from(rest.height > count + 2);
        let _ = take_top(&mut rest, if self.is_overlay() { 0 } else { gap });
        let mut lines = rest;
        lines.height = (rest.height.saturating_sub(1) / step * step).min(count);
        let mut below = rest;
        let _ = take_top(&mut below, lines.height + gap);
        let mut button = take_top(&mut below, 1);
        if button.height == 0 {
            button = take_bottom(&mut rest, 1);
        }
        let selected = self.selected.min(rows.len().saturating_sub(1));
        let height = usize::from(lines.height / step);
        let first = selected
            .saturating_sub(height.saturating_sub(1))
            .min(rows.len().saturating_sub(height));
        let widest = |texts: Vec<String>| {
            let widest = texts.iter().map(|text| width(text)).max().unwrap_or(0);
            u16::try_from(widest).unwrap_or(u16::MAX)
        };
        let label = widest(rows.iter().map(|&row| words::label(shared, row)).collect()) + 2;
        let room = lines.width.saturating_sub(MARKER + label);
        // Values are between arrows.
        let wanted = widest(
            rows.iter()
                .map(|&row| self.choices.value(shared, row))
                .collect(),
        ) + 4;
        let value = match lines.width >= NOTES_MIN {
            true => wanted.clamp(24, 40).min(room),
            false => room,
        };
        Places {
            title,
            first,
            rows: lines,
            step,
            button,
            label,
            value,
        }
    }

    /// The area of the value of the selected row, between its arrows.
    fn value_area(&self, places: &Places) -> Rect {
        let offset = u16::try_from(self.selected.saturating_sub(places.first)).unwrap_or(0);
        Rect {
            x: places.rows.x + MARKER + places.label + 2,
            y: places.rows.y + offset * places.step,
            width: places.rows.width.saturating_sub(MARKER + places.label + 2),
            height: 1,
        }
    }

    fn draw_row(&self, shared: &Shared, buf: &mut Buffer, places: &Places, index: usize) {
        let (palette, row) = (shared.palette(), self.rows()[index]);
        let offset = u16::try_from(index - places.first).unwrap_or(u16::MAX);
        let (x, y) = (places.rows.x, places.rows.y + offset * places.step);
        let is_selected = index == self.selected;
        let is_typing = is_selected && self.input.is_some();
        let style = match is_selected {
            true => palette.chosen,
            false => palette.text,
        };
        let label = pad(&words::label(shared, row), usize::from(places.label));
        let sign = if is_selected { "> " } else { "  " };
        let head = MARKER + places.label;
        put(buf, x, y, head, &format!("{sign}{label}"), style);
        if is_typing {
            return;
        }
        let [left, right] = match shared.glyphs().ascii {
            true => ["<", ">"],
            false => ["‹", "›"],
        };
        let value = match is_selected && self.is_half_typed() {
            true => format!("{}_", self.digits),
            false => self.choices.value(shared, row),
        };
        let room = usize::from(places.value.saturating_sub(4));
        let value = crate::cells::fit(&value, room);
        let value = pad(
            &format!("{left} {value} {right}"),
            usize::from(places.value),
        );
        put(buf, x + head, y, places.value, &value, style);
        let used = head + places.value + 1;
        if places.rows.width > used + 8 {
            let area = Rect {
                x: x + used,
                y,
                width: places.rows.width - used,
                height: places.step,
            };
            let note = self.choices.short_note(shared, row);
            put_wrapped(buf, area, &note, palette.quiet);
        }
    }
}

/// Gives a seat of the current game to a player, if it has another one.
fn reseat(
    shared: &mut Shared,
    seat: Seat,
    player: &PlayerSpec,
) -> Result<(), yiqi_desk::DeskError> {
    let Some(game) = shared.desk.current() else {
        return Ok(());
    };
    let present = &game.players()[seat];
    let name = &game.session().terms().players[seat];
    let is_same_name = player.name.as_ref().is_none_or(|wanted| wanted == name);
    match present.kind == player.kind && is_same_name {
        true => Ok(()),
        false => shared.desk.set_player(seat, player.clone()),
    }
}

impl Screen for Form {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        self.selected = self.selected.min(self.rows().len().saturating_sub(1));
        match key.code {
            KeyCode::Up | KeyCode::BackTab | KeyCode::Down | KeyCode::Tab => {
                if self.accept(shared) {
                    self.select_next(matches!(key.code, KeyCode::Down | KeyCode::Tab));
                }
                return Go::Stay;
            }
            KeyCode::Enter if self.input.is_some() => {
                self.accept(shared);
                return Go::Stay;
            }
            _ => {}
        }
        if let Some(input) = &mut self.input {
            match input.key(key) {
                InputResult::Canceled => self.input = None,
                InputResult::Ignored => shared.unknown_key(&self.hints(shared)),
                InputResult::Changed | InputResult::Done(_) => {}
            }
            return Go::Stay;
        }
        match plain(&key) {
            Some(KeyCode::Esc) if !self.digits.is_empty() => self.digits.clear(),
            Some(KeyCode::Backspace) if !self.digits.is_empty() => {
                self.digits.pop();
                if let Ok(size) = self.digits.parse() {
                    self.choices.set_size(size);
                }
            }
            Some(KeyCode::Esc) => return Go::Back(1),
            Some(KeyCode::Enter) if self.refuse_digits(shared) => {}
            Some(KeyCode::Enter) => return self.finish(shared),
            Some(KeyCode::Left) => self.change(false),
            Some(KeyCode::Right) => self.change(true),
            Some(KeyCode::Home | KeyCode::PageUp) => self.select(0),
            Some(KeyCode::End | KeyCode::PageDown) => {
                self.select(self.rows().len().saturating_sub(1));
            }
            Some(KeyCode::Backspace | KeyCode::Delete)
                if matches!(self.row(), Row::Player(_) | Row::Time) =>
            {
                self.input = Some(Input::starting(self.choices.written(self.row())));
            }
            Some(KeyCode::Char(c)) => self.character(shared, c),
            _ => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn paste(&mut self, _shared: &mut Shared, text: &str) {
        if matches!(self.row(), Row::Player(_) | Row::Time) {
            self.input.get_or_insert_default().paste(text);
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let places = self.places(shared, area);
        match event.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let last = self.rows().len().saturating_sub(1);
                if self.accept(shared) {
                    self.select(match event.kind {
                        MouseEventKind::ScrollUp => self.selected.saturating_sub(1),
                        _ => (self.selected + 1).min(last),
                    });
                }
            }
            MouseEventKind::Down(MouseButton::Left) => {
                let at = (event.column, event.row).into();
                if places.button.contains(at) {
                    return match self.accept(shared) {
                        true => self.finish(shared),
                        false => Go::Stay,
                    };
                }
                let line = event.row.saturating_sub(places.rows.y) / places.step;
                let index = places.first + usize::from(line);
                let is_row = places.rows.contains(at) && index < self.rows().len();
                if !is_row || !self.accept(shared) {
                    return Go::Stay;
                }
                self.select(index);
                let value = places.rows.x + MARKER + places.label;
                // The left arrow goes back; the value itself and the right arrow go on.
                if event.column >= value && event.column < value + places.value {
                    self.change(event.column >= value + 2);
                }
            }
            _ => {}
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let title = words::title(shared, self.purpose);
        if self.is_overlay() {
            draw_box(shared, buf, self.outer(area), &title);
        }
        let places = self.places(shared, area);
        if let Some(line) = places.title {
            put(buf, line.x, line.y, line.width, &title, palette.strong);
        }
        let shown = usize::from(places.rows.height / places.step);
        let rows = self.rows();
        for index in (places.first..rows.len()).take(shown) {
            self.draw_row(shared, buf, &places, index);
        }
        let [above, below] = match shared.glyphs().ascii {
            true => ["^", "v"],
            false => ["▲", "▼"],
        };
        let x = places.rows.right().saturating_sub(1);
        if places.first > 0 {
            put(buf, x, places.rows.y, 1, above, palette.strong);
        }
        if places.first + shown < rows.len() {
            let y = places.rows.bottom().saturating_sub(1);
            put(buf, x, y, 1, below, palette.strong);
        }
        let button = format!("[ {} ]", words::button(shared, self.purpose));
        let x = places.button.x + MARKER;
        let columns = places.button.width.saturating_sub(MARKER);
        put(buf, x, places.button.y, columns, &button, palette.strong);
    }

    fn hints(&self, shared: &Shared) -> String {
        let key = match (&self.input, self.purpose) {
            (Some(_), _) => "form-hints-typing",
            (None, Purpose::Table) => "form-hints-table",
            (None, _) => "form-hints",
        };
        shared.say(key)
    }

    fn help(&self, shared: &Shared) -> Help {
        let args = Args::new()
            .text("row", words::label(shared, self.row()))
            .text("note", self.choices.note(shared, self.row()));
        let mut about = vec![
            shared.say("form-help"),
            String::new(),
            shared.fill("form-help-row", args),
        ];
        if matches!(self.row(), Row::Player(_)) {
            about.push(shared.say("form-help-player"));
        }
        if self.row() == Row::Time {
            about.push(shared.say("form-help-time"));
        }
        if self.purpose == Purpose::Table {
            about.push(shared.say("net-new-help"));
        }
        let keys = [
            ("↑ ↓ Tab", shared.say("help-key-select")),
            ("← → Space", shared.say("form-help-change")),
            ("Backspace", shared.say("form-help-backspace")),
            ("Enter", words::button(shared, self.purpose)),
            ("Esc", shared.say("help-key-esc")),
        ];
        let rows = keys.into_iter();
        Help::Screen {
            about,
            rows: rows
                .map(|(key, meaning)| (key_name(shared, key), meaning))
                .collect(),
        }
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        if let (Purpose::Table, Some(visit)) = (self.purpose, &shared.visit)
            && visit.is_creating()
        {
            let args = Args::new().text("server", visit.server.server());
            return Some(shared.fill("net-new-creating", args));
        }
        match (&self.input, self.row()) {
            (Some(_), Row::Player(_)) => Some(shared.say("form-help-player")),
            (Some(_), _) => Some(shared.say("form-help-time")),
            (None, row) => Some(self.choices.note(shared, row)),
        }
    }

    fn typing(&self, shared: &Shared, area: Rect) -> Option<Typing<'_>> {
        let input = self.input.as_ref()?;
        let places = self.places(shared, area);
        Some(Typing::Row(self.value_area(&places), input))
    }

    fn is_overlay(&self) -> bool {
        matches!(
            self.purpose,
            Purpose::Branch { .. } | Purpose::Reseat | Purpose::Position
        )
    }
}
