//! Rows of stones, for games won by rows.

use crate::{Direction, Point, PointSet};

/// The unbroken row of stones through a point, which must hold one of them.
pub(crate) fn run(stones: &PointSet, point: Point, direction: Direction, size: u8) -> Vec<Point> {
    let walk = |direction| {
        (1..)
            .map_while(move |count| point.step(direction, count, size))
            .take_while(|&next| stones.contains(next))
    };
    let mut run: Vec<Point> = walk(direction.reversed()).collect();
    run.reverse();
    run.push(point);
    run.extend(walk(direction));
    run
}

/// The points before and after a row, where the board goes on.
pub(crate) fn ends(run: &[Point], direction: Direction, size: u8) -> [Option<Point>; 2] {
    let step = |point: Option<&Point>, direction| point?.step(direction, 1, size);
    [
        step(run.first(), direction.reversed()),
        step(run.last(), direction),
    ]
}

/// Whether this stone is part of a row that wins.
pub(crate) fn makes_win(
    stones: &PointSet,
    point: Point,
    size: u8,
    wins: impl Fn(&[Point], Direction) -> bool,
) -> bool {
    Direction::LINES
        .into_iter()
        .any(|direction| wins(&run(stones, point, direction, size), direction))
}

/// All rows that win.
pub(crate) fn winning_lines(
    stones: &PointSet,
    size: u8,
    wins: impl Fn(&[Point], Direction) -> bool,
) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    for direction in Direction::LINES {
        for point in stones.iter() {
            let run = run(stones, point, direction, size);
            // Report each row once, at its first stone.
            if run[0] == point && wins(&run, direction) {
                lines.push(run);
            }
        }
    }
    lines
}
