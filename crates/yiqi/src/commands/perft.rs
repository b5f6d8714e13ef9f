//! `yiqi perft SPEC DEPTH`: counts lines of play, ply by ply.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::ArgMatches;
use yiqi_rules::board8::Board8;
use yiqi_rules::{AnyPosition, perft};
use yiqi_text::Text;

use super::parse_spec;
use crate::failure::Failure;

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let spec = args.get_one::<String>("spec").map_or("", String::as_str);
    let start = AnyPosition::new(parse_spec(spec, text)?);
    let depth_max = args.get_one::<u32>("depth").copied().unwrap_or_default();
    let threads = args.get_one::<u16>("threads").copied().unwrap_or(1);
    let begin = Instant::now();
    let mut total: u64 = 0;
    for depth in 1.min(depth_max)..=depth_max {
        let count = count(&start, depth, usize::from(threads));
        total = total.saturating_add(count);
        writeln!(out, "{depth} {count}")?;
        out.flush()?;
    }
    let seconds = begin.elapsed().as_secs_f64().max(1e-9);
    writeln!(out, "{:.0} nodes/s", total as f64 / seconds)?;
    Ok(())
}

/// Distributes the positions a few plies ahead among threads.
fn count(start: &AnyPosition, depth: u32, threads: usize) -> u64 {
    if threads == 1 {
        return lines(start, depth);
    }
    // Enough pieces that no thread waits long for the last one.
    let mut plies = 0;
    let mut pieces = vec![start.clone()];
    while plies < depth && pieces.len() < 64 * threads {
        plies += 1;
        pieces = perft::frontier(start, plies);
    }
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    std::iter::from_fn(|| pieces.get(next.fetch_add(1, Ordering::Relaxed)))
                        .map(|piece| lines(piece, depth - plies))
                        .sum::<u64>()
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("counting does not panic"))
            .sum()
    })
}

/// The lines of play from one position. The engine counts those of 8×8 Reversi faster than the
/// rules, which use no special instructions of a processor.
fn lines(position: &AnyPosition, depth: u32) -> u64 {
    if let AnyPosition::Reversi(reversi) = position
        && let Some(board) = Board8::from_reversi(reversi)
    {
        return yiqi_engine_reversi::perft(board, depth);
    }
    perft::count(position, depth)
}
