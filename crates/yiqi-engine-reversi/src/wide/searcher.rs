//! The state of a search.

use yiqi_search::Watch;

use super::bits::Bits;
use super::board::{Board, Geometry};
use super::candidates::Candidate;
use super::evaluation::Evaluation;
use super::table::TranspositionTable;

/// The search window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The window from the opponent's side.
    #[inline(always)]
    pub(crate) fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// A null window above `alpha`, from the opponent's side.
    #[inline(always)]
    pub(crate) fn scout(alpha: i32) -> Window {
        Window {
            alpha: -alpha - 1,
            beta: -alpha,
        }
    }
}

/// The state of a search.
pub(crate) struct Searcher<'a, B> {
    pub(crate) geometry: &'a Geometry<B>,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) table: &'a mut TranspositionTable,
    pub(crate) nodes: u64,
    /// History heuristic: how often each point was a good reply, weighted by depth.
    pub(crate) history: Vec<i32>,
    /// Unused move lists, kept so that the search does not allocate.
    pub(crate) spare: Vec<Vec<Candidate<B>>>,
    /// Whether ProbCut is on.
    pub(crate) prunes: bool,
    pub(crate) watch: Watch<'a>,
    /// Node count at which to check the limits again.
    look_at: u64,
    is_over: bool,
}

/// Nodes between two checks of the stop flag and the clock. On the largest board a node takes about
/// ten times as long as on 8×8.
const fn look_interval(size: u32) -> u64 {
    if size <= 8 { 128 } else { 16 }
}

impl<'a, B: Bits> Searcher<'a, B> {
    pub(crate) fn new(
        geometry: &'a Geometry<B>,
        evaluation: &'a Evaluation,
        table: &'a mut TranspositionTable,
        watch: Watch<'a>,
    ) -> Searcher<'a, B> {
        Searcher {
            geometry,
            evaluation,
            table,
            nodes: 0,
            history: vec![0; (geometry.size * geometry.size) as usize],
            spare: Vec::new(),
            prunes: true,
            watch,
            look_at: 0,
            is_over: false,
        }
    }

    /// Counts a node and returns whether the search must end. Scores are meaningless after that.
    #[inline(always)]
    pub(crate) fn must_end(&mut self) -> bool {
        if self.nodes >= self.look_at {
            self.look();
        }
        self.nodes += 1;
        self.is_over
    }

    #[cold]
    fn look(&mut self) {
        self.is_over |= self.watch.must_end(self.nodes);
        let interval = look_interval(self.geometry.size);
        self.look_at = self.watch.next_look(self.nodes, interval);
    }

    /// Checks now whether the search must end.
    pub(crate) fn must_end_now(&mut self) -> bool {
        self.look();
        self.is_over
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    #[inline(always)]
    pub(crate) fn empty_count(&self, board: Board<B>) -> u32 {
        self.geometry.empty(board).count() as u32
    }
}
