//! The points that stop a five or a winning four.
//!
//! Under most rules, a five is stopped only on its own point. Under caro, a five with an opposing
//! stone at one end is also stopped by another one at the other end.

use yiqi_rules::{Color, GomokuRules};

use crate::board::Board;
use crate::pattern::{CENTER, LENGTH, Pattern};
use crate::point_index::{Bitboard, Direction, PointIndex};
use crate::shape::Threat;

/// The code of an empty place of a line.
const EMPTY: u32 = 3;

/// The points each of which stops all fives of a color.
#[derive(Clone, Copy, Default)]
pub(crate) struct FiveBlocks {
    // Invariant: those that are set come first.
    points: [Option<PointIndex>; 2],
}

impl FiveBlocks {
    pub(crate) fn is_empty(self) -> bool {
        self.points[0].is_none()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = PointIndex> {
        self.points.into_iter().flatten()
    }

    /// The point, if there is only one.
    pub(crate) fn only(self) -> Option<PointIndex> {
        match self.points {
            [Some(point), None] => Some(point),
            _ => None,
        }
    }
}

impl Board {
    /// Whether a five can be stopped at its ends.
    #[inline]
    pub(crate) fn ends_block(&self) -> bool {
        self.rules() == GomokuRules::Caro
    }

    /// The points each of which stops all fives that a color threatens. A point may be forbidden.
    pub(crate) fn five_blocks(&self, attacker: Color) -> FiveBlocks {
        let Some(first) = self.first_threat(attacker, Threat::Five) else {
            return FiveBlocks::default();
        };
        if !self.ends_block() {
            let is_single = self.threat_count(attacker, Threat::Five) == 1;
            let points = [is_single.then_some(first), None];
            return FiveBlocks { points };
        }
        let stops = |&point: &PointIndex| {
            let fives = self.threat_points(attacker, Threat::Five);
            fives
                .iter()
                .all(|five| five == point || self.second_block(attacker, five) == Some(point))
        };
        let second = self.second_block(attacker, first).filter(stops);
        let points = match Some(first).filter(stops) {
            Some(first) => [Some(first), second],
            None => [second, None],
        };
        FiveBlocks { points }
    }

    /// The point other than its own that stops a five: the free end of the row, if an opposing stone lies at the
    /// other. `None` if the stone makes five on several lines.
    fn second_block(&self, attacker: Color, five: PointIndex) -> Option<PointIndex> {
        let mut lines = Direction::ALL
            .into_iter()
            .filter(|&direction| self.pattern(attacker, five, direction) == Pattern::Five);
        let (direction, None) = (lines.next()?, lines.next()) else {
            return None;
        };
        let window = self.window(five, direction);
        let end = |step: isize| {
            let mut place = CENTER as isize + step;
            while code(window, place as u32) == stone_code(attacker) {
                place += step;
            }
            place as u32
        };
        let [low, high] = [end(-1), end(1)];
        let opposing = stone_code(attacker.other());
        let free = match [low, high].map(|place| code(window, place)) {
            [EMPTY, other] if other == opposing => low,
            [other, EMPTY] if other == opposing => high,
            _ => return None,
        };
        Some(point_at(five, direction, free))
    }

    /// The points where a stone of the opponent leaves a color's winning four without effect, where ends block.
    pub(crate) fn winning_four_stops(&self, attacker: Color, four: PointIndex) -> Bitboard {
        let mut stops = Bitboard::EMPTY;
        stops.insert(four);
        for direction in Direction::ALL {
            if !self.pattern(attacker, four, direction).is_four() {
                continue;
            }
            let window = self.window(four, direction);
            for place in empty_places(window) {
                let blocked = window ^ (EMPTY ^ stone_code(attacker.other())) << (2 * place);
                let threats = self.threats_with(four, direction, blocked).of(attacker);
                if !threats.contains(Threat::WinningFour) {
                    stops.insert(point_at(four, direction, place));
                }
            }
        }
        stops
    }

    /// The empty points on which the fours and fives of a stone depend.
    pub(crate) fn points_around(&self, attacker: Color, at: PointIndex) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        found.insert(at);
        for direction in Direction::ALL {
            let pattern = self.pattern(attacker, at, direction);
            if pattern.is_four() || pattern == Pattern::Five {
                for place in empty_places(self.window(at, direction)) {
                    found.insert(point_at(at, direction, place));
                }
            }
        }
        found
    }

    /// The five that a color still threatens after the opponent, who is to move, plays on a point.
    pub(crate) fn five_after(&mut self, attacker: Color, block: PointIndex) -> Option<PointIndex> {
        self.play(block);
        let five = self.first_threat(attacker, Threat::Five);
        self.undo();
        five
    }
}

/// The code of a stone on a line.
fn stone_code(color: Color) -> u32 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

fn code(window: u32, place: u32) -> u32 {
    window >> (2 * place) & 3
}

/// The empty places of a line but its center.
fn empty_places(window: u32) -> impl Iterator<Item = u32> {
    (0..LENGTH).filter(move |&place| place != CENTER && code(window, place) == EMPTY)
}

/// The point at a place of a line through a point.
fn point_at(center: PointIndex, direction: Direction, place: u32) -> PointIndex {
    center.step(direction, place as isize - CENTER as isize)
}

#[cfg(test)]
mod tests {
    use yiqi_rules::{AnyPosition, GameSpec, GomokuSpec, Opening};
    use yiqi_testkit::{Dice, random_cluster};

    use super::*;

    fn random_board(rules: GomokuRules, dice: &mut Dice) -> Board {
        let size = *dice.pick(&[7, 9, 15]);
        let spec = GameSpec::Gomoku(GomokuSpec::new(size, rules, Opening::Free).unwrap());
        let mut setup = random_cluster(spec, dice);
        if dice.below(2) == 0 {
            std::mem::swap(&mut setup.stones.black, &mut setup.stones.white);
        }
        let position = AnyPosition::from_setup(spec, &setup).unwrap();
        Board::new(&position, *dice.pick(&Color::BOTH)).unwrap()
    }

    fn sorted(points: impl Iterator<Item = PointIndex>) -> Vec<usize> {
        let mut indices: Vec<usize> = points.map(PointIndex::index).collect();
        indices.sort_unstable();
        indices
    }

    /// The points after which a color has no five, found by trying them all.
    fn tried_blocks(board: &mut Board, attacker: Color) -> Vec<PointIndex> {
        let empty: Vec<PointIndex> = board.empty_points().collect();
        let stops = |at: &PointIndex| board.five_after(attacker, *at).is_none();
        empty.into_iter().filter(stops).collect()
    }

    #[test]
    fn the_blocks_of_fives_are_those_found_by_trying_every_point() {
        let mut dice = Dice::new(15);
        for rules in GomokuRules::ALL {
            let mut counts = [0; 3];
            for _ in 0..6000 {
                let board = &mut random_board(rules, &mut dice);
                let attacker = board.turn().other();
                if board.threat_count(attacker, Threat::Five) == 0 {
                    continue;
                }
                let blocks = board.five_blocks(attacker);
                let tried = tried_blocks(board, attacker);
                assert_eq!(sorted(blocks.iter()), sorted(tried.into_iter()));
                counts[blocks.iter().count()] += 1;
                assert_eq!(blocks.only().is_some(), blocks.iter().count() == 1);
            }
            assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
            assert_eq!(counts[2] > 50, rules == GomokuRules::Caro, "{counts:?}");
        }
    }

    #[test]
    fn a_winning_four_cannot_be_stopped_and_every_other_four_can() {
        let mut dice = Dice::new(16);
        let mut counts = [0; 2];
        for _ in 0..4000 {
            let board = &mut random_board(GomokuRules::Caro, &mut dice);
            let attacker = board.turn();
            if board.threat_count(attacker, Threat::Five) > 0 {
                continue;
            }
            let fours = *board.threat_points(attacker, Threat::Four);
            for four in fours.iter() {
                let is_winning = board.threats(attacker, four).contains(Threat::WinningFour);
                board.play(four);
                assert!(board.threat_count(attacker, Threat::Five) > 0);
                assert_eq!(tried_blocks(board, attacker).is_empty(), is_winning);
                board.undo();
                counts[usize::from(is_winning)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }

    #[test]
    fn the_stops_of_a_winning_four_are_those_found_by_trying_every_point() {
        let mut dice = Dice::new(17);
        let mut found = 0;
        for _ in 0..3000 {
            let board = &mut random_board(GomokuRules::Caro, &mut dice);
            let attacker = board.turn().other();
            let fours = *board.threat_points(attacker, Threat::WinningFour);
            for four in fours.iter() {
                let stops = board.winning_four_stops(attacker, four);
                let empty: Vec<PointIndex> = board.empty_points().collect();
                for at in empty {
                    board.play(at);
                    let is_stopped =
                        at == four || !board.threats(attacker, four).contains(Threat::WinningFour);
                    board.undo();
                    assert_eq!(stops.contains(at), is_stopped);
                    found += 1;
                }
            }
        }
        assert!(found > 1000, "{found}");
    }
}
