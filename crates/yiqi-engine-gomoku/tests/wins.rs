//! Forced wins hold against every defense.

use yiqi_engine_gomoku::{GomokuEngine, find_win};
use yiqi_rules::{
    AnyPosition, ByColor, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening, Setup,
};
use yiqi_search::{Certainty, Engine, Limits, Resources, SearchRequest, Stop};
use yiqi_testkit::{Dice, WinCheck, random_cluster};

fn nodes(count: u64) -> Limits {
    Limits {
        nodes: Some(count),
        ..Limits::OPEN
    }
}

fn winner(position: &AnyPosition) -> Option<Color> {
    position.outcome().and_then(|outcome| outcome.winner)
}

/// A random position with stones of both colors close together.
fn random_position(spec: GameSpec, dice: &mut Dice) -> AnyPosition {
    let mut setup = random_cluster(spec, dice);
    // Both sides get stones and turns.
    if dice.below(2) == 0 {
        std::mem::swap(&mut setup.stones.black, &mut setup.stones.white);
    }
    setup.turn = *dice.pick(&Color::BOTH);
    AnyPosition::from_setup(spec, &setup).unwrap()
}

/// The winning move that the search claims.
fn claimed(position: &AnyPosition) -> Option<Move> {
    find_win(position, &nodes(300_000), &Stop::new()).map(|win| win.moves[0])
}

/// Checks that a move wins against every legal defense, down to five.
#[track_caller]
fn check_win(position: &AnyPosition, mv: Move) {
    let mut first = Some(mv);
    let find = |position: &AnyPosition| first.take().or_else(|| claimed(position));
    if let Err(gap) = WinCheck::new(find, POSITIONS_MAX).check(position) {
        panic!("{gap:?} after {mv:?} in {position:?}");
    }
}

/// Maximum number of positions per check; wins that need more are skipped.
const POSITIONS_MAX: usize = 200_000;

#[test]
fn forced_wins_hold_against_every_defense_under_all_rules() {
    let mut dice = Dice::new(21);
    for rules in GomokuRules::ALL {
        for size in [9, 15, 20] {
            let spec = GameSpec::Gomoku(GomokuSpec::new(size, rules, Opening::Free).unwrap());
            let mut found = 0;
            while found < 5 {
                let position = random_position(spec, &mut dice);
                if position.turn().is_none() {
                    continue;
                }
                let Some(win) = find_win(&position, &nodes(1_000), &Stop::new()) else {
                    continue;
                };
                assert_eq!(usize::from(win.plies), win.moves.len());
                if win.plies > 3 {
                    check_win(&position, win.moves[0]);
                    found += 1;
                }
            }
        }
    }
}

#[test]
fn wins_and_losses_that_the_engine_calls_forced_hold_against_every_move() {
    let mut dice = Dice::new(23);
    let mut engine = GomokuEngine::new(Resources {
        thread_count: 1,
        hash_mib: 4,
    });
    for rules in GomokuRules::ALL {
        let spec = GameSpec::Gomoku(GomokuSpec::new(11, rules, Opening::Free).unwrap());
        let mut counts = [0; 2];
        while counts[0] < 6 || counts[1] < 6 {
            let position = random_position(spec, &mut dice);
            let Some(turn) = position.turn() else {
                continue;
            };
            engine.forget();
            let analysis = engine
                .think(SearchRequest::new(&position, nodes(3_000)))
                .unwrap();
            let line = &analysis.lines[0];
            let is_loss = line.eval < 0;
            if !matches!(line.certainty, Certainty::Forced { plies } if plies > 2)
                || counts[usize::from(is_loss)] >= 6
            {
                continue;
            }
            counts[usize::from(is_loss)] += 1;
            if is_loss {
                let mut check = WinCheck::new(claimed, POSITIONS_MAX);
                if let Err(gap) = check.check_answers(&position, turn.other()) {
                    panic!("{gap:?} in {position:?}");
                }
            } else {
                check_win(&position, line.moves[0]);
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
            let analysis = engine
                .think(SearchRequest::new(&position, nodes(3_000)))
                .unwrap();
            let line = &analysis.lines[0];
            let Certainty::Forced { plies } = line.certainty else {
                continue;
            };
            assert_eq!(line.moves.len(), usize::from(plies), "{position:?}");
            let mut end = position.clone();
            for &mv in &line.moves {
                end.play(mv).unwrap();
            }
            let won = if line.eval > 0 { turn } else { turn.other() };
            assert_eq!(winner(&end), Some(won), "{position:?}");
            found += 1;
        }
    }
}

/// A position of `data/wins-from-games.tsv`.
fn read_position(line: &str) -> AnyPosition {
    let mut cells = line.split('\t');
    let spec: GameSpec = cells.next().unwrap().parse().unwrap();
    let mut setup = Setup {
        stones: ByColor::default(),
        turn: Color::Black,
    };
    for stone in cells.next().unwrap().split(' ') {
        let (color, name) = stone.split_once(':').unwrap();
        let color = if color == "b" {
            Color::Black
        } else {
            Color::White
        };
        setup.stones[color].insert(spec.point_named(name).unwrap());
    }
    if cells.next() == Some("white") {
        setup.turn = Color::White;
    }
    AnyPosition::from_setup(spec, &setup).unwrap()
}

#[test]
fn forced_wins_are_found_where_they_began_in_games() {
    let lines = include_str!("data/wins-from-games.tsv").lines();
    let positions: Vec<_> = lines
        .filter(|line| !line.starts_with('#'))
        .map(read_position)
        .collect();
    assert_eq!(positions.len(), 300);
    // A few of every rule set and size; `yiqi-train-gomoku prove` checks all of them.
    for (index, position) in positions.iter().enumerate().step_by(10) {
        let win = find_win(position, &nodes(1_000_000), &Stop::new());
        assert!(win.is_some(), "position {}: {position:?}", index + 1);
    }
}
