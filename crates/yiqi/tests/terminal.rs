//! The real program in a real pseudo-terminal, operated by keys and read from the screen.

use std::path::{Path, PathBuf};

use yiqi_record::notation::move_name;
use yiqi_rules::{AnyPosition, GameSpec, Move};
use yiqi_testkit::{Dice, Terminal, random_play};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn data(&self) -> String {
        self.0.path().join("data").display().to_string()
    }

    fn file(&self, name: &str, contents: &str) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, contents).unwrap();
        path.display().to_string()
    }

    /// The program with this data folder, on a screen of 80×24.
    fn start(&self, args: &[&str]) -> Terminal {
        self.start_sized(args, 80, 24)
    }

    fn start_sized(&self, args: &[&str], cols: u16, rows: u16) -> Terminal {
        self.start_typed("", args, cols, rows)
    }

    /// The same after something was typed or answered.
    fn start_typed(&self, typed: &str, args: &[&str], cols: u16, rows: u16) -> Terminal {
        let data = self.data();
        let mut all = vec!["--lang", "en", "--data-dir", &data];
        all.extend(args);
        let program = PathBuf::from(env!("CARGO_BIN_EXE_yiqi"));
        Terminal::start_typed(typed, &program, &all, &[], cols, rows)
    }
}

const ESC: &str = "\u{1b}";
const ENTER: &str = "\r";

/// Types the moves of a game from its beginning, waiting for each to be listed.
fn play(terminal: &mut Terminal, moves: &[&str]) {
    for (number, mv) in (1..).zip(moves) {
        terminal.send(&format!(":{mv}{ENTER}"));
        wait_listed(terminal, number, mv);
    }
}

/// Waits until a ply is in the list of moves, which is aligned in columns.
fn wait_listed(terminal: &mut Terminal, number: usize, mv: &str) {
    let listed = format!("{number} {mv}");
    terminal.wait_until(&listed, |screen| {
        let words: Vec<&str> = screen.split_whitespace().collect();
        words.join(" ").contains(&listed)
    });
}

fn quit(mut terminal: Terminal) {
    terminal.send("\u{3}");
    assert_eq!(terminal.wait_end(), 0);
    let raw = String::from_utf8_lossy(terminal.raw()).into_owned();
    assert!(raw.contains("\u{1b}[?1049l"), "the screen was not restored");
}

/// A random game played to its end, with a pass if required.
fn whole_game(spec: GameSpec, with_pass: bool) -> (AnyPosition, Vec<Move>) {
    (0..)
        .map(|seed| {
            let mut position = AnyPosition::new(spec);
            let played = random_play(&mut position, &mut Dice::new(seed), 700);
            let moves: Vec<Move> = played.iter().map(|changes| changes.mv).collect();
            (position, moves)
        })
        .find(|(_, moves)| moves.contains(&Move::Pass) == with_pass)
        .unwrap()
}

#[test]
fn a_whole_reversi_game_on_4x4_with_passes_is_played_by_two_people() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["play", "reversi:4"]);
    terminal.wait_for("Reversi 4×4");
    let spec: GameSpec = "reversi:4".parse().unwrap();
    let (position, moves) = whole_game(spec, true);
    for (number, mv) in (1..).zip(&moves) {
        match mv {
            Move::Pass => {
                terminal.wait_for("has no move: Enter passes");
                terminal.send(ENTER);
            }
            _ => terminal.send(&format!(":{}{ENTER}", move_name(*mv, spec))),
        }
        wait_listed(&mut terminal, number, &move_name(*mv, spec));
    }
    let outcome = position.outcome().unwrap();
    let score = outcome.score.unwrap();
    let first = outcome.winner.unwrap_or(yiqi_rules::Color::Black);
    terminal.wait_for(&format!("{}–{}", score[first], score[first.other()]));
    quit(terminal);
}

#[test]
fn a_peace_game_is_played_to_the_full_board() {
    let folder = Folder::new();
    let mut terminal = folder.start_sized(&["play", "peace"], 120, 40);
    terminal.wait_for("Peace 8×8");
    let (_, moves) = whole_game(GameSpec::Peace, false);
    for mv in moves {
        terminal.send(&format!(":{}{ENTER}", move_name(mv, GameSpec::Peace)));
    }
    terminal.wait_for("The board is full: peace.");
    quit(terminal);
}

#[test]
fn five_in_a_row_wins_by_typed_points_and_by_the_cursor() {
    let folder = Folder::new();
    let mut terminal = folder.start_sized(&["play", "gomoku"], 120, 40);
    terminal.wait_for("Gomoku 15×15");
    play(
        &mut terminal,
        &["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4"],
    );
    // The cursor is on the last stone, a4; the arrows move it to l8.
    terminal.send(&"\u{1b}[C".repeat(11));
    terminal.send(&"\u{1b}[A".repeat(4));
    terminal.send(ENTER);
    terminal.wait_for("Black wins");
    quit(terminal);
}

#[test]
fn swap1_opens_a_dialog_and_a_swap_exchanges_the_colors() {
    let folder = Folder::new();
    let mut terminal = folder.start_sized(
        &[
            "play",
            "gomoku:swap1",
            "--black",
            "Ann=human",
            "--white",
            "Bob=human",
        ],
        120,
        40,
    );
    terminal.wait_for("● Ann – ○ Bob");
    play(&mut terminal, &["h8", "i9", "j7"]);
    terminal.wait_for("choose your color");
    terminal.send("s");
    terminal.wait_for("● Bob – ○ Ann");
    terminal.wait_for("Bob swapped: Bob plays");
    quit(terminal);
}

#[test]
fn a_forbidden_move_is_refused_with_its_reason() {
    let folder = Folder::new();
    let mut terminal = folder.start_sized(&["play", "gomoku:renju"], 120, 40);
    terminal.wait_for("renju");
    play(
        &mut terminal,
        &["h8", "a1", "i8", "a3", "j9", "a5", "j10", "a7"],
    );
    terminal.send(":j8\r");
    // Beside the board, in lines as long as the panel is wide.
    terminal.wait_until("the refusal", |screen| {
        ["j8 is forbidden", "three-three (h8 i8 j8"]
            .iter()
            .all(|part| screen.contains(part))
    });
    quit(terminal);
}

// Fault 13.
#[test]
fn a_killed_game_is_offered_again_loaded_saved_and_branched() {
    let folder = Folder::new();
    let mut terminal = folder.start_sized(&["play", "reversi"], 100, 30);
    terminal.wait_for("Reversi 8×8");
    play(&mut terminal, &["f5", "d6", "c3", "d3", "c4", "f4"]);
    let pid = terminal.pid().unwrap().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-9", &pid])
        .status();
    assert!(killed.unwrap().success());
    terminal.wait_end();

    let mut terminal = folder.start_sized(&[], 100, 30);
    terminal.wait_for("An unfinished game from last time");
    terminal.send(ENTER);
    terminal.wait_for("f4 flips");
    // Save it into slot 3, then load it from there.
    terminal.send("s");
    terminal.wait_for("Save this game");
    terminal.send("3");
    terminal.wait_for("Saved to slot 3.");
    terminal.send("o");
    terminal.wait_for("Load a game");
    terminal.send(ESC);
    terminal.wait_gone("Load a game");
    terminal.send(":load 3\r");
    terminal.wait_for("[2 Reversi 8×8]");
    terminal.wait_for("Loaded.");
    wait_listed(&mut terminal, 6, "f4");
    // View black's third move and continue from there.
    terminal.send("v");
    terminal.send(&format!("b3{ENTER}"));
    terminal.wait_for("5/6");
    terminal.send(&format!("B{ENTER}"));
    terminal.wait_for("New game from this position");
    terminal.send(ENTER);
    terminal.wait_for("[3 Reversi 8×8]");
    terminal.send(":f3\r");
    terminal.wait_for("f3 flips");
    quit(terminal);

    // All games are there at the next start.
    let mut terminal = folder.start(&[]);
    terminal.wait_for("3 unfinished games from last time");
    quit(terminal);
}

#[test]
fn every_entry_of_the_menu_leads_to_a_screen_and_back() {
    let folder = Folder::new();
    let mut terminal = folder.start(&[]);
    terminal.wait_for("New game");
    for (key, shown) in [
        ("n", "[ Enter: play ]"),
        ("l", "Load a game"),
        ("w", "Type the address of a server"),
        ("r", "Replay a game"),
        ("p", "Set up a position: Reversi 8×8"),
        ("u", "Reversi (Othello)"),
        ("s", "Language"),
    ] {
        terminal.send(key);
        terminal.wait_for(shown);
        terminal.send(ESC);
        terminal.wait_gone(shown);
        terminal.wait_for("Quit");
    }
    terminal.send("x");
    terminal.wait_for("That key does nothing here");
    terminal.send("q");
    assert_eq!(terminal.wait_end(), 0);
}

#[test]
fn a_signal_restores_the_terminal_and_keeps_the_game() {
    for signal in ["-TERM", "-HUP", "-INT"] {
        let folder = Folder::new();
        let mut terminal = folder.start(&["play", "reversi"]);
        terminal.wait_for("Reversi 8×8");
        play(&mut terminal, &["d3"]);
        let pid = terminal.pid().unwrap().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &pid])
            .status();
        assert!(sent.unwrap().success());
        terminal.wait_end();
        let raw = String::from_utf8_lossy(terminal.raw()).into_owned();
        assert!(raw.contains("\u{1b}[?1049l"), "{signal}");
        let mut again = folder.start(&[]);
        again.wait_for("An unfinished game from last time");
        quit(again);
    }
}

#[test]
fn a_person_plays_a_program_and_every_key_works_while_it_thinks() {
    let folder = Folder::new();
    let args = ["play", "gomoku", "--white", "engine:level=20"];
    let mut terminal = folder.start_sized(&args, 120, 40);
    terminal.wait_for("Gomoku 15×15");
    play(&mut terminal, &["h8"]);
    terminal.wait_for("thinking");
    terminal.send("?");
    terminal.wait_for("┌ Help");
    terminal.send(ESC);
    terminal.wait_gone("┌ Help");
    quit(terminal);
}

#[test]
fn points_are_typed_in_capitals_and_row_first_and_question_mark_is_help() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["play", "reversi"]);
    terminal.wait_for("Reversi 8×8");
    terminal.send("D");
    terminal.wait_for("Enter: offer a draw · or type d3");
    terminal.send(&format!("3{ENTER}"));
    wait_listed(&mut terminal, 1, "d3");
    terminal.send(&format!("3c{ENTER}"));
    wait_listed(&mut terminal, 2, "c3");
    terminal.send("?");
    terminal.wait_for("Legal moves: ");
    terminal.send("?");
    terminal.wait_gone("Legal moves: ");
    terminal.send("U");
    terminal.wait_for("Move taken back.");
    terminal.send("Y");
    terminal.wait_for("Played again.");
    terminal.send(&format!("d{ENTER}"));
    terminal.wait_for("Who offers a draw?");
    quit(terminal);
}

#[test]
fn help_is_one_key_in_chinese_too() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["play", "reversi", "--lang", "zh-Hans"]);
    terminal.wait_for("黑白棋");
    terminal.send("d");
    terminal.wait_for("Enter：求和 · 或坐标：d3");
    terminal.send(ESC);
    terminal.wait_gone("Enter：求和");
    terminal.send("?");
    terminal.wait_for("┌ 帮助");
    terminal.wait_for("求和");
    quit(terminal);
}

#[test]
fn a_suspended_program_gives_the_terminal_back_and_takes_it_again() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["play", "reversi"]);
    terminal.wait_for("Reversi 8×8");
    // No shell watches this terminal, so that the process goes on at once.
    terminal.send("\u{1a}");
    terminal.send(&format!("d3{ENTER}"));
    wait_listed(&mut terminal, 1, "d3");
    let raw = String::from_utf8_lossy(terminal.raw()).into_owned();
    assert_eq!(raw.matches("\u{1b}[?1049l").count(), 1, "not given back");
    assert_eq!(raw.matches("\u{1b}[?1049h").count(), 2, "not taken again");
    quit(terminal);
}

#[test]
fn the_screen_may_be_resized_at_any_time() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["play", "gomoku:19"]);
    terminal.wait_for("Gomoku 19×19");
    for (cols, rows) in [(40, 15), (20, 5), (200, 60), (39, 14), (1, 1), (80, 24)] {
        terminal.resize(cols, rows);
        terminal.send("l");
    }
    terminal.wait_for("Gomoku 19×19");
    terminal.resize(30, 10);
    terminal.wait_for("too small");
    terminal.resize(80, 24);
    terminal.wait_for("Gomoku 19×19");
    quit(terminal);
}

// Fault 69.
#[test]
fn names_in_a_file_cannot_control_the_terminal() {
    let folder = Folder::new();
    let name = format!(
        "\u{1b}\\]0;owned\u{7}\u{202e}\u{9b}31m{}",
        "x".repeat(10_000)
    );
    let file = folder.file(
        "evil.sgf",
        &format!("(;GM[2]SZ[8]PB[{name}]PW[王小明];B[d3];W[c3])"),
    );
    let mut terminal = folder.start_sized(&["replay", &file], 100, 30);
    terminal.wait_for("王小明");
    let raw = String::from_utf8_lossy(terminal.raw()).into_owned();
    assert!(!raw.contains("\u{1b}]0;owned"));
    assert!(!raw.contains(['\u{7}', '\u{202e}', '\u{9b}']));
    quit(terminal);
}

#[test]
fn the_console_edits_lines_and_completes_commands() {
    let folder = Folder::new();
    let mut terminal = folder.start_sized(
        &["console", "--names", "Ann,Bob", "--game", "reversi"],
        100,
        30,
    );
    terminal.wait_for("Ann to move");
    terminal.send("d3\r");
    terminal.wait_for("flips d4");
    terminal.send("un\t\r");
    terminal.wait_gone("flips d4");
    terminal.send("quit\r");
    assert_eq!(terminal.wait_end(), 0);
    assert!(Path::new(&folder.data()).join("history.txt").exists());
}

#[test]
fn colors_match_what_the_terminal_supports() {
    let folder = Folder::new();
    let data = folder.data();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_yiqi"));
    let args = ["--lang", "en", "--data-dir", &data, "play", "reversi"];
    for (env, has, has_not) in [
        (&[("COLORTERM", "truecolor")][..], Some("48;2;"), "48;5;"),
        (&[("COLORTERM", "")], Some("48;5;"), "48;2;"),
        (
            &[("NO_COLOR", "1"), ("COLORTERM", "truecolor")],
            None,
            "48;",
        ),
    ] {
        let mut terminal = Terminal::start(&program, &args, env, 80, 24);
        terminal.wait_for("Reversi 8×8");
        let raw = String::from_utf8_lossy(terminal.raw()).into_owned();
        assert!(has.is_none_or(|sign| raw.contains(sign)), "{env:?}");
        assert!(!raw.contains(has_not), "{env:?}");
    }
}

/// What a terminal with pictures answers when it is asked. It may as well say so before.
const LIKE_KITTY: &str = "\x1b_Gi=31;OK\x1b\\\x1b[6;20;10t\x1b[?62;c";
const LIKE_XTERM: &str = "\x1b[6;20;10t\x1b[?63;1;4c\x1b[?1;0;64S\x1b[?63;1;4c";
const LIKE_ITERM: &str = "\x1bP>|iTerm2 3.5.0\x1b\\\x1b[6;20;10t\x1b[?62;4c";

/// How often something was written.
fn written(terminal: &Terminal, what: &str) -> usize {
    String::from_utf8_lossy(terminal.raw())
        .matches(what)
        .count()
}

#[test]
fn a_board_is_a_picture_where_the_terminal_shows_pictures() {
    for (answer, sign) in [
        (LIKE_KITTY, "\x1b_Ga=T,f=100,"),
        (LIKE_XTERM, "\x1bP0;1;0q\"1;1;320;40#0;2;"),
        (LIKE_ITERM, "\x1b]1337;File=inline=1;size="),
    ] {
        let folder = Folder::new();
        let mut terminal = folder.start_typed(answer, &["play", "reversi"], 80, 24);
        terminal.wait_for("Reversi 8×8");
        // The board in eight strips, and no stone as a character.
        play(&mut terminal, &["d3"]);
        assert!(written(&terminal, sign) >= 8, "{sign:?}");
        let board = terminal.text();
        let row = board.lines().find(|line| line.starts_with("  4")).unwrap();
        assert!(!row.contains(['●', '○', '█', '▄']), "{board}");
        assert!(!board.contains("31;OK"), "{board}");
        // A click plays where the picture shows the point: c3 is at column 12, row 7.
        terminal.send("\x1b[<0;14;7M\x1b[<0;14;7m");
        wait_listed(&mut terminal, 2, "c3");
        // The cursor changes only its own row of the board.
        let before = written(&terminal, sign);
        terminal.send("\x1b[C");
        terminal.send("\x1b[D:");
        terminal.wait_for("Esc cancels");
        let sent = written(&terminal, sign) - before;
        assert!(sent <= 8, "{sent}");
        terminal.send(ESC);
        terminal.wait_gone("Esc cancels");
        // A dialog covers it: characters are readable under a box, and the picture comes back.
        terminal.send("P");
        terminal.wait_for("┌");
        let before = written(&terminal, sign);
        assert!(terminal.text().contains('▗'), "{}", terminal.text());
        terminal.send(ESC);
        terminal.wait_gone("┌");
        terminal.send(&format!("c4{ENTER}"));
        wait_listed(&mut terminal, 3, "c4");
        assert!(written(&terminal, sign) >= before + 8, "{sign:?}");
        if answer == LIKE_KITTY {
            assert!(written(&terminal, "\x1b_Ga=d,d=A") >= 1);
        }
        quit(terminal);
    }
}

#[test]
fn a_picture_is_sent_again_after_a_resize_and_never_if_it_is_turned_off() {
    let folder = Folder::new();
    let mut terminal = folder.start_typed(LIKE_XTERM, &["play", "gomoku"], 80, 24);
    terminal.wait_for("Gomoku 15×15");
    play(&mut terminal, &["h8"]);
    assert_eq!(written(&terminal, "\x1b[2J"), 1);
    terminal.resize(120, 40);
    terminal.wait_until("the larger board", |screen| screen.lines().count() > 36);
    play_on(&mut terminal, 2, "i9");
    assert!(
        written(&terminal, "\"1;1;600;80#") > 0,
        "{}",
        terminal.text()
    );
    quit(terminal);
    std::fs::write(
        Path::new(&folder.data()).join("settings.txt"),
        "pictures: off\n",
    )
    .unwrap();
    let mut terminal = folder.start(&["play", "gomoku"]);
    terminal.wait_for("Gomoku 15×15");
    assert_eq!(written(&terminal, "\x1b_G"), 0, "asked in vain");
    quit(terminal);
}

/// Types one more move.
fn play_on(terminal: &mut Terminal, number: usize, mv: &str) {
    terminal.send(&format!(":{mv}{ENTER}"));
    wait_listed(terminal, number, mv);
}

#[test]
fn keys_typed_before_the_terminal_answers_are_not_lost() {
    let folder = Folder::new();
    let typed = format!("D3\n{LIKE_KITTY}3c\n");
    let mut terminal = folder.start_typed(&typed, &["play", "reversi"], 80, 24);
    wait_listed(&mut terminal, 2, "c3");
    quit(terminal);
}

#[test]
fn the_title_says_whose_turn_it_is_and_is_given_back() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["play", "reversi"]);
    terminal.wait_for("Reversi 8×8");
    play(&mut terminal, &["d3"]);
    assert_eq!(
        written(&terminal, "\x1b]2;Your move: Reversi 8×8 – yiqi\x1b\\"),
        1
    );
    terminal.send("\u{3}");
    assert_eq!(terminal.wait_end(), 0);
    assert_eq!(written(&terminal, "\x1b[22;2t"), 1);
    assert_eq!(written(&terminal, "\x1b[23;2t"), 1);
}

#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["play", "reversi"]);
    terminal.wait_for("Reversi 8×8");
    play(&mut terminal, &["d3"]);
    let child = terminal.close();
    yiqi_testkit::wait_gone(child);
    let mut again = folder.start(&[]);
    again.wait_for("An unfinished game from last time");
    quit(again);
}

#[test]
fn an_unreachable_server_is_reported_in_one_sentence() {
    // A port that was free a moment ago.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let folder = Folder::new();
    let mut terminal = folder.start(&["join", &format!("http://{address}/t/k3v9#x")]);
    terminal.wait_for("Cannot reach the server");
    assert_eq!(terminal.wait_end(), 1);
    let raw = String::from_utf8_lossy(terminal.raw()).into_owned();
    assert!(!raw.contains(ESC), "{raw}");
}

#[test]
fn the_first_game_takes_one_key_and_the_second_one_more() {
    let folder = Folder::new();
    let mut terminal = folder.start(&[]);
    terminal.wait_for("> g  Play");
    terminal.wait_for("Reversi 8×8 against Level 4");
    terminal.send(ENTER);
    terminal.wait_for("[1 Reversi 8×8]");
    terminal.send(&format!(":resign{ENTER}"));
    terminal.wait_for("resign this game?");
    terminal.send("y");
    terminal.wait_for("White (Level 4) wins: you resigned.");
    terminal.wait_for("g rematch, colors exchanged");
    terminal.send("g");
    terminal.wait_for("Colors exchanged: you play White now.");
    // The program moves first now.
    terminal.wait_until("a first move", |screen| {
        let words: Vec<&str> = screen.split_whitespace().collect();
        words
            .windows(2)
            .any(|pair| pair[0] == "1" && ["c4", "d3", "e6", "f5"].contains(&pair[1]))
    });
    quit(terminal);
}

#[test]
fn a_new_game_is_chosen_in_one_form_and_remembered() {
    let folder = Folder::new();
    let mut terminal = folder.start(&[]);
    terminal.wait_for("New game");
    terminal.send("n");
    terminal.wait_for("[ Enter: play ]");
    terminal.send("g");
    terminal.wait_for("‹ Gomoku ›");
    // Down to Black: a name; to White: a name; to the time.
    let down = "\u{1b}[B";
    terminal.send(&down.repeat(4));
    terminal.send(&format!("Ann{down}Bob{down}{down}5m+3x10s{ENTER}"));
    terminal.wait_for("‹ 5m+3x10s ›");
    terminal.send(ENTER);
    terminal.wait_for("[1 Gomoku 15×15]");
    terminal.wait_for("● Ann – ○ Bob");
    quit(terminal);
    let mut terminal = folder.start(&[]);
    terminal.wait_for("> g  Play again");
    terminal.wait_for("Gomoku 15×15, freestyle, Ann – Bob");
    terminal.send(ENTER);
    terminal.wait_for("● Ann – ○ Bob");
    quit(terminal);
}

#[test]
fn a_game_or_a_file_is_named_instead_of_a_command() {
    let folder = Folder::new();
    for (words, title) in [
        (&["gomoku"][..], "Gomoku 15×15, freestyle"),
        (&["reversi", "10"], "Reversi 10×10"),
        (&["gomoku", "15", "renju"], "Gomoku 15×15, renju"),
        (&["五子棋"], "Gomoku 15×15, freestyle"),
        (&["Peace"], "Peace 8×8"),
    ] {
        let mut terminal = folder.start(words);
        terminal.wait_for(title);
        quit(terminal);
    }
    let file = folder.file("game.sgf", "(;GM[2]SZ[8]PB[Cara]PW[Dan];B[d3];W[c3])");
    let mut terminal = folder.start(&[&file]);
    terminal.wait_for("0/2");
    terminal.wait_for("Cara");
    terminal.send(ESC);
    assert_eq!(terminal.wait_end(), 0);
}

#[test]
fn a_game_named_on_the_command_line_takes_no_clock_and_no_player_from_the_last_one() {
    let folder = Folder::new();
    let mut terminal = folder.start(&[]);
    terminal.wait_for("New game");
    terminal.send("n");
    terminal.wait_for("[ Enter: play ]");
    let down = "\u{1b}[B";
    terminal.send(&format!("{0}{0}{0}Ann{0}Bob{0}{0}5m{ENTER}", down));
    terminal.wait_for("‹ 5m ›");
    terminal.send(ENTER);
    terminal.wait_for("● Ann – ○ Bob");
    terminal.wait_for("5:00");
    quit(terminal);
    let mut terminal = folder.start(&[]);
    terminal.wait_for("Reversi 8×8, Ann – Bob, 5m");
    quit(terminal);
    let mut terminal = folder.start(&["reversi", "6"]);
    terminal.wait_for("[1 Reversi 6×6]");
    terminal.wait_for("○ Level 4");
    assert!(!terminal.text().contains("5:00"), "{}", terminal.text());
    quit(terminal);
}

#[test]
fn quitting_says_that_unfinished_games_are_kept() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["reversi"]);
    terminal.wait_for("[1 Reversi 8×8]");
    terminal.send(&format!(":d3{ENTER}"));
    wait_listed(&mut terminal, 1, "d3");
    terminal.send("q");
    assert_eq!(terminal.wait_end(), 0);
    let raw = String::from_utf8_lossy(terminal.raw()).into_owned();
    let kept = "One unfinished game is kept: yiqi offers it at the next start.";
    assert!(raw.contains(kept), "{raw}");
    // In the console it is offered before anybody is asked for a name.
    let mut terminal = folder.start(&["console"]);
    terminal.wait_for("An unfinished game was found. Open it?");
    terminal.send(&format!("yes{ENTER}"));
    terminal.wait_for("to move: type a point");
    terminal.send(&format!("quit{ENTER}"));
    terminal.wait_for("you can continue them next time");
    assert_eq!(terminal.wait_end(), 0);
}

#[test]
fn two_programs_leave_the_last_board_and_a_sentence() {
    let folder = Folder::new();
    let args = [
        "play",
        "reversi:4",
        "--black",
        "Ann=greedy",
        "--white",
        "random:seed=1",
    ];
    let mut terminal = folder.start(&args);
    assert_eq!(terminal.wait_end(), 0);
    let text = terminal.text();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert_eq!(lines[0], "  a b c d", "{text}");
    assert!(lines[1].starts_with("1 "), "{text}");
    assert!(
        lines[5].contains("Black (Ann)") || lines[5].contains("White (Random"),
        "{text}"
    );
    assert!(lines[6].starts_with("result: "), "{text}");
}

#[test]
fn saved_programs_that_know_the_game_are_among_the_players_of_the_form() {
    let folder = Folder::new();
    std::fs::create_dir(folder.data()).unwrap();
    let programs = "Corner: script:python3 corner.py\nBrain: gomocup:pbrain-x\n";
    std::fs::write(Path::new(&folder.data()).join("programs"), programs).unwrap();
    let mut terminal = folder.start(&[]);
    terminal.wait_for("New game");
    terminal.send("n");
    terminal.wait_for("[ Enter: play ]");
    // Down to White; before the first player comes the last one.
    let (down, left, right) = ("\u{1b}[B", "\u{1b}[D", "\u{1b}[C");
    terminal.send(&format!("{}1{ENTER}", down.repeat(4)));
    terminal.wait_for("‹ Level 1, newcomer ›");
    terminal.send(&left.repeat(2));
    terminal.wait_for("‹ Corner ›");
    terminal.wait_for("A program you saved");
    terminal.send(left);
    terminal.wait_for("‹ Random moves ›");
    // In Gomoku there is the other one as well.
    terminal.send(&format!("{right}\u{1b}[Hg"));
    terminal.wait_for("‹ Gomoku ›");
    terminal.send(&format!("{}{right}", down.repeat(5)));
    terminal.wait_for("‹ Brain ›");
    quit(terminal);
}

#[test]
fn the_console_breaks_lines_between_words() {
    let folder = Folder::new();
    let mut terminal = folder.start_sized(&["console", "--names", "Ann,Bob"], 47, 30);
    terminal.wait_for("to move");
    terminal.send(&format!("gomoku chess{ENTER}"));
    terminal.wait_until("the whole sentence", |screen| {
        let words: Vec<&str> = screen.split_whitespace().collect();
        let sentence = "“chess” is not valid here. Rules of Gomoku: freestyle, standard, \
                        forbidden, renju, caro. Openings: free, swap1, swap2, pro.";
        words.join(" ").contains(sentence)
    });
    terminal.send(&format!("quit{ENTER}"));
    assert_eq!(terminal.wait_end(), 0);
}

#[test]
fn a_console_whose_terminal_goes_away_loses_nothing() {
    let folder = Folder::new();
    let args = ["console", "--names", "Ann,Bob", "--game", "reversi"];
    let mut terminal = folder.start(&args);
    terminal.wait_for("to move");
    terminal.send(&format!("d3{ENTER}"));
    terminal.wait_for("d3, flips d4");
    yiqi_testkit::wait_gone(terminal.close());
    let mut again = folder.start(&[]);
    again.wait_for("An unfinished game from last time");
    again.wait_for("Reversi 8×8 · Ann – Bob");
    quit(again);
}

#[test]
fn a_rematch_does_not_change_what_the_next_game_begins_with() {
    let folder = Folder::new();
    let mut terminal = folder.start(&[]);
    terminal.wait_for("> g  Play");
    terminal.send(ENTER);
    terminal.wait_for("[1 Reversi 8×8]");
    terminal.send(&format!(":resign{ENTER}"));
    terminal.wait_for("resign this game?");
    terminal.send("y");
    terminal.wait_for("g rematch, colors exchanged");
    terminal.send("g");
    terminal.wait_for("Colors exchanged: you play White now.");
    quit(terminal);
    let mut terminal = folder.start(&["gomoku"]);
    terminal.wait_for("● Black – ○ Level 4");
    quit(terminal);
}

#[test]
fn a_check_on_a_terminal_is_a_sentence_in_the_persons_language() {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_yiqi"));
    let args = ["--lang", "zh-Hans", "check", "reversi", "d3", "a1"];
    let mut terminal = Terminal::start(&program, &args, &[], 80, 24);
    assert_eq!(terminal.wait_end(), 0);
    let screen = terminal.text();
    assert!(screen.contains("d3 可以下。"), "{screen}");
    assert!(screen.contains("a1 翻不了任何棋子"), "{screen}");
}

#[test]
fn the_manual_is_text_on_a_terminal_that_has_no_man() {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_yiqi"));
    let nowhere = [("PATH", "/nowhere")];
    let args = ["--lang", "en", "man"];
    let mut terminal = Terminal::start(&program, &args, &nowhere, 80, 24);
    assert_eq!(terminal.wait_end(), 0);
    let screen = String::from_utf8_lossy(terminal.raw()).into_owned();
    assert!(!screen.contains(".SH"), "{screen}");
    assert!(screen.contains("THE SCRIPT PROTOCOL"), "{screen}");
}

#[test]
fn the_screen_is_emptied_before_it_is_given_back() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["reversi"]);
    terminal.wait_for("[1 Reversi 8×8]");
    terminal.resize(100, 30);
    terminal.wait_for("Moves");
    terminal.send("\u{3}");
    assert_eq!(terminal.wait_end(), 0);
    let raw = String::from_utf8_lossy(terminal.raw()).into_owned();
    let end = raw.rfind("\u{1b}[?1049l").unwrap();
    let cleared = raw[..end].rfind("\u{1b}[2J\u{1b}[1;1H").unwrap();
    let after = &raw[cleared + 10..end];
    assert!(
        !after.contains(|c: char| c.is_alphanumeric() && !c.is_ascii()),
        "{after:?}"
    );
}

#[test]
fn the_console_of_a_person_begins_with_reversi() {
    let folder = Folder::new();
    let mut terminal = folder.start(&["console", "--names", "Ann,Bob"]);
    terminal.wait_for("> 2. Reversi 8×8");
    terminal.send(&format!("d3{ENTER}"));
    terminal.wait_for("● Ann: d3, flips d4");
    terminal.send(&format!("quit{ENTER}"));
    assert_eq!(terminal.wait_end(), 0);
}
