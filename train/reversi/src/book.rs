//! Grows the opening book from the start position with the engine itself.
//!
//! A book position has its best few moves, each with the value of a search or, if the position
//! after it is in the book, the value of that position. The next position to add is the one that
//! both sides together lose least to reach, where each ply counts as a small loss (drop-out
//! expansion, Lincke 2000): good lines grow long, bad ones are refuted and left.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::ReversiEngine;
use yiqi_engine_reversi::book::{Book, BookEntry, least_image};
use yiqi_rules::board8::Board8;
use yiqi_rules::{AnyPosition, Move};
use yiqi_search::{Engine, Limits, Resources, SearchRequest};

use crate::sample::Sample;

#[derive(Args)]
pub(crate) struct Options {
    /// The file to write. It is also written about every minute.
    #[arg(long)]
    out: PathBuf,
    /// A book to go on from; its searches are kept.
    #[arg(long)]
    from: Option<PathBuf>,
    /// How long to grow it, in seconds.
    #[arg(long, default_value_t = 360)]
    seconds: u64,
    /// The number of positions at which to stop.
    #[arg(long, default_value_t = usize::MAX)]
    positions: usize,
    /// Search depth in plies.
    #[arg(long, default_value_t = 14)]
    depth: u8,
    /// Moves kept per position.
    #[arg(long, default_value_t = 4)]
    moves: usize,
    /// Loss per ply, in hundredths of a stone.
    #[arg(long, default_value_t = 40)]
    ply: u32,
    /// Search threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// A position of the book: the depth of its search, and its moves.
struct Node {
    depth: u8,
    moves: Vec<BookMove>,
}

/// A move of a book position.
struct BookMove {
    square: u8,
    value: i8,
    /// The position after it.
    after: Board8,
}

/// The positions so far, each in its smallest image.
type Positions = HashMap<Board8, Node>;

/// Positions are added in batches of this share of the book: values are propagated once for each.
const BATCH_SHARE: usize = 40;

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut engine = ReversiEngine::new(Resources {
        thread_count: options.threads,
        hash_mib: 128,
    });
    let mut positions = match &options.from {
        None => Positions::new(),
        Some(path) => read(path)?,
    };
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut next_file = Instant::now();
    loop {
        propagate(&mut positions);
        if Instant::now() >= next_file {
            write(&positions, &options.out)?;
            next_file = Instant::now() + Duration::from_secs(60);
        }
        let room = options.positions.saturating_sub(positions.len());
        let batch_size = (1 + positions.len() / BATCH_SHARE).min(room);
        let batch = nearest_outside(&positions, options.ply, batch_size);
        if batch.is_empty() || Instant::now() >= end {
            break;
        }
        for board in batch {
            let moves = search(&mut engine, board, options)?;
            let depth = options.depth;
            positions.insert(board, Node { depth, moves });
            if Instant::now() >= end {
                break;
            }
        }
    }
    write(&positions, &options.out)
}

fn read(path: &Path) -> Result<Positions> {
    let bytes =
        std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let book = Book::read(&bytes).with_context(|| format!("{} cannot be used", path.display()))?;
    Ok(book
        .entries()
        .map(|entry| {
            let moves = entry.moves.iter().map(|&(square, value)| BookMove {
                square,
                value,
                after: least_image(entry.board.play(u32::from(square))),
            });
            let node = Node {
                depth: entry.depth,
                moves: moves.collect(),
            };
            (entry.board, node)
        })
        .collect())
}

fn write(positions: &Positions, out: &Path) -> Result<()> {
    let entries = positions
        .iter()
        .map(|(&board, node)| BookEntry {
            board,
            depth: node.depth,
            moves: node.moves.iter().map(|mv| (mv.square, mv.value)).collect(),
        })
        .collect();
    let book = Book::new(entries)?;
    let file = book.write();
    let longest = positions.keys().map(|&board| ply(board)).max().unwrap_or(0);
    println!(
        "{} positions up to ply {longest}, {} bytes",
        book.len(),
        file.len()
    );
    std::fs::write(out, file).with_context(|| format!("{} cannot be written", out.display()))
}

fn ply(board: Board8) -> u32 {
    (board.own | board.opposing).count_ones() - 4
}

/// The best moves of a position; only one of moves that are images of each other.
fn search(engine: &mut ReversiEngine, board: Board8, options: &Options) -> Result<Vec<BookMove>> {
    let sample = Sample {
        own: board.own,
        opposing: board.opposing,
        score: 0,
    };
    let position = AnyPosition::Reversi(sample.position()?);
    let analysis = engine
        .think(
            SearchRequest::new(&position, Limits::depth(options.depth)).with_lines(options.moves),
        )
        .context("the game is over in the opening")?;
    let mut moves: Vec<BookMove> = Vec::new();
    for line in &analysis.lines {
        let Some(Move::Place(point)) = line.moves.first() else {
            continue;
        };
        let square = point.row() * 8 + point.col();
        let after = least_image(board.play(u32::from(square)));
        if moves.iter().all(|mv| mv.after != after) {
            let value = (line.eval / 100) as i8;
            moves.push(BookMove {
                square,
                value,
                after,
            });
        }
    }
    Ok(moves)
}

fn best(moves: &[BookMove]) -> i8 {
    moves.iter().map(|mv| mv.value).max().unwrap_or(0)
}

/// Propagates values: each move to a book position gets the value of that position, last positions
/// first.
fn propagate(positions: &mut Positions) {
    let mut order: Vec<Board8> = positions.keys().copied().collect();
    order.sort_by_key(|&board| Reverse(ply(board)));
    let mut bests: HashMap<Board8, i8> = HashMap::with_capacity(order.len());
    for board in order {
        let Some(node) = positions.get_mut(&board) else {
            continue;
        };
        for mv in &mut node.moves {
            if let Some(later) = bests.get(&mv.after) {
                mv.value = -later;
            }
        }
        bests.insert(board, best(&node.moves));
    }
}

/// The positions outside the book that are reached with the least loss, at most `count`.
fn nearest_outside(positions: &Positions, ply_loss: u32, count: usize) -> Vec<Board8> {
    let start = least_image(Board8::START);
    let mut reached: HashMap<Board8, u32> = HashMap::from([(start, 0)]);
    let mut queue = BinaryHeap::from([Reverse((0, start.own, start.opposing))]);
    let mut outside = Vec::new();
    while let Some(Reverse((loss, own, opposing))) = queue.pop() {
        if outside.len() == count {
            break;
        }
        let board = Board8 { own, opposing };
        if reached.get(&board).is_some_and(|&least| least < loss) {
            continue;
        }
        let Some(node) = positions.get(&board) else {
            outside.push(board);
            continue;
        };
        let most = best(&node.moves);
        for mv in &node.moves {
            // Positions where the side to move must pass are left to the search.
            if mv.after.moves() == 0 {
                continue;
            }
            let total = loss + ply_loss + 100 * u32::from(most.abs_diff(mv.value));
            if reached.get(&mv.after).is_none_or(|&least| total < least) {
                reached.insert(mv.after, total);
                queue.push(Reverse((total, mv.after.own, mv.after.opposing)));
            }
        }
    }
    outside
}
