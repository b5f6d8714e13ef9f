//! The solver against brute force and published scores.

#[path = "common/positions.rs"]
mod common;

use common::{brute_force, final_score, position_of_obf, random_position};
use yiqi_engine_reversi::{Goal, Solver};
use yiqi_rules::{Dice, Position, Reversi};
use yiqi_search::{Resources, Stop};

fn solver(thread_count: usize) -> Solver {
    Solver::new(Resources {
        thread_count,
        hash_mib: 4,
    })
}

#[test]
fn the_score_of_every_small_endgame_is_that_of_brute_force() {
    let mut dice = Dice::new(1);
    let mut solver = solver(1);
    for round in 0..1500 {
        let position = random_position(&mut dice, 4 + 52 + round % 9);
        let solved = solver.solve(&position, Goal::Score, &Stop::new()).unwrap();
        assert_eq!(solved.score, brute_force(&position), "{position:?}");
    }
}

#[test]
fn the_outcome_of_every_small_endgame_is_that_of_brute_force() {
    let mut dice = Dice::new(2);
    let mut solver = solver(1);
    for round in 0..500 {
        let position = random_position(&mut dice, 4 + 52 + round % 9);
        let solved = solver
            .solve(&position, Goal::Outcome, &Stop::new())
            .unwrap();
        let score = brute_force(&position);
        assert_eq!(solved.score.signum(), score.signum(), "{position:?}");
        assert!(solved.score.abs() <= score.abs(), "{position:?}");
    }
}

#[test]
fn best_play_is_shown_to_the_last_stone_and_leads_to_the_score() {
    let mut dice = Dice::new(3);
    let mut solver = solver(1);
    for _ in 0..60 {
        let position = random_position(&mut dice, 50);
        let Some(mover) = position.turn() else {
            continue;
        };
        let solved = solver.solve(&position, Goal::Score, &Stop::new()).unwrap();
        assert_eq!(solved.mv, solved.line.first().copied());
        let mut at = position.clone();
        let solved_line = solved.line.clone();
        for mv in solved.line {
            assert_eq!(at.check(mv), Ok(()));
            let _ = at.play_unchecked(mv);
        }
        assert_eq!(at.turn(), None, "{solved_line:?} {}", solved.score);
        assert_eq!(final_score(&at, mover), solved.score, "{position:?}");
    }
}

#[test]
fn any_number_of_threads_up_to_sixteen_finds_the_same_score() {
    let mut dice = Dice::new(6);
    let mut solvers = [1, 2, 4, 8, 16].map(solver);
    for _ in 0..12 {
        let position = random_position(&mut dice, 46);
        let scores = solvers.each_mut().map(|solver| {
            solver
                .solve(&position, Goal::Score, &Stop::new())
                .unwrap()
                .score
        });
        assert_eq!(scores, [scores[0]; 5], "{position:?}");
    }
}

#[test]
fn an_estimate_of_few_empty_points_is_their_exact_score() {
    let mut dice = Dice::new(7);
    let mut solver = solver(1);
    for round in 0..100 {
        let position = random_position(&mut dice, 56 + round % 9);
        let solved = solver
            .solve(&position, Goal::Estimate, &Stop::new())
            .unwrap();
        assert_eq!(solved.score, brute_force(&position), "{position:?}");
    }
}

/// The first endgames of the FFO test suite, as collected with Edax (https://github.com/abulmo/edax-reversi).
const FFO: &str = include_str!("data/ffo-1-19.obf");

#[test]
fn the_ffo_endgames_have_their_published_scores_and_best_moves() {
    let mut solver = solver(2);
    for (number, line) in FFO
        .lines()
        .enumerate()
        .filter(|(number, _)| number % 2 == 0)
    {
        let (position, scores) = position_of_obf(line);
        let best = scores.iter().map(|(_, score)| *score).max().unwrap();
        let solved = solver.solve(&position, Goal::Score, &Stop::new()).unwrap();
        assert_eq!(solved.score, best, "position {}", number + 1);
        let chosen = scores.iter().find(|(mv, _)| Some(*mv) == solved.mv);
        assert!(
            chosen.is_none_or(|(_, score)| *score == best),
            "position {}",
            number + 1
        );
    }
}

#[test]
fn a_finished_game_has_the_score_it_ended_with() {
    let mut dice = Dice::new(5);
    for _ in 0..50 {
        let mut position = random_position(&mut dice, 60);
        while position.turn().is_some() {
            let moves = position.legal_moves();
            let _ = position.play_unchecked(moves[dice.below(moves.len())]);
        }
        let solved = solver(1)
            .solve(&position, Goal::Score, &Stop::new())
            .unwrap();
        // The game is over; the score is from Black's side.
        assert_eq!(
            solved.score,
            final_score(&position, yiqi_rules::Color::Black)
        );
        assert_eq!((solved.mv, solved.nodes), (None, 0));
    }
}

#[test]
fn a_stopped_solver_returns_nothing() {
    let stop = Stop::new();
    stop.stop();
    let position = Reversi::new(yiqi_rules::ReversiSpec::new(8, false).unwrap());
    assert_eq!(solver(2).solve(&position, Goal::Score, &stop), None);
}

#[test]
fn other_sizes_and_anti_reversi_are_not_solved() {
    for spec in ["reversi:6", "reversi:8:anti"] {
        let yiqi_rules::AnyPosition::Reversi(position) =
            yiqi_rules::AnyPosition::new(spec.parse().unwrap())
        else {
            unreachable!()
        };
        assert_eq!(
            solver(1).solve(&position, Goal::Score, &Stop::new()),
            None,
            "{spec}"
        );
    }
}
