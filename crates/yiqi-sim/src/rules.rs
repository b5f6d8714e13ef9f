//! The moves of a log, replayed by the slow reference rules.

use yiqi_rules::{Color, GameSpec, GomokuRules, Move};
use yiqi_testkit::reference::{Stone, connect6, gomoku, reversi};

/// A game by the reference rules.
enum Board {
    Reversi(reversi::Board, bool),
    Gomoku {
        board: gomoku::Board,
        rule: gomoku::Rule,
        count: usize,
        winner: Option<Stone>,
    },
    Connect6(connect6::Game),
}

/// How a game by the reference rules ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulesEnd {
    /// It goes on.
    Open,
    /// Somebody won, or nobody.
    Over(Option<Color>),
}

const fn color(stone: Stone) -> Color {
    match stone {
        Stone::Black => Color::Black,
        Stone::White => Color::White,
    }
}

impl Board {
    fn new(spec: GameSpec) -> Option<Board> {
        let size = usize::from(spec.size());
        Some(match spec {
            GameSpec::Reversi(spec) => Board::Reversi(reversi::Board::start(size), spec.anti),
            GameSpec::Gomoku(spec) => Board::Gomoku {
                board: gomoku::Board::new(size),
                rule: match spec.rules {
                    GomokuRules::Freestyle => gomoku::Rule::Freestyle,
                    GomokuRules::Standard => gomoku::Rule::Standard,
                    GomokuRules::Caro => gomoku::Rule::Caro,
                    GomokuRules::Forbidden | GomokuRules::Renju => return None,
                },
                count: 0,
                winner: None,
            },
            GameSpec::Connect6(_) => Board::Connect6(connect6::Game::start(size)),
            GameSpec::Peace => return None,
        })
    }

    fn end(&self) -> RulesEnd {
        match self {
            Board::Reversi(board, anti) => {
                if !board.is_over() {
                    return RulesEnd::Open;
                }
                let (black, white) = (board.count(Stone::Black), board.count(Stone::White));
                let more = match black.cmp(&white) {
                    std::cmp::Ordering::Greater => Some(Color::Black),
                    std::cmp::Ordering::Less => Some(Color::White),
                    std::cmp::Ordering::Equal => None,
                };
                RulesEnd::Over(if *anti { more.map(Color::other) } else { more })
            }
            Board::Gomoku {
                board,
                count,
                winner,
                ..
            } => match winner {
                Some(stone) => RulesEnd::Over(Some(color(*stone))),
                None if *count == board.size() * board.size() => RulesEnd::Over(None),
                None => RulesEnd::Open,
            },
            Board::Connect6(game) => match game.winner() {
                Some(stone) => RulesEnd::Over(Some(color(stone))),
                None if game.is_over() => RulesEnd::Over(None),
                None => RulesEnd::Open,
            },
        }
    }

    /// Makes a move, if it is legal.
    fn play(&mut self, mv: Move) -> bool {
        if self.end() != RulesEnd::Open {
            return false;
        }
        let at = mv
            .point()
            .map(|at| (usize::from(at.col()), usize::from(at.row())));
        match (self, at) {
            (Board::Reversi(board, _), Some((col, row))) => {
                let is_legal = board.legal_moves().contains(&(col, row));
                if is_legal {
                    board.play(col, row);
                }
                is_legal
            }
            (Board::Reversi(board, _), None) => {
                let is_legal = mv == Move::Pass && board.legal_moves().is_empty();
                if is_legal {
                    board.pass();
                }
                is_legal
            }
            (
                Board::Gomoku {
                    board,
                    rule,
                    count,
                    winner,
                },
                Some((col, row)),
            ) => {
                let stone = if *count % 2 == 0 {
                    Stone::Black
                } else {
                    Stone::White
                };
                if board.get(col, row).is_some() {
                    return false;
                }
                board.set(col, row, Some(stone));
                *count += 1;
                if gomoku::wins(board, col, row, stone, *rule) {
                    *winner = Some(stone);
                }
                true
            }
            (Board::Connect6(game), Some((col, row))) => {
                let is_legal = game.legal_points().contains(&(col, row));
                if is_legal {
                    game.play(col, row);
                }
                is_legal
            }
            _ => false,
        }
    }
}

/// How the game with these moves ended by the reference rules.
///
/// # Errors
/// The number of the first move that is illegal.
pub(crate) fn replay(spec: GameSpec, moves: &[Move]) -> Result<RulesEnd, usize> {
    let Some(mut board) = Board::new(spec) else {
        return Ok(RulesEnd::Open);
    };
    for (number, &mv) in (1..).zip(moves) {
        if !board.play(mv) {
            return Err(number);
        }
    }
    Ok(board.end())
}
