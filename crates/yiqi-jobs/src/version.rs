//! The version of the engines: machines that work together must have the same.

use std::sync::OnceLock;

use sha2::{Digest, Sha256};
use yiqi_players::{AnyEngine, Engine, Limits, Resources, SearchRequest};
use yiqi_rules::{AnyPosition, GameSpec};

/// Raised whenever the text of jobs or results changes.
const FORMAT: u32 = 1;

/// The version of this program and a fingerprint of its engines: what a few short searches find.
/// Programs of one version that were built with other weights or another search differ in it.
#[must_use]
pub fn engine_version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        let mut hash = Sha256::new();
        hash.update(FORMAT.to_le_bytes());
        let mut engine = AnyEngine::new(Resources {
            thread_count: 1,
            hash_mib: 1,
        });
        let wide = "reversi:10".parse().ok();
        let games = [GameSpec::REVERSI, GameSpec::GOMOKU, GameSpec::CONNECT6];
        for game in games.into_iter().chain(wide) {
            let mut position = AnyPosition::new(game);
            for _ in 0..4 {
                let limits = Limits {
                    nodes: Some(2_000),
                    ..Limits::depth(6)
                };
                let Some(analysis) = engine.think(SearchRequest::new(&position, limits)) else {
                    break;
                };
                hash.update(analysis.nodes.to_le_bytes());
                for line in &analysis.lines {
                    hash.update(line.eval.to_le_bytes());
                }
                let best = analysis.best().and_then(|line| line.moves.first());
                let Some(&mv) = best.filter(|&&mv| position.check(mv).is_ok()) else {
                    break;
                };
                position.play_unchecked(mv);
            }
        }
        let digest = hash.finalize();
        let fingerprint: String = digest[..3]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!("{}-{fingerprint}", env!("CARGO_PKG_VERSION"))
    })
}
