//! Screens, compared with snapshots.

use ratatui::style::{Color, Modifier};
use yiqi_text::Lang;
use yiqi_tui::{AppOptions, ColorDepth};

use crate::driver::{Person, Setup};

fn setup(lang: Lang, size: (u16, u16)) -> Setup {
    Setup {
        lang,
        size,
        ..Setup::default()
    }
}

/// A game of Reversi after a few moves.
fn reversi(lang: Lang, size: (u16, u16)) -> Person {
    let mut person = Person::at(setup(lang, size), "reversi", "human", "human");
    person.type_lines("d3 c5 e6");
    person
}

/// The screen without dates and times, which are those of the test run.
fn dateless(screen: &str) -> String {
    let screen = masked(screen, "0000-00-00 00:00", "YYYY.MM.DD hh:mm");
    masked(&screen, "00-00 00:00", "MM.DD hh:mm")
}

/// The text with `mask` in place of whatever looks like `like`, where 0 is any digit.
fn masked(text: &str, like: &str, mask: &str) -> String {
    let is_alike = |part: &str| {
        part.chars()
            .zip(like.chars())
            .all(|(c, like)| c == like || like == '0' && c.is_ascii_digit())
    };
    let mut masked = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if rest.get(..like.len()).is_some_and(is_alike) {
            masked += mask;
            rest = &rest[like.len()..];
        } else {
            masked.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    masked
}

macro_rules! picture {
    ($name:literal, $person:expr) => {
        insta::assert_snapshot!($name, dateless(&$person.screen()))
    };
}

#[test]
fn the_menu_matches_its_snapshots() {
    picture!(
        "menu-40x15-en",
        Person::with(setup(Lang::En, (40, 15)), |_| {})
    );
    picture!(
        "menu-80x24-zh-Hans",
        Person::with(setup(Lang::ZhHans, (80, 24)), |_| {})
    );
}

#[test]
fn a_game_matches_its_snapshots() {
    picture!("game-40x15-en", reversi(Lang::En, (40, 15)));
    picture!("game-80x24-en", reversi(Lang::En, (80, 24)));
    picture!("game-80x24-zh-Hant", reversi(Lang::ZhHant, (80, 24)));
    picture!("game-120x40-zh-Hans", reversi(Lang::ZhHans, (120, 40)));
    picture!("game-200x60-en", reversi(Lang::En, (200, 60)));
}

#[test]
fn a_gomoku_game_matches_its_snapshots() {
    let start = |size| {
        let mut person = Person::at(setup(Lang::En, size), "gomoku:15:renju", "human", "human");
        person.type_lines("h8 i9 g7 a1 h7 a2 g8 a3");
        person
    };
    picture!("gomoku-40x15-en", start((40, 15)));
    picture!("gomoku-80x24-en", start((80, 24)));
    picture!("gomoku-120x40-en", start((120, 40)));
    picture!("gomoku-200x60-en", start((200, 60)));
    let mut won = start((80, 24));
    won.type_lines("i7 a4 h6 a5");
    picture!("gomoku-won-80x24-en", won);
    won.resize(120, 40);
    picture!("gomoku-won-120x40-en", won);
}

#[test]
fn the_pause_matches_its_snapshots() {
    picture!("pause-80x24-en", reversi(Lang::En, (80, 24)).press("P"));
    picture!(
        "pause-40x15-zh-Hans",
        reversi(Lang::ZhHans, (40, 15)).press("P")
    );
}

#[test]
fn the_slots_match_their_snapshots() {
    let saved = |lang, size| {
        let mut person = reversi(lang, size);
        person.press("s3").press("o");
        person
    };
    picture!("slots-80x24-en", saved(Lang::En, (80, 24)));
    picture!("slots-40x15-zh-Hant", saved(Lang::ZhHant, (40, 15)));
    picture!("load-80x24-en", saved(Lang::En, (80, 24)).press("3"));
}

#[test]
fn a_replay_matches_its_snapshots() {
    picture!(
        "replay-80x24-en",
        reversi(Lang::En, (80, 24)).press("v<Left>")
    );
    picture!(
        "replay-40x15-zh-Hans",
        reversi(Lang::ZhHans, (40, 15)).press("v")
    );
    picture!("replay-120x40-en", reversi(Lang::En, (120, 40)).press("v"));
}

#[test]
fn the_help_matches_its_snapshots() {
    picture!("help-120x40-en", reversi(Lang::En, (120, 40)).press("?"));
}

#[test]
fn ascii_matches_its_snapshots() {
    let mut setup = setup(Lang::En, (80, 24));
    setup.options.ascii = true;
    let mut person = Person::at(setup, "reversi", "human", "human");
    person.type_lines("d3 c5 e6");
    picture!("ascii-80x24-en", person);
}

/// Glyph, colors and modifiers of some cells of the board, in one color depth.
fn style_dump(color: ColorDepth) -> String {
    let setup = Setup {
        options: AppOptions {
            color,
            motion: false,
            ..AppOptions::default()
        },
        ..Setup::default()
    };
    let mut person = Person::at(setup, "reversi", "human", "human");
    person.type_lines("d3 c5");
    person.press(":a1<Enter>");
    let buffer = person.buffer();
    let mut out = String::new();
    let places = [
        ("the title", 2, 0),
        ("a label", 6, 1),
        ("an empty point", 33, 17),
        ("a black stone", 17, 6),
        ("the edge of a black stone", 16, 6),
        ("a white stone that was flipped", 17, 10),
        ("a point that may be played", 21, 12),
        ("a corner of the cursor", 4, 2),
        ("the last move", 13, 10),
        ("the edge of the last move", 12, 10),
        ("the refusal", 38, 5),
        ("the hints", 2, 23),
    ];
    for (what, x, y) in places {
        let cell = &buffer[(x, y)];
        let color = |color: Color| format!("{color:?}");
        let modifier = match cell.modifier {
            modifier if modifier == Modifier::empty() => String::new(),
            modifier => format!(" {modifier:?}"),
        };
        out.push_str(&format!(
            "{what}: '{}' {} on {}{modifier}\n",
            cell.symbol(),
            color(cell.fg),
            color(cell.bg)
        ));
    }
    out
}

#[test]
fn every_color_depth_shows_the_same_things() {
    let mut all = String::new();
    for depth in [
        ColorDepth::True,
        ColorDepth::C256,
        ColorDepth::C16,
        ColorDepth::None,
    ] {
        all.push_str(&format!("{depth:?}\n{}\n", style_dump(depth)));
    }
    insta::assert_snapshot!("styles", all);
}
