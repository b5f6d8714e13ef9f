//! Positions to learn from, as the network sees them.

use yiqi_engine_gomoku::learning::Replay;
use yiqi_rules::{Color, GomokuRules, Point};

use crate::game::{Game, GameResult, Ply};

/// How often the last position of a game counts: it stands for the forced win that was not played.
const END_WEIGHT: usize = 3;

/// Which tables of the weights a rule set uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// Five or more win.
    Freestyle,
    /// Exactly five wins.
    Standard,
    /// Points are forbidden to black.
    Restricted,
}

impl Block {
    /// The block of a rule set.
    pub(crate) fn of(rules: GomokuRules) -> Block {
        match rules {
            GomokuRules::Freestyle => Block::Freestyle,
            GomokuRules::Standard => Block::Standard,
            GomokuRules::Forbidden | GomokuRules::Renju => Block::Restricted,
        }
    }
}

/// Points with the same mixes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The mover's mix and the other side's.
    pub(crate) mixes: [u16; 2],
    /// How many points.
    pub(crate) count: u16,
}

/// A position and how good it was for the mover.
pub(crate) struct Sample {
    /// Whose move it is: black 0, white 1.
    pub(crate) mover: usize,
    /// Its groups, in [`Samples::groups`].
    groups: std::ops::Range<usize>,
    /// The mover's share of the game.
    pub(crate) target: f32,
    /// The mixes of the points that could be played, in [`Samples::candidates`], and the one that was.
    candidates: std::ops::Range<usize>,
    /// Which of them was played, if it is among them.
    pub(crate) chosen: Option<u16>,
}

/// Many samples.
#[derive(Default)]
pub(crate) struct Samples {
    /// The samples.
    pub(crate) all: Vec<Sample>,
    groups: Vec<Group>,
    candidates: Vec<[u16; 2]>,
}

impl Samples {
    /// The groups of a sample.
    pub(crate) fn groups(&self, sample: &Sample) -> &[Group] {
        &self.groups[sample.groups.clone()]
    }

    /// The candidates of a sample.
    pub(crate) fn candidates(&self, sample: &Sample) -> &[[u16; 2]] {
        &self.candidates[sample.candidates.clone()]
    }

    /// Adds the quiet positions of a game. The target lies between the result and what the search
    /// thought, by `trust` in the result.
    pub(crate) fn add(&mut self, game: &Game, trust: f32) {
        let Some(mut replay) = Replay::new(&game.position(0)) else {
            return;
        };
        for ply in &game.plies {
            if ply.value != Ply::OPENING && replay.is_quiet() {
                let thought = (f32::from(ply.value) / 10_000.0 + 1.0) / 2.0;
                self.add_position(&replay, game, Some(ply.point), thought, trust);
            }
            replay.play(ply.point);
        }
        // Early games stop where a forced win is seen. Without such positions, strong attacks would be
        // known only where they fail.
        if replay.is_quiet() && game.result != GameResult::Draw {
            for _ in 0..END_WEIGHT {
                self.add_position(&replay, game, None, 0.0, 1.0);
            }
        }
    }

    fn add_position(
        &mut self,
        replay: &Replay,
        game: &Game,
        played: Option<Point>,
        thought: f32,
        trust: f32,
    ) {
        let mover = replay.turn();
        let black_score = game.result.black_score();
        let score = if mover == Color::Black {
            black_score
        } else {
            1.0 - black_score
        };
        let mut points = replay.points();
        points.sort_unstable();
        let start = self.groups.len();
        for mixes in points {
            match self.groups[start..].last_mut() {
                Some(group) if group.mixes == mixes => group.count += 1,
                _ => self.groups.push(Group { mixes, count: 1 }),
            }
        }
        let first = self.candidates.len();
        let mut chosen = None;
        if let Some(played) = played {
            for (index, (point, mixes)) in replay.candidates().into_iter().enumerate() {
                if point == played {
                    chosen = Some(index as u16);
                }
                self.candidates.push(mixes);
            }
        }
        self.all.push(Sample {
            mover: usize::from(mover == Color::White),
            groups: start..self.groups.len(),
            target: trust * score + (1.0 - trust) * thought,
            candidates: first..self.candidates.len(),
            chosen,
        });
    }
}
