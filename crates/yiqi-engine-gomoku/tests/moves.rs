//! The engine's moves in random positions of every size and rule set.

use yiqi_engine_gomoku::GomokuEngine;
use yiqi_rules::{
    AnyPosition, ByColor, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening, Point, PointSet,
    Setup,
};
use yiqi_search::{Analysis, Certainty, Engine, Limits, Line, Resources, SearchRequest, Stop};
use yiqi_testkit::{Dice, all_specs, random_cluster, random_play};

/// The number of random positions; `YIQI_GOMOKU_POSITIONS` sets another.
fn position_count() -> usize {
    std::env::var("YIQI_GOMOKU_POSITIONS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(600)
}

fn engine() -> GomokuEngine {
    GomokuEngine::new(Resources {
        thread_count: 1,
        hash_mib: 1,
    })
}

fn nodes(count: u64) -> Limits {
    Limits {
        nodes: Some(count),
        ..Limits::OPEN
    }
}

fn think(engine: &mut GomokuEngine, position: &AnyPosition, limits: &Limits) -> Analysis {
    engine
        .think(SearchRequest::new(position, *limits))
        .expect("the game is not over")
}

fn gomoku_specs() -> Vec<GameSpec> {
    all_specs()
        .into_iter()
        .filter(|spec| matches!(spec, GameSpec::Gomoku(_)))
        .collect()
}

/// A random position: a cluster of stones, or the result of random moves.
fn random_position(specs: &[GameSpec], dice: &mut Dice) -> AnyPosition {
    let spec = *dice.pick(specs);
    if dice.below(2) == 0 {
        let mut setup = random_cluster(spec, dice);
        setup.turn = *dice.pick(&Color::BOTH);
        return AnyPosition::from_setup(spec, &setup).unwrap();
    }
    let mut position = AnyPosition::new(spec);
    let plies = dice.below(usize::from(spec.size()).pow(2) + 2);
    random_play(&mut position, dice, plies);
    position
}

/// The points at which a stone of one color would win at once.
fn winning_points(position: &AnyPosition, color: Color) -> PointSet {
    let setup = Setup {
        stones: ByColor {
            black: position.stones(Color::Black),
            white: position.stones(Color::White),
        },
        turn: color,
    };
    let turned = AnyPosition::from_setup(position.spec(), &setup).unwrap();
    turned
        .legal_points()
        .iter()
        .filter(|&point| {
            let mut next = turned.clone();
            next.play_unchecked(Move::Place(point));
            next.outcome()
                .is_some_and(|outcome| outcome.winner == Some(color))
        })
        .collect()
}

#[test]
fn in_random_positions_no_move_is_illegal_and_no_five_or_lone_four_is_missed() {
    let specs = gomoku_specs();
    let mut dice = Dice::new(11);
    let mut engine = engine();
    for number in 0..position_count() {
        let position = random_position(&specs, &mut dice);
        if number % 50 == 0 {
            engine.forget();
        }
        let Some(turn) = position.turn() else {
            let limits = nodes(100);
            assert!(
                engine
                    .think(SearchRequest::new(&position, limits))
                    .is_none()
            );
            continue;
        };
        let mv = think(&mut engine, &position, &nodes(300)).lines[0].moves[0];
        assert_eq!(
            position.check(mv),
            Ok(()),
            "{number}: {mv:?} in {position:?}"
        );
        let Move::Place(point) = mv else {
            continue;
        };
        // While stones are placed for both sides, threats have no meaning.
        let mut next = position.clone();
        next.play_unchecked(mv);
        let alternates = position.next_stone() == Some(turn)
            && (next.turn().is_none()
                || next.turn() == Some(turn.other()) && next.next_stone() == next.turn());
        if !alternates {
            continue;
        }
        let own = winning_points(&position, turn);
        if !own.is_empty() {
            assert!(own.contains(point), "{number}: missed five in {position:?}");
            continue;
        }
        let threats: Vec<Point> = winning_points(&position, turn.other()).iter().collect();
        let blocks: Vec<Point> = threats
            .iter()
            .copied()
            .filter(|&block| position.check(Move::Place(block)).is_ok())
            .collect();
        if !blocks.is_empty() {
            // Two fours cannot both be stopped, but one must be.
            assert!(
                blocks.contains(&point),
                "{number}: missed a four in {position:?}"
            );
        } else if threats.is_empty() && number % 12 == 0 {
            check_open_fours(&position, &next, point, turn);
        }
    }
}

/// Where the opponent can make an open four, a move must stop one or be a four itself.
#[track_caller]
fn check_open_fours(position: &AnyPosition, next: &AnyPosition, point: Point, own: Color) {
    let mut stops = PointSet::EMPTY;
    for at in next.empty_points().iter().chain([point]) {
        let mut turned = Setup {
            stones: ByColor {
                black: position.stones(Color::Black),
                white: position.stones(Color::White),
            },
            turn: own.other(),
        };
        let before = AnyPosition::from_setup(position.spec(), &turned).unwrap();
        if before.check(Move::Place(at)).is_err() {
            continue;
        }
        turned.stones[own.other()].insert(at);
        let after = AnyPosition::from_setup(position.spec(), &turned).unwrap();
        let fives = winning_points(&after, own.other());
        if fives.len() > 1 {
            stops.insert(at);
            stops = stops.iter().chain(fives.iter()).collect();
        }
    }
    let may_stop = stops
        .iter()
        .any(|stop| position.check(Move::Place(stop)).is_ok());
    if may_stop && winning_points(next, own).is_empty() {
        assert!(
            stops.contains(point),
            "{point:?} stops no open four in {position:?}"
        );
    }
}

#[test]
fn every_stage_of_the_opening_rule_pro_is_played_legally() {
    let mut engine = engine();
    for size in [7, 8, 15, 20, 25] {
        for rules in GomokuRules::ALL {
            let spec = GomokuSpec::new(size, rules, Opening::Pro).unwrap();
            let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
            engine.forget();
            for ply in 0..6 {
                let analysis = engine
                    .think(SearchRequest::new(&position, nodes(300)).with_lines(1 + ply % 3))
                    .unwrap();
                for line in &analysis.lines {
                    assert_eq!(position.check(line.moves[0]), Ok(()));
                }
                position.play(analysis.lines[0].moves[0]).unwrap();
            }
        }
    }
}

#[test]
fn whole_games_are_played_to_their_end_under_every_opening_rule() {
    let mut dice = Dice::new(12);
    let mut engine = engine();
    for rules in GomokuRules::ALL {
        for opening in Opening::ALL {
            let size = 7 + dice.below(9) as u8;
            let spec = GomokuSpec::new(size, rules, opening).unwrap();
            let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
            engine.forget();
            while position.turn().is_some() {
                let mv = think(&mut engine, &position, &nodes(200)).lines[0].moves[0];
                position.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn black_passes_when_every_point_is_forbidden() {
    // Rows of black around single gaps: each gap would make an overline.
    let spec = GomokuSpec::new(7, GomokuRules::Renju, Opening::Free).unwrap();
    let spec = GameSpec::Gomoku(spec);
    let gap = Point::new(3, 3).unwrap();
    let mut black = PointSet::EMPTY;
    let mut white = PointSet::EMPTY;
    for point in PointSet::board(7).iter().filter(|&point| point != gap) {
        if point.row() == 3 {
            black.insert(point);
        } else {
            white.insert(point);
        }
    }
    let setup = Setup {
        stones: ByColor { black, white },
        turn: Color::Black,
    };
    let position = AnyPosition::from_setup(spec, &setup).unwrap();
    assert_eq!(position.legal_moves(), [Move::Pass]);
    let analysis = think(&mut engine(), &position, &nodes(1000));
    assert_eq!(analysis.lines[0].moves[0], Move::Pass);
}

#[test]
fn a_stopped_engine_still_answers_with_a_legal_move() {
    let mut dice = Dice::new(13);
    let mut engine = engine();
    let stop = Stop::new();
    stop.stop();
    for spec in gomoku_specs().into_iter().step_by(7) {
        let mut position = AnyPosition::new(spec);
        random_play(&mut position, &mut dice, 9);
        if position.turn().is_none() {
            continue;
        }
        let analysis = engine
            .think(
                SearchRequest::new(&position, Limits::OPEN)
                    .with_lines(3)
                    .with_stop(&stop),
            )
            .unwrap();
        assert_eq!(position.check(analysis.lines[0].moves[0]), Ok(()));
    }
}

#[test]
fn an_unlimited_search_ends_when_it_is_stopped() {
    let stop = Stop::new();
    let mut position = AnyPosition::new(GameSpec::GOMOKU);
    random_play(&mut position, &mut Dice::new(1), 1);
    let mut reports = 0;
    let analysis = engine().think(
        SearchRequest::new(&position, Limits::OPEN)
            .with_stop(&stop)
            .with_report(&mut |analysis| {
                reports += 1;
                if analysis.depth >= 3 {
                    stop.stop();
                }
            }),
    );
    assert!(reports >= 3);
    assert!(analysis.unwrap().depth >= 3);
}

#[test]
fn a_search_that_ends_while_its_best_move_fails_low_keeps_its_last_line() {
    let mut position = AnyPosition::new(GameSpec::GOMOKU);
    for (col, row) in [(7, 7), (8, 8), (6, 9)] {
        let point = Point::new(col, row).unwrap();
        position.play(Move::Place(point)).unwrap();
    }
    for limit in (4_000..24_000).step_by(250) {
        let mut reports: Vec<Line> = Vec::new();
        let report = &mut |analysis: &Analysis| reports.push(analysis.lines[0].clone());
        engine()
            .think(SearchRequest::new(&position, nodes(limit)).with_report(report))
            .unwrap();
        // The last report is the result, the one before it the last complete iteration.
        let [.., complete, result] = &reports[..] else {
            panic!("{limit}: {reports:?}");
        };
        if complete.moves[0] == result.moves[0] && result.eval < complete.eval {
            assert!(result.moves.len() > 1, "{limit}: {result:?}");
        }
    }
}

#[test]
fn the_same_request_gives_the_same_result() {
    let mut dice = Dice::new(14);
    for spec in gomoku_specs().into_iter().step_by(23) {
        let mut position = AnyPosition::new(spec);
        random_play(&mut position, &mut dice, 12);
        if position.turn().is_none() {
            continue;
        }
        let answers: Vec<Analysis> = (0..2)
            .map(|_| think(&mut engine(), &position, &nodes(5_000)))
            .collect();
        assert_eq!(answers[0], answers[1]);
    }
}

#[test]
fn several_lines_start_with_different_moves_best_first() {
    let mut position = AnyPosition::new(GameSpec::GOMOKU);
    for name in ["h8", "i9", "g10", "h9"] {
        let point = GameSpec::GOMOKU.point_named(name).unwrap();
        position.play(Move::Place(point)).unwrap();
    }
    let analysis = engine()
        .think(SearchRequest::new(&position, nodes(20_000)).with_lines(5))
        .unwrap();
    assert_eq!(analysis.lines.len(), 5);
    for pair in analysis.lines.windows(2) {
        assert!(pair[0].eval >= pair[1].eval);
    }
    let firsts: PointSet = analysis
        .lines
        .iter()
        .filter_map(|line| line.moves[0].point())
        .collect();
    assert_eq!(firsts.len(), 5);
}

#[test]
fn several_threads_agree_on_a_win() {
    let mut position = AnyPosition::new(GameSpec::GOMOKU);
    for name in ["h8", "a1", "h9", "a15", "h10", "o1"] {
        let point = GameSpec::GOMOKU.point_named(name).unwrap();
        position.play(Move::Place(point)).unwrap();
    }
    let mut engine = GomokuEngine::new(Resources {
        thread_count: 3,
        hash_mib: 4,
    });
    let analysis = think(&mut engine, &position, &Limits::depth(6));
    assert_eq!(analysis.lines[0].eval, 10_000);
}

#[test]
fn the_better_color_is_chosen() {
    // Black has an open three: the better choice is black, even though white moves next.
    let spec = GomokuSpec::new(15, GomokuRules::Freestyle, Opening::Swap1).unwrap();
    let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
    for (col, row) in [(7, 7), (0, 0), (8, 8)] {
        position
            .play(Move::Place(Point::new(col, row).unwrap()))
            .unwrap();
    }
    let analysis = think(&mut engine(), &position, &nodes(20_000));
    assert_eq!(analysis.lines[0].moves, [Move::Swap]);
    // Two black stones far apart in the corners favor white, who moves next.
    let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
    for (col, row) in [(0, 0), (7, 7), (14, 14)] {
        position
            .play(Move::Place(Point::new(col, row).unwrap()))
            .unwrap();
    }
    let analysis = think(&mut engine(), &position, &nodes(20_000));
    assert_eq!(analysis.lines[0].moves, [Move::Keep]);
}

#[test]
fn stones_are_added_only_where_neither_color_is_better() {
    let spec = GomokuSpec::new(15, GomokuRules::Freestyle, Opening::Swap2).unwrap();
    let three = |points: [(u8, u8); 3]| {
        let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
        for (col, row) in points {
            let point = Point::new(col, row).unwrap();
            position.play(Move::Place(point)).unwrap();
        }
        position
    };
    let uneven = three([(7, 7), (0, 0), (8, 8)]);
    let analysis = think(&mut engine(), &uneven, &nodes(20_000));
    assert_eq!(analysis.lines[0].moves, [Move::Swap]);
    // The engine's own opening is balanced, as far as a quick search tells.
    let mut engine = engine();
    let mut even_count = 0;
    for _ in 0..12 {
        let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
        engine.forget();
        while position.next_stone().is_some() {
            let mv = think(&mut engine, &position, &nodes(5_000)).lines[0].moves[0];
            position.play(mv).unwrap();
        }
        let analysis = think(&mut engine, &position, &nodes(20_000));
        let value = analysis.lines[0].eval;
        assert!(value >= 0);
        assert_eq!(analysis.lines[0].moves[0] == Move::More, value == 0);
        even_count += usize::from(value == 0);
        position.play(analysis.lines[0].moves[0]).unwrap();
    }
    assert!(even_count > 0, "no opening is balanced");
}

#[test]
fn a_five_comes_first_among_several_lines_and_is_a_win_in_one_ply() {
    let mut dice = Dice::new(11);
    let specs = gomoku_specs();
    let mut engine = engine();
    let mut found = 0;
    while found < 60 {
        let position = random_position(&specs, &mut dice);
        let Some(color) = position.turn() else {
            continue;
        };
        let fives = winning_points(&position, color);
        if fives.is_empty() || position.next_stone() != Some(color) {
            continue;
        }
        found += 1;
        let analysis = engine
            .think(SearchRequest::new(&position, nodes(50_000)).with_lines(6))
            .expect("the game is not over");
        let best = &analysis.lines[0];
        assert_eq!(best.certainty, Certainty::Forced { plies: 1 });
        assert!(
            best.moves[0]
                .point()
                .is_some_and(|point| fives.contains(point))
        );
    }
}

/// A position in the middle of a game.
fn middle_game() -> AnyPosition {
    let mut position = AnyPosition::new(GameSpec::GOMOKU);
    for (col, row) in [(7, 7), (8, 8), (6, 8), (8, 6), (9, 9), (8, 7)] {
        let point = Point::new(col, row).unwrap();
        position.play(Move::Place(point)).unwrap();
    }
    position
}

/// The depths that a search reports, and its result.
fn reported(
    engine: &mut GomokuEngine,
    position: &AnyPosition,
    limits: Limits,
) -> (Vec<u8>, Analysis) {
    let mut depths = Vec::new();
    let mut report = |analysis: &Analysis| depths.push(analysis.depth);
    let analysis = engine
        .think(SearchRequest {
            report: &mut report,
            ..SearchRequest::new(position, limits)
        })
        .expect("the game is not over");
    depths.dedup();
    (depths, analysis)
}

#[test]
fn a_search_of_the_same_position_goes_on_where_the_last_one_ended() {
    let position = middle_game();
    let mut engine = engine();
    let (depths, first) = reported(&mut engine, &position, Limits::depth(6));
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    // What was asked for is already known.
    let (depths, again) = reported(&mut engine, &position, Limits::depth(6));
    assert_eq!((depths, again.nodes), (vec![6], 0));
    assert_eq!(again.lines, first.lines);
    let (depths, _) = reported(&mut engine, &position, Limits::depth(8));
    assert_eq!(depths, [7, 8]);
    // A search that is stopped at once still has the earlier result.
    let stop = Stop::new();
    stop.stop();
    let request = SearchRequest::new(&position, Limits::OPEN).with_stop(&stop);
    assert_eq!(engine.think(request).unwrap().depth, 8);
}

#[test]
fn a_search_that_asks_for_less_or_for_something_else_starts_again() {
    let position = middle_game();
    let from_one = |prepare: &dyn Fn(&mut GomokuEngine), limits: Limits| {
        let mut engine = engine();
        think(&mut engine, &position, &Limits::depth(5));
        prepare(&mut engine);
        let (depths, _) = reported(&mut engine, &position, limits);
        assert_eq!(depths.first(), Some(&1));
    };
    from_one(&|_| {}, Limits::depth(4));
    from_one(&|engine| engine.forget(), Limits::depth(5));
    let other = AnyPosition::new(GameSpec::GOMOKU);
    from_one(
        &|engine| {
            think(engine, &other, &Limits::depth(2));
        },
        Limits::depth(5),
    );
    from_one(
        &|engine| {
            let several = SearchRequest::new(&position, Limits::depth(5)).with_lines(2);
            let _ = engine.think(several);
        },
        Limits::depth(5),
    );
}
