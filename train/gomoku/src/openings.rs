//! Openings of three stones in which neither color is better off.

use std::collections::BTreeSet;

use yiqi_engine_gomoku::GomokuEngine;
use yiqi_rules::{AnyPosition, GameSpec, Move, Point, PointSet, Symmetry};
use yiqi_search::Resources;
use yiqi_testkit::Dice;

use crate::generate::think;

/// An opening and what white, who moves next, thinks of it.
pub(crate) struct Balanced {
    /// Black, white, black.
    pub(crate) points: [Point; 3],
    /// In hundredths.
    pub(crate) value: i32,
}

/// Looks for balanced openings until there are enough and tells of each; none is another one turned around.
pub(crate) fn find(
    count: usize,
    nodes: u64,
    value_max: i32,
    seed: u64,
    mut tell: impl FnMut(Balanced),
) {
    let mut dice = Dice::new(seed);
    let mut engine = GomokuEngine::new(Resources::default());
    let mut seen = BTreeSet::new();
    let mut found_count = 0;
    while found_count < count {
        let Some((points, position)) = random_three(&mut dice) else {
            continue;
        };
        if !seen.insert(key(&points)) {
            continue;
        }
        // A short look throws most of them out.
        let is_close =
            |opinion: &yiqi_search::Analysis, limit: i32| opinion.lines[0].value.abs() <= limit;
        let short = think(&mut engine, &position, 1, nodes / 10);
        if !short.is_some_and(|opinion| is_close(&opinion, 3 * value_max)) {
            continue;
        }
        if let Some(opinion) = think(&mut engine, &position, 1, nodes)
            && is_close(&opinion, value_max)
        {
            found_count += 1;
            tell(Balanced {
                points,
                value: opinion.lines[0].value,
            });
        }
    }
}

fn random_three(dice: &mut Dice) -> Option<([Point; 3], AnyPosition)> {
    let mut position = AnyPosition::new(GameSpec::GOMOKU);
    let mut point = |reach: usize| {
        let at = |roll: usize| (7 + roll - reach) as u8;
        Point::new(at(dice.below(2 * reach + 1)), at(dice.below(2 * reach + 1)))
    };
    let points = [point(6)?, point(6)?, point(6)?];
    for &point in &points {
        position.play(Move::Place(point)).ok()?;
    }
    Some((points, position))
}

/// The same for all ways to turn an opening, and to exchange its black stones.
fn key(points: &[Point; 3]) -> Vec<(u8, u8)> {
    Symmetry::ALL
        .into_iter()
        .map(|symmetry| {
            let [first, white, second] = points.map(|point| symmetry.apply(point, 15));
            let black: PointSet = [first, second].into_iter().collect();
            let mut key: Vec<(u8, u8)> = black
                .iter()
                .map(|point| (point.col(), point.row()))
                .collect();
            key.push((white.col(), white.row()));
            key
        })
        .min()
        .expect("there are symmetries")
}
