//! Self-play games.
//!
//! A game starts with random moves, so that no two are alike; most openings in which one side is far
//! ahead are discarded, because such positions hardly occur in real games. Then the engine plays,
//! with an occasional random move, and the end is solved. The target of each position after the last
//! random move is a decaying average of the search values from there on and, at the end, the score
//! of the game. Positions next to the solved lines are solved too: they show what mistakes cost.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use yiqi_engine_reversi::{Goal, ReversiEngine, Solver};
use yiqi_rules::{AnyPosition, Dice, Move, Position, Reversi};
use yiqi_search::{Analysis, Engine, Limits, Resources, SearchRequest, Stop, search_position};

use crate::sample::{self, Sample, has_move};

#[derive(Args)]
pub(crate) struct Options {
    /// The weights to play with; without them, the simple evaluation for other sizes plays.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
    /// How long to play.
    #[arg(long)]
    seconds: u64,
    /// Search depth in plies.
    #[arg(long, default_value_t = 6)]
    depth: u8,
    /// Empty points from which on the game is solved.
    #[arg(long, default_value_t = 16)]
    solve: u32,
    /// Weight of later results against the position's own search.
    #[arg(long, default_value_t = 0.9)]
    later: f32,
    /// Games in parallel.
    #[arg(long, default_value_t = 1)]
    threads: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// An opening is balanced if neither side is ahead by more stones than this.
const BALANCED: f32 = 10.0;

/// One in this many openings is played even if it is not balanced.
const LOPSIDED: usize = 6;

/// One in this many moves is random.
const RANDOM: usize = 50;

pub(crate) fn play(options: &Options) -> Result<()> {
    let file = File::create(&options.out)
        .with_context(|| format!("{} cannot be written", options.out.display()))?;
    let file = Mutex::new(BufWriter::new(file));
    let (game_count, sample_count) = (AtomicU64::new(0), AtomicU64::new(0));
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let weights = options
        .weights
        .as_deref()
        .map(crate::read_weights)
        .transpose()?;
    let results: Vec<Result<()>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads)
            .map(|thread| {
                let (file, weights) = (&file, &weights);
                let (game_count, sample_count) = (&game_count, &sample_count);
                scope.spawn(move || -> Result<()> {
                    let mut self_play = SelfPlay::new(options, weights.clone(), thread);
                    while Instant::now() < end {
                        let samples = self_play.game()?;
                        game_count.fetch_add(1, Ordering::Relaxed);
                        sample_count.fetch_add(samples.len() as u64, Ordering::Relaxed);
                        let mut file = file
                            .lock()
                            .map_err(|_| anyhow::anyhow!("a thread failed"))?;
                        sample::write(&mut file, &samples)?;
                    }
                    Ok(())
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .map_err(|_| anyhow::anyhow!("a thread failed"))?
            })
            .collect()
    });
    results.into_iter().collect::<Result<()>>()?;
    println!(
        "{} games, {} positions",
        game_count.into_inner(),
        sample_count.into_inner()
    );
    Ok(())
}

/// One thread's self-play.
struct SelfPlay {
    engine: Option<ReversiEngine>,
    solver: Solver,
    limits: Limits,
    solve: u32,
    later: f32,
    dice: Dice,
    stop: Stop,
}

impl SelfPlay {
    fn new(
        options: &Options,
        weights: Option<yiqi_engine_reversi::evaluation::Weights>,
        thread: u64,
    ) -> SelfPlay {
        let resources = Resources {
            thread_count: 1,
            hash_mib: 16,
        };
        let solver = match &weights {
            Some(weights) => Solver::with_weights(resources, weights.clone()),
            None => Solver::new(resources),
        };
        SelfPlay {
            engine: weights.map(|weights| ReversiEngine::with_weights(resources, weights)),
            solver,
            limits: Limits::depth(options.depth),
            solve: options.solve,
            later: options.later,
            dice: Dice::new(options.seed << 16 | thread),
            stop: Stop::new(),
        }
    }

    fn game(&mut self) -> Result<Vec<Sample>> {
        let Some(mut position) = self.opening()? else {
            return Ok(Vec::new());
        };
        let mut played = Vec::new();
        while let AnyPosition::Reversi(reversi) = &position {
            if reversi.turn().is_none() {
                return Ok(Vec::new());
            }
            if empty_count(reversi) <= self.solve {
                break;
            }
            let mv = if self.dice.below(RANDOM) == 0 {
                played.clear();
                self.random_move(reversi)
            } else {
                let reversi = reversi.clone();
                self.choose(&position).map(|(mv, value)| {
                    played.push((reversi, value));
                    mv
                })
            };
            let Some(mv) = mv else { break };
            let _ = position.play_unchecked(mv);
        }
        let AnyPosition::Reversi(reversi) = position else {
            return Ok(Vec::new());
        };
        let mut samples = Vec::new();
        let Some(score) = self.solve_line(reversi.clone(), &mut samples) else {
            return Ok(Vec::new());
        };
        // Propagates the score at the end of the midgame back to the positions before.
        let mut mover = reversi.turn();
        let mut worth = score as f32;
        for (before, value) in played.iter().rev() {
            if before.turn() != mover {
                worth = -worth;
                mover = before.turn();
            }
            if let Some(value) = value {
                worth = self.later * worth + (1.0 - self.later) * value;
            }
            if has_move(before) {
                samples.extend(Sample::new(before, worth.round() as i32));
            }
        }
        for _ in 0..2 {
            self.beside(&reversi, &mut samples);
        }
        Ok(samples)
    }

    /// Random moves from the start, mostly to a position that is balanced.
    fn opening(&mut self) -> Result<Option<AnyPosition>> {
        let mut position = AnyPosition::new("reversi".parse()?);
        // The first moves need few games.
        let random_count = if self.dice.below(16) == 0 {
            self.dice.below(6)
        } else {
            6 + self.dice.below(15)
        };
        for _ in 0..random_count {
            let AnyPosition::Reversi(reversi) = &position else {
                break;
            };
            let Some(mv) = self.random_move(reversi) else {
                return Ok(None);
            };
            let _ = position.play_unchecked(mv);
        }
        let is_balanced = match &mut self.engine {
            Some(engine) => best(engine, &position, Limits::depth(4))
                .is_some_and(|(_, value)| value.abs() <= BALANCED),
            None => true,
        };
        Ok((is_balanced || self.dice.below(LOPSIDED) == 0).then_some(position))
    }

    /// Solves a position and adds it and the positions of its best line.
    fn solve_line(&mut self, position: Reversi, samples: &mut Vec<Sample>) -> Option<i32> {
        let solved = self.solver.solve(&position, Goal::Score, &self.stop)?;
        let mut at = position;
        let mut score = solved.score;
        for mv in solved.line {
            if has_move(&at) {
                samples.extend(Sample::new(&at, score));
            }
            let _ = at.play_unchecked(mv);
            score = -score;
        }
        Some(solved.score)
    }

    /// Plays a few random moves from a position and solves what follows.
    fn beside(&mut self, position: &Reversi, samples: &mut Vec<Sample>) {
        let mut at = position.clone();
        for _ in 0..1 + self.dice.below(4) {
            let Some(mv) = self.random_move(&at) else {
                return;
            };
            let _ = at.play_unchecked(mv);
        }
        if at.turn().is_some() {
            let _ = self.solve_line(at, samples);
        }
    }

    fn random_move(&mut self, position: &Reversi) -> Option<Move> {
        let moves = position.legal_moves();
        (!moves.is_empty()).then(|| moves[self.dice.below(moves.len())])
    }

    /// A move, and the engine's value of the position.
    fn choose(&mut self, position: &AnyPosition) -> Option<(Move, Option<f32>)> {
        match &mut self.engine {
            Some(engine) => {
                best(engine, position, self.limits).map(|(mv, value)| (mv, Some(value)))
            }
            None => {
                let analysis = search_position(
                    SearchRequest::new(position, self.limits).with_stop(&self.stop),
                )?;
                Some((*analysis.lines.first()?.moves.first()?, None))
            }
        }
    }
}

/// The best move and the value of the position in stones: the mean of the last two depths, because
/// searches of odd and of even depth err in opposite directions.
pub(crate) fn best(
    engine: &mut ReversiEngine,
    position: &AnyPosition,
    limits: Limits,
) -> Option<(Move, f32)> {
    let mut values = [None; 2];
    let mut note = |analysis: &Analysis| {
        values = [values[1], analysis.lines.first().map(|line| line.eval)];
    };
    let analysis = engine.think(SearchRequest {
        report: &mut note,
        ..SearchRequest::new(position, limits)
    })?;
    let known: Vec<f32> = values.iter().flatten().map(|&eval| eval as f32).collect();
    let value = known.iter().sum::<f32>() / known.len().max(1) as f32 / 100.0;
    Some((*analysis.lines.first()?.moves.first()?, value))
}

pub(crate) fn empty_count(position: &Reversi) -> u32 {
    position.empty_points().len() as u32
}
