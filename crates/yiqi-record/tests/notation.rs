//! Moves as people type them.

use proptest::prelude::*;
use yiqi_record::notation::{ListItem, ParseMoveError, cleaned, move_name, parse_list, parse_move};
use yiqi_rules::{Color, GameSpec, Move, Point};
use yiqi_testkit::all_specs;

fn spec(text: &str) -> GameSpec {
    text.parse().unwrap()
}

#[track_caller]
fn check(game: &str, typed: &str, want: &str) {
    let got = parse_move(typed, spec(game)).map(|mv| move_name(mv, spec(game)));
    assert_eq!(got.as_deref(), Ok(want), "{typed:?}");
}

#[test]
fn a_move_is_read_in_every_common_form() {
    for typed in [
        "d3", "D3", "3d", "3D", " d3 ", "d 3", "d-3", "d,3", "CD", "cd", "ｄ３",
    ] {
        check("reversi", typed, "d3");
    }
    // A row letter counts from the top in every game; row numbers depend on the game.
    check("gomoku", "h8", "h8");
    check("gomoku", "HH", "h8");
    check("gomoku", "ah", "h15");
    check("gomoku:19", "19s", "s19");
    check("reversi:26", "z26", "z26");
    check("reversi:26", "DE", "e4");
}

#[test]
fn stray_unprintable_characters_do_not_matter() {
    for typed in [
        "\u{feff}d3\r\n",
        "d\u{200b}3",
        "\u{1b}d3\0",
        "\td3\t",
        "\u{202e}d3",
    ] {
        check("reversi", typed, "d3");
    }
    assert_eq!(cleaned(" ＰＡＳＳ\u{3000}"), "pass");
}

#[test]
fn words_that_are_moves_are_read_in_any_case() {
    for (typed, want) in [
        ("pass", "pass"),
        ("PASS", "pass"),
        ("pa", "pass"),
        ("--", "pass"),
        ("Swap", "swap"),
        ("keep", "keep"),
        ("MORE", "more"),
    ] {
        check("gomoku:15:renju:swap2", typed, want);
    }
    // On a large board `pa` is a point.
    check("reversi:16", "pa", "a16");
}

#[test]
fn a_point_off_the_board_and_an_invalid_move_are_different_errors() {
    for typed in [
        "i1",
        "a9",
        "a0",
        "9a",
        "zz",
        "a300",
        "999999999999999999999a",
    ] {
        let error = parse_move(typed, GameSpec::REVERSI).unwrap_err();
        assert!(matches!(error, ParseMoveError::OffBoard { .. }), "{typed}");
    }
    for typed in [
        "", "hello", "d", "3", "d3e", "d3 e4", "3d4", "é3", "d3!", "+d3",
    ] {
        let error = parse_move(typed, GameSpec::REVERSI).unwrap_err();
        assert!(matches!(error, ParseMoveError::NotAMove { .. }), "{typed}");
    }
}

#[test]
fn every_move_is_read_back_from_its_name() {
    for spec in all_specs() {
        let points = (0..spec.size())
            .flat_map(|row| (0..spec.size()).map(move |col| Point::new(col, row).unwrap()));
        for mv in points.map(Move::Place).chain(Move::WORDS) {
            assert_eq!(parse_move(&move_name(mv, spec), spec), Ok(mv), "{spec}");
        }
    }
}

#[test]
fn a_list_is_separated_run_together_or_numbered() {
    let want = parse_list("f5 d6 c3", GameSpec::REVERSI).unwrap();
    assert_eq!(want.len(), 3);
    for text in [
        "f5d6c3",
        "F5D6C3",
        "f5,d6,c3",
        "f5, d6\nc3",
        "1. f5 2. d6 3. c3",
        "1.f5 d6 2.c3",
        "5f6d3c",
        "f5;d6;c3;",
    ] {
        assert_eq!(
            parse_list(text, GameSpec::REVERSI).as_ref(),
            Ok(&want),
            "{text}"
        );
    }
    let list = parse_list("h8i10passj9", GameSpec::GOMOKU).unwrap();
    assert_eq!(list.len(), 4);
    assert_eq!(list[2], ListItem::Move(Move::Pass));
    assert_eq!(parse_list(" \n,", GameSpec::GOMOKU), Ok(Vec::new()));
}

#[test]
fn a_list_may_name_stones_out_of_turn() {
    let h8 = GameSpec::GOMOKU.point_named("h8").unwrap();
    assert_eq!(
        parse_list("b:h8 W:h8 h8", GameSpec::GOMOKU).unwrap(),
        [
            ListItem::Stone(Color::Black, h8),
            ListItem::Stone(Color::White, h8),
            ListItem::Move(Move::Place(h8)),
        ]
    );
    let error = parse_list("h8 b:pass", GameSpec::GOMOKU).unwrap_err();
    assert_eq!(error.column, 4);
    let error = parse_list("h8 弈 i9", GameSpec::GOMOKU).unwrap_err();
    assert_eq!(error.column, 4);
}

proptest! {
    #[test]
    fn any_text_is_read_as_moves_without_a_panic(text in "\\PC{0,30}") {
        for spec in [GameSpec::REVERSI, GameSpec::GOMOKU, spec("reversi:26")] {
            let _ = parse_move(&text, spec);
            let _ = parse_list(&text, spec);
        }
    }

    #[test]
    fn anything_like_moves_is_read_without_a_panic(text in "([a-z]{0,2}[0-9]{0,3}|pa|--|b:|[.,; ]){0,12}") {
        for spec in [GameSpec::REVERSI, GameSpec::GOMOKU] {
            if let Ok(items) = parse_list(&text, spec) {
                let names: Vec<String> = items
                    .iter()
                    .map(|item| match item {
                        ListItem::Move(mv) => move_name(*mv, spec),
                        ListItem::Stone(Color::Black, point) => format!("b:{}", spec.point_name(*point)),
                        ListItem::Stone(Color::White, point) => format!("w:{}", spec.point_name(*point)),
                    })
                    .collect();
                prop_assert_eq!(parse_list(&names.join(" "), spec), Ok(items));
            }
        }
    }
}
