//! A typed line: a move, or a command for the active game.

use crossterm::event::{KeyCode, KeyEvent};
use yiqi_desk::commands::{Action, ParsedLine, Target, completions, find, parse_line};
use yiqi_desk::{DeskError, SlotInfo, words as desk_words};
use yiqi_record::TimeControl;
use yiqi_rules::{Color, Move};
use yiqi_session::{Command, Request, Terms};
use yiqi_text::{Args, words};

use super::chooser::{Purpose, load_slot, open_file, save};
use super::dialog::{Dialog, DialogKind};
use super::form::Form;
use super::game::{act, switch};
use super::{Go, Origin, ReplayScreen, export};
use crate::input::{Input, InputResult};
use crate::keys;
use crate::shared::Shared;

/// The lines typed earlier, oldest first.
#[derive(Default)]
pub(crate) struct History {
    lines: Vec<String>,
    /// How many lines back from the end the line being typed was taken from; 0 for a new one.
    back: usize,
}

/// The most lines that are remembered.
const HISTORY_MAX: usize = 100;

impl History {
    fn add(&mut self, line: &str) {
        self.back = 0;
        if self.lines.last().is_some_and(|last| last == line) {
            return;
        }
        self.lines.push(line.to_owned());
        if self.lines.len() > HISTORY_MAX {
            self.lines.remove(0);
        }
    }

    /// The line this many steps further back, or an empty one after the last.
    fn step(&mut self, by: isize) -> String {
        self.back = self.back.saturating_add_signed(by).min(self.lines.len());
        let index = self.lines.len() - self.back;
        self.lines.get(index).cloned().unwrap_or_default()
    }
}

/// Handles a key of a line being typed: Tab completes the name of a command, the arrows bring
/// earlier lines back.
pub(super) fn key(shared: &mut Shared, input: &mut Input, key: KeyEvent) -> InputResult {
    let by = match key.code {
        KeyCode::Tab => return complete(shared, input),
        KeyCode::Up => 1,
        KeyCode::Down => -1,
        _ => {
            if key.code == KeyCode::Esc {
                shared.history.back = 0;
            }
            return input.key(key);
        }
    };
    *input = Input::starting(shared.history.step(by));
    InputResult::Changed
}

/// What fits a line being typed: the commands that begin like it, or the arguments of its command.
pub(super) fn note(shared: &Shared, typed: &str) -> Option<String> {
    if typed.is_empty() {
        return Some(shared.say("tui-typing-empty"));
    }
    match typed.split_once(' ') {
        Some((word, _)) => {
            let word = word.to_ascii_lowercase();
            let info = find(&word, shared.scope()).filter(|info| info.is_word())?;
            Some(format!("{}: {}", info.usage(), shared.say(info.help)))
        }
        None => {
            let names: Vec<&str> = completions(typed, shared.scope()).collect();
            (typed.len() > 1 && !names.is_empty()).then(|| names.join("  "))
        }
    }
}

fn complete(shared: &Shared, input: &mut Input) -> InputResult {
    let names: Vec<&str> = completions(input.typed(), shared.scope()).collect();
    match names[..] {
        [] => InputResult::Ignored,
        [name] => {
            *input = Input::starting(format!("{name} "));
            InputResult::Changed
        }
        [name, ..] => {
            let is_common = |end: &usize| {
                let start = name.get(..*end);
                start.is_some_and(|start| names.iter().all(|name| name.starts_with(start)))
            };
            let end = (0..=name.len()).rev().find(is_common).unwrap_or(0);
            *input = Input::starting(&name[..end]);
            InputResult::Changed
        }
    }
}

/// Executes a typed line.
pub(super) fn execute(shared: &mut Shared, line: &str) -> Go {
    if !line.trim().is_empty() {
        shared.history.add(line.trim());
    }
    if let Some(info) = keys::find_letter(line, shared.scope()) {
        return act(shared, info.action);
    }
    let line = match parse_line(line, shared.scope(), Some(shared.spec())) {
        Ok(line) => line,
        Err(error) => {
            let sentence = desk_words::line_error(&shared.text, &error);
            shared.refuse(sentence);
            return Go::Stay;
        }
    };
    match line {
        ParsedLine::Nothing => Go::Stay,
        ParsedLine::Say(text) => {
            shared.say_at_table(&text);
            Go::Stay
        }
        ParsedLine::Do(action) => act(shared, action),
        ParsedLine::Move(mv) => {
            if let Move::Place(point) = mv {
                shared.set_cursor(point);
            }
            shared.play(mv);
            Go::Stay
        }
        ParsedLine::Undo(count) => {
            shared.take_back_many(count);
            Go::Stay
        }
        ParsedLine::Switch(number) => {
            switch(shared, number.wrapping_sub(1));
            Go::Stay
        }
        ParsedLine::New(spec) => {
            let players = yiqi_record::BySeat {
                first: yiqi_players::PlayerSpec::HUMAN,
                second: yiqi_players::PlayerSpec::HUMAN,
            };
            let opened = shared.desk.open(Terms::new(spec), players);
            match opened.and_then(|index| shared.desk.switch(index)) {
                Ok(()) => Go::Game(None),
                Err(error) => failed(shared, &error),
            }
        }
        ParsedLine::Player(color, spec) => {
            let Some(view) = shared.view() else {
                return Go::Stay;
            };
            let seat = view.colors.seat_of(color);
            match shared.desk.set_player(seat, spec) {
                Ok(()) => {
                    say_player(shared, color);
                    Go::Stay
                }
                Err(error) => failed(shared, &error),
            }
        }
        ParsedLine::Side(action, color) => {
            let command = match action {
                Action::Resign => Command::Resign,
                _ => Command::Offer(Request::Draw),
            };
            if let Some(view) = shared.view() {
                shared.ask_as(view.colors.seat_of(color), &command);
            }
            Go::Stay
        }
        ParsedLine::At(place) => match shared.desk.look_at(place) {
            Ok(_) => Go::push(ReplayScreen::new(shared, Origin::Game)),
            Err(error) => failed(shared, &error),
        },
        ParsedLine::Branch(black, white) => {
            let Some(view) = shared.view() else {
                return Go::Stay;
            };
            let mut players = yiqi_record::BySeat {
                first: black.clone(),
                second: black,
            };
            players[view.colors.seat_of(yiqi_rules::Color::White)] = white;
            match shared.desk.branch(players, TimeControl::NONE) {
                Ok(_) => Go::Game(None),
                Err(error) => failed(shared, &error),
            }
        }
        ParsedLine::Save(Target::File(path)) => {
            let path = shared.path(&path);
            ask_or_save(shared, Target::File(path))
        }
        ParsedLine::Save(target) => ask_or_save(shared, target),
        ParsedLine::Load(Target::File(path)) => {
            let path = shared.path(&path);
            open_file(shared, Purpose::Load, &path)
        }
        ParsedLine::Load(Target::Slot(slot)) => {
            let held = shared.desk.store().map(|store| store.slot(slot));
            match held {
                Some(SlotInfo::Held(_)) => load_slot(shared, slot),
                Some(SlotInfo::Broken(error)) => failed(shared, &error.into()),
                Some(SlotInfo::Empty) => failed(shared, &DeskError::EmptySlot(slot)),
                None => failed(shared, &DeskError::NoStore),
            }
        }
        ParsedLine::Copy(what) => {
            export::copy(shared, what);
            Go::Stay
        }
        ParsedLine::Picture(path) => {
            let path = shared.path(&path);
            if path.exists() {
                return Go::push(Dialog::new(DialogKind::DrawOver(path)));
            }
            export::picture(shared, &path);
            Go::Stay
        }
        ParsedLine::Setup(spec, setup) => Go::push(Form::from_position(spec, setup, shared)),
        ParsedLine::Style(_) => {
            shared.refuse(shared.say("tui-style-settings"));
            Go::Stay
        }
        ParsedLine::SwapGlyphs => {
            let mut settings = shared.desk.settings().clone();
            settings.swap_glyphs = !settings.swap_glyphs;
            let set = shared.desk.set_settings(settings);
            done(shared, set)
        }
    }
}

/// Says who plays a color now.
fn say_player(shared: &mut Shared, color: Color) {
    let Some(view) = shared.view() else { return };
    let args = Args::new()
        .text("stone", words::color(&shared.text, color))
        .text("player", shared.name(&view, view.colors.seat_of(color)));
    shared.inform(shared.fill("console-player", args));
}

/// Saves, asking first if that would overwrite something.
fn ask_or_save(shared: &mut Shared, target: Target) -> Go {
    let is_free = match (&target, shared.desk.store()) {
        (Target::Slot(slot), Some(store)) => matches!(store.slot(*slot), SlotInfo::Empty),
        (Target::Slot(_), None) => true,
        (Target::File(path), _) => !path.exists(),
    };
    match is_free {
        true => save(shared, &target, None, 0),
        false => Go::push(Dialog::save_over(shared, target, None, 1)),
    }
}

fn done(shared: &mut Shared, result: Result<(), DeskError>) -> Go {
    match result {
        Ok(()) => Go::Stay,
        Err(error) => failed(shared, &error),
    }
}

fn failed(shared: &mut Shared, error: &DeskError) -> Go {
    shared.fail(error);
    Go::Stay
}
