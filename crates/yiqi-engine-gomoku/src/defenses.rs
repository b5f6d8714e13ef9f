//! Which defenses against an attack have to be tried: all others leave the threat intact and lose to it.
//!
//! A threat is a VCF that would follow if the defender passed. A defense has to be tried if the same fours no
//! longer win after it, so every move left out is known to lose.

use crate::board::Board;
use crate::pattern::Pattern;
use crate::point_index::{Bitboard, EngineMove, PointIndex};
use crate::shape::Threat;
use crate::vcf::VcfSearch;

/// Nodes for the VCF that is threatened.
const VCF_NODES: u64 = 300;

/// The defender's options.
pub(crate) enum Defenses {
    /// Every move loses in this many plies.
    Lost(u16),
    /// The defender makes five.
    Won,
    /// No threat is seen: any move may do.
    Any,
    /// All other moves lose to the threat. Some of these may be forbidden.
    Only(Vec<PointIndex>),
}

/// The options of the side to move against the opponent's attack.
pub(crate) fn defenses(board: &mut Board, vcf: &mut VcfSearch) -> Defenses {
    let defender = board.turn();
    let attacker = defender.other();
    if board.threat_count(defender, Threat::Five) > 0 {
        return Defenses::Won;
    }
    if board.threat_count(attacker, Threat::Five) > 0 {
        let mut blocks: Vec<PointIndex> = board.five_blocks(attacker).iter().collect();
        blocks.retain(|&block| board.may_play(defender, block));
        return if blocks.is_empty() {
            Defenses::Lost(2)
        } else {
            Defenses::Only(blocks)
        };
    }
    if board.threat_count(attacker, Threat::WinningFour) > 0
        && let Some(blocks) = winning_four_blocks(board)
    {
        return Defenses::Only(blocks.iter().collect());
    }
    match vcf_blocks(board, vcf) {
        Some(blocks) => Defenses::Only(blocks),
        None => Defenses::Any,
    }
}

/// The points that block every winning four of the attacker, and the defender's own fours.
fn winning_four_blocks(board: &mut Board) -> Option<Bitboard> {
    let defender = board.turn();
    let attacker = defender.other();
    let own_fours = *board.threat_points(defender, Threat::Four);
    let threats = *board.threat_points(attacker, Threat::WinningFour);
    let mut common: Option<Bitboard> = None;
    board.pass();
    for threat in threats.iter() {
        if may_become_forbidden(board, threat) || !board.may_play(attacker, threat) {
            continue;
        }
        let blocks = blocks_of(board, threat);
        common = Some(common.map_or(blocks, |common| common & blocks));
    }
    board.undo();
    common.map(|common| common | own_fours)
}

/// Whether a stone of the defender elsewhere can make this point of the attacker, who has no five, forbidden. The stone
/// adds no four and no three, but a three that did not count, because its four would be forbidden, may count after it.
fn may_become_forbidden(board: &Board, at: PointIndex) -> bool {
    let attacker = board.turn();
    let patterns = board.shape(attacker, at).patterns().into_iter();
    board.is_restricted(attacker)
        && patterns
            .filter(|&pattern| pattern.is_open_three() || pattern == Pattern::FalseThreat)
            .count()
            > 1
}

/// The points that block one winning four: its own, and those of the fives it leads to, if there are at most two.
/// Where ends block, also points around it.
fn blocks_of(board: &mut Board, threat: PointIndex) -> Bitboard {
    let attacker = board.turn();
    if board.ends_block() {
        return board.winning_four_stops(attacker, threat);
    }
    board.play(threat);
    let mut blocks = match board.threat_count(attacker, Threat::Five) {
        0..=2 => *board.threat_points(attacker, Threat::Five),
        _ => Bitboard::EMPTY,
    };
    board.undo();
    blocks.insert(threat);
    blocks
}

/// The points after which the threatened VCF no longer wins, if there is one.
fn vcf_blocks(board: &mut Board, vcf: &mut VcfSearch) -> Option<Vec<PointIndex>> {
    let attacker = board.turn().other();
    if board.threat_count(attacker, Threat::Four) == 0 {
        return None;
    }
    board.pass();
    let is_found = vcf.find(board, VCF_NODES).is_some();
    board.undo();
    if !is_found {
        return None;
    }
    let line: Vec<EngineMove> = vcf.line().collect();
    let relevant = if board.ends_block() {
        vcf.touched().iter().collect()
    } else {
        relevant_points(board, &line)
    };
    let blocks = relevant
        .into_iter()
        .filter(|&at| !still_wins(board, vcf, at, &line))
        .collect();
    Some(blocks)
}

/// The points where a stone can affect a VCF.
fn relevant_points(board: &mut Board, line: &[EngineMove]) -> Vec<PointIndex> {
    board.pass();
    let depends_on_forbidden = involves_forbidden(board, line);
    let found = points_on_line(board, line);
    board.undo();
    if depends_on_forbidden {
        // Stones far away may matter.
        return board.empty_points().collect();
    }
    found.iter().filter(|&at| board.is_empty_at(at)).collect()
}

/// The points of a VCF, and those where another stone of the defender would make a four with its forced answers,
/// which the attacker would have to answer in turn.
fn points_on_line(board: &mut Board, line: &[EngineMove]) -> Bitboard {
    let defender = board.turn().other();
    let mut found = *board.threat_points(defender, Threat::Four);
    for (index, &mv) in line.iter().enumerate() {
        if let EngineMove::Place(at) = mv {
            found.insert(at);
        }
        board.play_move(mv);
        if index % 2 == 1 {
            found |= *board.threat_points(defender, Threat::Four);
        }
    }
    board.undo_moves(line.len());
    found
}

/// Whether a VCF involves points that are forbidden or may become so.
fn involves_forbidden(board: &mut Board, line: &[EngineMove]) -> bool {
    let attacker = board.turn();
    if !board.is_restricted(attacker) && !board.is_restricted(attacker.other()) {
        return false;
    }
    let mut found = false;
    let mut length = 0;
    for pair in line.chunks(2) {
        found |= pair[0]
            .point()
            .is_some_and(|at| may_become_forbidden(board, at));
        let &[four, answer] = pair else {
            break;
        };
        board.play_move(four);
        found |= board.threat_count(attacker, Threat::Five) == 1
            && board.first_threat(attacker, Threat::Five) != answer.point();
        board.play_move(answer);
        length += 2;
    }
    board.undo_moves(length);
    found
}

/// Whether a VCF still wins after a defense: it is replayed move by move. Where ends block, fours have several answers,
/// and another VCF may be found instead.
fn still_wins(
    board: &mut Board,
    vcf: &mut VcfSearch,
    defense: PointIndex,
    line: &[EngineMove],
) -> bool {
    let defender = board.turn();
    if !board.may_play(defender, defense) {
        // A forbidden point is no defense.
        return true;
    }
    board.play(defense);
    let wins = replay(board, line) || board.ends_block() && vcf.find(board, VCF_NODES).is_some();
    board.undo();
    wins
}

/// Whether the side to move wins by these fours, each answered by the only block.
fn replay(board: &mut Board, line: &[EngineMove]) -> bool {
    let attacker = board.turn();
    let defender = attacker.other();
    if board.threat_count(attacker, Threat::Five) > 0 {
        return true;
    }
    let [EngineMove::Place(four), rest @ ..] = line else {
        return false;
    };
    let four = *four;
    // A five of the defender must be blocked by the four itself.
    if board.threat_count(defender, Threat::Five) > 1
        || board
            .first_threat(defender, Threat::Five)
            .is_some_and(|five| five != four)
        || !board.is_empty_at(four)
        || !board.may_play(attacker, four)
    {
        return false;
    }
    board.play(four);
    let wins = defender_loses(board, rest);
    board.undo();
    wins
}

/// Whether the defender, to move, loses to the rest of the line.
fn defender_loses(board: &mut Board, line: &[EngineMove]) -> bool {
    let defender = board.turn();
    let attacker = defender.other();
    if board.threat_count(defender, Threat::Five) > 0 {
        return false;
    }
    if board.threat_count(attacker, Threat::Five) == 0 {
        return false;
    }
    let blocks = board.five_blocks(attacker);
    if !blocks.iter().any(|block| board.may_play(defender, block)) {
        return true;
    }
    let Some(block) = blocks.only() else {
        return false;
    };
    match line {
        [EngineMove::Place(answer), rest @ ..] if *answer == block => {
            board.play(block);
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

    /// Whether the side to move wins by fours within this many plies, tried in full.
    fn fours_win(board: &mut Board, plies: u32) -> bool {
        let own = board.turn();
        let opponent = own.other();
        if board.threat_count(own, Threat::Five) > 0 {
            return true;
        }
        if plies < 3 {
            return false;
        }
        let mut fours: Vec<PointIndex> = board.threat_points(own, Threat::Four).iter().collect();
        if board.threat_count(opponent, Threat::Five) > 0 {
            fours.retain(|&four| board.five_blocks(opponent).iter().any(|at| at == four));
        }
        fours.into_iter().any(|four| {
            board.play(four);
            let mut wins = board.threat_count(opponent, Threat::Five) == 0;
            for block in board.five_blocks(own).iter() {
                if wins {
                    board.play(block);
                    wins = fours_win(board, plies - 2);
                    board.undo();
                }
            }
            board.undo();
            wins
        })
    }

    #[test]
    fn where_ends_block_fours_win_after_every_move_left_out() {
        let mut dice = Dice::new(7);
        let mut vcf = VcfSearch::new();
        let mut counts = [0; 2];
        while counts[0] < 100_000 {
            let turn = *dice.pick(&Color::BOTH);
            let board = &mut random_board(GomokuRules::Caro, &mut dice, turn);
            let has_five = |&color: &Color| board.threat_count(color, Threat::Five) > 0;
            if Color::BOTH.iter().any(has_five) {
                continue;
            }
            board.pass();
            let found = vcf.find(board, VCF_NODES);
            board.undo();
            let Some(blocks) = vcf_blocks(board, &mut vcf) else {
                continue;
            };
            let plies = found.expect("the same VCF is found again");
            let empty: Vec<PointIndex> = board.empty_points().collect();
            for at in empty.into_iter().filter(|at| !blocks.contains(at)) {
                board.play(at);
                // A move on the lines of the VCF may be answered by another one, which is longer.
                assert!(fours_win(board, plies) || vcf.find(board, VCF_NODES).is_some());
                board.undo();
                counts[0] += 1;
            }
            counts[1] += usize::from(plies > 5);
        }
        assert!(counts[1] > 20, "{counts:?}");
    }

    #[test]
    fn the_same_fours_win_after_every_move_left_out() {
        let mut dice = Dice::new(5);
        for rules in GomokuRules::ALL {
            // Where ends block, others may win.
            if rules == GomokuRules::Caro {
                continue;
            }
            let mut vcf = VcfSearch::new();
            let mut left_out = 0;
            for _ in 0..4000 {
                let turn = *dice.pick(&Color::BOTH);
                let board = &mut random_board(rules, &mut dice, turn);
                if Color::BOTH
                    .iter()
                    .any(|&color| board.threat_count(color, Threat::Five) > 0)
                {
                    continue;
                }
                let Some(blocks) = vcf_blocks(board, &mut vcf) else {
                    continue;
                };
                let line: Vec<EngineMove> = vcf.line().collect();
                let empty: Vec<PointIndex> = board.empty_points().collect();
                for at in empty.into_iter().filter(|at| !blocks.contains(at)) {
                    assert!(still_wins(board, &mut vcf, at, &line));
                    left_out += 1;
                }
            }
            assert!(left_out > 1000, "{left_out}");
        }
    }

    #[test]
    fn a_stone_elsewhere_forbids_no_points_but_those_that_may_become_forbidden() {
        let mut dice = Dice::new(6);
        for rules in [GomokuRules::Renju, GomokuRules::Forbidden] {
            let mut found = 0;
            let mut board_count = 0;
            while board_count < 400 {
                let board = &mut random_board(rules, &mut dice, Color::White);
                if board.threat_count(Color::Black, Threat::Five) > 0 {
                    continue;
                }
                board_count += 1;
                let empty: Vec<PointIndex> = board.empty_points().collect();
                let black: Vec<PointIndex> = empty
                    .iter()
                    .copied()
                    .filter(|&at| board.may_play(Color::Black, at))
                    .collect();
                for &stone in &empty {
                    board.play(stone);
                    let forbidden: Vec<PointIndex> = black
                        .iter()
                        .copied()
                        .filter(|&at| at != stone && !board.may_play(Color::Black, at))
                        .collect();
                    board.undo();
                    board.pass();
                    found += forbidden.len();
                    assert!(forbidden.iter().all(|&at| may_become_forbidden(board, at)));
                    board.undo();
                }
            }
            assert!(found > 0);
        }
    }
}
