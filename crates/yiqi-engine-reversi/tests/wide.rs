//! Boards of any size, and anti-reversi.

#[path = "common/positions.rs"]
mod common;

use std::time::Duration;

use yiqi_engine_reversi::ReversiEngine;
use yiqi_rules::{AnyPosition, Color, Dice, GameSpec, Move, Position, Reversi, ReversiSpec};
use yiqi_search::{Analysis, Certainty, Engine, Limits, Resources, SearchRequest, Stop};

fn engine() -> ReversiEngine {
    ReversiEngine::new(Resources {
        thread_count: 1,
        hash_mib: 2,
    })
}

fn start(size: u8, anti: bool) -> AnyPosition {
    AnyPosition::new(GameSpec::Reversi(ReversiSpec::new(size, anti).unwrap()))
}

fn think(engine: &mut ReversiEngine, position: &AnyPosition, limits: &Limits) -> Option<Analysis> {
    engine.think(SearchRequest::new(position, *limits))
}

fn nodes(most: u64) -> Limits {
    Limits {
        nodes: Some(most),
        ..Limits::OPEN
    }
}

/// A position of a random game with this many empty points, or the end of the game if that comes
/// first.
fn random_position(dice: &mut Dice, size: u8, anti: bool, empty_count: usize) -> AnyPosition {
    let mut position = start(size, anti);
    while position.turn().is_some() && position.empty_points().len() > empty_count {
        let moves = position.legal_moves();
        let _ = position.play_unchecked(moves[dice.below(moves.len())]);
    }
    position
}

/// The score of a finished game for a side; positive if it won.
fn final_score(position: &AnyPosition, side: Color) -> i32 {
    let outcome = position.outcome().unwrap();
    let score = outcome.score.unwrap();
    let more = i32::from(score[side]) - i32::from(score[side.other()]);
    if outcome.winner == Some(side) {
        more.abs()
    } else {
        -more.abs()
    }
}

/// The score of best play for the side to move, by exhaustive search with the rules.
fn brute_force(position: &AnyPosition) -> i32 {
    let side = position.turn().unwrap();
    let moves = position.legal_moves();
    let score = |mv: &Move| {
        let mut after = position.clone();
        let _ = after.play_unchecked(*mv);
        match after.turn() {
            Some(_) => -brute_force(&after),
            None => final_score(&after, side),
        }
    };
    moves.iter().map(score).max().unwrap()
}

/// The same by plain alpha-beta: fast enough for a whole game on 4×4.
fn plain_search(position: &Reversi, mut alpha: i32, beta: i32) -> i32 {
    let side = position.turn().unwrap();
    let mut best = i32::MIN;
    for mv in position.legal_moves() {
        let mut after = position.clone();
        let _ = after.play_unchecked(mv);
        let score = match after.turn() {
            Some(_) => -plain_search(&after, -beta, -alpha),
            None => final_score(&AnyPosition::Reversi(after), side),
        };
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[track_caller]
fn check_exact(analysis: &Analysis, score: i32) {
    let line = &analysis.lines[0];
    assert_eq!((line.certainty, line.eval), (Certainty::Exact, 100 * score));
}

#[test]
fn the_first_move_on_4x4_is_known_to_lose_by_eight() {
    for (anti, known) in [(false, Some(-8)), (true, None)] {
        let position = start(4, anti);
        let AnyPosition::Reversi(reversi) = &position else {
            unreachable!()
        };
        let score = plain_search(reversi, -16, 16);
        assert!(known.is_none_or(|known| known == score));
        check_exact(
            &think(&mut engine(), &position, &Limits::OPEN).unwrap(),
            score,
        );
    }
}

#[test]
fn every_small_endgame_has_the_score_of_brute_force() {
    let mut dice = Dice::new(1);
    let mut engine = engine();
    for (size, most, rounds) in [
        (4, 7, 60),
        (6, 7, 80),
        (6, 9, 8),
        (8, 6, 20),
        (10, 6, 12),
        (12, 5, 6),
    ] {
        for anti in [false, true] {
            for round in 0..rounds {
                let empty_count = if size == 6 && most == 9 {
                    9
                } else {
                    1 + round % most
                };
                if size == 8 && !anti {
                    continue;
                }
                let position = random_position(&mut dice, size, anti, empty_count);
                if position.turn().is_none() {
                    continue;
                }
                let analysis = think(&mut engine, &position, &Limits::OPEN).unwrap();
                check_exact(&analysis, brute_force(&position));
            }
        }
    }
}

#[test]
fn best_play_is_shown_to_the_last_stone_and_leads_to_the_score() {
    let mut dice = Dice::new(2);
    let mut engine = engine();
    for round in 0..40 {
        let position = random_position(&mut dice, 6, round % 2 == 0, 12);
        let Some(side) = position.turn() else {
            continue;
        };
        let analysis = think(&mut engine, &position, &Limits::OPEN).unwrap();
        let mut at = position.clone();
        for &mv in &analysis.lines[0].moves {
            at.play(mv).unwrap();
        }
        assert_eq!(at.turn(), None, "{analysis:?}");
        check_exact(&analysis, final_score(&at, side));
    }
}

#[test]
fn every_size_answers_with_a_legal_move() {
    let mut dice = Dice::new(3);
    let mut engine = engine();
    for size in (4..=26).step_by(2) {
        for anti in [false, true] {
            for empty_count in [usize::MAX, usize::from(size) * usize::from(size) / 2] {
                let position = random_position(&mut dice, size, anti, empty_count);
                let Some(analysis) = think(&mut engine, &position, &nodes(2000)) else {
                    assert_eq!(position.turn(), None);
                    continue;
                };
                let mut at = position.clone();
                for &mv in &analysis.lines[0].moves {
                    at.play(mv).unwrap();
                }
            }
        }
    }
}

#[test]
fn every_size_returns_a_legal_move_when_stopped_before_it_begins() {
    let stop = Stop::new();
    stop.stop();
    let mut engine = engine();
    for size in (4..=26).step_by(2) {
        let position = start(size, true);
        let analysis = engine
            .think(
                SearchRequest::new(&position, Limits::OPEN)
                    .with_lines(3)
                    .with_stop(&stop),
            )
            .unwrap();
        assert_eq!(analysis.depth, 0);
        assert_eq!(position.check(analysis.lines[0].moves[0]), Ok(()));
    }
}

#[test]
fn several_lines_are_distinct_and_the_best_comes_first() {
    let mut dice = Dice::new(4);
    let mut engine = engine();
    for (size, anti, empty_count, depth) in [
        (6, false, 20, 5),
        (6, true, 9, 20),
        (8, true, 40, 5),
        (10, false, 70, 3),
    ] {
        let position = random_position(&mut dice, size, anti, empty_count);
        let analysis = engine
            .think(SearchRequest::new(&position, Limits::depth(depth)).with_lines(4))
            .unwrap();
        let firsts: Vec<Move> = analysis.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), position.legal_moves().len().min(4));
        for (at, mv) in firsts.iter().enumerate() {
            assert!(!firsts[..at].contains(mv), "{firsts:?}");
        }
        assert!(
            analysis.lines.is_sorted_by_key(|line| -line.eval),
            "{analysis:?}"
        );
    }
}

#[test]
fn several_exact_lines_match_brute_force() {
    let mut dice = Dice::new(5);
    let mut engine = engine();
    for anti in [false, true] {
        let position = random_position(&mut dice, 6, anti, 8);
        let analysis = engine
            .think(SearchRequest::new(&position, Limits::OPEN).with_lines(9))
            .unwrap();
        assert_eq!(analysis.lines.len(), position.legal_moves().len());
        for line in &analysis.lines {
            let mut after = position.clone();
            let _ = after.play_unchecked(line.moves[0]);
            let score = match after.turn() {
                Some(_) => -brute_force(&after),
                None => final_score(&after, position.turn().unwrap()),
            };
            assert_eq!((line.certainty, line.eval), (Certainty::Exact, 100 * score));
        }
    }
}

#[test]
fn a_new_engine_gives_the_same_result() {
    let mut dice = Dice::new(6);
    for (size, anti) in [(6, false), (8, true), (10, false), (14, true)] {
        let position = random_position(&mut dice, size, anti, usize::from(size) * 4);
        let answer = || think(&mut engine(), &position, &nodes(20_000));
        assert_eq!(answer(), answer());
    }
}

#[test]
fn node_limits_are_kept() {
    for size in [6, 10, 16] {
        let analysis = think(&mut engine(), &start(size, false), &nodes(5000)).unwrap();
        assert!(analysis.nodes <= 5000 + 16, "{}", analysis.nodes);
        assert!(analysis.depth > 0);
    }
}

#[test]
fn depth_limits_are_kept() {
    let mut deepest = 0;
    let analysis = engine()
        .think(
            SearchRequest::new(&start(10, false), Limits::depth(4)).with_report(&mut |analysis| {
                deepest = deepest.max(analysis.depth);
            }),
        )
        .unwrap();
    assert_eq!((analysis.depth, deepest), (4, 4));
}

#[test]
fn a_side_without_a_move_passes_and_its_line_continues() {
    let mut dice = Dice::new(7);
    let mut engine = engine();
    let mut pass_count = 0;
    while pass_count < 12 {
        let anti = pass_count % 2 == 0;
        let position = random_position(&mut dice, 6, anti, 1 + pass_count % 7);
        if position.turn().is_none() || position.legal_moves() != [Move::Pass] {
            continue;
        }
        pass_count += 1;
        let analysis = think(&mut engine, &position, &Limits::OPEN).unwrap();
        assert_eq!(analysis.lines[0].moves[0], Move::Pass);
        check_exact(&analysis, brute_force(&position));
    }
}

#[test]
fn a_finished_game_has_no_analysis() {
    let position = random_position(&mut Dice::new(8), 6, true, 0);
    assert_eq!(position.turn(), None);
    assert_eq!(think(&mut engine(), &position, &Limits::OPEN), None);
}

#[test]
fn a_stop_from_its_own_report_ends_the_search() {
    let stop = Stop::new();
    let analysis = engine()
        .think(
            SearchRequest::new(&start(10, false), Limits::OPEN)
                .with_stop(&stop)
                .with_report(&mut |analysis| {
                    if analysis.depth == 3 {
                        stop.stop();
                    }
                }),
        )
        .unwrap();
    assert_eq!(analysis.depth, 3);
}

#[test]
fn a_time_limit_ends_an_otherwise_unlimited_search() {
    let limits = Limits {
        time: Some(Duration::from_millis(20)),
        ..Limits::OPEN
    };
    for size in [8, 14, 26] {
        assert!(think(&mut engine(), &start(size, true), &limits).is_some());
    }
}

#[test]
fn no_deeper_iteration_starts_after_the_soft_time_limit() {
    let limits = Limits {
        enough: Some(Duration::ZERO),
        ..Limits::OPEN
    };
    let analysis = think(&mut engine(), &start(10, false), &limits).unwrap();
    assert_eq!(analysis.depth, 1);
}
