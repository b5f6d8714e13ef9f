//! Random numbers that a seed brings back.

/// A seeded stream of numbers (splitmix64, Steele, Lea, Flood 2014).
pub(crate) struct Dice(u64);

impl Dice {
    /// The stream that belongs to a seed.
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Any number.
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit as u64) as usize
    }
}
