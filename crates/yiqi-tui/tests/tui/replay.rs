//! Replay: times, comments, variations, the engine's graph.

use std::path::PathBuf;

use yiqi_tui::Start;

use crate::driver::{Person, Setup};

/// The game of the examples: a clock, a comment, a variation.
fn first_game() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/first-game.yiqi")
}

/// Starts with the replay of a file.
fn replaying(path: &std::path::Path) -> Person {
    let mut setup = Setup::default();
    setup.options.start = Start::Replay;
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
