//! Lines of forced wins, played to their end.
//!
//! Search knows the plies of a win from the table or from fours, but its line often stops short. Here
//! it is completed, so that whoever looks sees why the game is won.

use std::sync::atomic::{AtomicBool, AtomicU64};

use crate::board::{Board, NOWHERE, PASS, points};
use crate::fours::FourSearch;
use crate::moves::{Urgency, defences, urgency};
use crate::search::{Root, Shared, Worker};
use crate::shape::FIVE;
use crate::threats::{ThreatSearch, wish};
use crate::value::{ENDLESS, WON_MIN};

/// Nodes for each step of a line.
const FOUR_NODES: u64 = 5_000;
const THREAT_NODES: u64 = 10_000;
const SEARCH_NODES: u64 = 50_000;
/// Moves after which a line is left as it is.
const LENGTH_MAX: usize = 250;

/// Completes the line of a won game to the winning move; whether it could before the search must end.
pub(crate) fn complete(
    board: &Board,
    shared: &Shared<'_>,
    winner: usize,
    line: &mut Vec<usize>,
) -> bool {
    let mut board = board.clone();
    let must_end = wish(shared.stop, shared.deadline);
    let mut is_over = play_known(&mut board, line);
    while !is_over && line.len() < LENGTH_MAX && !board.is_full() && !must_end() {
        let next = if board.turn() == winner {
            if let Some(rest) = win_line(&mut board, &must_end) {
                line.extend(rest);
                return true;
            }
            winning_move(&mut board, shared)
        } else {
            answer(&mut board, shared)
        };
        let Some(at) = next else {
            return false;
        };
        is_over = makes_five(&board, at);
        board.play(at);
        line.push(at);
    }
    is_over && board.turn() != winner
}

/// Plays what is known of the line and cuts off the rest; whether it ends the game.
fn play_known(board: &mut Board, line: &mut Vec<usize>) -> bool {
    let mut length = 0;
    let mut is_over = false;
    while length < line.len() && !is_over {
        let at = line[length];
        if at != PASS && !(board.is_empty_at(at) && board.may_play(board.turn(), at)) {
            break;
        }
        is_over = makes_five(board, at);
        board.play(at);
        length += 1;
    }
    line.truncate(length);
    is_over
}

fn makes_five(board: &Board, at: usize) -> bool {
    at != PASS && board.kinds_at(board.turn(), at) >> FIVE & 1 != 0
}

/// A win by fours, or by fours and threes.
fn win_line(board: &mut Board, must_end: &dyn Fn() -> bool) -> Option<Vec<usize>> {
    let mut fours = FourSearch::new();
    if fours.find(board, FOUR_NODES).is_some() {
        return Some(fours.line().collect());
    }
    ThreatSearch::new(THREAT_NODES, must_end).find(board)
}

/// A move that keeps the game won: from the table, or from a search of its own.
fn winning_move(board: &mut Board, shared: &Shared<'_>) -> Option<usize> {
    let side = board.turn();
    if let Some(entry) = shared.table.get(board.hash())
        && i32::from(entry.value) >= WON_MIN
        && usize::from(entry.best) != NOWHERE
        && board.is_empty_at(usize::from(entry.best))
        && board.may_play(side, usize::from(entry.best))
    {
        return Some(usize::from(entry.best));
    }
    let own = Shared {
        node_max: Some(SEARCH_NODES),
        nodes: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
        ..*shared
    };
    let near: Vec<usize> = points(&board.near_points()).collect();
    let mut roots: Vec<Root> = near
        .into_iter()
        .filter(|&at| board.may_play(side, at))
        .map(Root::new)
        .collect();
    let mut worker = Worker::new(board.clone(), &own);
    for depth in 1..64 {
        let value = worker.search_root(&mut roots, depth, -ENDLESS, ENDLESS);
        if worker.is_stopped {
            return None;
        }
        if value >= WON_MIN {
            return Some(roots[0].at);
        }
    }
    None
}

/// The loser's move: what the table would play, or what is forced.
fn answer(board: &mut Board, shared: &Shared<'_>) -> Option<usize> {
    let side = board.turn();
    let forced = match urgency(board) {
        Urgency::Five => return Some(board.first(side, FIVE)),
        Urgency::StopFive(_) => points(board.set(side ^ 1, FIVE)).collect(),
        Urgency::SureFour(at) => vec![at],
        Urgency::StopSureFour => points(&defences(board)).collect(),
        Urgency::Quiet => Vec::new(),
    };
    let known = shared
        .table
        .get(board.hash())
        .map(|entry| usize::from(entry.best))
        .filter(|&at| at != NOWHERE && at != PASS && board.is_empty_at(at));
    let near = points(&board.near_points()).collect::<Vec<_>>();
    let moves: Vec<usize> = known.into_iter().chain(forced).chain(near).collect();
    moves.into_iter().find(|&at| board.may_play(side, at))
}
