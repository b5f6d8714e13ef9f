//! Pseudo-random numbers: each is a pure function of a seed.
//!
//! The rules draw no numbers. The generator lives here because the hash keys need its mixing
//! function, and because every crate may depend on this one.

/// The increment between two consecutive states of the generator.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes a word: each input bit changes about half the output bits, and different words give
/// different results (splitmix64, Steele, Lea, Flood 2014).
#[must_use]
#[inline(always)]
pub const fn mix(word: u64) -> u64 {
    let mut x = word.wrapping_add(STEP);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A stream of numbers that is the same on every machine for the same seed.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The stream of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next number, any `u64`.
    pub const fn roll(&mut self) -> u64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }

    /// A number below `limit`, which must not be 0.
    pub const fn below(&mut self, limit: usize) -> usize {
        debug_assert!(limit > 0);
        // The upper half of the product; the bias for small limits is below 2⁻⁵⁰.
        ((self.roll() as u128 * limit as u128) >> 64) as usize
    }

    /// One of the items, picked at random.
    ///
    /// # Panics
    /// If there are no items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first outputs of Vigna's reference implementation for the seed 1234567.
        let mut dice = Dice::new(1_234_567);
        assert_eq!(dice.roll(), 6_457_827_717_110_365_317);
        assert_eq!(dice.roll(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn every_number_below_the_limit_comes_up_about_as_often() {
        let mut dice = Dice::new(1);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[dice.below(7)] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }
}
