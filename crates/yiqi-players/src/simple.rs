//! Players that look one move ahead.

use yiqi_rules::{AnyPosition, Color, Dice, GameSpec, Move, Point, PointSet};
use yiqi_search::connect6::Connect6Tree;
use yiqi_search::gomoku::GomokuTree;
use yiqi_search::reversi::point_weight;
use yiqi_search::{Limits, SearchRequest, Stop, search_position};

use crate::player::{Choice, MoveRequest, Player, PlayerError};

/// Plays a random legal move.
pub(crate) struct Random {
    name: String,
    dice: Dice,
}

impl Random {
    pub(crate) fn new(name: String, seed: u64) -> Random {
        Random {
            name,
            dice: Dice::new(seed),
        }
    }
}

impl Player for Random {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError> {
        let legal = request.task.position.legal_moves();
        if legal.is_empty() {
            return Err(PlayerError::Stopped);
        }
        Ok(Choice::from(*self.dice.pick(&legal)))
    }
}

/// Plays the move with the best immediate result: most stones flipped, or the best row.
pub(crate) struct Greedy {
    pub(crate) name: String,
}

impl Player for Greedy {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError> {
        let position = &request.task.position;
        choose_color(position, &request.stop)
            .or_else(|| match position.spec() {
                GameSpec::Reversi(spec) => first_best(position, |mv| {
                    let flips = position.clone().play_unchecked(mv).flipped.len() as i32;
                    if spec.anti { -flips } else { flips }
                }),
                GameSpec::Gomoku(_) => {
                    let tree = GomokuTree::new(position)?;
                    first_best(position, |mv| mv.point().map_or(0, |p| tree.worth(p)))
                }
                GameSpec::Connect6(_) => {
                    let tree = Connect6Tree::new(position)?;
                    first_best(position, |mv| mv.point().map_or(0, |p| tree.worth(p)))
                }
                GameSpec::Peace => first_best(position, |_| 0),
            })
            .map(Choice::from)
            .ok_or(PlayerError::Stopped)
    }
}

/// Plays the point with the highest fixed weight, whatever is around it.
pub(crate) struct Weights {
    pub(crate) name: String,
}

impl Player for Weights {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError> {
        let position = &request.task.position;
        let size = position.size();
        choose_color(position, &request.stop)
            .or_else(|| match position.spec() {
                GameSpec::Reversi(spec) => first_best(position, |mv| {
                    let weight = mv.point().map_or(0, |p| point_weight(p, size));
                    if spec.anti { -weight } else { weight }
                }),
                GameSpec::Gomoku(_) | GameSpec::Connect6(_) => {
                    let stones = position.stones(Color::Black) | position.stones(Color::White);
                    first_best(position, |mv| {
                        mv.point().map_or(0, |p| nearness(p, size, &stones))
                    })
                }
                GameSpec::Peace => first_best(position, |_| 0),
            })
            .map(Choice::from)
            .ok_or(PlayerError::Stopped)
    }
}

/// How close a point is to the center and to stones.
fn nearness(point: Point, size: u8, stones: &PointSet) -> i32 {
    let from_middle = |at: u8| i32::from(size - 1).abs_diff(2 * i32::from(at)) as i32;
    let touching = stones
        .iter()
        .filter(|stone| {
            stone.col().abs_diff(point.col()) <= 1 && stone.row().abs_diff(point.row()) <= 1
        })
        .count() as i32;
    4 * touching - from_middle(point.col()).max(from_middle(point.row()))
}

/// The choice in a swap opening, if there is one to make: the better side.
fn choose_color(position: &AnyPosition, stop: &Stop) -> Option<Move> {
    if position.turn().is_none() || position.next_stone().is_some() {
        return None;
    }
    let analysis = search_position(SearchRequest::new(position, Limits::depth(1)).with_stop(stop))?;
    analysis.lines.first()?.moves.first().copied()
}

/// The legal move of highest worth; the first of equals.
fn first_best(position: &AnyPosition, mut worth: impl FnMut(Move) -> i32) -> Option<Move> {
    let mut best: Option<(i32, Move)> = None;
    for mv in position.legal_moves() {
        let worth = worth(mv);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, mv));
        }
    }
    best.map(|(_, mv)| mv)
}
