//! Players by their specs.

use std::time::Duration;

use yiqi_players::{
    BuiltIn, MoveRequest, ParsePlayerError, Player, PlayerSpec, Stop, Task, play_out,
};
use yiqi_rules::{AnyPosition, Color, GameSpec, Move};
use yiqi_testkit::{Dice, all_specs, random_play};

fn player(spec: &str, seed: u64) -> Box<dyn Player> {
    spec.parse::<PlayerSpec>().unwrap().player(seed).unwrap()
}

fn task(spec: &str, moves: &str) -> Task {
    let spec: GameSpec = spec.parse().unwrap();
    let mut position = AnyPosition::new(spec);
    let moves: Vec<Move> = moves
        .split_whitespace()
        .map(|name| yiqi_record::notation::parse_move(name, spec).unwrap())
        .collect();
    for &mv in &moves {
        position.play(mv).unwrap();
    }
    Task {
        position,
        start: None,
        moves,
        time: None,
    }
}

fn chosen(player: &str, game: &str, moves: &str) -> String {
    let task = task(game, moves);
    let choice = crate::player(player, 1)
        .choose(MoveRequest::new(&task))
        .unwrap();
    yiqi_record::notation::move_name(choice.mv, task.spec())
}

const BUILT_IN: [&str; 8] = [
    "random",
    "greedy",
    "weights",
    "alphabeta:depth=1",
    "alphabeta:depth=2",
    "engine:level=1",
    "engine:level=4",
    "engine:nodes=50",
];

#[track_caller]
fn check_spec(text: &str, written: &str) {
    let spec: PlayerSpec = text.parse().unwrap();
    assert_eq!(spec.to_string(), written);
    assert_eq!(written.parse::<PlayerSpec>().unwrap(), spec);
}

#[test]
fn specs_round_trip() {
    check_spec("human", "human");
    check_spec(" Random ", "random");
    check_spec("random:seed=3", "random:seed=3");
    check_spec("greedy", "greedy");
    check_spec("weights:", "weights");
    check_spec("alphabeta", "alphabeta:depth=7");
    check_spec("Ada=alphabeta:depth=5", "Ada=alphabeta:depth=5");
    check_spec("engine", "engine:level=8");
    check_spec("5", "engine:level=5");
    check_spec("Ada=12", "Ada=engine:level=12");
    check_spec("Ada B. = engine:level=20", "Ada B.=engine:level=20");
    check_spec(
        "engine: time=1500ms , depth=9,nodes=1000",
        "engine:time=1.5s,depth=9,nodes=1000",
    );
    check_spec(
        "engine:hash=16,threads=2,level=3",
        "engine:level=3,threads=2,hash=16",
    );
    check_spec("engine:threads=2", "engine:level=8,threads=2");
    check_spec(
        "Bot=program:script:./my bot --x=1:2",
        "Bot=program:script:./my bot --x=1:2",
    );
    let spec: PlayerSpec = "阿达=human".parse().unwrap();
    assert_eq!(spec.name.as_deref(), Some("阿达"));
    assert!(spec.is_human() && spec.player(0).is_none());
    assert_eq!(PlayerSpec::HUMAN, "human".parse().unwrap());
}

#[track_caller]
fn check_misfit(text: &str, message: &str) {
    let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
    assert!(error.contains(message), "{text}: {error}");
}

#[test]
fn invalid_specs_are_rejected_with_what_is_expected() {
    check_misfit("", "unknown player ''");
    check_misfit("robot", "unknown player 'robot'");
    check_misfit("=random", "unknown player '=random'");
    check_misfit("human:x=1", "'x=1' does not fit human: expected no options");
    check_misfit("greedy:depth=1", "does not fit greedy");
    check_misfit(
        "random:seed=x",
        "'seed=x' does not fit random: expected seed=NUMBER",
    );
    check_misfit("random:seed=1,seed=2", "'seed=2' does not fit random");
    for depth in ["0", "21", "-1", "x", ""] {
        check_misfit(
            &format!("alphabeta:depth={depth}"),
            "expected depth= from 1 to 20",
        );
    }
    for option in [
        "level=0",
        "level=21",
        "time=0s",
        "time=x",
        "depth=0",
        "nodes=0",
        "level",
        "skill=3",
        "threads=0",
        "threads=257",
        "hash=0",
        "hash=65537",
        "depth=61",
        "level=3,level=3",
    ] {
        check_misfit(&format!("engine:{option}"), "does not fit engine");
    }
    check_misfit(
        "21",
        "'level=21' does not fit engine: expected level= from 1 to 20",
    );
    check_misfit("0", "does not fit engine");
    check_misfit("5:x", "unknown player '5:x'");
    check_misfit("engine:threads=1000", "threads= from 1 to 256");
    check_misfit("engine:hash=x", "hash= from 1 to 65536 MiB");
    for program in ["", ":chess:x", ":script:", ":script:# a", ":gtp,memory=0:x"] {
        check_misfit(&format!("program{program}"), "PROTOCOL:COMMAND");
    }
    for command in ["'a", "\"a", "a\\", "\"a\\"] {
        check_misfit(&format!("program:script:{command}"), "closed");
    }
    let error = "robot:x".parse::<PlayerSpec>().unwrap_err();
    assert_eq!(error, ParsePlayerError::Unknown("robot:x".to_owned()));
}

#[test]
fn no_text_makes_the_parser_panic() {
    let mut dice = Dice::new(1);
    let parts = [
        "Ada",
        "=",
        ":",
        ",",
        "engine",
        "random",
        "level",
        "time",
        "3",
        "99999999999999999999",
        "program",
        "script",
        "'",
        "\\",
        "é",
        " ",
        "\u{202e}",
        "\0",
        "1s",
        "alphabeta",
        "depth",
    ];
    for _ in 0..20_000 {
        let text: String = (0..dice.below(8)).map(|_| *dice.pick(&parts)).collect();
        if let Ok(spec) = text.parse::<PlayerSpec>() {
            assert_eq!(
                spec.to_string().parse::<PlayerSpec>().unwrap(),
                spec,
                "{text}"
            );
        }
    }
}

#[test]
fn every_built_in_player_accepts_its_whole_scale() {
    for BuiltIn { name, scale } in BuiltIn::ALL {
        assert!(name.parse::<PlayerSpec>().is_ok(), "{name}");
        let Some(scale) = scale else { continue };
        for (value, fits) in [
            (0, false),
            (1, true),
            (scale.max, true),
            (scale.max + 1, false),
        ] {
            let spec = format!("{name}:{}={value}", scale.option);
            assert_eq!(spec.parse::<PlayerSpec>().is_ok(), fits, "{spec}");
        }
    }
}

#[test]
fn a_name_prefix_is_the_players_name() {
    assert_eq!(player("Ada=random:seed=1", 0).name(), "Ada");
    assert_eq!(player("alphabeta:depth=3", 0).name(), "alphabeta:depth=3");
}

#[test]
fn every_player_chooses_legal_moves_in_every_game() {
    let mut dice = Dice::new(7);
    for spec in all_specs() {
        for name in BUILT_IN {
            let area = usize::from(spec.size()).pow(2);
            let mut position = AnyPosition::new(spec);
            let plies = if dice.below(2) == 0 {
                dice.below(7)
            } else {
                dice.below(area)
            };
            let moves = random_play(&mut position, &mut dice, plies);
            if position.turn().is_none() {
                continue;
            }
            let task = Task {
                position,
                start: None,
                moves: moves.iter().map(|changes| changes.mv).collect(),
                time: Some(Duration::from_secs(60).into()),
            };
            let stop = Stop::new();
            if dice.below(3) == 0 {
                stop.stop();
            }
            let choice = player(name, 1)
                .choose(MoveRequest::new(&task).with_stop(&stop))
                .unwrap();
            assert_eq!(task.position.check(choice.mv), Ok(()), "{name} {spec}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_moves() {
    let game = |seed| {
        let start = AnyPosition::new(GameSpec::GOMOKU);
        let (mut a, mut b) = (player("random", seed), player("random:seed=9", seed));
        play_out(start, a.as_mut(), b.as_mut()).unwrap().1
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn greedy_flips_most_and_in_anti_fewest() {
    let moves = "d3 c3 c4 e3 f4";
    let flips = |name: &str, game: &str| {
        let mut task = task(game, moves);
        let mv = player(name, 1).choose(MoveRequest::new(&task)).unwrap().mv;
        task.position.play(mv).unwrap().flipped.len()
    };
    let task = task("reversi", moves);
    let all: Vec<usize> = task
        .position
        .legal_moves()
        .into_iter()
        .map(|mv| task.position.clone().play(mv).unwrap().flipped.len())
        .collect();
    assert!(all.iter().max() > all.iter().min());
    assert_eq!(Some(&flips("greedy", "reversi")), all.iter().max());
    assert_eq!(Some(&flips("greedy", "reversi:8:anti")), all.iter().min());
}

#[test]
fn greedy_and_deeper_players_make_five() {
    for name in ["greedy", "alphabeta:depth=1", "engine:level=8"] {
        let made = chosen(name, "gomoku", "h8 a1 i8 a2 j8 o3 k8 a4");
        assert!(["g8", "l8"].contains(&made.as_str()), "{name}: {made}");
    }
}

#[test]
fn weights_take_the_corner_and_stay_near_the_center() {
    assert_eq!(chosen("weights", "gomoku", ""), "h8");
    let mut dice = Dice::new(3);
    let mut seen = 0;
    while seen < 5 {
        let mut position = AnyPosition::new(GameSpec::REVERSI);
        random_play(&mut position, &mut dice, 40);
        let is_corner = |mv: &Move| {
            mv.point()
                .is_some_and(|p| p.col() % 7 == 0 && p.row() % 7 == 0)
        };
        if !position.legal_moves().iter().any(is_corner) {
            continue;
        }
        seen += 1;
        let task = Task {
            position,
            start: None,
            moves: Vec::new(),
            time: None,
        };
        let choice = player("weights", 0)
            .choose(MoveRequest::new(&task))
            .unwrap();
        assert!(is_corner(&choice.mv));
    }
}

#[test]
fn the_better_color_is_chosen() {
    for name in ["greedy", "weights", "alphabeta:depth=3", "engine:level=8"] {
        let spec = "gomoku:15:freestyle:swap1";
        assert_eq!(chosen(name, spec, "h8 a1 i9"), "swap", "{name}");
        assert_eq!(chosen(name, spec, "a1 h8 o15"), "keep", "{name}");
    }
}

#[test]
fn every_built_in_player_plays_games_to_their_end() {
    for game in [
        "reversi:6",
        "reversi:6:anti",
        "peace",
        "gomoku:7:renju:swap2",
        "gomoku:9",
    ] {
        for name in BUILT_IN {
            let start = AnyPosition::new(game.parse().unwrap());
            let mut other = player("random:seed=5", 0);
            let (end, _) = play_out(start, player(name, 2).as_mut(), other.as_mut()).unwrap();
            assert!(end.outcome().is_some(), "{name} {game}");
        }
    }
}

#[test]
fn search_beats_random_play() {
    for game in ["reversi", "reversi:8:anti", "gomoku"] {
        for seed in 0..4 {
            let mut deep = player("alphabeta:depth=3", 0);
            let mut random = player("random", seed);
            let start = AnyPosition::new(game.parse().unwrap());
            let (end, winner) = if seed % 2 == 0 {
                let (end, _) = play_out(start, deep.as_mut(), random.as_mut()).unwrap();
                (end, Color::Black)
            } else {
                let (end, _) = play_out(start, random.as_mut(), deep.as_mut()).unwrap();
                (end, Color::White)
            };
            assert_eq!(end.outcome().unwrap().winner, Some(winner), "{game} {seed}");
        }
    }
}

#[test]
fn a_player_reports_depth_and_line() {
    let task = task("reversi", "");
    let mut depths = Vec::new();
    let choice = player("alphabeta:depth=4", 0)
        .choose(MoveRequest::new(&task).with_report(&mut |analysis| {
            assert_eq!(task.position.check(analysis.lines[0].moves[0]), Ok(()));
            depths.push(analysis.depth);
        }))
        .unwrap();
    assert_eq!(depths, [1, 2, 3, 4]);
    assert!(choice.eval.is_some());
}
