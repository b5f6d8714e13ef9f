//! Self-play games.

use anyhow::{Context, Result};
use yiqi_engine_reversi::ReversiEngine;
use yiqi_engine_reversi::wide::weights::WideWeights;
use yiqi_rules::{AnyPosition, Color, GameSpec, Position, Reversi, ReversiSpec};
use yiqi_search::{Engine, Limits, Resources, SearchRequest};

use crate::Dice;

/// A position, and the score that was expected of it afterwards, for the side to move, in stones.
pub(crate) struct Sample {
    pub(crate) position: Reversi,
    pub(crate) score: f32,
    /// The score of the game in the end, for the side to move, in stones.
    pub(crate) result: f32,
}

/// How games are played.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub(crate) size: u8,
    pub(crate) is_anti: bool,
    /// Search depth in plies.
    pub(crate) depth: u8,
    /// From this many empty points on, games are played perfectly.
    pub(crate) solve: usize,
    /// The weight of what comes later in the score of a position; the rest is the weight of the
    /// search at the position itself.
    pub(crate) later: f32,
}

/// Plays games of the engine with itself.
pub(crate) struct Games {
    style: Style,
    engine: ReversiEngine,
    dice: Dice,
}

impl Games {
    pub(crate) fn new(style: Style, weights: &WideWeights, seed: u64) -> Games {
        let resources = Resources {
            thread_count: 1,
            hash_mib: 4,
        };
        Games {
            style,
            engine: ReversiEngine::new(resources).with_wide_weights(weights.clone()),
            dice: Dice::new(seed),
        }
    }

    /// Plays a game. It begins with moves that are partly random, so that no two games are alike;
    /// its positions after those are the samples.
    pub(crate) fn play(&mut self) -> Result<Vec<Sample>> {
        let Style { size, is_anti, .. } = self.style;
        let spec =
            ReversiSpec::new(size, is_anti).context("a board has an even size from 4 to 26")?;
        let mut position = AnyPosition::new(GameSpec::Reversi(spec));
        let most = usize::from(size) * usize::from(size) * 3 / 4;
        // Early positions lead to the others, so most games begin early.
        let random_count = 2 + self.dice.below(most).min(self.dice.below(most));
        let one_in = *self.dice.pick(&[1, 2, 4]);
        for _ in 0..random_count {
            if position.turn().is_none() {
                break;
            }
            let mv = if self.dice.below(one_in) == 0 {
                *self.dice.pick(&position.legal_moves())
            } else {
                self.think(&position, 1)?.0
            };
            let _ = position.play_unchecked(mv);
        }
        let mut played = Vec::new();
        while position.turn().is_some() {
            let (mv, value) = self.think(&position, self.style.depth)?;
            if let AnyPosition::Reversi(reversi) = &position
                && !reversi.legal_points().is_empty()
            {
                played.push((reversi.clone(), value));
            }
            let _ = position.play_unchecked(mv);
        }
        let stones = position
            .outcome()
            .and_then(|outcome| outcome.score)
            .context("no score")?;
        let more = f32::from(stones[Color::Black]) - f32::from(stones[Color::White]);
        // For Black, from the end to the beginning.
        let result = if is_anti { -more } else { more };
        let mut score = result;
        let mut samples = Vec::with_capacity(played.len());
        for (position, value) in played.into_iter().rev() {
            let sign = match position.turn() {
                Some(Color::White) => -1.0,
                _ => 1.0,
            };
            let later = self.style.later;
            score = later * score + (1.0 - later) * sign * value;
            samples.push(Sample {
                position,
                score: sign * score,
                result: sign * result,
            });
        }
        Ok(samples)
    }

    /// The best move, and its value in stones for the side to move.
    fn think(&mut self, position: &AnyPosition, depth: u8) -> Result<(yiqi_rules::Move, f32)> {
        let depth = if position.empty_points().len() <= self.style.solve {
            u8::MAX
        } else {
            depth
        };
        let analysis = self
            .engine
            .think(SearchRequest::new(position, Limits::depth(depth)))
            .context("no analysis")?;
        let line = analysis.lines.first().context("no line")?;
        let mv = *line.moves.first().context("no move")?;
        Ok((mv, line.eval as f32 / 100.0))
    }
}
