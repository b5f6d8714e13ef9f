//! `yiqi arena` as people and scripts use it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use yiqi_testkit::Terminal;

fn arena(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yiqi"));
    command.args(["--lang", "en", "arena"]).args(args);
    command
}

#[track_caller]
fn succeeds(args: &[&str]) -> String {
    let output = arena(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the command, which must fail with this status, and returns the last line of its errors.
#[track_caller]
fn fails(status: i32, args: &[&str]) -> String {
    let Output {
        status: found,
        stderr,
        ..
    } = arena(args).output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(found.code(), Some(status), "{args:?}: {said}");
    said.lines().last().unwrap_or_default().to_owned()
}

const QUICK: [&str; 8] = [
    "--game",
    "reversi:4",
    "--player",
    "A=random",
    "--player",
    "B=greedy",
    "--seed",
    "5",
];

/// What must be equal however often a tournament was interrupted: everything but times.
fn table(folder: &Path) -> Value {
    let report = std::fs::read_to_string(folder.join("report.json")).unwrap();
    let mut report: Value = serde_json::from_str(&report).unwrap();
    for player in report["players"].as_array_mut().unwrap() {
        player["time"] = Value::Null;
    }
    report
}

/// Waits until the log has more bytes than before, or the process has ended.
fn wait_until(child: &mut std::process::Child, log: &Path, bytes: u64) -> bool {
    loop {
        if std::fs::metadata(log).is_ok_and(|metadata| metadata.len() >= bytes) {
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
}

#[test]
fn a_tournament_killed_at_fifty_instants_ends_like_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let games = ["--games", "1600", "--concurrency", "3", "--out"];
    let begin = |out: &Path| {
        let mut args: Vec<&str> = QUICK.to_vec();
        args.extend(games);
        args.push(out.to_str().unwrap());
        let mut command = arena(&args);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(begin(&whole).status().unwrap().success());
    let log = killed.join("tournament.log");
    // Every game is there once, and the table is that of a tournament that nobody disturbed.
    let check = || {
        assert_eq!(table(&killed), table(&whole));
        let games = std::fs::read_to_string(killed.join("games.yiqi")).unwrap();
        let numbers = games.lines().filter(|line| line.starts_with("Game-Number"));
        let numbers: Vec<&str> = numbers.collect();
        assert_eq!(numbers.len(), 1600);
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), 1600);
    };
    let mut dice = yiqi_rules::Dice::new(1);
    let (mut kills, mut has_begun) = (0, false);
    while kills < 50 {
        let mut command = begin(&killed);
        if has_begun {
            command = arena(&["--resume", killed.to_str().unwrap()]);
            command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        let before = std::fs::metadata(&log).map_or(0, |metadata| metadata.len());
        let mut child = command.spawn().unwrap();
        // The first kill comes while the tournament is set up.
        let more = if has_begun {
            1 + dice.below(6_000) as u64
        } else {
            1
        };
        let has_grown = wait_until(&mut child, &log, before + more);
        child.kill().unwrap();
        child.wait().unwrap();
        if has_grown {
            kills += 1;
            has_begun = has_begun || !fails_to_resume(&killed);
        } else {
            // On a busy machine kills come late: it is over, and the next ones hit another.
            check();
            has_begun = false;
        }
        if !has_begun {
            std::fs::remove_dir_all(&killed).unwrap();
        }
    }
    if !has_begun {
        assert!(begin(&killed).status().unwrap().success());
    }
    succeeds(&["--resume", killed.to_str().unwrap()]);
    check();
}

/// Whether a folder holds nothing that could be resumed.
fn fails_to_resume(folder: &Path) -> bool {
    !arena(&["report", folder.to_str().unwrap()])
        .output()
        .unwrap()
        .status
        .success()
}

#[test]
fn results_are_printed_as_a_table_or_as_json_and_written_as_reports() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let out = out.to_str().unwrap();
    let with = |more: &[&'static str]| [&QUICK[..], more].concat();
    let table = succeeds(&with(&["--games", "4"]));
    assert!(table.contains("Reversi 4×4, round robin"), "{table}");
    assert!(table.contains("A against B"), "{table}");
    let mut args = with(&["--games", "4", "--json", "--out"]);
    args.push(out);
    let lines = succeeds(&args);
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["type"], "game");
    assert_eq!(lines[4]["type"], "result");
    assert_eq!(lines[4]["games"], 4);
    for report in ["report.txt", "report.md", "report.json", "report.html"] {
        assert!(Path::new(out).join(report).exists(), "{report}");
    }
    let games = Path::new(out).join("games.yiqi");
    let shown = Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(["show", games.to_str().unwrap(), "--nth", "4"])
        .output()
        .unwrap();
    assert!(shown.status.success(), "{shown:?}");
    // The same again is refused, and a finished tournament can be looked at and corrected.
    assert!(fails(1, &args).contains("already holds a tournament"));
    assert!(succeeds(&["--resume", out]).contains("4 of 4 games played"));
    assert!(succeeds(&["report", out]).contains("4 of 4 games played"));
    let corrected = succeeds(&["correct", out, "1", "void", "--reason", "a test"]);
    assert!(
        corrected.contains("Game 1: does not count (a test)"),
        "{corrected}"
    );
    assert!(fails(2, &["correct", out, "9", "draw", "--reason", "x"]).contains("Game 9"));
}

#[test]
fn a_settings_file_describes_a_tournament_and_flags_take_precedence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.toml");
    let text = "game = \"reversi:4\"\nformat = \"knockout\"\ngames = 2\nseed = 1\n\n\
        [[player]]\nname = \"A\"\nspec = \"random\"\n\n[[player]]\nname = \"B\"\nspec = \"greedy\"\n\n\
        [[player]]\nname = \"C\"\nspec = \"weights\"\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let said = succeeds(&[file]);
    assert!(said.contains("Round 1: A has a bye"), "{said}");
    assert!(said.contains("won by") || said.contains("by lot"), "{said}");
    let said = succeeds(&[file, "--format", "ladder"]);
    assert!(said.contains("ladder"), "{said}");
    std::fs::write(file, "game = \"reversi\"\ngmaes = 3\n").unwrap();
    let said = fails(2, &[file]);
    assert!(
        said.contains("line 2: there is no setting “gmaes”; there are game, format"),
        "{said}"
    );
}

#[test]
fn wrong_flags_are_refused_in_one_sentence() {
    for (args, words) in [
        (vec![], "Which game?"),
        (vec!["--game", "reversi"], "at least two players"),
        (
            vec![
                "--game", "reversi", "--player", "human", "--player", "random",
            ],
            "is a person",
        ),
        (
            vec![
                "--game", "reversi", "--player", "random", "--player", "random",
            ],
            "Two players are called",
        ),
        (vec!["--game", "chess"], "chess"),
        (
            vec!["--game", "reversi", "--tc", "soon"],
            "“soon” is not valid for --tc",
        ),
        (
            vec!["--game", "reversi", "--sprt", "5,1"],
            "“5,1” is not valid for --sprt",
        ),
        (vec!["--resume", "/nonexistent"], "/nonexistent"),
        (vec!["--format", "league"], "league"),
        (
            vec!["ladder", "--game", "reversi", "--from", "0"],
            "from 1 to 20",
        ),
    ] {
        let said = fails(2, &args);
        assert!(said.contains(words), "{args:?}: {said}");
    }
}

#[test]
fn a_ladder_of_low_levels_is_written_as_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("ladder");
    let out = out.to_str().unwrap();
    let args = [
        "ladder",
        "--game",
        "reversi:6",
        "--from",
        "1",
        "--to",
        "3",
        "--games",
        "4",
        "--seed",
        "2",
        "--anchor",
        "random",
        "--out",
        out,
    ];
    let table = succeeds(&args);
    assert!(
        table.starts_with("# The levels of Reversi 6×6\n"),
        "{table}"
    );
    assert!(table.contains("\n| 3 | 4 |"), "{table}");
    assert!(table.contains("## Against random (random)"), "{table}");
    let written = std::fs::read_to_string(Path::new(out).join("levels.md")).unwrap();
    assert_eq!(written, table);
    // A second call goes on with what is there: nothing is left to play.
    assert_eq!(succeeds(&args), table);
}

#[test]
fn openings_with_numbers_that_make_no_sense_are_refused() {
    for (flag, value, least) in [
        ("--count", "0", "1"),
        ("--count", "-3", "1"),
        ("--nodes", "0", "1"),
        ("--seed", "x", "0"),
    ] {
        let given = format!("{flag}={value}");
        let said = fails(2, &["openings", "--game", "reversi:6", &given]);
        let want = format!("“{value}” is not valid for {flag}: write a number, at least {least}.");
        assert!(said.contains(&want), "{said}");
    }
}

#[test]
fn made_openings_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    let made = succeeds(&[
        "openings",
        "--game",
        "reversi:6",
        "--count",
        "3",
        "--nodes",
        "300",
    ]);
    assert_eq!(
        made.lines().filter(|line| !line.starts_with('#')).count(),
        3,
        "{made}"
    );
    std::fs::write(&file, made).unwrap();
    let said = succeeds(&[
        "--game",
        "reversi:6",
        "--player",
        "random",
        "--player",
        "greedy",
        "--openings",
        file.to_str().unwrap(),
    ]);
    assert!(said.contains("openings: 3"), "{said}");
}

#[test]
fn the_display_shows_a_board_and_a_key_stops_the_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let mut args = vec!["--lang", "en", "arena"];
    args.extend(QUICK);
    args.extend(["--games", "1000000", "--out", out.to_str().unwrap()]);
    let program = Path::new(env!("CARGO_BIN_EXE_yiqi"));
    let mut terminal = Terminal::start(program, &args, &[], 80, 24);
    terminal.wait_for("/1000000");
    terminal.wait_for("a b c d");
    terminal.send("n");
    terminal.send("q");
    terminal.wait_for("yiqi arena --resume");
    assert_eq!(terminal.wait_end(), 1);
    let report = std::fs::read_to_string(out.join("report.txt")).unwrap();
    assert!(report.contains("of 1000000 games played"), "{report}");
}
