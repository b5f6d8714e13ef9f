//! The catalogs hold the same messages, and every message can be formatted.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use yiqi_record::{Expected, Format, OfferKind, Problem, ReadError, WriteError, WriteProblem};
use yiqi_rules::{
    AnyPosition, Color, ForbiddenKind, Game, GameSpec, Move, ParseSpecError, Point, Refusal,
};
use yiqi_testkit::{all_results, all_specs};
use yiqi_text::{Args, Lang, Text, board, words};

/// The messages of a language with the variables each uses.
fn messages(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for source in Text::sources(lang) {
        let resource = fluent_syntax::parser::parse(source)
            .unwrap_or_else(|(_, errors)| panic!("{lang}: {errors:?}"));
        for entry in resource.body {
            match entry {
                Entry::Message(message) => {
                    let mut variables = BTreeSet::new();
                    let value = message.value.expect("a message has a value");
                    collect(&value, &mut variables);
                    let before = found.insert(message.id.name.to_owned(), variables);
                    assert!(
                        before.is_none(),
                        "{lang}: {} is given twice",
                        message.id.name
                    );
                }
                Entry::Junk { content } => panic!("{lang}: {content}"),
                _ => {}
            }
        }
    }
    found
}

fn collect(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        match expression {
            Expression::Inline(inline) => collect_inline(inline, variables),
            Expression::Select { selector, variants } => {
                collect_inline(selector, variables);
                for variant in variants {
                    collect(&variant.value, variables);
                }
            }
        }
    }
}

fn collect_inline(inline: &InlineExpression<&str>, variables: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            variables.insert(id.name.to_owned());
        }
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("not used in our catalogs: {other:?}"),
    }
}

#[test]
fn no_message_is_missing_in_any_language() {
    let english = messages(Lang::En);
    assert!(english.len() > 150);
    for lang in Lang::ALL {
        let here = messages(lang);
        let keys = |m: &BTreeMap<String, _>| m.keys().cloned().collect::<BTreeSet<_>>();
        let missing: Vec<_> = keys(&english).difference(&keys(&here)).cloned().collect();
        let extra: Vec<_> = keys(&here).difference(&keys(&english)).cloned().collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "{lang}: {missing:?} {extra:?}"
        );
    }
}

#[test]
fn a_message_uses_the_same_variables_in_every_language() {
    let english = messages(Lang::En);
    for lang in Lang::ALL {
        for (key, variables) in messages(lang) {
            assert_eq!(variables, english[&key], "{lang}: {key}");
        }
    }
}

#[test]
fn every_language_has_its_own_texts() {
    let english = Text::new(Lang::En);
    for lang in [Lang::ZhHans, Lang::ZhHant] {
        let text = Text::new(lang);
        for key in [
            "refusal-game-over",
            "cli-about",
            "rules-reversi",
            "color-black",
        ] {
            assert_ne!(text.say(key), english.say(key), "{lang}: {key}");
        }
    }
}

/// Every message of the core in one language. A message with a wrong variable fails here.
fn everything(text: &Text) -> Vec<String> {
    let gomoku = GameSpec::GOMOKU;
    let point = Point::new(7, 7).unwrap();
    let line = vec![point, Point::new(8, 7).unwrap()];
    let refusals = [
        Refusal::GameOver,
        Refusal::OffBoard {
            point: Point::new(25, 25).unwrap(),
        },
        Refusal::Occupied { point },
        Refusal::FlipsNothing { point },
        Refusal::MustMove { legal_count: 1 },
        Refusal::MustMove { legal_count: 5 },
        Refusal::NoPassing,
        Refusal::ChoiceDue { may_add: false },
        Refusal::ChoiceDue { may_add: true },
        Refusal::NoChoice,
        Refusal::NotCenter {
            point,
            center: point,
        },
        Refusal::InsideCenter {
            point,
            center: point,
        },
    ];
    let forbidden = [
        ForbiddenKind::ThreeThree,
        ForbiddenKind::FourFour,
        ForbiddenKind::Overline,
    ]
    .map(|kind| Refusal::Forbidden {
        point,
        kind,
        lines: vec![line.clone(), line.clone()],
    });
    let mut said: Vec<String> = refusals
        .iter()
        .chain(&forbidden)
        .map(|refusal| words::refusal(text, gomoku, refusal))
        .collect();
    said.extend(session_refusals().map(|refusal| words::session_refusal(text, gomoku, &refusal)));
    said.extend(all_results().iter().flat_map(|result| {
        [gomoku, GameSpec::Peace].map(|spec| words::result(text, result, spec))
    }));
    said.extend(all_specs().into_iter().map(|spec| words::game(text, spec)));
    said.extend(
        [
            "chess",
            "reversi:7",
            "peace:9",
            "gomoku:3",
            "reversi:x",
            "peace:x",
            "gomoku:15:x",
        ]
        .map(|bad| words::spec_error(text, &bad.parse::<GameSpec>().unwrap_err())),
    );
    said.extend(
        problems().map(|problem| words::read_error(text, &ReadError::in_text(3, 7, problem))),
    );
    said.extend(
        [
            WriteProblem::ReadOnly,
            WriteProblem::Game,
            WriteProblem::Size,
            WriteProblem::Start,
            WriteProblem::Several,
            WriteProblem::Swap,
            WriteProblem::Broken,
        ]
        .map(|problem| words::write_error(text, &WriteError { number: 2, problem })),
    );
    let bad_list = yiqi_record::notation::parse_list("h8 hello", gomoku).unwrap_err();
    said.push(words::list_error(text, &bad_list));
    said
}

fn session_refusals() -> impl Iterator<Item = yiqi_session::Refusal> {
    use yiqi_session::Refusal;
    let simple = [
        Refusal::Rules(yiqi_rules::Refusal::GameOver),
        Refusal::NotBegun,
        Refusal::AlreadyBegun,
        Refusal::GameOver,
        Refusal::NotOver,
        Refusal::NotYourTurn,
        Refusal::Paused,
        Refusal::NotPaused,
        Refusal::TimeUp,
        Refusal::TooSoon { plies: 1 },
        Refusal::TooSoon { plies: 4 },
        Refusal::NothingToTakeBack,
        Refusal::TooLateToAbort,
        Refusal::HostOnly,
        Refusal::SeatOnly,
        Refusal::NoClock,
        Refusal::EmptyText,
        Refusal::TextTooLong {
            length: 900,
            limit: 500,
        },
    ];
    let offers = OfferKind::ALL.into_iter().flat_map(|kind| {
        [
            Refusal::NothingOffered(kind),
            Refusal::AlreadyOffered(kind),
            Refusal::AnswerFirst(kind),
        ]
    });
    simple.into_iter().chain(offers)
}

fn problems() -> impl Iterator<Item = Problem> {
    let expected = [
        Expected::FirstLine,
        Expected::HeaderLine,
        Expected::Clock,
        Expected::Result,
        Expected::Start,
        Expected::Entry,
        Expected::Move,
        Expected::MoveOf(Color::White),
        Expected::PlyNumber(3),
        Expected::Seconds,
        Expected::Eval,
        Expected::Escape,
        Expected::Parentheses,
        Expected::EntryBeforeBranch,
        Expected::End,
        Expected::NextRecord,
        Expected::Points,
        Expected::Cells,
        Expected::SideToMove,
        Expected::Semicolon,
        Expected::MoveScore,
        Expected::GameStart,
        Expected::PropertyName,
        Expected::PropertyValue,
        Expected::ClosingBracket,
        Expected::PsqHeader,
        Expected::PsqMove,
        Expected::Offsets,
        Expected::SaveNumbers,
        Expected::WthorHeader,
        Expected::WthorGames,
        Expected::WthorNames,
        Expected::WthorMove,
        Expected::RenLibHeader,
        Expected::RenLibNode,
        Expected::RenLibText,
    ];
    let others = [
        Problem::CutShort {
            expected: Expected::End,
        },
        Problem::Missing { key: "Game" },
        Problem::Twice { key: "Game".into() },
        Problem::Spec(ParseSpecError::UnknownGame("chess".into())),
        Problem::Setup(yiqi_rules::SetupError::Overlap),
        Problem::Setup(yiqi_rules::SetupError::OffBoard),
        Problem::Refused {
            spec: GameSpec::GOMOKU,
            text: "h8".into(),
            error: yiqi_record::ReplayError::TooFarBack {
                plies: 2,
                played: 1,
            },
        },
        Problem::Result {
            stated: "black".into(),
            actual: "white".into(),
        },
        Problem::Version { found: 2, known: 1 },
        Problem::Checksum {
            stated: 1,
            actual: 2,
        },
        Problem::NotUtf8,
        Problem::TooMany { limit: 10 },
        Problem::TooLarge { limit: 16 << 20 },
        Problem::OtherGame {
            what: "Go\u{1b}[31m".into(),
        },
        Problem::GameUnnamed,
    ];
    expected
        .into_iter()
        .map(|expected| Problem::expected(expected, "found\u{7}"))
        .chain(others)
}

#[test]
fn every_message_can_be_formatted_in_every_language_without_control_characters() {
    for lang in Lang::ALL {
        for said in everything(&Text::new(lang)) {
            assert!(!said.is_empty());
            assert!(!said.contains(|c: char| c.is_control()), "{said:?}");
        }
    }
}

#[test]
fn refusals_name_the_points_as_their_game_does() {
    let text = Text::new(Lang::En);
    let point = Point::new(3, 2).unwrap();
    let refusal = Refusal::FlipsNothing { point };
    assert_eq!(
        words::refusal(&text, GameSpec::REVERSI, &refusal),
        "d3 flips nothing, so you cannot play there."
    );
    let renju: GameSpec = "gomoku:15:renju".parse().unwrap();
    let mut position = AnyPosition::new(renju);
    for name in ["h8", "a1", "i8", "a3", "j9", "a5", "j10", "a7"] {
        position
            .play(Move::Place(renju.point_named(name).unwrap()))
            .unwrap();
    }
    let refusal = position
        .check(Move::Place(renju.point_named("j8").unwrap()))
        .unwrap_err();
    assert_eq!(
        words::refusal(&text, renju, &refusal),
        "j8 is forbidden for Black: three-three (h8 i8 j8; j10 j9 j8)."
    );
}

#[test]
fn every_game_rule_set_opening_and_format_has_a_name() {
    let keys = messages(Lang::En);
    let has = |key: String| assert!(keys.contains_key(&key), "no message '{key}'");
    for format in Format::ALL {
        has(format!("study-format-{}", format.name()));
    }
    for game in Game::ALL {
        let name = game.name();
        has(format!("game-{name}"));
        has(format!("rules-{name}"));
        for rules in game.rule_sets() {
            has(format!("title-{name}-{rules}"));
            if game.rule_sets().len() > 1 {
                has(format!("rule-set-{name}-{rules}"));
                has(format!("rule-note-{name}-{rules}"));
                has(format!("rules-{name}-{rules}"));
            }
        }
        for opening in &game.openings()[1..] {
            has(format!("opening-{name}-{opening}"));
            has(format!("rules-{name}-{opening}"));
        }
    }
}

// Fault 69.
#[test]
fn arguments_lose_unprintable_characters() {
    let text = Text::new(Lang::En);
    let said = text.fill(
        "spec-unknown-game",
        Args::new()
            .text("name", "a\u{1b}]0;x\u{7}\u{202e}b")
            .text("games", "gomoku"),
    );
    assert_eq!(
        said,
        "There is no game called “a]0;xb”: choose one of gomoku."
    );
}

#[test]
fn a_locale_finds_its_language() {
    for (locale, want) in [
        ("en_US.UTF-8", Lang::En),
        ("C", Lang::En),
        ("de-DE", Lang::En),
        ("", Lang::En),
        ("zh_CN.UTF-8", Lang::ZhHans),
        ("zh", Lang::ZhHans),
        ("zh-Hans-HK", Lang::ZhHans),
        ("zh_TW", Lang::ZhHant),
        ("zh-Hant", Lang::ZhHant),
        ("zh_HK@big5", Lang::ZhHant),
    ] {
        assert_eq!(Lang::of_locale(locale), want, "{locale}");
    }
}

#[test]
fn the_plain_board_marks_legal_and_forbidden_points() {
    insta::assert_snapshot!(board::plain(&AnyPosition::new(GameSpec::REVERSI)), @r"
      a b c d e f g h
    1 . . . . . . . .
    2 . . . . . . . .
    3 . . . + . . . .
    4 . . + ○ ● . . .
    5 . . . ● ○ + . .
    6 . . . . + . . .
    7 . . . . . . . .
    8 . . . . . . . .
    ");
    let spec: GameSpec = "gomoku:11:renju".parse().unwrap();
    let mut position = AnyPosition::new(spec);
    for name in ["f6", "a1", "g6", "a3", "h7", "a5", "h8", "a7"] {
        position
            .play(Move::Place(spec.point_named(name).unwrap()))
            .unwrap();
    }
    insta::assert_snapshot!(board::plain(&position), @r"
       a b c d e f g h i j k
    11 . . . . . . . . . . .
    10 . . . . . . . . . . .
     9 . . . . . . . . . . .
     8 . . . . . . . ● . . .
     7 ○ . . . . . . ● . . .
     6 . . . . . ● ● x . . .
     5 ○ . . . . . . . . . .
     4 . . . . . . . . . . .
     3 ○ . . . . . . . . . .
     2 . . . . . . . . . . .
     1 ○ . . . . . . . . . .
    ");
}

#[test]
fn a_chinese_sentence_has_no_blank_between_chinese_characters() {
    let text = Text::new(Lang::ZhHans);
    let turn = |name: &str| text.fill("tui-turn", Args::new().text("name", name));
    assert_eq!(turn("黑方"), "轮到黑方。");
    assert_eq!(turn("Ann"), "轮到 Ann。");
    // A name keeps its own blanks.
    assert_eq!(turn("王 小明"), "轮到王 小明。");
}

#[test]
fn somebody_without_a_name_wins_in_the_second_person() {
    use yiqi_record::{EndReason, GameResult};
    use yiqi_rules::{ByColor, Color};
    let result = GameResult {
        winner: Some(Color::Black),
        score: Some(ByColor {
            black: 40,
            white: 24,
        }),
        reason: EndReason::Rules,
    };
    let said = |lang| words::own_win(&Text::new(lang), &result, Color::Black, "Ann");
    assert_eq!(said(Lang::En), "You win 40–24.");
    assert_eq!(said(Lang::ZhHans), "你赢了，40–24。");
    let resigned = GameResult {
        reason: EndReason::Resignation,
        ..result
    };
    let text = Text::new(Lang::ZhHans);
    let said = words::own_win(&text, &resigned, Color::Black, "Ann");
    assert_eq!(said, "你赢了：Ann 认输。");
}
