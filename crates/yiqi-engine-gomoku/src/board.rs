//! The engine's board: stones, and for every empty point what a stone there would make.
//!
//! Each of the four lines through a point is a word with two bits per place, so that the eleven
//! places around a point are one shift away, and a table gives the pattern that a stone makes. A
//! move changes the shapes of the empty points within reach on its four lines; the sets of points
//! by threat follow from the shapes. Changes are logged and reverted by [`Board::undo`].

mod update;

use yiqi_rules::dice::mix;
use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, GomokuRules};

use crate::pattern::{Pattern, PatternRule, PatternTable};
use crate::point_index::{Bitboard, Direction, EngineMove, POINTS, PointIndex, STRIDE};
use crate::shape::{self, BothThreats, Shape, Shapes, Threat, ThreatTable, Threats};
use update::{NEAR, ShapeLog, ThreatChange, Undo};

/// Lines of one direction, indexed by [`PointIndex::place`]. Two bits per place, from bit 10 on: 0
/// off the board, 1 black, 2 white, 3 empty.
pub(crate) type Lines = [u64; 64];

/// The points where one color would make one kind of threat.
#[derive(Clone, Copy, Default)]
struct ThreatSet {
    points: Bitboard,
    count: u32,
}

/// A Gomoku board for search.
#[derive(Clone)]
pub(crate) struct Board {
    size: usize,
    rules: GomokuRules,
    patterns: &'static PatternTable,
    threat_tables: ByColor<ThreatTable>,
    lines: [Lines; Direction::COUNT],
    shapes: [Shapes; POINTS],
    threats: [BothThreats; POINTS],
    /// By color, then threat.
    sets: [[ThreatSet; Threat::COUNT]; 2],
    stones: ByColor<Bitboard>,
    /// Points close to some stone, with or without a stone on them. They begin at row `NEAR`, so that all rows around a
    /// stone are there.
    near: Bitboard,
    stone_count: usize,
    turn: Color,
    hash: u64,
    moves: Vec<Undo>,
    shape_log: ShapeLog,
    threat_log: Vec<ThreatChange>,
}

const TURN_HASH: u64 = mix(1 << 40);

static STONE_HASHES: ByColor<[u64; POINTS]> = {
    let mut black = [0; POINTS];
    let mut white = [0; POINTS];
    let mut index = 0;
    while index < POINTS {
        black[index] = mix(index as u64);
        white[index] = mix((POINTS + index) as u64);
        index += 1;
    }
    ByColor { black, white }
};

impl Board {
    /// The stones of a position, with a side to move; `None` if it is not Gomoku.
    pub(crate) fn new(position: &AnyPosition, turn: Color) -> Option<Board> {
        let GameSpec::Gomoku(spec) = position.spec() else {
            return None;
        };
        let mut board = Board::empty(usize::from(spec.size()), spec.rules);
        for color in Color::BOTH {
            for point in position.stones(color).iter() {
                board.turn = color;
                board.play(point.into());
            }
        }
        board.turn = turn;
        board.hash = board.hash_from_stones();
        board.moves.clear();
        board.shape_log.clear();
        board.threat_log.clear();
        Some(board)
    }

    pub(crate) fn empty(size: usize, rules: GomokuRules) -> Board {
        let row_rules = PatternRule::of(rules);
        let mut board = Board {
            size,
            rules,
            patterns: PatternTable::of(rules),
            threat_tables: ByColor {
                black: shape::threat_table(row_rules.black),
                white: shape::threat_table(row_rules.white),
            },
            lines: [[0; 64]; Direction::COUNT],
            shapes: [Shapes::default(); POINTS],
            threats: [BothThreats::default(); POINTS],
            sets: [[ThreatSet::default(); Threat::COUNT]; 2],
            stones: ByColor::default(),
            near: Bitboard::EMPTY,
            stone_count: 0,
            turn: Color::Black,
            hash: 0,
            moves: Vec::with_capacity(1024),
            shape_log: ShapeLog::new(),
            threat_log: Vec::with_capacity(8 * 1024),
        };
        for at in board.all_points() {
            for direction in Direction::ALL {
                let (line, place) = at.place(direction);
                board.lines[direction as usize][line] |= 3 << (2 * place + 10);
            }
        }
        board.compute_shapes();
        board.hash = board.hash_from_stones();
        board
    }

    /// The hash of the stones, the turn and the rules, computed from scratch.
    fn hash_from_stones(&self) -> u64 {
        let mut hash = mix(1 << 41 | (self.size as u64) << 8 | self.rules as u64);
        for color in Color::BOTH {
            for at in self.stones[color].iter() {
                hash ^= STONE_HASHES[color][at.index()];
            }
        }
        match self.turn {
            Color::Black => hash,
            Color::White => hash ^ TURN_HASH,
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn rules(&self) -> GomokuRules {
        self.rules
    }

    /// The side to move.
    #[inline]
    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash after a move.
    pub(crate) fn hash_after(&self, mv: EngineMove) -> u64 {
        let stone = match mv {
            EngineMove::Place(at) => STONE_HASHES[self.turn][at.index()],
            EngineMove::Pass => 0,
        };
        self.hash ^ TURN_HASH ^ stone
    }

    pub(crate) fn stone_count(&self) -> usize {
        self.stone_count
    }

    pub(crate) fn is_full(&self) -> bool {
        self.stone_count == self.size * self.size
    }

    /// The last move played on this board.
    pub(crate) fn last_move(&self) -> Option<EngineMove> {
        self.moves.last().map(|undo| undo.mv)
    }

    /// All points of the board.
    pub(crate) fn all_points(&self) -> impl Iterator<Item = PointIndex> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |col| PointIndex::at(col, row)))
    }

    /// All empty points.
    pub(crate) fn empty_points(&self) -> impl Iterator<Item = PointIndex> + '_ {
        self.all_points().filter(|&at| self.is_empty_at(at))
    }

    /// Whether a point of the board is empty.
    #[inline]
    pub(crate) fn is_empty_at(&self, at: PointIndex) -> bool {
        !self.stones.black.contains(at) && !self.stones.white.contains(at)
    }

    /// The empty points close to some stone.
    pub(crate) fn near_points(&self) -> Bitboard {
        let mut points = Bitboard::EMPTY;
        for row in 0..self.size.min(STRIDE - NEAR) {
            let stones = self.stones.black.0[row] | self.stones.white.0[row];
            points.0[row] = self.near.0[row + NEAR] & !stones;
        }
        points
    }

    /// The points where a color would make a threat.
    #[inline]
    pub(crate) fn threat_points(&self, color: Color, threat: Threat) -> &Bitboard {
        &self.sets[color as usize][threat as usize].points
    }

    /// The number of points where a color would make a threat.
    #[inline]
    pub(crate) fn threat_count(&self, color: Color, threat: Threat) -> u32 {
        self.sets[color as usize][threat as usize].count
    }

    /// The first point where a color would make a threat.
    #[inline]
    pub(crate) fn first_threat(&self, color: Color, threat: Threat) -> Option<PointIndex> {
        if self.threat_count(color, threat) == 0 {
            return None;
        }
        self.threat_points(color, threat).iter().next()
    }

    /// What a stone of one color would make on an empty point.
    #[inline]
    pub(crate) fn shape(&self, color: Color, at: PointIndex) -> Shape {
        self.shapes[at.index()].of(color)
    }

    /// The threats it would make.
    #[inline]
    pub(crate) fn threats(&self, color: Color, at: PointIndex) -> Threats {
        self.threats[at.index()].of(color)
    }

    /// The pattern it would make on one line.
    #[inline]
    pub(crate) fn pattern(&self, color: Color, at: PointIndex, direction: Direction) -> Pattern {
        self.shape(color, at).pattern(direction)
    }

    /// Whether some points are forbidden to a color.
    #[inline]
    pub(crate) fn is_restricted(&self, color: Color) -> bool {
        color == Color::Black && self.rules.restricts_black()
    }

    /// Whether a color may play on an empty point.
    #[inline]
    pub(crate) fn may_play(&mut self, color: Color, at: PointIndex) -> bool {
        !self.is_restricted(color) || !self.is_forbidden(at)
    }

    /// The first of these points where a color may play.
    pub(crate) fn first_playable(
        &mut self,
        color: Color,
        points: impl IntoIterator<Item = PointIndex>,
    ) -> Option<PointIndex> {
        points.into_iter().find(|&at| self.may_play(color, at))
    }

    /// A cheap move-ordering score of a move of the side to move.
    pub(crate) fn quick_score(&self, at: PointIndex) -> i32 {
        let own = self.turn;
        shape::quick_score(self.shape(own, at), self.shape(own.other(), at))
    }

    /// All lines, by direction.
    pub(crate) fn lines(&self) -> &[Lines; Direction::COUNT] {
        &self.lines
    }

    /// Both colors' stones.
    #[inline]
    pub(crate) fn stones(&self) -> &ByColor<Bitboard> {
        &self.stones
    }

    /// The eleven places around a point, two bits each.
    #[inline]
    pub(crate) fn window(&self, at: PointIndex, direction: Direction) -> u32 {
        let (line, place) = at.place(direction);
        (self.lines[direction as usize][line % 64] >> (2 * place)) as u32 & 0x003f_ffff
    }
}

#[cfg(test)]
mod tests {
    use yiqi_rules::{GomokuSpec, Move, Opening, Point, PointSet};
    use yiqi_testkit::{Dice, random_cluster};

    use super::*;

    fn specs() -> Vec<GameSpec> {
        [5, 6, 9, 15, 20, 25]
            .into_iter()
            .flat_map(|size| GomokuRules::ALL.map(|rules| (size, rules)))
            .filter_map(|(size, rules)| GomokuSpec::new(size, rules, Opening::Free))
            .map(GameSpec::Gomoku)
            .collect()
    }

    fn random_positions(seed: u64, count: usize) -> Vec<AnyPosition> {
        let mut dice = Dice::new(seed);
        let mut positions = Vec::new();
        for spec in specs() {
            for _ in 0..count {
                let mut setup = random_cluster(spec, &mut dice);
                if dice.below(2) == 0 {
                    setup.turn = Color::White;
                }
                positions.push(AnyPosition::from_setup(spec, &setup).unwrap());
            }
        }
        positions
    }

    fn board_of(position: &AnyPosition, turn: Color) -> Board {
        Board::new(position, turn).unwrap()
    }

    /// Everything derived from the stones, without the undo log.
    fn facts(board: &Board) -> impl PartialEq + std::fmt::Debug + use<> {
        let sets: Vec<(Bitboard, u32)> = board
            .sets
            .iter()
            .flatten()
            .map(|set| (set.points, set.count))
            .collect();
        (
            board.shapes.to_vec(),
            board.lines.to_vec(),
            sets,
            board.near,
            board.hash,
        )
    }

    #[test]
    fn fives_match_the_rules() {
        for position in random_positions(1, 60) {
            let Some(turn) = position.turn() else {
                continue;
            };
            let board = board_of(&position, turn);
            for at in position.legal_points().iter() {
                let mut next = position.clone();
                next.play_unchecked(Move::Place(at));
                let wins = next
                    .outcome()
                    .is_some_and(|outcome| outcome.winner.is_some());
                let seen = board.threats(turn, at.into()).contains(Threat::Five);
                assert_eq!(seen, wins, "{at:?} in {position:?}");
            }
        }
    }

    #[test]
    fn forbidden_points_match_the_rules() {
        for position in random_positions(2, 150) {
            if position.turn() != Some(Color::Black) {
                continue;
            }
            let mut board = board_of(&position, Color::Black);
            let allowed: PointSet = board
                .empty_points()
                .collect::<Vec<_>>()
                .into_iter()
                .filter(|&at| board.may_play(Color::Black, at))
                .map(Point::from)
                .collect();
            assert_eq!(allowed, position.legal_points(), "{position:?}");
        }
    }

    #[test]
    fn incremental_updates_match_a_fresh_setup_and_undo_restores_the_board() {
        let mut dice = Dice::new(3);
        for mut position in random_positions(4, 8) {
            let Some(turn) = position.turn() else {
                continue;
            };
            let mut board = board_of(&position, turn);
            let before = facts(&board);
            let mut count = 0;
            while count < 20 && position.turn().is_some() && !board.is_full() {
                let empty: Vec<PointIndex> = board.empty_points().collect();
                let at = *dice.pick(&empty);
                position.play_unchecked(Move::Place(at.into()));
                board.play(at);
                count += 1;
            }
            let fresh = board_of(&position, board.turn());
            assert_eq!(facts(&board), facts(&fresh), "{position:?}");
            board.undo_moves(count);
            assert_eq!(facts(&board), before);
        }
    }
}
