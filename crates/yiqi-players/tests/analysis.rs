//! The best moves of a position, as they are shown.

use std::time::{Duration, Instant};

use yiqi_players::{
    Analysis, AnyEngine, Engine, Limits, MoveRequest, PlayerSpec, Resources, SearchRequest, Stop,
    Task,
};
use yiqi_record::notation::{move_name, parse_move};
use yiqi_rules::{AnyPosition, GameSpec, Move};
use yiqi_testkit::{Dice, random_play};

fn play(spec: &str, moves: &str) -> AnyPosition {
    let spec: GameSpec = spec.parse().unwrap();
    let mut position = AnyPosition::new(spec);
    for name in moves.split_whitespace() {
        position.play(parse_move(name, spec).unwrap()).unwrap();
    }
    position
}

fn engine() -> AnyEngine {
    AnyEngine::new(Resources::default())
}

fn to_depth(position: &AnyPosition, lines: usize, depth: u8) -> Analysis {
    engine()
        .think(SearchRequest::new(position, Limits::depth(depth)).with_lines(lines))
        .unwrap()
}

/// The evaluations of the lines at a depth, from Black's side.
fn for_black(position: &AnyPosition, lines: usize, depth: u8) -> Vec<(i32, bool)> {
    let turn = position.turn().unwrap();
    to_depth(position, lines, depth)
        .lines
        .iter()
        .map(|line| (line.eval_for_black(turn), line.is_exact()))
        .collect()
}

#[test]
fn the_first_line_is_the_move_of_the_player_of_that_depth() {
    let mut dice = Dice::new(1);
    for spec in ["reversi", "reversi:10:anti", "gomoku:15:renju", "peace"] {
        for plies in [0, 5, 11] {
            let mut position = AnyPosition::new(spec.parse().unwrap());
            random_play(&mut position, &mut dice, plies);
            let task = Task {
                position: position.clone(),
                start: None,
                moves: Vec::new(),
                time: None,
            };
            let player: PlayerSpec = "engine:depth=3".parse().unwrap();
            let mut player = player.player(0).unwrap();
            let choice = player.choose(MoveRequest::new(&task)).unwrap();
            let analysis = to_depth(&position, 1, 3);
            assert_eq!(analysis.lines[0].moves[0], choice.mv, "{spec}");
        }
    }
}

#[test]
fn evaluations_can_be_shown_for_black() {
    // An open four, for either side.
    let black = for_black(&play("gomoku", "h8 a1 i8 c15 j8 o1 k8 a15"), 2, 3);
    assert_eq!(black[0], (10_000, true));
    let white = for_black(&play("gomoku", "a1 h8 c15 i8 o1 j8 a15 k8 e1"), 2, 3);
    assert_eq!(white[0], (-10_000, true));
    // White is lost, and the analysis shows it.
    let lost = for_black(&play("gomoku", "h8 a1 i8 c15 j8 o1 k8"), 2, 3);
    assert_eq!(lost[0].0, 10_000);
    let start = for_black(&play("reversi:4", ""), 2, 20);
    assert_eq!(start[0], (-800, true));
}

#[test]
fn the_side_that_chooses_its_color_puts_the_better_choice_first() {
    for (moves, best) in [("h8 a1 i9", Move::Swap), ("a1 h8 o15", Move::Keep)] {
        let position = play("gomoku:15:freestyle:swap1", moves);
        let analysis = to_depth(&position, 3, 4);
        assert_eq!(analysis.lines.len(), 2);
        assert_eq!(analysis.lines[0].moves[0], best, "{moves}");
        assert!(analysis.lines[0].eval >= analysis.lines[1].eval);
    }
    assert_eq!(
        to_depth(&play("gomoku:15:freestyle:swap2", "h8 i9 a1"), 5, 2)
            .lines
            .len(),
        3
    );
}

#[test]
fn a_single_move_is_analyzed_as_deeply_as_any_other() {
    // Only l8 stops the five.
    let position = play("gomoku", "h8 g8 i8 a2 j8 o15 k8");
    let analysis = to_depth(&position, 3, 4);
    assert_eq!(analysis.depth, 4);
    assert_eq!(move_name(analysis.lines[0].moves[0], position.spec()), "l8");
    // Everything else that is shown loses at once.
    assert!(analysis.lines[0].eval > -10_000);
    assert!(analysis.lines[1..].iter().all(|line| line.eval == -10_000));
    // A pass is a line too.
    let mut dice = Dice::new(2);
    let passing = std::iter::repeat_with(|| {
        let mut position = AnyPosition::new("reversi:4".parse().unwrap());
        random_play(&mut position, &mut dice, 7);
        position
    })
    .find(|position| position.legal_words() == [Move::Pass])
    .unwrap();
    let analysis = to_depth(&passing, 3, 20);
    assert_eq!(analysis.lines.len(), 1);
    assert_eq!(analysis.lines[0].moves[0], Move::Pass);
    assert!(analysis.lines[0].is_exact());
}

#[test]
fn a_game_that_is_over_has_no_analysis() {
    let position = play("gomoku", "h8 a1 i8 a2 j8 a3 k8 a4 l8");
    let analysis = engine().think(SearchRequest::new(&position, Limits::depth(4)).with_lines(3));
    assert_eq!(analysis, None);
}

#[test]
fn limits_and_stop_take_effect_promptly() {
    for spec in ["reversi", "gomoku", "gomoku:19:renju", "reversi:26"] {
        let mut position = AnyPosition::new(spec.parse().unwrap());
        random_play(&mut position, &mut Dice::new(3), 20);
        let limits = Limits {
            time: Some(Duration::from_millis(400)),
            ..Limits::OPEN
        };
        let mut prepared = engine();
        prepared.prepare(position.spec());
        let start = Instant::now();
        let mut reports = Vec::new();
        let last = prepared
            .think(
                SearchRequest::new(&position, limits)
                    .with_lines(3)
                    .with_report(&mut |analysis| {
                        reports.push(analysis.clone());
                    }),
            )
            .unwrap();
        // Far longer than it takes, since test machines are busy.
        assert!(start.elapsed() < Duration::from_secs(2), "{spec}");
        let reported = reports.last().unwrap();
        assert_eq!((last.depth, &last.lines), (reported.depth, &reported.lines));
        assert!(reports.is_sorted_by_key(|analysis| analysis.depth));

        // Stopped from its first report, it completes no further depth.
        let stop = Stop::new();
        let mut depths = Vec::new();
        let mut report = |analysis: &Analysis| {
            depths.push(analysis.depth);
            stop.stop();
        };
        engine().think(
            SearchRequest::new(&position, Limits::OPEN)
                .with_lines(3)
                .with_stop(&stop)
                .with_report(&mut report),
        );
        assert!(depths.iter().all(|depth| *depth == depths[0]), "{depths:?}");
    }
}

#[test]
fn the_score_of_a_line_that_ends_the_game_counts_the_stones_on_the_board_as_the_rules_do() {
    // The only move flips the last white stone, and most points stay empty.
    for (spec, margin) in [("reversi", 300), ("reversi:8:anti", -300)] {
        let spec: GameSpec = spec.parse().unwrap();
        let point = |col| yiqi_rules::Point::new(col, 0).unwrap();
        let mut setup = yiqi_rules::Setup {
            stones: yiqi_rules::ByColor::from_fn(|_| yiqi_rules::PointSet::EMPTY),
            turn: yiqi_rules::Color::Black,
        };
        setup.stones.black.insert(point(0));
        setup.stones.white.insert(point(1));
        let position = AnyPosition::from_setup(spec, &setup).unwrap();
        let analysis = to_depth(&position, 1, 4);
        let best = analysis.best().unwrap();
        assert_eq!(best.eval, margin, "{spec}");
    }
}
