//! Random games and positions.

use yiqi_rules::{AnyPosition, ByColor, Changes, Color, Game, GameSpec, Point, PointSet, Setup};

use crate::Dice;

/// Every valid game spec.
#[must_use]
pub fn all_specs() -> Vec<GameSpec> {
    let mut specs = Vec::new();
    for game in Game::ALL {
        for size in 0..=u8::MAX {
            for rules in game.rule_sets() {
                for opening in game.openings() {
                    specs.extend(game.spec(size, rules, opening));
                }
            }
        }
    }
    specs
}

/// Plays up to `plies` random legal moves and returns what each changed.
pub fn random_play(position: &mut AnyPosition, dice: &mut Dice, plies: usize) -> Vec<Changes> {
    let mut played = Vec::new();
    while played.len() < plies && position.turn().is_some() {
        let moves = position.legal_moves();
        let mv = *dice.pick(&moves);
        played.push(position.play(mv).expect("a generated move is legal"));
    }
    played
}

/// A random Gomoku position with stones close together, so that threes, fours and fives are common.
///
/// # Panics
/// If the spec is not Gomoku.
#[must_use]
pub fn random_cluster(spec: GameSpec, dice: &mut Dice) -> Setup {
    assert!(
        matches!(spec, GameSpec::Gomoku(_)),
        "only Gomoku has threes"
    );
    let size = usize::from(spec.size());
    let width = (5 + dice.below(6)).min(size);
    let left = dice.below(size - width + 1);
    let top = dice.below(size - width + 1);
    let mut stones = ByColor::<PointSet>::default();
    // Few white stones leave lines open; the density varies from board to board.
    let black_percent = 10 + dice.below(45);
    let white_percent = dice.below(25);
    for row in top..top + width {
        for col in left..left + width {
            let point = Point::new(col as u8, row as u8).expect("on the board");
            match dice.below(100) {
                roll if roll < black_percent => stones.black.insert(point),
                roll if roll < black_percent + white_percent => stones.white.insert(point),
                _ => {}
            }
        }
    }
    Setup {
        stones,
        turn: Color::Black,
    }
}
