//! The program as scripts and people use it.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

#[path = "cli/engines.rs"]
mod engines;

fn yiqi() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yiqi"));
    command.args(["--lang", "en"]);
    command
}

/// Runs the program and returns its output.
#[track_caller]
fn prints(args: &[&str]) -> String {
    let output = yiqi().args(args).output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{args:?}: {output:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, which must fail with this status, and returns its one-sentence error.
#[track_caller]
fn fails(status: i32, args: &[&str]) -> String {
    let output = yiqi().args(args).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{args:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    said.trim_end().to_owned()
}

/// The output and exit status of a shell script.
fn in_bash(script: &str) -> std::process::Output {
    std::process::Command::new("bash")
        .args(["-c", script])
        .output()
        .unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn example() -> String {
    root()
        .join("examples/first-game.yiqi")
        .display()
        .to_string()
}

/// A temporary folder for one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), contents).unwrap();
        self.path(name)
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

#[test]
fn perft_prints_the_published_counts() {
    let printed = prints(&["perft", "reversi", "10"]);
    let lines: Vec<&str> = printed.lines().collect();
    let counts = [
        4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284,
    ];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(lines[depth - 1], format!("{depth} {count}"));
    }
    let speed = lines[10].strip_suffix(" nodes/s").unwrap();
    assert!(speed.parse::<u64>().unwrap() > 0);
    assert_eq!(lines.len(), 11);
}

#[test]
fn perft_counts_the_same_with_any_number_of_threads() {
    let counts = |args: &[&str]| {
        let printed = prints(args);
        let lines: Vec<String> = printed.lines().map(str::to_owned).collect();
        lines[..lines.len() - 1].to_vec()
    };
    for (spec, depth) in [
        ("reversi", "8"),
        ("reversi:4", "14"),
        ("gomoku:5:renju:swap2", "3"),
    ] {
        let one = counts(&["perft", spec, depth]);
        assert_eq!(
            counts(&["perft", spec, depth, "--threads", "3"]),
            one,
            "{spec}"
        );
    }
    assert_eq!(counts(&["perft", "peace", "0"]), ["0 1"]);
}

/// Runs a file of queries and compares each reply with the verdict in its fourth column.
fn check_batch(file: &str) -> usize {
    let printed = prints(&["check", "--batch", file]);
    let rows = fs::read_to_string(file).unwrap();
    let rows: Vec<&str> = rows
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .collect();
    assert_eq!(printed.lines().count(), rows.len());
    for (row, answer) in rows.iter().zip(printed.lines()) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (point, verdict) = (columns[2], columns[3]);
        let want = match verdict {
            "legal" => format!("{point} legal"),
            "forbidden" => format!("{point} refused: "),
            kind => format!("{point} refused: {kind}"),
        };
        assert!(answer.starts_with(&want), "{row}: {answer}");
    }
    rows.len()
}

#[test]
fn every_worked_case_of_forbidden_points_gets_the_right_verdict() {
    let file = root().join("crates/yiqi-testkit/data/forbidden.tsv");
    assert_eq!(check_batch(&file.display().to_string()), 320);
}

#[test]
fn the_diagrams_of_the_rules_pages_are_correct() {
    let file = root().join("docs/rules/check-examples.tsv");
    assert!(check_batch(&file.display().to_string()) >= 20);
}

#[test]
fn check_says_whether_a_point_may_be_played_and_why_not() {
    let renju = [
        "check",
        "gomoku:15:renju",
        "--moves",
        "h8 a1 i8 a3 j9 a5 j10 a7",
    ];
    let printed = prints(&[&renju[..], &["j8", "a2", "A1", "w:j8", "z3", "h8", "pass"]].concat());
    insta::assert_snapshot!(printed, @r"
    j8 refused: three-three (h8 i8 j8; j10 j9 j8)
    a2 legal
    a1 refused: occupied
    j8 legal
    z3 refused: off the board
    h8 refused: occupied
    pass refused: pass not allowed while 216 moves exist
    ");
    let printed = prints(&[
        "check", "reversi", "d3", "3d", "CD", "a1", "d4", "pass", "swap",
    ]);
    insta::assert_snapshot!(printed, @r"
    d3 legal
    d3 legal
    d3 legal
    a1 refused: flips nothing
    d4 refused: occupied
    pass refused: pass not allowed while 4 moves exist
    swap refused: no color choice now
    ");
    let printed = prints(&["check", "gomoku:swap1", "--moves", "h8i9j10", "swap", "a1"]);
    insta::assert_snapshot!(printed, @r"
    swap legal
    a1 refused: color choice due
    ");
    let printed = prints(&["check", "gomoku:9", "--moves", "a1b1a2b2a3b3a4b4a5", "c3"]);
    assert_eq!(printed, "c3 refused: game over\n");
}

#[test]
fn check_reads_queries_from_standard_input() {
    let output = yiqi()
        .args(["check", "--batch", "-"])
        .write_stdin("# a comment\n\nreversi\t\td3\tand more\r\ngomoku\th8,i9\th8\n")
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "d3 legal\nh8 refused: occupied\n"
    );
}

#[test]
fn check_reports_invalid_input() {
    let folder = Folder::new();
    let file = folder.file("bad.tsv", "reversi\t\td3\nreversi\td3 d3\tc3\n");
    insta::assert_snapshot!(
        fails(2, &["check", "--batch", &file]).replace(&folder.path(""), ""),
        @"bad.tsv: line 2: Move 2 of the list, d3, cannot be played: d3 is occupied."
    );
    let file = folder.file("bad.tsv", "reversi d3\n");
    insta::assert_snapshot!(
        fails(2, &["check", "--batch", &file]).replace(&folder.path(""), ""),
        @"bad.tsv: line 1: expected SPEC, MOVES and POINT separated by tabs."
    );
    insta::assert_snapshot!(
        fails(2, &["check", "reversi", "--moves", "d3 hello", "c3"]),
        @"Moves, column 4: “hello” is not a move: type a point such as d3, or pass, swap, keep or more."
    );
    insta::assert_snapshot!(
        fails(2, &["check", "chess", "e4"]),
        @"There is no game called “chess”: choose one of reversi, gomoku, connect6, peace."
    );
    insta::assert_snapshot!(
        fails(2, &["check", "reversi", "??"]),
        @"“??” is not a move: type a point such as d3, or pass, swap, keep or more."
    );
}

#[test]
fn show_prints_the_position_after_any_move() {
    insta::assert_snapshot!(prints(&["show", &example()]), @r"
      a b c d e f g h
    1 . . . . . . . .
    2 + + + + + . . .
    3 . ○ ○ ○ . + + .
    4 . . ● ● ● ○ + .
    5 . . ● ● ● ● . .
    6 . . . ○ . . . .
    7 . . + + + . . .
    8 . . . . . . . .
    Reversi 8×8
    ● Ann   ○ Bob
    After move 8 of 8: b3
    ● 7   ○ 5
    ● Black to move.
    After move 7, Ann: good luck
    Variation: 3. c5 (Ann thought about this one first)
    ");
    let board = |at: &str| prints(&["show", &example(), "--at", at]);
    assert_eq!(board("3"), board("b2"));
    assert_eq!(board("3"), board("B2"));
    assert_eq!(board("2"), board("w1"));
    assert_eq!(board("0"), board("b0"));
    assert!(board("0").contains("Before the first move."));
    assert!(board("3").contains("After move 3 of 8: c3"));
    // Comments and variations of that position only.
    assert!(board("2").contains("Variation: 3. c5"));
    assert!(!board("3").contains("Variation") && !board("3").contains("good luck"));
    assert!(board("7").contains("Ann: good luck"));
}

#[test]
fn show_writes_a_picture_but_not_over_a_file() {
    let folder = Folder::new();
    for (name, start) in [("board.svg", &b"<svg"[..]), ("board.png", &b"\x89PNG"[..])] {
        let path = folder.0.path().join(name);
        let picture = path.to_str().unwrap();
        prints(&["show", &example(), "--picture", picture]);
        assert!(std::fs::read(&path).unwrap().starts_with(start), "{name}");
        let said = fails(2, &["show", &example(), "--picture", picture]);
        assert!(said.contains("--force"), "{said}");
        prints(&["show", &example(), "--picture", picture, "--force"]);
    }
    let said = fails(2, &["show", &example(), "--picture", "board.gif"]);
    assert!(said.contains(".svg or .png"), "{said}");
}

#[test]
fn show_refuses_a_ply_that_is_not_in_the_game() {
    let file = example();
    let said = |at: &str| fails(2, &["show", &file, "--at", at]).replace(&file, "FILE");
    insta::assert_snapshot!(said("9"), @"FILE: this game has only 8 moves.");
    insta::assert_snapshot!(said("b5"), @"FILE: Black has placed only 4 stones in this game.");
    insta::assert_snapshot!(said("x"), @"“x” does not name a move: write a move number, b5 for Black’s 5th stone or w7 for White’s 7th.");
    let said = fails(2, &["show", &file, "--nth", "2"]).replace(&file, "FILE");
    insta::assert_snapshot!(said, @"FILE: the file contains only one game.");
}

#[test]
fn show_says_what_is_expected_and_how_a_game_ended() {
    let folder = Folder::new();
    let last_line = |body: &str| {
        let file = folder.file("game.yiqi", format!("yiqi record 1\n{body}\nend\n"));
        prints(&["show", &file]).lines().last().unwrap().to_owned()
    };
    for (body, want) in [
        (
            "Game: gomoku:swap2\n\nh8 i9 j10",
            "○ White chooses: swap, keep, more.",
        ),
        ("Game: gomoku\n\nh8 a1 i8 a2 j8 a3 k8 a4 l8", "Black wins."),
        (
            "Game: reversi\nResult: white on time\n\nd3",
            "White wins: Black ran out of time.",
        ),
        (
            "Game: reversi\n\ne6 f4 e3 f6 g5 d6 e7 f5 c5",
            "Black wins 13–0.",
        ),
        (
            "Game: reversi:4\nStart: bw../..../..../.... white\n",
            "○ White cannot move and must pass.",
        ),
    ] {
        assert_eq!(last_line(body), want, "{body}");
    }
}

#[test]
fn a_damaged_file_is_named_with_line_and_column_and_nothing_is_written() {
    let folder = Folder::new();
    let broken = folder.file(
        "broken.yiqi",
        "yiqi record 1\nGame: reversi\n\nd3\nd3\nend\n",
    );
    let out = folder.file("out.sgf", "precious");
    let said = fails(2, &["convert", &broken, &out]).replace(&folder.path(""), "");
    assert_eq!(said, "broken.yiqi: line 5, column 1: d3 is occupied.");
    assert_eq!(fs::read(&out).unwrap(), b"precious");
    let said = fails(2, &["show", &folder.path("missing.yiqi")]).replace(&folder.path(""), "");
    assert_eq!(said, "missing.yiqi: there is no such file or folder.");
    let dots = folder.file("dots.xyz", "....");
    let said = fails(2, &["show", &dots]);
    assert!(
        said.contains("unknown format; specify it with --from"),
        "{said}"
    );
}

#[test]
fn convert_carries_a_game_through_every_format_that_can_hold_it() {
    let folder = Folder::new();
    let bare = |file: &str| prints(&["show", file, "--at", "8"]);
    let board_rows = |shown: String| shown.lines().take(9).map(str::to_owned).collect::<Vec<_>>();
    let want = board_rows(bare(&example()));
    for name in ["a.yiqi", "b.ggf", "c.sgf", "d.wtb"] {
        let out = folder.path(name);
        prints(&["convert", &example(), &out]);
        assert_eq!(board_rows(bare(&out)), want, "{name}");
        assert!(bare(&out).contains("● Ann   ○ Bob"), "{name}");
    }
    assert!(folder.names().contains(&"d.JOU".to_owned()));
    prints(&[
        "convert",
        &example(),
        &folder.path("e.txt"),
        "--to",
        "transcript",
    ]);
    assert_eq!(board_rows(bare(&folder.path("e.txt"))), want);
    let obf = prints(&["convert", &example(), "-", "--to", "obf"]);
    let shown = prints(&["show", &folder.file("f.obf", obf)]);
    assert_eq!(board_rows(shown), want);
    // The `yiqi` format holds everything and converts to itself unchanged.
    prints(&[
        "convert",
        &folder.path("a.yiqi"),
        &folder.path("again.yiqi"),
    ]);
    assert_eq!(
        fs::read(folder.path("a.yiqi")).unwrap(),
        fs::read(folder.path("again.yiqi")).unwrap()
    );
}

#[test]
fn convert_reads_and_writes_gomoku_formats() {
    let folder = Folder::new();
    let game = folder.file(
        "game.yiqi",
        "yiqi record 1\nGame: gomoku\n\nh8 i9 j7 k6\nend\n",
    );
    let rows = |file: &str| {
        prints(&["show", file])
            .lines()
            .take(16)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for name in ["a.sgf", "b.psq", "c.pos"] {
        let out = folder.path(name);
        prints(&["convert", &game, &out]);
        assert_eq!(rows(&out), rows(&game), "{name}");
    }
    let out = folder.path("d.offsets");
    prints(&["convert", &game, &out]);
    assert_eq!(
        fs::read_to_string(&out).unwrap().trim(),
        "0,0, 1,-1, 2,1, 3,2"
    );
    let shown = prints(&["show", &out, "--game", "gomoku"]);
    assert_eq!(shown.lines().take(16).collect::<Vec<_>>(), rows(&game));
}

#[test]
fn convert_reports_what_a_format_cannot_hold() {
    let folder = Folder::new();
    let game = folder.file("game.yiqi", "yiqi record 1\nGame: gomoku\n\nh8\nend\n");
    let said = |args: &[&str], status| {
        fails(status, &[&["convert", &game], args].concat()).replace(&folder.path(""), "")
    };
    assert_eq!(
        said(&[&folder.path("x.wtb")], 1),
        "x.wtb: game 1: this format does not support this game."
    );
    assert_eq!(
        said(&[&folder.path("x.lib")], 2),
        "renlib can be read but not written."
    );
    assert!(said(&[&folder.path("x.doc")], 2).contains("specify it with --to"));
    assert!(said(&[&folder.path("no/such/x.sgf")], 1).contains("cannot be written: "));
    assert_eq!(
        folder.names(),
        ["game.yiqi"],
        "a failed conversion left a file"
    );
}

#[cfg(unix)]
// Fault 13.
#[test]
fn a_failed_write_leaves_the_old_file_unchanged() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let notes = "note: some words to fill the file\n".repeat(4000);
    let game = folder.file(
        "game.yiqi",
        format!("yiqi record 1\nGame: peace\n\n{notes}end\n"),
    );
    let out = folder.file("out.yiqi", "precious");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o640)).unwrap();
    // A limit on file sizes simulates a full disk; the signal it would send is ignored.
    let script = format!(
        "trap '' XFSZ; ulimit -f 50; exec {} --lang en convert {game} {out} --force",
        env!("CARGO_BIN_EXE_yiqi")
    );
    let output = in_bash(&script);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("out.yiqi: cannot be written: "), "{said}");
    assert_eq!(fs::read(&out).unwrap(), b"precious");
    assert_eq!(
        folder.names(),
        ["game.yiqi", "out.yiqi"],
        "nothing is left behind"
    );
    // With enough room it is replaced, and keeps its permissions.
    prints(&["convert", &game, &out, "--force"]);
    assert_ne!(fs::read(&out).unwrap(), b"precious");
    assert_eq!(
        fs::metadata(&out).unwrap().permissions().mode() & 0o777,
        0o640
    );
}

#[test]
fn a_batch_that_is_too_large_is_refused_entirely() {
    let folder = Folder::new();
    let file = folder.file("big.tsv", "reversi\t\td3\n".repeat(1_500_000));
    let said = fails(2, &["check", "--batch", &file]);
    assert!(said.ends_with("the file is larger than 16 MiB."), "{said}");
}

#[test]
fn a_query_for_a_color_is_judged_in_the_current_position() {
    let won = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
    let printed = prints(&["check", "gomoku", "--moves", won, "m8", "b:m8", "w:m8"]);
    assert_eq!(
        printed.matches("refused: game over").count(),
        3,
        "{printed}"
    );
    let pro = [
        "check",
        "gomoku:standard:pro",
        "--moves",
        "h8 a1",
        "h9",
        "b:h9",
        "w:h9",
    ];
    insta::assert_snapshot!(prints(&pro), @r"
    h9 refused: inside the central square
    h9 refused: inside the central square
    h9 legal
    ");
}

#[test]
fn colors_and_names_are_those_of_the_ply_shown() {
    let folder = Folder::new();
    let file = folder.file(
        "swap.yiqi",
        "yiqi record 1\nGame: gomoku:swap1\nBlack: Ann\nWhite: Bob\n\nh8 i9 j7 swap g7\nend\n",
    );
    assert!(prints(&["show", &file, "--at", "1"]).contains("● Ann   ○ Bob"));
    assert!(prints(&["show", &file]).contains("● Bob   ○ Ann"));
    let file = folder.file(
        "evil.yiqi",
        "yiqi record 1\nGame: peace\nFirst: A\\nBlack wins.\n\na1\nend\n",
    );
    assert!(prints(&["show", &file]).contains("● A Black wins.   ○ White"));
}

#[test]
fn an_empty_file_has_no_game_and_overwrites_nothing() {
    let folder = Folder::new();
    let empty = folder.file("empty.ggf", "");
    let out = folder.file("out.yiqi", "precious");
    let said = fails(2, &["convert", &empty, &out, "--force"]);
    assert!(said.ends_with("the file contains no games."), "{said}");
    assert_eq!(fs::read(&out).unwrap(), b"precious");
}

#[test]
fn names_of_wthor_games_come_from_the_right_file() {
    let folder = Folder::new();
    prints(&["convert", &example(), &folder.path("club.wtb")]);
    folder.file("another.JOU", "broken");
    assert!(prints(&["show", &folder.path("club.wtb")]).contains("● Ann   ○ Bob"));
    folder.file("club.JOU", "broken");
    let said = fails(2, &["show", &folder.path("club.wtb")]);
    assert!(
        said.contains("club.JOU: byte 6: the file ends too early"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_a_write_protected_file_is_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    std::os::unix::fs::symlink("target.sgf", folder.path("link.sgf")).unwrap();
    prints(&["convert", &example(), &folder.path("link.sgf")]);
    assert!(
        fs::symlink_metadata(folder.path("link.sgf"))
            .unwrap()
            .is_symlink()
    );
    assert!(fs::metadata(folder.path("target.sgf")).unwrap().is_file());
    let shared = folder.path("target.sgf");
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o664)).unwrap();
    prints(&["convert", &example(), &shared, "--force"]);
    assert_eq!(
        fs::metadata(&shared).unwrap().permissions().mode() & 0o777,
        0o664
    );
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o444)).unwrap();
    let said = fails(1, &["convert", &example(), &shared, "--force"]);
    assert!(
        said.contains("cannot be written: permission denied"),
        "{said}"
    );
}

/// How much memory a program itself takes, with all its weights: the segments of an ELF file that
/// are loaded.
#[cfg(unix)]
fn loaded_bytes(program: &Path) -> u64 {
    const LOADED: u64 = 1;
    let file = fs::read(program).unwrap();
    let number = |at: usize, bytes: usize| {
        let bytes = file[at..at + bytes].iter().rev();
        bytes.fold(0u64, |number, &byte| number << 8 | u64::from(byte))
    };
    let (table, row_bytes, row_count) = (number(32, 8), number(54, 2), number(56, 2));
    (0..row_count)
        .map(|row| (table + row * row_bytes) as usize)
        .filter(|&row| number(row, 4) == LOADED)
        .map(|row| number(row + 40, 8))
        .sum()
}

#[cfg(unix)]
// Fault 15.
#[test]
fn hostile_files_are_refused_in_little_memory() {
    let folder = Folder::new();
    let head = "yiqi record 1\nGame: gomoku:25\n\n";
    let size = 15 << 20;
    let fill = |piece: &str| piece.repeat(size / piece.len());
    let wthor = {
        let count = (size / 68) as u32;
        let mut bytes = vec![20, 26, 1, 1];
        bytes.extend(count.to_le_bytes());
        bytes.extend([0, 0, 0xea, 7, 8, 0, 24, 0]);
        bytes.resize(16 + count as usize * 68, 0);
        bytes
    };
    let files = [
        folder.file("notes.yiqi", head.to_owned() + &fill("note:\n")),
        folder.file("nested.yiqi", head.to_owned() + &fill("note: a\n(\n")),
        folder.file("many.yiqi", fill("yiqi record 1\nGame: peace\n\nend\n")),
        folder.file("header.yiqi", "yiqi record 1\n".to_owned() + &fill("a:\n")),
        folder.file("line.yiqi", vec![b'x'; 100 << 20]),
        folder.file("many.obf", fill(&format!("{} X;\n", "-".repeat(64)))),
        folder.file("many.ggf", fill("(;GM[Othello];)\n")),
        folder.file("open.sgf", fill("(")),
        folder.file("nested.sgf", "(;GM[4]SZ[15]".to_owned() + &fill("(;C[a]")),
        folder.file("many.pos", fill("h8\n")),
        folder.file("many.offsets", fill("0,0\n")),
        folder.file(
            "many.psq",
            "Piskvorky 20x20, 1:1, 0\n".to_owned() + &fill("1,1,0\n"),
        ),
        folder.file("many.save", fill("1 ")),
        folder.file("many.wtb", wthor),
        folder.file(
            "deep.lib",
            [
                b"\xffRenLib\xff\x03\x04".to_vec(),
                vec![0xff; 10],
                vec![0x78; size],
            ]
            .concat(),
        ),
    ];
    let own_kib = loaded_bytes(env!("CARGO_BIN_EXE_yiqi").as_ref()) >> 10;
    for file in files {
        let script = format!(
            "ulimit -v {}; exec {} --lang en show {file}",
            own_kib + (100 << 10),
            env!("CARGO_BIN_EXE_yiqi")
        );
        let output = in_bash(&script);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{file}: {said}");
        assert_eq!(said.lines().count(), 1, "{file}: {said}");
    }
}

#[test]
fn rules_are_printed_for_a_game_or_for_one_rule_set() {
    let all = prints(&["rules", "gomoku"]);
    for word in [
        "freestyle",
        "standard",
        "forbidden",
        "renju",
        "caro",
        "swap1",
        "swap2",
        "pro",
    ] {
        assert!(all.contains(&format!("“{word}”")), "{word}");
    }
    let renju = prints(&["rules", "gomoku:15:renju"]);
    assert!(renju.contains("“renju”") && !renju.contains("“freestyle”"));
    assert!(prints(&["rules", "peace"]).starts_with("Peace\n"));
    assert!(prints(&["rules", "reversi"]).contains("Anti-reversi"));
    assert!(!prints(&["rules", "reversi:8"]).contains("Anti-reversi"));
}

#[test]
fn all_output_is_in_the_requested_language() {
    for (lang, word) in [
        ("zh-Hans", "黑白棋"),
        ("zh-Hant", "黑白棋"),
        ("en", "Reversi"),
    ] {
        let run = |args: &[&str]| {
            let output = Command::new(env!("CARGO_BIN_EXE_yiqi"))
                .args(args)
                .args(["--lang", lang])
                .output()
                .unwrap();
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
        };
        assert!(run(&["rules", "reversi"]).contains(word), "{lang}");
        assert!(run(&["show", &example()]).contains(word), "{lang}");
        assert!(run(&["--help"]).contains(word), "{lang}");
        let has_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        for args in [
            &["check", "--help"][..],
            &["nonsense"],
            &["perft"],
            &["perft", "reversi", "x"],
            &["check", "reversi", "--moves", "hello", "a1"],
        ] {
            assert_eq!(has_chinese(&run(args)), lang != "en", "{lang} {args:?}");
        }
    }
}

#[test]
fn the_locale_chooses_the_language() {
    let output = Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(["rules", "peace"])
        .env_remove("LC_MESSAGES")
        .env_remove("LANGUAGE")
        .env("LC_ALL", "zh_TW.UTF-8")
        .env("LANG", "zh_TW.UTF-8")
        .output()
        .unwrap();
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .starts_with("和平棋")
    );
}

#[test]
fn wrong_usage_is_answered_with_one_sentence() {
    for (args, want) in [
        (
            &["nonsense"][..],
            "There is no command “nonsense”: see yiqi --help.",
        ),
        (
            &["consol"],
            "There is no command “consol”: did you mean console? See yiqi --help.",
        ),
        (
            &["help", "plya"],
            "There is no command “plya”: did you mean play? See yiqi --help.",
        ),
        (
            &["perft", "reversi"],
            "Missing: <DEPTH> (see yiqi perft --help).",
        ),
        (
            &["perft", "reversi", "x"],
            "“x” is not valid for <DEPTH>: write a number from 0 to 30.",
        ),
        (
            &["perft", "reversi", "4000000000"],
            "“4000000000” is not valid for <DEPTH>: write a number from 0 to 30.",
        ),
        (
            &["perft", "reversi", "3", "--threads", "0"],
            "“0” is not valid for --threads <N>: write a number from 1 to 256.",
        ),
        (
            &["play", "reversi", "--games", "foo"],
            "“foo” is not valid for --games <N>: write a number, at least 1.",
        ),
        (
            &["play", "reversi", "--gamse", "3"],
            "Unexpected argument “--gamse”: did you mean --games? See yiqi play --help.",
        ),
        (
            &["perft", "reversi", "3", "--fast"],
            "Unexpected argument “--fast”: see yiqi perft --help.",
        ),
        (
            &["rules", "gomoku", "--lang", "fr"],
            "“fr” is not valid for --lang <LANG>: choose en, zh, zh-Hans, zh-Hant, zh-CN, zh-TW.",
        ),
        (
            &["convert", "a.sgf", "-", "--to", "save"],
            "“save” is not valid for --to <FMT>: choose yiqi, transcript, obf, ggf, sgf, psq, wthor, pos, offsets.",
        ),
        (
            &["check"],
            "Missing: <SPEC>, <POINT>... (see yiqi check --help).",
        ),
        (
            &["check", "reversi", "d3", "--batch", "x"],
            "[SPEC] and --batch <FILE> cannot be used together.",
        ),
        (
            &["show", "x", "--at"],
            "Missing: --at <PLY> (see yiqi show --help).",
        ),
        (
            &["completions", "cmd"],
            "“cmd” is not valid for <SHELL>: choose bash, elvish, fish, powershell, zsh.",
        ),
        (
            &["rules", "go"],
            "There is no game called “go”: choose one of reversi, gomoku, connect6, peace.",
        ),
    ] {
        assert_eq!(fails(2, args), want, "{args:?}");
    }
    let said = fails(2, &["show", "x", "--from", "doc"]);
    assert!(said.starts_with("“doc” is not valid for --from <FMT>: choose yiqi, transcript, obf"));
}

#[test]
fn programs_play_without_interaction() {
    let printed = prints(&[
        "play",
        "reversi:6",
        "--black",
        "greedy",
        "--white",
        "weights",
    ]);
    let last = printed.lines().last().unwrap();
    assert!(last.starts_with("result: "), "{last}");
    let folder = Folder::new();
    let file = folder.path("games.yiqi");
    let args = [
        "play",
        "gomoku:9",
        "--black",
        "random:seed=1",
        "--white",
        "random:seed=2",
    ];
    let games = |more: &[&str]| {
        let output = yiqi().args(args).args(["--games", "3"]).args(more).output();
        let output = output.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("3 games: Black won "), "{said}");
        String::from_utf8(output.stdout).unwrap()
    };
    let printed = games(&["--record", &file]);
    assert_eq!(printed.lines().count(), 3);
    let shown = prints(&["show", &file, "--nth", "3"]);
    assert!(shown.contains("● Random moves   ○ Random moves"), "{shown}");
    // The same seeds give the same games.
    assert_eq!(games(&[]), printed);
}

#[test]
fn players_without_a_seed_play_differently_each_time_unless_the_match_has_one() {
    let game = |more: &[&str]| {
        let folder = Folder::new();
        let file = folder.path("game.yiqi");
        let args = ["play", "gomoku", "--black", "random", "--white", "random"];
        prints(&[&args[..], &["--record", &file], more].concat());
        prints(&["show", &file])
    };
    assert_ne!(game(&[]), game(&[]));
    assert_eq!(game(&["--seed", "7"]), game(&["--seed", "7"]));
}

#[test]
fn no_command_overwrites_a_file_unless_it_is_told_to() {
    let folder = Folder::new();
    let out = folder.file("out.yiqi", "precious");
    let plot = folder.file("out.svg", "precious");
    let example = example();
    let convert = ["convert", &example, &out];
    let play = [
        "play",
        "reversi:4",
        "--black",
        "random",
        "--white",
        "random",
        "--record",
        &out,
    ];
    let analyze = ["analyze", &example, "--depth", "1", "--plot", &plot];
    for (args, file) in [(&convert[..], &out), (&play, &out), (&analyze, &plot)] {
        let said = fails(1, args);
        let want = format!("{file}: already exists: add --force to overwrite it.");
        assert_eq!(said, want);
        assert_eq!(fs::read(file).unwrap(), b"precious");
    }
    for (args, file) in [(&convert[..], &out), (&play, &out), (&analyze, &plot)] {
        fs::write(file, "precious").unwrap();
        prints(&[args, &["--force"]].concat());
        assert_ne!(fs::read(file).unwrap(), b"precious");
    }
}

#[test]
fn a_game_with_a_person_in_a_pipe_ends_with_its_result_and_is_recorded() {
    let folder = Folder::new();
    let (data, file) = (folder.path("data"), folder.path("game.yiqi"));
    let output = yiqi()
        .args(["--data-dir", &data, "play", "reversi", "--record", &file])
        .write_stdin("d3\nc3\nresign\n")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let last = said.lines().last().unwrap();
    assert_eq!(last, "result: white by resignation", "{said}");
    assert!(prints(&["show", &file]).contains("After move 2 of 2: c3"));
}

#[test]
fn help_groups_the_commands_and_shows_examples() {
    let help = prints(&["--help"]);
    for part in [
        "Play:\n",
        "Games and rules:\n",
        "Common options:\n",
        "Examples:\n",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert_eq!(prints(&["help"]), help);
    let play = prints(&["help", "play"]);
    assert_eq!(prints(&["play", "--help"]), play);
    let own = play.find("--white").unwrap();
    let common = play.find("Common options:").unwrap();
    assert!(
        own < common && common < play.find("--data-dir").unwrap(),
        "{play}"
    );
    assert!(play.contains("Examples:\n  yiqi play reversi"), "{play}");
    assert_eq!(prints(&["version"]), prints(&["--version"]));
    // In Chinese, nothing of the usage stays in English.
    let output = Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(["--lang", "zh", "--help"])
        .output()
        .unwrap();
    let chinese = String::from_utf8(output.stdout).unwrap();
    assert!(chinese.contains("用法：yiqi [选项] [命令]"), "{chinese}");
}

#[test]
fn a_language_is_chosen_by_any_of_its_tags() {
    for (tag, word) in [
        ("zh", "五子棋"),
        ("zh-CN", "规则"),
        ("zh_TW", "規則"),
        ("zh-HK", "規則"),
        ("en-US", "Gomoku"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_yiqi"))
            .args(["rules", "gomoku", "--lang", tag])
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(word), "{tag}: {said}");
    }
}

#[test]
fn a_game_can_be_named_in_chinese() {
    assert_eq!(prints(&["rules", "五子棋"]), prints(&["rules", "gomoku"]));
    assert_eq!(prints(&["rules", "黑白棋"]), prints(&["rules", "reversi"]));
    let renju = prints(&["rules", "gomoku:15:renju"]);
    assert_eq!(prints(&["rules", "連珠"]), renju);
    assert_eq!(prints(&["rules", "五子棋:15:renju"]), renju);
    assert_eq!(prints(&["check", "黑白棋:6", "c2"]), "c2 legal\n");
}

#[test]
fn verbose_says_which_files_and_settings_are_used() {
    let folder = Folder::new();
    let out = folder.path("out.sgf");
    let output = yiqi()
        .args(["-v", "convert", &example(), &out])
        .output()
        .unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].contains("language en"), "{said}");
    assert_eq!(lines[1], format!("Read {} as yiqi: 1 game", example()));
    assert_eq!(lines[2], format!("Wrote {out}"));
}

#[test]
fn the_manual_names_files_environment_exit_status_and_examples() {
    let man = prints(&["man"]);
    for section in [
        "NAME",
        "SYNOPSIS",
        "FILES",
        "ENVIRONMENT",
        "EXIT STATUS",
        "EXAMPLES",
    ] {
        assert!(man.contains(&format!(".SH \"{section}\"")), "{section}");
    }
    assert!(!man.contains("yiqi\\-console(1)"), "{man}");
    let script = format!(
        "set -o pipefail; {} man | head -n 1",
        env!("CARGO_BIN_EXE_yiqi")
    );
    let output = in_bash(&script);
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.starts_with(b".TH YIQI 1"));
}

#[test]
fn a_match_can_start_from_any_ply_of_a_game() {
    let folder = Folder::new();
    let file = folder.path("on.yiqi");
    let from = format!("{}@b2", example());
    let players = ["--black", "random:seed=1", "--white", "random:seed=2"];
    prints(
        &[
            &["play", "reversi", "--from", &from, "--record", &file],
            &players[..],
        ]
        .concat(),
    );
    let board = |file: &str| {
        let shown = prints(&["show", file, "--at", "3"]);
        shown.lines().take(9).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(board(&file), board(&example()));
    let said = fails(
        2,
        &[&["play", "gomoku", "--from", &from], &players[..]].concat(),
    );
    assert!(
        said.contains("this is a different game: Reversi 8×8."),
        "{said}"
    );
    let said = fails(
        2,
        &["play", "reversi", "--black", "bob", "--white", "random"],
    );
    assert!(said.starts_with("There is no player “bob”"), "{said}");
}

// Fault 48.
#[test]
fn a_program_that_fails_loses_and_the_match_goes_on() {
    let output = yiqi()
        .args(["play", "reversi", "--white", "random", "--games", "2"])
        .args(["--black", "program:script:false"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        printed,
        "result: white by forfeit\nresult: white by forfeit\n"
    );
    let said = String::from_utf8(output.stderr).unwrap();
    let first = "Black’s player failed: “false” crashed (exit status: 1).";
    assert!(said.starts_with(first), "{said}");
    assert!(said.ends_with("2 games were lost by forfeit.\n"), "{said}");
}

#[test]
fn without_a_command_a_pipe_gets_the_console() {
    let folder = Folder::new();
    let data = folder.path("data");
    for args in [&[][..], &["console"]] {
        let output = yiqi()
            .args(["--data-dir", &data])
            .args(args)
            .write_stdin("Ann\nBob\n2\nd3\nquit\n")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("4 . . . ● ● . . ."), "{said}");
        assert!(!said.contains('\u{1b}'), "a pipe gets text only");
    }
    let said = fails(2, &["replay", &example()]);
    assert_eq!(
        said,
        "This needs a terminal; “yiqi console” works without one."
    );
    let file = folder.file("file", "");
    let said = fails(2, &["console", "--data-dir", &file]);
    assert!(
        said.starts_with("The data folder cannot be used: "),
        "{said}"
    );
}

#[test]
fn help_completions_and_manual_come_from_one_table() {
    let help = prints(&["--help"]);
    let man = prints(&["man"]);
    let bash = prints(&["completions", "bash"]);
    for command in [
        "console",
        "play",
        "replay",
        "perft",
        "check",
        "show",
        "convert",
        "rules",
        "completions",
        "man",
    ] {
        assert!(help.contains(command), "{command}");
        assert!(man.contains(command), "{command}");
        assert!(bash.contains(command), "{command}");
        assert!(
            prints(&[command, "--help"]).contains("Usage: yiqi"),
            "{command}"
        );
    }
    assert!(man.starts_with(".TH"));
    assert_eq!(
        prints(&["--version"]),
        format!("yiqi {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let script = format!(
        "{} --lang en rules gomoku | head -n 1",
        env!("CARGO_BIN_EXE_yiqi")
    );
    let output = in_bash(&script);
    assert_eq!(output.stdout, b"Gomoku (five in a row)\n");
    assert!(output.stderr.is_empty(), "{output:?}");
}

// Fault 69.
#[test]
fn names_from_a_file_cannot_inject_terminal_commands() {
    let folder = Folder::new();
    let evil = folder.file(
        "evil.sgf",
        "(;GM[2]SZ[8]PB[\x1b\\]0;owned\x07\u{202e}Ann]PW[\u{9b}31mBob];B[d3])",
    );
    let shown = prints(&["show", &evil]);
    assert!(
        !shown.chars().any(|c| c != '\n' && c.is_control()),
        "{shown:?}"
    );
    assert!(shown.contains("Ann"));
}

#[test]
fn the_example_in_the_readme_is_what_the_program_prints() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let shown = prints(&["show", &example(), "--at", "b3"]);
    let command = "$ cargo run -- show examples/first-game.yiqi --at b3\n";
    assert!(readme.contains(&format!("{command}{shown}")));
}

#[test]
fn joining_a_table_needs_a_valid_address_and_a_terminal() {
    for (address, wanted) in [
        ("", "Type or paste the address of a table first."),
        ("http://host:8080", "The address does not name a table"),
        ("https://host/t/k", "Joining a table needs a terminal."),
        ("ftp://host/t/k", "“ftp://” is not supported"),
        ("host:99999/t/k", "“99999” is not a port"),
        ("host/t/k", "Joining a table needs a terminal."),
    ] {
        let said = fails(2, &["join", address]);
        assert!(said.starts_with(wanted), "{address}: {said}");
    }
    let said = fails(
        2,
        &["join", "https://host/t/k", "--tls-ca", "/nowhere/ca.pem"],
    );
    assert!(said.starts_with("Cannot read /nowhere/ca.pem: "), "{said}");
}

#[test]
fn finished_games_are_added_up_by_game_and_players() {
    let folder = Folder::new();
    let data = folder.path("data");
    let stats = ["--data-dir", &data, "stats"];
    assert_eq!(prints(&stats), "No finished games yet.\n");
    for (black, white) in [("Ann=human", "Bob=human"), ("Bob=human", "Ann=human")] {
        for moves in ["d3\nresign\n", "d3\nc3\ndraw\naccept\n"] {
            let players = ["play", "reversi", "--black", black, "--white", white];
            let mut game = yiqi();
            game.args(["--data-dir", &data]).args(players);
            game.write_stdin(moves).assert().success();
        }
    }
    // After d3 it is White who resigns: each of the two once.
    assert_eq!(
        prints(&stats),
        "Reversi 8×8\n  Ann  Bob  won 1 – 1, 2 drawn\n"
    );
}

#[test]
fn somebody_without_a_name_is_one_person_and_programs_are_named_in_order() {
    let folder = Folder::new();
    let data = folder.path("data");
    for (black, white) in [
        ("human", "engine:level=12"),
        ("engine:level=12", "human"),
        ("human", "engine:level=4"),
        ("human", "random"),
    ] {
        let players = ["play", "gomoku:9", "--black", black, "--white", white];
        let mut game = yiqi();
        game.args(["--data-dir", &data]).args(players);
        let moves = if black == "human" {
            "a1\nresign\n"
        } else {
            "resign\n"
        };
        game.write_stdin(moves).assert().success();
    }
    assert_eq!(
        prints(&["--data-dir", &data, "stats"]),
        "Gomoku 9×9, freestyle\n  \
         You           Level 4       won 0 – 1, 0 drawn\n  \
         You           Level 12      won 0 – 2, 0 drawn\n  \
         You           Random moves  won 0 – 1, 0 drawn\n"
    );
}

#[test]
fn the_language_is_that_of_the_flag_then_of_the_settings() {
    let folder = Folder::new();
    let data = folder.path("data");
    std::fs::create_dir_all(&data).unwrap();
    let settings = std::path::Path::new(&data).join("settings.txt");
    std::fs::write(settings, "language: zh-Hans\n").unwrap();
    let in_settings = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yiqi"));
        command.args(["--data-dir", &data]).args(args);
        let output = command.output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(in_settings(&["show", &example()]).contains("黑白棋 8×8"));
    assert!(in_settings(&["stats"]).contains("还没有下完的对局"));
    assert!(in_settings(&["--help"]).contains("用法：yiqi"));
    assert!(in_settings(&["rules"]).contains("yiqi rules gomoku    五子棋"));
    assert!(in_settings(&["--lang", "en", "stats"]).contains("No finished games yet."));
    // What scripts read does not change.
    assert_eq!(in_settings(&["check", "reversi", "d3"]), "d3 legal\n");
}

/// What the program prints in a language.
fn prints_in(lang: &str, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yiqi"));
    let output = command.args(["--lang", lang]).args(args).output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

#[test]
fn help_fits_eighty_columns_in_every_language_and_explains_the_script_protocol() {
    use yiqi_text::columns::width;
    for lang in ["en", "zh-Hans", "zh-Hant"] {
        for command in ["--help", "play", "serve", "arena", "script", "gomoku"] {
            let said = match command {
                "--help" => prints_in(lang, &["--help"]),
                command => prints_in(lang, &["help", command]),
            };
            assert!(said.lines().count() > 10, "{lang} {command}");
            let is_example = |line: &str| line.starts_with("  ") && !line.trim().contains("  ");
            let long = said
                .lines()
                .find(|line| width(line) > 80 && !is_example(line));
            assert_eq!(long, None, "{lang} {command}");
        }
    }
    let script = prints(&["help", "script"]);
    assert!(script.contains("  legal    all valid answers"), "{script}");
    let man = prints(&["man"]);
    assert!(man.starts_with(".TH YIQI 1"));
    assert!(man.contains(".SH \"THE SCRIPT PROTOCOL\""), "{man}");
}

#[test]
fn the_table_of_an_analysis_is_aligned_in_every_language() {
    use yiqi_text::columns::width;
    for lang in ["en", "zh-Hans"] {
        let analyze = ["analyze", "reversi", "--moves", "f5d6c3"];
        let said = prints_in(
            lang,
            &[&analyze[..], &["--depth", "4", "--multi", "3"]].concat(),
        );
        let lines: Vec<&str> = said.lines().collect();
        let last = if lang == "en" {
            "expected line"
        } else {
            "预计变化"
        };
        let start = width(lines[0].split(last).next().unwrap());
        for line in &lines[1..4] {
            let moves = line.rsplit("  ").next().unwrap();
            assert_eq!(width(line) - width(moves), start, "{said}");
        }
    }
}

#[test]
fn a_saved_program_keeps_the_whole_path_of_its_file() {
    let folder = Folder::new();
    let data = folder.path("data");
    std::fs::write(folder.path("bot.py"), "").unwrap();
    let inside = std::path::Path::new(&data).parent().unwrap().to_owned();
    let mut add = yiqi();
    add.current_dir(&inside)
        .args(["--data-dir", &data, "programs"]);
    add.args(["add", "Mine", "script", "python3", "bot.py", "--fast"]);
    let output = add.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let whole = format!("{} --fast", folder.path("bot.py"));
    assert!(
        said.starts_with("Saved Mine: ") && said.contains(&whole),
        "{said}"
    );
    assert!(prints(&["--data-dir", &data, "programs"]).contains(&whole));
}

#[test]
fn what_is_missing_or_does_not_exist_is_said_in_plain_words() {
    let said = fails(2, &["convert"]);
    assert_eq!(said, "Missing: <IN>, <OUT> (see yiqi convert --help).");
    let players = ["play", "reversi", "--black", "program:script:./no-such"];
    let mut play = yiqi();
    let output = play.args(players).args(["--white", "random"]).output();
    let output = output.unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("there is no such program."), "{said}");
    let folder = Folder::new();
    let unnamed = folder.file("game.sgf", "(;GM[2]SZ[8];B[d3])");
    assert!(prints(&["show", &unnamed]).contains("● Black   ○ White"));
}

#[test]
fn a_file_that_cannot_be_written_says_why_without_words_of_the_system() {
    let example = example();
    for (args, said) in [
        (
            &["convert", &example, "/no/such/x.sgf"][..],
            "/no/such/x.sgf: cannot be written: there is no such file or folder.",
        ),
        (
            &["analyze", &example, "--depth", "1", "--plot", "/no/x.svg"],
            "/no/x.svg: cannot be written: there is no such file or folder.",
        ),
    ] {
        let output = yiqi().args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), said);
    }
}

#[test]
fn a_game_or_a_file_is_named_instead_of_a_command() {
    let folder = Folder::new();
    let data = folder.path("data");
    let plays = |words: &[&str], line: &str| {
        let output = yiqi()
            .args(["--data-dir", &data])
            .args(words)
            .write_stdin(format!("{line}\nquit\n"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let said = plays(&["gomoku", "9"], "e5");
    assert!(said.contains("1. Gomoku 9×9, freestyle"), "{said}");
    assert!(said.contains("● Black: e5"), "{said}");
    // Nothing is promised that a pipe does not keep.
    assert!(said.ends_with("Goodbye.\n"), "{said}");
    let said = plays(&["黑白棋", "6", "anti"], "c2");
    assert!(said.contains("1. Anti-reversi 6×6"), "{said}");
    let said = prints(&[&example()]);
    assert_eq!(said, prints(&["show", &example()]));
    for (words, error) in [
        (
            &["reversi", "7"][..],
            "There is no Reversi board of size 7: choose an even size from 4 to 26.",
        ),
        (&["xyzzy"], "There is no command “xyzzy”: see yiqi --help."),
        (
            &["gomuku"],
            "There is no command “gomuku”: did you mean gomoku? See yiqi --help.",
        ),
        (
            &["play", "gomuku"],
            "There is no game called “gomuku”: did you mean gomoku?",
        ),
        (
            &["gomoku", "renjuu"],
            "“renjuu” is not valid here: did you mean renju?",
        ),
        (
            &["gomoku", "swap2", "renju"],
            "“renju” is out of place: give the size first, then the rules, then the opening.",
        ),
        (
            &["peace", "normall"],
            "“normall” is not valid here: Peace has only one set of rules.",
        ),
        (
            &["nofile.sgf"],
            "nofile.sgf: there is no such file or folder.",
        ),
        (&["no/file"], "no/file: there is no such file or folder."),
    ] {
        assert_eq!(fails(2, words), error);
    }
    let said = fails(2, &["gomoku", "15", "renju", "nonsense"]);
    assert!(said.contains("“nonsense” is not valid here"), "{said}");
}

#[test]
fn a_game_has_a_help_of_its_own() {
    let help = prints(&["gomoku", "--help"]);
    for part in [
        "Play Gomoku",
        "Usage: yiqi gomoku [SIZE] [RULES] [OPENING]\n",
        "5 to 25; 15 if not given",
        "freestyle  five or more win (default)\n",
        "renju      as in tournaments: broken threes and fours count, too\n",
        "swap2  ",
        "caro       exactly five wins unless blocked at both ends\n",
        "yiqi gomoku 15 caro swap2\n",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert_eq!(prints(&["help", "gomoku"]), help);
    assert_eq!(prints(&["五子棋", "-h"]), help);
    let help = prints(&["peace", "--help"]);
    assert!(help.contains("Usage: yiqi peace\n"), "{help}");
    assert!(!help.contains("SIZE"), "{help}");
    let help = prints(&["reversi", "10", "--help"]);
    assert!(help.contains("an even number from 4 to 26"), "{help}");
}

#[test]
fn the_marks_of_a_comment_are_shown_in_words() {
    let folder = Folder::new();
    let file = folder.file(
        "marks.sgf",
        "(;GM[2]SZ[8];B[d3]C[Watch this]CR[a1]AR[d3:f5]LB[b2:X];W[c3]CR[e6])",
    );
    let said = prints(&["show", &file]);
    assert!(
        said.contains("After move 1: Watch this (marked: d3→f5, a1, b2 X)\n"),
        "{said}"
    );
    assert!(said.contains("After move 2: marked: e6\n"), "{said}");
    assert!(!said.contains("[%"), "{said}");
}
