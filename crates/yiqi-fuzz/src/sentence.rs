//! What must hold for every text that a person sees.

use std::sync::LazyLock;

use yiqi_record::notation::is_unprintable;
use yiqi_text::{Lang, Text};

/// English.
pub(crate) static TEXT: LazyLock<Text> = LazyLock::new(|| Text::new(Lang::En));

/// The most characters of a sentence about wrong input, however long the input is.
const SENTENCE_CHARS_MAX: usize = 4_000;

/// Checks a sentence: it can be shown on a terminal, and it is short.
#[track_caller]
pub(crate) fn check_sentence(sentence: &str) {
    assert!(!sentence.is_empty(), "an empty sentence");
    let length = sentence.chars().count();
    assert!(
        length <= SENTENCE_CHARS_MAX,
        "a sentence of {length} characters"
    );
    check_printable(sentence);
}

/// Checks that a text has no control characters except line ends.
#[track_caller]
pub(crate) fn check_printable(text: &str) {
    let bad = text.chars().find(|&c| c != '\n' && is_unprintable(c));
    assert_eq!(bad, None, "an unprintable character in {text:?}");
}
