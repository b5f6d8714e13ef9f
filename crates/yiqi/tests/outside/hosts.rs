//! Our engines as outside programs, over every protocol.

use super::{LONG, YIQI, choose, player, task};
use yiqi_players::{MoveRequest, PlayerError, PlayerSpec, Task, play_out};
use yiqi_record::notation::parse_move;
use yiqi_rules::{AnyPosition, GameSpec, Move};

/// Our engine over a protocol, with a tiny search.
fn engine(protocol: &str, options: &str) -> String {
    let name = protocol.split(',').next().unwrap();
    // So long that only a broken test waits for it: the machine may be busy.
    format!("program:{protocol},start=600s,time=600s:{YIQI} engine {name} --depth 1 {options}")
}

/// Two games against a random player, one with each color.
#[track_caller]
fn check_games(spec: &str, program: &str) {
    let game: GameSpec = spec.parse().unwrap();
    let mut random = player("random:seed=5");
    let mut outside = player(program);
    let (end, _) = play_out(AnyPosition::new(game), &mut *outside, &mut *random)
        .unwrap_or_else(|error| panic!("{spec}: {error} {error:#?}"));
    assert!(end.outcome().is_some());
    // The same process goes on with another game.
    let (end, _) = play_out(AnyPosition::new(game), &mut *random, &mut *outside)
        .unwrap_or_else(|error| panic!("{spec}: {error} {error:#?}"));
    assert!(end.outcome().is_some());
}

#[test]
fn gomocup_programs_play_whole_games_under_every_rule_they_know() {
    for spec in [
        "gomoku:9",
        "gomoku:7:standard",
        "gomoku:9:renju",
        "gomoku:8:caro",
    ] {
        check_games(spec, &engine("gomocup", ""));
    }
}

#[test]
fn gomocup_programs_play_swap2_openings_on_both_sides() {
    check_games("gomoku:9:freestyle:swap2", &engine("gomocup", ""));
}

#[test]
fn nboard_programs_play_whole_games() {
    check_games("reversi", &engine("nboard,depth=1", ""));
}

#[test]
fn gtp_programs_play_whole_games_of_reversi_and_gomoku() {
    check_games("reversi", &engine("gtp", ""));
    check_games("gomoku:9", &engine("gtp", "--game gomoku:9"));
}

#[test]
fn botzone_programs_play_whole_games_kept_running_or_not() {
    check_games("reversi:6", &engine("botzone", "--game reversi:6"));
    check_games("gomoku:7", &engine("botzone", "--game gomoku:7"));
    // A program that is started for every turn: the first line of the answer, then the end.
    let folder = std::path::Path::new(YIQI).parent().unwrap().display();
    let once = format!(
        "program:botzone,time=600s,read={folder}:sh -c 'head -n 1 | \"{YIQI}\" engine botzone --depth 1 --game reversi:4 | head -n 1'"
    );
    check_games("reversi:4", &once);
}

#[test]
fn scripts_play_whole_games() {
    for spec in ["reversi:6", "gomoku:7:renju:swap2", "connect6:7", "peace"] {
        check_games(spec, &engine("script", ""));
    }
}

/// The task after some moves.
fn after(spec: &str, moves: &str) -> Task {
    let mut task = task(spec, Some(LONG));
    for name in moves.split_whitespace() {
        let mv = parse_move(name, task.spec()).unwrap();
        task.position.play(mv).unwrap();
        task.moves.push(mv);
    }
    task
}

#[test]
fn programs_follow_a_game_in_which_moves_are_taken_back() {
    let specs = [
        (
            "gomoku:9",
            engine("gomocup", ""),
            ["e5", "e5 d5 c5", "a1 b2 c3"],
        ),
        (
            "reversi",
            engine("nboard,depth=1", ""),
            ["d3", "d3 c3 c4", "f5"],
        ),
        ("reversi", engine("gtp", ""), ["d3", "d3 c3 c4", "f5"]),
        ("reversi", engine("botzone", ""), ["d3", "d3 c3 c4", "f5"]),
    ];
    for (spec, program, games) in specs {
        let mut outside = player(&program);
        // Each game is another than the program knows: it goes back, to the start, and elsewhere.
        for moves in games.iter().chain(games.iter().rev()).chain([&""]) {
            let task = after(spec, moves);
            let mv = choose(&mut *outside, &task)
                .unwrap_or_else(|error| panic!("{program} {moves}: {error:#?}"));
            assert!(task.position.check(mv).is_ok());
        }
    }
}

#[test]
fn a_position_that_was_set_up_is_sent_as_a_board() {
    let spec: GameSpec = "gomoku:9".parse().unwrap();
    let setup = yiqi_record::notation::parse_setup(
        "........./........./........./..bbbb.../........./...ww..../........./........./......... white",
        spec,
    )
    .unwrap();
    let task = Task {
        position: AnyPosition::from_setup(spec, &setup).unwrap(),
        start: Some(setup),
        moves: Vec::new(),
        time: Some(LONG.into()),
    };
    let mv = choose(&mut *player(&engine("gomocup", "")), &task).unwrap();
    let ends = ["b6", "g6"].map(|name| Some(parse_move(name, spec).unwrap()));
    assert!(ends.contains(&Some(mv)), "{mv:?} stops the four");
}

#[test]
fn a_game_that_a_protocol_cannot_express_is_named() {
    for (spec, program) in [
        ("reversi", engine("gomocup", "")),
        ("gomoku:9:forbidden", engine("gomocup", "")),
        ("gomoku:9:freestyle:swap1", engine("gomocup", "")),
        ("gomoku", engine("nboard", "")),
        ("connect6", engine("botzone", "")),
    ] {
        let error = choose(&mut *player(&program), &task(spec, None)).unwrap_err();
        assert!(matches!(error, PlayerError::CannotPlay { .. }), "{error:?}");
    }
}

// Fault 62.
#[test]
fn the_time_of_an_answer_is_recorded() {
    let mut outside = player(&engine("script", ""));
    assert_eq!(outside.last_answer_time(), None);
    let task = task("reversi:4", Some(LONG));
    outside.choose(MoveRequest::new(&task)).unwrap();
    let time = outside.last_answer_time().unwrap();
    assert!(time.overrun.is_zero());
    assert!(time.taken > std::time::Duration::ZERO && time.taken < LONG);
}

#[test]
fn a_player_spec_with_options_reads_what_it_writes() {
    for text in [
        "program:gomocup:./pbrain-x --fast",
        "program:gtp,time=0.5s,start=2s,margin=0.08s,memory=350,depth=9,folder=/tmp/x,cage=off,read=/data:edax -gtp",
        "Ada=program:botzone:python3 'my bot.py'",
        "program:script:a:b",
    ] {
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!(spec.to_string(), text);
    }
    for text in [
        "program:gtp",
        "program:chess:x",
        "program:gtp,memory=0:x",
        "program:gtp,cage=on:x",
        "program:gtp,time=2s,time=2s:x",
        "program:gtp:'x",
    ] {
        assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
    }
}

#[test]
fn an_opening_choice_of_a_gomocup_program_is_one_of_ours() {
    // Three stones for a program that always swaps, and one that always adds two.
    let bot = |answer: &str| {
        format!(
            "program:gomocup:sh -c 'while read -r l; do case \"$l\" in START*|RESTART*) echo OK;; DONE*) echo {answer};; END*) exit;; esac; done'"
        )
    };
    let spec = "gomoku:15:freestyle:swap2";
    let three = after(spec, "h8 i9 d4");
    for (answer, wanted) in [
        ("SWAP", vec![Move::Swap]),
        (
            "5,5",
            vec![Move::Keep, parse_move("f10", three.spec()).unwrap()],
        ),
    ] {
        let mut outside = player(&bot(answer));
        let mut task = three.clone();
        for mv in wanted {
            assert_eq!(choose(&mut *outside, &task).unwrap(), mv);
            task.position.play(mv).unwrap();
            task.moves.push(mv);
        }
    }
    let mut outside = player(&bot("5,5 6,6"));
    assert_eq!(choose(&mut *outside, &three).unwrap(), Move::More);
    // With five stones, who swaps keeps black, and who places a stone takes white.
    let five = after(spec, "h8 i9 d4 more f10 g9");
    assert_eq!(
        choose(&mut *player(&bot("SWAP")), &five).unwrap(),
        Move::Keep
    );
    assert_eq!(
        choose(&mut *player(&bot("0,0")), &five).unwrap(),
        Move::Swap
    );
}
