//! The letters and digits of a board as strokes.
//!
//! Each glyph is a list of strokes, each a list of places: column 0 to 4, row 0 (top of a tall
//! letter) to 6 (the base line) and 8 (the end of a long one).

/// The width of a glyph, and the step to the next one.
pub(crate) const WIDTH: f64 = 4.0;
pub(crate) const STEP: f64 = 6.0;
/// The height of a digit.
pub(crate) const HEIGHT: f64 = 6.0;

/// The strokes of a character, as digits: `"00 06 16"` goes from column 0, row 0 down to row 6 and
/// one to the right; `;` begins another stroke.
pub(crate) const fn glyph(c: char) -> &'static str {
    match c {
        'a' => "43 32 12 03 05 16 36 45;42 46",
        'b' => "00 06;03 12 32 43 45 36 16 05",
        'c' => "43 32 12 03 05 16 36 45",
        'd' => "40 46;43 32 12 03 05 16 36 45",
        'e' => "04 44 43 32 12 03 05 16 36 45",
        'f' => "40 30 21 26;12 42",
        'g' => "43 32 12 03 05 16 36 45;42 47 38 18 07",
        'h' => "00 06;03 12 32 43 46",
        'i' => "22 26;20 20",
        'j' => "32 37 28 18;30 30",
        'k' => "00 06;42 04;14 46",
        'l' => "20 26",
        'm' => "02 06;03 12 23 26;23 32 43 46",
        'n' => "02 06;03 12 32 43 46",
        'o' => "12 32 43 45 36 16 05 03 12",
        'p' => "02 08;03 12 32 43 45 36 16 05",
        'q' => "42 48;43 32 12 03 05 16 36 45",
        'r' => "12 16;13 22 42",
        's' => "43 32 12 03 14 34 45 36 16 05",
        't' => "10 15 26 36;02 32",
        'u' => "02 05 16 36 45;42 46",
        'v' => "02 26 42",
        'w' => "02 16 23 36 42",
        'x' => "02 46;42 06",
        'y' => "02 26;42 26 18",
        'z' => "02 42 06 46",
        '0' => "10 30 41 45 36 16 05 01 10",
        '1' => "01 20 26",
        '2' => "01 10 30 41 42 06 46",
        '3' => "00 40 22 32 43 45 36 16 05",
        '4' => "36 30 04 44",
        '5' => "40 00 02 32 43 45 36 06",
        '6' => "40 20 02 05 16 36 45 44 33 13 04",
        '7' => "00 40 16",
        '8' => "10 30 41 42 33 13 02 01 10;13 04 05 16 36 45 44 33",
        '9' => "42 33 13 02 01 10 30 41 44 26 06",
        _ => "",
    }
}
