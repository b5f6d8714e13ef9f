//! Searches fixed positions and prints depth, nodes and speed.
#![expect(clippy::print_stdout, reason = "the report is the output")]

use std::time::{Duration, Instant};

use yiqi_engine_gomoku::GomokuEngine;
use yiqi_rules::{AnyPosition, GameSpec, Move};
use yiqi_search::{Engine, Limits, Resources, SearchRequest};

/// Openings and middle games, as moves in turn.
const GAMES: [&str; 6] = [
    "h8 i9 g10",
    "h8 h9 j8 i9 g9",
    "h8 i8 h10 h9 j9 g7 i11 g9",
    "h8 h7 i7 g9 j8 i8 j9 k7 j7 j10 i10",
    "d4 e5 d6 e6 e4 f5 g5 f4 f6 d5",
    "h8 i7 j8 i8 i9 h10 j9 g9 j10 j7 k9 l9 h9 k11",
];

fn main() {
    let seconds: f64 = std::env::args()
        .nth(1)
        .map_or(1.0, |text| text.parse().expect("seconds"));
    let thread_count = std::env::args()
        .nth(2)
        .map_or(1, |text| text.parse().expect("threads"));
    let nodes: Option<u64> = std::env::args()
        .nth(3)
        .map(|text| text.parse().expect("nodes"));
    let mut total = 0;
    let begun = Instant::now();
    for game in GAMES {
        let mut position = AnyPosition::new(GameSpec::GOMOKU);
        for name in game.split(' ') {
            let point = GameSpec::GOMOKU.point_named(name).expect("a point");
            position.play(Move::Place(point)).expect("a legal move");
        }
        let mut engine = GomokuEngine::new(Resources {
            thread_count,
            hash_mib: 64,
        });
        let limits = match nodes {
            Some(nodes) => Limits {
                nodes: Some(nodes),
                ..Limits::OPEN
            },
            None => Limits {
                time: Some(Duration::from_secs_f64(seconds)),
                ..Limits::OPEN
            },
        };
        let analysis = engine
            .think(SearchRequest::new(&position, limits))
            .expect("a move");
        let line: Vec<String> = analysis.lines[0]
            .moves
            .iter()
            .filter_map(|mv| mv.point())
            .map(|point| GameSpec::GOMOKU.point_name(point))
            .collect();
        total += analysis.nodes;
        println!(
            "depth {:2} value {:6} nodes {:9} {:?} {}",
            analysis.depth,
            analysis.lines[0].eval,
            analysis.nodes,
            analysis.lines[0].certainty,
            line.join(" ")
        );
    }
    println!(
        "{total} nodes, {:.0}/s",
        total as f64 / begun.elapsed().as_secs_f64()
    );
}
