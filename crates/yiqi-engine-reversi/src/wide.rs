//! Boards of every size, and games in which fewer stones win.
//!
//! The engine for plain 8×8 knows patterns of that board; this one knows a few things that hold on every
//! board. It looks ahead with one thread, however many it is given, so that under a limit of nodes its
//! answers are the same on every machine.
//!
//! Values are stones in favour of the side to move: those it has more than the other at the end, or, where
//! fewer stones win, those it has fewer. Empty points count for nobody.
//!
//! Read in this order: `bits`, `board`, `evaluation`, `midgame`, `endgame`, `root`.

mod bits;
mod board;
mod candidates;
mod endgame;
pub mod evaluation;
mod level;
mod memory;
mod midgame;
mod root;
mod searcher;

use std::sync::Arc;

use yiqi_rules::Reversi;
use yiqi_search::{Analysis, Limits, Stop, Watch};

use self::bits::{Bits, Words};
use self::board::{Ground, kind};
use self::evaluation::{Features, WideWeights, built_in};
use self::level::{Level, Plain};
use self::memory::Memory;
use self::searcher::{Searcher, Window};
use crate::kernel::Instructions;

/// The engine for boards of every size. It keeps what it learned between two questions.
pub(crate) struct WideEngine {
    /// Made when it is first needed.
    memory: Option<Memory>,
    hash_mib: usize,
    weights: Arc<WideWeights>,
    instructions: Instructions,
}

/// A position with a move, and how long to think about it.
struct Question<'a> {
    position: &'a Reversi,
    line_count: usize,
    limits: &'a Limits,
    stop: &'a Stop,
}

impl WideEngine {
    pub(crate) fn new(hash_mib: usize) -> WideEngine {
        WideEngine {
            memory: None,
            hash_mib,
            weights: built_in(),
            instructions: Instructions::best(),
        }
    }

    pub(crate) fn set_weights(&mut self, weights: WideWeights) {
        self.weights = Arc::new(weights);
    }

    /// What it thinks of a position in which the side to move has a move.
    pub(crate) fn think(
        &mut self,
        position: &Reversi,
        line_count: usize,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let question = Question {
            position,
            line_count,
            limits,
            stop,
        };
        let mut think = |engine: &mut WideEngine| match engine.instructions {
            Instructions::Portable => engine.sized::<Plain>(&question, report),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 | Instructions::Avx512 => {
                engine.sized::<level::Modern>(&question, report)
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => engine.sized::<Plain>(&question, report),
        };
        think(self)
    }

    /// As few words as the board needs, in five sizes.
    fn sized<L: Level>(
        &mut self,
        question: &Question,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        match kind(question.position).0 {
            ..=8 => self.ask::<L, u64>(question, report),
            9..=10 => self.ask::<L, u128>(question, report),
            11..=16 => self.ask::<L, Words<4>>(question, report),
            17..=22 => self.ask::<L, Words<8>>(question, report),
            _ => self.ask::<L, Words<11>>(question, report),
        }
    }

    fn ask<L: Level, B: Bits>(
        &mut self,
        question: &Question,
        report: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let watch = Watch::new(question.limits, question.stop);
        let (size, is_anti) = kind(question.position);
        let ground = Ground::<B>::new(size, is_anti);
        let memory = self
            .memory
            .get_or_insert_with(|| Memory::new(self.hash_mib));
        memory.grow_older();
        let scale = self.weights.scale(size, is_anti);
        let mut searcher = Searcher::new(&ground, scale, memory, watch);
        let board = ground.board_of(question.position);
        root::run::<L, B>(
            &mut searcher,
            board,
            question.line_count,
            question.limits,
            report,
        )
    }

    pub(crate) fn forget(&mut self) {
        self.memory = None;
    }
}

/// The phase and the features of a position: for fitting weights.
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
    let ground = Ground::<B>::new(size, is_anti);
    let board = ground.board_of(position);
    let stone_count = (board.own | board.opposing).count();
    (
        evaluation::phase(stone_count, ground.size),
        evaluation::features(&ground, board, ground.moves(board)),
    )
}

/// The value of a position in 16ths of a stone, so many plies ahead and without forward pruning: for
/// measuring.
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
    let ground = Ground::<B>::new(size, is_anti);
    let scale = weights.scale(size, is_anti);
    let (mut memory, stop) = (Memory::new(1), Stop::new());
    let watch = Watch::new(&Limits::OPEN, &stop);
    let mut searcher = Searcher::new(&ground, scale, &mut memory, watch);
    searcher.prunes = false;
    let everything = Window {
        alpha: i32::from(i16::MIN),
        beta: i32::from(i16::MAX),
    };
    Plain::node(&mut searcher, ground.board_of(position), everything, depth)
}
