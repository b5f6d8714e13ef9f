//! The interface of the engines.

use yiqi_rules::{AnyPosition, GameSpec};

use crate::{Analysis, Certainty, Limits, Line, SearchRequest};

/// An engine for one game. It keeps its transposition table between searches.
pub trait Engine: Send {
    /// Searches for the best moves, reports each result that improves on the last, and returns the final
    /// one. Once stopped, returns within 20 milliseconds.
    ///
    /// `None` if the game is over or the engine does not play it. Otherwise there is at least one line,
    /// and its first move is legal, however early the search was stopped.
    fn think(&mut self, request: SearchRequest<'_>) -> Option<Analysis>;

    /// Prepares for a game, so that the first search starts without delay.
    fn prepare(&mut self, _spec: GameSpec) {}

    /// Clears everything learned: the next search is about another game.
    fn forget(&mut self);
}

/// Resources an engine may use besides time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Search threads; at least 1.
    pub thread_count: usize,
    /// Size of the transposition table, in MiB.
    pub hash_mib: usize,
}

impl Default for Resources {
    fn default() -> Resources {
        Resources {
            thread_count: 1,
            hash_mib: 64,
        }
    }
}

/// How well a level plays: the limits of its search, and how much noise it adds to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The limits of the search.
    pub limits: Limits,
    /// Noise of up to ± this, in hundredths, is added to each evaluation before the best line is
    /// picked. 0 always picks the best.
    pub noise: i32,
    /// Candidate moves at noisy levels; at least 1.
    pub line_count: usize,
}

impl Strength {
    /// Full strength within limits.
    #[must_use]
    pub const fn full(limits: Limits) -> Strength {
        Strength {
            limits,
            noise: 0,
            line_count: 1,
        }
    }

    /// The line to play: the best legal one after noise is added. `below` draws a number below its
    /// argument.
    pub fn pick<'a>(
        &self,
        analysis: &'a Analysis,
        position: &AnyPosition,
        mut below: impl FnMut(usize) -> usize,
    ) -> Option<&'a Line> {
        let noise = self.noise.max(0);
        let mut legal = analysis.lines.iter().filter(|line| {
            line.moves
                .first()
                .is_some_and(|&mv| position.check(mv).is_ok())
        });
        if noise == 0 {
            return legal.next();
        }
        let mut best: Option<(i64, &Line)> = None;
        for line in legal.take(self.line_count.max(1)) {
            let term = below(2 * noise as usize + 1) as i64 - i64::from(noise);
            let value = worth(line) + term;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, line));
            }
        }
        best.map(|(_, line)| line)
    }
}

/// The evaluation of a line, adjusted for distance: nearer wins and farther losses are better.
fn worth(line: &Line) -> i64 {
    const AT_ONCE: i64 = 10_000;
    let eval = i64::from(line.eval);
    match line.certainty {
        Certainty::Forced { plies } => eval + eval.signum() * AT_ONCE / i64::from(plies.max(1)),
        _ => eval,
    }
}
