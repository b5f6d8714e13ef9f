//! Points that are forbidden for black, under the rule sets `forbidden` and `renju`.
//!
//! A point is judged by the four lines through it, each cut to the eleven places within five steps.
//! Bit masks find what a line contains: the length of the row through the middle, its fours and its
//! threes. Only whether a three counts depends on other points, which may in turn depend on others:
//! the judge places the stone, judges the next point, and removes the stone again.
//!
//! Only `fours` and `three_counts` know how the rule sets differ.

use crate::{Direction, ForbiddenKind, GomokuRules, Point, PointSet, Refusal};

/// Judges points on one board.
pub(super) struct Judge {
    rules: GomokuRules,
    size: u8,
    black: PointSet,
    empty: PointSet,
}

/// What a black stone on a point would make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Exactly five: wins regardless of what else it makes.
    Five,
    Forbidden(ForbiddenKind),
    Legal,
}

/// The places within five steps of a point along one direction. Bit 5 is the point itself, which
/// counts as black.
#[derive(Clone, Copy)]
struct Line {
    black: u16,
    empty: u16,
}

const MIDDLE: u32 = 5;
const REACH: u32 = 5;

/// A three that may count: one more stone makes it a row of four with both ends empty.
struct Three {
    /// The three stones, as bits of the line.
    stones: u16,
    /// The point that makes it four.
    next: u32,
    /// The ends of that row of four.
    ends: [u32; 2],
}

impl Judge {
    pub(super) fn new(rules: GomokuRules, size: u8, black: PointSet, empty: PointSet) -> Judge {
        debug_assert!(rules.restricts_black());
        Judge {
            rules,
            size,
            black,
            empty,
        }
    }

    /// Why an empty point is forbidden, if it is.
    pub(super) fn forbidden_kind(&mut self, point: Point) -> Option<ForbiddenKind> {
        match self.verdict(point) {
            Verdict::Forbidden(kind) => Some(kind),
            Verdict::Five | Verdict::Legal => None,
        }
    }

    /// Refuses a forbidden point, naming all the lines that make it forbidden.
    pub(super) fn check(&mut self, point: Point) -> Result<(), Refusal> {
        let Some(kind) = self.forbidden_kind(point) else {
            return Ok(());
        };
        let mut lines = Vec::new();
        for direction in Direction::LINES {
            let line = self.line(point, direction);
            let found: Vec<u16> = match kind {
                ForbiddenKind::Overline if line.run_length() > 5 => vec![line.run()],
                ForbiddenKind::Overline => Vec::new(),
                ForbiddenKind::FourFour => self.fours(point, direction, line),
                ForbiddenKind::ThreeThree => {
                    self.place(point);
                    let three = line
                        .threes()
                        .find(|three| self.three_counts(point, direction, three));
                    self.remove(point);
                    three.map(|three| three.stones).into_iter().collect()
                }
            };
            lines.extend(found.into_iter().map(|stones| {
                // An overline may extend beyond the line; it is followed to its ends below.
                if kind == ForbiddenKind::Overline {
                    self.whole_run(point, direction)
                } else {
                    self.points(point, direction, stones)
                }
            }));
        }
        Err(Refusal::Forbidden { point, kind, lines })
    }

    fn verdict(&mut self, point: Point) -> Verdict {
        let lines = Direction::LINES.map(|direction| (direction, self.line(point, direction)));
        if lines.iter().any(|(_, line)| line.run_length() == 5) {
            return Verdict::Five;
        }
        if lines.iter().any(|(_, line)| line.run_length() > 5) {
            return Verdict::Forbidden(ForbiddenKind::Overline);
        }
        let four_count: usize = lines
            .iter()
            .map(|&(direction, line)| self.fours(point, direction, line).len())
            .sum();
        if four_count >= 2 {
            return Verdict::Forbidden(ForbiddenKind::FourFour);
        }
        // Shape alone excludes most points, before the costly judging.
        if lines
            .iter()
            .filter(|(_, line)| line.threes().next().is_some())
            .count()
            < 2
        {
            return Verdict::Legal;
        }
        self.place(point);
        let three_count = lines
            .iter()
            .filter(|&&(direction, line)| {
                line.threes()
                    .any(|three| self.three_counts(point, direction, &three))
            })
            .take(2)
            .count();
        self.remove(point);
        if three_count >= 2 {
            Verdict::Forbidden(ForbiddenKind::ThreeThree)
        } else {
            Verdict::Legal
        }
    }

    /// The fours on a line through `point`, each as the bits of its four stones.
    fn fours(&mut self, point: Point, direction: Direction, line: Line) -> Vec<u16> {
        match self.rules {
            // Any four stones that one more stone turns into exactly five, broken or not.
            GomokuRules::Renju => line.broken_fours(),
            // An unbroken row with an end on which black may play.
            _ => {
                if line.run_length() != 4 {
                    return Vec::new();
                }
                self.place(point);
                let open = line
                    .run_ends()
                    .into_iter()
                    .any(|end| self.end_is_playable(point, direction, line, end));
                self.remove(point);
                if open { vec![line.run()] } else { Vec::new() }
            }
        }
    }

    /// Whether a three through `point` counts. The stone on `point` is on the board.
    fn three_counts(&mut self, point: Point, direction: Direction, three: &Three) -> bool {
        let next = self.point(point, direction, three.next);
        match (self.rules, self.verdict(next)) {
            (_, Verdict::Forbidden(_)) => false,
            // The four must be straight, and the move must not make a five elsewhere.
            (GomokuRules::Renju, Verdict::Five) => false,
            (GomokuRules::Renju, Verdict::Legal) => {
                let line = self.line(point, direction);
                three
                    .ends
                    .iter()
                    .all(|&end| line.with(three.next).run_length_if(end) == 5)
            }
            // Both ends of the row of four must be playable.
            (_, Verdict::Five | Verdict::Legal) => {
                self.place(next);
                let line = self.line(point, direction);
                let open = three
                    .ends
                    .into_iter()
                    .all(|end| self.end_is_playable(point, direction, line, end));
                self.remove(next);
                open
            }
        }
    }

    /// Rule set `forbidden`: whether black may play at an end of a row of four on the board. Such a
    /// move makes five there and is legal, or more than five and is legal only with a five
    /// elsewhere.
    fn end_is_playable(
        &mut self,
        point: Point,
        direction: Direction,
        line: Line,
        end: u32,
    ) -> bool {
        if line.empty >> end & 1 == 0 {
            return false;
        }
        let end = self.point(point, direction, end);
        self.verdict(end) == Verdict::Five
    }

    fn place(&mut self, point: Point) {
        self.black.insert(point);
        self.empty.remove(point);
    }

    fn remove(&mut self, point: Point) {
        self.black.remove(point);
        self.empty.insert(point);
    }

    fn line(&self, point: Point, direction: Direction) -> Line {
        let mut line = Line {
            black: 1 << MIDDLE,
            empty: 0,
        };
        let step = direction.index_step();
        let ahead = u32::from(point.room(direction, self.size)).min(REACH);
        let behind = u32::from(point.room(direction.reversed(), self.size)).min(REACH);
        let mut index = point.index() as isize - step * behind as isize;
        for bit in MIDDLE - behind..=MIDDLE + ahead {
            line.black |= u16::from(self.black.contains_index(index as usize)) << bit;
            line.empty |= u16::from(self.empty.contains_index(index as usize)) << bit;
            index += step;
        }
        line.empty &= !(1 << MIDDLE);
        line
    }

    fn point(&self, middle: Point, direction: Direction, bit: u32) -> Point {
        middle
            .step(direction, bit as i8 - MIDDLE as i8, self.size)
            .expect("bits of a line are on the board")
    }

    fn points(&self, middle: Point, direction: Direction, stones: u16) -> Vec<Point> {
        (0..=MIDDLE + REACH)
            .filter(|bit| stones >> bit & 1 != 0)
            .map(|bit| self.point(middle, direction, bit))
            .collect()
    }

    fn whole_run(&self, point: Point, direction: Direction) -> Vec<Point> {
        let walk = |direction| {
            (1..)
                .map_while(move |count| point.step(direction, count, self.size))
                .take_while(|&next| self.black.contains(next))
        };
        let mut run: Vec<Point> = walk(direction.reversed()).collect();
        run.reverse();
        run.push(point);
        run.extend(walk(direction));
        run
    }
}

impl Line {
    /// The row through the middle, as far as it lies within the line.
    fn run(self) -> u16 {
        let above = (!self.black >> MIDDLE).trailing_zeros();
        // The bit below the line stops the row at the latest.
        let below = (!self.black << (15 - MIDDLE) | 1 << (14 - MIDDLE)).leading_zeros();
        ((1 << (above + below - 1)) - 1) << (MIDDLE + 1 - below)
    }

    /// The length of the row through the middle; from six on, it may extend beyond the line.
    fn run_length(self) -> u32 {
        self.run().count_ones()
    }

    /// The places next to the row through the middle, if it is short enough for both to lie on the
    /// line.
    fn run_ends(self) -> [u32; 2] {
        let run = self.run();
        [run.trailing_zeros() - 1, 16 - run.leading_zeros()]
    }

    /// The line with one more stone.
    fn with(self, bit: u32) -> Line {
        Line {
            black: self.black | 1 << bit,
            empty: self.empty & !(1 << bit),
        }
    }

    /// The length of the row through the middle after one more stone.
    fn run_length_if(self, bit: u32) -> u32 {
        self.with(bit).run_length()
    }

    /// Every set of four stones, including the middle, that one more stone turns into exactly five.
    fn broken_fours(self) -> Vec<u16> {
        let mut fours = Vec::new();
        for low in 1..=MIDDLE {
            let five = 0b11111 << low;
            let stones = self.black & five;
            let gap = five & !stones;
            if stones.count_ones() == 4
                && self.empty & gap != 0
                && self.run_length_if(gap.trailing_zeros()) == 5
                && !fours.contains(&stones)
            {
                fours.push(stones);
            }
        }
        fours
    }

    /// Every three, including the middle, that one more stone turns into a row of four with both
    /// ends empty.
    fn threes(self) -> impl Iterator<Item = Three> {
        (2..=MIDDLE).filter_map(move |low| {
            let four = 0b1111 << low;
            let stones = self.black & four;
            let gap = four & !stones;
            let ends = [low - 1, low + 4];
            (stones.count_ones() == 3
                && self.empty & gap != 0
                && ends.iter().all(|&end| self.empty >> end & 1 != 0))
            .then(|| Three {
                stones,
                next: gap.trailing_zeros(),
                ends,
            })
        })
    }
}
