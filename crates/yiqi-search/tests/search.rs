//! The search compared with plain negamax, and moves it must find.

use named::play;
use yiqi_rules::{AnyPosition, GameSpec, Move, Reversi};
use yiqi_search::gomoku::{GomokuTree, Patterns};
use yiqi_search::reversi::{Matrix, Tree8, WideTree, point_weight};
use yiqi_search::{
    Analysis, Certainty, DECIDED, Evaluate, Limits, Line, PositionTree, SearchRequest, Stop,
    TranspositionTable, Tree, Value, ZeroEval, search, search_position,
};
use yiqi_testkit::{Dice, all_specs, random_cluster, random_play};

/// Plays named points without help from other crates.
mod named {
    use yiqi_rules::{AnyPosition, GameSpec, Move};

    pub(crate) fn play(spec: &str, moves: &str) -> AnyPosition {
        let spec: GameSpec = spec.parse().unwrap();
        let mut position = AnyPosition::new(spec);
        for name in moves.split_whitespace() {
            let mv = Move::WORDS
                .into_iter()
                .find(|mv| mv.word() == Some(name))
                .unwrap_or_else(|| Move::Place(spec.point_named(name).unwrap()));
            position.play(mv).unwrap();
        }
        position
    }
}

/// Negamax over all moves that `order` keeps.
fn negamax<T: Tree, E: Evaluate<T>>(tree: &T, evaluate: &E, depth: u8) -> Value {
    if let Some(value) = tree.terminal() {
        return value;
    }
    if depth == 0 {
        return evaluate.value(tree);
    }
    let mut moves = Vec::new();
    tree.for_each_move(|mv| moves.push(mv));
    evaluate.order(tree, depth, &mut moves);
    let left = match moves[..] {
        [only] if evaluate.is_forced(tree, only) => depth,
        _ => depth - 1,
    };
    moves
        .into_iter()
        .map(|mv| {
            let mut next = tree.clone();
            next.play(mv);
            let value = negamax(&next, evaluate, left);
            if next.acts_again() { value } else { -value }
        })
        .max()
        .unwrap()
}

/// The best line of a position of any game.
fn best(position: &AnyPosition, depth: u8) -> Line {
    let analysis = search_position(SearchRequest::new(position, Limits::depth(depth)));
    analysis.unwrap().lines.remove(0)
}

/// The value and the best move at one depth, for comparison with plain negamax.
fn found<T: Tree, E: Evaluate<T>>(
    tree: &T,
    evaluate: &E,
    depth: u8,
    mut table: TranspositionTable<T::Move>,
) -> (Value, Option<T::Move>) {
    let found = search(
        tree,
        evaluate,
        1,
        &Limits::depth(depth),
        &Stop::new(),
        &mut table,
        &mut |_| {},
    );
    found.map_or((0, None), |found| {
        let best = &found.lines[0];
        (best.eval, Some(best.moves[0]))
    })
}

#[track_caller]
fn check_against_negamax<T: Tree, E: Evaluate<T>>(tree: &T, evaluate: &E, depth: u8)
where
    T::Move: std::fmt::Debug,
{
    if tree.terminal().is_some() {
        return;
    }
    let with = found(tree, evaluate, depth, TranspositionTable::new(12));
    let without = found(tree, evaluate, depth, TranspositionTable::none());
    assert_eq!(with, without, "the table changes the result");
    let plain = (1..=depth)
        .map(|depth| negamax(tree, evaluate, depth))
        .collect::<Vec<_>>();
    // A search ends early once a value is settled; after that the value does not change.
    let settled = plain.iter().position(|&value| evaluate.settles(value));
    let mut moves = Vec::new();
    tree.for_each_move(|mv| moves.push(mv));
    evaluate.order(tree, depth, &mut moves);
    let at = if moves.len() == 1 {
        0
    } else {
        settled.unwrap_or(plain.len() - 1)
    };
    assert_eq!(with.0, plain[at]);
}

fn reversi_of(position: &AnyPosition) -> &Reversi {
    match position {
        AnyPosition::Reversi(reversi) => reversi,
        _ => panic!("not Reversi"),
    }
}

#[test]
fn four_by_four_reversi_is_lost_by_eight_stones_for_black() {
    let start = AnyPosition::new("reversi:4".parse().unwrap());
    let best = best(&start, 20);
    assert_eq!((best.eval, best.certainty), (-800, Certainty::Exact));
    assert_eq!(
        negamax(&PositionTree::new(start), &ZeroEval, 20),
        -DECIDED - 800
    );
}

#[test]
fn pruning_and_table_do_not_change_reversi_values() {
    let mut dice = Dice::new(1);
    for spec in [
        "reversi:4",
        "reversi:4:anti",
        "reversi:6",
        "reversi",
        "reversi:8:anti",
    ] {
        for _ in 0..12 {
            let spec: GameSpec = spec.parse().unwrap();
            let GameSpec::Reversi(reversi_spec) = spec else {
                unreachable!()
            };
            let mut position = AnyPosition::new(spec);
            let plies = dice.below(usize::from(spec.size()).pow(2) - 4);
            random_play(&mut position, &mut dice, plies);
            if position.turn().is_none() {
                continue;
            }
            let wide = WideTree::<2>::new(reversi_of(&position)).unwrap();
            check_against_negamax(&wide, &Matrix::new(&wide, reversi_spec), 4);
            if let Some(tree) = Tree8::new(reversi_of(&position)) {
                check_against_negamax(&tree, &Matrix::new(&tree, reversi_spec), 4);
            }
        }
    }
}

#[test]
fn pruning_and_table_do_not_change_gomoku_values() {
    let mut dice = Dice::new(2);
    let specs: Vec<GameSpec> = [
        "gomoku:5",
        "gomoku:7:standard",
        "gomoku:9:forbidden",
        "gomoku:9:renju",
        "gomoku:9:renju:swap2",
        "gomoku:9:freestyle:swap1",
        "gomoku:9:freestyle:pro",
    ]
    .iter()
    .map(|spec| spec.parse().unwrap())
    .collect();
    for &spec in &specs {
        for round in 0..8 {
            let mut position = AnyPosition::new(spec);
            let plies = round * 2;
            random_play(&mut position, &mut dice, plies);
            if position.turn().is_none() {
                continue;
            }
            let tree = GomokuTree::new(&position).unwrap();
            check_against_negamax(&tree, &Patterns, 2);
        }
        for _ in 0..8 {
            let setup = random_cluster(spec, &mut dice);
            let position = AnyPosition::from_setup(spec, &setup).unwrap();
            if let Some(tree) = GomokuTree::new(&position) {
                check_against_negamax(&tree, &Patterns, 3);
            }
        }
    }
}

#[test]
fn all_trees_of_a_game_agree() {
    let mut dice = Dice::new(3);
    for spec in all_specs() {
        let GameSpec::Reversi(_) = spec else { continue };
        let mut position = AnyPosition::new(spec);
        let mut tree8 = Tree8::new(reversi_of(&position));
        let mut wide = WideTree::<11>::new(reversi_of(&position)).unwrap();
        let mut slow = PositionTree::new(position.clone());
        while position.turn().is_some() {
            let mut moves = Vec::new();
            wide.for_each_move(|mv| moves.push(mv));
            let named: Vec<Move> = moves.iter().map(|&mv| wide.name(mv)).collect();
            assert_eq!(named, position.legal_moves());
            let pick = dice.below(moves.len());
            if let Some(tree) = &mut tree8 {
                let mut own = Vec::new();
                tree.for_each_move(|mv| own.push(mv));
                let own_named: Vec<Move> = own.iter().map(|&mv| Tree8::name(mv)).collect();
                assert_eq!(own_named, named);
                tree.play(own[pick]);
                assert_eq!(tree.terminal().is_some(), {
                    let mut next = position.clone();
                    next.play(named[pick]).unwrap();
                    next.turn().is_none()
                });
            }
            wide.play(moves[pick]);
            slow.play(named[pick]);
            position.play(named[pick]).unwrap();
            assert_eq!(wide.terminal(), slow.terminal());
        }
        assert!(wide.terminal().is_some());
        if let Some(tree) = tree8 {
            assert_eq!(tree.terminal(), wide.terminal());
        }
    }
}

#[test]
fn the_gomoku_tree_knows_what_is_legal_and_what_wins() {
    let mut dice = Dice::new(4);
    for spec in [
        "gomoku:9",
        "gomoku:11:standard",
        "gomoku:13:forbidden",
        "gomoku:15:renju",
    ] {
        let spec: GameSpec = spec.parse().unwrap();
        for _ in 0..60 {
            let setup = random_cluster(spec, &mut dice);
            let position = AnyPosition::from_setup(spec, &setup).unwrap();
            if position.turn().is_none() {
                continue;
            }
            let tree = GomokuTree::new(&position).unwrap();
            let legal = position.legal_moves();
            let mut visited = Vec::new();
            tree.for_each_move(|mv| visited.push(mv));
            assert!(visited.iter().all(|mv| legal.contains(mv)));
            for mv in &visited {
                let mut next = position.clone();
                next.play(*mv).unwrap();
                let mut tree = tree.clone();
                tree.play(*mv);
                let has_won = next
                    .outcome()
                    .is_some_and(|outcome| outcome.winner.is_some());
                assert_eq!(tree.terminal().is_some_and(|value| value != 0), has_won);
            }
            // No legal point near a stone is left out.
            let stones = position.stones(yiqi_rules::Color::Black)
                | position.stones(yiqi_rules::Color::White);
            for mv in legal {
                let Some(point) = mv.point() else { continue };
                let is_near = stones.iter().any(|stone| {
                    stone.col().abs_diff(point.col()) <= 2 && stone.row().abs_diff(point.row()) <= 2
                });
                if is_near {
                    assert!(visited.contains(&mv));
                }
            }
        }
    }
}

#[track_caller]
fn check_plays(spec: &str, moves: &str, depth: u8, wanted: &[&str]) {
    let position = play(spec, moves);
    let Move::Place(point) = best(&position, depth).moves[0] else {
        panic!("no stone is placed");
    };
    let name = position.spec().point_name(point);
    assert!(wanted.contains(&name.as_str()), "{name}");
}

#[test]
fn five_is_made_before_anything_else() {
    for depth in 1..=4 {
        check_plays("gomoku", "h8 a1 i8 a2 j8 a3 k8 a4", depth, &["g8", "l8"]);
    }
}

#[test]
fn a_four_is_stopped() {
    for depth in 1..=4 {
        check_plays("gomoku", "h8 g8 i8 a2 j8 o15 k8", depth, &["l8"]);
    }
}

#[test]
fn an_open_three_becomes_an_open_four() {
    for depth in 3..=5 {
        check_plays("gomoku", "h8 a1 i8 c15 j8 o1", depth, &["g8", "k8"]);
    }
    let position = play("gomoku", "h8 a1 i8 c15 j8 o1");
    // Only a decided game has this value.
    assert_eq!(best(&position, 5).eval, 10_000);
}

#[test]
fn six_in_a_row_do_not_win_where_exactly_five_are_required() {
    // g8 would make six; the five is at l9.
    let position = play(
        "gomoku:15:standard",
        "b8 a1 c8 a3 d8 a5 f8 a7 g8 a9 l12 c1 l11 e1 l10 g1 l13 i1",
    );
    let point = best(&position, 3).moves[0].point().unwrap();
    assert!(["l9", "l14"].contains(&position.spec().point_name(point).as_str()));
}

#[test]
fn the_side_that_chooses_takes_the_better_color() {
    // Three stones so close that the black ones are worth more than having the move.
    for (moves, wanted) in [("h8 a1 i9", Move::Swap), ("a1 h8 o15", Move::Keep)] {
        let position = play("gomoku:15:freestyle:swap1", moves);
        assert_eq!(best(&position, 4).moves[0], wanted, "{moves}");
    }
}

#[test]
fn every_game_gets_legal_moves() {
    let mut dice = Dice::new(5);
    for spec in all_specs() {
        let area = usize::from(spec.size()).pow(2);
        for plies in [
            0,
            1,
            2,
            3,
            4,
            5,
            6,
            dice.below(area),
            area - 4 - dice.below(10),
        ] {
            let mut position = AnyPosition::new(spec);
            random_play(&mut position, &mut dice, plies);
            if position.turn().is_none() {
                continue;
            }
            let stopped = Stop::new();
            stopped.stop();
            let depth = if area > 200 { 1 } else { 2 };
            for stop in [Stop::new(), stopped] {
                let limits = Limits::depth(depth);
                let found = search_position(SearchRequest::new(&position, limits).with_stop(&stop))
                    .unwrap();
                assert_eq!(position.check(found.lines[0].moves[0]), Ok(()), "{spec}");
            }
        }
    }
}

#[test]
fn a_node_limit_holds_and_gives_the_same_result_each_time() {
    let limits = Limits {
        nodes: Some(5_000),
        ..Limits::depth(20)
    };
    for spec in ["reversi", "gomoku"] {
        let position = AnyPosition::new(spec.parse().unwrap());
        let run = || search_position(SearchRequest::new(&position, limits)).unwrap();
        let first = run();
        assert_eq!(first, run());
        assert!(first.nodes <= 5_001 && first.depth >= 1);
    }
}

#[test]
fn a_search_can_be_stopped_while_it_reports() {
    let position = AnyPosition::new(GameSpec::REVERSI);
    let stop = Stop::new();
    let mut depths = Vec::new();
    let found = search_position(
        SearchRequest::new(&position, Limits::depth(60))
            .with_stop(&stop)
            .with_report(&mut |found: &Analysis| {
                depths.push(found.depth);
                if found.depth == 3 {
                    stop.stop();
                }
            }),
    )
    .unwrap();
    assert_eq!(depths, [1, 2, 3]);
    assert_eq!(found.depth, 3);
}

#[test]
fn the_line_can_be_played() {
    let mut dice = Dice::new(6);
    for spec in ["reversi", "reversi:6:anti", "gomoku", "gomoku:15:renju"] {
        for _ in 0..5 {
            let mut position = AnyPosition::new(spec.parse().unwrap());
            random_play(&mut position, &mut dice, 12);
            let line = best(&position, 4).moves;
            assert!(!line.is_empty());
            for mv in line {
                position.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn corners_weigh_most_and_the_points_beside_them_least() {
    for size in (4..=26).step_by(2) {
        let points: Vec<_> = yiqi_rules::PointSet::board(size).iter().collect();
        let weight = |col, row| point_weight(yiqi_rules::Point::new(col, row).unwrap(), size);
        let most = points.iter().map(|&p| point_weight(p, size)).max().unwrap();
        let least = points.iter().map(|&p| point_weight(p, size)).min().unwrap();
        assert_eq!(weight(size - 1, 0), most);
        assert_eq!(weight(1, size - 2), least);
        assert!(weight(0, 1) < 0);
    }
}

#[test]
fn peace_is_worth_nothing() {
    let position = AnyPosition::new(GameSpec::Peace);
    assert_eq!(best(&position, 9).eval, 0);
}

/// The best line of a Connect6 position.
fn connect6_line(moves: &str, depth: u8) -> (AnyPosition, Line) {
    let position = play("connect6", moves);
    let limits = Limits::depth(depth);
    let analysis = search_position(SearchRequest::new(&position, limits)).unwrap();
    let line = analysis.lines[0].clone();
    (position, line)
}

#[test]
fn connect6_wins_with_both_stones_of_a_turn() {
    // Black has four in a row with room on both sides.
    let (mut position, line) = connect6_line("j10 a1 c5 k10 l10 s3 b15 m10 e3 a19 s19", 3);
    assert_eq!(position.turn(), Some(yiqi_rules::Color::Black));
    assert_eq!(line.eval, 10_000);
    for &mv in &line.moves[..2] {
        position.play(mv).unwrap();
    }
    assert_eq!(
        position.outcome().unwrap().winner,
        Some(yiqi_rules::Color::Black)
    );
}

#[test]
fn connect6_stops_every_threat_it_can() {
    // White threatens along row 1; both ends must be blocked.
    let (mut position, line) = connect6_line("j10 f1 g1 a19 s19 h1 i1", 3);
    for &mv in &line.moves[..2] {
        position.play(mv).unwrap();
    }
    let tree = yiqi_search::connect6::Connect6Tree::new(&position).unwrap();
    let value = yiqi_search::connect6::Threats.value(&tree);
    assert!(
        value < 20_000,
        "the threat was not stopped: {:?}",
        line.moves
    );
}

#[test]
fn connect6_sees_a_turn_that_makes_more_threats_than_two_stones_stop() {
    // Three rows of three black stones meet around j10: two stones turn them into fours that take
    // more than two stones to stop.
    let moves = "j10 a1 s1 k10 l10 a19 s19 j11 j12 a10 s10 k11 l12 a5 s15";
    let (_, line) = connect6_line(moves, 5);
    assert!(line.eval >= 9_000, "{line:?}");
}
