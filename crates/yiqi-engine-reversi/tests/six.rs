//! 6×6: the table of perfect play and the solver.

use yiqi_engine_reversi::ReversiEngine;
use yiqi_engine_reversi::six::{
    SixEntry, SixSolver, SixTable, SixTableError, board_of, empty_count, moves,
};
use yiqi_rules::board8::Board8;
use yiqi_rules::{AnyPosition, Color, Dice, GameSpec, Move};
use yiqi_search::{Analysis, Certainty, Engine, Limits, Resources, SearchRequest};

fn start() -> AnyPosition {
    AnyPosition::new("reversi:6".parse::<GameSpec>().unwrap())
}

fn engine() -> ReversiEngine {
    ReversiEngine::new(Resources {
        thread_count: 1,
        hash_mib: 64,
    })
}

/// Full strength: an analysis without limits.
fn analyze(engine: &mut ReversiEngine, position: &AnyPosition) -> Analysis {
    engine
        .think(SearchRequest::new(position, Limits::OPEN))
        .unwrap()
}

/// The score of the side to move, by plain alpha-beta on the rules of 8×8.
fn reference(board: Board8, mut alpha: i32, beta: i32) -> i32 {
    let mut rest = moves(board);
    if rest == 0 {
        let passed = board.pass();
        if moves(passed) == 0 {
            return board.own.count_ones() as i32 - board.opposing.count_ones() as i32;
        }
        return -reference(passed, -beta, -alpha);
    }
    let mut best = i32::MIN;
    while rest != 0 && alpha < beta {
        let after = board.play(rest.trailing_zeros());
        rest &= rest - 1;
        best = best.max(-reference(after, -beta, -alpha));
        alpha = alpha.max(best);
    }
    best
}

/// A position of a random game with this many empty points, and a move.
fn random_board(dice: &mut Dice, empty: u32) -> Board8 {
    let mut board = Board8::START;
    while empty_count(board) != empty || moves(board) == 0 {
        let all: Vec<u32> = (0..64).filter(|at| moves(board) >> at & 1 != 0).collect();
        board = match all[..] {
            [] if moves(board.pass()) == 0 || empty_count(board) <= empty => Board8::START,
            [] => board.pass(),
            _ if empty_count(board) < empty => Board8::START,
            _ => board.play(all[dice.below(all.len())]),
        };
    }
    board
}

#[test]
fn the_built_in_table_round_trips_and_is_small() {
    let file = include_bytes!("../book/reversi-6.table");
    let table = SixTable::read(file).unwrap();
    assert_eq!(&table, SixTable::built_in());
    assert_eq!(table.write(), file);
    assert!(table.len() > 1000 && table.horizon() <= 22);
    assert!(file.len() < 100 << 10);
}

// J. Feinstein (1993) found that White wins 20 to 16.
#[test]
fn white_wins_6x6_with_20_to_16_and_the_engine_knows_it_at_once() {
    let analysis = analyze(&mut engine(), &start());
    let line = &analysis.lines[0];
    assert_eq!((line.eval, line.certainty), (-400, Certainty::Exact));
    assert_eq!((analysis.depth, analysis.nodes), (32, 0));
    let all = engine()
        .think(SearchRequest::new(&start(), Limits::OPEN).with_lines(9))
        .unwrap();
    let evals: Vec<i32> = all.lines.iter().map(|line| line.eval).collect();
    assert_eq!((evals, all.nodes), (vec![-400; 4], 0));
}

#[test]
fn perfect_play_is_exact_from_the_start_and_never_loses_a_stone() {
    let mut dice = Dice::new(7);
    let mut engine = engine();
    for game in 0..4 {
        let ours = if game % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        let mut position = start();
        let mut promised = None;
        while let Some(turn) = position.turn() {
            let board = match &position {
                AnyPosition::Reversi(position) => board_of(position).unwrap(),
                _ => unreachable!(),
            };
            let analysis = analyze(&mut engine, &position);
            let line = &analysis.lines[0];
            assert_eq!(line.certainty, Certainty::Exact);
            if empty_count(board) > SixTable::built_in().horizon() + 1 {
                assert_eq!(analysis.nodes, 0, "{position:?}");
            }
            let value = if turn == ours { line.eval } else { -line.eval };
            assert!(promised.is_none_or(|promised| value >= promised));
            promised = Some(value);
            let mv = if turn == ours {
                line.moves[0]
            } else {
                let all = position.legal_moves();
                all[dice.below(all.len())]
            };
            position.play(mv).unwrap();
        }
        let score = position.outcome().unwrap().score.unwrap();
        let difference = i32::from(score[ours]) - i32::from(score[ours.other()]);
        assert_eq!(promised, Some(100 * difference));
        if ours == Color::White {
            assert!(difference >= 4);
        }
    }
}

#[test]
fn the_solver_agrees_with_a_plain_search() {
    let mut dice = Dice::new(1);
    let mut solver = SixSolver::new(4);
    for round in 0..600 {
        let board = random_board(&mut dice, 1 + round % 12);
        let expected = reference(board, -100, 100);
        let found = solver.solve(board, 0);
        assert_eq!(found.score, expected, "{board:?}");
        let after = board.play(found.square);
        assert_eq!(-reference(after, -100, 100), expected, "{board:?}");
    }
}

#[test]
fn positions_from_perfect_play_agree_with_a_plain_search() {
    let mut dice = Dice::new(2);
    let mut engine = engine();
    for game in 0..4 {
        let ours = if game % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        let mut position = start();
        while position.empty_points().len() > 13 && position.turn().is_some() {
            let mv = if position.turn() == Some(ours) {
                analyze(&mut engine, &position).lines[0].moves[0]
            } else {
                let all = position.legal_moves();
                all[dice.below(all.len())]
            };
            position.play(mv).unwrap();
        }
        let AnyPosition::Reversi(reversi) = &position else {
            unreachable!()
        };
        if position.turn().is_some() {
            let expected = reference(board_of(reversi).unwrap(), -100, 100);
            let line = &analyze(&mut engine, &position).lines[0];
            assert_eq!(
                (line.eval, line.certainty),
                (100 * expected, Certainty::Exact)
            );
        }
    }
}

#[test]
fn several_exact_lines_have_the_scores_of_their_moves() {
    let mut dice = Dice::new(3);
    let mut engine = engine();
    for _ in 0..20 {
        let mut position = start();
        while position.empty_points().len() > 12 && position.turn().is_some() {
            let all = position.legal_moves();
            position.play(all[dice.below(all.len())]).unwrap();
        }
        if position.turn().is_none() {
            continue;
        }
        let analysis = engine
            .think(SearchRequest::new(&position, Limits::OPEN).with_lines(3))
            .unwrap();
        assert!(analysis.lines.is_sorted_by_key(|line| -line.eval));
        for line in &analysis.lines {
            assert_eq!(line.certainty, Certainty::Exact);
            let mut at = position.clone();
            let mover = at.turn().unwrap();
            for &mv in &line.moves {
                at.play(mv).unwrap();
            }
            let score = at.outcome().unwrap().score.unwrap();
            let difference = i32::from(score[mover]) - i32::from(score[mover.other()]);
            assert_eq!(line.eval, 100 * difference);
        }
    }
}

#[test]
fn limits_of_depth_and_nodes_keep_a_level_weak() {
    for limits in [
        Limits::depth(5),
        Limits {
            nodes: Some(1000),
            ..Limits::OPEN
        },
    ] {
        let analysis = engine()
            .think(SearchRequest::new(&start(), limits))
            .unwrap();
        assert!(matches!(
            analysis.lines[0].certainty,
            Certainty::Estimate { .. }
        ));
        assert!(analysis.nodes > 0);
    }
}

#[test]
fn a_stopped_analysis_still_has_a_legal_move() {
    let mut dice = Dice::new(4);
    for empty in [14, 18, 24] {
        let mut position = start();
        while position.empty_points().len() > empty {
            let all = position.legal_moves();
            position.play(all[dice.below(all.len())]).unwrap();
        }
        let request = SearchRequest::new(&position, Limits::OPEN);
        request.stop.stop();
        let analysis = engine().think(request).unwrap();
        let mv: Move = analysis.lines[0].moves[0];
        assert_eq!(position.check(mv), Ok(()));
    }
}

#[test]
fn a_damaged_table_is_rejected() {
    let table = SixTable::make(31, |board, _| {
        Some(SixEntry {
            score: -4,
            square: moves(board).trailing_zeros() as u8,
        })
    })
    .unwrap();
    let file = table.write();
    assert_eq!(SixTable::read(&file), Ok(table));
    for at in 0..file.len() {
        assert!(SixTable::read(&file[..at]).is_err());
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << bit;
            assert!(SixTable::read(&damaged).is_err(), "bit {bit} of byte {at}");
        }
    }
    assert_eq!(SixTable::read(b""), Err(SixTableError::Unknown));
    assert!(SixTable::make(20, |_, _| None).is_none());
}
