//! Positions with a forced win: how many are found, and how fast.

use std::time::{Duration, Instant};

use yiqi_engine_gomoku::{GomokuEngine, find_win};
use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, PointSet, Setup};
use yiqi_search::{Certainty, Engine, Limits, Resources, Stop};

/// A position to solve.
pub(crate) struct Puzzle {
    /// The position.
    pub(crate) position: AnyPosition,
    /// What the file says of it.
    pub(crate) note: String,
}

/// Reads a file of puzzles: spec, stones, side to move and notes, with tabs between them.
pub(crate) fn read(text: &str) -> Vec<Puzzle> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(puzzle)
        .collect()
}

fn puzzle(line: &str) -> Option<Puzzle> {
    let mut cells = line.split('\t');
    let spec: GameSpec = cells.next()?.parse().ok()?;
    let mut stones = ByColor::<PointSet>::default();
    for stone in cells.next()?.split_whitespace() {
        let (color, name) = stone.split_once(':')?;
        let color = if color == "b" {
            Color::Black
        } else {
            Color::White
        };
        stones[color].insert(spec.point_named(name)?);
    }
    let turn = if cells.next()? == "black" {
        Color::Black
    } else {
        Color::White
    };
    let position = AnyPosition::from_setup(spec, &Setup { stones, turn }).ok()?;
    Some(Puzzle {
        position,
        note: cells.collect::<Vec<_>>().join(" "),
    })
}

/// Plies and time of a win, if it was found.
pub(crate) type Solved = (Option<u16>, Duration);

/// Solves a puzzle by the search for threats.
pub(crate) fn by_threats(puzzle: &Puzzle, time: Duration) -> Solved {
    let begun = Instant::now();
    let limits = Limits {
        time: Some(time),
        ..Limits::OPEN
    };
    let win = find_win(&puzzle.position, &limits, &Stop::new());
    (win.map(|win| win.plies), begun.elapsed())
}

/// Solves a puzzle by the engine's whole search.
pub(crate) fn by_search(puzzle: &Puzzle, time: Duration) -> Solved {
    let begun = Instant::now();
    let mut engine = GomokuEngine::new(Resources::default());
    let limits = Limits {
        time: Some(time),
        ..Limits::OPEN
    };
    let opinion = engine.think(&puzzle.position, 1, &limits, &Stop::new(), &mut |_| {});
    let plies = opinion.and_then(|opinion| match opinion.lines[0] {
        ref line if line.value > 0 => match line.certainty {
            Certainty::Forced { plies } => Some(plies),
            _ => None,
        },
        _ => None,
    });
    (plies, begun.elapsed())
}
