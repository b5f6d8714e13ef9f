//! Forced wins hold against every defence.

use yiqi_engine_gomoku::{GomokuEngine, find_win};
use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening};
use yiqi_search::{Certainty, Engine, Limits, Resources, Stop};
use yiqi_testkit::{Dice, random_cluster};

fn nodes(count: u64) -> Limits {
    Limits {
        nodes: Some(count),
        ..Limits::OPEN
    }
}

fn winner(position: &AnyPosition) -> Option<Color> {
    position.outcome().and_then(|outcome| outcome.winner)
}

/// Plays a winning line; after each move of the winner, every answer must lose.
#[track_caller]
fn check_win(position: &AnyPosition, line: &[Move]) {
    let attacker = position.turn().unwrap();
    let mut position = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        position.play(mv).unwrap();
        if position.turn() != Some(attacker.other()) {
            continue;
        }
        for answer in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(answer);
            assert_eq!(
                winner(&next),
                None,
                "{answer:?} wins instead, after {index}: {line:?}"
            );
            assert!(
                find_win(&next, &nodes(300_000), &Stop::new()).is_some(),
                "no win after {answer:?} in {position:?}"
            );
        }
    }
    assert_eq!(winner(&position), Some(attacker));
}

#[test]
fn forced_wins_hold_against_every_defence_under_all_rules() {
    let mut dice = Dice::new(21);
    for rules in GomokuRules::ALL {
        let spec = GameSpec::Gomoku(GomokuSpec::new(15, rules, Opening::Free).unwrap());
        let mut found = 0;
        while found < 8 {
            let mut setup = random_cluster(spec, &mut dice);
            // Both sides get their share of stones and of turns.
            if dice.below(2) == 0 {
                std::mem::swap(&mut setup.stones.black, &mut setup.stones.white);
                setup.turn = Color::White;
            }
            let position = AnyPosition::from_setup(spec, &setup).unwrap();
            if position.turn().is_none() {
                continue;
            }
            let Some(win) = find_win(&position, &nodes(20_000), &Stop::new()) else {
                continue;
            };
            assert_eq!(usize::from(win.plies), win.moves.len());
            if win.plies > 3 {
                check_win(&position, &win.moves);
                found += 1;
            }
        }
    }
}

#[test]
fn the_engine_shows_its_forced_wins_to_the_winning_move() {
    let mut dice = Dice::new(22);
    let mut engine = GomokuEngine::new(Resources {
        thread_count: 1,
        hash_mib: 4,
    });
    for rules in GomokuRules::ALL {
        let spec = GameSpec::Gomoku(GomokuSpec::new(12, rules, Opening::Free).unwrap());
        let mut found = 0;
        while found < 20 {
            let position = AnyPosition::from_setup(spec, &random_cluster(spec, &mut dice)).unwrap();
            let Some(turn) = position.turn() else {
                continue;
            };
            engine.forget();
            let opinion = engine
                .think(&position, 1, &nodes(3_000), &Stop::new(), &mut |_| {})
                .unwrap();
            let line = &opinion.lines[0];
            let Certainty::Forced { plies } = line.certainty else {
                continue;
            };
            assert_eq!(line.moves.len(), usize::from(plies), "{position:?}");
            let mut end = position.clone();
            for &mv in &line.moves {
                end.play(mv).unwrap();
            }
            let won = if line.value > 0 { turn } else { turn.other() };
            assert_eq!(winner(&end), Some(won), "{position:?}");
            found += 1;
        }
    }
}
