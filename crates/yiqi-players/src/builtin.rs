//! Creates a player from its spec.

use crate::engine::{AlphaBeta, Flagship};
use crate::player::Player;
use crate::program::OutsideProgram;
use crate::simple::{Greedy, Random, Weights};
use crate::spec::{PlayerKind, PlayerSpec};

/// The player that a spec names; `None` for a person.
pub(crate) fn player(spec: &PlayerSpec, seed: u64) -> Option<Box<dyn Player>> {
    let name = spec.name.clone().unwrap_or_else(|| spec.kind.to_string());
    Some(match &spec.kind {
        PlayerKind::Human => return None,
        PlayerKind::Random { seed: own } => Box::new(Random::new(name, own.unwrap_or(seed))),
        PlayerKind::Greedy => Box::new(Greedy { name }),
        PlayerKind::Weights => Box::new(Weights { name }),
        PlayerKind::AlphaBeta { depth } => Box::new(AlphaBeta::new(name, *depth)),
        PlayerKind::Engine(options) => Box::new(Flagship::new(name, *options, seed)),
        PlayerKind::Program(program) => Box::new(OutsideProgram::new(name, program.clone())),
    })
}
