//! How boards and the lines around them are drawn.

use yiqi_text::Lang;
use yiqi_tui::{AppOptions, ColorDepth};

use crate::driver::{Person, Setup, open};

fn sized(cols: u16, rows: u16) -> Setup {
    Setup {
        size: (cols, rows),
        ..Setup::default()
    }
}

/// A line of the screen.
fn line(person: &Person, row: usize) -> String {
    person.screen().lines().nth(row).unwrap_or("").to_owned()
}

#[test]
fn a_reversi_board_fills_a_standard_window() {
    for (spec, letters) in [
        ("reversi", "      a   b   c   d   e   f   g   h   "),
        ("reversi:6", "       a     b     c     d     e     f    "),
        ("reversi:4", "        a       b       c       d     "),
        ("gomoku:15", "     a b c d e f g h i j k l m n o   "),
    ] {
        let person = Person::playing(spec);
        assert!(line(&person, 1).starts_with(letters), "{}", person.screen());
    }
}

#[test]
fn hidden_rows_have_a_sign() {
    let mut person = Person::at(sized(40, 15), "gomoku:15", "human", "human");
    person.sees("13▴ ").sees(" 4▾ ");
    person.press("<Down><Down><Down><Down><Down><Down><Down>");
    person.sees("▴").does_not_see("▾");
    person.press("<Up><Up><Up><Up><Up><Up><Up><Up><Up><Up><Up><Up><Up><Up>");
    person.sees("▾").does_not_see("▴");
    person.resize(80, 24).does_not_see("▾").does_not_see("▴");
}

/// Many games on one screen.
fn with_games(count: usize, size: (u16, u16)) -> Person {
    let mut setup = sized(size.0, size.1);
    setup.options.start = yiqi_tui::Start::Game;
    Person::with(setup, |desk| {
        for index in 0..count {
            let spec = ["reversi", "gomoku:15:renju", "connect6"][index % 3];
            open(desk, spec, "human", "human");
        }
    })
}

#[test]
fn tabs_say_less_before_they_hide() {
    let person = with_games(3, (80, 24));
    assert_eq!(
        line(&person, 0),
        "  1 Reversi 8×8  2 Gomoku 15×15 [3 Connect6 19×19]                ● Ann – ○ Bob"
    );
    let person = with_games(5, (80, 24));
    assert_eq!(
        line(&person, 0),
        "  1 Reversi 8  2 Gomoku 15  3 Connect6 19  4 Reversi 8 [5 Gomoku 15×15]"
    );
    let person = with_games(9, (80, 24));
    assert_eq!(
        line(&person, 0),
        "  1  2  3  4  5  6  7  8 [9 Connect6 19×19]                       ● Ann – ○ Bob"
    );
}

#[test]
fn hidden_tabs_have_signs_that_lead_to_them() {
    let mut person = with_games(14, (40, 24));
    assert_eq!(line(&person, 0), "‹ 9  10  11  12  13 [14 Gomoku 15×15]");
    // The sign leads to the first hidden game.
    person.click(0, 0);
    assert_eq!(line(&person, 0), "‹ 5  6  7 [8 Gomoku 15×15] 9  10  11 ›");
    person.click_on("›").sees("[12 Connect6 19×19]");
}

#[test]
fn a_refusal_stands_next_to_the_board() {
    let mut person = Person::playing("reversi");
    person.press(":a1<Enter>");
    let screen = person.screen();
    let row = screen
        .lines()
        .position(|line| line.contains("a1 flips nothing"));
    assert_eq!(row, Some(5), "{screen}");
    person.sees("Ann to move.").wait(10_000);
    person.does_not_see("a1 flips nothing");
    // Without a panel, it is in the line under the board.
    let mut person = Person::at(sized(40, 15), "reversi", "human", "human");
    person.press(":a1<Enter>");
    assert!(line(&person, 13).contains("a1 flips nothing"));
}

#[test]
fn a_refusal_leaves_the_graph_of_the_evaluations_whole() {
    let graph = |person: &Person| -> Vec<String> {
        let screen = person.screen();
        let lines = screen.lines().map(|line| line.chars().skip(38).collect());
        let lines: Vec<String> = lines.collect();
        let title = lines
            .iter()
            .position(|line| line.contains("’s view, in stones"));
        lines[title.unwrap()..][..3].to_vec()
    };
    let mut person = Person::at(sized(80, 24), "reversi", "human", "engine:level=1");
    person
        .type_lines("d3")
        .wait_for("Level 1’s view, in stones");
    let before = graph(&person);
    person
        .press(":a1<Enter>")
        .sees("a1 flips nothing, so you cannot play there.");
    assert_eq!(graph(&person), before);
    assert!(before[1].starts_with("● ") || before[1].starts_with("X "));
}

#[test]
fn the_cursor_previews_the_stones_that_would_flip() {
    let mut person = Person::at(sized(40, 15), "reversi", "human", "human");
    person.sees("4  · · + ○ ● · · ·");
    // From e5 to d3.
    person.press("<Up><Up><Left>").sees("4  · · + ◎ ● · · ·");
    person.press("<Right>").sees("4  · · + ○ ● · · ·");
    // In a large board, the stone has an upright bar.
    person.press("<Left>").resize(80, 24);
    person.sees("4  ..  ..  ▗▖ ▗▜▛▖▗██▖");
}

#[test]
fn a_white_stone_is_filled_where_there_is_color() {
    let setup = Setup {
        options: AppOptions {
            color: ColorDepth::True,
            motion: false,
            ..AppOptions::default()
        },
        lang: Lang::En,
        ..sized(40, 15)
    };
    let mut person = Person::at(setup, "reversi", "human", "human");
    person.sees("4 │·│·│•│●│●│·│·│·│");
}
