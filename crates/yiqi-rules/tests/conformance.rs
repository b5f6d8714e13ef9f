//! Checks that hold for every game, over random games of every spec.

use yiqi_rules::{AnyPosition, Color, GameSpec, Move, Point, Setup, Symmetry};
use yiqi_testkit::{Dice, all_specs, random_play};

/// Every spec on small boards and some on large ones: enough to meet every rule, few enough to run
/// at every commit.
fn sample() -> Vec<GameSpec> {
    all_specs()
        .into_iter()
        .filter(|spec| spec.size() <= 9 || [10, 15, 25, 26].contains(&spec.size()))
        .collect()
}

fn points(size: u8) -> impl Iterator<Item = Point> {
    (0..size).flat_map(move |row| (0..size).filter_map(move |col| Point::new(col, row)))
}

#[test]
fn playing_and_undoing_restores_every_position() {
    let mut dice = Dice::new(1);
    for spec in sample() {
        let mut position = AnyPosition::new(spec);
        let mut before = vec![position.clone()];
        let mut played = Vec::new();
        while position.turn().is_some() {
            played.extend(random_play(&mut position, &mut dice, 1));
            before.push(position.clone());
        }
        assert_eq!(before.pop().as_ref(), Some(&position));
        for changes in played.iter().rev() {
            position.undo(changes);
            assert_eq!(before.pop().as_ref(), Some(&position), "{spec}");
        }
    }
}

// Fault 36.
#[test]
fn a_move_is_legal_exactly_when_it_is_generated() {
    let mut dice = Dice::new(2);
    for spec in sample() {
        let mut position = AnyPosition::new(spec);
        loop {
            let legal = position.legal_moves();
            let every = points(spec.size()).map(Move::Place).chain(Move::WORDS);
            for mv in every {
                let before = position.clone();
                assert_eq!(
                    position.check(mv).is_ok(),
                    legal.contains(&mv),
                    "{spec} {mv:?}"
                );
                if !legal.contains(&mv) {
                    assert!(position.play(mv).is_err());
                    assert_eq!(position, before, "a refused move changed the position");
                }
            }
            assert_eq!(legal.is_empty(), position.turn().is_none(), "{spec}");
            assert_eq!(position.outcome().is_some(), position.turn().is_none());
            // Large boards are checked every few plies only.
            let plies = usize::from(spec.size()) / 5 + 1;
            if random_play(&mut position, &mut dice, plies).is_empty() {
                break;
            }
        }
    }
}

#[test]
fn changes_list_exactly_what_changed() {
    let mut dice = Dice::new(3);
    for spec in sample() {
        let mut position = AnyPosition::new(spec);
        loop {
            let before = position.clone();
            let Some(changes) = random_play(&mut position, &mut dice, 1).pop() else {
                break;
            };
            for point in points(spec.size()) {
                let want = match changes.placed {
                    Some((placed, color)) if placed == point => Some(color),
                    _ if changes.flipped.contains(point) => before.at(point).map(Color::other),
                    _ => before.at(point),
                };
                assert_eq!(position.at(point), want, "{spec}");
            }
        }
    }
}

#[test]
fn the_incremental_hash_equals_the_hash_of_a_fresh_position() {
    let mut dice = Dice::new(4);
    for spec in sample() {
        let mut position = AnyPosition::new(spec);
        while !random_play(&mut position, &mut dice, 1).is_empty() {
            let fresh = position.transformed(Symmetry::ALL[0]);
            assert_eq!(fresh.hash(), position.hash(), "{spec}");
        }
    }
}

#[test]
fn a_symmetry_and_its_inverse_restore_a_position() {
    let mut dice = Dice::new(5);
    for spec in sample() {
        let mut position = AnyPosition::new(spec);
        random_play(&mut position, &mut dice, 11);
        for symmetry in Symmetry::ALL {
            let turned = position.transformed(symmetry);
            assert_eq!(turned.transformed(symmetry.inverse()), position, "{spec}");
        }
    }
}

#[test]
fn different_positions_of_a_game_have_different_hashes() {
    // Every position of 4×4 Reversi, reached by any order of moves.
    let mut seen = std::collections::HashMap::new();
    let mut open = vec![AnyPosition::new("reversi:4".parse().unwrap())];
    while let Some(position) = open.pop() {
        let stones = (
            position.stones(Color::Black),
            position.stones(Color::White),
            // The side to move is part of the position, even when the game is over.
            position.turn(),
        );
        match seen.insert(position.hash(), stones) {
            Some(other) => assert_eq!(other, stones),
            None => {
                for mv in position.legal_moves() {
                    let mut next = position.clone();
                    next.play(mv).unwrap();
                    open.push(next);
                }
            }
        }
    }
    assert!(seen.len() > 10_000);
}

#[test]
fn a_position_set_up_from_its_stones_is_the_same() {
    let mut dice = Dice::new(6);
    for spec in sample() {
        let has_opening = AnyPosition::new(spec) != set_up_again(&AnyPosition::new(spec));
        if has_opening {
            continue;
        }
        let mut position = AnyPosition::new(spec);
        while position.turn().is_some() {
            assert_eq!(set_up_again(&position), position, "{spec}");
            random_play(&mut position, &mut dice, 3);
        }
    }
}

fn set_up_again(position: &AnyPosition) -> AnyPosition {
    let setup = Setup {
        stones: yiqi_rules::ByColor {
            black: position.stones(Color::Black),
            white: position.stones(Color::White),
        },
        turn: position.turn().unwrap(),
    };
    AnyPosition::from_setup(position.spec(), &setup).unwrap()
}

#[test]
fn stones_that_overlap_or_lie_off_the_board_cannot_be_set_up() {
    let point = Point::new(9, 0).unwrap();
    let both = yiqi_rules::ByColor {
        black: [point].into_iter().collect(),
        white: [point].into_iter().collect(),
    };
    for (spec, want) in [
        ("reversi:10", yiqi_rules::SetupError::Overlap),
        ("reversi:8", yiqi_rules::SetupError::Overlap),
    ] {
        let setup = Setup {
            stones: both,
            turn: Color::Black,
        };
        assert_eq!(
            AnyPosition::from_setup(spec.parse().unwrap(), &setup),
            Err(want)
        );
    }
    let setup = Setup {
        stones: yiqi_rules::ByColor {
            black: both.black,
            white: yiqi_rules::PointSet::EMPTY,
        },
        turn: Color::Black,
    };
    assert_eq!(
        AnyPosition::from_setup(GameSpec::REVERSI, &setup),
        Err(yiqi_rules::SetupError::OffBoard)
    );
}
