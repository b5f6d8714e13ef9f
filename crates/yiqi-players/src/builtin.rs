//! Creates a player from its spec.

use crate::engine::{AlphaBeta, Flagship};
use crate::player::Player;
use crate::script::Script;
use crate::simple::{Greedy, Random, Weights};
use crate::spec::{PlayerSpec, Way};

/// The player that a spec names; `None` for a person.
pub(crate) fn player(spec: &PlayerSpec, seed: u64) -> Option<Box<dyn Player>> {
    let name = spec.name.clone().unwrap_or_else(|| spec.way.to_string());
    Some(match &spec.way {
        Way::Human => return None,
        Way::Random { seed: own } => Box::new(Random::new(name, own.unwrap_or(seed))),
        Way::Greedy => Box::new(Greedy { name }),
        Way::Weights => Box::new(Weights { name }),
        Way::AlphaBeta { depth } => Box::new(AlphaBeta::new(name, *depth)),
        Way::Engine(options) => Box::new(Flagship::new(name, *options, seed)),
        Way::Script { command } => Box::new(Script::new(name, command)),
    })
}
