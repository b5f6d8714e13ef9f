//! Matches between two weights files.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use yiqi_arena::{Adjudication, AgreedDraw, AgreedWin, OpeningLine};
use yiqi_engine_gomoku::{GomokuEngine, Tuning, Weights};
use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening};
use yiqi_search::{Engine, Limits, Resources, SearchRequest};

use crate::parse_rules;

#[derive(Args)]
pub(crate) struct Options {
    /// The weights of the first side.
    first: PathBuf,
    /// The weights of the second side.
    second: PathBuf,
    /// Nodes per move; a tenth more, as of milliseconds, each time the openings are used up.
    nodes: u64,
    /// Pairs of games, from balanced openings; both sides play both colors of each.
    pairs: usize,
    /// The rule set.
    #[arg(default_value = "freestyle", value_parser = parse_rules)]
    rules: GomokuRules,
    /// Board size.
    #[arg(long, default_value_t = 15)]
    size: u8,
    /// Milliseconds per move instead of nodes.
    #[arg(long)]
    ms: Option<u64>,
    /// Threads of the first side.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Openings to leave out at first.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Search parameters of the first side.
    #[arg(value_name = "NAME=NUMBER")]
    parameters: Vec<Parameter>,
}

/// A search parameter and its value.
#[derive(Clone)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) value: i32,
}

impl FromStr for Parameter {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Parameter> {
        let (name, value) = text.split_once('=').context("expected NAME=NUMBER")?;
        let value = value.parse().context("expected NAME=NUMBER")?;
        ensure!(
            Tuning::default().set(name, value),
            "no parameter is called {name}"
        );
        Ok(Parameter {
            name: name.to_owned(),
            value,
        })
    }
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let weights = [
        crate::read_weights(&options.first)?,
        crate::read_weights(&options.second)?,
    ];
    let score = duel(weights, options, |score| {
        if score.pairs.len() % 20 == 0 {
            println!("{score}");
        }
    })?;
    println!("{score}");
    Ok(())
}

/// The result of a match, and of each pair of games with colors exchanged.
#[derive(Default)]
struct Score {
    tally: Tally,
    /// Points of the first side, 0 to 1.
    pairs: Vec<f64>,
}

impl Score {
    fn count(&mut self, games: [Option<bool>; 2]) {
        let mut pair = Tally::default();
        games.into_iter().for_each(|is_won| pair.count(is_won));
        self.pairs.push(pair.score());
        self.tally.add(pair);
    }
}

impl fmt::Display for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.tally.score();
        let squares: f64 = self.pairs.iter().map(|pair| (pair - mean).powi(2)).sum();
        let count = self.pairs.len() as f64;
        let error = 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt();
        write!(out, "{}, ± {:.1} % from pairs", self.tally, 100.0 * error)
    }
}

/// Wins, draws and losses of the first side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Games won, drawn and lost.
    pub(crate) games: [u32; 3],
}

impl Tally {
    /// Adds a game that the first side won or lost; `None` is a draw.
    pub(crate) fn count(&mut self, is_won: Option<bool>) {
        let place = match is_won {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        self.games[place] += 1;
    }

    /// Adds other games.
    pub(crate) fn add(&mut self, other: Tally) {
        for (count, more) in self.games.iter_mut().zip(other.games) {
            *count += more;
        }
    }

    /// Points per game.
    pub(crate) fn score(self) -> f64 {
        let [won, drawn, lost] = self.games.map(f64::from);
        (won + drawn / 2.0) / (won + drawn + lost).max(1.0)
    }

    /// Elo difference and its error at 95 %.
    pub(crate) fn elo(self) -> (f64, f64) {
        let [won, drawn, lost] = self.games.map(f64::from);
        let count = (won + drawn + lost).max(1.0);
        let score = self.score();
        let spread =
            won * (1.0 - score).powi(2) + drawn * (0.5 - score).powi(2) + lost * score.powi(2);
        let error = 1.96 * (spread / count / count).sqrt();
        let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
        (elo(score), (elo(score + error) - elo(score - error)) / 2.0)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, drawn, lost] = self.games;
        let (elo, error) = self.elo();
        let percent = self.score() * 100.0;
        write!(
            out,
            "+{won} ={drawn} -{lost} score {percent:.1} % Elo {elo:+.0} ± {error:.0}"
        )
    }
}

/// Plays a match and reports after every pair.
fn duel(
    sides: [Arc<Weights>; 2],
    options: &Options,
    mut report: impl FnMut(&Score),
) -> Result<Score> {
    let [first, second] = sides;
    let engine = |thread_count, weights| {
        let resources = Resources {
            thread_count,
            hash_mib: 16,
        };
        GomokuEngine::with_weights(resources, weights)
    };
    let mut engines = [engine(options.threads, first), engine(1, second)];
    let mut tuning = Tuning::default();
    for parameter in &options.parameters {
        tuning.set(&parameter.name, parameter.value);
    }
    engines[0].set_tuning(tuning);
    let mut score = Score::default();
    let (game, openings) = balanced(options.size, options.rules)?;
    for pair in options.skip..options.skip + options.pairs {
        let position = openings[pair % openings.len()]
            .position(game)
            .context("an opening cannot be played")?;
        let rounds = (pair / openings.len()) as u64;
        let more = |limit: u64| limit + limit / 10 * rounds;
        let limits = match options.ms {
            Some(ms) => Limits {
                time: Some(Duration::from_millis(more(ms))),
                ..Limits::OPEN
            },
            None => Limits {
                nodes: Some(more(options.nodes)),
                ..Limits::OPEN
            },
        };
        score.count([0, 1].map(|black| {
            let winner = play(&mut engines, position.clone(), black, limits);
            winner.map(|side| side == 0)
        }));
        report(&score);
    }
    Ok(score)
}

/// A game without an opening rule, and its balanced openings.
pub(crate) fn balanced(size: u8, rules: GomokuRules) -> Result<(GameSpec, Vec<OpeningLine>)> {
    let spec = GomokuSpec::new(size, rules, Opening::Free).context("not a size")?;
    let game = GameSpec::Gomoku(spec);
    let openings =
        yiqi_arena::built_in(game).with_context(|| format!("there are no openings of {game}"))?;
    Ok((game, openings))
}

/// When both sides agree how a game ends: on a forced win, or on a draw once a third of the points have stones.
fn agreement(position: &AnyPosition) -> Adjudication {
    let points = u32::from(position.spec().size()).pow(2);
    let stones: usize = Color::BOTH
        .map(|color| position.stones(color).len())
        .iter()
        .sum();
    Adjudication {
        win: Some(AgreedWin {
            eval: 10_000,
            plies: 7,
        }),
        draw: Some(AgreedDraw {
            eval: 400,
            plies: 10,
            from_ply: (points / 3 + 1).saturating_sub(stones as u32),
        }),
        ..Adjudication::default()
    }
}

/// Plays one game and returns which side won. It ends early once both sides agree.
pub(crate) fn play(
    engines: &mut [GomokuEngine; 2],
    mut position: AnyPosition,
    black: usize,
    limits: Limits,
) -> Option<usize> {
    for engine in engines.iter_mut() {
        engine.forget();
    }
    let side_of = |color: Color| {
        if color == Color::Black {
            black
        } else {
            1 - black
        }
    };
    let agreement = agreement(&position);
    let mut evals = Vec::new();
    loop {
        let Some(turn) = position.turn() else {
            return position.outcome()?.winner.map(side_of);
        };
        let analysis = engines[side_of(turn)].think(SearchRequest::new(&position, limits))?;
        let line = &analysis.lines[0];
        evals.push(Some(line.eval_for_black(turn)));
        if let Some((winner, _)) = agreement.by_evals(&evals) {
            return winner.map(side_of);
        }
        position.play(line.moves[0]).ok()?;
        if matches!(line.moves[0], Move::Pass) {
            return None;
        }
    }
}
