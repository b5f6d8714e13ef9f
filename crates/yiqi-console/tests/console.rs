//! The console, driven line by line.

use std::io::BufReader;

use unicode_width::UnicodeWidthStr;
use yiqi_console::{Console, ConsoleOptions, LINE_BYTES_MAX, talk};
use yiqi_desk::{BoardStyle, Desk, Store};
use yiqi_record::BySeat;
use yiqi_rules::{Dice, GameSpec};
use yiqi_text::{Lang, Text};

fn named(first: &str, second: &str) -> ConsoleOptions {
    ConsoleOptions {
        names: Some(BySeat {
            first: first.to_owned(),
            second: second.to_owned(),
        }),
        ..ConsoleOptions::default()
    }
}

fn with_games(games: &[&str]) -> ConsoleOptions {
    ConsoleOptions {
        games: games.iter().map(|spec| spec.parse().unwrap()).collect(),
        ..named("Ann", "Bob")
    }
}

/// Starts a console on a desk, feeds it lines, and returns every reply, starting with the initial
/// text.
fn answers_on(desk: &mut Desk, options: ConsoleOptions, lines: &[&str]) -> Vec<String> {
    let text = Text::new(Lang::En);
    let mut console = Console::new(desk, &text, options);
    let mut answers = vec![console.start()];
    for line in lines {
        assert!(!console.is_done(), "the console quit before '{line}'");
        answers.push(console.line(line));
    }
    for answer in &answers {
        check_printable(answer);
    }
    answers
}

fn answers(options: ConsoleOptions, lines: &[&str]) -> Vec<String> {
    answers_on(&mut Desk::new(None, 1), options, lines)
}

#[track_caller]
fn check_printable(answer: &str) {
    let is_bad = |c: char| c != '\n' && yiqi_record::notation::is_unprintable(c);
    assert!(!answer.contains(is_bad), "{answer:?}");
    assert!(answer.ends_with('\n'), "{answer:?}");
}

#[track_caller]
fn check_one_sentence(answer: &str) {
    check_printable(answer);
    assert_eq!(answer.lines().count(), 1, "{answer}");
    assert!(answer.chars().count() < 500, "{answer}");
}

/// The output of a pipe for these bytes.
fn piped(options: ConsoleOptions, input: &[u8]) -> String {
    let text = Text::new(Lang::En);
    let mut desk = Desk::new(None, 1);
    let mut console = Console::new(&mut desk, &text, options);
    let mut output = Vec::new();
    talk(&mut console, BufReader::new(input), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// Valid and invalid lines over four games and a fifth; the first two lines are names.
const SCRIPT: &str = "\
Ann
Bob
?
d3
d3
pass
zz9
hello
2
?
a1
3D
c 5

PASS
e6
undo
f5
e6
undo
undo
c3
gomoku 15 renju
gomoku renju swap1
gomoku 4
gomoku 15 chess
reversi 7
peace 9
3
h8
a1
i8
a3
j9
a5
j10
a7
j8
?
hh
DE
undo
j7
b7
j11
swap
4
h8
i9
j10
k11
?
swap
k11
keep
9
0
99999999999999999999
draw
accept
draw
j11
decline
1
style grid
e6
style swap
style emoji
style marble
style swap
style plain
at 1
a1
?
at b1
at w9
at nowhere
at end
branch human robot
black robot
black alphabeta:depth=0
white random:seed=7
save
load 3
resign now
resign
resign
help
2
at 1
branch Eve=human human
d6
3
resign
4
resign
2
draw
resign
at end
resign
5
resign
?
undo everything
peace
quit
";

#[test]
fn a_long_session_matches_its_transcript() {
    let lines: Vec<&str> = SCRIPT.lines().collect();
    assert!(lines.len() >= 60);
    let answers = answers(ConsoleOptions::default(), &lines);
    let mut transcript = answers[0].clone();
    for (line, answer) in lines.iter().zip(&answers[1..]) {
        transcript.push_str(&format!("» {line}\n{answer}"));
    }
    insta::assert_snapshot!("transcript", transcript);
}

#[test]
fn a_pipe_gets_exactly_the_replies_of_the_console() {
    let lines: Vec<&str> = SCRIPT.lines().collect();
    let said = answers(ConsoleOptions::default(), &lines).concat();
    assert_eq!(piped(ConsoleOptions::default(), SCRIPT.as_bytes()), said);
    // Without a final line end, and with the line ends of other systems.
    assert_eq!(
        piped(ConsoleOptions::default(), SCRIPT.trim_end().as_bytes()),
        said
    );
    let windows = SCRIPT.replace('\n', "\r\n");
    assert_eq!(piped(ConsoleOptions::default(), windows.as_bytes()), said);
}

#[test]
fn the_input_may_end_anywhere() {
    let whole = piped(ConsoleOptions::default(), SCRIPT.as_bytes());
    let ends = SCRIPT.char_indices().filter(|&(_, c)| c == '\n');
    for (end, _) in ends {
        let part = piped(ConsoleOptions::default(), &SCRIPT.as_bytes()[..end]);
        assert!(whole.starts_with(&part));
    }
    assert!(whole.starts_with(&piped(ConsoleOptions::default(), b"")));
    assert!(piped(named("Ann", "Bob"), b"").contains("1. Peace"));
}

#[test]
fn a_line_of_a_megabyte_is_answered_with_one_sentence() {
    let start = piped(named("Ann", "Bob"), b"");
    for word in [
        "x",
        "d3 ",
        "7",
        "gomoku ",
        "save a",
        "black x",
        "at 1",
        "\u{202e}z",
        "弈",
    ] {
        for head in ["", "gomoku ", "reversi 8 ", "black ", "at ", "a", "load "] {
            let line = format!("{head}{}", word.repeat((1 << 20) / word.len()));
            let said = piped(named("Ann", "Bob"), format!("{line}\n").as_bytes());
            check_one_sentence(said.strip_prefix(&start).unwrap());
            // The rest of the line is not taken as another line.
            let said = piped(named("Ann", "Bob"), format!("{line}\n2\n").as_bytes());
            assert!(said.ends_with("Ann to move: type a point such as d3, or help.\n"));
        }
    }
    const { assert!(LINE_BYTES_MAX < 1 << 20) };
}

#[test]
fn random_bytes_are_answered_with_one_sentence_for_each_line() {
    let mut dice = Dice::new(7);
    let mut next = || dice.roll() as u8;
    for _ in 0..300 {
        let length = 20 + usize::from(next());
        // Anything but line ends; the first byte begins no command.
        let mut line = vec![b'~'];
        line.extend((0..length).map(|_| next()).filter(|&b| b != b'\n'));
        let text = String::from_utf8_lossy(&line).into_owned();
        let said = answers(named("Ann", "Bob"), &[&text]);
        check_one_sentence(&said[1]);
        line.push(b'\n');
        let piped = piped(named("Ann", "Bob"), &line);
        assert_eq!(piped, said.concat());
    }
}

#[test]
fn a_bad_line_changes_nothing() {
    let bad = [
        "e4",
        "i9",
        "a1 b2",
        "pass",
        "swap",
        "accept",
        "undo",
        "at 1",
        "at w2",
        "7",
        "0",
        "draw no",
        "save 0",
        "save 10",
        "load 1",
        "load /no/such/file",
        "load /",
        "save",
        "black",
        "white 77",
        "branch human",
        "gomoku 3",
        "reversi x",
        "peace 10",
        "style",
        "quit now",
        "\u{7}\u{1b}[2J!",
    ];
    for line in bad {
        let said = answers(
            with_games(&["reversi"]),
            &["style plain", line, "style plain"],
        );
        check_one_sentence(&said[2]);
        assert_eq!(said[1], said[3], "{line}");
    }
}

#[test]
fn wide_names_keep_the_columns_aligned() {
    for (first, second) in [
        ("王小明", "Bob"),
        ("Ann", "さくら🌸"),
        ("e\u{301}e\u{301}", "x"),
        ("", ""),
    ] {
        let said = answers(named(first, second), &["2", "d3"]);
        let board = &said[2];
        // The last pane begins at the same column in each of its lines.
        let starts: Vec<usize> = board
            .lines()
            .filter_map(|line| {
                let at = ["Games", "  1. Peace", "> 2. Reversi"]
                    .iter()
                    .find_map(|part| line.find(part))?;
                Some(line[..at].width())
            })
            .collect();
        assert_eq!(starts.len(), 3, "{board}");
        assert!(starts.iter().all(|&start| start == starts[0]), "{board}");
    }
}

// Fault 69.
#[test]
fn names_are_shown_harmlessly() {
    let long = "名".repeat(10_000);
    for name in [
        "\u{1b}]0;title\u{7}\u{1b}[31mred",
        "\u{202e}desrever\u{202c}\u{200f}",
        "a\tb\r\u{0}c\u{85}",
        "{ $stone }",
        &long,
    ] {
        let said = answers(
            ConsoleOptions::default(),
            &[name, name, "2", "d3", "c3", "resign"],
        );
        for line in said.iter().flat_map(|answer| answer.lines()) {
            assert!(line.width() < 200, "{line}");
        }
    }
}

#[test]
fn missing_names_are_replaced_by_the_colors() {
    let said = answers(ConsoleOptions::default(), &["", " \t ", "2"]);
    assert!(said[3].contains("● 2 Black ◀ to move"), "{}", said[3]);
    assert!(said[3].contains("○ 2 White"), "{}", said[3]);
}

#[test]
fn help_and_quit_are_not_taken_as_names() {
    let said = answers(ConsoleOptions::default(), &["help", "Ann", "Q"]);
    assert!(said[1].contains("list the legal moves"), "{}", said[1]);
    assert!(
        said[1].ends_with("Who plays ● Black? Type a name.\n"),
        "{}",
        said[1]
    );
    assert!(
        said[3].contains("● Ann") && said[3].contains("○ Q"),
        "{}",
        said[3]
    );
    let said = answers(ConsoleOptions::default(), &["Ann", "quit"]);
    assert_eq!(said.last().unwrap(), "Goodbye.\n");
}

#[test]
fn each_style_draws_each_game() {
    let mut shown = String::new();
    for style in BoardStyle::ALL {
        for (spec, lines) in [
            ("reversi:6", vec!["c2", "b2"]),
            ("peace", vec!["a1", "h8"]),
            (
                "gomoku:11:renju",
                vec!["f6", "a1", "g6", "a3", "h7", "a5", "h8", "a7"],
            ),
        ] {
            for swap_glyphs in [false, true] {
                let options = ConsoleOptions {
                    style: Some(style),
                    swap_glyphs,
                    ..with_games(&[spec])
                };
                let said = answers(options, &lines);
                shown.push_str(&format!(
                    "{} {spec}\n{}\n",
                    style.name(),
                    said.last().unwrap()
                ));
            }
        }
    }
    insta::assert_snapshot!("styles", shown);
}

#[test]
fn every_board_has_a_row_for_each_row_and_a_cell_for_each_point() {
    for style in BoardStyle::ALL {
        for spec in ["reversi:4", "reversi:26", "gomoku:5", "gomoku:25", "peace"] {
            let options = ConsoleOptions {
                style: Some(style),
                ..with_games(&[spec])
            };
            let said = &answers(options, &[])[0];
            assert!(said.lines().all(|line| line.width() <= 110), "{said}");
            let spec: GameSpec = spec.parse().unwrap();
            let size = usize::from(spec.size());
            let (first, step) = if style == BoardStyle::Grid {
                (2, 2)
            } else {
                (1, 1)
            };
            let mut numbers = Vec::new();
            for line in said.lines().skip(first).step_by(step).take(size) {
                let words: Vec<&str> = line.split_whitespace().collect();
                match style {
                    BoardStyle::Grid => {
                        assert_eq!(line.matches('│').count(), size + 1, "{said}");
                        numbers.push(words[0].to_owned());
                    }
                    _ => {
                        numbers.push(words[0].to_owned());
                        let is_cell = |word: &&str| ".+●○．＋⚫⚪".contains(*word);
                        assert!(words[1..=size].iter().all(is_cell), "{said}");
                    }
                }
            }
            let want: Vec<String> = (0..spec.size())
                .map(|row| spec.number_of_row(row).to_string())
                .collect();
            assert_eq!(numbers, want, "{said}");
        }
    }
}

#[test]
fn plain_rows_are_a_number_and_cells_with_one_blank_between() {
    let said = answers(with_games(&["reversi"]), &[]);
    let rows: Vec<&str> = said[0].lines().skip(1).take(8).collect();
    for (row, line) in (1..).zip(rows) {
        let cells: Vec<&str> = line.split(' ').take(9).collect();
        assert_eq!(cells[0], row.to_string());
        assert!(
            cells[1..]
                .iter()
                .all(|cell| [".", "+", "●", "○"].contains(cell))
        );
    }
}

#[test]
fn every_language_starts_and_helps() {
    for lang in Lang::ALL {
        let text = Text::new(lang);
        let mut desk = Desk::new(None, 1);
        let mut console = Console::new(&mut desk, &text, ConsoleOptions::default());
        let mut said = console.start();
        for line in [
            "Ann",
            "王小明",
            "2",
            "d3",
            "?",
            "help",
            "draw",
            "decline",
            "resign",
            "1",
        ] {
            let answer = console.line(line);
            check_printable(&answer);
            said.push_str(&answer);
        }
        insta::assert_snapshot!(format!("language-{lang}"), said);
    }
}

/// Plays Reversi on 4×4 to the end with the moves that `choose` picks by ply and number of moves;
/// returns the whole output and the number of passes.
fn reversi_to_the_end(choose: impl Fn(usize, usize) -> usize) -> (String, usize) {
    let text = Text::new(Lang::En);
    let mut desk = Desk::new(None, 1);
    let mut console = Console::new(&mut desk, &text, with_games(&["reversi:4"]));
    let mut last = console.start();
    let mut transcript = last.clone();
    let mut passes = 0;
    for ply in 0.. {
        if last.contains("Game over") {
            break;
        }
        let moves = console.line("?");
        let (moves, help) = moves.trim_end().split_once('\n').unwrap();
        assert_eq!(help, "Type help for all commands.");
        let moves = moves.trim_end_matches('.');
        let moves: Vec<&str> = moves
            .strip_prefix("Legal moves: ")
            .unwrap()
            .split(' ')
            .collect();
        let mv = moves[choose(ply, moves.len())];
        let must_pass = mv == "pass";
        assert_eq!(
            last.contains("has no move: type pass."),
            must_pass,
            "{last}"
        );
        passes += usize::from(must_pass);
        if !must_pass {
            check_one_sentence(&console.line("pass"));
        }
        last = console.line(mv);
        transcript.push_str(&format!("» {mv}\n{last}"));
    }
    (transcript, passes)
}

#[test]
fn reversi_on_4x4_is_played_to_the_end_with_passes() {
    let (tie, passes) = reversi_to_the_end(|ply, count| ply % count);
    assert!(passes > 0);
    insta::assert_snapshot!("reversi-tie", tie);
    let (win, _) = reversi_to_the_end(|_, _| 0);
    insta::assert_snapshot!("reversi-win", win);
}

#[test]
fn moves_can_be_taken_back_viewed_and_continued_from() {
    let said = answers(
        with_games(&["reversi"]),
        &[
            "d3", "c3", "c4", "undo", "at b1", "branch", "c5", "1", "at end",
        ],
    );
    assert_eq!(said[2], said[4]);
    assert!(said[5].contains("After move 1 of 2"), "{}", said[5]);
    assert!(said[5].contains("earlier position"), "{}", said[5]);
    assert!(
        said[6].contains("Game 2 continues from move 1 of game 1."),
        "{}",
        said[6]
    );
    assert!(said[7].contains("○ Bob: c5, flips d5"), "{}", said[7]);
    assert!(said[9].contains("○ Bob: c3, flips d4"), "{}", said[9]);
}

#[test]
fn programs_move_at_once_and_their_moves_are_reported() {
    let said = answers(
        with_games(&["reversi"]),
        &["white Eve=random:seed=1", "d3", "undo"],
    );
    assert!(
        said[1].contains("○ is now played by Eve (Random moves)."),
        "{}",
        said[1]
    );
    assert!(said[2].contains("○ Eve (Random moves): "), "{}", said[2]);
    assert!(said[2].contains("● Ann to move"), "{}", said[2]);
    assert!(said[3].contains("● 2 Ann ◀ to move"), "{}", said[3]);
    let said = answers(
        with_games(&["reversi:6"]),
        &["black random", "white greedy"],
    );
    assert!(said[2].contains("Game over"), "{}", said[2]);
    assert!(said[2].contains("All games are over"), "{}", said[2]);
}

#[test]
fn a_program_answers_an_offer_itself() {
    let said = answers(with_games(&["reversi"]), &["white greedy", "draw", "d3"]);
    assert!(said[2].contains("The computer "), "{}", said[2]);
}

#[test]
fn the_engine_suggests_a_legal_move() {
    let said = answers(with_games(&["reversi:4"]), &["suggest"]);
    check_one_sentence(&said[1]);
    assert!(
        said[1].starts_with("Suggested at full strength: "),
        "{}",
        said[1]
    );
}

#[test]
fn a_resignation_can_be_taken_back() {
    let said = answers(with_games(&["reversi"]), &["d3", "c3", "resign", "undo"]);
    assert!(
        said[3].contains("Game over: ○ Bob wins, Ann resigned."),
        "{}",
        said[3]
    );
    assert!(said[4].contains(" to move: "), "{}", said[4]);
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let file = file.to_str().unwrap();
    let (save, load) = (format!("save {file}"), format!("load {file}"));
    let mut desk = Desk::new(Some(Store::open(folder.path()).unwrap()), 1);
    let said = answers_on(
        &mut desk,
        with_games(&["reversi", "gomoku"]),
        &[
            "save 2", "d3", "save 2", "c3", "save 2", "2", "h8", "save 2", "no", "save 2", "yes",
            "load 2", "load 9", "save", &save, "1", &save, "?", "yes", &save, "yes", &load, "load",
        ],
    );
    let want = [
        (1, "No moves have been played, so slot 2 is now empty."),
        (3, "Saved to slot 2."),
        (5, "Saved to slot 2."),
        (8, "Slot 2 holds Reversi 8×8, Ann – Bob, 2 moves, "),
        (9, "Nothing was saved."),
        (11, "Saved to slot 2."),
        (12, "Loaded from slot 2 as game 3."),
        (12, "● Ann: h8"),
        (13, "Slot 9 is empty."),
        (14, "2. Gomoku 15×15, freestyle, Ann – Bob, 1 move, "),
        (14, "1. empty"),
        (15, "Saved to "),
        (17, " already exists: type yes to overwrite it."),
        (18, "Legal moves: "),
        (19, "Nobody has offered a draw."),
        (21, "Saved to "),
        (22, " as game 4."),
    ];
    for (index, part) in want {
        assert!(said[index].contains(part), "{index}: {}", said[index]);
    }
    for index in [1, 3, 5, 8, 9, 11, 13, 15, 17, 19, 20, 21] {
        check_one_sentence(&said[index]);
    }
    assert_eq!(said[14], said[23]);
}

#[test]
fn unfinished_games_are_offered_again() {
    let folder = tempfile::tempdir().unwrap();
    let text = Text::new(Lang::En);
    let start = |lines: &[&str]| {
        let mut desk = Desk::new(Some(Store::open(folder.path()).unwrap()), 1);
        let options = with_games(&["reversi:6"]);
        let mut console = Console::new(&mut desk, &text, options).with_recovery();
        let mut said = console.start();
        for line in lines {
            said.push_str(&console.line(line));
        }
        said
    };
    assert!(start(&["c2"]).contains("1. Reversi 6×6"));
    let offered = "An unfinished game was found. Open it?";
    let said = start(&["maybe", "yes", "2"]);
    assert!(
        said.contains(offered) && said.contains("● Ann: c2, flips c3"),
        "{said}"
    );
    assert!(said.contains("Please type yes or no."), "{said}");
    assert!(said.find(offered) < said.find("Ann"), "{said}");
    let said = start(&["no", "2"]);
    assert!(said.contains(offered), "{said}");
    assert!(
        said.contains("There is no game 2: only game 1 is open."),
        "{said}"
    );
    // It was left for later, and disappears only when it is closed.
    assert!(start(&["yes", "1", "close"]).contains(offered));
    let said = start(&["quit"]);
    assert!(!said.contains("unfinished"), "{said}");
}

#[test]
fn a_row_of_five_wins_and_is_reported() {
    let said = answers(
        with_games(&["gomoku:5"]),
        &[
            "a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5", "b5", "undo",
        ],
    );
    let end = "Game over: ● Ann wins with a5 a4 a3 a2 a1.\nAll games are over";
    assert!(said[9].contains(end), "{}", said[9]);
    assert_eq!(said[10], "The game is over.\n");
    assert_eq!(said[11], said[8]);
}

#[test]
fn peace_ends_when_the_board_is_full() {
    let said = answers(with_games(&["peace"]), &["black random", "white random"]);
    assert!(
        said[2].contains("Game over. The board is full: peace."),
        "{}",
        said[2]
    );
    assert!(
        said[2].contains("> 1. Peace 8×8: The board is full: peace."),
        "{}",
        said[2]
    );
}

#[test]
fn the_second_side_of_swap2_may_ask_for_two_more_stones() {
    let said = answers(
        with_games(&["gomoku:15:freestyle:swap2"]),
        &["h8", "i9", "j10", "more", "a1", "b2", "keep"],
    );
    let asked = "swap and play ●, keep ○, or add two stones and let Ann choose?";
    assert!(said[3].contains(asked), "{}", said[3]);
    assert!(
        said[6].contains("● Ann: swap and play ○, or keep ●?"),
        "{}",
        said[6]
    );
    assert!(said[7].contains("○ Bob to move"), "{}", said[7]);
}

#[test]
fn a_loaded_game_can_be_saved_and_loaded_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(Some(Store::open(folder.path()).unwrap()), 1);
    let said = answers_on(
        &mut desk,
        with_games(&["reversi"]),
        &["d3", "white greedy", "save 1", "load 1", "save 2", "load 2"],
    );
    let loaded = &said[6];
    assert!(loaded.contains("Loaded from slot 2 as game 3."), "{loaded}");
    assert!(loaded.contains("○ Bob (Greedy): c3, flips d4"), "{loaded}");
}

#[test]
fn a_missing_argument_and_a_missing_move_are_sentences_of_their_own() {
    let said = answers(with_games(&["reversi"]), &["at", "at 9"]);
    assert_eq!(
        said[1..],
        [
            "Something is missing: write at PLY|b5|w7|end.\n",
            "This game has no moves.\n"
        ]
    );
}

#[test]
fn a_pipe_is_not_told_about_games_that_nobody_will_offer() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::new(Some(Store::open(folder.path()).unwrap()), 1);
    let said = answers_on(&mut desk, with_games(&["reversi"]), &["d3", "quit"]);
    assert_eq!(said.last().unwrap(), "Goodbye.\n");
}

#[test]
fn a_mistyped_command_is_answered_with_the_one_that_was_probably_meant() {
    let said = answers(with_games(&["reversi"]), &["hin", "svae", "boord", "qqq"]);
    for (said, meant) in said[1..].iter().zip(["hint", "save", "board"]) {
        let want = format!("did you mean {meant}?");
        assert!(said.contains(&want), "{said}");
    }
    assert!(said[4].contains("type a point such as d3"), "{}", said[4]);
}

#[test]
fn the_board_is_shown_again_on_request_and_a_declined_draw_is_said() {
    let said = answers(
        with_games(&["reversi"]),
        &["moves", "board", "draw", "decline"],
    );
    assert!(!said[1].contains("5 . . . ● ○"));
    assert!(said[2].contains("5 . . . ● ○"), "{}", said[2]);
    let want = "The draw is declined: the game goes on.";
    assert!(said[4].contains(want), "{}", said[4]);
}

#[test]
fn a_swap_opening_says_what_comes_next_and_an_end_can_be_taken_back() {
    let said = answers(with_games(&["gomoku:15:freestyle:swap1"]), &["h8"]);
    let want = "● Ann places a white stone, 2 of 3; then ○ Bob chooses a color. Type a point";
    assert!(said[1].contains(want), "{}", said[1]);
    let said = answers(with_games(&["reversi"]), &["resign", "undo"]);
    let want = "The end is taken back: the game goes on.";
    assert!(said[2].contains(want), "{}", said[2]);
}
