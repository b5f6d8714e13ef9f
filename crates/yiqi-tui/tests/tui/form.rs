//! The first game, the form of a new one, and the unfinished games of an earlier run.

use yiqi_desk::Store;
use yiqi_text::Lang;

use crate::driver::{Person, Setup, open};

#[test]
fn enter_at_the_menu_plays_at_once() {
    let mut person = Person::new();
    person
        .sees("> g  Play")
        .sees("Reversi 8×8 against Level 4")
        .press("<Enter>")
        .sees("[1 Reversi 8×8]")
        .sees("●  Ann")
        .sees("○  Level 4");
    person.type_lines("d3").press("Ry").press("Pm");
    person
        .sees("> g  Play again")
        .press("<Enter>")
        .sees("[2 Reversi 8×8]");
}

#[test]
fn the_last_game_is_offered_again_at_the_next_start() {
    let mut person = Person::new();
    person
        .press("ng<Down>9")
        .sees("‹ 9×9 ›")
        .press("<Down><Down><Down><Down>7<Enter>")
        .sees("‹ Level 7, club player ›")
        .press("<Enter>")
        .sees("[1 Gomoku 9×9]");
    let folder = person.leave();
    let mut person = Person::in_folder(folder, Setup::default(), |_| {});
    person
        .sees("Gomoku 9×9, freestyle against Level 7")
        .press("<Enter>")
        .sees("○  Level 7");
    let folder = person.leave();
    std::fs::write(folder.path().join("last-game.txt"), "game: chess").unwrap();
    let mut person = Person::in_folder(folder, Setup::default(), |_| {});
    person
        .sees("last-game.txt: the file is damaged and was ignored")
        .sees("Reversi 8×8 against Level 4");
}

#[test]
fn the_form_shows_every_choice_with_its_value_and_an_explanation() {
    let mut person = Person::new();
    person
        .press("n")
        .sees("> Game")
        .sees("‹ Reversi ›")
        .sees("Or Gomoku, Connect6, Peace.")
        .sees("‹ 8×8 ›")
        .sees("More stones win.")
        .sees("‹ Ann ›")
        .sees("‹ Level 4, beginner ›")
        .sees("Likes corners, but gives them away again.")
        .sees("‹ as above ›")
        .sees("‹ no clock ›")
        .does_not_see("Opening")
        .does_not_see("Out of time");
    // Only what the game leaves to choose is shown.
    person.press("g").sees("Opening").sees("‹ no restriction ›");
    person
        .press("p")
        .sees("‹ Peace ›")
        .does_not_see("Board")
        .does_not_see("Rules")
        .sees("‹ Engine ›");
    person.press("!").sees("That key does nothing here");
    person.press("<Esc>").sees("Quit");
}

#[test]
fn every_value_is_changed_in_place_and_enter_starts_from_anywhere() {
    let mut person = Person::new();
    person
        .press("n<Right>")
        .sees("‹ Gomoku ›")
        .press("<Left>")
        .sees("‹ Reversi ›");
    person.press("<Down>10").sees("‹ 10×10 ›").press("<Right>");
    person.sees("‹ 12×12 ›").press("<Down>a").sees("‹ anti ›");
    person
        .press("<Down>Zoë<Down>")
        .sees("‹ Zoë ›")
        .press("<Right>")
        .sees("‹ Level 5, casual player ›")
        .sees("Moves at once.");
    person
        .press("<Down> ")
        .sees("‹ drawn by lot ›")
        .press("<Right>");
    person
        .press("<Down>soon<Enter>")
        .sees("That is not a time")
        .press("<Esc>5m+3x10s<Enter>")
        .sees("‹ 5m+3x10s ›")
        .sees("then periods that start over");
    person
        .press("<Down>")
        .sees("‹ loses ›")
        .press("p")
        .sees("‹ plays a random move ›")
        .press("<Enter>");
    person
        .sees("Anti-reversi 12×12")
        .sees("●  Zoë")
        .sees("○  Level 5")
        .sees("5:00");
}

#[test]
fn players_are_typed_as_names_levels_and_programs() {
    let mut person = Person::new();
    person.press("n<Down><Down><Down><Down>");
    person.press("20<Enter>").sees("‹ Level 20, beyond human ›");
    person
        .press("21<Enter>")
        .sees("There is no such level: type a number from 1 to 20.");
    person.press("<Esc>").sees("‹ Level 20, beyond human ›");
    person
        .press("alphabeta:depth=3<Enter>")
        .sees("‹ Alpha-beta, depth 3 ›");
    person
        .press("program:chess:gnugo<Enter>")
        .sees("is not valid for the player program")
        .press("<Esc>");
    person
        .press("program:script:python3 bots/corner.py<Enter>")
        .sees("‹ corner.py ›")
        .sees("A program of your own.");
    // The arrows come back to a person, and from there to the program.
    person.press("<Right>").sees("‹ Bob ›").press("<Left>");
    person.sees("‹ corner.py ›").press("<Right>");
    person
        .press("<Backspace><Backspace>e<Enter>")
        .sees("‹ Boe ›");
    person.press("<Enter>").sees("●  Ann").sees("○  Boe");
}

#[test]
fn two_people_can_draw_lots_for_colors() {
    let mut person = Person::new();
    person.press("n<Down><Down><Down><Down>Bob<Down><Right>");
    person.sees("‹ drawn by lot ›").press("<Enter>");
    let mut has_drawn = [false; 2];
    for _ in 0..40 {
        let is_black = person.screen().contains("●  Ann");
        has_drawn[usize::from(is_black)] = true;
        person.press("Pmg");
    }
    assert_eq!(has_drawn, [true; 2]);
}

#[test]
fn the_form_works_with_the_mouse() {
    let mut person = Person::new();
    person
        .press("n")
        .click_on("Reversi ›")
        .sees("‹ Gomoku ›")
        .sees("‹ 15×15 ›")
        .click_on("‹ Gomoku")
        .sees("‹ Reversi ›");
    person.click_on("no clock ›").sees("‹ 3m+2s ›");
    person.click_on("[ Enter: play ]").sees("[1 Reversi 8×8]");
}

#[test]
fn in_a_small_window_the_form_scrolls_and_explains_in_the_status_line() {
    let setup = Setup {
        size: (40, 15),
        lang: Lang::ZhHans,
        ..Setup::default()
    };
    let mut person = Person::with(setup, |_| {});
    person.press("ng").sees("‹ 五子棋 ›").sees("‹ 15×15 ›");
    person
        .press("<End>")
        .sees("‹ 不计时 ›")
        .press("30s 每步<Enter>")
        .sees("‹ 每步 30s ›");
    person.press("<Down>").sees("判负").sees("随机代下一手");
    person.press("<Enter>").sees("0:30");
}

#[test]
fn unfinished_games_are_listed_opened_and_dropped_one_at_a_time() {
    let recovered = || {
        let mut person = Person::playing("reversi");
        person
            .type_lines("d3")
            .press(":gomoku<Enter>")
            .type_lines("h8 h9 i9");
        let folder = person.leave();
        Person::in_folder(folder, Setup::default(), |desk| {
            assert_eq!(desk.recover(), 2);
        })
    };
    let mut person = recovered();
    person
        .sees("2 unfinished games from last time")
        .sees("Reversi 8×8 · Ann – Bob")
        .sees("Gomoku 15×15 · Ann – Bob")
        .sees("● Ann – ○ Bob")
        .sees("just now")
        .press("x")
        .sees("That key does nothing here");
    // One is opened, the other stays in the menu.
    person
        .press("<Enter>")
        .sees("[1 ")
        .does_not_see(" 2 Reversi")
        .does_not_see(" 2 Gomoku")
        .press("Pm")
        .sees("f  Unfinished games")
        .press("f")
        .sees("An unfinished game from last time");
    // All are opened.
    let mut person = recovered();
    let screen = person.press("a").sees("[1 ").screen();
    assert!(screen.contains(" 2 Reversi") || screen.contains(" 2 Gomoku"));
    // No key destroys more than one, and that one comes back.
    let mut person = recovered();
    person
        .press("d")
        .sees("Dropped; u brings it back.")
        .sees("An unfinished game from last time")
        .press("u")
        .sees("The game is back.")
        .sees("2 unfinished games from last time")
        .press("u")
        .sees("No game was dropped.");
    person.press("dd").sees("No unfinished games").press("u");
    person
        .press("<Esc>")
        .sees("> g  Play")
        .sees("f  Unfinished games");
    let folder = person.leave();
    Person::in_folder(folder, Setup::default(), |desk| {
        assert_eq!(desk.recover(), 1);
    });
}

#[test]
fn without_a_data_folder_quitting_asks_before_a_game_is_lost() {
    let mut desk = yiqi_desk::Desk::new(None, 1);
    open(&mut desk, "reversi", "human", "human");
    let spec = yiqi_rules::GameSpec::REVERSI;
    let point = spec.point_named("d3").unwrap();
    desk.play(yiqi_rules::Move::Place(point)).unwrap();
    let options = yiqi_tui::AppOptions {
        start: yiqi_tui::Start::Game,
        ..yiqi_tui::AppOptions::default()
    };
    let text = yiqi_text::Text::new(Lang::En);
    let mut app = yiqi_tui::App::new(desk, yiqi_tui::Network::new(None), text, options);
    app.key(crossterm::event::KeyCode::Char('q').into());
    assert!(!app.is_done());
    app.key(crossterm::event::KeyCode::Char('q').into());
    assert!(app.is_done());
    assert_eq!(app.parting(), None);
}

#[test]
fn a_full_data_folder_does_not_prevent_a_game() {
    let mut person = Person::new();
    let path = person.path("last-game.txt");
    std::fs::create_dir(&path).unwrap();
    person.press("<Enter>").sees("[1 Reversi 8×8]");
    let folder = person.leave();
    assert!(Store::open(folder.path()).unwrap().last_game().is_err());
}

#[test]
fn the_games_of_a_program_that_is_just_ending_are_listed_once_it_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let mut ending = yiqi_desk::Desk::new(Some(Store::open(folder.path()).unwrap()), 1);
    open(&mut ending, "reversi", "human", "human");
    let point = yiqi_rules::GameSpec::REVERSI.point_named("d3").unwrap();
    ending.play(yiqi_rules::Move::Place(point)).unwrap();
    let mut setup = Setup::default();
    setup.options.recovers = true;
    let mut person = Person::in_folder(folder, setup, |desk| {
        assert_eq!(desk.recover(), 0);
    });
    person.wait(1).sees("New game");
    drop(ending);
    person
        .wait(1)
        .sees("An unfinished game from last time")
        .press("<Esc>")
        .wait(1)
        .sees("New game");
}

#[test]
fn a_board_size_that_does_not_exist_is_refused_with_the_sizes_there_are() {
    let mut person = Person::new();
    person
        .press("n<Down>5")
        .sees("There is no Reversi board of size 5: choose an even size from 4 to 26.")
        .sees("‹ 5_ ›");
    person.press("<Esc>").sees("‹ 8×8 ›");
    // Half of a size waits for the other half, and nothing starts before it is there.
    person.press("1").sees("‹ 1_ ›").press("<Enter>");
    person
        .sees("There is no Reversi board of size 1")
        .sees("‹ 1_ ›");
    person
        .press("3<Down>")
        .sees("There is no Reversi board of size 13")
        .sees("‹ 13_ ›");
    person.press("<Backspace>0").sees("‹ 10×10 ›");
    person.press("<Enter>").sees("[1 Reversi 10×10]");
}

#[test]
fn a_typed_size_that_begins_like_another_one_stays_visible_and_starts_nothing() {
    let mut person = Person::new();
    person.press("ng<Down>9").sees("‹ 9×9 ›").press("9");
    person
        .sees("‹ 99_ ›")
        .sees("There is no Gomoku board of size 99");
    person.press("<Enter>").sees("‹ 99_ ›").sees("New game");
    person.press("<Backspace><Enter>").sees("[1 Gomoku 9×9]");
}

#[test]
fn the_parting_counts_what_the_next_start_offers() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3").press("s1").sees("Saved to slot 1.");
    // Loaded and saved games are kept as well.
    person.press("o1").sees("[2 Reversi 8×8]");
    person.press(":gomoku<Enter>").press(":peace<Enter>");
    person.press(":connect6<Enter>").type_lines("k10");
    let parting = person.app.parting();
    let folder = person.leave();
    Person::in_folder(folder, Setup::default(), |desk| {
        assert_eq!(desk.recover(), 3);
    });
    let said = "3 unfinished games are kept: yiqi offers them at the next start.";
    assert_eq!(parting.as_deref(), Some(said));
    let mut person = Person::playing("reversi");
    person.press("Pm");
    assert_eq!(person.app.parting(), None);
}

/// Goes through the values of the selected row and returns the screens on which something is cut.
fn cut_values(person: &mut Person) -> Vec<String> {
    let mut cut = Vec::new();
    let first = person.screen();
    for _ in 0..60 {
        let screen = person.press("<Right>").screen();
        if screen == first {
            break;
        }
        if screen.contains('…') {
            cut.push(screen);
        }
    }
    cut
}

#[test]
fn no_explanation_of_the_form_is_cut_in_a_standard_window() {
    for lang in Lang::ALL {
        let setup = Setup {
            lang,
            ..Setup::default()
        };
        let mut person = Person::with(setup, |_| {});
        person.press("n");
        for _game in 0..4 {
            for _row in 0..9 {
                let cut = cut_values(&mut person);
                assert!(cut.is_empty(), "{lang}:\n{}", cut.join("\n"));
                person.press("<Down>");
            }
            person.press("<Home><Right>");
        }
    }
}
