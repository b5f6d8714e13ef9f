//! Perft counts: published ones, and two independent implementations that agree.

use yiqi_rules::board8::Board8;
use yiqi_rules::{AnyPosition, Color, GameSpec, perft};
use yiqi_testkit::reference::reversi::Board;
use yiqi_testkit::reference::{Stone, connect6};
use yiqi_testkit::{Dice, random_play};

/// Depths 1 to 10 from the standard 8×8 start, as published in many places, e.g. by Aart Bik
/// ("Computing deep perft and divide numbers for checkers and Reversi").
const PUBLISHED: [u64; 10] = [
    4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284,
];

fn spec(text: &str) -> GameSpec {
    text.parse().unwrap()
}

/// Checks fixed counts of a board size by the general path and by the reference.
fn check_both_ways(size: usize, want: &[u64]) {
    let start = AnyPosition::new(spec(&format!("reversi:{size}")));
    for (depth, &want) in (1..).zip(want) {
        let general = perft::count_general(&mut start.clone(), depth);
        let reference = Board::start(size).perft(depth as usize);
        assert_eq!((general, reference), (want, want), "depth {depth}");
    }
}

#[test]
fn the_fast_path_matches_the_published_counts() {
    for (depth, want) in (1..).zip(PUBLISHED) {
        assert_eq!(Board8::START.perft(depth), want, "depth {depth}");
    }
}

#[test]
fn the_general_path_agrees_on_8x8_to_depth_8() {
    let mut start = AnyPosition::new(GameSpec::REVERSI);
    for (depth, want) in (1..=8).zip(PUBLISHED) {
        assert_eq!(perft::count_general(&mut start, depth), want);
        assert_eq!(perft::count(&start, depth), want);
    }
}

#[test]
fn the_whole_tree_of_4x4_has_60060_games_by_both_counts() {
    check_both_ways(
        4,
        &[
            4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980, 60060,
            60060,
        ],
    );
}

#[test]
fn both_counts_agree_on_6x6() {
    check_both_ways(6, &[4, 12, 56, 244, 1364, 7604, 47740, 308_716]);
}

#[test]
fn both_counts_agree_on_10x10() {
    check_both_ways(10, &[4, 12, 56, 244, 1396, 8200, 55180]);
}

#[test]
fn peace_and_gomoku_count_the_ways_to_fill_points() {
    let peace = AnyPosition::new(GameSpec::Peace);
    assert_eq!(perft::count(&peace, 3), 60 * 59 * 58);
    let gomoku = AnyPosition::new(GameSpec::GOMOKU);
    assert_eq!(perft::count(&gomoku, 2), 225 * 224);
}

#[test]
fn both_counts_agree_on_connect6() {
    for (size, depth) in [(6, 3), (8, 2), (19, 2)] {
        let start = AnyPosition::new(spec(&format!("connect6:{size}")));
        for depth in 1..=depth {
            let reference = connect6::Game::start(size).perft(depth as usize);
            assert_eq!(perft::count(&start, depth), reference, "{size} {depth}");
        }
    }
}

#[test]
fn connect6_agrees_with_its_reference_move_for_move() {
    let mut dice = Dice::new(6);
    for round in 0..120 {
        let size = [6, 7, 9, 12][round % 4];
        let mut position = AnyPosition::new(spec(&format!("connect6:{size}")));
        let mut game = connect6::Game::start(size);
        while !game.is_over() {
            let color = match game.to_place() {
                Stone::Black => Color::Black,
                Stone::White => Color::White,
            };
            assert_eq!(position.turn(), Some(color));
            let legal: Vec<(usize, usize)> = position
                .legal_points()
                .iter()
                .map(|point| (usize::from(point.col()), usize::from(point.row())))
                .collect();
            assert_eq!(legal, game.legal_points());
            let changes = random_play(&mut position, &mut dice, 1).remove(0);
            let (point, _) = changes.placed.unwrap();
            game.play(point.col().into(), point.row().into());
        }
        let outcome = position.outcome().unwrap();
        assert_eq!(outcome.winner.is_some(), game.winner().is_some());
        assert!(outcome.lines.iter().all(|line| line.len() >= 6));
    }
}

#[test]
fn the_counts_of_a_frontier_add_up_to_the_whole() {
    let start = AnyPosition::new(GameSpec::REVERSI);
    let sum: u64 = perft::frontier(&start, 3)
        .iter()
        .map(|position| perft::count(position, 4))
        .sum();
    assert_eq!(sum, PUBLISHED[6]);
}

#[test]
fn the_two_words_agree_with_the_rules_move_for_move() {
    let mut dice = Dice::new(21);
    for _ in 0..2_000 {
        let mut position = AnyPosition::new(GameSpec::REVERSI);
        let mut board = Board8::START;
        loop {
            let AnyPosition::Reversi(reversi) = &position else {
                unreachable!()
            };
            if position.turn().is_none() {
                assert_eq!((board.moves(), board.pass().moves()), (0, 0));
                break;
            }
            assert_eq!(Board8::from_reversi(reversi), Some(board));
            let legal = position
                .legal_points()
                .iter()
                .fold(0, |word: u64, p| word | 1 << (p.row() * 8 + p.col()));
            assert_eq!(board.moves(), legal);
            let changes = random_play(&mut position, &mut dice, 1).remove(0);
            board = match changes.placed {
                Some((p, _)) => board.play(u32::from(p.row() * 8 + p.col())),
                None => board.pass(),
            };
        }
    }
}
