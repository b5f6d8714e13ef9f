//! A typed line: a move, or a command for the active game.

use crossterm::event::{KeyCode, KeyEvent};
use yiqi_desk::commands::{ParsedLine, Target, completions, parse_line};
use yiqi_desk::{DeskError, words as desk_words};
use yiqi_record::TimeControl;
use yiqi_rules::Move;
use yiqi_session::Terms;
use yiqi_text::Args;

use super::dialog::Dialog;
use super::game::{act, switch};
use super::slots::save;
use super::{Go, ReplayScreen};
use crate::input::{Input, InputResult};
use crate::shared::Shared;

/// Handles a key of a line being typed; Tab completes the name of a command.
pub(super) fn key(shared: &Shared, input: &mut Input, key: KeyEvent) -> InputResult {
    if key.code != KeyCode::Tab {
        return input.key(key);
    }
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
            Ok(_) => Go::push(ReplayScreen::new(false)),
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
