//! Positions with a forced win: how many are solved, and how fast.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use yiqi_engine_gomoku::{GomokuEngine, find_win};
use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, PointSet, Setup};
use yiqi_search::{Certainty, Engine, Limits, Resources, SearchRequest, Stop};

#[derive(Args)]
pub(crate) struct Options {
    /// The file of puzzles.
    file: PathBuf,
    /// Time per puzzle.
    #[arg(value_parser = parse_seconds)]
    seconds: Duration,
}

pub(crate) fn parse_seconds(text: &str) -> Result<Duration> {
    Ok(Duration::try_from_secs_f64(text.parse()?)?)
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let puzzles = read(&crate::read_text(&options.file)?);
    let mut counts = [0; 2];
    let mut times = [Duration::ZERO; 2];
    for (index, puzzle) in puzzles.iter().enumerate() {
        let found = [
            by_threats(puzzle, options.seconds),
            by_search(puzzle, options.seconds),
        ];
        for (way, (plies, taken)) in found.iter().enumerate() {
            counts[way] += usize::from(plies.is_some());
            times[way] += *taken;
        }
        let [threats, search] = found;
        println!(
            "{:3} {:20} threats {:?} {:.2?}, search {:?} {:.2?}",
            index + 1,
            puzzle.note,
            threats.0,
            threats.1,
            search.0,
            search.1
        );
    }
    println!(
        "{} puzzles, threats {} in {:.1?}, search {} in {:.1?}",
        puzzles.len(),
        counts[0],
        times[0],
        counts[1],
        times[1]
    );
    Ok(())
}

/// A position to solve.
pub(crate) struct Puzzle {
    /// The position.
    pub(crate) position: AnyPosition,
    /// The file's comment.
    pub(crate) note: String,
}

/// Reads a file of puzzles: spec, stones, side to move and comments, separated by tabs.
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

/// A position as a line of such a file, without comments.
pub(crate) fn describe(position: &AnyPosition) -> String {
    let spec = position.spec();
    let stones: Vec<String> = Color::BOTH
        .into_iter()
        .flat_map(|color| {
            let letter = &color.name()[..1];
            let name = move |at| format!("{letter}:{}", spec.point_name(at));
            position.stones(color).iter().map(name)
        })
        .collect();
    let turn = position.turn().map_or("none", Color::name);
    format!("{spec}\t{}\t{turn}", stones.join(" "))
}

/// Plies of the win, if one was found, and the time taken.
type Solved = (Option<u16>, Duration);

/// Solves a puzzle by the threat search.
fn by_threats(puzzle: &Puzzle, time: Duration) -> Solved {
    let begun = Instant::now();
    let limits = Limits {
        time: Some(time),
        ..Limits::OPEN
    };
    let win = find_win(&puzzle.position, &limits, &Stop::new());
    (win.map(|win| win.plies), begun.elapsed())
}

/// Solves a puzzle by the engine's main search.
fn by_search(puzzle: &Puzzle, time: Duration) -> Solved {
    let begun = Instant::now();
    let mut engine = GomokuEngine::new(Resources::default());
    let limits = Limits {
        time: Some(time),
        ..Limits::OPEN
    };
    let analysis = engine.think(SearchRequest::new(&puzzle.position, limits));
    let plies = analysis.and_then(|analysis| match analysis.lines[0] {
        ref line if line.eval > 0 => match line.certainty {
            Certainty::Forced { plies } => Some(plies),
            _ => None,
        },
        _ => None,
    });
    (plies, begun.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_was_described() {
        let line = "gomoku:20:renju\tb:k20 b:h8 w:a1\twhite";
        let puzzle = puzzle(line).unwrap();
        assert_eq!(describe(&puzzle.position), line);
    }
}
