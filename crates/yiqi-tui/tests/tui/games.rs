//! Whole games, played by keys, clicks and typed points.

use ratatui::style::Modifier;
use yiqi_rules::{AnyPosition, ByColor, Color, Dice, Move};
use yiqi_text::{Lang, Text, words};
use yiqi_tui::{ColorDepth, PictureSupport, Protocol};

use crate::driver::{Person, Setup, open};

/// A game of random moves that includes passes.
fn game_with_passes(spec: &str) -> (Vec<Move>, AnyPosition) {
    for seed in 0..1000_u64 {
        let mut position = AnyPosition::new(spec.parse().unwrap());
        let mut moves = Vec::new();
        let mut dice = Dice::new(seed);
        while position.turn().is_some() {
            let legal = position.legal_moves();
            let mv = *dice.pick(&legal);
            position.play(mv).unwrap();
            moves.push(mv);
        }
        if moves.iter().filter(|&&mv| mv == Move::Pass).count() >= 2 {
            return (moves, position);
        }
    }
    panic!("no game with passes");
}

/// The arrow keys from one point to another.
fn arrows(from: (u8, u8), to: (u8, u8)) -> String {
    let along = |from: u8, to: u8, back: &str, forth: &str| {
        let key = if to < from { back } else { forth };
        key.repeat(usize::from(to.abs_diff(from)))
    };
    along(from.0, to.0, "<Left>", "<Right>") + &along(from.1, to.1, "<Up>", "<Down>")
}

#[test]
fn two_people_play_reversi_with_passes_to_the_end() {
    let (moves, end) = game_with_passes("reversi:4");
    let mut person = Person::playing("reversi:4");
    let mut cursor = (2, 2);
    for mv in moves {
        match mv {
            Move::Place(point) => {
                let to = (point.col(), point.row());
                person.press(&arrows(cursor, to)).press("<Enter>");
                cursor = to;
            }
            _ => {
                person.sees("has no move: Enter passes.");
                person.press("<Enter>");
            }
        }
    }
    let result = (&end.outcome().unwrap()).into();
    let text = Text::new(Lang::En);
    let sides = ByColor {
        black: words::side(&text, Color::Black, "Ann"),
        white: words::side(&text, Color::White, "Bob"),
    };
    let sentence = words::result_of(&text, &result, end.spec(), &sides);
    person.sees(&sentence);
    person.press("<Enter>").sees("The game is over.");
}

#[test]
fn peace_is_played_to_the_full_board_with_the_mouse() {
    let mut person = Person::playing("peace");
    for row in 0..8_u16 {
        for col in 0..8_u16 {
            person.click(5 + 4 * col, 2 + 2 * row);
        }
    }
    person.sees("The board is full: peace.");
}

#[test]
fn every_column_of_a_gomoku_board_can_be_typed() {
    for (spec, columns) in [
        ("gomoku", 'a'..='o'),
        ("gomoku:19", 'a'..='s'),
        ("gomoku:25", 'a'..='y'),
    ] {
        let mut person = Person::playing(spec);
        person.resize(120, 45);
        for letter in columns {
            // In turn on three rows, so that nobody gets five in a row.
            let row = 1 + u32::from(letter) % 3;
            let key = format!("{letter}{row}");
            person
                .press(&key)
                .sees(&format!("{key}_"))
                .press("<Enter>")
                .sees(&format!("Last move: {key}"));
        }
        person.press("o<Enter>").sees("1  empty").press("<Esc>");
    }
}

#[test]
fn a_point_is_typed_in_either_case_and_either_order() {
    for typed in ["d3", "D3", "3d", "3D"] {
        let mut person = Person::playing("reversi");
        person
            .press(typed)
            .sees(&format!("Point or command: {typed}_"))
            .press("<Enter>")
            .sees("d3 flips d4");
    }
    // Letters of commands and of the cursor are columns as well.
    for typed in [
        "A1", "H1", "h1", "1h", "1A", "1H", "q1", "R15", "15r", "U2", "s10", "10S",
    ] {
        let mut person = Person::playing("gomoku:25");
        person
            .resize(120, 45)
            .press(typed)
            .press("<Enter>")
            .sees("Last move: ");
    }
}

#[test]
fn enter_after_a_single_letter_does_the_command_of_that_letter() {
    let mut person = Person::playing("reversi");
    for letter in ["d", "D"] {
        person
            .press(letter)
            .sees("Enter: offer a draw · or type d3")
            .press("<Enter>")
            .sees("Who offers a draw?")
            .press("<Esc>");
    }
    person
        .press("a")
        .sees("Enter: pass, when you have no move · or type a3")
        .press("<Enter>")
        .sees("You cannot pass: you have 4 legal moves.");
    person
        .press("b")
        .sees("a point: b3")
        .press("<Enter>")
        .sees("neither a command nor a move");
    person.press("4").sees("a point: 4d").press("<Esc>");
    person.press("4<Enter>").sees("Only one game is open.");
    // A letter that is no column does its command at once, in either case.
    for letter in ["p", "P"] {
        person.press(letter).sees("Paused").press("<Esc>");
    }
}

#[test]
fn on_a_large_board_every_command_is_its_letter_and_enter() {
    let mut person = Person::playing("gomoku:25");
    person
        .resize(120, 45)
        .press("h8<Enter>")
        .sees("u Enter undo")
        .press("?")
        .sees("s Enter")
        .press("<Esc>");
    person.press("v<Enter>").sees("1/1").press("<Esc>");
    person.press("S<Enter>1").sees("Saved to slot 1.");
    person
        .press("a<Enter>")
        .sees("You cannot pass in this game.");
    person.press("u<Enter>").sees("Move taken back.");
    person.press("y<Enter>").sees("Played again.");
    person.press("I<Enter>").sees("Gomoku").press("<Esc>");
    person.press("Q<Enter>");
    assert!(person.app.is_done());
}

#[test]
fn a_digit_switches_games_unless_a_column_follows() {
    let setup = Setup {
        options: yiqi_tui::AppOptions {
            start: yiqi_tui::Start::Game,
            ..Setup::default().options
        },
        ..Setup::default()
    };
    let mut person = Person::with(setup, |desk| {
        open(desk, "peace", "human", "human");
        open(desk, "gomoku", "human", "human");
        open(desk, "reversi", "human", "human");
    });
    person.press("1").sees("[1 Peace 8×8]");
    person.press("3").sees("[3 Reversi 8×8]");
    // The first half of a point is undone by the second half.
    person
        .press("1d")
        .sees("[3 Reversi 8×8]")
        .sees("1d_")
        .press("<Esc>");
    person.press("3D<Enter>").sees("d3 flips d4");
    person.press("5c<Enter>").sees("c5 flips d5");
    person.press("2").sees("[2 Gomoku 15×15]");
    person.press("10h<Enter>").sees("Last move: h10");
    // Not if the letter comes much later.
    person
        .press("3")
        .wait(3_000)
        .press("h")
        .sees("[3 Reversi 8×8]")
        .does_not_see("3h_");
}

#[test]
fn typed_lines_are_completed_and_brought_back() {
    let mut person = Person::playing("reversi");
    person.press(":").sees("a point such as d3, or a command");
    person.press("re").sees("redo  resign  rematch  reversi");
    person
        .press("do<Enter>")
        .sees("There is nothing to play again.");
    person
        .press(":whi<Tab>")
        .sees("white PLAYER: choose who plays White");
    person.press("random<Enter>");
    person.press(":<Up>").sees(": white random_");
    person.press("<Up>").sees(": redo_");
    person
        .press("<Down><Down>")
        .sees("a point such as d3, or a command");
    person.press("<Esc>");
}

#[test]
fn several_moves_are_taken_back_and_played_again() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3 c5 e6");
    person
        .press(":undo 9<Enter>")
        .sees("Only 3 moves can be taken back.");
    person.press(":undo 2<Enter>").sees("2 moves taken back.");
    person.sees("d3 flips d4");
    person.press("yy").sees("e6 flips");
    person.press("y").sees("There is nothing to play again.");
    person.press(":moves<Enter>").sees("1 d3").sees("3 e6");
    person
        .press("<Esc>:clock<Enter>")
        .sees("This game has no clock.");
    person.press("<F2>").sees("Reversi").sees("Esc back");
}

#[test]
fn help_lists_the_legal_moves_the_keys_and_the_commands() {
    for key in ["?", "<F1>", ":help<Enter>"] {
        let mut person = Person::playing("reversi");
        person
            .press(key)
            .sees("Legal moves: d3 c4 f5 e6.")
            .sees("d Enter")
            .press("<End>")
            .sees(":quit")
            .press("<PgUp>")
            .sees(":save [1-9|FILE]")
            .press("?")
            .does_not_see("Legal moves");
    }
}

#[test]
fn a_letter_that_is_neither_a_key_nor_a_column_is_reported() {
    let mut person = Person::playing("reversi");
    for letter in ["w", "z", "W", "t"] {
        person
            .press(letter)
            .sees("That key does nothing here")
            .does_not_see("Point or command");
    }
    // A digit after a letter that is not a column here is not a point with it.
    person.press("l1").does_not_see("l1_").press("<Esc>");
}

#[test]
fn a_line_can_be_typed_over_every_question_of_a_game() {
    let mut person = Person::playing("gomoku:15:freestyle:swap2");
    person.type_lines("h8 i8 h9");
    person
        .sees("Bob: choose your color.")
        .press(":mo")
        .sees("Point or command: mo_")
        .press("re<Enter>")
        .sees("Bob places a white stone, 1 of 2");
    person.type_lines("a1 a2").sees("Ann: choose your color.");
    person
        .press(":nonsense<Enter>")
        .sees("neither a command nor a move")
        .sees("choose your color");
    person.press(":<Esc>").sees("> k  keep");
    person
        .press(":help<Enter>")
        .sees("┌ Help")
        .press("<Esc>")
        .sees("choose your color");
    person.press(":swap<Enter>").does_not_see("choose");
    person
        .press("R:a15<Enter>")
        .sees("Last move: a15")
        .does_not_see("Who resigns?");
}

#[test]
fn a_run_out_reports_the_side_and_the_random_move() {
    use yiqi_record::{ClockRule, RunOut, TimeControl};
    for (run_out, said) in [
        (RunOut::RandomMove, "Time ran out for Ann: "),
        (RunOut::Loss, "Time ran out for Ann."),
    ] {
        let mut setup = Setup::default();
        setup.options.start = yiqi_tui::Start::Game;
        let mut person = Person::with(setup, |desk| {
            let time = TimeControl {
                clock: ClockRule::PerMove { move_ms: 300 },
                run_out,
            };
            let terms = yiqi_session::Terms {
                time,
                ..yiqi_session::Terms::new("reversi".parse().unwrap())
            };
            let human = yiqi_players::PlayerSpec::HUMAN;
            let players = yiqi_record::BySeat {
                first: human.clone(),
                second: human,
            };
            let index = desk.open(terms, players).unwrap();
            desk.switch(index).unwrap();
        });
        person.wait_for(said);
    }
}

#[test]
fn a_board_is_as_large_as_the_screen_allows() {
    let mut person = Person::playing("gomoku");
    person.resize(120, 40).press("h8<Enter>");
    // Two rows for each point.
    let screen = person.screen();
    let row_of = |label: &str| {
        let found = screen.lines().position(|line| line.starts_with(label));
        found.unwrap_or_else(|| panic!("no row {label}:\n{screen}"))
    };
    assert_eq!(row_of(" 14") - row_of(" 15"), 2, "{screen}");
    person.sees("Moves");
}

#[test]
fn five_in_a_row_wins_and_is_highlighted() {
    let mut person = Person::playing("gomoku");
    person.press("h8<Enter>j1<Enter>i8<Enter>k1<Enter>j8<Enter>l1<Enter>k8<Enter>m2<Enter>");
    person.press("l8<Enter>").sees("Black (Ann) wins.");
    let buffer = person.buffer();
    for col in 7..12_u16 {
        let cell = &buffer[(5 + 2 * col, 9)];
        // A separate shape, for terminals without color.
        assert_eq!(cell.symbol(), "◆");
        assert!(cell.modifier.contains(Modifier::REVERSED));
    }
}

#[test]
fn the_keys_h_j_k_l_move_the_cursor_unless_a_digit_follows() {
    let mut person = Person::playing("gomoku");
    person.press("hhkk<Enter>").sees("Last move: f10");
    person.press("llj<Enter>").sees("Last move: h9");
    person
        .press("h")
        .press("1")
        .sees("h1_")
        .press("0<Enter>")
        .sees("Last move: h10");
    // The cursor goes to the played point, wherever the letter had moved it.
    person.press("j<Enter>").sees("h9 is occupied.");
}

#[test]
fn in_swap1_the_second_side_is_asked_and_may_swap() {
    let mut person = Person::playing("gomoku:15:freestyle:swap1");
    person
        .sees("Ann places a black stone, 1 of 3; then Bob chooses a color.")
        .type_lines("h8")
        .sees("Ann places a white stone, 2 of 3; then Bob chooses a color.")
        .type_lines("i8 h9");
    person
        .sees("Bob: choose your color.")
        .sees("play the other color")
        .sees("keep your color");
    person.press("x").sees("That key does nothing here");
    person.press("S").does_not_see("choose your color");
    // Bob has the black stones now, and Ann, who has white, moves.
    person
        .sees("●  Bob")
        .sees("○  Ann")
        .sees("Bob swapped: Bob plays Black now, Ann White.");
    person.type_lines("a1").sees("Bob to move.");
}

#[test]
fn in_swap2_two_more_stones_hand_the_choice_back() {
    let mut person = Person::playing("gomoku:15:freestyle:swap2");
    person.type_lines("h8 i8 h9");
    person
        .press("m")
        .sees("Bob places a white stone, 1 of 2; then Ann chooses a color.");
    person
        .type_lines("a1")
        .sees("Bob places a black stone, 2 of 2; then Ann chooses a color.")
        .type_lines("a2")
        .sees("Ann: choose your color.");
    person
        .press("<Esc>")
        .sees("Paused")
        .press("b")
        .sees("Ann: choose your color.");
    person.press("<Enter>").does_not_see("choose");
}

#[test]
fn a_forbidden_move_is_refused_with_its_reason_and_its_stones() {
    let mut person = Person::playing("gomoku:15:renju");
    person.type_lines("i8 a1 j8 a15 h9 o1 h10 o15");
    let marked = |person: &Person| {
        let buffer = person.buffer();
        let mut found = Vec::new();
        for row in 0..15_u16 {
            for col in 0..15_u16 {
                let cell = &buffer[(5 + 2 * col, 2 + row)];
                if cell.symbol() == "●" && cell.modifier.contains(Modifier::REVERSED) {
                    found.push((col, 15 - row));
                }
            }
        }
        found
    };
    assert!(marked(&person).is_empty());
    // The point itself has a mark before anybody tries it.
    assert_eq!(person.buffer()[(5 + 2 * 7, 2 + 7)].symbol(), "×");
    person
        .press("h8<Enter>")
        .sees("h8 is forbidden for Black: three-three");
    assert_eq!(marked(&person), [(7, 10), (7, 9), (8, 8), (9, 8)]);
    person.wait(10_000).does_not_see("forbidden for Black");
    assert!(marked(&person).is_empty());
}

#[test]
fn refusals_state_their_reason() {
    let mut person = Person::playing("reversi");
    person
        .press("a1<Enter>")
        .sees("a1 flips nothing, so you cannot play there.");
    person.press("d4<Enter>").sees("d4 is occupied.");
    person
        .press("a<Enter>")
        .sees("You cannot pass: you have 4 legal moves.");
    person.press(":z9<Enter>").sees("z9 is off the board");
    person
        .press(":nonsense<Enter>")
        .sees("is neither a command nor a move");
    person.press("<F5>").sees("That key does nothing here");
    person.press("u").sees("You have no move to take back.");
}

#[test]
fn legal_moves_are_listed_and_the_engine_suggests_one() {
    let mut person = Person::playing("reversi");
    person.press("m").sees("Legal moves: d3 c4 f5 e6.");
    person
        .press("!")
        .sees("Looking for a good move")
        .wait_for("Suggested at full strength: ");
    person
        .press("!<Esc>")
        .wait_for("Suggested at full strength: ");
    let mut gomoku = Person::playing("gomoku:15:renju");
    gomoku.press("m<Enter>").sees("225 legal points.");
    gomoku.type_lines("i8 a1 j8 a15 h9 o1 h10 o15");
    gomoku
        .press("m<Enter>")
        .sees("216 legal points; 1 is forbidden.");
}

#[test]
fn a_program_answers_and_its_move_is_marked() {
    let mut person = Person::at(Setup::default(), "reversi", "human", "random:seed=3");
    person.type_lines("d3").wait_for("Ann to move.");
    let screen = person.screen();
    // On both rows of the stone.
    assert_eq!(screen.matches('(').count(), 2, "{screen}");
    person.press("u").sees("Move taken back.").sees("Ann");
    person.type_lines("e6").wait_for("Ann to move.");
}

#[test]
fn flipped_stones_turn_if_animation_is_on() {
    let mut setup = Setup::default();
    setup.options.motion = true;
    let mut person = Person::at(setup, "reversi", "human", "human");
    person
        .wait(0)
        .type_lines("d3")
        .sees("4  ..  ..  .. ▗▀▀▖")
        .wait(90)
        .sees("4  ..  ..  ..  ▐▌ ");
    person.wait(100).sees("4  ..  ..  .. ▗▁▁▖");
}

#[test]
fn a_resignation_must_be_confirmed() {
    let mut person = Person::playing("reversi");
    person
        .press("R")
        .sees("Who resigns?")
        .sees("  b  Black (Ann) resigns")
        .sees("> n  No")
        .press("n")
        .does_not_see("Who resigns?");
    person.press("R<Esc>").sees("Ann to move.");
    // White resigns, although Black is to move.
    person
        .press("Rw")
        .sees("Black (Ann) wins: White (Bob) resigned.");
    person.press("R").sees("The game is over.");
    let mut person = Person::at(Setup::default(), "reversi", "human", "greedy");
    person
        .press("R")
        .sees("Black (Ann): resign this game?")
        .sees("> n  No");
    person
        .press("y")
        .sees("White (Greedy) wins: Black (Ann) resigned.");
    // The side may be typed, too.
    let mut person = Person::playing("reversi");
    person
        .press(":resign white<Enter>")
        .sees("Black (Ann) wins: White (Bob) resigned.");
}

#[test]
fn a_hasty_enter_neither_resigns_nor_offers_a_draw() {
    let mut person = Person::playing("reversi");
    for question in ["r", ":draw<Enter>"] {
        person.press(question).sees("Who ").press("<Enter>");
        person.does_not_see("Who ").sees("Ann to move.");
    }
    person.does_not_see("resigned").does_not_see("offer");
}

#[test]
fn a_result_names_the_people_and_the_person_without_a_name_is_you() {
    let setup = || Setup {
        names: ["", ""],
        ..Setup::default()
    };
    let mut person = Person::at(setup(), "gomoku", "human", "random");
    person
        .press(":resign<Enter>y")
        .sees("White (Random moves) wins: you resigned.");
    let mut person = Person::at(setup(), "gomoku", "human", "human");
    person
        .press(":resign black<Enter>")
        .sees("White wins: Black resigned.");
}

#[test]
fn enter_right_after_a_take_back_shows_the_cursor_and_plays_nothing() {
    let mut person = Person::playing("gomoku:9");
    person.type_lines("c3").press("u<Enter>");
    person.sees("Ann to move.").does_not_see("Last move");
    // The cursor is visible now, and plays.
    person.press("<Enter>").sees("Last move: e5");
    // An arrow shows it as well, and so does a second Enter after a move that was played again.
    person.press("u<Right><Enter>").sees("Last move: f5");
    person.press("u").press("y").sees("Played again.");
    person.press("<Enter>").does_not_see("f5 is occupied");
    person.press("<Enter>").sees("f5 is occupied");
}

#[test]
fn a_take_back_says_that_time_is_not_given_back() {
    let mut person = Person::new();
    person
        .press("n<Down><Down><Down><Down>Bob<Down><Down>10m<Enter><Enter>")
        .sees("10:00")
        .type_lines("d3")
        .press("u")
        .sees("Move taken back. The time used stays used.");
    let mut person = Person::playing("reversi");
    person
        .type_lines("d3")
        .press("u")
        .does_not_see("The time used");
}

#[test]
fn a_hint_moves_the_cursor_and_stays_until_a_move() {
    let mut person = Person::playing("reversi");
    person.press("!").wait_for("Suggested at full strength: ");
    person
        .press(":a1<Enter>")
        .sees("a1 flips nothing")
        .sees("Suggested at full strength: ")
        .wait(10_000)
        .does_not_see("a1 flips nothing")
        .sees("Suggested at full strength: ");
    person.press("!").wait_for("Suggested at full strength: ");
    // The cursor was at a1 and is where the suggestion is now.
    person.press("<Enter>").sees("flips ");
    person.does_not_see("Suggested at full strength: ");
    // In a small window it is short.
    let setup = Setup {
        size: (40, 15),
        ..Setup::default()
    };
    let mut person = Person::at(setup, "reversi", "human", "human");
    person.press("!").wait_for("Ann to move. Suggested move: ");
    // It does not jump away from somebody who has moved it meanwhile.
    let mut person = Person::playing("gomoku:9");
    person
        .press("!<Left>")
        .wait_for("Suggested at full strength: ")
        .press("<Enter>")
        .sees("Last move: d5");
}

#[test]
fn a_letter_being_typed_names_the_command_that_enter_would_do() {
    let mut person = Person::playing("gomoku:25");
    for letter in 'a'..='y' {
        person.press(&letter.to_string());
        let screen = person.screen();
        let status = screen.lines().find(|line| line.contains("Point or"));
        assert!(
            !status.unwrap_or_default().contains('…'),
            "{letter}: {status:?}"
        );
        person.press("<Esc>");
    }
    let mut person = Person::playing("reversi");
    person
        .press("d")
        .sees("Enter: offer a draw · or type d3")
        .press("<Esc>");
    // There is no rematch before the end.
    person
        .press("g")
        .sees("a point: g3")
        .does_not_see("once more");
}

#[test]
fn help_lists_only_what_the_rules_of_the_game_have() {
    for (spec, has_pass, has_swap) in [
        ("reversi", true, false),
        ("gomoku", false, false),
        ("gomoku:swap2", false, true),
        ("peace", false, false),
    ] {
        let mut person = Person::playing(spec);
        let screen = person.resize(120, 120).press("?").screen();
        assert_eq!(screen.contains(":pass"), has_pass, "{spec}: {screen}");
        assert_eq!(screen.contains(":swap"), has_swap, "{spec}: {screen}");
        assert!(screen.contains("undo N: your last N"), "{screen}");
    }
}

#[test]
fn a_player_that_is_changed_is_named_at_once() {
    let mut person = Person::playing("reversi");
    person
        .press(":white engine:level=3<Enter>")
        .sees("White is now played by Bob (Level 3).")
        .sees("○  Bob (Level 3)");
    let setup = Setup {
        names: ["", ""],
        ..Setup::default()
    };
    let mut person = Person::at(setup, "reversi", "human", "human");
    person
        .press(":white engine:level=3<Enter>")
        .sees("White is now played by Level 3.")
        .sees("○  Level 3");
}

#[test]
fn after_a_swap_everybody_sees_who_has_which_color() {
    let mut person = Person::playing("gomoku:15:freestyle:swap1");
    person
        .type_lines("h8 i9 j10")
        .press("s")
        .sees("Bob swapped: Bob plays Black now, Ann White.")
        .sees("●  Bob")
        .sees("○  Ann");
    let setup = Setup {
        names: ["", ""],
        ..Setup::default()
    };
    let mut person = Person::at(setup, "gomoku:15:freestyle:swap1", "human", "human");
    person
        .type_lines("h8 i9 j10")
        .press("s")
        .sees("whoever played White plays Black now");
}

#[test]
fn one_key_after_a_game_plays_a_rematch_with_colors_exchanged() {
    let mut person = Person::at(Setup::default(), "gomoku:9", "human", "random:seed=1");
    person.press("Ry").sees("g rematch, colors exchanged");
    person
        .press("g")
        .sees("Colors exchanged: you play White now.")
        .sees("○  Ann")
        .does_not_see(" 2 Gomoku");
    person.wait_for("Last move: ");
    person
        .press(":rematch<Enter>")
        .sees("The game is not over yet.");
}

#[test]
fn a_draw_is_offered_and_answered_by_the_other_side() {
    let mut person = Person::playing("reversi");
    person
        .press("d<Enter><Up><Up><Enter>")
        .sees("Bob: your opponent offers a draw.")
        .press("n")
        .sees("Ann to move.");
    // At one screen nobody has to wait before offering again.
    for _ in 0..3 {
        person
            .press("d<Enter>b")
            .sees("Bob: your opponent offers a draw.")
            .press("n");
    }
    person.press("d<Enter>n").does_not_see("offers a draw");
    // White offers, although Black is to move.
    person
        .press("d<Enter>w")
        .sees("Ann: your opponent offers a draw.")
        .press("y");
    person.sees("Draw by agreement.");
}

#[test]
fn several_games_are_switched_by_their_numbers() {
    let setup = Setup {
        options: yiqi_tui::AppOptions {
            start: yiqi_tui::Start::Game,
            ..Setup::default().options
        },
        ..Setup::default()
    };
    let mut person = Person::with(setup, |desk| {
        open(desk, "peace", "human", "human");
        open(desk, "reversi", "human", "human");
        open(desk, "gomoku", "human", "human");
    });
    person.sees("[3 Gomoku 15×15]").sees(" 1 Peace 8×8 ");
    person
        .press("2")
        .sees("[2 Reversi 8×8]")
        .type_lines("d3")
        .sees("d3 flips d4");
    person
        .press("1")
        .sees("[1 Peace 8×8]")
        .type_lines("a1")
        .sees("Last move: a1");
    person.press("<Tab>").sees("d3 flips d4");
    person.press("7<Enter>").sees("Only 3 games are open.");
    person.click_on("3 Gomoku").sees("[3 Gomoku 15×15]");
    person
        .press("2X")
        .sees("would be lost")
        .press("b")
        .sees("[2 Reversi");
    person.press("Xc").does_not_see("Reversi");
    person.press(":reversi 6<Enter>").sees("[3 Reversi 6×6]");
}

#[test]
fn a_clock_is_shown_and_stops_in_the_pause() {
    let mut person = Person::new();
    // A new game of two people with ten seconds for each move.
    person
        .press("n<Down><Down><Down><Down>Bob<Down><Down>10s a move<Enter>")
        .sees("‹ 10s a move ›")
        .press("<Enter>");
    person.sees("0:10").sees("Ann to move.");
    person
        .press("P")
        .sees("Paused")
        .wait(5)
        .press("b")
        .sees("0:10");
}

#[test]
fn a_typed_line_accepts_every_move_that_the_console_does() {
    let mut person = Person::playing("reversi");
    person.press(":3d<Enter>").sees("d3 flips d4");
    person.press(":undo<Enter>").does_not_see("d3 flips d4");
    person.press(":CD<Enter>").sees("d3 flips d4");
    person.press(":at b1<Enter>").sees("1/1").press("<Esc>");
    person.press(":help<Enter>").sees("┌ Help").press("<Esc>");
    person.press(":white random<Enter>").wait_for("2 ");
    person
        .press(":black nobody<Enter>")
        .sees("There is no player “nobody”");
    person.press(":style emoji<Enter>").sees("under Settings");
    person
        .press("abc<Backspace><Backspace><Backspace><Backspace>")
        .does_not_see("Point or command");
}

#[test]
fn a_changed_player_is_named_at_once() {
    let mut person = Person::playing("reversi");
    person
        .press(":white random<Enter>")
        .sees("White is now played by Bob (Random moves).");
}

#[test]
fn the_terminal_rings_on_the_persons_turn_if_that_is_wanted() {
    for is_wanted in [false, true] {
        let mut person = Person::at(Setup::default(), "reversi", "human", "random");
        person.press("Pms").wait(1);
        assert_eq!(person.app.title(), "yiqi");
        person
            .press(if is_wanted { "r" } else { "" })
            .press("<Esc>c");
        person.wait(1);
        assert_eq!(person.app.title(), "Your move: Reversi 8×8 – yiqi");
        person.type_lines("d3").wait(0).wait_for("Ann to move.");
        assert_eq!(person.app.take_bell(), is_wanted);
        assert!(!person.app.take_bell(), "it rings once");
    }
}

#[test]
fn legal_points_are_marked_unless_the_person_does_not_want_it() {
    let mut setup = Setup::default();
    setup.options.ascii = true;
    let mut person = Person::at(setup, "reversi", "human", "human");
    let marks = |person: &Person| person.screen().matches('+').count();
    assert_eq!(marks(&person), 4);
    person.press("Pmsm<Esc>c").sees("Ann to move.");
    assert_eq!(marks(&person), 0);
}

#[test]
fn a_terminal_with_pictures_gets_no_stones_as_characters_but_under_a_dialog() {
    let mut setup = Setup::default();
    setup.options.color = ColorDepth::True;
    let mut person = Person::at(setup, "reversi", "human", "human");
    let blocks = |person: &Person| person.screen().matches(['▂', '▄', '▆', '▗']).count();
    assert!(blocks(&person) > 0);
    person.app.set_picture_support(PictureSupport {
        protocol: Some(Protocol::Kitty),
        cell: Some((10, 20)),
        registers: None,
    });
    assert_eq!(blocks(&person), 0);
    person
        .press("Pmsp")
        .sees("kitty")
        .press("<Left><Left><Esc>c");
    assert!(blocks(&person) > 0, "{}", person.screen());
    person.press("Pmsp<Esc>c");
    assert_eq!(blocks(&person), 0);
    person.press("P").sees("Paused");
    assert!(blocks(&person) > 0);
    person.press("<Esc>");
    // Labels, panel and mouse are the same.
    person.sees("a   b   c   d").click(17, 6);
    person.sees("d3 flips d4");
    assert_eq!(blocks(&person), 0);
}

#[test]
fn every_message_of_a_game_is_next_to_the_board() {
    let mut person = Person::playing("reversi");
    person.type_lines("d3").press("u").sees("Move taken back.");
    let beside = |person: &Person, text: &str| {
        let screen = person.screen();
        let line = screen.lines().position(|line| line.contains(text));
        line.is_some_and(|line| line < 20)
    };
    assert!(beside(&person, "Move taken back."));
    person.press("y").press(":a1<Enter>");
    assert!(beside(&person, "a1 flips nothing"));
    // The status line still says whose turn it is, and nothing twice.
    person.sees("Bob to move.");
    person.press(":resign white<Enter>");
    let screen = person.screen();
    assert_eq!(screen.matches("wins:").count(), 1, "{screen}");
    person
        .press("u")
        .sees("The end is taken back: the game goes on.");
}

#[test]
fn a_mistyped_command_and_a_declined_draw_are_answered() {
    let mut person = Person::playing("reversi");
    person.press(":svae<Enter>").sees("did you mean save?");
    person.press(":draw black<Enter>").sees("offers a draw");
    person
        .press("n")
        .sees("The draw is declined: the game goes on.");
}
