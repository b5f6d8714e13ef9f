//! Matches between two opening books.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::levels::{LEVEL_MAX, book_margin};
use yiqi_engine_reversi::{Book, ReversiEngine};
use yiqi_rules::{AnyPosition, Color, Dice, GameSpec, Move};
use yiqi_search::{Engine, Limits, Resources, SearchRequest};

use crate::matches::summary;

#[derive(Args)]
pub(crate) struct Options {
    /// The new book.
    new: PathBuf,
    /// The book to beat.
    old: PathBuf,
    /// Pairs of games, one with each color.
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Nodes per move outside the book.
    #[arg(long, default_value_t = 30_000)]
    nodes: u64,
    /// The level whose margin chooses among book moves.
    #[arg(long, default_value_t = LEVEL_MAX)]
    level: u8,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays from the start position; each side chooses at random among the good moves of its book, as
/// the levels do.
pub(crate) fn run(options: &Options) -> Result<()> {
    let books = [read(&options.new)?, read(&options.old)?];
    let mut engine = ReversiEngine::new(Resources {
        thread_count: 1,
        hash_mib: 16,
    });
    let mut dice = Dice::new(options.seed);
    let mut counts = [0; 2];
    let pairs = (0..options.pairs)
        .map(|_| {
            let [black, white] = Color::BOTH
                .map(|color| game(&books, &mut engine, &mut dice, color, options, &mut counts));
            Ok([black?, white?])
        })
        .collect::<Result<Vec<_>>>()?;
    summary(&pairs);
    let games = (2 * pairs.len()).max(1) as f64;
    println!(
        "moves from the book per game: {:.1} and {:.1}",
        f64::from(counts[0]) / games,
        f64::from(counts[1]) / games
    );
    Ok(())
}

fn read(path: &std::path::Path) -> Result<Book> {
    let bytes =
        std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    Book::read(&bytes).with_context(|| format!("{} cannot be used", path.display()))
}

/// The score for the new book, which has this color.
fn game(
    books: &[Book; 2],
    engine: &mut ReversiEngine,
    dice: &mut Dice,
    color: Color,
    options: &Options,
    counts: &mut [u32; 2],
) -> Result<i32> {
    let mut position = AnyPosition::new(GameSpec::REVERSI);
    let limits = Limits {
        nodes: Some(options.nodes),
        ..Limits::OPEN
    };
    while let Some(turn) = position.turn() {
        let side = usize::from(turn != color);
        let mv = match from_book(&books[side], &position, dice, options.level) {
            Some(mv) => {
                counts[side] += 1;
                mv
            }
            None => {
                // Both sides share the engine, so neither profits from what the other searched.
                engine.forget();
                engine
                    .think(SearchRequest::new(&position, limits))
                    .and_then(|analysis| analysis.lines.first()?.moves.first().copied())
                    .context("the engine returned no move")?
            }
        };
        let _ = position.play_unchecked(mv);
    }
    let score = position.outcome().and_then(|outcome| outcome.score);
    let score = score.context("a game ended without a score")?;
    Ok(i32::from(score[color]) - i32::from(score[color.other()]))
}

fn from_book(book: &Book, position: &AnyPosition, dice: &mut Dice, level: u8) -> Option<Move> {
    let AnyPosition::Reversi(reversi) = position else {
        return None;
    };
    let moves = book.advice(reversi)?.moves;
    let least = moves.first()?.1 - book_margin(level);
    let good = moves.iter().take_while(|(_, value)| *value >= least);
    let good: Vec<Move> = good.map(|&(mv, _)| mv).collect();
    Some(good[dice.below(good.len())])
}
