//! The engine as players and analysis use it.

#[path = "common/positions.rs"]
mod common;

use std::time::Duration;

use common::{brute_force, final_score, random_position};
use yiqi_engine_reversi::ReversiEngine;
use yiqi_rules::{AnyPosition, Dice, Move, Position, Reversi};
use yiqi_search::{Analysis, Certainty, Engine, Limits, Resources, SearchRequest, Stop};

fn engine(thread_count: usize) -> ReversiEngine {
    ReversiEngine::new(Resources {
        thread_count,
        hash_mib: 4,
    })
}

fn nodes(count: u64) -> Limits {
    Limits {
        nodes: Some(count),
        ..Limits::OPEN
    }
}

fn think(
    engine: &mut ReversiEngine,
    position: &Reversi,
    lines: usize,
    limits: &Limits,
) -> Analysis {
    let position = AnyPosition::Reversi(position.clone());
    engine
        .think(SearchRequest::new(&position, *limits).with_lines(lines))
        .unwrap()
}

/// The number of random positions; more for a long run.
fn position_count() -> usize {
    std::env::var("YIQI_REVERSI_POSITIONS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(1_000)
}

#[test]
fn every_position_of_every_length_is_answered_with_legal_moves_only() {
    let mut dice = Dice::new(1);
    let mut engine = engine(1);
    for round in 0..position_count() {
        let position = random_position(&mut dice, 4 + round % 61);
        let asked = AnyPosition::Reversi(position.clone());
        let line_count = 1 + dice.below(4);
        let limits = nodes(dice.below(4_000) as u64);
        let analysis = engine.think(SearchRequest::new(&asked, limits).with_lines(line_count));
        assert_eq!(analysis.is_none(), position.turn().is_none());
        let lines = analysis.map_or_else(Vec::new, |analysis| analysis.lines);
        for line in &lines {
            let mut at = position.clone();
            for &mv in &line.moves {
                assert_eq!(at.check(mv), Ok(()), "{position:?} {line:?}");
                let _ = at.play_unchecked(mv);
            }
        }
        assert_eq!(lines.is_empty(), position.turn().is_none());
    }
}

#[test]
fn exact_scores_match_brute_force() {
    let mut dice = Dice::new(2);
    let mut engine = engine(1);
    for round in 0..300 {
        let position = random_position(&mut dice, 56 + round % 8);
        if position.turn().is_none() {
            continue;
        }
        let analysis = think(&mut engine, &position, 1, &Limits::OPEN);
        assert_eq!(analysis.lines[0].certainty, Certainty::Exact);
        assert_eq!(analysis.lines[0].eval, 100 * brute_force(&position));
    }
}

#[test]
fn several_lines_are_distinct_sorted_and_exact_at_the_end() {
    let mut dice = Dice::new(3);
    let mut engine = engine(1);
    for _ in 0..100 {
        let position = random_position(&mut dice, 55);
        let moves = position.legal_moves();
        if moves.len() < 2 || moves.contains(&Move::Pass) {
            continue;
        }
        let analysis = think(&mut engine, &position, moves.len(), &Limits::OPEN);
        assert_eq!(analysis.lines.len(), moves.len());
        assert!(analysis.lines.is_sorted_by(|a, b| a.eval >= b.eval));
        for line in &analysis.lines {
            let mut after = position.clone();
            let _ = after.play_unchecked(line.moves[0]);
            let mover = position.turn().unwrap();
            let sign = if after.turn() == Some(mover) { 1 } else { -1 };
            let score = match after.turn() {
                Some(_) => sign * brute_force(&after),
                None => final_score(&after, mover),
            };
            assert_eq!(line.eval, 100 * score, "{line:?}");
        }
        let mut firsts: Vec<Move> = analysis.lines.iter().map(|line| line.moves[0]).collect();
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), moves.len());
    }
}

#[test]
fn what_is_measured_is_what_analysis_states() {
    let mut dice = Dice::new(6);
    for stones in 5..45 {
        let position = random_position(&mut dice, stones);
        if position.turn().is_none() || position.legal_moves().contains(&Move::Pass) {
            continue;
        }
        // Searches of less than three plies prune nothing.
        for depth in [1, 2] {
            let measured = engine(1).stated_without_pruning(&position, depth.into());
            for lines in [1, 3] {
                let analysis = think(&mut engine(1), &position, lines, &Limits::depth(depth));
                assert_eq!(Some(analysis.lines[0].eval), measured, "{position:?}");
            }
        }
    }
}

#[test]
fn the_same_request_with_the_same_nodes_gives_the_same_result() {
    let mut dice = Dice::new(4);
    for stones in [4, 15, 30, 45] {
        let position = random_position(&mut dice, stones);
        let ask = || think(&mut engine(1), &position, 1, &nodes(20_000));
        assert_eq!(ask(), ask());
    }
}

#[test]
fn an_engine_stopped_before_it_begins_still_returns_a_legal_move() {
    let mut dice = Dice::new(5);
    let stop = Stop::new();
    stop.stop();
    for stones in 4..64 {
        let position = random_position(&mut dice, stones);
        if position.turn().is_none() {
            continue;
        }
        let asked = AnyPosition::Reversi(position.clone());
        let analysis = engine(2)
            .think(SearchRequest::new(&asked, Limits::OPEN).with_stop(&stop))
            .unwrap();
        assert_eq!(position.check(analysis.lines[0].moves[0]), Ok(()));
    }
}

#[test]
fn an_unlimited_search_ends_when_it_is_stopped() {
    for thread_count in [1, 2] {
        let mut engine = engine(thread_count);
        let position = AnyPosition::new("reversi".parse().unwrap());
        let stop = Stop::new();
        let mut last_depth = 0;
        // Stopped from its own report, once it is well under way.
        let analysis = engine.think(
            SearchRequest::new(&position, Limits::OPEN)
                .with_stop(&stop)
                .with_report(&mut |analysis| {
                    last_depth = analysis.depth;
                    if analysis.depth >= 12 {
                        stop.stop();
                    }
                }),
        );
        assert_eq!(analysis.unwrap().depth, 12);
        assert_eq!(last_depth, 12);
    }
}

#[test]
fn hard_and_soft_time_limits_end_the_search() {
    let position = AnyPosition::new("reversi".parse().unwrap());
    let limits = Limits {
        time: Some(Duration::from_millis(30)),
        ..Limits::OPEN
    };
    let analysis = engine(1)
        .think(SearchRequest::new(&position, limits))
        .unwrap();
    assert!((1..60).contains(&analysis.depth));

    let limits = Limits {
        enough: Some(Duration::ZERO),
        ..Limits::OPEN
    };
    let analysis = engine(1)
        .think(SearchRequest::new(&position, limits))
        .unwrap();
    assert_eq!(analysis.depth, 1);
}

#[test]
fn a_pass_negates_the_evaluation() {
    let mut dice = Dice::new(6);
    let mut found = 0;
    while found < 20 {
        let position = random_position(&mut dice, 50);
        if position.legal_words() != [Move::Pass] {
            let _ = dice.roll();
            continue;
        }
        found += 1;
        let mut after = position.clone();
        let _ = after.play_unchecked(Move::Pass);
        let before = think(&mut engine(1), &position, 1, &Limits::OPEN);
        let after = think(&mut engine(1), &after, 1, &Limits::OPEN);
        assert_eq!(before.lines[0].eval, -after.lines[0].eval);
        assert_eq!(before.lines[0].moves[0], Move::Pass);
        assert_eq!(before.lines[0].moves[1..], after.lines[0].moves);
    }
}

#[test]
fn an_engine_that_forgot_answers_like_a_new_one() {
    let mut dice = Dice::new(7);
    let position = random_position(&mut dice, 20);
    let mut used = engine(1);
    let first = think(&mut used, &position, 1, &nodes(30_000));
    used.forget();
    assert_eq!(think(&mut used, &position, 1, &nodes(30_000)), first);
}

#[test]
fn reports_grow_in_depth_and_nodes() {
    let position = AnyPosition::new("reversi".parse().unwrap());
    let mut reports: Vec<Analysis> = Vec::new();
    let _ = engine(1).think(
        SearchRequest::new(&position, Limits::depth(8))
            .with_lines(2)
            .with_report(&mut |analysis| {
                reports.push(analysis.clone());
            }),
    );
    assert_eq!(reports.len(), 8);
    assert!(reports.is_sorted_by(|a, b| a.depth < b.depth && a.nodes < b.nodes));
}
