//! A typed line: a move, or a command for the active game.

use crossterm::event::{KeyCode, KeyEvent};
use yiqi_desk::commands::{ParsedLine, Target, completions, find, parse_line};
use yiqi_desk::{DeskError, words as desk_words};
use yiqi_record::TimeControl;
use yiqi_rules::Move;
use yiqi_session::Terms;
use yiqi_text::Args;

use super::dialog::Dialog;
use super::game::{act, switch};
use super::slots::save;
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
                shared.cursor = (point.col(), point.row());
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
            let set = shared.desk.set_player(view.colors.seat_of(color), spec);
            done(shared, set)
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
        ParsedLine::Save(Target::Slot(slot)) => save_slot(shared, slot),
        ParsedLine::Save(Target::File(path)) if path.exists() => {
            let name = Args::new().text("file", path.to_string_lossy());
            shared.refuse(shared.fill("tui-file-exists", name));
            Go::Stay
        }
        ParsedLine::Save(Target::File(path)) => match shared.desk.save_file(&path) {
            Ok(()) => {
                let name = path.to_string_lossy();
                let sentence = shared.fill("tui-file-saved", Args::new().text("file", name));
                shared.inform(sentence);
                Go::Stay
            }
            Err(error) => failed(shared, &error),
        },
        ParsedLine::Load(target) => {
            let loaded = match target {
                Target::Slot(slot) => shared.desk.load_slot(slot),
                Target::File(path) => shared.desk.load_file(&path, None),
            };
            match loaded.and_then(|index| shared.desk.switch(index)) {
                Ok(()) => Go::Game(None),
                Err(error) => failed(shared, &error),
            }
        }
        ParsedLine::Copy(what) => {
            export::copy(shared, what);
            Go::Stay
        }
        ParsedLine::Picture(path) => {
            export::picture(shared, &path);
            Go::Stay
        }
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

/// Saves to a slot, asking first if it is not empty.
fn save_slot(shared: &mut Shared, slot: usize) -> Go {
    let is_free = match shared.desk.store() {
        Some(store) => matches!(store.slot(slot), yiqi_desk::SlotInfo::Empty),
        None => true,
    };
    if is_free {
        return save(shared, slot, None, 0);
    }
    Go::push(Dialog::save_over(shared, slot, None, 1))
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
