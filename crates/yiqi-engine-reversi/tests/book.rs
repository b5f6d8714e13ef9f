//! The opening book and the levels, as players use them.

#[path = "common/positions.rs"]
mod common;

use std::collections::HashMap;

use common::random_position;
use yiqi_engine_reversi::book::{BookEntry, BookError, least_image};
use yiqi_engine_reversi::{Book, ReversiEngine, levels};
use yiqi_rules::board8::Board8;
use yiqi_rules::{
    AnyPosition, ByColor, Color, Dice, GameSpec, Move, Point, PointSet, Position, Reversi, Setup,
    Symmetry,
};
use yiqi_search::{Engine, Resources, SearchRequest};

fn start() -> Reversi {
    match AnyPosition::new(GameSpec::REVERSI) {
        AnyPosition::Reversi(position) => position,
        _ => unreachable!(),
    }
}

/// The position, with either color to move.
fn position(board: Board8, turn: Color) -> Reversi {
    let set = |bits: u64| -> PointSet {
        (0..64)
            .filter(|square| bits >> square & 1 != 0)
            .filter_map(|square| Point::new(square % 8, square / 8))
            .collect()
    };
    let mut stones = ByColor {
        black: set(board.own),
        white: set(board.opposing),
    };
    if turn == Color::White {
        std::mem::swap(&mut stones.black, &mut stones.white);
    }
    match AnyPosition::from_setup(GameSpec::REVERSI, &Setup { stones, turn }).unwrap() {
        AnyPosition::Reversi(position) => position,
        _ => unreachable!(),
    }
}

fn moves_in(book: &Book, position: &Reversi) -> Vec<(Move, i32)> {
    book.advice(position).unwrap().moves
}

#[test]
fn the_built_in_book_round_trips() {
    let file = include_bytes!("../book/reversi.book");
    let book = Book::read(file).unwrap();
    assert_eq!(&book, Book::built_in());
    assert_eq!(book.write(), file);
    assert!(book.len() >= 50_000);
    assert!(file.len() <= 1 << 20);
}

#[test]
fn book_moves_are_legal_and_worth_the_same_in_every_symmetry_and_for_both_colors() {
    let book = Book::built_in();
    for entry in book.entries().step_by(60) {
        let black = position(entry.board, Color::Black);
        let known = moves_in(book, &black);
        assert!(known.len() >= entry.moves.len());
        assert_eq!(known, moves_in(book, &position(entry.board, Color::White)));
        assert_eq!(book.advice(&black).unwrap().depth, entry.depth);
        for symmetry in Symmetry::ALL {
            let AnyPosition::Reversi(turned) =
                AnyPosition::Reversi(black.clone()).transformed(symmetry)
            else {
                unreachable!()
            };
            let moves = moves_in(book, &turned);
            assert!(moves.iter().all(|&(mv, _)| turned.check(mv).is_ok()));
            assert!(moves.is_sorted_by_key(|&(_, value)| -value));
            let by_name = |mut moves: Vec<(Move, i32)>| {
                moves.sort_by_key(|&(mv, _)| mv.point());
                moves
            };
            let expected = known
                .iter()
                .map(|&(mv, value)| (Move::Place(symmetry.apply(mv.point().unwrap(), 8)), value))
                .collect();
            assert_eq!(by_name(moves), by_name(expected));
        }
    }
}

#[test]
fn all_first_moves_are_in_the_book_and_worth_the_same() {
    let moves = moves_in(Book::built_in(), &start());
    assert_eq!(moves.len(), 4);
    assert!(moves.iter().all(|(_, value)| *value == moves[0].1));
}

#[test]
fn a_move_has_the_value_of_the_position_after_it() {
    let book = Book::built_in();
    let best: HashMap<Board8, i8> = (book.entries())
        .map(|entry| (entry.board, entry.moves[0].1))
        .collect();
    let mut seen = 0;
    for entry in book.entries() {
        assert!((10..=16).contains(&entry.depth), "{}", entry.depth);
        for &(square, value) in &entry.moves {
            let after = entry.board.play(u32::from(square));
            if let Some(best) = best.get(&least_image(after)) {
                assert_eq!(value, -best);
                seen += 1;
            }
        }
    }
    assert!(
        seen + 1 >= book.len(),
        "every position is reachable from the start"
    );
}

#[test]
fn the_book_does_not_know_positions_outside_it() {
    let book = Book::built_in();
    let mut dice = Dice::new(3);
    for _ in 0..100 {
        assert_eq!(book.advice(&random_position(&mut dice, 40)), None);
    }
    for other in ["reversi:6", "reversi:8:anti", "reversi:10"] {
        let AnyPosition::Reversi(position) = AnyPosition::new(other.parse().unwrap()) else {
            unreachable!()
        };
        assert_eq!(book.advice(&position), None, "{other}");
    }
}

/// The start with one move, and the position after it with another.
fn small() -> Vec<BookEntry> {
    let entry = |board: Board8, value| BookEntry {
        board,
        depth: 9,
        moves: vec![(board.moves().trailing_zeros() as u8, value)],
    };
    let start = least_image(Board8::START);
    let after = least_image(start.play(start.moves().trailing_zeros()));
    vec![entry(start, 1), entry(after, -1)]
}

#[test]
fn a_damaged_book_is_rejected() {
    let small = Book::new(small()).unwrap();
    let file = small.write();
    assert_eq!(Book::read(&file), Ok(small));
    for at in 0..file.len() {
        assert!(
            Book::read(&file[..at]).is_err(),
            "truncated after {at} bytes"
        );
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << bit;
            assert!(Book::read(&damaged).is_err(), "bit {bit} of byte {at}");
        }
    }
    assert_eq!(Book::read(b""), Err(BookError::Unknown));
    assert_eq!(Book::read(b"yiqi-rw2"), Err(BookError::Unknown));
    let longer = [&file[..], b"\0"].concat();
    assert_eq!(Book::read(&longer), Err(BookError::Damaged));
}

#[test]
fn books_of_earlier_versions_are_refused() {
    let earlier = b"yiqi-reversi-book 1 depth 16 positions 565\n";
    assert_eq!(Book::read(earlier), Err(BookError::Unknown));
}

#[test]
fn a_book_with_invalid_entries_is_rejected() {
    let board = least_image(Board8::START);
    let legal = board.moves().trailing_zeros() as u8;
    let entry = |board, moves: &[(u8, i8)]| BookEntry {
        board,
        depth: 1,
        moves: moves.to_vec(),
    };
    let overlapping = Board8 {
        own: board.own | board.opposing,
        ..board
    };
    let other_image = Board8 {
        own: board.opposing.max(board.own),
        opposing: board.own.min(board.opposing),
    };
    for wrong in [
        entry(board, &[]),
        entry(board, &[(64, 0)]),
        entry(board, &[(255, 0)]),
        entry(board, &[(0, 0)]),
        entry(board, &[(legal, 65)]),
        entry(board, &[(legal, i8::MIN)]),
        entry(board, &[(legal, 0), (legal, 0)]),
        entry(overlapping, &[(legal, 0)]),
        entry(other_image, &[(legal, 0)]),
    ] {
        assert_eq!(
            Book::new(vec![wrong.clone()]),
            Err(BookError::Wrong(0)),
            "{wrong:?}"
        );
    }
    let twice = vec![entry(board, &[(legal, 0)]), entry(board, &[(legal, 1)])];
    assert_eq!(Book::new(twice), Err(BookError::Wrong(1)));
    let unreached = small().pop().unwrap();
    assert_eq!(Book::new(vec![unreached]), Err(BookError::Wrong(0)));
}

/// A self-play game of a level, without the book.
fn game(level: u8, seed: u64) -> Vec<Move> {
    let strength = levels::strength(level);
    let mut engine = ReversiEngine::new(Resources {
        thread_count: 1,
        hash_mib: 1,
    });
    let mut dice = Dice::new(seed);
    let mut position = AnyPosition::new(GameSpec::REVERSI);
    let mut moves = Vec::new();
    while position.turn().is_some() {
        let analysis = engine
            .think(SearchRequest::new(&position, strength.limits).with_lines(strength.line_count))
            .unwrap();
        let line = strength
            .pick(&analysis, &position, |limit| dice.below(limit))
            .unwrap();
        position.play(line.moves[0]).unwrap();
        moves.push(line.moves[0]);
    }
    moves
}

#[test]
fn the_lowest_level_plays_legal_moves_that_differ_by_seed() {
    let games: Vec<Vec<Move>> = (1..=8).map(|seed| game(1, seed)).collect();
    for (at, one) in games.iter().enumerate() {
        assert_eq!(
            *one,
            game(1, at as u64 + 1),
            "the same seed repeats the game"
        );
        assert!(games[..at].iter().all(|other| other != one));
    }
}

#[test]
fn a_level_without_noise_plays_the_same_game_whatever_the_seed() {
    assert_eq!(game(11, 1), game(11, 2));
}
