//! Forced wins of Gomoku, checked against every defense.

use std::collections::HashSet;

use yiqi_rules::{AnyPosition, ByColor, Color, Direction, Move, Point, PointSet, Setup};

/// Where a claimed win does not hold.
#[derive(Clone, Debug)]
pub enum Gap {
    /// No win is claimed for the side that should win here.
    NoWin(Box<AnyPosition>),
    /// The claimed winning move is not legal.
    Illegal(Box<AnyPosition>, Move),
    /// The other side has an answer that wins or draws.
    Escape(Box<AnyPosition>, Move),
    /// The check would exceed its position limit.
    TooLarge,
}

/// Verifies wins: after each move of the winner, every legal answer is tried, down to five in a
/// row. Only the rules decide which moves exist and who won; only the winner's moves come from
/// `find`.
pub struct WinCheck<F> {
    /// Returns the winning move of the side to move.
    find: F,
    /// Positions known to be won by the side to move.
    won: HashSet<ByColor<PointSet>>,
    /// The number of positions that may still be examined.
    left: usize,
}

impl<F: FnMut(&AnyPosition) -> Option<Move>> WinCheck<F> {
    /// A check that calls `find` at most `count_max` times.
    pub fn new(find: F, count_max: usize) -> WinCheck<F> {
        WinCheck {
            find,
            won: HashSet::new(),
            left: count_max,
        }
    }

    /// The number of positions that may still be examined.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Checks that the side to move wins.
    ///
    /// # Errors
    /// The first position in which it does not.
    pub fn check(&mut self, position: &AnyPosition) -> Result<(), Gap> {
        let stones = stones(position);
        let attacker = position
            .turn()
            .ok_or_else(|| Gap::NoWin(Box::new(position.clone())))?;
        if self.won.contains(&stones) || !fives(position, attacker).is_empty() {
            return Ok(());
        }
        self.left = self.left.checked_sub(1).ok_or(Gap::TooLarge)?;
        let mv = (self.find)(position).ok_or_else(|| Gap::NoWin(Box::new(position.clone())))?;
        let mut next = position.clone();
        if next.play(mv).is_err() {
            return Err(Gap::Illegal(Box::new(position.clone()), mv));
        }
        if next.turn().is_none() {
            return Err(Gap::Escape(Box::new(position.clone()), mv));
        }
        self.check_answers(&next, attacker)?;
        self.won.insert(stones);
        Ok(())
    }

    /// Checks that every answer of the side to move loses.
    ///
    /// # Errors
    /// The first answer that does not lose.
    pub fn check_answers(&mut self, position: &AnyPosition, attacker: Color) -> Result<(), Gap> {
        let threats = fives(position, attacker);
        for answer in position.legal_moves() {
            // Unless it ends the game, an answer leaves all other winning points open.
            let is_late = match answer {
                Move::Place(point) => threats.iter().any(|threat| threat != point),
                _ => !threats.is_empty(),
            };
            let mut next = position.clone();
            next.play_unchecked(answer);
            if next.turn() != Some(attacker) {
                return Err(Gap::Escape(Box::new(position.clone()), answer));
            }
            if !is_late {
                self.check(&next)?;
            }
        }
        Ok(())
    }
}

fn stones(position: &AnyPosition) -> ByColor<PointSet> {
    ByColor::from_fn(|color| position.stones(color))
}

/// The points where a stone of one color would win at once.
fn fives(position: &AnyPosition, color: Color) -> PointSet {
    let own = position.stones(color);
    let taken = stones(position);
    let candidates: Vec<Point> = PointSet::board(position.size())
        .iter()
        .filter(|&point| !taken.black.contains(point) && !taken.white.contains(point))
        .filter(|&point| touches_four(&own, point, position.size()))
        .collect();
    if candidates.is_empty() {
        return PointSet::EMPTY;
    }
    let setup = Setup {
        stones: taken,
        turn: color,
    };
    let Ok(turned) = AnyPosition::from_setup(position.spec(), &setup) else {
        return PointSet::EMPTY;
    };
    let wins = |point: Point| {
        let mut next = turned.clone();
        next.play(Move::Place(point)).is_ok()
            && next
                .outcome()
                .is_some_and(|outcome| outcome.winner == Some(color))
    };
    candidates
        .into_iter()
        .filter(|&point| wins(point))
        .collect()
}

/// Whether a stone would be part of a row of five or more.
fn touches_four(own: &PointSet, point: Point, size: u8) -> bool {
    let reach = |direction: Direction| {
        (1..5)
            .take_while(|&count| {
                point
                    .step(direction, count, size)
                    .is_some_and(|at| own.contains(at))
            })
            .count()
    };
    Direction::LINES
        .into_iter()
        .any(|direction| reach(direction) + reach(direction.reversed()) >= 4)
}
