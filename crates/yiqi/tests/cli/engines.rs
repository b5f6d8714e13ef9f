//! `engine`, `solve`, `bench` and `analyze`.

use std::process::Stdio;

use super::{Folder, example, fails, in_bash, prints, yiqi};

#[track_caller]
fn says(args: &[&str], said: &str) -> String {
    let output = yiqi().args(args).write_stdin(said).output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{args:?}: {output:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn each_command_explains_itself() {
    for command in ["engine", "solve", "bench", "analyze"] {
        let help = prints(&[command, "--help"]);
        assert!(
            help.contains(&format!("yiqi {command}")),
            "{command}: {help}"
        );
        for lang in ["zh-Hans", "zh-Hant"] {
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_yiqi"))
                .args(["--lang", lang, command, "--help"])
                .output()
                .unwrap();
            let translated = String::from_utf8(output.stdout).unwrap();
            assert!(
                !translated.is_ascii() && translated != help,
                "{command} {lang}"
            );
        }
    }
    let help = prints(&["engine", "--help"]);
    for flag in [
        "--game",
        "--level",
        "--time",
        "--depth",
        "--nodes",
        "--threads",
        "--hash",
    ] {
        assert!(help.contains(flag), "{flag}");
    }
}

#[test]
fn an_engine_speaks_its_protocol_and_nothing_else() {
    assert_eq!(
        says(&["engine", "gtp"], "1 name\n2 boardsize 8\nquit\n"),
        "=1 yiqi\n\n=2\n\n=\n\n"
    );
    assert_eq!(
        says(&["engine", "nboard"], "nboard 2\nping 5\n"),
        "pong 5\n"
    );
    assert_eq!(says(&["engine", "gomocup"], "START 15\nEND\n"), "OK\n");
    let answer = says(
        &["engine", "script", "--depth", "1"],
        "{\"spec\":\"gomoku\",\"moves\":[]}\n",
    );
    assert_eq!(answer, "h8\n");
    let answer = says(
        &["engine", "botzone", "--game", "gomoku", "--depth", "1"],
        "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n",
    );
    assert!(answer.contains("\"x\":7,\"y\":7"), "{answer}");
}

#[cfg(unix)]
#[test]
fn under_a_gomocup_name_the_program_is_an_engine() {
    let folder = Folder::new();
    let brain = folder.path("pbrain-yiqi");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_yiqi"), &brain).unwrap();
    let output = assert_cmd::Command::new(&brain)
        .write_stdin("START 20\r\nEND\r\n")
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"OK\n");
}

#[test]
fn engines_are_refused_with_a_sentence() {
    assert_eq!(
        fails(2, &["engine", "chess"]),
        "“chess” is not valid for <PROTOCOL>: choose gtp, nboard, gomocup, botzone, script, check."
    );
    assert_eq!(
        fails(2, &["engine", "gomocup", "--game", "reversi"]),
        "Reversi 8×8 cannot be played over gomocup."
    );
    fails(2, &["engine", "nboard", "--game", "gomoku"]);
    fails(2, &["engine", "gtp", "--game", "gomoku:15:freestyle:swap2"]);
    assert_eq!(
        fails(2, &["engine", "gtp", "--time", "soon"]),
        "“soon” is not valid for --time: write a duration such as 2s or 500ms."
    );
    fails(2, &["engine", "gtp", "--time", "0s"]);
    fails(2, &["engine", "gtp", "--level", "21"]);
    fails(2, &["engine", "gtp", "--threads", "0"]);
    fails(2, &["engine", "gtp", "--hash", "65537"]);
    fails(2, &["engine"]);
}

#[test]
fn our_engine_plays_as_an_external_program() {
    let program = format!(
        "program:script:{} engine script --depth 1",
        env!("CARGO_BIN_EXE_yiqi")
    );
    let printed = prints(&[
        "play",
        "reversi:6",
        "--black",
        &program,
        "--white",
        "random",
    ]);
    assert!(printed.starts_with("result: "), "{printed}");
}

/// Eight empty points, black to move.
const ENDGAME: &str = "-XXXXXX-OXXXXXOOOOXXXOXOOXOXXOXOOXXOXXXOOXXXOXXOOXXXXX-O--XX---O";

fn endgame(scores: &str) -> String {
    format!("% a comment\n{ENDGAME} X; {scores}\n")
}

#[test]
fn endgames_are_solved_and_compared_with_the_file() {
    let folder = Folder::new();
    let plain = folder.file("plain.obf", endgame(""));
    let printed = prints(&["solve", &plain]);
    let lines: Vec<&str> = printed.lines().collect();
    let fields: Vec<&str> = lines[0].split(' ').collect();
    let [number, empties, score, mv, nodes, seconds, speed] = fields[..] else {
        panic!("{printed}");
    };
    assert_eq!((number, empties), ("#1", "8"));
    let score: i32 = score.parse().unwrap();
    assert!(nodes.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok());
    assert!(seconds.parse::<f64>().is_ok());
    let total: Vec<&str> = lines[1].split(' ').collect();
    assert_eq!((total[0], total[1], total[3]), ("total", nodes, "1/1"));

    let right = folder.file("right.obf", endgame(&format!("{mv}:{score:+};")));
    let both = prints(&["solve", &right, &plain, "--threads", "2", "--hash", "4"]);
    assert!(both.lines().last().unwrap().ends_with(" 2/2"), "{both}");

    let wrong = folder.file("wrong.obf", endgame(&format!("{mv}:{:+};", score + 2)));
    let output = yiqi().args(["solve", &wrong]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stdout).unwrap();
    let mismatch = printed.lines().nth(1).unwrap();
    assert_eq!(
        mismatch,
        format!("mismatch #1 {score:+} {mv} expected {:+} {mv}", score + 2)
    );
    assert!(printed.lines().nth(2).unwrap().ends_with(" 1/1"));
}

#[test]
fn endgames_are_read_from_a_pipe_and_written_as_json() {
    let printed = says(&["solve", "-", "--json"], &endgame(""));
    let lines: Vec<serde_json::Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["number"], 1);
    assert_eq!(lines[0]["empties"], 8);
    assert!(lines[0]["cpu_seconds"].is_number() && lines[0]["pv"].is_array());
    assert_eq!(lines[1]["solved"], 1);
    assert_eq!(lines[1]["total"], 1);
}

#[test]
fn invalid_endgames_are_refused_with_a_sentence() {
    let folder = Folder::new();
    assert!(fails(2, &["solve", "/no/such.obf"]).starts_with("/no/such.obf: "));
    let broken = folder.file("broken.obf", "XO X;\n");
    assert!(fails(2, &["solve", &broken]).contains("broken.obf: line 1"));
    let other = folder.file("game.pos", "h8i9\n");
    assert!(fails(2, &["solve", &other]).ends_with("only 8×8 Reversi positions can be solved."));
    let empty = folder.file("empty.obf", "% nothing\n");
    assert!(fails(2, &["solve", &empty]).ends_with("the file contains no games."));
    fails(2, &["solve"]);
}

/// The nodes that each engine searches in `yiqi bench`. They guard the strength of the engines: a
/// change that moves one changes how an engine plays, so change the number in the same commit and
/// name the match that justifies it. They are the same with every instruction set.
const BENCH_NODES: [(&str, u64); 4] = [
    ("Reversi, 8×8", 4_966_284),
    ("Reversi, other boards and rules", 160_397),
    ("Gomoku", 27_108),
    ("Gomoku, caro", 4_431),
];

#[test]
fn the_node_counts_of_all_engines_are_unchanged() {
    let printed = prints(&["bench"]);
    let mut found = BENCH_NODES.map(|(engine, _)| (engine, 0));
    let lines: Vec<&str> = printed.lines().collect();
    let (last, searches) = lines.split_last().unwrap();
    for line in searches {
        let fields: Vec<&str> = line.split(' ').collect();
        let [name, _depth, nodes, _seconds, _nps] = fields[..] else {
            panic!("{line}");
        };
        let engine = match name {
            "reversi-6" | "reversi-10" | "reversi-anti" => 1,
            name if name.starts_with("reversi-") => 0,
            "gomoku-caro" => 3,
            name if name.starts_with("gomoku-") => 2,
            _ => panic!("{name}"),
        };
        found[engine].1 += nodes.parse::<u64>().unwrap();
    }
    let fields: Vec<&str> = last.split(' ').collect();
    let ["bench:", total, "nodes", nps, "nps"] = fields[..] else {
        panic!("{last}");
    };
    assert!(nps.parse::<u64>().unwrap() > 0);
    let sum: u64 = found.iter().map(|(_, nodes)| nodes).sum();
    assert_eq!(total.parse::<u64>().unwrap(), sum);
    assert_eq!(found, BENCH_NODES);
}

#[test]
fn a_position_is_analyzed() {
    let printed = prints(&[
        "analyze", "reversi", "--moves", "f5d6", "--depth", "3", "--multi", "2",
    ]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 3, "{printed}");
    assert!(lines[0].starts_with("after  side"), "{printed}");
    assert!(lines[0].contains(" ahead "), "{printed}");
    assert!(lines[1].starts_with("2      Black"), "{printed}");
    let json = prints(&[
        "analyze",
        "gomoku",
        "--moves",
        "h8 a1 i8 c15 j8 o1 k8 a15",
        "--depth",
        "2",
        "--json",
    ]);
    let line: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&line["ply"], &line["turn"]), (&8.into(), &"black".into()));
    assert_eq!(line["score"], 100.0);
    assert_eq!(
        (&line["unit"], &line["black_win_percent"]),
        (&"percent".into(), &100.0.into())
    );
    assert_eq!(
        (&line["exactness"], &line["plies"]),
        (&"forced".into(), &1.into())
    );
    assert!(["g8", "l8"].contains(&line["best"].as_str().unwrap()));
    assert!(line["depth"].is_number() && line["nodes"].is_number() && line["seconds"].is_number());
    assert_eq!(line["pv"][0], line["best"]);
}

#[test]
fn several_lines_are_sorted_for_the_side_to_move_and_name_the_side_ahead() {
    for (moves, sign) in [("f5d6c3", 1.0), ("f5d6", -1.0)] {
        for depth in ["5", "6", "7"] {
            let json = prints(&[
                "analyze", "reversi", "--moves", moves, "--depth", depth, "--multi", "4", "--json",
            ]);
            let line: serde_json::Value = serde_json::from_str(&json).unwrap();
            assert_eq!(line["unit"], "stones");
            let scores: Vec<f64> = line["lines"]
                .as_array()
                .unwrap()
                .iter()
                .map(|line| sign * line["score"].as_f64().unwrap())
                .collect();
            assert!(scores.is_sorted(), "{moves} {depth}: {scores:?}");
            assert_eq!(line["best"], line["lines"][0]["best"]);
        }
    }
    let printed = prints(&["analyze", "gomoku", "--moves", "h8", "--depth", "4"]);
    let (head, row) = printed.split_once('\n').unwrap();
    assert!(head.contains("ahead"), "{printed}");
    assert!(row.contains('%') && !row.contains('±'), "{printed}");
    let json = prints(&[
        "analyze", "gomoku", "--moves", "h8", "--depth", "4", "--json",
    ]);
    let line: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(
        line["error"].is_null() && line["percent"].is_null(),
        "{json}"
    );
    assert!((0.0..=100.0).contains(&line["black_win_percent"].as_f64().unwrap()));
}

#[test]
fn every_move_of_a_game_is_analyzed_and_drawn() {
    let folder = Folder::new();
    let (svg, png) = (folder.path("game.svg"), folder.path("game.PNG"));
    let printed = prints(&[
        "analyze",
        &example(),
        "--depth",
        "2",
        "--json",
        "--plot",
        &svg,
    ]);
    let moves: Vec<serde_json::Value> = printed
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .collect();
    assert_eq!(moves.len(), 9);
    for (ply, line) in moves.iter().enumerate() {
        assert_eq!(line["ply"], ply);
        assert_eq!(line["move"].is_null(), ply == 8);
    }
    let drawing = std::fs::read_to_string(&svg).unwrap();
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    assert_eq!(drawing.matches("<circle").count(), 9);
    // Who played, and what the axes count.
    for words in [
        ">Reversi 8×8: Ann (Black) – Bob (White)<",
        ">Stones ahead: + Black, − White<",
        ">moves played<",
    ] {
        assert!(drawing.contains(words), "{words}");
    }
    prints(&["analyze", &example(), "--depth", "1", "--plot", &png]);
    let drawing = std::fs::read(&png).unwrap();
    assert!(drawing.starts_with(b"\x89PNG\r\n\x1a\n") && drawing.ends_with(b"IEND\xaeB`\x82"));
}

#[test]
fn the_largest_mistakes_of_a_game_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.psq");
    // White leaves an open three alone.
    std::fs::write(
        &game,
        "Piskvorky 15x15, 0:0, 0\n8,8,0\n1,1,0\n9,8,0\n1,15,0\n10,8,0\n15,1,0\n11,8,0\n15,15,0\n",
    )
    .unwrap();
    let game = game.to_str().unwrap();
    let printed = prints(&["analyze", game, "--depth", "4"]);
    let (_, mistakes) = printed.split_once("The largest mistakes:\n").unwrap();
    assert!((1..=3).contains(&mistakes.lines().count()), "{printed}");
    assert!(mistakes.contains("(White): before it “"), "{printed}");
    assert!(mistakes.trim_end().ends_with(" was better."), "{printed}");
    let json = prints(&["analyze", game, "--depth", "4", "--json"]);
    assert!(!json.contains("mistakes"), "{json}");
}

#[test]
fn invalid_input_to_analyze_is_refused_with_a_sentence() {
    let spec = fails(2, &["analyze", "chess", "--moves", "e4"]);
    assert!(spec.contains("chess"), "{spec}");
    assert!(fails(2, &["analyze", "/no/such.sgf"]).starts_with("/no/such.sgf: "));
    let moves = fails(2, &["analyze", "reversi", "--moves", "a1"]);
    assert!(moves.contains("a1"), "{moves}");
    let ending = fails(2, &["analyze", &example(), "--plot", "game.gif"]);
    assert_eq!(
        ending,
        "game.gif: the file name of a graph must end in .svg or .png."
    );
    assert_eq!(
        fails(2, &["analyze", "reversi", "--plot", "game.svg"]),
        "--plot needs a whole game, but this is a single position."
    );
    assert_eq!(
        fails(2, &["analyze", "gomoku:26"]),
        "There is no Gomoku board of size 26: choose a size from 5 to 25 (at least 7 with the opening rule pro)."
    );
    assert_eq!(
        fails(2, &["analyze", "reversi", "--find-win"]),
        "--find-win works only for Gomoku."
    );
    fails(2, &["analyze", "reversi", "--depth", "61"]);
    fails(2, &["analyze", "reversi", "--multi", "0"]);
    let over = prints(&["analyze", "gomoku", "--moves", "h8 a1 i8 a2 j8 a3 k8 a4 l8"]);
    assert!(over.ends_with("The game is over.\n"), "{over}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_prints_what_it_has() {
    use std::io::{BufRead, BufReader, Read};

    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(["--lang", "en", "analyze", "reversi", "--time", "10m"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut head = String::new();
    out.read_line(&mut head).unwrap();
    // The heading is printed just before the search begins; the signal handler is installed by
    // then.
    let killed = in_bash(&format!("kill -INT {}", child.id()));
    assert!(killed.status.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(rest.ends_with("Stopped.\n"), "{rest}");
}
