//! The file format of training games.
//!
//! A file is one game after another: size, rule set, result and number of opening stones (a byte
//! each), the number of moves (two bytes), then four bytes per move: column, row and the value of
//! the mover's search, in hundredths. Numbers are little-endian.

use yiqi_rules::{AnyPosition, GameSpec, GomokuRules, GomokuSpec, Move, Opening, Point};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameResult {
    /// White won.
    White,
    /// A draw.
    Draw,
    /// Black won.
    Black,
}

impl GameResult {
    /// Points for black: 0, ½ or 1.
    pub(crate) fn black_score(self) -> f32 {
        match self {
            GameResult::White => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Black => 1.0,
        }
    }
}

/// A move and the mover's search value before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    /// The point of the stone.
    pub(crate) point: Point,
    /// In hundredths, for the mover; [`Ply::OPENING`] for stones of the opening.
    pub(crate) value: i16,
}

impl Ply {
    /// Marks a move without a search.
    pub(crate) const OPENING: i16 = i16::MIN;
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Board size.
    pub(crate) size: u8,
    /// Rule set.
    pub(crate) rules: GomokuRules,
    /// The result.
    pub(crate) result: GameResult,
    /// All moves.
    pub(crate) plies: Vec<Ply>,
}

impl Game {
    /// The spec the game was played under.
    pub(crate) fn spec(&self) -> GameSpec {
        let spec = GomokuSpec::new(self.size, self.rules, Opening::Free);
        GameSpec::Gomoku(spec.expect("games are kept with a size that exists"))
    }

    /// The position after `count` moves.
    pub(crate) fn position(&self, count: usize) -> AnyPosition {
        let mut position = AnyPosition::new(self.spec());
        for ply in &self.plies[..count] {
            position.play_unchecked(Move::Place(ply.point));
        }
        position
    }

    /// The game as bytes.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.size, self.rules as u8, self.result as u8, 0];
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            bytes.extend([ply.point.col(), ply.point.row()]);
            bytes.extend(ply.value.to_le_bytes());
        }
        bytes
    }

    /// The games of a file, up to the first damaged one.
    pub(crate) fn read_all(mut bytes: &[u8]) -> Vec<Game> {
        let mut games = Vec::new();
        while let Some((game, rest)) = Game::read(bytes) {
            games.push(game);
            bytes = rest;
        }
        games
    }

    fn read(bytes: &[u8]) -> Option<(Game, &[u8])> {
        let (head, rest) = bytes.split_at_checked(6)?;
        let count = usize::from(u16::from_le_bytes([head[4], head[5]]));
        let (body, rest) = rest.split_at_checked(4 * count)?;
        let plies = body
            .chunks_exact(4)
            .map(|chunk| {
                Some(Ply {
                    point: Point::new(chunk[0], chunk[1])?,
                    value: i16::from_le_bytes([chunk[2], chunk[3]]),
                })
            })
            .collect::<Option<Vec<Ply>>>()?;
        let game = Game {
            size: head[0],
            rules: *GomokuRules::ALL.get(usize::from(head[1]))?,
            result: match head[2] {
                0 => GameResult::White,
                1 => GameResult::Draw,
                2 => GameResult::Black,
                _ => return None,
            },
            plies,
        };
        GomokuSpec::new(game.size, game.rules, Opening::Free)?;
        Some((game, rest))
    }
}
