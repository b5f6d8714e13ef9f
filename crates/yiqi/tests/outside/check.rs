//! `yiqi engine check`: our engines pass, and wrong programs get the right sentence.

use std::process::Command;

use super::YIQI;
use yiqi_players::check::case_names;
use yiqi_players::protocol::Protocol;

/// The exit status and what was printed.
fn check(protocol: &str, command: &[&str]) -> (i32, String, String) {
    let output = Command::new(YIQI)
        .args(["engine", "check", "--lang", "en", "--protocol", protocol])
        .args(command)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let status = output.status.code().unwrap();
    (status, text(output.stdout), text(output.stderr))
}

#[track_caller]
fn check_own(protocol: Protocol, options: &[&str]) {
    let name = protocol.name();
    let mut command = vec![YIQI, "engine", name];
    command.extend(options);
    // A busy machine is not what is tested.
    let (status, printed, said) = check(&format!("{name},margin=30s"), &command);
    let wanted: String = case_names(protocol)
        .iter()
        .map(|case| format!("{case}: ok\n"))
        .collect();
    assert_eq!(printed, wanted, "{said}");
    assert_eq!(status, 0);
    assert!(said.contains("The program ran in a cage"), "{said}");
    assert!(said.ends_with("all right.\n"), "{said}");
}

#[test]
fn our_gomocup_engine_passes_its_own_check() {
    check_own(Protocol::Gomocup, &[]);
}

#[test]
fn our_nboard_engine_passes_its_own_check() {
    check_own(Protocol::NBoard, &[]);
}

#[test]
fn our_gtp_engine_passes_its_own_check() {
    check_own(Protocol::Gtp, &["--time", "200ms"]);
}

#[test]
fn our_botzone_engine_passes_its_own_check() {
    check_own(Protocol::Botzone, &["--depth", "2"]);
}

#[test]
fn our_script_engine_passes_its_own_check() {
    check_own(Protocol::Script, &["--depth", "2"]);
}

/// What the check says of one case of a shell script.
#[track_caller]
fn check_wrong(protocol: &str, script: &str, case: &str, sentence: &str) {
    let (status, printed, said) = check(protocol, &["sh", "-c", script]);
    assert_eq!(status, 1, "{printed} {said}");
    let line = printed
        .lines()
        .find_map(|line| line.strip_prefix(&format!("{case}: ")))
        .unwrap_or_else(|| panic!("{printed} {said}"));
    assert_eq!(line, sentence, "{printed}");
}

#[test]
fn a_wrong_gomocup_program_is_told_what_is_wrong() {
    // A wrong ABOUT, always the same points, two answers, an end at an unknown command, none after END.
    let script = "while read -r l; do case \"$l\" in START*|RESTART*|TAKEBACK*) echo OK;; \
        BEGIN*|TURN*|DONE*) echo 3,3; echo 3,4;; ABOUT*) echo nobody;; YIQI*) exit 3;; esac; done; sleep 1000";
    let said = [
        (
            "about",
            "After “ABOUT” the program answered “nobody”. Expected: name=\"…\", version=\"…\", ….",
        ),
        (
            "game",
            "The program answered “3,3”, which is not a legal move here.",
        ),
        ("unknown-command", "The program ended (exit status: 3)."),
        (
            "one-answer",
            "The program wrote “3,4” without being asked. Write one answer to each question.",
        ),
        ("end", "The program did not exit after “END”."),
    ];
    let (status, printed, _) = check("gomocup", &["sh", "-c", script]);
    assert_eq!(status, 1);
    for (case, sentence) in said {
        let line = format!("{case}: {sentence}");
        assert!(
            printed.lines().any(|printed| printed == line),
            "{line}\n{printed}"
        );
    }
    // The dialog follows.
    assert!(printed.contains("    > ABOUT\n    < nobody\n"), "{printed}");
}

#[test]
fn wrong_programs_of_the_other_protocols_are_told_what_is_wrong() {
    check_wrong(
        "script",
        "while read -r l; do echo a1; done",
        "start",
        "The program answered “a1”, which is not a legal move here.",
    );
    // What is expected are the legal moves of the position.
    check_wrong(
        "script",
        "while read -r l; do echo ok; done",
        "start",
        "After “{\"board\":[\"........\",\"........\",\"........\",\"...wb...\",\"...bw…” the program \
         answered “ok”. Expected: d3, c4, f5, e6.",
    );
    check_wrong(
        "script",
        "while read -r l; do echo ok; done",
        "pass",
        "After “{\"board\":[\"bbbbbbbb\",\"wbbbbwbb\",\"wbbbwbwb\",\"wwwwbbwb\",\"wwbbb…” the program \
         answered “ok”. Expected: pass.",
    );
    check_wrong(
        "botzone",
        "read -r l; echo d3",
        "first-move",
        "After “{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}” the program answered “d3”. \
         Expected: {\"response\":{\"x\":X,\"y\":Y}}.",
    );
    check_wrong(
        "gtp",
        "while read -r l; do printf '? no\\n\\n'; done",
        "start",
        "After “protocol_version” the program answered “? no”. Expected: = ….",
    );
    check_wrong(
        "nboard",
        "while read -r l; do case \"$l\" in ping*) echo \"pong ${l#ping }\";; go*) echo '=== A1';; esac; done",
        "start",
        "The program answered “=== A1”, which is not a legal move here.",
    );
    check_wrong(
        "gtp",
        "exit 7",
        "start",
        "The program ended (exit status: 7).",
    );
}

#[test]
fn a_missing_program_or_protocol_is_wrong_usage() {
    let (status, printed, said) = check("gtp", &["/no/such/engine"]);
    assert_eq!((status, printed.lines().count()), (1, 1), "{said}");
    assert!(
        printed.starts_with("start: The program cannot be started: "),
        "{printed}"
    );
    for args in [
        &["engine", "check", "true"][..],
        &["engine", "check", "--protocol", "gtp"],
        &["engine", "check", "--protocol", "chess", "true"],
    ] {
        let output = Command::new(YIQI).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn programs_are_saved_listed_chosen_by_name_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let run = |args: &[&str]| {
        let output = Command::new(YIQI)
            .args(args)
            .args(["--lang", "en", "--data-dir", data])
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    // Options of ours come before the command, which takes the rest.
    let add = |words: &[&str]| {
        let output = Command::new(YIQI)
            .args(["--lang", "en", "--data-dir", data, "programs", "add"])
            .args(words)
            .output()
            .unwrap();
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (status, printed, said) = run(&["programs"]);
    assert_eq!((status, printed.as_str()), (0, ""));
    assert!(said.starts_with("No programs are saved."), "{said}");
    assert_eq!(
        add(&[
            "Own",
            "script,memory=500",
            YIQI,
            "engine",
            "script",
            "--depth",
            "1"
        ])
        .0,
        0
    );
    assert_eq!(add(&["Two words", "gtp", "a b", "-x"]).0, 0);
    let (_, printed, _) = run(&["programs", "list"]);
    let wanted =
        format!("Own: script,memory=500:{YIQI} engine script --depth 1\nTwo words: gtp:'a b' -x\n");
    assert_eq!(printed, wanted);
    let (status, printed, said) = run(&[
        "play",
        "reversi:4",
        "--black",
        "own",
        "--white",
        "Bob=program:OWN",
    ]);
    assert_eq!(status, 0, "{said}");
    assert!(printed.starts_with("result: "), "{printed}");
    assert_eq!(run(&["programs", "remove", "two words"]).0, 0);
    assert_eq!(run(&["programs", "remove", "two words"]).0, 1);
    for words in [
        &["human", "gtp", "x"][..],
        &["x:y", "gtp", "x"],
        &["x", "chess", "x"],
        &["x"],
    ] {
        let (status, said) = add(words);
        assert_eq!(status, 2, "{words:?} {said}");
    }
    assert_eq!(run(&["programs"]).1.lines().count(), 1);
}
