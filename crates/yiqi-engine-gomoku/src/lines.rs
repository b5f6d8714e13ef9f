//! Numbers of lines: what the nine places of a line around a point hold, as one side sees them.
//!
//! A line is written with two bits a place, as on the board: 0 off the board, 1 own, 2 the other side's,
//! 3 empty. Lines that mirror each other have the same number.

use std::sync::OnceLock;

/// Steps that a line reaches to each side of its middle.
pub(crate) const REACH: usize = 4;
const PLACES: usize = 2 * REACH + 1;
/// All ways to write a line, most of which cannot be.
const WRITTEN: usize = 1 << (2 * PLACES);

/// How many numbers there are.
pub(crate) const LINE_COUNT: usize = 22_143;

/// The number of every line, by how it is written; 0 where it cannot be.
pub(crate) fn line_numbers() -> &'static [u16; WRITTEN] {
    static NUMBERS: OnceLock<Box<[u16; WRITTEN]>> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let mut numbers = vec![0; WRITTEN];
        let mut count = 0;
        for line in (0..WRITTEN).filter(|&line| is_line(line)) {
            let mirrored = mirror(line);
            numbers[line] = if mirrored < line {
                numbers[mirrored]
            } else {
                count += 1;
                count - 1
            };
        }
        debug_assert_eq!(usize::from(count), LINE_COUNT, "every line has a number");
        numbers
            .into_boxed_slice()
            .try_into()
            .expect("there are that many")
    })
}

fn places(line: usize) -> [usize; PLACES] {
    std::array::from_fn(|place| line >> (2 * place) & 3)
}

/// Whether a line can be: its middle is on the board, and nothing on the board lies beyond its edge.
fn is_line(line: usize) -> bool {
    let places = places(line);
    let ends_once = |mut side: std::slice::Iter<'_, usize>| {
        side.by_ref().any(|&place| place == 0);
        side.all(|&place| place == 0)
    };
    let mut low = places[..REACH].to_vec();
    low.reverse();
    places[REACH] != 0 && ends_once(low.iter()) && ends_once(places[REACH + 1..].iter())
}

fn mirror(line: usize) -> usize {
    places(line)
        .into_iter()
        .fold(0, |mirrored, place| mirrored << 2 | place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_number_each_and_mirror_images_share_theirs() {
        let numbers = line_numbers();
        let mut seen = vec![false; LINE_COUNT];
        for line in (0..WRITTEN).filter(|&line| is_line(line)) {
            assert_eq!(numbers[line], numbers[mirror(line)]);
            seen[usize::from(numbers[line])] = true;
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
