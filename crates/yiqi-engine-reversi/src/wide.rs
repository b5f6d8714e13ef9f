//! Boards of any size, and anti-reversi.
//!
//! The 8×8 engine uses patterns of that board; this one uses a few features that exist on every
//! board. It searches on one thread, however many it is given, so that under a node limit its
//! results are the same on every machine.
//!
//! Values are in stones for the side to move: how many more it has than the opponent at the end or,
//! in anti-reversi, how many fewer. Empty points count for neither side.
//!
//! Read in this order: `bits`, `board`, `evaluation`, `midgame`, `endgame`, `root`.

mod bits;
mod board;
mod candidates;
mod endgame;
pub mod evaluation;
mod instruction_set;
mod midgame;
mod root;
mod searcher;
mod table;

use std::sync::Arc;

use yiqi_rules::Reversi;
use yiqi_search::{Analysis, Limits, SearchRequest, Stop, Watch};

use self::bits::{Bits, Words};
use self::board::{Geometry, kind};
use self::evaluation::{Features, WideWeights, built_in};
use self::instruction_set::{InstructionSet, Portable};
use self::searcher::{Searcher, Window};
use self::table::TranspositionTable;
use crate::kernel::Instructions;

/// The engine for boards of any size. It keeps its transposition table between searches.
pub(crate) struct WideEngine {
    /// Allocated on first use.
    table: Option<TranspositionTable>,
    hash_mib: usize,
    weights: Arc<WideWeights>,
    instructions: Instructions,
}

impl WideEngine {
    pub(crate) fn new(hash_mib: usize) -> WideEngine {
        WideEngine {
            table: None,
            hash_mib,
            weights: built_in(),
            instructions: Instructions::best(),
        }
    }

    pub(crate) fn set_weights(&mut self, weights: WideWeights) {
        self.weights = Arc::new(weights);
    }

    /// Searches a position in which the side to move can place a stone. `position` is the one in
    /// the request.
    pub(crate) fn think(&mut self, position: &Reversi, request: SearchRequest<'_>) -> Analysis {
        match self.instructions {
            Instructions::Portable => self.sized::<Portable>(position, request),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 | Instructions::Avx512 => {
                self.sized::<instruction_set::Avx2>(position, request)
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => self.sized::<Portable>(position, request),
        }
    }

    /// Picks the smallest of five bit set types that holds the board.
    fn sized<I: InstructionSet>(
        &mut self,
        position: &Reversi,
        request: SearchRequest<'_>,
    ) -> Analysis {
        match kind(position).0 {
            ..=8 => self.search::<I, u64>(position, request),
            9..=10 => self.search::<I, u128>(position, request),
            11..=16 => self.search::<I, Words<4>>(position, request),
            17..=22 => self.search::<I, Words<8>>(position, request),
            _ => self.search::<I, Words<11>>(position, request),
        }
    }

    fn search<I: InstructionSet, B: Bits>(
        &mut self,
        position: &Reversi,
        request: SearchRequest<'_>,
    ) -> Analysis {
        let SearchRequest {
            line_count, limits, ..
        } = request;
        let watch = Watch::new(&limits, &request.stop);
        let (size, is_anti) = kind(position);
        let geometry = Geometry::<B>::new(size, is_anti);
        let table = table(&mut self.table, self.hash_mib);
        table.grow_older();
        let scale = self.weights.scale(size, is_anti);
        let mut searcher = Searcher::new(&geometry, scale, table, watch);
        let board = geometry.board_of(position);
        root::run::<I, B>(&mut searcher, board, line_count, &limits, request.report)
    }

    pub(crate) fn prepare(&mut self) {
        table(&mut self.table, self.hash_mib);
    }

    pub(crate) fn forget(&mut self) {
        self.table = None;
    }
}

fn table(place: &mut Option<TranspositionTable>, hash_mib: usize) -> &mut TranspositionTable {
    place.get_or_insert_with(|| TranspositionTable::new(hash_mib))
}

/// The phase and the features of a position, for fitting weights.
#[must_use]
pub fn features(position: &Reversi) -> (usize, Features) {
    match kind(position).0 {
        ..=8 => features_of::<u64>(position),
        9..=10 => features_of::<u128>(position),
        _ => features_of::<Words<11>>(position),
    }
}

fn features_of<B: Bits>(position: &Reversi) -> (usize, Features) {
    let (size, is_anti) = kind(position);
    let geometry = Geometry::<B>::new(size, is_anti);
    let board = geometry.board_of(position);
    let stone_count = (board.own | board.opposing).count();
    (
        evaluation::phase(stone_count, geometry.size),
        evaluation::features(&geometry, board, geometry.moves(board)),
    )
}

/// The value of a position in 16ths of a stone, searched `depth` plies without forward pruning; for
/// measurements.
#[must_use]
pub fn value_without_pruning(position: &Reversi, weights: &WideWeights, depth: u32) -> i32 {
    match kind(position).0 {
        ..=8 => value_of::<u64>(position, weights, depth),
        9..=10 => value_of::<u128>(position, weights, depth),
        _ => value_of::<Words<11>>(position, weights, depth),
    }
}

fn value_of<B: Bits>(position: &Reversi, weights: &WideWeights, depth: u32) -> i32 {
    let (size, is_anti) = kind(position);
    let geometry = Geometry::<B>::new(size, is_anti);
    let scale = weights.scale(size, is_anti);
    let (mut table, stop) = (TranspositionTable::new(1), Stop::new());
    let watch = Watch::new(&Limits::OPEN, &stop);
    let mut searcher = Searcher::new(&geometry, scale, &mut table, watch);
    searcher.prunes = false;
    let everything = Window {
        alpha: i32::from(i16::MIN),
        beta: i32::from(i16::MAX),
    };
    Portable::node(
        &mut searcher,
        geometry.board_of(position),
        everything,
        depth,
    )
}
