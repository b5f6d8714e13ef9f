//! Alpha-beta: one thread's search of one position.
//!
//! [`Worker::search`] is principal-variation search. Urgent positions are answered first: five, the
//! stop of a five, a sure four. Where the other side threatens a sure four, only what may stop it is
//! looked at. At the leaves a search for wins by fours tells whether the estimate can be trusted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use yiqi_rules::ByColor;
use yiqi_search::Stop;

use crate::board::{Board, scramble};
use crate::evaluation::Evaluator;
use crate::moves::{Candidate, Urgency, pick_best, urgency, winning_four_defenses};
use crate::point_index::{EngineMove, POINTS, PointIndex};
use crate::shape::Threat;
use crate::table::{Bound, Entry, Table};
use crate::tuning::Tuning;
use crate::value::{EVAL_MAX, INFINITE, WON_MIN, is_decided, win_in};
use crate::vcf::VcfSearch;
use crate::weights::Weights;

/// Plies from the root at the most.
pub(crate) const PLY_MAX: usize = 200;

/// Nodes between two looks at the clock.
const CHECK_EVERY: u64 = 512;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) weights: &'a Arc<Weights>,
    pub(crate) tuning: Tuning,
    pub(crate) stop: &'a Stop,
    pub(crate) deadline: Option<Instant>,
    pub(crate) node_max: Option<u64>,
    /// Nodes of all threads, as far as they were told.
    pub(crate) nodes: AtomicU64,
    /// Set when the search is over.
    pub(crate) is_over: AtomicBool,
}

/// One thread's search.
pub(crate) struct Worker<'a> {
    pub(crate) board: Board,
    evaluator: Evaluator,
    shared: &'a Shared<'a>,
    vcf: VcfSearch,
    nodes: u64,
    reported_nodes: u64,
    next_check: u64,
    /// The search is to end; values of unfinished nodes mean nothing.
    pub(crate) is_stopped: bool,
    history: Box<ByColor<[i16; POINTS]>>,
    countermoves: Box<ByColor<[Option<PointIndex>; POINTS]>>,
    killers: [[Option<PointIndex>; 2]; PLY_MAX + 1],
    evaluations: [i32; PLY_MAX + 1],
    /// Moves of the nodes on the way to the present one.
    moves: Vec<Candidate>,
    lines: Box<[[EngineMove; PLY_MAX + 1]; PLY_MAX + 1]>,
    line_lengths: [usize; PLY_MAX + 2],
    reductions: [[i8; 64]; 64],
    tuning: Tuning,
}

/// Whether a node may be on the principal variation, decided when the code is made.
trait NodeKind {
    const PV: bool;
}
struct PvNode;
struct NonPvNode;
impl NodeKind for PvNode {
    const PV: bool = true;
}
impl NodeKind for NonPvNode {
    const PV: bool = false;
}

impl<'a> Worker<'a> {
    pub(crate) fn new(board: Board, shared: &'a Shared<'a>) -> Worker<'a> {
        let tuning = shared.tuning;
        let mut reductions = [[0; 64]; 64];
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (index, cell) in row.iter_mut().enumerate().skip(1) {
                let logarithms = (depth as f64).ln() * (index as f64).ln();
                let reduction = f64::from(tuning.reduction_base) / 100.0
                    + logarithms * 100.0 / f64::from(tuning.reduction_divisor);
                *cell = reduction as i8;
            }
        }
        Worker {
            evaluator: Evaluator::new(Arc::clone(shared.weights), &board),
            board,
            shared,
            vcf: VcfSearch::new(),
            nodes: 0,
            reported_nodes: 0,
            next_check: 0,
            is_stopped: false,
            history: Box::new(ByColor {
                black: [0; POINTS],
                white: [0; POINTS],
            }),
            countermoves: Box::new(ByColor {
                black: [None; POINTS],
                white: [None; POINTS],
            }),
            killers: [[None; 2]; PLY_MAX + 1],
            evaluations: [0; PLY_MAX + 1],
            moves: Vec::with_capacity(8192),
            lines: Box::new([[EngineMove::Pass; PLY_MAX + 1]; PLY_MAX + 1]),
            line_lengths: [0; PLY_MAX + 2],
            reductions,
            tuning,
        }
    }

    /// Half the first window around an expected value.
    pub(crate) fn window(&self) -> i32 {
        self.tuning.window
    }

    /// Positions looked at by this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes
    }

    /// The moves that are expected after a root move that was searched last.
    fn line_from(&self, ply: usize) -> impl Iterator<Item = EngineMove> + '_ {
        self.lines[ply][..self.line_lengths[ply]].iter().copied()
    }

    /// Searches root moves from `first` on within a window. Puts the best to `first` and returns its
    /// value; its line is left at the root.
    pub(crate) fn search_root(
        &mut self,
        roots: &mut [Root],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = -INFINITE;
        let old_alpha = alpha;
        for index in 0..roots.len() {
            let mv = roots[index].mv;
            let own = self.board.turn();
            let is_five = mv
                .point()
                .is_some_and(|at| self.board.threats(own, at).contains(Threat::Five));
            self.board.play_move(mv);
            let mut value = win_in(1);
            if is_five {
                self.line_lengths[1] = 0;
            } else if index > 0 {
                let reduction = if depth >= 3 && index > 2 {
                    (i32::from(self.reductions[(depth as usize).min(63)][index.min(63)]) - 1).max(0)
                } else {
                    0
                };
                value =
                    -self.search::<NonPvNode>(-alpha - 1, -alpha, depth - 1 - reduction, 1, None);
                if value > alpha && reduction > 0 && !self.is_stopped {
                    value = -self.search::<NonPvNode>(-alpha - 1, -alpha, depth - 1, 1, None);
                }
            }
            if !is_five && (index == 0 || value > alpha && !self.is_stopped) {
                value = -self.search::<PvNode>(-beta, -alpha, depth - 1, 1, None);
            }
            self.board.undo();
            if self.is_stopped {
                return best;
            }
            // Below the window nothing is known of the order.
            if value > best && (index == 0 || value > old_alpha) {
                roots[index].value = value;
                roots[index].depth = depth;
                let line: Vec<EngineMove> = self.line_from(1).collect();
                let root = &mut roots[index];
                root.line.clear();
                root.line.push(mv);
                if value > old_alpha {
                    root.line.extend(line);
                }
                // The best so far comes first; the others keep their order.
                roots[..=index].rotate_right(1);
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The value of the position for the side to move.
    fn search<K: NodeKind>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        excluded: Option<PointIndex>,
    ) -> i32 {
        self.line_lengths[ply] = 0;
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        if self.board.is_full() {
            return 0;
        }
        if ply >= PLY_MAX {
            return self.estimate();
        }
        // A game already won sooner elsewhere is not made better here.
        alpha = alpha.max(-win_in(ply));
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let own = self.board.turn();
        let tuning = self.tuning;
        let urgency = urgency(&mut self.board);
        match urgency {
            Urgency::Five(at) => {
                self.set_line(ply, at, false);
                return win_in(ply + 1);
            }
            Urgency::BlockFive(at) => return self.block_five::<K>(at, alpha, beta, depth, ply),
            Urgency::WinningFour(at) => {
                self.set_line(ply, at, false);
                return win_in(ply + 3);
            }
            Urgency::BlockWinningFour | Urgency::Quiet => {}
        }
        let is_threatened = urgency == Urgency::BlockWinningFour;

        let hash = match excluded {
            None => self.board.hash(),
            Some(at) => self.board.hash() ^ scramble(at.index() as u64 | 1 << 42),
        };
        let known = self.shared.table.get(hash);
        let known_best = known.and_then(|entry| entry.best);
        // Where no good move is known, a ply less will do.
        let less = i32::from(known_best.is_none() && depth >= tuning.iir_depth);
        if let Some(entry) = known
            && !K::PV
            && i32::from(entry.depth) >= (depth - less).max(0)
        {
            let value = from_table(entry.value, ply);
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if enough {
                return value;
            }
        }
        if depth <= 0 {
            return self.leaf(alpha, beta, ply, is_threatened, known);
        }

        let estimate = match known {
            Some(entry) => i32::from(entry.evaluation),
            None => self.estimate(),
        };
        self.evaluations[ply] = estimate;
        // A known bound says more than the estimate.
        let mut evaluation = estimate;
        if let Some(entry) = known {
            let value = from_table(entry.value, ply);
            if !is_decided(value)
                && (entry.bound == Bound::Exact
                    || (entry.bound == Bound::Lower) == (value > estimate))
            {
                evaluation = value;
            }
        }

        if excluded.is_none() {
            if self.board.threat_count(own, Threat::Four) > 0
                && let Some(plies) = self
                    .vcf
                    .find(&mut self.board, self.tuning.inner_vcf_nodes as u64)
            {
                return self.vcf_win(hash, ply, plies, estimate);
            }
            if !K::PV && !is_threatened {
                if depth <= tuning.razor_depth
                    && evaluation + tuning.razor_base + tuning.razor * depth < alpha
                {
                    // Without a win by fours it will hardly reach alpha.
                    return evaluation;
                }
                if depth <= tuning.futility_depth
                    && evaluation + tuning.futility_turn - tuning.futility * depth >= beta
                    && !is_decided(beta)
                {
                    return evaluation;
                }
            }
        }
        depth -= less;

        let first = self.moves.len();
        self.list_moves(is_threatened, known_best, ply);
        if self.moves.len() == first {
            let value = self.no_moves(alpha, beta, depth, ply, is_threatened);
            self.moves.truncate(first);
            return value;
        }

        let improving = ply < 2 || estimate > self.evaluations[ply - 2];
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_at = None;
        let mut tried = 0;
        let mut next = first;
        let mut quiets_tried = [PointIndex::new(0); 32];
        let mut quiet_count = 0;
        let mut first_policy = None;
        while let Some(candidate) = pick_best(&mut self.moves[next..]) {
            next += 1;
            let at = candidate.at;
            if Some(at) == excluded || !self.board.may_play(own, at) {
                continue;
            }
            let threats = self.board.threats(own, at);
            let makes_threat = threats.has_four_or_three();
            if best > -WON_MIN && !is_threatened && tried > 0 {
                if tried >= late_limit(&tuning, depth, improving, K::PV) {
                    break;
                }
                let stops = self.board.threats(own.other(), at).has_four_or_three();
                if !K::PV
                    && depth <= tuning.late_futility_depth
                    && !makes_threat
                    && !stops
                    && evaluation + tuning.late_futility_base + tuning.late_futility * depth
                        <= alpha
                {
                    continue;
                }
            }

            let mut extension = 0;
            if Some(at) == known_best
                && excluded.is_none()
                && depth >= tuning.singular_depth
                && let Some(entry) = known
                && i32::from(entry.depth) >= depth - 3
                && entry.bound != Bound::Upper
            {
                let value = from_table(entry.value, ply);
                if !is_decided(value) {
                    let bar = value - tuning.singular_margin * depth;
                    let other =
                        self.search::<NonPvNode>(bar - 1, bar, (depth - 1) / 2, ply, Some(at));
                    self.line_lengths[ply] = 0;
                    if self.is_stopped {
                        self.moves.truncate(first);
                        return 0;
                    }
                    if other < bar {
                        extension = 1;
                    } else if !K::PV && bar >= beta {
                        self.moves.truncate(first);
                        return bar;
                    }
                }
            }

            let policy = candidate.policy;
            let best_policy = *first_policy.get_or_insert(policy);
            let new_depth = depth - 1 + extension;
            self.board.play(at);
            self.shared.table.prefetch(self.board.hash());
            let mut value = 0;
            let mut full = tried == 0;
            if !full {
                let mut reduction = 0;
                if depth >= 2 && tried > 1 {
                    reduction = i32::from(self.reductions[(depth as usize).min(63)][tried.min(63)]);
                    if K::PV {
                        reduction -= 1;
                    }
                    if threats.contains(Threat::Four) || is_threatened {
                        reduction -= 2;
                    } else if makes_threat {
                        reduction -= 1;
                    }
                    reduction -=
                        i32::from(self.history[own][at.index()]) / tuning.reduction_history;
                    // What looks less promising than the first move is looked at less.
                    let less = (best_policy - policy) / tuning.reduction_policy;
                    reduction += less.clamp(-1, 2);
                    reduction = reduction.clamp(0, (new_depth - 1).max(0));
                }
                value = -self.search::<NonPvNode>(
                    -alpha - 1,
                    -alpha,
                    new_depth - reduction,
                    ply + 1,
                    None,
                );
                if value > alpha && reduction > 0 && !self.is_stopped {
                    value = -self.search::<NonPvNode>(-alpha - 1, -alpha, new_depth, ply + 1, None);
                }
                full = K::PV && value > alpha && value < beta;
            }
            if full && !self.is_stopped {
                value = -self.search::<K>(-beta, -alpha, new_depth, ply + 1, None);
            }
            self.board.undo();
            tried += 1;
            if self.is_stopped {
                self.moves.truncate(first);
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_at = Some(at);
                    if K::PV {
                        self.set_line(ply, at, true);
                    }
                    alpha = value;
                    if alpha >= beta {
                        self.update_history(at, ply, depth, &quiets_tried[..quiet_count]);
                        break;
                    }
                }
            }
            if quiet_count < quiets_tried.len() {
                quiets_tried[quiet_count] = at;
                quiet_count += 1;
            }
        }
        self.moves.truncate(first);
        if tried == 0 {
            // Only the move left out could be played.
            return if excluded.is_none() {
                self.no_moves(alpha, beta, depth, ply, is_threatened)
            } else {
                alpha
            };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.put(
            hash,
            Entry {
                best: best_at,
                value: to_table(best, ply),
                evaluation: estimate as i16,
                depth: depth.clamp(0, 255) as u8,
                bound,
            },
        );
        best
    }

    /// Plays the only move that stops a five.
    fn block_five<K: NodeKind>(
        &mut self,
        at: PointIndex,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let own = self.board.turn();
        if self.board.threat_count(own.other(), Threat::Five) > 1 || !self.board.may_play(own, at) {
            return -win_in(ply + 2);
        }
        self.board.play(at);
        let value = -self.search::<K>(-beta, -alpha, depth, ply + 1, None);
        self.board.undo();
        if K::PV {
            self.set_line(ply, at, true);
        }
        value
    }

    /// The value at the end of the search: the estimate, unless fours decide the game.
    fn leaf(
        &mut self,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        is_threatened: bool,
        known: Option<Entry>,
    ) -> i32 {
        let hash = self.board.hash();
        let own = self.board.turn();
        let estimate = match known {
            Some(entry) => i32::from(entry.evaluation),
            None => self.estimate(),
        };
        let is_enough = !is_threatened && estimate >= beta;
        if !is_enough
            && self.board.threat_count(own, Threat::Four) > 0
            && let Some(plies) = self
                .vcf
                .find(&mut self.board, self.tuning.leaf_vcf_nodes as u64)
        {
            return self.vcf_win(hash, ply, plies, estimate);
        }
        if is_threatened && estimate + self.tuning.leaf_margin <= alpha {
            // Threatened and behind: the way out will hardly reach alpha.
            return estimate;
        }
        let mut best = estimate;
        if is_threatened {
            best = -INFINITE;
            let first = self.moves.len();
            self.list_moves(true, None, ply);
            let mut next = first;
            while let Some(candidate) = pick_best(&mut self.moves[next..]) {
                next += 1;
                let at = candidate.at;
                if !self.board.may_play(own, at) {
                    continue;
                }
                // No four wins here; those matter only as long as nothing else stops the threat.
                if self.board.threats(own, at).contains(Threat::Four) && best > -WON_MIN {
                    continue;
                }
                self.board.play(at);
                self.shared.table.prefetch(self.board.hash());
                let value = -self.search::<NonPvNode>(-beta, -alpha, 0, ply + 1, None);
                self.board.undo();
                if self.is_stopped {
                    self.moves.truncate(first);
                    return 0;
                }
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
            self.moves.truncate(first);
            if best == -INFINITE {
                return -win_in(ply + 4);
            }
        }
        if known.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            };
            self.shared.table.put(
                hash,
                Entry {
                    best: None,
                    value: to_table(best, ply),
                    evaluation: estimate as i16,
                    depth: 0,
                    bound: if is_threatened || is_enough {
                        bound
                    } else {
                        Bound::Exact
                    },
                },
            );
        }
        best
    }

    fn vcf_win(&mut self, hash: u64, ply: usize, plies: u32, estimate: i32) -> i32 {
        let value = win_in(ply + plies as usize);
        let line: Vec<EngineMove> = self.vcf.line().take(PLY_MAX - ply).collect();
        for (slot, &mv) in self.lines[ply].iter_mut().zip(&line) {
            *slot = mv;
        }
        self.line_lengths[ply] = line.len();
        self.shared.table.put(
            hash,
            Entry {
                best: line.first().and_then(|mv| mv.point()),
                value: to_table(value, ply),
                evaluation: estimate as i16,
                depth: u8::MAX,
                bound: Bound::Lower,
            },
        );
        value
    }

    /// The value where no move is worth a look: the threat cannot be stopped, or black may not play.
    fn no_moves(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        is_threatened: bool,
    ) -> i32 {
        if is_threatened {
            return -win_in(ply + 4);
        }
        let own = self.board.turn();
        let empty: Vec<PointIndex> = self.board.empty_points().collect();
        match self.board.first_playable(own, empty) {
            Some(at) => self.board.play(at),
            None => self.board.pass(),
        }
        let value = -self.search::<NonPvNode>(-beta, -alpha, depth - 1, ply + 1, None);
        self.board.undo();
        value
    }

    /// Adds the moves worth a look to the list, with their ranks.
    fn list_moves(&mut self, is_threatened: bool, known_best: Option<PointIndex>, ply: usize) {
        let own = self.board.turn();
        let rows = if is_threatened {
            winning_four_defenses(&mut self.board)
        } else {
            self.board.near_points()
        };
        let answer = self.countermoves[own][reply_slot(self.board.last_move())];
        let killers = self.killers[ply];
        let first = self.moves.len();
        self.moves.extend(rows.iter().map(Candidate::new));
        let moves = &mut self.moves[first..];
        self.evaluator.policy(&self.board, moves);
        for candidate in moves {
            let at = candidate.at;
            let mut rank = candidate.policy * self.tuning.order_policy;
            if Some(at) == known_best {
                rank += 1 << 24;
            } else {
                rank += i32::from(self.history[own][at.index()]) / self.tuning.order_history;
                if killers.contains(&Some(at)) {
                    rank += self.tuning.order_killer;
                }
                if Some(at) == answer {
                    rank += self.tuning.order_countermove;
                }
            }
            candidate.rank = rank;
        }
    }

    /// Remembers a move that was better than expected, and those tried before it.
    fn update_history(&mut self, at: PointIndex, ply: usize, depth: i32, before: &[PointIndex]) {
        let own = self.board.turn();
        let bonus = (depth * depth * 12 + 20).min(1600);
        let mut nudge = |at: PointIndex, bonus: i32| {
            let value = &mut self.history[own][at.index()];
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / 16_384) as i16;
        };
        nudge(at, bonus);
        for &other in before {
            nudge(other, -bonus / 2);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(at) {
            *killers = [Some(at), killers[0]];
        }
        self.countermoves[own][reply_slot(self.board.last_move())] = Some(at);
    }

    fn estimate(&mut self) -> i32 {
        let value = self.evaluator.value(&self.board);
        value.clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// Puts a move before the line of the next ply, or lets it stand alone.
    fn set_line(&mut self, ply: usize, at: PointIndex, goes_on: bool) {
        self.lines[ply][0] = EngineMove::Place(at);
        let mut length = 1;
        if goes_on {
            let next = self.line_lengths[ply + 1].min(PLY_MAX);
            let (upper, lower) = self.lines.split_at_mut(ply + 1);
            upper[ply][1..=next].copy_from_slice(&lower[0][..next]);
            length += next;
        }
        self.line_lengths[ply] = length;
    }

    /// Whether the search is to end; looks at the clock from time to time.
    fn must_stop(&mut self) -> bool {
        let nodes = self.nodes();
        if nodes < self.next_check {
            return self.is_stopped;
        }
        self.next_check = nodes + CHECK_EVERY;
        let shared = self.shared;
        let total = shared
            .nodes
            .fetch_add(nodes - self.reported_nodes, Ordering::Relaxed)
            + (nodes - self.reported_nodes);
        self.reported_nodes = nodes;
        if shared.stop.is_stopped()
            || shared.is_over.load(Ordering::Relaxed)
            || shared.node_max.is_some_and(|limit| total >= limit)
            || shared
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.is_stopped = true;
        }
        self.is_stopped
    }
}

/// A move at the root with its result.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) mv: EngineMove,
    pub(crate) value: i32,
    pub(crate) depth: i32,
    pub(crate) line: Vec<EngineMove>,
    /// The value for which a proof was last tried, and the complete line if it succeeded.
    pub(crate) proof: Option<(i32, Option<Vec<EngineMove>>)>,
}

impl Root {
    pub(crate) fn new(mv: EngineMove) -> Root {
        Root {
            mv,
            value: 0,
            depth: 0,
            line: vec![mv],
            proof: None,
        }
    }
}

/// The countermove slot of a previous move. No stone has the last index, so it serves for passes.
fn reply_slot(last: Option<EngineMove>) -> usize {
    match last {
        Some(EngineMove::Place(at)) => at.index(),
        Some(EngineMove::Pass) | None => POINTS - 1,
    }
}

/// Moves that are looked at before the rest is left out.
fn late_limit(tuning: &Tuning, depth: i32, improving: bool, pv: bool) -> usize {
    let base = tuning.late_base + tuning.late * depth + depth * depth * tuning.late_square / 100;
    let limit = if improving { base } else { base * 2 / 3 };
    if pv {
        2 * limit as usize
    } else {
        limit as usize
    }
}

/// Values of decided games count from the position in the table, from the root in search.
fn to_table(value: i32, ply: usize) -> i16 {
    if is_decided(value) {
        (value + value.signum() * ply as i32) as i16
    } else {
        value as i16
    }
}

fn from_table(value: i16, ply: usize) -> i32 {
    let value = i32::from(value);
    if is_decided(value) {
        value - value.signum() * ply as i32
    } else {
        value
    }
}
