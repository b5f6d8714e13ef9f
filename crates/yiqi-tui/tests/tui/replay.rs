//! Replay: times, comments, variations, the engine's graph.

use std::path::PathBuf;

use yiqi_desk::PlyRef;
use yiqi_tui::Start;

use crate::driver::{Person, Setup};

/// The game of the examples: a clock, a comment, a variation.
fn first_game() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/first-game.yiqi")
}

/// Starts with the replay of a file.
fn replaying(path: &std::path::Path) -> Person {
    let mut setup = Setup::default();
    setup.options.start = Start::Replay(PlyRef::Ply(0));
    Person::with(setup, |desk| {
        desk.load_file(path, None).unwrap();
    })
}

/// The lines that name the players.
fn clocks(person: &Person) -> Vec<String> {
    let screen = person.screen();
    let clocks = ["Ann", "Bob"].map(|name| {
        let line = screen.lines().skip(1).find(|line| line.contains(name));
        let words = line.unwrap_or_default().split_whitespace();
        words.filter(|word| word.contains(':')).collect::<String>()
    });
    clocks.to_vec()
}

#[test]
fn the_clocks_of_a_replay_show_the_time_of_each_move() {
    let mut person = replaying(&first_game());
    assert_eq!(clocks(&person), ["10:00", "10:00"]);
    person.press("<Right>");
    assert_eq!(clocks(&person), ["10:03", "10:00"]);
    person.press("w2<Enter>");
    assert_eq!(clocks(&person), ["10:04", "10:06"]);
    person.press("7<Enter>");
    assert_eq!(clocks(&person), ["10:01", "10:09"]);
    person.press("<End>");
    assert_eq!(clocks(&person), ["10:01", "10:05"]);
}

#[test]
fn byo_yomi_is_shown_as_main_time_and_periods() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("byo-yomi.yiqi");
    let game = "yiqi record 1\nGame: gomoku\nFirst: Ann\nSecond: Bob\nClock: byoyomi 10s+3x5s\n\n\
                first takes black\n1. h8 +9\n2. a1 +2\n3. i8 +8\n4. a2 +1\n5. j8 +6\n6. a3 +1\n\nend\n";
    std::fs::write(&path, game).unwrap();
    let mut person = replaying(&path);
    person.sees("0:10 +3×5s");
    person.press("2<Enter>").sees("0:01 +3×5s");
    person.press("4<Enter>").sees("0:05 ×2");
    person.press("6<Enter>").sees("0:05 ×1").sees("0:06 +3×5s");
}

#[test]
fn comments_and_variations_of_a_record_are_shown_and_walked_into() {
    let mut person = replaying(&first_game());
    // A variation is marked in the list of moves and offered before its move.
    person.sees("3 c3~").does_not_see("Next:");
    person.press("2<Enter>").sees("Next: [c3] c5");
    person.press("<Down>").sees("Next: c3 [c5]");
    person
        .press("<Right>")
        .sees("Variation after move 2.")
        .sees("Note: Ann thought about this one")
        .sees("3/3");
    // Back to the fork, and on with what was played.
    person.press("<Left>").sees("Next: c3 [c5]");
    person
        .press("<Up><Right>")
        .sees("3/8")
        .does_not_see("Variation");
    person.press("7<Enter>").sees("Ann: good luck");
    person.press("<Right>").does_not_see("good luck");
}

#[test]
fn a_new_game_branches_from_a_variation() {
    let mut person = replaying(&first_game());
    person
        .press("2<Enter><Down><Right>")
        .sees("Variation after move 2.");
    person.press("b<Enter><Enter>").sees("3 c5");
    person.does_not_see("3 c3");
}

#[test]
fn without_a_variation_up_and_down_step_through_the_game() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3 c5 e6").press("v<Up>").sees("2/3");
    person.press("<Up>").sees("1/3").press("<Down>").sees("2/3");
}

#[test]
fn a_replay_plays_by_itself_until_its_end_or_a_key() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3 c5 e6 f5").press("v<Home> ");
    person.wait(500).sees("0/4");
    person.wait(600).sees("1/4").wait(1100).sees("2/4");
    // A key stops it.
    person.press("<Left>").sees("1/4").wait(3000).sees("1/4");
    person.press(" ").wait(1100).sees("2/4").press(" ");
    person.wait(3000).sees("2/4");
    person.press(" ");
    for _ in 0..5 {
        person.wait(1100);
    }
    person.sees("4/4").press(" ").sees("0/4");
    // Esc stops it before it leaves.
    person
        .press("<Esc>")
        .sees("0/4")
        .press("<Esc>")
        .sees("Ann to move.");
}

#[test]
fn a_move_of_the_list_is_clicked_in_a_replay_and_in_a_game() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3 c5 e6 f5").press("v");
    person
        .click_on("2 c5")
        .sees("2/4")
        .click_on("3 e6")
        .sees("3/4");
    person.press("<Esc>").sees("Ann to move.");
    person.click_on("1 d3").sees("1/4").press("<Esc>");
    person.sees("Ann to move.");
}

#[test]
fn the_engine_shows_its_graph_its_best_line_and_the_mistakes() {
    let mut person = Person::playing("gomoku:9");
    // White leaves a four open: a blunder.
    person.type_lines("e5 a1 e6 a2 e7 a9 e8 i9").press("v");
    person.sees("a Enter: the engine").press("a<Enter>");
    person.sees("The engine looks at every move;");
    person.press("<Home>").wait_for("● Black").sees("○ White");
    person.press("7<Enter>").wait_for("Engine: Black wins");
    person.press("2<Enter>").wait_for("This move lost");
    person.sees("% of the chance").sees("a1?");
    // It goes on in the background; Esc stops it first and leaves then.
    person.press("<Esc>").sees("Stopped the engine.");
    person.press("<Esc>").sees("Ann to move.");
}

#[test]
fn a_small_screen_says_everything_in_the_status_line() {
    let mut setup = Setup::default();
    setup.options.start = Start::Replay(PlyRef::Ply(2));
    setup.size = (40, 15);
    let mut person = Person::with(setup, |desk| {
        desk.load_file(&first_game(), None).unwrap();
    });
    person.sees("2/8").sees("[c3] c5");
}

#[test]
fn a_replay_begins_where_the_command_line_says_and_ends_with_it() {
    let mut setup = Setup::default();
    setup.options.start = Start::Replay(PlyRef::Stone(yiqi_rules::Color::White, 2));
    let mut person = Person::with(setup, |desk| {
        desk.load_file(&first_game(), None).unwrap();
    });
    person.sees("4/8").press("<Esc>");
    assert!(person.app.is_done());
}

#[test]
fn a_game_or_a_position_is_copied_and_the_person_is_told_which() {
    let mut person = Person::playing("reversi");
    person
        .type_lines("d3 c5")
        .press(":copy<Enter>")
        .sees("Copy or save");
    person.press("r").sees("Copied the game to the clipboard");
    let record = person.app.take_copied().unwrap();
    assert!(record.starts_with("yiqi record 1") && record.contains("2. c5"));
    person
        .press(":copy position<Enter>")
        .sees("Copied the position");
    let position = person.app.take_copied().unwrap();
    assert!(position.contains("5 . . ○ ○ ○"), "{position}");
    assert!(person.app.take_copied().is_none());
    // What is shown is what is copied.
    person.press("v<Home>c<Enter>p").sees("Copied the position");
    assert!(person.app.take_copied().unwrap().contains("5 . . . ● ○"));
    person
        .press("<Esc>:copy link<Enter>")
        .sees("Only a table on a server has a link.");
    assert!(person.app.take_copied().is_none());
}

#[test]
fn a_picture_of_the_board_is_written_to_a_file() {
    let mut person = Person::playing("gomoku");
    person.type_lines("h8");
    for name in ["board.svg", "board.PNG"] {
        let path = person.path(name);
        person.press(&format!(":picture {}<Enter>", path.display()));
        person.sees("Saved the picture as");
        assert!(std::fs::metadata(&path).unwrap().len() > 1000);
    }
    person
        .press(&format!(
            ":picture {}<Enter>",
            person.path("board.gif").display()
        ))
        .sees(".svg or .png");
    person
        .press(":picture /no/such/board.svg<Enter>")
        .sees("/no/such/board.svg");
}

#[test]
fn the_marks_of_a_comment_are_drawn_on_the_board_and_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marks.sgf");
    let game = "(;GM[2]SZ[8];B[d3]C[Watch this]CR[a1]TR[d3]LB[b2:X]MA[h8]SQ[g1];W[c3]CR[e6])";
    std::fs::write(&path, game).unwrap();
    let mut person = replaying(&path);
    person
        .press("<Right>")
        .sees("Note: Watch this")
        .does_not_see("[%");
    let screen = person.screen();
    for sign in ["○", "△", "X", "×", "□"] {
        let board: String = screen
            .lines()
            .skip(2)
            .take(16)
            .flat_map(|line| line.chars().take(36))
            .collect();
        assert!(board.contains(sign), "{sign}:\n{screen}");
    }
    // A comment that has nothing but marks says nothing.
    person.press("<Right>").does_not_see("Note:");
}

#[test]
fn a_typed_point_goes_to_the_move_that_was_played_there() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3 c5 b6 c3 h8").press("v<Home>");
    person.press("d3<Enter>").sees("After move 1 of ");
    person.press("C5<Enter>").sees("After move 2 of ");
    // Black's second stone, and the point that is written alike.
    person
        .press("b2")
        .sees("Black’s stone number 2; 2b is the point")
        .press("<Enter>")
        .sees("After move 3 of ");
    person.press("6b<Enter>").sees("After move 3 of ");
    person
        .press("h1<Enter>")
        .sees("No move was played at h1 in this game.")
        .sees("After move 3 of ");
    // A single letter is its command, as at a board.
    person
        .press("b")
        .sees("Enter: start a new game from the position");
    person.press("<Enter>").sees("New game from this position");
}
