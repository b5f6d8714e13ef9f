//! Menus, slots, settings, rules and replay: every path through them.

use yiqi_desk::Store;
use yiqi_text::Lang;
use yiqi_tui::Start;

use crate::driver::{Person, Setup, open};

#[test]
fn every_menu_line_works_and_an_unknown_key_is_explained() {
    let mut person = Person::new();
    person
        .press("z")
        .sees("That key does nothing here: arrows, Enter, or g n l w r p u s q");
    person.press("<Esc>").sees("That key does nothing here");
    person
        .press("n")
        .sees("[ Enter: play ]")
        .press("<Esc>")
        .sees("Quit");
    person.press("l").sees("Load a game").press("<Esc>");
    person
        .press("w")
        .sees("Type the address of a server")
        .press("<Esc>");
    person.press("r").sees("Replay a game").press("<Esc>");
    person.press("u").sees("Reversi (Othello)").press("<Esc>");
    person.press("s").sees("Language").press("<Esc>");
    person.press("<Down><Enter>");
    assert!(person.app.is_done());
}

#[test]
fn the_menu_is_used_with_arrows_and_with_the_mouse() {
    let mut person = Person::new();
    person
        .press("<Down><Down><Down><Down><Down><Down><Enter>")
        .sees("Reversi (Othello)")
        .press("<Esc>");
    person.click_on("Settings").sees("Theme").press("<Esc>");
    person.click_on("Quit");
    assert!(person.app.is_done());
}

/// Waits for a result, whoever wins.
trait WaitForEnd {
    fn ends(&mut self);
}

impl WaitForEnd for Person {
    fn ends(&mut self) {
        for _ in 0..100_000 {
            self.wait(1);
            let screen = self.screen();
            if screen.contains("wins") || screen.contains("A draw") {
                return;
            }
            std::thread::yield_now();
        }
        panic!("the game did not end:\n{}", self.screen());
    }
}

#[test]
fn two_programs_come_to_an_end() {
    let mut person = Person::at(Setup::default(), "reversi:4", "random:seed=1", "greedy");
    person.ends();
    person.sees("new game");
}

#[test]
fn the_pause_goes_back_saves_leaves_and_quits() {
    let mut person = Person::playing("reversi");
    person
        .press("P")
        .sees("Paused")
        .press("x")
        .sees("That key does nothing here");
    person.press("<Enter>").does_not_see("Paused");
    person
        .press("<Esc>")
        .sees("Paused")
        .press("m")
        .sees("New game");
    // No move was made, so nothing was asked; the game waits.
    person.sees("Continue").press("c").sees("[1 Reversi 8×8]");
    person
        .type_lines("d3")
        .press("Pm")
        .sees("The game stays open: “Continue” brings you back.")
        .press("c")
        .sees("d3 flips d4");
    person
        .press("Ps")
        .sees("Save this game")
        .press("4")
        .sees("Saved to slot 4.")
        .sees("Paused");
    person.press("m").sees("Continue").press("q");
    assert!(person.app.is_done());
}

#[test]
fn quitting_asks_nothing_because_every_game_is_kept() {
    let mut person = Person::playing("reversi");
    assert_eq!(person.app.parting(), None);
    person.type_lines("d3").press("q");
    assert!(person.app.is_done());
    let kept = "One unfinished game is kept: yiqi offers it at the next start.";
    assert_eq!(person.app.parting().as_deref(), Some(kept));
}

#[test]
fn saving_over_a_slot_asks_and_a_game_without_moves_empties_it() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3").press("s1").sees("Saved to slot 1.");
    person
        .type_lines("c5")
        .press("s")
        .sees("> 2  empty")
        .press("1")
        .sees("Slot 1 holds a game.");
    person
        .press("n")
        .sees("1  ● Ann – ○ Bob")
        .press("1y")
        .sees("Saved to slot 1.");
    person.press("o").sees("2 moves").press("<Esc>");
    person
        .press(":save 1<Enter>")
        .sees("Slot 1 holds a game.")
        .press("n");
    person
        .press("uu")
        .press("s1")
        .sees("saving this empties slot 1")
        .press("y");
    person
        .sees("slot 1 is now empty")
        .press("o")
        .sees("1  empty")
        .press("1")
        .sees("Slot 1 is empty.");
}

#[test]
fn loading_shows_the_board_opens_beside_and_lets_the_opponent_be_chosen_again() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3 c5").press("s5").type_lines("e6");
    person
        .press("o")
        .sees("5  ● Ann – ○ Bob")
        .sees("2 moves")
        .press("5");
    // The game that was not saved is still there.
    person
        .sees(" 1 Reversi 8×8 [2 Reversi 8×8]")
        .sees("Loaded. p: save it, or change who plays.")
        .sees("c5 flips d5");
    person
        .press("pw")
        .sees("‹ Ann ›")
        .press("<Left>")
        .sees("‹ Random moves ›")
        .press("<Enter>")
        .sees("● Ann (Random mov");
    person.wait_for("3 ");
}

#[test]
fn a_broken_slot_is_reported_and_harms_nothing() {
    let mut person = Person::playing("reversi");
    std::fs::write(person.path("saves/7.yiqi"), "yiqi record 1\nGame: che").unwrap();
    person
        .press("o")
        .sees("7  unreadable")
        .press("7")
        .sees("7.yiqi")
        .press("<Esc>");
    person.sees("Ann to move.");
}

#[test]
fn without_a_data_folder_games_are_loaded_from_files() {
    let desk = yiqi_desk::Desk::new(None, 1);
    let text = yiqi_text::Text::new(Lang::En);
    let mut app = yiqi_tui::App::new(
        desk,
        yiqi_tui::Network::new(None),
        text,
        yiqi_tui::AppOptions::default(),
    );
    let key = crossterm::event::KeyCode::Char('l').into();
    app.key(key);
    let backend = ratatui::backend::TestBackend::new(80, 24);
    let mut terminal = ratatui::terminal::Terminal::new(backend).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    assert!(format!("{:?}", terminal.backend().buffer()).contains("[Files]"));
}

#[test]
fn settings_take_effect_at_once_and_are_stored() {
    let mut person = Person::playing("reversi");
    person
        .press("Pm")
        .press("s")
        .sees("Language")
        .press("l")
        .sees("语言")
        .press("l")
        .sees("語言");
    person
        .press("l")
        .sees("Language")
        .press("g")
        .sees("ASCII (X and O)")
        .press("x")
        .sees("on");
    person
        .press("t")
        .sees("light")
        .press("<Left>")
        .sees("wood")
        .press("<Right>")
        .sees("light");
    person
        .press("a")
        .sees("off")
        .press("d")
        .sees("0.25 s")
        .press("z")
        .sees("That key does nothing");
    person
        .press("b")
        .sees("New game")
        .press("c")
        .sees("X")
        .does_not_see("●");
    let folder = person.leave();
    let settings = Store::open(folder.path()).unwrap().settings();
    assert!(settings.ascii && settings.swap_glyphs && !settings.animation);
    assert_eq!(settings.lang, Some(Lang::En));
    assert_eq!(settings.theme, yiqi_desk::Theme::Light);
    assert_eq!(settings.delay.as_millis(), 250);
}

#[test]
fn the_rules_of_each_game_are_pages_that_scroll() {
    let mut person = Person::new();
    person
        .press("u")
        .sees("Reversi (Othello)")
        .press("p")
        .sees("Peace");
    person
        .press("g")
        .sees("Gomoku")
        .does_not_see("Opening “pro”")
        .press("<End>")
        .sees("Opening “pro”");
    person
        .press("<Home>")
        .press("<PgDn><PgDn>")
        .press("<Left><Left>")
        .sees("nobody passes")
        .press("<Right>");
    person
        .press("z")
        .sees("That key does nothing")
        .press("q")
        .sees("New game");
}

#[test]
fn help_lists_every_key() {
    let mut person = Person::playing("reversi");
    person
        .resize(100, 45)
        .press("<F1>")
        .sees("take back your last move")
        .sees("Tab")
        .sees("d Enter  offer a draw");
    person
        .press("z")
        .sees("That key does nothing")
        .press("<Esc>")
        .sees("Ann to move.");
    person
        .resize(40, 15)
        .press("?<End>")
        .sees(":quit")
        .press("<Enter>");
    person
        .resize(80, 40)
        .type_lines("d3")
        .press("v<F1>")
        .sees("PgDn")
        .sees("White’s 7th");
}

#[test]
fn a_replay_goes_to_any_move_of_either_side() {
    let mut person = Person::playing("reversi");
    person
        .type_lines("d3 c5 e6 f5 f6 e3")
        .press("v")
        .sees("6/6")
        .press("<Home>")
        .sees("0/6");
    person
        .press("<Right><Right>")
        .sees("After move 2 of 6: c5")
        .press("<End>")
        .sees("6/6");
    person
        .press("<PgUp>")
        .sees("0/6")
        .press("<PgDn>")
        .sees("6/6");
    person
        .press("b3<Enter>")
        .sees("After move 5 of 6: f6")
        .press("w1<Enter>")
        .sees("After move 2 of 6: c5");
    person
        .press("4<Enter>")
        .sees("After move 4 of 6: f5")
        .press("end<Enter>")
        .sees("6/6");
    person
        .press("99<Enter>")
        .sees("has only 6 moves")
        .press("b9<Enter>")
        .sees("Black");
    person.press("ex<Enter>").sees("does not name a move");
    person.press("x").sees("That key does nothing");
    // The slider, too.
    person.click(1, 20).sees("0/6").click(40, 20).sees("3/6");
    person.press("<Esc>").sees("Ann to move.");
}

#[test]
fn a_new_game_branches_from_blacks_third_move_with_chosen_players() {
    let mut person = Person::playing("reversi");
    person
        .type_lines("d3 c5 e6 f5 f6 e3")
        .press("vb3<Enter>")
        .press("b<Enter>")
        .sees("New game from this position");
    person
        .press("<Down>random<Enter>")
        .sees("‹ Random moves ›")
        .press("<Enter>");
    // White is to move: the program replies.
    person
        .sees("[2 Reversi 8×8]")
        .wait_for("Ann to move.")
        .sees("6 ");
    person.press("1").sees("e3 flips");
    person
        .press("v<Left>b<Enter><Enter>")
        .sees("[3 Reversi 8×8]")
        .press("<Esc>");
}

#[test]
fn a_file_is_replayed_by_its_name() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3 c5");
    let path = person.path("game.yiqi");
    let name = path.to_str().unwrap().to_owned();
    person.press(&format!(":save {name}<Enter>"));
    assert!(path.exists());
    person
        .press("Pm")
        .press("r")
        .press("/no/such/file.yiqi<Enter>")
        .sees("/no/such/file.yiqi");
    person
        .press("<Esc>")
        .press(&format!("{name}<Enter>"))
        .sees("0/2")
        .press("<Right>")
        .sees("d3 flips d4");
    // It closes on leaving; the game that was open is still there.
    person
        .press("<Esc>")
        .sees("Replay a game")
        .press("<Esc>")
        .sees("Continue")
        .press("c")
        .sees("[1 Reversi")
        .does_not_see(" 2 Reversi");
    person
        .press("Pm")
        .press("r<Enter>")
        .sees("0/2")
        .press("<Esc>")
        .sees("Continue");
}

#[test]
fn a_program_can_start_with_a_replay() {
    let mut setup = Setup::default();
    setup.options.start = Start::Replay(yiqi_desk::PlyRef::Ply(0));
    let mut person = Person::with(setup, |desk| {
        open(desk, "reversi", "human", "human");
        for point in ["d3", "c5"] {
            let spec = yiqi_rules::GameSpec::REVERSI;
            let point = spec.point_named(point).unwrap();
            desk.play(yiqi_rules::Move::Place(point)).unwrap();
        }
    });
    person.sees("0/2").press("<Esc>");
    assert!(person.app.is_done());
}

#[test]
fn the_answer_selected_first_loses_nothing() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3 c5").press("s5").type_lines("e6");
    person
        .press("o5")
        .sees("[2 Reversi 8×8]")
        .sees(" 1 Reversi 8×8 ");
    person
        .press("1")
        .wait(3_000)
        .press("d<Enter>b")
        .sees("> n  Decline");
}

#[test]
fn a_slot_names_the_players_by_the_colors_they_have_at_the_end() {
    let setup = Setup {
        names: ["Ann", ""],
        ..Setup::default()
    };
    let mut person = Person::at(setup, "gomoku:15:freestyle:swap1", "human", "human");
    person.type_lines("h8 i8 h9").press("s");
    person.press(":save 3<Enter>").press("o<Enter>");
    person.sees("● Black – ○ Ann");
    // The date is shown next to the list.
    person.sees("4 moves · 20");
}

#[test]
fn a_narrow_window_shows_the_values_of_the_settings() {
    let setup = Setup {
        size: (40, 15),
        ..Setup::default()
    };
    let mut person = Person::with(setup, |_| {});
    person
        .press("s")
        .sees("English")
        .sees("Pause before com…  0 s")
        .sees("wood")
        .press("<Down><Down><Down><Down><Down>")
        .sees("Pictures: automatic: this terminal sh…")
        .sees("Esc back");
}

#[test]
fn help_says_what_each_screen_is_for_and_what_its_entries_do() {
    let mut person = Person::new();
    person
        .press("?")
        .sees("Enter plays at once")
        .sees("n  New game")
        .sees("choose game, board, rules, players and clock");
    person
        .press("<Esc>s?")
        .sees("Every change takes effect at once");
    person.sees("so that you see what the computer does");
    person.press("<Esc><Esc>n?").sees("every row is a choice");
    person.sees("Game: Or Gomoku").sees("edit the present name");
    person
        .press("<Esc><Esc>l<F1>")
        .sees("Opens a game to play on");
    person
        .press("<Esc><Esc>p?")
        .sees("Place stones as you like");
    person.press("<Esc><Esc>u?").sees("The rules of every game");
    let mut person = Person::playing("reversi");
    person.press("p?").sees("The clock is stopped while");
    person.press("<Esc><Esc>r?").sees("loses nothing");
}

#[test]
fn a_box_over_wide_characters_has_its_whole_frame() {
    let setup = Setup {
        lang: Lang::ZhHans,
        ..Setup::default()
    };
    let mut person = Person::at(setup, "reversi", "human", "human");
    for (cols, rows) in [(80, 24), (81, 24), (100, 30), (41, 15)] {
        person.resize(cols, rows).press("n?");
        let screen = person.buffer();
        let mut sides = Vec::new();
        for y in 0..rows {
            for x in 0..cols {
                if ["┌", "└"].contains(&screen[(x, y)].symbol()) {
                    sides.push((x, y));
                }
            }
        }
        let [(left, top), (_, bottom)] = sides[..] else {
            panic!("one box: {sides:?}");
        };
        for y in top + 1..bottom {
            assert_eq!(screen[(left, y)].symbol(), "│", "{}", person.screen());
            let before = left.checked_sub(1).map(|x| screen[(x, y)].symbol());
            let columns = before.map_or(1, unicode_width::UnicodeWidthStr::width);
            assert_eq!(columns, 1, "{}", person.screen());
        }
        person.press("<Esc><Esc>");
    }
}
