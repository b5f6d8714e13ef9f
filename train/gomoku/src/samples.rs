//! Training samples, as files for `train.py`.
//!
//! One file per size and rule set. A sample is eight bytes followed by a byte per point: 0 empty, 1
//! the mover's stone, 2 the opponent's. The eight bytes: mover (0 black, 1 white), 1 if the
//! position is quiet, the mover's result and what the searches of this and the next moves expected
//! (255 is a win), the index of the point played (two bytes, 65535 for none), and the number of
//! stones (two bytes).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_gomoku::training::{Replay, Tension};
use yiqi_rules::{Color, GomokuRules, Point};

use crate::game::{Game, Ply};

#[derive(Args)]
pub(crate) struct Options {
    /// The folder to write to.
    folder: PathBuf,
    /// Threads.
    threads: usize,
    /// Files of games.
    games: Vec<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut games = Vec::new();
    for path in &options.games {
        games.extend(Game::read_all(&crate::read(path)?));
    }
    let count = write(&games, &options.folder, options.threads)
        .with_context(|| format!("cannot write to {}", options.folder.display()))?;
    println!("{} games, {count} samples", games.len());
    Ok(())
}

/// Games per job.
const SHARE: usize = 64;

/// Writes the samples of games; returns their number.
///
/// # Errors
/// If a file cannot be written.
fn write(games: &[Game], folder: &Path, thread_count: usize) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let files = Mutex::new(Files {
        folder,
        open: BTreeMap::new(),
        waiting: BTreeMap::new(),
        next: 0,
    });
    let next = AtomicUsize::new(0);
    let count = AtomicUsize::new(0);
    let shares: Vec<&[Game]> = games.chunks(SHARE).collect();
    let work = || -> io::Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(share) = shares.get(number) else {
                return Ok(());
            };
            let mut found = Found::new();
            for game in *share {
                let bytes = found.entry((game.size, block(game.rules))).or_default();
                count.fetch_add(add_game(game, bytes), Ordering::Relaxed);
            }
            let mut files = files.lock().expect("nobody panics while writing");
            files.add(number, found)?;
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..thread_count.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    for file in files
        .into_inner()
        .expect("all threads ended")
        .open
        .values_mut()
    {
        file.flush()?;
    }
    Ok(count.into_inner())
}

/// The samples of some games, by size and block.
type Found = BTreeMap<(u8, u8), Vec<u8>>;

/// The files, and samples that wait for earlier ones: the same games always give the same files.
struct Files<'a> {
    folder: &'a Path,
    open: BTreeMap<(u8, u8), BufWriter<File>>,
    waiting: BTreeMap<usize, Found>,
    next: usize,
}

impl Files<'_> {
    fn add(&mut self, number: usize, found: Found) -> io::Result<()> {
        self.waiting.insert(number, found);
        while let Some(found) = self.waiting.remove(&self.next) {
            self.next += 1;
            for ((size, block), bytes) in found {
                let file = match self.open.entry((size, block)) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => {
                        let name = format!("samples-{block}-{size}.bin");
                        entry.insert(BufWriter::new(File::create(self.folder.join(name))?))
                    }
                };
                file.write_all(&bytes)?;
            }
        }
        Ok(())
    }
}

/// The networks that learn from a rule set: freestyle 0, standard 1, forbidden points 2, caro 3.
fn block(rules: GomokuRules) -> u8 {
    match rules {
        GomokuRules::Freestyle => 0,
        GomokuRules::Standard => 1,
        GomokuRules::Forbidden | GomokuRules::Renju => 2,
        GomokuRules::Caro => 3,
    }
}

/// How much the search of the next move counts, compared with this one's.
const NEXT: f32 = 0.9;

/// What Black is expected to score at each ply: the mean of the searches from there on and of the result, where each
/// counts less than the one before. Later searches know more, and their mean varies less than the result.
fn expectations(game: &Game) -> Vec<f32> {
    let mut expected = game.result.black_score();
    let mut black_moves = game.plies.len() % 2 == 1;
    let mut found = Vec::with_capacity(game.plies.len());
    for ply in game.plies.iter().rev() {
        if ply.value != Ply::OPENING {
            let thought = (f32::from(ply.value) / 10_000.0 + 1.0) / 2.0;
            let thought = if black_moves { thought } else { 1.0 - thought };
            expected = NEXT * expected + (1.0 - NEXT) * thought;
        }
        found.push(expected);
        black_moves = !black_moves;
    }
    found.reverse();
    found
}

fn add_game(game: &Game, bytes: &mut Vec<u8>) -> usize {
    let Some(mut replay) = Replay::new(&game.position(0)) else {
        return 0;
    };
    let mut count = 0;
    let mut stones: Vec<(Color, Point)> = Vec::new();
    for (ply, expected) in game.plies.iter().zip(expectations(game)) {
        let tension = replay.tension();
        if ply.value != Ply::OPENING && tension != Tension::Decided {
            let sample = Sample {
                mover: replay.turn(),
                tension,
                played: ply.point,
                expected,
            };
            sample.add(game, &stones, bytes);
            count += 1;
        }
        stones.push((replay.turn(), ply.point));
        replay.play(ply.point);
    }
    count
}

/// What a position teaches.
struct Sample {
    mover: Color,
    tension: Tension,
    played: Point,
    /// What Black is expected to score.
    expected: f32,
}

impl Sample {
    fn add(&self, game: &Game, stones: &[(Color, Point)], bytes: &mut Vec<u8>) {
        let number = |point: Point| {
            usize::from(point.row()) * usize::from(game.size) + usize::from(point.col())
        };
        let share = |black: f32| {
            let own = match self.mover {
                Color::Black => black,
                Color::White => 1.0 - black,
            };
            (own.clamp(0.0, 1.0) * 255.0).round() as u8
        };
        bytes.extend([
            u8::from(self.mover == Color::White),
            u8::from(self.tension == Tension::Quiet),
            share(game.result.black_score()),
            share(self.expected),
        ]);
        bytes.extend((number(self.played) as u16).to_le_bytes());
        bytes.extend((stones.len() as u16).to_le_bytes());
        let start = bytes.len();
        bytes.resize(start + usize::from(game.size).pow(2), 0);
        for &(color, point) in stones {
            bytes[start + number(point)] = if color == self.mover { 1 } else { 2 };
        }
    }
}
