//! Whatever is sent, nothing breaks, and everything that must be answered is.

use yiqi_players::EngineOptions;
use yiqi_players::protocol::Protocol;
use yiqi_testkit::Dice;

use super::driver::transcript;

const WORDS: [&str; 65] = [
    "START",
    "15",
    "20",
    "5",
    "4",
    "BEGIN",
    "TURN",
    "7,7",
    "8,8",
    "0,0",
    "-1,-1",
    "99,99",
    "BOARD",
    "DONE",
    "7,7,1",
    "8,8,2",
    "9,9,3",
    "SWAP2BOARD",
    "INFO",
    "rule",
    "4",
    "timeout_turn",
    "0",
    "time_left",
    "TAKEBACK",
    "PLAY",
    "YXNBEST",
    "YXBOARD",
    "YXBLOCK",
    "YXSHOWFORBID",
    "YXSTOP",
    "RESTART",
    "max_memory",
    "pondering",
    "1",
    "genmove",
    "b",
    "w",
    "play",
    "f5",
    "d6",
    "pass",
    "undo",
    "boardsize",
    "time_settings",
    "time_left",
    "showboard",
    "final_score",
    "set_level",
    "clear_board",
    "nboard",
    "set",
    "depth",
    "game",
    "(;GM[Othello]TY[8]BO[8",
    "move",
    "F5/1.0/2",
    "hint",
    "go",
    "ping",
    "analyze",
    "{\"x\":-1,\"y\":-1}",
    "{\"requests\":[]}",
    "\u{0}",
    "é",
];

fn random_lines(dice: &mut Dice, count: usize) -> String {
    let mut said = String::new();
    for _ in 0..count {
        for _ in 0..dice.below(5) {
            said += *dice.pick::<&str>(&WORDS);
            said += " ";
        }
        said += "\n";
    }
    said
}

fn quick() -> EngineOptions {
    EngineOptions {
        depth: Some(1),
        nodes: Some(100),
        hash: Some(1),
        ..EngineOptions::default()
    }
}

#[test]
fn no_line_of_any_protocol_panics_or_hangs() {
    let mut dice = Dice::new(5);
    for _ in 0..40 {
        for protocol in Protocol::ALL {
            let said = random_lines(&mut dice, 30);
            transcript(protocol, protocol.default_game(), quick(), &said);
        }
    }
}

#[test]
fn every_command_of_gtp_gets_one_answer() {
    let mut dice = Dice::new(6);
    for _ in 0..40 {
        let said = random_lines(&mut dice, 30);
        let heard = transcript(Protocol::Gtp, Protocol::Gtp.default_game(), quick(), &said);
        let commands = said
            .lines()
            .filter(|line| {
                line.split('#')
                    .next()
                    .is_some_and(|line| line.chars().any(|c| !c.is_whitespace() && !c.is_control()))
            })
            .count();
        let answers = heard
            .lines()
            .filter(|line| line.starts_with(['=', '?']))
            .count();
        assert_eq!(answers, commands, "{said:?}\n{heard}");
    }
}

#[test]
fn lines_that_are_too_long_or_not_text_do_no_harm() {
    for protocol in Protocol::ALL {
        let mut said = vec![b'x'; 3 << 20];
        said.extend(b"\n\xff\xfe\x00\n");
        let mut heard = Vec::new();
        yiqi_players::protocol::speak(
            protocol,
            protocol.default_game(),
            quick(),
            std::io::Cursor::new(said),
            &mut heard,
        )
        .unwrap();
    }
}
