//! Which answers to an attack count: all others leave the threat as it is, and lose to it.
//!
//! A threat is a win by fours that would follow if the defender passed. An answer counts if the same
//! fours no longer win after it; so every answer that is left out is known to lose.

use crate::board::{Board, PASS, Rows, STEPS, points};
use crate::fours::FourSearch;
use crate::row::Row;
use crate::shape::{FIVE, FOUR, SURE_FOUR, is_suspect};

/// Nodes to find the fours that are threatened.
const THREAT_NODES: u64 = 100;

/// What a defender may do.
pub(crate) enum Answers {
    /// It loses in so many plies whatever it does.
    Lost(u16),
    /// It makes five.
    Won,
    /// No threat is seen: any answer may do.
    Any,
    /// All answers but these lose to the threat. Some of them may be forbidden.
    Only(Vec<usize>),
}

/// What the side to move may do against the other side's attack.
pub(crate) fn answers(board: &mut Board, fours: &mut FourSearch) -> Answers {
    let defender = board.turn();
    let attacker = defender ^ 1;
    if board.count(defender, FIVE) > 0 {
        return Answers::Won;
    }
    match board.count(attacker, FIVE) {
        0 => {}
        1 => {
            let at = board.first(attacker, FIVE);
            return if board.may_play(defender, at) {
                Answers::Only(vec![at])
            } else {
                Answers::Lost(2)
            };
        }
        _ => return Answers::Lost(2),
    }
    if board.count(attacker, SURE_FOUR) > 0
        && let Some(stops) = stops_of_sure_fours(board)
    {
        return Answers::Only(points(&stops).collect());
    }
    match stops_of_fours(board, fours) {
        Some(stops) => Answers::Only(stops),
        None => Answers::Any,
    }
}

/// The points that stop every sure four of the attacker, and the defender's own fours.
fn stops_of_sure_fours(board: &mut Board) -> Option<Rows> {
    let defender = board.turn();
    let attacker = defender ^ 1;
    let own_fours = *board.set(defender, FOUR);
    let threats = *board.set(attacker, SURE_FOUR);
    let mut common: Option<Rows> = None;
    board.play(PASS);
    for threat in points(&threats) {
        if may_become_forbidden(board, threat) || !board.may_play(attacker, threat) {
            continue;
        }
        let stops = stops_of(board, threat);
        common = Some(match common {
            None => stops,
            Some(common) => std::array::from_fn(|row| common[row] & stops[row]),
        });
    }
    board.undo();
    common.map(|common| std::array::from_fn(|row| common[row] | own_fours[row]))
}

/// Whether a stone of the defender elsewhere can make this point of the attacker forbidden: threes that do
/// not count yet, and fours that may be played together, may come to count.
fn may_become_forbidden(board: &Board, at: usize) -> bool {
    let attacker = board.turn();
    let rows = (0..4).map(|direction| board.row(attacker, at, direction));
    board.is_restricted(attacker)
        && rows
            .filter(|&row| row.is_four() || row.is_open_three() || row == Row::Loose)
            .count()
            > 1
}

/// The points that stop one sure four: its own, and those of the fives it leads to, if there are two.
fn stops_of(board: &mut Board, threat: usize) -> Rows {
    let attacker = board.turn();
    board.play(threat);
    let mut stops = match board.count(attacker, FIVE) {
        0..=2 => *board.set(attacker, FIVE),
        _ => Rows::default(),
    };
    board.undo();
    stops[threat / 32] |= 1 << (threat % 32);
    stops
}

/// The points after which the fours that are threatened no longer win, if fours are threatened.
fn stops_of_fours(board: &mut Board, fours: &mut FourSearch) -> Option<Vec<usize>> {
    let attacker = board.turn() ^ 1;
    if board.count(attacker, FOUR) == 0 {
        return None;
    }
    board.play(PASS);
    let is_found = fours.find(board, THREAT_NODES).is_some();
    board.undo();
    if !is_found {
        return None;
    }
    let line: Vec<usize> = fours.line().collect();
    let stops = suspects(board, &line)
        .into_iter()
        .filter(|&at| !still_wins(board, at, &line))
        .collect();
    Some(stops)
}

/// The points that may have to do with a line of fours: all others surely have not.
fn suspects(board: &mut Board, line: &[usize]) -> Vec<usize> {
    board.play(PASS);
    let is_tangled = rests_on_forbidden(board, line);
    board.undo();
    if is_tangled {
        // Stones far away may matter.
        return board.empty_points().collect();
    }
    let defender = board.turn();
    let mut found = *board.set(defender, FOUR);
    let mut add = |at: usize| found[at / 32] |= 1 << (at % 32);
    for &at in line.iter().filter(|&&at| at != PASS) {
        add(at);
    }
    let size = board.size() as isize;
    for &answer in line.iter().skip(1).step_by(2).filter(|&&at| at != PASS) {
        for step in STEPS {
            // With the answer, a stone within four steps may become four or five.
            for count in -4..=4 {
                let at = answer as isize + count * step;
                let (row, col) = (at.div_euclid(32), at.rem_euclid(32));
                if (0..size).contains(&row) && col < size {
                    add(at as usize);
                }
            }
        }
    }
    points(&found).filter(|&at| board.is_empty_at(at)).collect()
}

/// Whether a line of fours has to do with points that are forbidden, or may come to be.
fn rests_on_forbidden(board: &mut Board, line: &[usize]) -> bool {
    let attacker = board.turn();
    let defender = attacker ^ 1;
    if !board.is_restricted(attacker) && !board.is_restricted(defender) {
        return false;
    }
    let mut found = false;
    let mut length = 0;
    for pair in line.chunks(2) {
        found |= board.is_restricted(attacker) && is_suspect(board.kinds_at(attacker, pair[0]));
        let &[four, answer] = pair else {
            break;
        };
        board.play(four);
        found |= board.count(attacker, FIVE) == 1 && board.first(attacker, FIVE) != answer;
        board.play(answer);
        length += 2;
    }
    for _ in 0..length {
        board.undo();
    }
    found
}

/// Whether a line of fours wins after an answer: it is played again, move by move.
fn still_wins(board: &mut Board, answer: usize, line: &[usize]) -> bool {
    let defender = board.turn();
    if !board.may_play(defender, answer) {
        // It is no answer.
        return true;
    }
    board.play(answer);
    let wins = replay(board, line);
    board.undo();
    wins
}

/// Whether the side to move wins by these fours, each answered in the only way.
fn replay(board: &mut Board, line: &[usize]) -> bool {
    let attacker = board.turn();
    let defender = attacker ^ 1;
    if board.count(attacker, FIVE) > 0 {
        return true;
    }
    let [four, rest @ ..] = line else {
        return false;
    };
    if board.count(defender, FIVE) > 0
        || !board.is_empty_at(*four)
        || !board.may_play(attacker, *four)
    {
        return false;
    }
    board.play(*four);
    let wins = holds(board, rest);
    board.undo();
    wins
}

/// Whether the defender, to move, loses against the rest of the line.
fn holds(board: &mut Board, line: &[usize]) -> bool {
    let defender = board.turn();
    let attacker = defender ^ 1;
    if board.count(defender, FIVE) > 0 {
        return false;
    }
    match board.count(attacker, FIVE) {
        0 => return false,
        1 => {}
        _ => return true,
    }
    let stop = board.first(attacker, FIVE);
    if !board.may_play(defender, stop) {
        return true;
    }
    match line {
        [expected, rest @ ..] if *expected == stop => {
            board.play(stop);
            let wins = replay(board, rest);
            board.undo();
            wins
        }
        _ => false,
    }
}
