//! Searches for several best moves, compared with plain negamax.

use yiqi_rules::{AnyPosition, GameSpec, Move, Reversi};
use yiqi_search::gomoku::{GomokuTree, Patterns};
use yiqi_search::reversi::{Matrix, Tree8, WideTree};
use yiqi_search::{
    Analysis, Certainty, DECIDED, Evaluate, Limits, PositionTree, SearchRequest, Stop,
    TranspositionTable, Tree, Value, ZeroEval, hundredths, search, search_position,
};
use yiqi_testkit::{Dice, all_specs, random_cluster, random_play};

fn lines_of(position: &AnyPosition, line_count: usize, depth: u8) -> Analysis {
    search_position(SearchRequest::new(position, Limits::depth(depth)).with_lines(line_count))
        .unwrap()
}

/// Negamax over all moves that `order` keeps.
fn negamax<T: Tree, E: Evaluate<T>>(tree: &T, evaluate: &E, depth: u8) -> Value {
    if let Some(value) = tree.terminal() {
        return value;
    }
    if depth == 0 {
        return evaluate.value(tree);
    }
    let moves = moves_of(tree, evaluate, depth);
    let left = depth_left(tree, evaluate, depth, &moves);
    moves
        .into_iter()
        .map(|mv| value_of(tree, evaluate, mv, left))
        .max()
        .unwrap()
}

fn moves_of<T: Tree, E: Evaluate<T>>(tree: &T, evaluate: &E, depth: u8) -> Vec<T::Move> {
    let mut moves = Vec::new();
    tree.for_each_move(|mv| moves.push(mv));
    evaluate.order(tree, depth, &mut moves);
    moves
}

fn depth_left<T: Tree, E: Evaluate<T>>(tree: &T, evaluate: &E, depth: u8, moves: &[T::Move]) -> u8 {
    match *moves {
        [only] if evaluate.is_forced(tree, only) => depth,
        _ => depth - 1,
    }
}

/// The value of one move for the side that plays it.
fn value_of<T: Tree, E: Evaluate<T>>(tree: &T, evaluate: &E, mv: T::Move, left: u8) -> Value {
    let mut next = tree.clone();
    next.play(mv);
    let value = negamax(&next, evaluate, left);
    if next.acts_again() { value } else { -value }
}

/// Checks that each line has the value of its move searched alone, and that no other move is
/// better.
#[track_caller]
fn check_values<T: Tree, E: Evaluate<T>>(tree: &T, evaluate: &E, depth: u8)
where
    T::Move: std::fmt::Debug,
{
    if tree.terminal().is_some() {
        return;
    }
    for line_count in [1, 2, 5, 1000] {
        let run = |mut table| {
            search(
                tree,
                evaluate,
                line_count,
                &Limits::depth(depth),
                &Stop::new(),
                &mut table,
                &mut |_| {},
            )
            .unwrap()
        };
        let found = run(TranspositionTable::new(12));
        let values = |found: &Analysis<_>| found.lines.iter().map(|l| l.eval).collect::<Vec<_>>();
        assert_eq!(values(&found), values(&run(TranspositionTable::none())));
        let moves = moves_of(tree, evaluate, depth);
        assert_eq!(found.lines.len(), line_count.min(moves.len()));
        let left = depth_left(tree, evaluate, found.depth, &moves);
        let mut all: Vec<Value> = moves
            .iter()
            .map(|&mv| value_of(tree, evaluate, mv, left))
            .collect();
        for line in &found.lines {
            let at = moves.iter().position(|&mv| mv == line.moves[0]).unwrap();
            assert_eq!(line.eval, all[at], "{:?}", line.moves);
        }
        all.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(values(&found), all[..found.lines.len()]);
    }
}

fn reversi_of(position: &AnyPosition) -> &Reversi {
    match position {
        AnyPosition::Reversi(reversi) => reversi,
        _ => panic!("not Reversi"),
    }
}

#[test]
fn each_reversi_line_has_the_value_of_its_move_alone() {
    let mut dice = Dice::new(1);
    for spec in ["reversi:4", "reversi:6:anti", "reversi", "reversi:10"] {
        let spec: GameSpec = spec.parse().unwrap();
        let GameSpec::Reversi(reversi_spec) = spec else {
            unreachable!()
        };
        for _ in 0..10 {
            let mut position = AnyPosition::new(spec);
            let plies = dice.below(usize::from(spec.size()).pow(2) - 4);
            random_play(&mut position, &mut dice, plies);
            let wide = WideTree::<2>::new(reversi_of(&position)).unwrap();
            check_values(&wide, &Matrix::new(&wide, reversi_spec), 3);
            if let Some(tree) = Tree8::new(reversi_of(&position)) {
                check_values(&tree, &Matrix::new(&tree, reversi_spec), 3);
            }
        }
    }
}

#[test]
fn each_gomoku_line_has_the_value_of_its_move_alone() {
    let mut dice = Dice::new(2);
    for spec in [
        "gomoku:5",
        "gomoku:7:standard",
        "gomoku:7:caro",
        "gomoku:9:forbidden",
        "gomoku:9:renju:swap2",
        "gomoku:9:freestyle:swap1",
        "gomoku:9:freestyle:pro",
    ] {
        let spec: GameSpec = spec.parse().unwrap();
        for plies in [0, 1, 2, 3, 4, 5, 6, 9, 14] {
            let mut position = AnyPosition::new(spec);
            random_play(&mut position, &mut dice, plies);
            if let Some(tree) = GomokuTree::new(&position) {
                check_values(&tree, &Patterns, 2);
            }
        }
        for _ in 0..6 {
            let setup = random_cluster(spec, &mut dice);
            let position = AnyPosition::from_setup(spec, &setup).unwrap();
            if let Some(tree) = GomokuTree::new(&position) {
                check_values(&tree, &Patterns, 3);
            }
        }
    }
}

#[test]
fn lines_of_every_game_are_distinct_sorted_and_legal() {
    let mut dice = Dice::new(4);
    for spec in all_specs() {
        let area = usize::from(spec.size()).pow(2);
        for plies in [dice.below(8), dice.below(area)] {
            let mut position = AnyPosition::new(spec);
            random_play(&mut position, &mut dice, plies);
            let limits = Limits::depth(if area > 200 { 1 } else { 2 });
            let found = search_position(SearchRequest::new(&position, limits).with_lines(4));
            let Some(found) = found else {
                assert!(position.turn().is_none());
                continue;
            };
            let legal = position.legal_moves();
            assert!(!found.lines.is_empty() && found.lines.len() <= 4.min(legal.len()));
            assert!(found.lines.is_sorted_by_key(|line| -line.eval), "{spec}");
            let mut firsts: Vec<Move> = found.lines.iter().map(|line| line.moves[0]).collect();
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), found.lines.len(), "{spec}");
            for line in &found.lines {
                let mut position = position.clone();
                for &mv in &line.moves {
                    position.play(mv).unwrap();
                }
            }
        }
    }
}

/// The value of a move by exhaustive search.
fn proven(tree: &PositionTree, mv: Move) -> Value {
    let mut next = tree.clone();
    next.play(mv);
    let value = next
        .terminal()
        .unwrap_or_else(|| match next.position().legal_moves()[..] {
            // The search does not look past a single legal move.
            [only] => proven(&next, only),
            _ => {
                let found = search(
                    &next,
                    &ZeroEval,
                    1,
                    &Limits::depth(60),
                    &Stop::new(),
                    &mut TranspositionTable::new(16),
                    &mut |_| {},
                );
                let line = found.unwrap().lines.remove(0);
                assert!(line.is_exact());
                line.eval
            }
        });
    if next.acts_again() { value } else { -value }
}

#[test]
fn what_counts_as_complete_is_proven() {
    let mut dice = Dice::new(5);
    let mut count = 0;
    for spec in [
        "reversi:4",
        "reversi:6",
        "reversi:4:anti",
        "gomoku:5",
        "gomoku:6:standard",
        "gomoku:5:renju",
        "gomoku:6:forbidden",
        "gomoku:6:caro",
        "gomoku:7:caro",
    ] {
        let spec: GameSpec = spec.parse().unwrap();
        for _ in 0..30 {
            let mut position = AnyPosition::new(spec);
            let empty = 2 + dice.below(7);
            let plies = position.empty_points().len() - empty;
            random_play(&mut position, &mut dice, plies);
            if position.turn().is_none() {
                continue;
            }
            for depth in [2, 4, 30] {
                for line in lines_of(&position, 3, depth).lines {
                    if !line.is_exact() {
                        continue;
                    }
                    count += 1;
                    let want = proven(&PositionTree::new(position.clone()), line.moves[0]);
                    assert_eq!(
                        line.eval,
                        hundredths(want, spec),
                        "{spec} {position:?} {line:?}"
                    );
                }
            }
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn a_proven_win_holds_when_no_move_is_left_out() {
    let mut dice = Dice::new(7);
    let mut count = 0;
    for spec in [
        "gomoku:9",
        "gomoku:9:standard",
        "gomoku:9:forbidden",
        "gomoku:9:caro",
    ] {
        let spec: GameSpec = spec.parse().unwrap();
        for _ in 0..60 {
            let setup = random_cluster(spec, &mut dice);
            let position = AnyPosition::from_setup(spec, &setup).unwrap();
            let Some(tree) = GomokuTree::new(&position) else {
                continue;
            };
            let stones = 81 - position.empty_points().len();
            let found = search(
                &tree,
                &Patterns,
                3,
                &Limits::depth(3),
                &Stop::new(),
                &mut TranspositionTable::new(12),
                &mut |_| {},
            )
            .unwrap();
            for line in found.lines {
                if !line.is_exact() || line.eval.abs() < DECIDED {
                    continue;
                }
                // An earlier win is worth more, so the value tells the number of stones at the end.
                let won_with = (DECIDED + 1000 - line.eval.abs()) as usize;
                let plies = won_with - stones;
                if plies > 4 {
                    continue;
                }
                count += 1;
                let root = PositionTree::new(position.clone());
                let mut next = root.clone();
                next.play(line.moves[0]);
                let value = next.terminal().unwrap_or_else(|| {
                    let limits = Limits::depth(plies as u8 - 1);
                    let mut table = TranspositionTable::new(16);
                    let stop = Stop::new();
                    let all = search(&next, &ZeroEval, 1, &limits, &stop, &mut table, &mut |_| {});
                    all.unwrap().lines[0].eval
                });
                assert_eq!(-value.signum(), line.eval.signum(), "{spec} {line:?}");
                assert!(value.abs() >= DECIDED, "{spec} {line:?} {position:?}");
            }
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
fn small_reversi_is_solved_to_the_end() {
    let start = AnyPosition::new("reversi:4".parse().unwrap());
    let found = lines_of(&start, 4, 60);
    // All four first moves are equal by symmetry.
    assert_eq!(found.lines.len(), 4);
    for line in &found.lines {
        assert_eq!((line.eval, line.certainty), (-800, Certainty::Exact));
    }
    assert!(found.depth < 20, "{}", found.depth);
}

#[test]
fn an_open_three_is_a_proven_win_and_a_quiet_position_is_an_estimate() {
    let spec: GameSpec = "gomoku".parse().unwrap();
    let mut position = AnyPosition::new(spec);
    for name in ["h8", "a1", "i8", "c15", "j8", "o1"] {
        let point = spec.point_named(name).unwrap();
        position.play(Move::Place(point)).unwrap();
    }
    // An open three: the four it becomes cannot be stopped.
    let found = lines_of(&position, 3, 5);
    assert!(found.lines[0].is_exact());
    assert_eq!(found.lines[0].eval, 10_000);
    let opening = lines_of(&AnyPosition::new(spec), 3, 3);
    assert!(opening.lines.iter().all(|line| !line.is_exact()));
}

#[test]
fn only_forced_moves_leave_nothing_out() {
    for (spec, moves, leaves_out) in [
        ("gomoku", "", true),
        ("gomoku", "h8 i9", true),
        // A four to stop, a four to complete, a choice of color, the last empty points.
        ("gomoku", "h8 g8 i8 a2 j8 o15 k8", false),
        ("gomoku", "h8 g8 i8 a2 j8 o15 k8 a1", false),
        ("gomoku:15:freestyle:swap1", "h8 a1 i9", false),
        ("gomoku:15:freestyle:swap1", "h8 a1", true),
        ("gomoku:5", "a1 a2 a3 a4 b1 b2 b3 b4 c4 c1", false),
    ] {
        let spec: GameSpec = spec.parse().unwrap();
        let mut position = AnyPosition::new(spec);
        for name in moves.split_whitespace() {
            let point = spec.point_named(name).unwrap();
            position.play(Move::Place(point)).unwrap();
        }
        let tree = GomokuTree::new(&position).unwrap();
        let left = moves_of(&tree, &Patterns, 3);
        assert_eq!(
            Patterns.leaves_out(&tree, &left),
            leaves_out,
            "{spec} {moves}"
        );
    }
}

#[test]
fn peace_is_a_draw_whatever_is_played() {
    let found = lines_of(&AnyPosition::new(GameSpec::Peace), 3, 9);
    assert_eq!(found.lines.len(), 3);
    for line in found.lines {
        assert_eq!((line.eval, line.certainty), (0, Certainty::Exact));
    }
}

#[test]
fn a_stopped_search_keeps_the_last_finished_depth() {
    for spec in ["reversi", "gomoku:15:renju", "reversi:26"] {
        let position = AnyPosition::new(spec.parse().unwrap());
        let stop = Stop::new();
        let mut depths = Vec::new();
        let limits = Limits::depth(60);
        let found = search_position(
            SearchRequest::new(&position, limits)
                .with_lines(3)
                .with_stop(&stop)
                .with_report(&mut |found| {
                    depths.push(found.depth);
                    assert_eq!(found.lines.len(), 3);
                    if found.depth == 2 {
                        stop.stop();
                    }
                }),
        )
        .unwrap();
        assert_eq!(depths, [1, 2]);
        assert_eq!((found.depth, found.lines.len()), (2, 3));
        // A search stopped at once returns a legal move and nothing else.
        let found = search_position(
            SearchRequest::new(&position, limits)
                .with_lines(3)
                .with_stop(&stop),
        )
        .unwrap();
        assert_eq!((found.depth, found.lines.len()), (0, 1));
        assert_eq!(position.check(found.lines[0].moves[0]), Ok(()));
    }
}

#[test]
fn a_search_of_a_game_that_is_over_finds_nothing() {
    let mut dice = Dice::new(6);
    for spec in ["reversi:4", "peace", "gomoku:5"] {
        let mut position = AnyPosition::new(spec.parse().unwrap());
        random_play(&mut position, &mut dice, 100);
        let found = search_position(SearchRequest::new(&position, Limits::depth(3)).with_lines(3));
        assert_eq!(found, None);
    }
}
