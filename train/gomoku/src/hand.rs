//! Weights set by hand, with which the first games were played.

use yiqi_engine_gomoku::learning::mix_rows;
use yiqi_engine_gomoku::{ColorWeights, ONE, SUM_SCALE, Weights};

/// What a row adds by its number, for the side to move and for the other.
pub(crate) const ROWS: [[i32; 15]; 2] = [
    [0, 0, 0, 1, 2, 4, 10, 12, 14, 34, 40, 40, 60, 60, 0],
    [0, 0, 0, 1, 2, 3, 8, 10, 10, 24, 28, 30, 60, 60, 0],
];
/// How promising a row makes a move that makes it, and one that stops it.
const ATTACK: [i32; 15] = [0, 0, 0, 2, 5, 9, 24, 28, 30, 80, 90, 90, 400, 400, 2000];
const DEFENCE: [i32; 15] = [0, 0, 0, 1, 3, 6, 18, 22, 22, 60, 70, 60, 300, 300, 1500];
/// What having the move is worth.
const TURN: f32 = 0.15;

const TWO_OPEN: u8 = 6;
const THREE_HALF: u8 = 8;

fn is_open_three(row: u8) -> bool {
    matches!(row, 9 | 10)
}

fn is_four(row: u8) -> bool {
    matches!(row, 11..=13)
}

/// What two rows through one point are worth together.
pub(crate) fn together([first, second, ..]: [u8; 4]) -> i32 {
    if is_four(first) && is_open_three(second) {
        80
    } else if is_four(first) && second >= TWO_OPEN {
        25
    } else if is_open_three(first) && is_open_three(second) {
        60
    } else if is_open_three(first) && second >= TWO_OPEN {
        20
    } else if first >= TWO_OPEN && second >= TWO_OPEN {
        8
    } else {
        0
    }
}

/// Weights of all rule sets: the first number of a point is what it is worth to the mover, the second
/// what it is worth to the other side.
pub(crate) fn weights() -> Weights {
    let mut weights = Weights::empty();
    let color = color();
    weights.freestyle = color.clone();
    weights.standard = color.clone();
    weights.restricted = [color.clone(), color];
    weights
}

fn color() -> ColorWeights {
    let mut color = Weights::empty().freestyle;
    let sum = |values: &[i32; 15], rows: [u8; 4]| -> i32 {
        rows.iter().map(|&row| values[usize::from(row)]).sum()
    };
    for (mix, rows) in mix_rows().into_iter().enumerate() {
        let table = |worth: i32| (worth as f32 / 100.0 * ONE).round() as i16;
        color.own[mix][0] = table(sum(&ROWS[0], rows) + together(rows));
        color.other[mix][1] = table(sum(&ROWS[1], rows) + together(rows) / 2);
        let double = if is_four(rows[0]) && is_open_three(rows[1]) {
            150
        } else if rows[0] >= THREE_HALF && rows[1] >= THREE_HALF {
            60
        } else {
            0
        };
        color.promise[mix] = [
            (sum(&ATTACK, rows) + double) as i16,
            (sum(&DEFENCE, rows) + double / 2) as i16,
        ];
    }
    color.head.direct[0] = SUM_SCALE;
    color.head.direct[1] = -SUM_SCALE;
    color.head.bias = TURN;
    color
}
