//! The core: counting positions, checking forbidden points, reading records.
//!
//! `cargo bench -p yiqi-bench` measures; with `-- --quick` each piece of work runs once, to check
//! its result.
#![expect(clippy::print_stdout, reason = "the report is the output")]

use yiqi_bench::{Times, ratio, take_turns};
use yiqi_record::{Format, ReadOptions, Record};
use yiqi_rules::{AnyPosition, GameSpec, perft};
use yiqi_testkit::reference::Stone;
use yiqi_testkit::reference::gomoku::{Board, Verdict, verdict_forbidden, verdict_renju};
use yiqi_testkit::{Dice, random_cluster, random_play, random_record};

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let rounds = if quick { 1 } else { 9 };
    bench_perft(rounds);
    bench_forbidden(rounds, "renju", verdict_renju);
    bench_forbidden(rounds, "forbidden", verdict_forbidden);
    bench_formats(rounds);
}

fn print_ratio(what: &str, fast: &Times, slow: &Times) {
    let (middle, low, high) = ratio(fast, slow);
    println!("{what}: {middle:.1}× ({low:.1}–{high:.1})");
}

fn bench_perft(rounds: usize) {
    let start = AnyPosition::new(GameSpec::REVERSI);
    let nodes = 390_216;
    let count = |got: u64| {
        assert_eq!(got, nodes);
        got
    };
    let [words, general] = take_turns(
        rounds,
        [&mut || count(perft::count(&start, 8)), &mut || {
            count(perft::count_general(&mut start.clone(), 8))
        }],
    );
    let speed = |times: &Times| nodes as f64 / times.median().as_secs_f64() / 1e6;
    println!(
        "perft 8×8 depth 8: two words {:.0} M nodes/s, general path {:.1} M nodes/s",
        speed(&words),
        speed(&general)
    );
    print_ratio("  general path takes", &words, &general);
}

type Reference = fn(&Board, usize, usize) -> Verdict;

fn bench_forbidden(rounds: usize, rules: &str, reference: Reference) {
    let spec: GameSpec = format!("gomoku:15:{rules}").parse().expect("a spec");
    let mut dice = Dice::new(41);
    let boards: Vec<(AnyPosition, Board)> = (0..50)
        .map(|_| {
            let setup = random_cluster(spec, &mut dice);
            let mut board = Board::new(15);
            for (stones, stone) in [
                (setup.stones.black, Stone::Black),
                (setup.stones.white, Stone::White),
            ] {
                for point in stones.iter() {
                    board.set(point.col().into(), point.row().into(), Some(stone));
                }
            }
            let position = AnyPosition::from_setup(spec, &setup).expect("a position");
            (position, board)
        })
        .collect();
    let point_count: usize = boards.iter().map(|(p, _)| p.empty_points().len()).sum();
    let fast = || -> u64 {
        boards
            .iter()
            .map(|(position, _)| position.forbidden_points().len() as u64)
            .sum()
    };
    let slow = || -> u64 {
        boards
            .iter()
            .map(|(position, board)| {
                position
                    .empty_points()
                    .iter()
                    .filter(|p| reference(board, p.col().into(), p.row().into()) != Verdict::Legal)
                    .count() as u64
            })
            .sum()
    };
    assert_eq!(fast(), slow());
    let [fast, slow] = take_turns(rounds, [&mut { fast }, &mut { slow }]);
    println!(
        "forbidden points, {rules}: {:.0} ns per point",
        fast.median().as_secs_f64() * 1e9 / point_count as f64
    );
    print_ratio("  the reference takes", &fast, &slow);
}

/// Games without branches, which every format can hold.
fn plain_games(spec: &str, count: usize) -> Vec<Record> {
    let spec: GameSpec = spec.parse().expect("a spec");
    let mut dice = Dice::new(42);
    (0..count)
        .map(|_| {
            let mut position = AnyPosition::new(spec);
            let mut record = Record::new(yiqi_record::Header::new(spec));
            let mut last = None;
            for changes in random_play(&mut position, &mut dice, 60) {
                last = Some(record.push_move(last, changes.mv));
            }
            record
        })
        .collect()
}

fn bench_formats(rounds: usize) {
    let mut dice = Dice::new(43);
    let tangled: Vec<Record> = (0..200)
        .map(|_| random_record(GameSpec::GOMOKU, &mut dice))
        .collect();
    for (what, format, records) in [
        ("yiqi, with branches", Format::Yiqi, tangled),
        ("yiqi, Reversi", Format::Yiqi, plain_games("reversi", 200)),
        (
            "transcript",
            Format::Transcript,
            plain_games("reversi", 200),
        ),
        ("ggf", Format::Ggf, plain_games("reversi", 200)),
        ("sgf, Gomoku", Format::Sgf, plain_games("gomoku", 200)),
        ("wthor", Format::Wthor, plain_games("reversi", 200)),
    ] {
        let bytes = format.write(&records).expect("the format holds them");
        let mut read = || {
            let again = format
                .read(&bytes, &ReadOptions::default())
                .expect("what was written can be read");
            assert_eq!(again.len(), records.len());
            again.len() as u64
        };
        let [times] = take_turns(rounds, [&mut read]);
        let seconds = times.median().as_secs_f64();
        println!(
            "read {what}: {:.1} MB/s, {:.0} games/s, every move checked",
            bytes.len() as f64 / seconds / 1e6,
            records.len() as f64 / seconds
        );
    }
}
