//! The exact set of points forbidden to black.
//!
//! The shape of a point rules out nearly all points; the rest are checked here on the board's
//! lines. Only whether a three counts requires checking other points, with the stone added to the
//! lines and removed again. The board's shapes and sets stay as they are.

use yiqi_rules::{Color, GomokuRules};

use crate::board::Board;
use crate::pattern::{CENTER, run, run_ends};
use crate::point_index::{Direction, PointIndex};

/// What a black stone on a point would make.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Five,
    Forbidden,
    Legal,
}

/// The eleven places within five steps; the center counts as black.
#[derive(Clone, Copy)]
struct Line {
    black: u16,
    empty: u16,
}

impl Line {
    fn at(board: &Board, at: PointIndex, direction: Direction) -> Line {
        let places = board.window(at, direction);
        // Two bits per place: black is 01, empty 11.
        let low = places & 0x0015_5555;
        let high = places >> 1 & 0x0015_5555;
        Line {
            black: squeeze(low & !high) | 1 << CENTER,
            empty: squeeze(low & high) & !(1 << CENTER),
        }
    }

    fn with(self, place: u32) -> Line {
        Line {
            black: self.black | 1 << place,
            empty: self.empty & !(1 << place),
        }
    }

    fn has_empty(self, place: u32) -> bool {
        self.empty >> place & 1 != 0
    }

    /// Sets of four stones, including the center, that one more stone makes exactly five.
    fn four_count(self) -> usize {
        let mut sets = [0u16; 5];
        let mut count = 0;
        for low in 1..=CENTER {
            let five = 0b11111 << low;
            let stones = self.black & five;
            let gap = five & !stones;
            if stones.count_ones() == 4
                && self.empty & gap != 0
                && run(self.black | gap) == 5
                && !sets[..count].contains(&stones)
            {
                sets[count] = stones;
                count += 1;
            }
        }
        count
    }

    /// Threes, each as the place that makes it a four and the ends of that four.
    fn threes(self) -> impl Iterator<Item = (u32, [u32; 2])> {
        (2..=CENTER).filter_map(move |low| {
            let four = 0b1111u16 << low;
            let stones = self.black & four;
            let gap = four & !stones;
            let ends = [low - 1, low + 4];
            (stones.count_ones() == 3
                && self.empty & gap != 0
                && ends.iter().all(|&end| self.has_empty(end)))
            .then(|| (gap.trailing_zeros(), ends))
        })
    }
}

/// Gathers every second bit.
fn squeeze(bits: u32) -> u16 {
    let bits = (bits | bits >> 1) & 0x3333_3333;
    let bits = (bits | bits >> 2) & 0x0f0f_0f0f;
    let bits = (bits | bits >> 4) & 0x00ff_00ff;
    (bits | bits >> 8) as u16
}

/// The point at a place of a line through a point.
fn point_at(center: PointIndex, direction: Direction, place: u32) -> PointIndex {
    center.step(direction, place as isize - CENTER as isize)
}

impl Board {
    /// Whether an empty point is forbidden to black.
    #[inline]
    pub(crate) fn is_forbidden(&mut self, at: PointIndex) -> bool {
        self.threats(Color::Black, at).may_be_forbidden() && self.verdict(at) == Verdict::Forbidden
    }

    fn verdict(&mut self, at: PointIndex) -> Verdict {
        let lines = Direction::ALL.map(|direction| Line::at(self, at, direction));
        let runs = lines.map(|line| run(line.black));
        if runs.contains(&5) {
            return Verdict::Five;
        }
        if runs.iter().any(|&length| length > 5) {
            return Verdict::Forbidden;
        }
        let mut fours = 0;
        for (direction, line) in Direction::ALL.into_iter().zip(lines) {
            fours += self.fours(at, direction, line);
        }
        if fours > 1 {
            return Verdict::Forbidden;
        }
        if lines
            .iter()
            .filter(|line| line.threes().next().is_some())
            .count()
            < 2
        {
            return Verdict::Legal;
        }
        self.toggle_lines(at, Color::Black);
        let three_count = Direction::ALL
            .into_iter()
            .zip(lines)
            .filter(|&(direction, line)| {
                line.threes()
                    .any(|three| self.three_counts(at, direction, three))
            })
            .take(2)
            .count();
        self.toggle_lines(at, Color::Black);
        if three_count > 1 {
            Verdict::Forbidden
        } else {
            Verdict::Legal
        }
    }

    /// The fours that a stone makes on one line.
    fn fours(&mut self, at: PointIndex, direction: Direction, line: Line) -> usize {
        if self.rules() == GomokuRules::Renju {
            return line.four_count();
        }
        if run(line.black) != 4 {
            return 0;
        }
        self.toggle_lines(at, Color::Black);
        let open = run_ends(line.black)
            .into_iter()
            .any(|end| self.end_is_playable(at, direction, line, end));
        self.toggle_lines(at, Color::Black);
        usize::from(open)
    }

    /// Whether a three through a point, whose stone is on the lines, counts.
    fn three_counts(
        &mut self,
        at: PointIndex,
        direction: Direction,
        (gap, ends): (u32, [u32; 2]),
    ) -> bool {
        let next = point_at(at, direction, gap);
        match (self.rules(), self.verdict(next)) {
            (_, Verdict::Forbidden) | (GomokuRules::Renju, Verdict::Five) => false,
            (GomokuRules::Renju, Verdict::Legal) => {
                let line = Line::at(self, at, direction).with(gap);
                ends.iter().all(|&end| run(line.with(end).black) == 5)
            }
            _ => {
                self.toggle_lines(next, Color::Black);
                let line = Line::at(self, at, direction);
                let open = ends
                    .into_iter()
                    .all(|end| self.end_is_playable(at, direction, line, end));
                self.toggle_lines(next, Color::Black);
                open
            }
        }
    }

    /// Rule set `forbidden`: whether black may play on the end of a row of four.
    fn end_is_playable(
        &mut self,
        at: PointIndex,
        direction: Direction,
        line: Line,
        end: u32,
    ) -> bool {
        line.has_empty(end) && self.verdict(point_at(at, direction, end)) == Verdict::Five
    }
}
