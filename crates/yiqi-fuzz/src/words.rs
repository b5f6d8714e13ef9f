//! Words that people type and programs answer: moves, lists of moves, games, players, clocks,
//! results, addresses and lines of commands.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use yiqi_client::TableAddress;
use yiqi_desk::commands::{Scope, completions, parse_line};
use yiqi_desk::{PlyRef, Settings};
use yiqi_players::PlayerSpec;
use yiqi_record::notation::{
    ListItem, cleaned, is_unprintable, move_name, parse_list, parse_move, parse_setup, setup_text,
};
use yiqi_record::{Duration, GameResult, TimeControl};
use yiqi_rules::{AnyPosition, GameSpec};
use yiqi_text::{columns, words};

use crate::input::Input;
use crate::sentence::{TEXT, check_printable, check_sentence};

/// Reads one text in every way in which a text is read.
pub(crate) fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let spec = input.spec();
    let text = String::from_utf8_lossy(input.rest());
    let clean = cleaned(&text);
    assert!(!clean.contains(is_unprintable));
    assert_eq!(cleaned(&clean), clean);
    check_move(&text, spec);
    check_list(&text, spec);
    if let Some(setup) = parse_setup(&text, spec) {
        let again = setup_text(&setup, spec.size());
        assert_eq!(parse_setup(&again, spec).as_ref(), Some(&setup));
        let _ = AnyPosition::from_setup(spec, &setup);
    }
    if let Err(error) = text.parse::<GameSpec>() {
        check_sentence(&words::spec_error(&TEXT, &error));
    }
    check_inverse::<GameSpec>(&text);
    check_inverse::<TimeControl>(&text);
    check_inverse::<Duration>(&text);
    check_inverse::<GameResult>(&text);
    check_inverse::<TableAddress>(&text);
    check_inverse::<PlayerSpec>(&text);
    let _ = text.parse::<PlyRef>();
    if let Some(point) = spec.point_named(&text) {
        assert_eq!(spec.point_named(&spec.point_name(point)), Some(point));
    }
    check_line(&text, spec);
    check_settings(&text);
    check_columns(&text);
}

/// `Display` and `FromStr` are inverse.
fn check_inverse<T>(text: &str)
where
    T: FromStr + Display + PartialEq + Debug,
    T::Err: Debug,
{
    if let Ok(value) = text.parse::<T>() {
        let written = value.to_string();
        match written.parse::<T>() {
            Ok(again) => assert_eq!(again, value, "{written:?}"),
            Err(error) => panic!("{written:?} of {value:?}: {error:?}"),
        }
    }
}

fn check_move(text: &str, spec: GameSpec) {
    match parse_move(text, spec) {
        Ok(mv) => assert_eq!(parse_move(&move_name(mv, spec), spec), Ok(mv)),
        Err(error) => check_sentence(&words::move_error(&TEXT, &error)),
    }
}

fn check_list(text: &str, spec: GameSpec) {
    match parse_list(text, spec) {
        Ok(items) => {
            let names: Vec<String> = items
                .iter()
                .map(|item| match item {
                    ListItem::Move(mv) => move_name(*mv, spec),
                    ListItem::Stone(color, point) => {
                        format!("{}:{}", &color.name()[..1], spec.point_name(*point))
                    }
                })
                .collect();
            assert_eq!(parse_list(&names.join(" "), spec), Ok(items));
        }
        Err(error) => {
            check_sentence(&words::list_error(&TEXT, &error));
            assert!(error.column <= text.chars().count() + 1);
        }
    }
}

const SCOPES: [Scope; 4] = [Scope::Console, Scope::Game, Scope::Table, Scope::Replay];

/// A line of the console, of the replay, and in a menu.
fn check_line(text: &str, spec: GameSpec) {
    for scope in SCOPES {
        for spec in [None, Some(spec)] {
            if let Err(error) = parse_line(text, scope, spec) {
                check_sentence(&yiqi_desk::words::line_error(&TEXT, &error));
            }
        }
        let _ = completions(text, scope).count();
    }
}

/// A settings file never prevents anybody from playing.
fn check_settings(text: &str) {
    let settings = Settings::of_text(text);
    check_printable(&settings.name);
    assert_eq!(Settings::of_text(&settings.to_text()), settings);
}

/// Text in columns: nothing wider than asked for, nothing lost.
fn check_columns(text: &str) {
    let text: String = text.chars().filter(|&c| !is_unprintable(c)).collect();
    for limit in [2, 10, 80] {
        assert!(columns::width(&columns::fit(&text, limit)) <= limit);
        assert_eq!(columns::width(&columns::pad(&text, limit)), limit);
        let seen = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(seen(&columns::wrap(&text, limit).concat()), seen(&text));
    }
}
