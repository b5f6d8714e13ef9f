//! Weights and the opening book: damaged files are refused in little memory, and what is read is
//! written and read again the same.

use yiqi_engine_gomoku::Weights;
use yiqi_engine_reversi::book::Book;
use yiqi_engine_reversi::weights;
use yiqi_engine_reversi::wide::weights::WideWeights;
use yiqi_rules::{AnyPosition, GameSpec};

use crate::input::Input;

/// Reads a file as one of the four kinds.
pub(crate) fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    match input.byte() % 4 {
        0 => {
            if let Ok(weights) = Weights::from_bytes(input.rest()) {
                let bytes = weights.to_bytes().expect("memory can be written");
                assert!(Weights::from_bytes(&bytes).is_ok_and(|again| again == weights));
            }
        }
        1 => {
            let _ = weights::read(input.rest());
        }
        2 => check_book(input.rest()),
        _ => {
            if let Ok(weights) = WideWeights::read(input.rest()) {
                let bytes = weights.write().expect("memory can be written");
                assert!(WideWeights::read(&bytes).is_ok_and(|again| again == weights));
            }
        }
    }
}

/// Reads a book, and again with the checksum that no fuzzer guesses.
fn check_book(bytes: &[u8]) {
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3_u64)
    });
    let summed = [bytes, &sum.to_le_bytes()].concat();
    for bytes in [bytes, &summed] {
        if let Ok(book) = Book::read(bytes) {
            let again = Book::read(&book.write());
            assert!(again.is_ok_and(|again| again.write() == book.write()));
            if let AnyPosition::Reversi(start) = AnyPosition::new(GameSpec::REVERSI) {
                let _ = book.advice(&start);
            }
        }
    }
}
