//! Balanced openings of three stones.

use std::collections::BTreeSet;

use anyhow::Result;
use clap::Args;
use yiqi_engine_gomoku::GomokuEngine;
use yiqi_rules::{AnyPosition, GameSpec, Move, Point, PointSet, Symmetry};
use yiqi_search::Resources;
use yiqi_testkit::Dice;

use crate::generate::think;

#[derive(Args)]
pub(crate) struct Options {
    /// Openings to find.
    count: usize,
    /// Nodes per opening.
    nodes: u64,
    /// The largest value that counts as balanced, in hundredths.
    value: i32,
    /// Random seed.
    seed: u64,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let &Options {
        count,
        nodes,
        value,
        seed,
    } = options;
    find(count, nodes, value, seed, |opening| {
        let points = opening.points.map(|point| {
            format!(
                "{},{}",
                i16::from(point.col()) - 7,
                i16::from(point.row()) - 7
            )
        });
        println!("{} {}", points.join(" "), opening.value);
    });
    Ok(())
}

/// An opening and its value for white, who moves next.
struct Balanced {
    /// Black, white, black.
    points: [Point; 3],
    /// In hundredths.
    value: i32,
}

/// Finds balanced openings and reports each, leaving out symmetric ones.
fn find(count: usize, nodes: u64, value_max: i32, seed: u64, mut report: impl FnMut(Balanced)) {
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
        // A short search rules most of them out.
        let is_close =
            |analysis: &yiqi_search::Analysis, limit: i32| analysis.lines[0].eval.abs() <= limit;
        let short = think(&mut engine, &position, 1, nodes / 10);
        if !short.is_some_and(|analysis| is_close(&analysis, 3 * value_max)) {
            continue;
        }
        if let Some(analysis) = think(&mut engine, &position, 1, nodes)
            && is_close(&analysis, value_max)
        {
            found_count += 1;
            report(Balanced {
                points,
                value: analysis.lines[0].eval,
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

/// The same key for all symmetries of an opening and both orders of its black stones.
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
