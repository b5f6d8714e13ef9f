//! Boards of any size, and anti-reversi.
//!
//! As in the engine for 8×8, the evaluation adds up weights of patterns; here they are patterns near
//! corners and edges that exist on every board, and a few counts such as mobility. This engine
//! searches on one thread, however many it is given, so that under a node limit its results are the
//! same on every machine.
//!
//! Values are in stones for the side to move: how many more it has than the opponent at the end or,
//! in anti-reversi, how many fewer. Empty points count for neither side.
//!
//! Read in this order: `bits`, `board`, `patterns`, `evaluation`, `weights`, `midgame`, `endgame`,
//! `root`.

mod bits;
mod board;
mod candidates;
mod endgame;
pub mod evaluation;
mod instruction_set;
mod midgame;
pub mod patterns;
mod root;
mod searcher;
mod table;
pub mod weights;

use std::sync::Arc;

use yiqi_rules::Reversi;
use yiqi_search::{Analysis, Limits, SearchRequest, Stop, Watch};

use self::bits::{Bits, Words};
use self::board::{Geometry, kind};
use self::evaluation::Evaluation;
use self::instruction_set::{InstructionSet, Portable};
use self::searcher::{Searcher, Window};
use self::table::TranspositionTable;
use self::weights::{WideWeights, built_in};
use crate::kernel::Instructions;

/// The engine for boards of any size. It keeps its transposition table between searches.
pub(crate) struct WideEngine {
    /// Allocated on first use.
    table: Option<TranspositionTable>,
    hash_mib: usize,
    /// Instead of the built-in weights.
    weights: Option<WideWeights>,
    /// The evaluation of the last search, with its board size and variant.
    evaluation: Option<(u8, bool, Arc<Evaluation>)>,
    instructions: Instructions,
}

impl WideEngine {
    pub(crate) fn new(hash_mib: usize) -> WideEngine {
        WideEngine {
            table: None,
            hash_mib,
            weights: None,
            evaluation: None,
            instructions: Instructions::best(),
        }
    }

    pub(crate) fn set_weights(&mut self, weights: WideWeights) {
        self.weights = Some(weights);
        self.evaluation = None;
    }

    fn evaluation(&mut self, size: u8, is_anti: bool) -> Arc<Evaluation> {
        if let Some((for_size, for_anti, evaluation)) = &self.evaluation
            && (*for_size, *for_anti) == (size, is_anti)
        {
            return Arc::clone(evaluation);
        }
        let evaluation = match &self.weights {
            Some(weights) => Arc::new(Evaluation::new(size, weights.scale(size, is_anti))),
            None => built_in(size, is_anti),
        };
        self.evaluation = Some((size, is_anti, Arc::clone(&evaluation)));
        evaluation
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

    /// Picks the smallest of six bit set types that holds the board.
    fn sized<I: InstructionSet>(
        &mut self,
        position: &Reversi,
        request: SearchRequest<'_>,
    ) -> Analysis {
        match kind(position).0 {
            ..=8 => self.search::<I, u64>(position, request),
            9..=10 => self.search::<I, u128>(position, request),
            11..=12 => self.search::<I, Words<3>>(position, request),
            13..=16 => self.search::<I, Words<4>>(position, request),
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
        let evaluation = self.evaluation(size, is_anti);
        let table = table(&mut self.table, self.hash_mib);
        table.grow_older();
        let mut searcher = Searcher::new(&geometry, &evaluation, table, watch);
        let board = geometry.board_of(position);
        root::run::<I, B>(&mut searcher, board, line_count, &limits, request.report)
    }

    /// Allocates and unpacks what searches of this size and variant need.
    pub(crate) fn prepare(&mut self, size: u8, is_anti: bool) {
        table(&mut self.table, self.hash_mib);
        self.evaluation(size, is_anti);
    }

    pub(crate) fn forget(&mut self) {
        self.table = None;
    }
}

fn table(place: &mut Option<TranspositionTable>, hash_mib: usize) -> &mut TranspositionTable {
    place.get_or_insert_with(|| TranspositionTable::new(hash_mib))
}

/// Searches positions of one size and variant without forward pruning; for measurements.
pub struct Probe(Evaluation);

impl Probe {
    /// Searches with these weights.
    #[must_use]
    pub fn new(weights: &WideWeights, size: u8, is_anti: bool) -> Probe {
        Probe(Evaluation::new(size, weights.scale(size, is_anti)))
    }

    /// The value of a position in 16ths of a stone, searched `depth` plies.
    #[must_use]
    pub fn value(&self, position: &Reversi, depth: u32) -> i32 {
        match kind(position).0 {
            ..=8 => self.sized::<u64>(position, depth),
            9..=10 => self.sized::<u128>(position, depth),
            11..=12 => self.sized::<Words<3>>(position, depth),
            _ => self.sized::<Words<11>>(position, depth),
        }
    }

    fn sized<B: Bits>(&self, position: &Reversi, depth: u32) -> i32 {
        let (size, is_anti) = kind(position);
        let geometry = Geometry::<B>::new(size, is_anti);
        let (mut table, stop) = (TranspositionTable::new(1), Stop::new());
        let watch = Watch::new(&Limits::OPEN, &stop);
        let mut searcher = Searcher::new(&geometry, &self.0, &mut table, watch);
        searcher.prunes = false;
        let everything = Window {
            alpha: i32::from(i16::MIN),
            beta: i32::from(i16::MAX),
        };
        let board = geometry.board_of(position);
        let configurations = self.0.configurations(board);
        Portable::node(&mut searcher, board, &configurations, everything, depth)
    }
}

#[cfg(test)]
mod tests {
    use yiqi_rules::{AnyPosition, Dice, GameSpec, ReversiSpec};

    use super::*;

    #[test]
    fn every_instruction_set_finds_the_same() {
        let mut dice = Dice::new(1);
        for (size, is_anti) in [(6, false), (8, true), (10, false), (12, true), (18, false)] {
            let spec = ReversiSpec::new(size, is_anti).unwrap();
            let mut position = AnyPosition::new(GameSpec::Reversi(spec));
            for _ in 0..2 * size {
                let moves = position.legal_moves();
                let _ = position.play_unchecked(*dice.pick(&moves));
            }
            let AnyPosition::Reversi(reversi) = &position else {
                unreachable!()
            };
            let found = [Instructions::Portable, Instructions::best()].map(|instructions| {
                let limits = Limits {
                    nodes: Some(5000),
                    ..Limits::OPEN
                };
                let mut engine = WideEngine::new(1);
                engine.instructions = instructions;
                engine.think(reversi, SearchRequest::new(&position, limits))
            });
            assert_eq!(found[0], found[1]);
        }
    }
}
