//! The program that managers of Gomocup start.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running engine and its manager's end of the pipes.
struct Brain {
    child: Child,
    say: ChildStdin,
    hear: BufReader<ChildStdout>,
}

impl Brain {
    fn start() -> Brain {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-yiqi"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Brain {
            say: child.stdin.take().unwrap(),
            hear: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn say(&mut self, lines: &str) {
        self.say.write_all(lines.as_bytes()).unwrap();
    }

    /// The next answer, without messages for people.
    fn hear(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.hear.read_line(&mut line).unwrap() > 0, "it ended");
            if !line.starts_with("MESSAGE") {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Whether it exits with success after `END`.
    fn ends(mut self) -> bool {
        self.say("END\r\n");
        self.child.wait().unwrap().success()
    }
}

#[test]
fn the_brain_plays_as_a_manager_expects() {
    let mut brain = Brain::start();
    brain.say("ABOUT\r\n");
    assert!(brain.hear().starts_with("name=\"yiqi\""));
    brain.say("START 15\r\n");
    assert_eq!(brain.hear(), "OK");
    brain.say("INFO folder C:\\Program Files\\gomocup\\data 1\r\nINFO rule 8\r\n");
    brain.say("INFO timeout_turn 100\r\nINFO max_memory 73400320\r\nBEGIN\r\n");
    assert_eq!(brain.hear(), "7,7");
    brain.say("TURN 8,8\r\n");
    let answer = brain.hear();
    let (x, y) = answer.split_once(',').unwrap();
    assert!(x.parse::<u8>().unwrap() < 15 && y.parse::<u8>().unwrap() < 15);
    assert!(brain.ends());
}

/// The most memory a process has had resident, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let words: Vec<&str> = peak.unwrap().split_whitespace().collect();
    words[0].parse::<u64>().unwrap() << 10
}

#[cfg(target_os = "linux")]
#[test]
fn the_whole_process_keeps_to_its_memory_limit() {
    // Positions with much to search: long wins, and a crowded middle game.
    let stones = [
        "7,7,2\n8,8,1\n6,8,2\n8,6,1\n",
        "7,7,1\n8,8,2\n6,8,1\n8,6,2\n8,7,1\n5,9,2\n9,5,1\n10,7,2\n",
        "3,3,1\n11,11,2\n3,11,1\n11,3,2\n7,7,1\n7,8,2\n8,7,1\n6,7,2\n8,9,1\n9,9,2\n",
    ];
    for limit in [70 << 20, 350 << 20] {
        for rule in [0, 4, 9] {
            let mut brain = Brain::start();
            brain.say("START 15\n");
            brain.hear();
            brain.say(&format!("INFO rule {rule}\nINFO max_memory {limit}\n"));
            brain.say("INFO timeout_turn 60000\nINFO max_node 60000\nINFO pondering 1\n");
            for board in stones {
                brain.say(&format!("BOARD\n{board}DONE\n"));
                brain.hear();
            }
            let peak = peak_memory(brain.child.id());
            assert!(peak <= limit, "{peak} of {limit} bytes under rule {rule}");
            assert!(brain.ends());
        }
    }
}
