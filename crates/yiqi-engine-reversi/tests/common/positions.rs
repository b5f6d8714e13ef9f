//! Random positions, and reference implementations too simple to be wrong.
#![allow(unreachable_pub, reason = "test code has no outside users")]
#![allow(dead_code, reason = "not every test uses everything")]

use yiqi_rules::board8::Board8;
use yiqi_rules::{
    AnyPosition, ByColor, Color, Dice, Move, Point, PointSet, Position, Reversi, ReversiSpec, Setup,
};

/// A position of a random game with this many stones, or the end of the game if that comes first.
pub fn random_position(dice: &mut Dice, stone_count: usize) -> Reversi {
    let mut position = Reversi::new(ReversiSpec::new(8, false).unwrap());
    while position.turn().is_some() && 64 - position.empty_points().len() < stone_count.min(64) {
        let moves = position.legal_moves();
        let _ = position.play_unchecked(moves[dice.below(moves.len())]);
    }
    position
}

/// The score of a finished game for a side; empty points go to the winner.
pub fn final_score(position: &Reversi, side: Color) -> i32 {
    let score = position.outcome().unwrap().score.unwrap();
    let (own, other) = (i32::from(score[side]), i32::from(score[side.other()]));
    match own - other {
        0 => 0,
        more if more > 0 => 64 - 2 * other,
        _ => 2 * own - 64,
    }
}

/// The score of best play for the side to move, by exhaustive search.
pub fn brute_force(position: &Reversi) -> i32 {
    play_everything(Board8::from_reversi(position).unwrap())
}

fn play_everything(board: Board8) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let passed = Board8 {
            own: board.opposing,
            opposing: board.own,
        };
        if passed.moves() != 0 {
            return -play_everything(passed);
        }
        let (own, other) = (
            board.own.count_ones() as i32,
            board.opposing.count_ones() as i32,
        );
        return match own - other {
            0 => 0,
            more if more > 0 => 64 - 2 * other,
            _ => 2 * own - 64,
        };
    }
    (0..64)
        .filter(|square| moves >> square & 1 != 0)
        .map(|square| -play_everything(board.play(square)))
        .max()
        .unwrap()
}

/// A line of an OBF file: the position, and the scores of its moves.
pub fn position_of_obf(line: &str) -> (Reversi, Vec<(Move, i32)>) {
    let square = |index: usize| Point::new((index % 8) as u8, (index / 8) as u8).unwrap();
    let stones = |letter: char| -> PointSet {
        line.chars()
            .take(64)
            .enumerate()
            .filter(|(_, cell)| *cell == letter)
            .map(|(index, _)| square(index))
            .collect()
    };
    let mut parts = line[65..].split(';').map(str::trim);
    let setup = Setup {
        stones: ByColor {
            black: stones('X'),
            white: stones('O'),
        },
        turn: if parts.next() == Some("X") {
            Color::Black
        } else {
            Color::White
        },
    };
    let AnyPosition::Reversi(position) =
        AnyPosition::from_setup("reversi".parse().unwrap(), &setup).unwrap()
    else {
        unreachable!()
    };
    let scores = parts
        .filter_map(|part| part.split_once(':'))
        .map(|(name, score)| {
            let name = name.as_bytes();
            let (col, row) = (name[0].to_ascii_lowercase() - b'a', name[1] - b'1');
            (
                Move::Place(Point::new(col, row).unwrap()),
                score.parse().unwrap(),
            )
        })
        .collect();
    (position, scores)
}
