//! What a game must provide to be searched.

/// How good a position is for one side; the negative is its value for the other.
///
/// Won games start at [`DECIDED`], a draw is 0, and estimates stay below [`DECIDED`].
pub type Value = i32;

/// The lowest value of a won game.
pub const DECIDED: Value = 1_000_000;

/// A game as the search sees it: compact, unchecked, cheap to copy.
pub trait Tree: Clone {
    /// The move type of the engine.
    type Move: Copy + Eq;

    /// Visits the legal moves worth searching; at least one unless the game is over.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// Plays a move that `for_each_move` visited.
    fn play(&mut self, mv: Self::Move);

    /// The value for the side to move, if the game is over.
    fn terminal(&self) -> Option<Value>;

    /// A hash that is equal for equal positions and almost always different otherwise.
    fn hash(&self) -> u64;

    /// Whether the side that played the last move moves again, as in swap openings.
    fn acts_again(&self) -> bool {
        false
    }
}

/// An evaluation of positions.
pub trait Evaluate<T: Tree> {
    /// The value for the side to move, between `-DECIDED` and `DECIDED`.
    fn value(&self, tree: &T) -> Value;

    /// Sorts the moves, most promising first, and may drop some but not all. `depth` is the
    /// remaining depth.
    fn order(&self, tree: &T, depth: u8, moves: &mut Vec<T::Move>) {
        let _ = (tree, depth, moves);
    }

    /// Whether a better move could be missing, because the tree did not visit it or `order` dropped
    /// it. The value is not exact then, even if every line was searched to the end of the game.
    fn leaves_out(&self, tree: &T, moves: &[T::Move]) -> bool {
        let _ = (tree, moves);
        false
    }

    /// Whether the only move left by `order` is forced and should cost no depth.
    fn is_forced(&self, tree: &T, only: T::Move) -> bool {
        let _ = (tree, only);
        false
    }

    /// Whether a deeper search cannot improve on this value.
    fn settles(&self, value: Value) -> bool {
        let _ = value;
        false
    }
}
