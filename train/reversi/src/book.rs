//! Grows the opening book from the start position with the engine itself.
//!
//! A book position has its best few moves, each with the value of a search or, if the position
//! after it is in the book, the value of that position. The next position to add is the one that
//! both sides together lose least to reach, where each ply counts as a small loss (drop-out
//! expansion, Lincke 2000): good lines grow long, bad ones are refuted and left.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::path::PathBuf;
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
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// How long to grow it, in seconds.
    #[arg(long, default_value_t = 360)]
    seconds: u64,
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

/// A move of a book position.
struct BookMove {
    square: u8,
    value: i16,
    /// The position after it.
    after: Board8,
}

/// The positions so far, each in its smallest image.
type Positions = HashMap<Board8, Vec<BookMove>>;

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut engine = ReversiEngine::new(Resources {
        thread_count: options.threads,
        hash_mib: 128,
    });
    let mut positions = Positions::new();
    let mut next = Some(least_image(Board8::START));
    let end = Instant::now() + Duration::from_secs(options.seconds);
    while let Some(board) = next {
        let moves = search(&mut engine, board, options)?;
        positions.insert(board, moves);
        hand_back(&mut positions);
        next = if Instant::now() < end {
            nearest_outside(&positions, options.ply)
        } else {
            None
        };
    }
    let entries = positions
        .into_iter()
        .map(|(board, moves)| BookEntry {
            board,
            moves: moves.into_iter().map(|mv| (mv.square, mv.value)).collect(),
        })
        .collect();
    let book = Book::new(options.depth, entries)?;
    let file = book.write();
    println!("{} positions, {} bytes", book.entries().len(), file.len());
    let longest = book
        .entries()
        .iter()
        .map(|entry| ply(entry.board))
        .max()
        .unwrap_or(0);
    println!("up to ply {longest}");
    std::fs::write(&options.out, file)
        .with_context(|| format!("{} cannot be written", options.out.display()))
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
            let value = line.eval.clamp(-6400, 6400) as i16;
            moves.push(BookMove {
                square,
                value,
                after,
            });
        }
    }
    Ok(moves)
}

fn best(moves: &[BookMove]) -> i16 {
    moves.iter().map(|mv| mv.value).max().unwrap_or(0)
}

/// Propagates values: each move to a book position gets the value of that position, last positions
/// first.
fn hand_back(positions: &mut Positions) {
    let mut order: Vec<Board8> = positions.keys().copied().collect();
    order.sort_by_key(|&board| Reverse(ply(board)));
    for board in order {
        let Some(mut moves) = positions.remove(&board) else {
            continue;
        };
        for mv in &mut moves {
            if let Some(later) = positions.get(&mv.after) {
                mv.value = -best(later);
            }
        }
        positions.insert(board, moves);
    }
}

/// The position outside the book that is reached with the least loss; `None` if no move leaves the
/// book.
fn nearest_outside(positions: &Positions, ply_loss: u32) -> Option<Board8> {
    let start = least_image(Board8::START);
    let mut reached: HashMap<Board8, u32> = HashMap::from([(start, 0)]);
    let mut queue = BinaryHeap::from([Reverse((0, start.own, start.opposing))]);
    while let Some(Reverse((loss, own, opposing))) = queue.pop() {
        let board = Board8 { own, opposing };
        let Some(moves) = positions.get(&board) else {
            return Some(board);
        };
        if reached.get(&board).is_some_and(|&least| least < loss) {
            continue;
        }
        let most = best(moves);
        for mv in moves {
            // Positions where the side to move must pass are left to the search.
            if mv.after.moves() == 0 {
                continue;
            }
            let total = loss + ply_loss + u32::from(most.abs_diff(mv.value));
            if reached.get(&mv.after).is_none_or(|&least| total < least) {
                reached.insert(mv.after, total);
                queue.push(Reverse((total, mv.after.own, mv.after.opposing)));
            }
        }
    }
    None
}
