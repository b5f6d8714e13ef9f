//! Choosing a game: to save, to load, to replay.

use crate::driver::{Person, Setup};

/// A person in a folder of their own, with two games in files.
fn with_files() -> Person {
    let mut person = Person::playing("reversi");
    person.type_lines("d3 c5");
    std::fs::create_dir(person.path("games")).unwrap();
    std::fs::create_dir(person.path("games/old")).unwrap();
    for name in ["games/first.yiqi", "games/second.sgf"] {
        let path = person.path(name);
        person.press(&format!(":save {}<Enter>", path.display()));
        assert!(path.exists());
    }
    person
}

#[test]
fn a_typed_path_is_completed_previewed_and_loaded() {
    let mut person = with_files();
    let folder = person.path("games").display().to_string();
    person.press("o").sees("Load a game").sees("[Recent files]");
    person.press(&format!("{folder}/f<Tab>")).sees("first.yiqi");
    // The preview shows the board and what is known about the game.
    person.sees("Ann").sees("2 moves");
    // It is opened beside the game that is there, without further questions.
    person
        .press("<Enter>")
        .sees("[2 Reversi 8×8]")
        .sees("Loaded. p: save it, or change who plays.");
    person
        .press("p")
        .sees("Who plays?")
        .press("w<Down>7<Enter>");
    person.press("<Enter>").sees("○ Bob (Level 7)");
}

#[test]
fn the_list_follows_what_is_typed_and_the_arrows_choose_from_it() {
    let mut person = with_files();
    let folder = person.path("games").display().to_string();
    person.press("o").press(&format!("{folder}/"));
    person.sees("old/").sees("first.yiqi").sees("second.sgf");
    person
        .press("s")
        .does_not_see("first.yiqi")
        .sees("second.sgf");
    person
        .press("zz")
        .sees("No game or folder begins like this.");
    person
        .press("<Enter>")
        .sees("there is no such file or folder.");
    person.press("<Esc>").sees("[Recent files]");
    person.press(&format!("{folder}/<Down><Enter>"));
    person.sees("Loaded.");
}

#[test]
fn folders_are_entered_and_left() {
    let mut person = with_files();
    let folder = person.path("games").display().to_string();
    person.press("o").press(&format!("{folder}<Enter>"));
    person
        .sees("[Files]")
        .sees("..")
        .sees("old/")
        .sees("first.yiqi");
    person
        .press("<Home><Down><Enter>")
        .does_not_see("first.yiqi");
    person.press("<Home><Enter>").sees("first.yiqi");
    person.press("<Esc>").sees("Ann to move.");
}

#[test]
fn saving_over_a_file_asks_and_a_new_name_is_offered() {
    let mut person = with_files();
    let file = person.path("games/first.yiqi").display().to_string();
    let before = std::fs::read_to_string(&file).unwrap();
    person
        .type_lines("e6")
        .press("s")
        .sees("Save")
        .sees("[Slots]");
    person
        .press(&format!("{file}<Enter>"))
        .sees("Overwrite it?");
    person.press("n").sees("Save this game");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
    person
        .press("<Enter>y")
        .sees("Saved to")
        .sees("e6 flips e5");
    assert!(std::fs::read_to_string(&file).unwrap().contains("3. e6"));
    // The typed command asks in the same way.
    person
        .press(&format!(":save {file}<Enter>"))
        .sees("Overwrite it?");
    person.press("y").sees("Saved to");
    // The list of files begins with a new name.
    let folder = person.path("games").display().to_string();
    person
        .press(&format!("s{folder}<Enter>"))
        .sees("New file: reversi-");
    person.press("<Enter>").sees("Saved to").sees("reversi-");
}

#[test]
fn files_that_were_used_are_remembered() {
    let mut person = with_files();
    person.press("o").sees("[Recent files]");
    person.sees("second.sgf").sees("first.yiqi");
    let folder = person.leave();
    let mut person = Person::in_folder(folder, Setup::default(), |_| {});
    person.press("l").sees("[Recent files]").sees("second.sgf");
    person.press("<Enter>").sees("Loaded.");
}

#[test]
fn a_finished_game_is_kept_and_replayed() {
    let mut person = Person::playing("gomoku:9");
    person
        .type_lines("a1 b1 a2 b2 a3 b3 a4 b4 a5")
        .sees("Black (Ann) wins.");
    let folder = person.leave();
    let mut person = Person::in_folder(folder, Setup::default(), |_| {});
    person
        .press("r")
        .sees("[Finished]")
        .sees("● Ann – ○ Bob  ● won")
        .sees("Gomoku 9×9, freestyle");
    person
        .sees("Black (Ann) wins.")
        .press("<Enter>")
        .sees("0/9");
    // Esc goes back to the list, then to the menu.
    person
        .press("<Esc>")
        .sees("[Finished]")
        .press("<Esc>")
        .sees("New game");
}

#[test]
fn a_game_that_goes_on_after_its_end_is_not_finished() {
    let mut person = Person::playing("gomoku:9");
    person
        .type_lines("a1 b1 a2 b2 a3 b3 a4 b4 a5")
        .sees("Black (Ann) wins.");
    person.press("u").sees("Move taken back.");
    let folder = person.leave();
    let mut person = Person::in_folder(folder, Setup::default(), |desk| {
        assert_eq!(desk.recover(), 1);
    });
    person
        .press("<Esc>r<Right><Right><Right>")
        .does_not_see("Black (Ann) wins.");
}

#[test]
fn the_games_of_a_file_with_several_are_listed_and_chosen() {
    let mut person = Person::playing("reversi");
    let game = |name: &str, moves: &str| {
        format!("yiqi record 1\nGame: reversi\nFirst: {name}\nSecond: Bob\n\n{moves}\n\nend\n")
    };
    let path = person.path("three.yiqi");
    let games = [("Ann", "d3"), ("Cara", "f5 d6"), ("Dan", "e6 f4 e3")];
    let text: String = games
        .iter()
        .map(|(name, moves)| game(name, moves))
        .collect();
    std::fs::write(&path, text).unwrap();
    person.press(&format!(":load {}<Enter>", path.display()));
    person
        .sees("three.yiqi: 3 games")
        .sees("1  ● Ann")
        .sees("3  ● Dan");
    person.press("2").sees("2 moves").press("<Enter>");
    person.sees("Loaded.").sees("Cara");
    // In a replay, Esc returns to the list.
    let folder = person.leave();
    let mut person = Person::in_folder(folder, Setup::default(), |_| {});
    person
        .press(&format!("r{}<Enter>", path.display()))
        .sees("3 games");
    person
        .press("<End><Enter>")
        .sees("0/3")
        .press("<Esc>")
        .sees("3 games");
}

#[test]
fn a_file_that_cannot_be_read_says_why_in_the_preview_and_on_enter() {
    let mut person = Person::playing("reversi");
    let path = person.path("bad.yiqi");
    std::fs::write(&path, "yiqi record 1\nGame: reversi\n\n1. a1\n\nend\n").unwrap();
    person.press("o").press(&path.display().to_string());
    person.sees("a1").press("<Enter>").sees("line 4");
    // Nothing harmful happens with a folder, a pipe or no file at all.
    person
        .press("<Esc>")
        .press("/dev/null<Enter>")
        .sees("/dev/null");
    person
        .press("<Esc>")
        .press("/no/such/<Enter>")
        .sees("/no/such/");
}

#[test]
fn the_chooser_works_on_the_smallest_screen() {
    let mut person = with_files();
    person
        .resize(40, 15)
        .press("o")
        .sees("second.sgf")
        .press("<Left>")
        .sees("[Slots]")
        .sees("empty");
    let path = person.path("games/first.yiqi").display().to_string();
    person.press(&path).press("<Enter>").sees("Loaded.");
}

#[test]
fn a_click_shows_a_game_and_a_second_one_takes_it() {
    let mut person = with_files();
    person
        .press("o")
        .click_on("Recent files")
        .sees("[Recent files]");
    person
        .click_on("first.yiqi")
        .sees("2 moves")
        .does_not_see("Loaded");
    person.click_on("first.yiqi").sees("Loaded.");
}

#[test]
fn a_position_is_set_up_by_hand_and_played_from() {
    let mut person = Person::new();
    person.press("p").sees("Set up a position: Reversi 8×8");
    person.press("c").sees("● 0   ○ 0").press("<Enter>");
    person.sees("The game would already be over in this position.");
    // Black d4, White e4: Black captures on f4.
    person.press("b<Right>").sees("● 1   ○ 0");
    person
        .press("w")
        .sees("● 1   ○ 1")
        .press("t")
        .sees("White is to move.");
    // Nobody plays until that is answered: Esc leads back to the stones.
    person.press("t<Enter>").sees("Who plays?").press("<Esc>");
    person
        .sees("Set up a position: Reversi 8×8")
        .sees("● 1   ○ 1")
        .press("<Esc>")
        .does_not_see("Continue");
    let mut person = Person::new();
    person.press("pcb<Right>w<Enter><Down>");
    person.press("Bob<Enter><Enter>").sees("● Ann – ○ Bob");
    person.type_lines("g5").sees("g5 flips f5");
}

#[test]
fn a_set_up_position_changes_game_and_size_and_points_are_clicked() {
    let mut person = Person::new();
    person.press("pg").sees("Set up a position: Gomoku 15×15");
    person
        .press("-")
        .sees("Gomoku 14×14")
        .press("+")
        .sees("Gomoku 15×15");
    person
        .press("x ")
        .sees("● 1   ○ 0")
        .press(" ")
        .sees("● 0   ○ 1");
    person
        .press(" ")
        .sees("● 0   ○ 0")
        .press("z")
        .sees("That key does nothing here");
    person
        .resize(40, 15)
        .sees("● 0   ○ 0")
        .press("b")
        .sees("● 1   ○ 0");
    person.press("<Esc>").sees("New game");
    // A position can also be typed.
    let mut person = Person::playing("reversi:4");
    person
        .press(":setup bw../..../..../.... black<Enter>")
        .sees("Who plays?");
    person
        .press("<Down>Bob<Enter><Enter>")
        .type_lines("c1")
        .sees("Black (Ann) wins 3–0.");
    person
        .press(":setup nonsense<Enter>")
        .sees("setup [ROWS SIDE]");
}
