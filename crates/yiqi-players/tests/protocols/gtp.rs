use yiqi_players::EngineOptions;
use yiqi_players::protocol::Protocol;
use yiqi_record::notation::move_name;
use yiqi_rules::{AnyPosition, GameSpec};
use yiqi_testkit::Dice;

use super::driver::{Driver, to_depth, transcript};

fn answers(said: &str) -> Vec<String> {
    answers_in("reversi", said)
}

fn answers_in(game: &str, said: &str) -> Vec<String> {
    let heard = transcript(Protocol::Gtp, game.parse().unwrap(), to_depth(1), said);
    assert!(heard.ends_with("\n\n"), "{heard:?}");
    heard
        .trim_end_matches('\n')
        .split("\n\n")
        .map(str::to_owned)
        .collect()
}

#[track_caller]
fn check(said: &str, wanted: &[&str]) {
    assert_eq!(answers(said), wanted, "{said}");
}

#[test]
fn the_standard_commands_are_answered() {
    check(
        "protocol_version\n17 name\nknown_command play\n3 known_command fly\nquit\nname\n",
        &["= 2", "=17 yiqi", "= true", "=3 false", "="],
    );
    let commands = answers("list_commands\n");
    for command in commands[0].trim_start_matches("= ").lines() {
        assert_eq!(
            answers(&format!("known_command {command}\n")),
            ["= true"],
            "{command}"
        );
    }
}

#[test]
fn comments_tabs_and_empty_lines_are_ignored() {
    check("# nothing\n\n  \t \n1\tname # who\r\n", &["=1 yiqi"]);
    check("5\n", &["?5 unknown command"]);
    check(
        "fly\n7 fly away\n",
        &["? unknown command", "?7 unknown command"],
    );
}

#[test]
fn moves_are_played_in_turn_and_taken_back() {
    check(
        "play b f5\nplay black d6\nplay w zz\nplay w a1\nplay w D6\nundo\nundo\nundo\n",
        &[
            "=",
            "? it is white's turn",
            "? 'zz' is not a vertex",
            "? illegal move: flips nothing",
            "=",
            "=",
            "=",
            "? cannot undo",
        ],
    );
    check(
        "play b\nplay x f5\nplay b pass\nplay w pass\n",
        &[
            "? expected a color and a vertex",
            "? 'x' is not a color",
            "? illegal move: pass not allowed while 4 moves exist",
            "? illegal move: it is not white's turn",
        ],
    );
}

#[test]
fn every_board_size_of_the_game_can_be_set() {
    check(
        "boardsize 6\ngogui-rules_board_size\nboardsize 7\nboardsize 28\nboardsize x\nboardsize\nkomi 6.5\nkomi x\n",
        &[
            "=",
            "= 6",
            "? unacceptable size",
            "? unacceptable size",
            "? unacceptable size",
            "? expected one argument",
            "=",
            "? komi not a float",
        ],
    );
    assert_eq!(
        answers_in("gomoku", "boardsize 19\nplay b s19\ngogui-rules_game_id\n"),
        ["=", "=", "= Gomoku"]
    );
}

#[test]
fn the_board_is_shown_and_described() {
    let shown = answers("play b f5\nshowboard\ngogui-rules_board\ngogui-rules_side_to_move\n");
    assert_eq!(
        shown[1],
        "= \n   A B C D E F G H\n 1 . . . . . . . .\n 2 . . . . . . . .\n 3 . . . . . . . .\n\
         \x204 . . . O X . . .\n 5 . . . X X X . .\n 6 . . . . . . . .\n 7 . . . . . . . .\n\
         \x208 . . . . . . . .\nwhite to move"
    );
    assert!(shown[2].starts_with("= . . . . . . . .\n"));
    assert_eq!(shown[2].lines().count(), 8);
    assert_eq!(shown[3], "= white");
    check(
        "gogui-rules_legal_moves\ngogui-rules_game_id\nfinal_score\ngogui-rules_final_result\n",
        &["= D3 C4 F5 E6", "= Othello", "? cannot score", "="],
    );
}

#[test]
fn a_move_is_generated_and_played_or_only_shown() {
    let shown =
        answers("reg_genmove b\ngogui-rules_side_to_move\ngenmove b\ngogui-rules_side_to_move\n");
    assert_eq!(shown[0], shown[2]);
    assert_eq!(
        (shown[1].as_str(), shown[3].as_str()),
        ("= black", "= white")
    );
    check(
        "genmove w\ngenmove\n",
        &["? it is black's turn", "? expected one argument"],
    );
}

#[test]
fn passes_may_be_sent_or_left_out() {
    let (played, position) = (0..)
        .find_map(|seed| {
            let mut position = AnyPosition::new("reversi:4".parse().unwrap());
            let mut dice = Dice::new(seed);
            let mut said = "boardsize 4\n".to_owned();
            while position.legal_words().is_empty() {
                let mv = *dice.pick(&position.legal_moves());
                let name = move_name(mv, position.spec());
                said += &format!("play {} {name}\n", position.turn().unwrap());
                position.play(mv).unwrap();
                position.turn()?;
            }
            Some((said, position))
        })
        .unwrap();
    let passer = position.turn().unwrap();
    let other = passer.other();
    // Asked to move, the side passes; the other side may also move at once.
    let said = answers(&format!("{played}genmove {passer}\ngenmove {other}\n"));
    assert_eq!(said[said.len() - 2], "= PASS");
    let silent = answers(&format!("{played}genmove {other}\n"));
    assert_eq!(said.last(), silent.last());
    assert!(silent.last().unwrap().starts_with("= "), "{silent:?}");
    let undone = answers(&format!(
        "{played}genmove {other}\nundo\ngogui-rules_side_to_move\n"
    ));
    assert_eq!(undone.last(), Some(&format!("= {passer}")));
    let explicit = answers(&format!("{played}play {passer} pa\ngenmove {other}\n"));
    assert_eq!(explicit.last(), silent.last());
}

#[test]
fn a_whole_game_ends_with_a_score() {
    let mut said = String::from("boardsize 4\n");
    for _ in 0..16 {
        said += "genmove b\ngenmove w\n";
    }
    said += "final_score\ngogui-rules_final_result\ngogui-rules_side_to_move\n";
    let heard = answers(&said);
    let [.., score, result, side] = &heard[..] else {
        panic!("{heard:?}");
    };
    assert!(
        score.starts_with("= B+") || score.starts_with("= W+") || score == "= 0",
        "{score}"
    );
    assert_eq!((score, side.as_str()), (result, "= none"));
    assert!(heard.iter().any(|answer| answer == "= PASS"));
}

#[test]
fn after_a_win_in_gomoku_the_game_is_over() {
    let said = "play b h8\nplay w a1\nplay b i8\nplay w a2\nplay b j8\nplay w a3\nplay b k8\nplay w a4\ngenmove b\nfinal_score\ngenmove w\n";
    let heard = answers_in("gomoku", said);
    let [.., made, score, over] = &heard[..] else {
        panic!("{heard:?}");
    };
    assert!(["= G8", "= L8"].contains(&made.as_str()), "{made}");
    assert_eq!(
        (score.as_str(), over.as_str()),
        ("= B+1", "? the game is over")
    );
}

#[test]
fn clocks_are_parsed_and_counted() {
    let settings = EngineOptions::default();
    for clock in [
        "time_settings 0 1 1",
        "time_settings 3 0 0",
        "time_settings 1 1 5",
        "time_left b 2 0",
    ] {
        let start = std::time::Instant::now();
        let said = format!("{clock}\ngenmove b\n");
        let heard = transcript(Protocol::Gtp, GameSpec::REVERSI, settings, &said);
        assert_eq!(heard.matches("= ").count(), 1, "{heard}");
        assert!(start.elapsed().as_secs() < 3, "{clock}");
    }
    check(
        "time_settings 1\ntime_settings a b c\ntime_left b x 0\nset_level 0\nset_level 21\nset_level 3\n",
        &[
            "? expected main time, byo-yomi time and byo-yomi stones",
            "? 'a' is not a time in seconds",
            "? 'x' is not a time in seconds",
            "? expected a level from 1 to 20",
            "? expected a level from 1 to 20",
            "=",
        ],
    );
}

#[test]
fn games_are_loaded_from_files() {
    let file = tempfile::Builder::new().suffix(".sgf").tempfile().unwrap();
    std::fs::write(file.path(), "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])").unwrap();
    let path = file.path().display();
    check(
        &format!(
            "loadsgf {path}\ngogui-rules_side_to_move\nundo\nloadsgf {path} 2\ngogui-rules_side_to_move\nloadsgf /no/such\n"
        ),
        &[
            "=",
            "= white",
            "=",
            "=",
            "= white",
            "? cannot load file: No such file or directory (os error 2)",
        ],
    );
    // Files that are too large are refused, not truncated.
    file.as_file().set_len((16 << 20) + 1).unwrap();
    check(
        &format!("loadsgf {path}\n"),
        &["? cannot load file: byte 16777216: the file is larger than 16777216 bytes"],
    );
    check(
        "set_game Gomoku\ngogui-rules_board_size\nset_game Go\nlist_games\n",
        &["=", "= 15", "? unknown game 'Go'", "= Othello\nGomoku"],
    );
}

#[test]
fn quit_waits_for_the_previous_answer() {
    let driver = Driver::start(Protocol::Gtp, to_depth(2));
    driver.say("1 genmove b");
    driver.say("2 quit");
    assert!(driver.next().starts_with("=1 "));
    assert_eq!(driver.next(), "");
    assert_eq!(driver.next(), "=2");
    driver.ends();
}
