//! Reversi: the start, legal moves, flips, passes, the end, perft.

use super::Stone;

/// The eight directions as steps of (column, row).
const DIRECTIONS: [(isize, isize); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// A Reversi position. All fields are public, so that a test can build any position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of columns, which is also the number of rows.
    pub size: usize,
    /// The stone on each point: `cells[row][col]`, row 0 at the top.
    pub cells: Vec<Vec<Option<Stone>>>,
    /// The side to move. Unchanged once the game is over.
    pub to_move: Stone,
}

impl Board {
    /// The start position: the four center points filled, black to move.
    ///
    /// # Panics
    ///
    /// Unless `size` is even and from 4 to 26.
    pub fn start(size: usize) -> Board {
        assert!(size.is_multiple_of(2) && (4..=26).contains(&size));
        let mut cells = vec![vec![None; size]; size];
        let right = size / 2;
        let left = right - 1;
        let lower = size / 2;
        let upper = lower - 1;
        // On 8×8: black on e4 and d5, white on d4 and e5.
        cells[upper][right] = Some(Stone::Black);
        cells[lower][left] = Some(Stone::Black);
        cells[upper][left] = Some(Stone::White);
        cells[lower][right] = Some(Stone::White);
        Board {
            size,
            cells,
            to_move: Stone::Black,
        }
    }

    /// The points the side to move may play, row by row from the top, each as (column, row).
    pub fn legal_moves(&self) -> Vec<(usize, usize)> {
        self.moves_of(self.to_move)
    }

    /// The stones that the side to move would flip by playing on (`col`, `row`); none if the move
    /// is not legal.
    pub fn flips(&self, col: usize, row: usize) -> Vec<(usize, usize)> {
        self.flips_of(self.to_move, col, row)
    }

    /// Plays a stone of the side to move, flips what it brackets and passes the turn.
    ///
    /// # Panics
    ///
    /// If the move is not legal.
    pub fn play(&mut self, col: usize, row: usize) {
        let flips = self.flips(col, row);
        assert!(!flips.is_empty(), "a move must flip at least one stone");
        self.cells[row][col] = Some(self.to_move);
        for (flip_col, flip_row) in flips {
            self.cells[flip_row][flip_col] = Some(self.to_move);
        }
        self.to_move = self.to_move.other();
    }

    /// Passes the turn without a move.
    ///
    /// # Panics
    ///
    /// If the side to move has a legal move, or the game is over.
    pub fn pass(&mut self) {
        assert!(
            self.legal_moves().is_empty(),
            "a side that can move must not pass"
        );
        assert!(!self.is_over(), "the game is over");
        self.to_move = self.to_move.other();
    }

    /// Whether neither side has a legal move, as on a full board.
    pub fn is_over(&self) -> bool {
        self.moves_of(Stone::Black).is_empty() && self.moves_of(Stone::White).is_empty()
    }

    /// The number of stones of one color on the board.
    pub fn count(&self, stone: Stone) -> usize {
        let points = self.cells.iter().flatten();
        points.filter(|&&cell| cell == Some(stone)).count()
    }

    /// The number of lines of play of `depth` plies from here, including those that end earlier. A
    /// pass is one ply.
    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 || self.is_over() {
            return 1;
        }
        let moves = self.legal_moves();
        if moves.is_empty() {
            let mut next = self.clone();
            next.pass();
            return next.perft(depth - 1);
        }
        let mut total = 0;
        for (col, row) in moves {
            let mut next = self.clone();
            next.play(col, row);
            total += next.perft(depth - 1);
        }
        total
    }

    fn moves_of(&self, stone: Stone) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for row in 0..self.size {
            for col in 0..self.size {
                if !self.flips_of(stone, col, row).is_empty() {
                    moves.push((col, row));
                }
            }
        }
        moves
    }

    fn flips_of(&self, stone: Stone, col: usize, row: usize) -> Vec<(usize, usize)> {
        let mut flips = Vec::new();
        if self.cells[row][col].is_some() {
            return flips;
        }
        for direction in DIRECTIONS {
            // Opposing stones are bracketed only if one of our own stones ends the row.
            let mut passed_over = Vec::new();
            let mut here = self.neighbor((col, row), direction);
            while let Some((here_col, here_row)) = here {
                match self.cells[here_row][here_col] {
                    None => break,
                    Some(found) if found == stone => {
                        flips.append(&mut passed_over);
                        break;
                    }
                    Some(_) => passed_over.push((here_col, here_row)),
                }
                here = self.neighbor((here_col, here_row), direction);
            }
        }
        flips
    }

    /// The next point in a direction, if it is on the board.
    fn neighbor(
        &self,
        (col, row): (usize, usize),
        (right, down): (isize, isize),
    ) -> Option<(usize, usize)> {
        let col = col.checked_add_signed(right)?;
        let row = row.checked_add_signed(down)?;
        (col < self.size && row < self.size).then_some((col, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The final stone difference for the side to move under perfect play.
    fn perfect_play(board: &Board) -> i32 {
        if board.is_over() {
            let own = board.count(board.to_move) as i32;
            return own - board.count(board.to_move.other()) as i32;
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            let mut next = board.clone();
            next.pass();
            return -perfect_play(&next);
        }
        let values = moves.into_iter().map(|(col, row)| {
            let mut next = board.clone();
            next.play(col, row);
            -perfect_play(&next)
        });
        values.max().unwrap()
    }

    #[test]
    fn black_starts_on_e4_and_d5() {
        let board = Board::start(8);
        assert_eq!(board.cells[3][4], Some(Stone::Black));
        assert_eq!(board.cells[4][3], Some(Stone::Black));
        assert_eq!(board.cells[3][3], Some(Stone::White));
        assert_eq!(board.cells[4][4], Some(Stone::White));
        assert_eq!(board.legal_moves(), [(3, 2), (2, 3), (5, 4), (4, 5)]);
    }

    #[test]
    fn every_even_size_starts_with_four_moves_that_flip_one_stone() {
        for size in (4..=26).step_by(2) {
            let board = Board::start(size);
            let moves = board.legal_moves();
            assert_eq!(moves.len(), 4);
            for (col, row) in moves {
                assert_eq!(board.flips(col, row).len(), 1);
            }
        }
    }

    #[test]
    fn perft_of_8x8_matches_the_published_counts() {
        let board = Board::start(8);
        let want = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092];
        for (depth, nodes) in want.into_iter().enumerate() {
            assert_eq!(board.perft(depth), nodes, "depth {depth}");
        }
    }

    #[test]
    fn all_bracketed_stones_flip_in_all_directions() {
        // A ring of white stones around c3, with black ones behind all but one.
        let mut board = Board::start(6);
        board.cells = vec![vec![None; 6]; 6];
        for row in 1..=3 {
            for col in 1..=3 {
                board.cells[row][col] = Some(Stone::White);
            }
        }
        board.cells[2][2] = None;
        for (col, row) in [(0, 0), (2, 0), (4, 0), (0, 2), (4, 2), (0, 4), (2, 4)] {
            board.cells[row][col] = Some(Stone::Black);
        }
        board.play(2, 2);
        assert_eq!(board.count(Stone::Black), 7 + 1 + 7);
        assert_eq!(board.cells[3][3], Some(Stone::White));
        assert_eq!(board.to_move, Stone::White);
    }

    #[test]
    fn perfect_play_on_4x4_wins_for_white_by_eight() {
        // Known since 4×4 was first solved: the game ends 3 to 11.
        assert_eq!(perfect_play(&Board::start(4)), -8);
    }

    #[test]
    fn a_pass_is_one_ply_and_a_finished_game_counts_as_one_line() {
        let mut board = Board::start(4);
        board.cells = vec![vec![None; 4]; 4];
        board.cells[0][0] = Some(Stone::Black);
        board.cells[0][1] = Some(Stone::White);
        board.to_move = Stone::White;
        assert!(!board.is_over());
        let plies: Vec<u64> = (0..4).map(|depth| board.perft(depth)).collect();
        assert_eq!(plies, [1, 1, 1, 1]);
        board.pass();
        board.play(2, 0);
        assert!(board.is_over());
        assert_eq!(board.count(Stone::White), 0);
    }
}
