//! Levels and programs in words.

use yiqi_desk::words::{level_note, player, player_name, player_with_class};
use yiqi_players::{EngineOptions, PlayerKind};
use yiqi_rules::{Game, GameSpec};
use yiqi_text::{Lang, Text};

fn level(level: u8) -> PlayerKind {
    PlayerKind::Engine(EngineOptions::level(level))
}

#[test]
fn every_level_of_every_game_has_words_in_every_language() {
    for lang in Lang::ALL {
        let text = Text::new(lang);
        for game in Game::ALL {
            let spec = game.default_spec();
            for number in 1..=PlayerKind::LEVEL_MAX {
                let name = player_with_class(&text, spec, &level(number));
                assert!(name.contains(&number.to_string()), "{name}");
                let note = level_note(&text, spec, &level(number));
                assert_eq!(note.is_some(), game != Game::Peace, "{lang} {note:?}");
                for said in [Some(name), note].into_iter().flatten() {
                    assert!(!said.contains("level-"), "{lang}: {said}");
                }
            }
        }
    }
}

#[test]
fn a_level_says_what_such_a_player_knows_how_strong_it_is_and_how_long_it_thinks() {
    let text = Text::new(Lang::En);
    let reversi = GameSpec::REVERSI;
    assert_eq!(
        player_with_class(&text, reversi, &level(8)),
        "Level 8, club player"
    );
    assert_eq!(
        level_note(&text, reversi, &level(8)).unwrap(),
        "Keeps few stones, many moves, and safe edges. About 1060 Elo above level 1. Moves at once."
    );
    assert_eq!(
        level_note(&text, reversi, &level(20)).unwrap(),
        "Reads more of the game than any person can. Strength not measured here. Thinks for up to \
         10 seconds."
    );
    let chinese = Text::new(Lang::ZhHans);
    assert_eq!(
        level_note(&chinese, GameSpec::GOMOKU, &level(4)).unwrap(),
        "会挡冲四，常漏看活三。比 1 级高约 650 Elo。立刻落子。"
    );
}

#[test]
fn a_program_is_named_in_the_language_of_the_person() {
    let said = |lang, name| player_name(&Text::new(lang), name);
    assert_eq!(said(Lang::En, "engine:level=8"), "Level 8");
    assert_eq!(said(Lang::ZhHans, "engine:level=8"), "电脑 8 级");
    assert_eq!(said(Lang::ZhHant, "engine:level=8"), "電腦 8 級");
    assert_eq!(said(Lang::ZhHans, "alphabeta:depth=5"), "α-β 搜索，深度 5");
    assert_eq!(said(Lang::ZhHans, "random"), "随机落子");
    for name in ["Ann", "Random", "human", "engine:level=best", "电脑"] {
        assert_eq!(said(Lang::ZhHans, name), name);
    }
}

#[test]
fn a_program_without_a_name_has_a_short_one() {
    let text = Text::new(Lang::En);
    for (spec, name, shown) in [
        ("engine:level=20,time=600s", "engine:level=20", "Level 20"),
        ("engine:time=2s", "engine:time=2s", "Engine (time=2s)"),
        (
            "program:script:python3 bots/corner.py --fast",
            "corner.py",
            "corner.py",
        ),
        ("program:script:./mybot", "mybot", "mybot"),
        ("random:seed=3", "random:seed=3", "Random moves"),
    ] {
        let kind: PlayerKind = spec.parse().unwrap();
        assert_eq!(kind.default_name(), name);
        assert_eq!(player(&text, &kind), shown);
    }
}
