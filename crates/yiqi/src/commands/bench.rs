//! `yiqi bench`: fixed searches in all engines. The total node count is the fingerprint of the
//! searches: unless they change, it is the same everywhere.

use std::io::Write;
use std::time::Instant;

use yiqi_players::{AnyEngine, Engine, Limits, Resources, SearchRequest};
use yiqi_record::notation::{ListItem, parse_list};
use yiqi_rules::{AnyPosition, GameSpec};

use crate::failure::Failure;

/// The name, game, moves and depth of each search.
const SEARCHES: [(&str, &str, &str, u8); 14] = [
    ("reversi-start", "reversi", "", 19),
    ("reversi-opening", "reversi", "f5d6c3d3c4f4c5b3c2", 19),
    (
        "reversi-midgame",
        "reversi",
        "f5d6c3d3c4f4f6f3e6e7d7c5f7d8c8e8",
        18,
    ),
    (
        "reversi-endgame",
        "reversi",
        "d3c5f6e3c3d2f3b4b3f2c4c2a4f4c1e6f5g5d1a3a2e1g3h4a5g6h3e2h5g2g4b1h1f1g1b2h6b5a1h2",
        60,
    ),
    ("reversi-6", "reversi:6", "", 12),
    ("reversi-10", "reversi:10", "", 8),
    ("reversi-anti", "reversi:8:anti", "f5d6c3d3c4", 10),
    ("gomoku-start", "gomoku", "h8", 9),
    ("gomoku-opening", "gomoku", "h8i9j7g7i7i6", 11),
    ("gomoku-20", "gomoku:20", "j10k11k10l10j9", 10),
    ("gomoku-standard", "gomoku:15:standard", "h8h9i9g8j7", 9),
    ("gomoku-renju", "gomoku:15:renju", "h8h9i9g8j7", 9),
    ("gomoku-caro", "gomoku:15:caro", "h8h9i9g8j7", 9),
    ("gomoku-swap2", "gomoku:15:freestyle:swap2", "h8i9j10", 4),
];

pub(crate) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let mut total: u64 = 0;
    let begin = Instant::now();
    for (name, spec, moves, depth) in SEARCHES {
        let position = position(spec, moves);
        // A fresh engine, so that searches do not influence each other.
        let mut engine = AnyEngine::new(Resources::default());
        engine.prepare(position.spec());
        let start = Instant::now();
        let analysis = engine
            .think(SearchRequest::new(&position, Limits::depth(depth)))
            .unwrap_or_default();
        let seconds = start.elapsed().as_secs_f64();
        total += analysis.nodes;
        writeln!(
            out,
            "{name} {} {} {seconds:.3} {:.0}",
            analysis.depth,
            analysis.nodes,
            analysis.nodes as f64 / seconds.max(1e-9)
        )?;
        out.flush()?;
    }
    let speed = total as f64 / begin.elapsed().as_secs_f64().max(1e-9);
    writeln!(out, "bench: {total} nodes {speed:.0} nps")?;
    Ok(())
}

fn position(spec: &str, moves: &str) -> AnyPosition {
    let spec: GameSpec = spec.parse().expect("the specs above are valid");
    let mut position = AnyPosition::new(spec);
    for item in parse_list(moves, spec).expect("the moves above are valid") {
        if let ListItem::Move(mv) = item {
            position.play(mv).expect("the moves above are legal");
        }
    }
    position
}
