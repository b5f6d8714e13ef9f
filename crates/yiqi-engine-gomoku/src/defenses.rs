//! Which answers to an attack count: all others leave the threat as it is, and lose to it.
//!
//! A threat is a win by fours that would follow if the defender passed. An answer counts if the same
//! fours no longer win after it; so every answer that is left out is known to lose.

use crate::board::{Board, PASS, Rows, points};
use crate::pattern::Pattern;
use crate::shape::{FIVE, FOUR, WINNING_FOUR};
use crate::vcf::VcfSearch;

/// Nodes to find the fours that are threatened.
const VCF_NODES: u64 = 300;

/// What a defender may do.
pub(crate) enum Defenses {
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
pub(crate) fn defenses(board: &mut Board, vcf: &mut VcfSearch) -> Defenses {
    let defender = board.turn();
    let attacker = defender ^ 1;
    if board.count(defender, FIVE) > 0 {
        return Defenses::Won;
    }
    match board.count(attacker, FIVE) {
        0 => {}
        1 => {
            let at = board.first(attacker, FIVE);
            return if board.may_play(defender, at) {
                Defenses::Only(vec![at])
            } else {
                Defenses::Lost(2)
            };
        }
        _ => return Defenses::Lost(2),
    }
    if board.count(attacker, WINNING_FOUR) > 0
        && let Some(stops) = winning_four_blocks(board)
    {
        return Defenses::Only(points(&stops).collect());
    }
    match vcf_blocks(board, vcf) {
        Some(stops) => Defenses::Only(stops),
        None => Defenses::Any,
    }
}

/// The points that stop every sure four of the attacker, and the defender's own fours.
fn winning_four_blocks(board: &mut Board) -> Option<Rows> {
    let defender = board.turn();
    let attacker = defender ^ 1;
    let own_fours = *board.set(defender, FOUR);
    let threats = *board.set(attacker, WINNING_FOUR);
    let mut common: Option<Rows> = None;
    board.play(PASS);
    for threat in points(&threats) {
        if may_become_forbidden(board, threat) || !board.may_play(attacker, threat) {
            continue;
        }
        let stops = blocks_of(board, threat);
        common = Some(match common {
            None => stops,
            Some(common) => std::array::from_fn(|row| common[row] & stops[row]),
        });
    }
    board.undo();
    common.map(|common| std::array::from_fn(|row| common[row] | own_fours[row]))
}

/// Whether a stone of the defender elsewhere can make this point of the attacker forbidden. It adds no four
/// and no three, but of two threes one may not count because its four would be forbidden, and the stone may
/// change that.
fn may_become_forbidden(board: &Board, at: usize) -> bool {
    let attacker = board.turn();
    let rows = (0..4).map(|direction| board.pattern(attacker, at, direction));
    board.is_restricted(attacker)
        && rows
            .filter(|&row| row.is_open_three() || row == Pattern::FalseThreat)
            .count()
            > 1
}

/// The points that stop one sure four: its own, and those of the fives it leads to, if there are two.
fn blocks_of(board: &mut Board, threat: usize) -> Rows {
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
fn vcf_blocks(board: &mut Board, vcf: &mut VcfSearch) -> Option<Vec<usize>> {
    let attacker = board.turn() ^ 1;
    if board.count(attacker, FOUR) == 0 {
        return None;
    }
    board.play(PASS);
    let is_found = vcf.find(board, VCF_NODES).is_some();
    board.undo();
    if !is_found {
        return None;
    }
    let line: Vec<usize> = vcf.line().collect();
    let stops = relevant_points(board, &line)
        .into_iter()
        .filter(|&at| !still_wins(board, at, &line))
        .collect();
    Some(stops)
}

/// The points that may have to do with a line of fours: all others surely have not.
fn relevant_points(board: &mut Board, line: &[usize]) -> Vec<usize> {
    board.play(PASS);
    let depends_on_forbidden = involves_forbidden(board, line);
    let found = points_on_line(board, line);
    board.undo();
    if depends_on_forbidden {
        // Stones far away may matter.
        return board.empty_points().collect();
    }
    points(&found).filter(|&at| board.is_empty_at(at)).collect()
}

/// The points of a line of fours, and those where one more stone of the defender would make four with the
/// stones it answers with: it would be answered in turn.
fn points_on_line(board: &mut Board, line: &[usize]) -> Rows {
    let defender = board.turn() ^ 1;
    let mut found = *board.set(defender, FOUR);
    for (index, &at) in line.iter().enumerate() {
        if at != PASS {
            found[at / 32] |= 1 << (at % 32);
        }
        board.play(at);
        if index % 2 == 1 {
            for (row, fours) in found.iter_mut().zip(board.set(defender, FOUR)) {
                *row |= fours;
            }
        }
    }
    for _ in line {
        board.undo();
    }
    found
}

/// Whether a line of fours has to do with points that are forbidden, or may come to be.
fn involves_forbidden(board: &mut Board, line: &[usize]) -> bool {
    let attacker = board.turn();
    let defender = attacker ^ 1;
    if !board.is_restricted(attacker) && !board.is_restricted(defender) {
        return false;
    }
    let mut found = false;
    let mut length = 0;
    for pair in line.chunks(2) {
        found |= may_become_forbidden(board, pair[0]);
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
    // A five of the defender must be stopped by the four itself.
    if board.count(defender, FIVE) > 1
        || board.count(defender, FIVE) == 1 && board.first(defender, FIVE) != *four
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

#[cfg(test)]
mod tests {
    use yiqi_rules::{AnyPosition, Color, GameSpec, GomokuRules, GomokuSpec, Opening};
    use yiqi_testkit::{Dice, random_cluster};

    use super::*;

    fn random_board(rules: GomokuRules, dice: &mut Dice, turn: Color) -> Board {
        let size = *dice.pick(&[9, 15]);
        let spec = GameSpec::Gomoku(GomokuSpec::new(size, rules, Opening::Free).unwrap());
        let mut setup = random_cluster(spec, dice);
        if dice.below(2) == 0 {
            std::mem::swap(&mut setup.stones.black, &mut setup.stones.white);
        }
        let position = AnyPosition::from_setup(spec, &setup).unwrap();
        Board::new(&position, turn).unwrap()
    }

    #[test]
    fn the_same_fours_win_after_every_answer_left_out() {
        let mut dice = Dice::new(5);
        for rules in GomokuRules::ALL {
            let mut vcf = VcfSearch::new();
            let mut left_out = 0;
            for _ in 0..4000 {
                let turn = *dice.pick(&Color::BOTH);
                let board = &mut random_board(rules, &mut dice, turn);
                if board.count(0, FIVE) + board.count(1, FIVE) > 0 {
                    continue;
                }
                let Some(stops) = vcf_blocks(board, &mut vcf) else {
                    continue;
                };
                let line: Vec<usize> = vcf.line().collect();
                let empty: Vec<usize> = board.empty_points().collect();
                for at in empty.into_iter().filter(|at| !stops.contains(at)) {
                    assert!(still_wins(board, at, &line));
                    left_out += 1;
                }
            }
            assert!(left_out > 1000, "{left_out}");
        }
    }

    #[test]
    fn a_stone_elsewhere_forbids_no_other_points_than_feared() {
        let mut dice = Dice::new(6);
        for rules in [GomokuRules::Renju, GomokuRules::Forbidden] {
            let mut feared = 0;
            for _ in 0..400 {
                let board = &mut random_board(rules, &mut dice, Color::White);
                let empty: Vec<usize> = board.empty_points().collect();
                let black: Vec<usize> = empty
                    .iter()
                    .copied()
                    .filter(|&at| board.may_play(0, at))
                    .collect();
                for &stone in &empty {
                    board.play(stone);
                    let forbidden: Vec<usize> = black
                        .iter()
                        .copied()
                        .filter(|&at| at != stone && !board.may_play(0, at))
                        .collect();
                    board.undo();
                    board.play(PASS);
                    feared += forbidden.len();
                    assert!(forbidden.iter().all(|&at| may_become_forbidden(board, at)));
                    board.undo();
                }
            }
            assert!(feared > 0);
        }
    }
}
