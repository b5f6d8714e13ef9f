//! Which points are forbidden to black, exactly.
//!
//! The shape of a point rules nearly all points out; what is left is judged here, from the lines as
//! [`Board`] keeps them. Only whether a three counts needs a look at other points, with the stone put
//! on the lines and taken off again. Shapes and sets of the board are not touched.

use yiqi_rules::GomokuRules;

use crate::board::{Board, DIRECTIONS, STEPS};
use crate::pattern::{run, run_ends};
use crate::shape::may_be_forbidden;

const MIDDLE: u32 = 5;

/// What a black stone on a point would make.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Five,
    Forbidden,
    Legal,
}

/// The eleven places within five steps; the middle counts as black.
#[derive(Clone, Copy)]
struct Line {
    black: u16,
    empty: u16,
}

impl Line {
    fn at(board: &Board, point: usize, direction: usize) -> Line {
        let places = board.window(point, direction);
        // Two bits a place: black is 01, empty 11.
        let low = places & 0x0015_5555;
        let high = places >> 1 & 0x0015_5555;
        Line {
            black: squeeze(low & !high) | 1 << MIDDLE,
            empty: squeeze(low & high) & !(1 << MIDDLE),
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

    /// Sets of four stones, the middle among them, that one more makes exactly five.
    fn four_count(self) -> usize {
        let mut sets = [0u16; 5];
        let mut count = 0;
        for low in 1..=MIDDLE {
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

    /// Threes with the point that makes each four and the ends of that four.
    fn threes(self) -> impl Iterator<Item = (u32, [u32; 2])> {
        (2..=MIDDLE).filter_map(move |low| {
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

/// Every second bit, moved together.
fn squeeze(bits: u32) -> u16 {
    let bits = (bits | bits >> 1) & 0x3333_3333;
    let bits = (bits | bits >> 2) & 0x0f0f_0f0f;
    let bits = (bits | bits >> 4) & 0x00ff_00ff;
    (bits | bits >> 8) as u16
}

fn step(point: usize, direction: usize, place: u32) -> usize {
    (point as isize + STEPS[direction] * (place as isize - MIDDLE as isize)) as usize
}

impl Board {
    /// Whether an empty point is forbidden to black.
    pub(crate) fn is_forbidden(&mut self, point: usize) -> bool {
        may_be_forbidden(self.kinds_at(0, point)) && self.verdict(point) == Verdict::Forbidden
    }

    fn verdict(&mut self, point: usize) -> Verdict {
        let lines = [0, 1, 2, 3].map(|direction| Line::at(self, point, direction));
        let runs = lines.map(|line| run(line.black));
        if runs.contains(&5) {
            return Verdict::Five;
        }
        if runs.iter().any(|&length| length > 5) {
            return Verdict::Forbidden;
        }
        let mut fours = 0;
        for (direction, line) in lines.into_iter().enumerate() {
            fours += self.fours(point, direction, line);
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
        self.toggle_black(point);
        let three_count = (0..DIRECTIONS)
            .filter(|&direction| {
                lines[direction]
                    .threes()
                    .any(|three| self.three_counts(point, direction, three))
            })
            .take(2)
            .count();
        self.toggle_black(point);
        if three_count > 1 {
            Verdict::Forbidden
        } else {
            Verdict::Legal
        }
    }

    fn fours(&mut self, point: usize, direction: usize, line: Line) -> usize {
        if self.rules() == GomokuRules::Renju {
            return line.four_count();
        }
        if run(line.black) != 4 {
            return 0;
        }
        self.toggle_black(point);
        let open = run_ends(line.black)
            .into_iter()
            .any(|end| self.end_is_playable(point, direction, line, end));
        self.toggle_black(point);
        usize::from(open)
    }

    /// Whether a three through a point, whose stone is on the lines, counts.
    fn three_counts(&mut self, point: usize, direction: usize, three: (u32, [u32; 2])) -> bool {
        let (gap, ends) = three;
        let next = step(point, direction, gap);
        match (self.rules(), self.verdict(next)) {
            (_, Verdict::Forbidden) | (GomokuRules::Renju, Verdict::Five) => false,
            (GomokuRules::Renju, Verdict::Legal) => {
                let line = Line::at(self, point, direction).with(gap);
                ends.iter().all(|&end| run(line.with(end).black) == 5)
            }
            _ => {
                self.toggle_black(next);
                let line = Line::at(self, point, direction);
                let open = ends
                    .into_iter()
                    .all(|end| self.end_is_playable(point, direction, line, end));
                self.toggle_black(next);
                open
            }
        }
    }

    /// Rule set `forbidden`: whether black may play on the end of a row of four.
    fn end_is_playable(&mut self, point: usize, direction: usize, line: Line, end: u32) -> bool {
        line.has_empty(end) && self.verdict(step(point, direction, end)) == Verdict::Five
    }
}
