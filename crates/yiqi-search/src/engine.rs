//! What the engines are asked, and what they answer.

use yiqi_rules::{AnyPosition, GameSpec};

use crate::{Analysis, Certainty, Limits, Line, Stop};

/// A program that knows one game well. It keeps what it learned about positions between two
/// questions.
pub trait Engine: Send {
    /// Looks for the `line_count` best moves within limits, tells `report` whenever it knows more, and
    /// returns the last that it knows. Once `stop` is stopped it returns within 20 milliseconds.
    ///
    /// `None` if the game is over or is not the engine's; otherwise there is at least one line, and its
    /// first move is legal, however early it was stopped.
    fn think(
        &mut self,
        position: &AnyPosition,
        line_count: usize,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis>;

    /// Gets ready for a game, so that the first question need not wait for it.
    fn prepare(&mut self, _spec: GameSpec) {}

    /// Forgets what it learned: the next question is about another game.
    fn forget(&mut self);
}

/// What an engine may use up besides time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Threads that think at the same time; at least 1.
    pub thread_count: usize,
    /// Memory for what it learned, in MiB.
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

/// How well a level plays: what it may look at, and how carelessly it takes what it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// What the search may use up.
    pub limits: Limits,
    /// In hundredths: before the best of the lines is taken, each value gets a random term of at most
    /// so much, up or down. 0 takes the best.
    pub noise: i32,
    /// How many of the best moves come into question; at least 1.
    pub line_count: usize,
}

impl Strength {
    /// Everything that the limits allow, and always the best of it.
    #[must_use]
    pub const fn full(limits: Limits) -> Strength {
        Strength {
            limits,
            noise: 0,
            line_count: 1,
        }
    }

    /// The line to play: the best of the legal ones, after each has got its random term. `below` draws a
    /// number below the one it is given.
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

/// What a line is worth to somebody careless: of two wins the one at hand, of two losses the one far off.
fn worth(line: &Line) -> i64 {
    const AT_ONCE: i64 = 10_000;
    let value = i64::from(line.value);
    match line.certainty {
        Certainty::Forced { plies } => value + value.signum() * AT_ONCE / i64::from(plies.max(1)),
        _ => value,
    }
}
