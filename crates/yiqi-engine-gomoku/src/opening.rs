//! What the opening rules ask for: stones put down for both sides, and choices of color.

use yiqi_rules::{AnyPosition, Color, GameSpec, Move, Opening, Point, PointSet};

/// What is asked of the engine in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// A stone of the side to act, as in any game.
    Play,
    /// A color: white moves next, whoever that is then.
    Choose,
    /// A stone that both sides may come to own.
    Place {
        /// Stones that are put down before somebody chooses, this one included.
        left: usize,
    },
}

/// What a position of Gomoku asks for.
pub(crate) fn task(position: &AnyPosition) -> Task {
    let GameSpec::Gomoku(spec) = position.spec() else {
        return Task::Play;
    };
    if !matches!(spec.opening(), Opening::Swap1 | Opening::Swap2) {
        return Task::Play;
    }
    if position.next_stone().is_none() {
        return Task::Choose;
    }
    let mut next = position.clone();
    let mut left = 0;
    // The rules do not tell the stage: stones are put down until it shows.
    while left < 3 {
        let (turn, stone) = (next.turn(), next.next_stone());
        let Some(&mv) = next.legal_moves().first() else {
            return Task::Play;
        };
        next.play_unchecked(mv);
        left += 1;
        if next.turn().is_some() && next.next_stone().is_none() {
            return Task::Place { left };
        }
        if turn == stone
            && next.turn() == turn.map(Color::other)
            && next.next_stone() == next.turn()
        {
            return Task::Play;
        }
    }
    Task::Play
}

/// Whether sides simply alternate from here on.
pub(crate) fn is_open_play(position: &AnyPosition) -> bool {
    task(position) == Task::Play
}

/// Balanced openings of three stones, black, white, black, as columns and rows from the middle. Made by
/// `yiqi-train-gomoku openings`.
const BALANCED: &str = include_str!("../data/openings.txt");

/// The balanced openings that fit on a board, as points in the order they are put down.
pub(crate) fn balanced(size: u8) -> Vec<[Point; 3]> {
    BALANCED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut points = line.split_whitespace().take(3).map(|pair| {
                let (col, row) = pair.split_once(',')?;
                let middle = i16::from(size / 2);
                let at = |offset: &str| u8::try_from(middle + offset.parse::<i16>().ok()?).ok();
                Point::new(at(col)?, at(row)?).filter(|point| point.is_on(size))
            });
            Some([points.next()??, points.next()??, points.next()??])
        })
        .collect()
}

/// The next stone of a balanced opening that begins as the board stands; `pick` chooses among several.
pub(crate) fn next_balanced(position: &AnyPosition, pick: usize) -> Option<Move> {
    let black = position.stones(Color::Black);
    let white = position.stones(Color::White);
    let placed = black.len() + white.len();
    let fitting: Vec<Point> = balanced(position.size())
        .into_iter()
        .filter(|opening| {
            let stones = |from: usize| -> PointSet {
                (from..placed)
                    .step_by(2)
                    .map(|index| opening[index])
                    .collect()
            };
            placed < 3 && stones(0) == black && stones(1) == white
        })
        .map(|opening| opening[placed])
        .collect();
    let at = *fitting.get(pick % fitting.len().max(1))?;
    Some(Move::Place(at)).filter(|&mv| position.check(mv).is_ok())
}
