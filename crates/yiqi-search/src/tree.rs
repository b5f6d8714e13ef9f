//! What a game must offer to be searched.

/// How good a position is for one side; the other side's score is the negative.
///
/// Ended games lie at [`DECIDED`] and beyond, or at 0 for a draw; estimates stay below.
pub type Value = i32;

/// The least score of a won game.
pub const DECIDED: Value = 1_000_000;

/// A game as a search sees it: compact, unchecked, cheap to copy.
pub trait Tree: Clone {
    /// The engine's own form of a move.
    type Move: Copy + Eq;

    /// Visits the legal moves worth a thought; at least one unless the game ended.
    fn for_each_move(&self, visit: impl FnMut(Self::Move));

    /// Plays a move that `for_each_move` visited.
    fn play(&mut self, mv: Self::Move);

    /// The value for the side to move, if the game ended here.
    fn terminal(&self) -> Option<Value>;

    /// Equal positions have equal hashes, different ones almost surely different ones.
    fn hash(&self) -> u64;

    /// Whether the side that played the last move acts again, as in swap openings.
    fn acts_again(&self) -> bool {
        false
    }
}

/// What somebody thinks of positions.
pub trait Evaluate<T: Tree> {
    /// How good the position is for the side to move; between `-DECIDED` and `DECIDED`.
    fn value(&self, tree: &T) -> Value;

    /// Sorts the moves, the most promising first, and may drop some but not all. `depth` plies are
    /// looked ahead from here.
    fn order(&self, tree: &T, depth: u8, moves: &mut Vec<T::Move>) {
        let _ = (tree, depth, moves);
    }

    /// Whether moves that could be better than these are missing, because the tree did not visit
    /// them or `order` dropped them. A value is not exact then, even if every line was played to
    /// the end.
    fn leaves_out(&self, tree: &T, moves: &[T::Move]) -> bool {
        let _ = (tree, moves);
        false
    }

    /// Whether the only move left by `order` is forced, so that it should cost no depth.
    fn is_forced(&self, tree: &T, only: T::Move) -> bool {
        let _ = (tree, only);
        false
    }

    /// Whether a deeper search cannot bring anything better than this value.
    fn settles(&self, value: Value) -> bool {
        let _ = value;
        false
    }
}
