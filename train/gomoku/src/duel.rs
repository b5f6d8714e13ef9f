//! Matches between two sets of weights.

use std::fmt;
use std::sync::Arc;

use yiqi_engine_gomoku::{GomokuEngine, Tuning, Weights};
use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening};
use yiqi_search::{Certainty, Engine, Resources};
use yiqi_testkit::Dice;

use crate::generate::{random_opening, think};

/// How a match is played.
pub(crate) struct Terms {
    /// Nodes a move.
    pub(crate) nodes: u64,
    /// Pairs of games; both sides play both colors of every opening.
    pub(crate) pair_count: usize,
    /// Rule set.
    pub(crate) rules: GomokuRules,
    /// Seed of the openings.
    pub(crate) seed: u64,
    /// Search numbers of the first side.
    pub(crate) tuning: Tuning,
}

/// Wins, draws and losses of the first side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Games won, drawn and lost.
    pub(crate) games: [u32; 3],
}

impl Tally {
    /// Counts a game that the first side won or lost, or nobody won.
    pub(crate) fn count(&mut self, is_won: Option<bool>) {
        let place = match is_won {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        };
        self.games[place] += 1;
    }

    /// Counts other games too.
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

/// Plays a match and tells of every pair.
pub(crate) fn duel(sides: [Arc<Weights>; 2], terms: &Terms, mut tell: impl FnMut(Tally)) -> Tally {
    let resources = Resources {
        thread_count: 1,
        hash_mib: 16,
    };
    let mut engines = sides.map(|weights| GomokuEngine::with_weights(resources, weights));
    engines[0].set_tuning(terms.tuning);
    let mut dice = Dice::new(terms.seed);
    let mut tally = Tally::default();
    let spec = GomokuSpec::new(15, terms.rules, Opening::Free).expect("a size that exists");
    let mut pair = 0;
    while pair < terms.pair_count {
        let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
        if random_opening(&mut position, &mut dice).is_none() {
            continue;
        }
        // Both sides must find the opening playable.
        let is_fair = engines.iter_mut().all(|engine| {
            think(engine, &position, 1, 20_000)
                .is_some_and(|opinion| opinion.lines[0].value.abs() < 3_500)
        });
        if !is_fair {
            continue;
        }
        for black in 0..2 {
            let winner = play(&mut engines, position.clone(), black, terms.nodes);
            tally.count(winner.map(|side| side == 0));
        }
        pair += 1;
        tell(tally);
    }
    tally
}

/// Plays one game and returns which side won.
fn play(
    engines: &mut [GomokuEngine; 2],
    mut position: AnyPosition,
    black: usize,
    nodes: u64,
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
    let mut claims = 0;
    loop {
        let Some(turn) = position.turn() else {
            return position.outcome()?.winner.map(side_of);
        };
        let opinion = think(&mut engines[side_of(turn)], &position, 1, nodes)?;
        let line = &opinion.lines[0];
        // Once a win is claimed it is played out only as far as needed to see that both agree.
        if let Certainty::Forced { .. } = line.certainty {
            claims += 1;
            if claims > 6 {
                return Some(side_of(if line.value > 0 { turn } else { turn.other() }));
            }
        } else {
            claims = 0;
        }
        position.play(line.moves[0]).ok()?;
        if matches!(line.moves[0], Move::Pass) {
            return None;
        }
    }
}
