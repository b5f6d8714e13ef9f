//! Gomoku: wins, and which points are forbidden to black.
//!
//! In this order: exactly five is legal regardless of what else the move makes; then come overline,
//! four-four and three-three.

use std::collections::BTreeSet;

use super::Stone;

/// The four line directions as steps of (column, row).
const DIRECTIONS: [Direction; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

type Direction = (isize, isize);
type Point = (usize, usize);

/// The contents of a square board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: usize,
    // Row by row from the top, `size * size` in total.
    cells: Vec<Option<Stone>>,
}

impl Board {
    /// An empty board.
    ///
    /// # Panics
    ///
    /// Unless `size` is from 5 to 25.
    pub fn new(size: usize) -> Board {
        assert!((5..=25).contains(&size));
        Board {
            size,
            cells: vec![None; size * size],
        }
    }

    /// The number of columns, which is also the number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The stone on a point.
    ///
    /// # Panics
    ///
    /// If the point is off the board, as in [`Board::set`].
    pub fn get(&self, col: usize, row: usize) -> Option<Stone> {
        assert!(col < self.size && row < self.size);
        self.cells[row * self.size + col]
    }

    /// Puts a stone on a point, or clears it with `None`.
    pub fn set(&mut self, col: usize, row: usize, cell: Option<Stone>) {
        assert!(col < self.size && row < self.size);
        self.cells[row * self.size + col] = cell;
    }

    fn is_empty(&self, (col, row): Point) -> bool {
        self.get(col, row).is_none()
    }

    fn with_black(&self, (col, row): Point) -> Board {
        let mut board = self.clone();
        board.set(col, row, Some(Stone::Black));
        board
    }
}

/// Whether black may play a point, and if not, why. If several reasons apply, overline comes before
/// four-four, and four-four before three-three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Black may play here.
    Legal,
    /// The move would make two or more threes.
    ThreeThree,
    /// The move would make two or more fours.
    FourFour,
    /// The move would make six or more in a row.
    Overline,
}

/// How a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Five or more, both sides.
    Freestyle,
    /// Exactly five, both sides.
    Standard,
    /// Black exactly five, white five or more; simplified forbidden moves.
    Forbidden,
    /// Black exactly five, white five or more (RIF).
    Renju,
    /// Exactly five, both sides, unless opposing stones lie at both ends of the row.
    Caro,
}

/// Whether the stone on (`col`, `row`) is part of a winning row for `stone`. Never if that point is
/// empty or holds the other color.
pub fn wins(board: &Board, col: usize, row: usize, stone: Stone, rule: Rule) -> bool {
    if board.get(col, row) != Some(stone) {
        return false;
    }
    DIRECTIONS.into_iter().any(|direction| {
        let length = run(board, (col, row), direction).len();
        match (rule, stone) {
            (Rule::Freestyle, _) => length >= 5,
            (Rule::Standard, _) => length == 5,
            (Rule::Forbidden | Rule::Renju, Stone::Black) => length == 5,
            (Rule::Forbidden | Rule::Renju, Stone::White) => length >= 5,
            (Rule::Caro, _) => {
                length == 5 && !is_blocked_at_both_ends(board, (col, row), direction)
            }
        }
    })
}

/// Rule set `caro`: an opposing stone lies directly before and another directly after the run
/// through `p`. Neither an empty point nor the edge of the board blocks.
fn is_blocked_at_both_ends(board: &Board, p: Point, direction: Direction) -> bool {
    let stone = board.get(p.0, p.1).expect("a run is made of stones");
    ends(board, p, direction)
        .into_iter()
        .all(|end| end.is_some_and(|(col, row)| board.get(col, row) == Some(stone.other())))
}

/// Judges black's move on the empty point (`col`, `row`) under the rule set `forbidden`.
///
/// # Panics
///
/// If the point is off the board or not empty.
pub fn verdict_forbidden(board: &Board, col: usize, row: usize) -> Verdict {
    let p = (col, row);
    assert!(board.is_empty(p), "only an empty point can be judged");
    let after = board.with_black(p);

    if makes_exactly_five(&after, p) {
        return Verdict::Legal;
    }
    if makes_six_or_more(&after, p) {
        return Verdict::Overline;
    }
    let four_count = DIRECTIONS
        .into_iter()
        .filter(|&direction| is_simple_four(&after, p, direction))
        .count();
    if four_count >= 2 {
        return Verdict::FourFour;
    }
    let three_count = DIRECTIONS
        .into_iter()
        .filter(|&direction| is_simple_live_three(&after, p, direction))
        .count();
    if three_count >= 2 {
        return Verdict::ThreeThree;
    }
    Verdict::Legal
}

/// Judges black's move on the empty point (`col`, `row`) under the RIF rules of Renju.
///
/// # Panics
///
/// If the point is off the board or not empty.
pub fn verdict_renju(board: &Board, col: usize, row: usize) -> Verdict {
    let p = (col, row);
    assert!(board.is_empty(p), "only an empty point can be judged");
    let after = board.with_black(p);

    if makes_exactly_five(&after, p) {
        return Verdict::Legal;
    }
    if makes_six_or_more(&after, p) {
        return Verdict::Overline;
    }
    if renju_fours(&after, p).len() >= 2 {
        return Verdict::FourFour;
    }
    let three_count = DIRECTIONS
        .into_iter()
        .filter(|&direction| is_renju_three(&after, p, direction))
        .count();
    if three_count >= 2 {
        return Verdict::ThreeThree;
    }
    Verdict::Legal
}

/// Rule set `forbidden`: the unbroken run through `p` is exactly four long and black may play at
/// least one of its two ends.
fn is_simple_four(after: &Board, p: Point, direction: Direction) -> bool {
    run(after, p, direction).len() == 4
        && ends(after, p, direction)
            .into_iter()
            .any(|end| may_play_simple(after, end))
}

/// Rule set `forbidden`: on the line there is an empty point `q` which black may play and which
/// makes, through `p`, an unbroken run of exactly four with both ends playable.
fn is_simple_live_three(after: &Board, p: Point, direction: Direction) -> bool {
    line(after, p, direction).into_iter().any(|q| {
        if !after.is_empty(q) {
            return false;
        }
        let with_q = after.with_black(q);
        let four = run(&with_q, p, direction);
        four.len() == 4
            && four.contains(&q)
            && may_play_simple(after, Some(q))
            && ends(&with_q, p, direction)
                .into_iter()
                .all(|end| may_play_simple(&with_q, end))
    })
}

/// Rule set `forbidden`: the point is on the board, empty, and not forbidden.
fn may_play_simple(board: &Board, point: Option<Point>) -> bool {
    point.is_some_and(|(col, row)| {
        board.is_empty((col, row)) && verdict_forbidden(board, col, row) == Verdict::Legal
    })
}

/// The fours that `p` is part of: each a set of four black stones on one line that one more stone
/// turns into exactly five in a row. A straight four is found from both ends, but it is one set of
/// stones and so one four.
fn renju_fours(after: &Board, p: Point) -> BTreeSet<Vec<Point>> {
    let mut fours = BTreeSet::new();
    for direction in DIRECTIONS {
        for completing in line(after, p, direction) {
            if !after.is_empty(completing) {
                continue;
            }
            let completed = after.with_black(completing);
            let mut five = run(&completed, completing, direction);
            if five.len() == 5 && five.contains(&p) {
                five.retain(|&point| point != completing);
                fours.insert(five);
            }
        }
    }
    fours
}

/// A three: some `q` on the line, which makes no five and is not forbidden, turns it into a
/// straight four that contains both `p` and `q`.
fn is_renju_three(after: &Board, p: Point, direction: Direction) -> bool {
    line(after, p, direction).into_iter().any(|q| {
        if !after.is_empty(q) {
            return false;
        }
        let with_q = after.with_black(q);
        run(&with_q, p, direction).contains(&q)
            && is_straight_four(&with_q, p, direction)
            && !makes_exactly_five(&with_q, q)
            && verdict_renju(after, q.0, q.1) == Verdict::Legal
    })
}

/// An unbroken run of exactly four, both ends empty and each completing exactly five.
fn is_straight_four(board: &Board, p: Point, direction: Direction) -> bool {
    run(board, p, direction).len() == 4
        && ends(board, p, direction).into_iter().all(|end| {
            end.is_some_and(|end| {
                board.is_empty(end) && run(&board.with_black(end), end, direction).len() == 5
            })
        })
}

fn makes_exactly_five(board: &Board, p: Point) -> bool {
    DIRECTIONS
        .into_iter()
        .any(|direction| run(board, p, direction).len() == 5)
}

fn makes_six_or_more(board: &Board, p: Point) -> bool {
    DIRECTIONS
        .into_iter()
        .any(|direction| run(board, p, direction).len() >= 6)
}

/// The unbroken run of same-colored stones through `p`, from its first point to its last.
fn run(board: &Board, p: Point, direction: Direction) -> Vec<Point> {
    let stone = board.get(p.0, p.1);
    assert!(stone.is_some(), "a run is made of stones");
    let mut points = vec![p];
    while let Some(before) = step(board, points[0], backwards(direction)) {
        if board.get(before.0, before.1) != stone {
            break;
        }
        points.insert(0, before);
    }
    while let Some(next) = step(board, points[points.len() - 1], direction) {
        if board.get(next.0, next.1) != stone {
            break;
        }
        points.push(next);
    }
    points
}

/// The points before and after the run through `p`, or `None` at the edge of the board.
fn ends(board: &Board, p: Point, direction: Direction) -> [Option<Point>; 2] {
    let points = run(board, p, direction);
    [
        step(board, points[0], backwards(direction)),
        step(board, points[points.len() - 1], direction),
    ]
}

/// All points of the line through `p`, from edge to edge.
fn line(board: &Board, p: Point, direction: Direction) -> Vec<Point> {
    let mut first = p;
    while let Some(before) = step(board, first, backwards(direction)) {
        first = before;
    }
    let mut points = vec![first];
    while let Some(next) = step(board, points[points.len() - 1], direction) {
        points.push(next);
    }
    points
}

/// The next point in a direction, if it is on the board.
fn step(board: &Board, (col, row): Point, (right, down): Direction) -> Option<Point> {
    let col = col.checked_add_signed(right)?;
    let row = row.checked_add_signed(down)?;
    (col < board.size && row < board.size).then_some((col, row))
}

fn backwards((right, down): Direction) -> Direction {
    (-right, -down)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a picture: `X` black, `O` white, `.` empty, `*` the empty point to judge.
    fn read(picture: &[&str]) -> (Board, Point) {
        let mut board = Board::new(picture.len());
        let mut asked = None;
        for (row, text) in picture.iter().enumerate() {
            assert_eq!(text.len(), picture.len());
            for (col, letter) in text.chars().enumerate() {
                match letter {
                    'X' => board.set(col, row, Some(Stone::Black)),
                    'O' => board.set(col, row, Some(Stone::White)),
                    '*' => asked = Some((col, row)),
                    _ => assert_eq!(letter, '.'),
                }
            }
        }
        (board, asked.expect("one point is marked"))
    }

    #[track_caller]
    fn check(picture: &[&str], forbidden: Verdict, renju: Verdict) {
        let (board, (col, row)) = read(picture);
        assert_eq!(verdict_forbidden(&board, col, row), forbidden, "forbidden");
        assert_eq!(verdict_renju(&board, col, row), renju, "renju");
    }

    /// Checks the wins of a row of `length` stones, as black and as white.
    #[track_caller]
    fn check_wins(rule: Rule, length: usize, want: (bool, bool)) {
        for direction in DIRECTIONS {
            let got = [Stone::Black, Stone::White].map(|stone| {
                let mut board = Board::new(9);
                let mut here = if direction == (1, -1) { (1, 8) } else { (1, 1) };
                let asked = here;
                for _ in 0..length {
                    board.set(here.0, here.1, Some(stone));
                    here = step(&board, here, direction).unwrap();
                }
                assert!(!wins(&board, asked.0, asked.1, stone.other(), rule));
                wins(&board, asked.0, asked.1, stone, rule)
            });
            assert_eq!((got[0], got[1]), want, "{rule:?} {length} {direction:?}");
        }
    }

    #[test]
    fn each_rule_set_has_its_own_winning_length() {
        for rule in [
            Rule::Freestyle,
            Rule::Standard,
            Rule::Forbidden,
            Rule::Renju,
            Rule::Caro,
        ] {
            check_wins(rule, 4, (false, false));
            check_wins(rule, 5, (true, true));
        }
        check_wins(Rule::Freestyle, 6, (true, true));
        check_wins(Rule::Standard, 6, (false, false));
        check_wins(Rule::Forbidden, 6, (false, true));
        check_wins(Rule::Renju, 6, (false, true));
        check_wins(Rule::Caro, 6, (false, false));
    }

    /// Asks whether the stone at `*` wins for black under caro. The top row is the picture's.
    #[track_caller]
    fn check_caro(row: &str, want: bool) {
        let asked = row.find('*').unwrap();
        for (own, other) in [(Stone::Black, Stone::White), (Stone::White, Stone::Black)] {
            let mut board = Board::new(row.len());
            for (col, letter) in row.chars().enumerate() {
                match letter {
                    'X' | '*' => board.set(col, 0, Some(own)),
                    'O' => board.set(col, 0, Some(other)),
                    _ => assert_eq!(letter, '.'),
                }
            }
            assert_eq!(wins(&board, asked, 0, own, Rule::Caro), want, "{row}");
        }
    }

    #[test]
    fn under_caro_a_five_wins_unless_opposing_stones_lie_at_both_ends() {
        check_caro("..XX*XX..", true);
        check_caro(".OXX*XX..", true);
        check_caro("..XX*XXO.", true);
        check_caro(".OXX*XXO.", false);
        check_caro("OXXXX*O..", false);
        // Stones farther away block nothing.
        check_caro("O.XX*XX.O", true);
        check_caro("O.XX*XXO.", true);
        // The edge is not an opposing stone.
        check_caro("XX*XX....", true);
        check_caro("XX*XXO...", true);
        check_caro("...OXXXX*", true);
        check_caro("XX*XX", true);
        // Six never win.
        check_caro(".XXX*XX..", false);
        check_caro("OXXX*XX..", false);
    }

    #[test]
    fn under_caro_one_open_five_wins_beside_a_blocked_one() {
        let picture = [
            "OXXXX*O", ".....X.", ".....X.", ".....X.", ".....X.", ".......", ".......",
        ];
        let (board, (col, row)) = read(&picture);
        let won = wins(
            &board.with_black((col, row)),
            col,
            row,
            Stone::Black,
            Rule::Caro,
        );
        assert!(won);
        // The other five is blocked below, and above by the edge only.
        let mut blocked = board.with_black((col, row));
        blocked.set(5, 5, Some(Stone::White));
        assert!(wins(&blocked, col, row, Stone::Black, Rule::Caro));
        // In the middle of the board, both ends blocked, neither wins.
        let picture = [
            ".....O...",
            "OXXXX*O..",
            ".....X...",
            ".....X...",
            ".....X...",
            ".....X...",
            ".....O...",
            ".........",
            ".........",
        ];
        let (board, (col, row)) = read(&picture);
        let both = wins(
            &board.with_black((col, row)),
            col,
            row,
            Stone::Black,
            Rule::Caro,
        );
        assert!(!both);
    }

    #[test]
    fn a_five_excuses_an_overline() {
        let picture = [
            "XXX*XX.", "...X...", "...X...", "...X...", "...X...", ".......", ".......",
        ];
        check(&picture, Verdict::Legal, Verdict::Legal);
    }

    #[test]
    fn six_in_a_row_is_an_overline_even_with_a_four_four() {
        let picture = [
            "XXX*XX..", "..XXX...", ".X.X.X..", "X..X..X.", "........", "........", "........",
            "........",
        ];
        check(&picture, Verdict::Overline, Verdict::Overline);
    }

    #[test]
    fn two_fours_on_one_line_are_a_four_four_in_renju_only() {
        let picture = [
            ".........",
            ".X.X*X.X.",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
            ".........",
        ];
        check(&picture, Verdict::Legal, Verdict::FourFour);
    }

    #[test]
    fn a_straight_four_is_one_four() {
        let picture = [
            ".......", ".XX*X..", ".......", ".......", ".......", ".......", ".......",
        ];
        check(&picture, Verdict::Legal, Verdict::Legal);
    }

    #[test]
    fn broken_fours_count_in_renju_only() {
        let picture = [
            "O......", "OXX*.X.", "...X...", "...X...", ".......", "...X...", "...O...",
        ];
        check(&picture, Verdict::Legal, Verdict::FourFour);
    }

    #[test]
    fn a_four_whose_only_open_end_is_an_overline_is_not_a_four_under_forbidden() {
        // A stone to the right of the row of four would make six.
        let picture = [
            "........", "OXXX*.X.", "....X...", "....X...", "....X...", "........", "........",
            "........",
        ];
        check(&picture, Verdict::Legal, Verdict::Legal);
    }

    #[test]
    fn two_open_threes_are_a_three_three() {
        let picture = [
            ".......", ".......", "..X*X..", "...X...", "...X...", ".......", ".......",
        ];
        check(&picture, Verdict::ThreeThree, Verdict::ThreeThree);
    }

    #[test]
    fn a_three_that_cannot_become_a_straight_four_is_not_a_three() {
        // The vertical three has room for a five but not for a straight four.
        let picture = [
            ".......", "...O...", "..X*X..", "...X...", "...X...", ".......", ".......",
        ];
        check(&picture, Verdict::Legal, Verdict::Legal);
    }
    #[test]
    fn a_three_whose_straight_four_is_forbidden_is_not_a_three() {
        // Above and below the vertical three, the fourth stone would make six in its row.
        let mut picture = [
            "...........",
            "...........",
            "...........",
            "..XXX.XX...",
            "....X*X....",
            ".....X.....",
            ".....X.....",
            "..XXX.XX...",
            "...........",
            "...........",
            "...........",
        ];
        check(&picture, Verdict::Legal, Verdict::Legal);
        // Below, it would make a four-four.
        picture[7] = "..XXX......";
        check(&picture, Verdict::Legal, Verdict::Legal);
        picture[7] = "...........";
        check(&picture, Verdict::ThreeThree, Verdict::ThreeThree);
    }

    #[test]
    fn a_straight_four_that_is_also_a_five_makes_a_three_under_forbidden_only() {
        // Either end of the vertical three makes five in its row. The rule set `forbidden` requires
        // only that black may play there; Renju requires that no five arises.
        let picture = [
            "...........",
            "...........",
            "...........",
            ".XXXX......",
            "....X*X....",
            ".....X.....",
            ".....X.....",
            ".XXXX......",
            "...........",
            "...........",
            "...........",
        ];
        check(&picture, Verdict::ThreeThree, Verdict::Legal);
    }
}
