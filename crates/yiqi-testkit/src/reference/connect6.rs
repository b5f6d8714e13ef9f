//! Connect6: one black stone, then two stones per turn; six or more in a row win.

use super::Stone;

/// A game from its start, as the list of its stones.
#[derive(Clone, Debug)]
pub struct Game {
    size: usize,
    // Row by row from the top, `size * size` in total.
    cells: Vec<Option<Stone>>,
    stone_count: usize,
    winner: Option<Stone>,
}

impl Game {
    /// The empty board.
    ///
    /// # Panics
    ///
    /// Unless `size` is from 6 to 25.
    pub fn start(size: usize) -> Game {
        assert!((6..=25).contains(&size));
        Game {
            size,
            cells: vec![None; size * size],
            stone_count: 0,
            winner: None,
        }
    }

    /// The side that places the next stone: black the first, then white two, black two and so on.
    pub fn to_place(&self) -> Stone {
        let turns_before = self.stone_count.div_ceil(2);
        if turns_before.is_multiple_of(2) {
            Stone::Black
        } else {
            Stone::White
        }
    }

    /// The side that has six or more in a row.
    pub fn winner(&self) -> Option<Stone> {
        self.winner
    }

    /// Whether a side has won or the board is full.
    pub fn is_over(&self) -> bool {
        self.winner.is_some() || self.stone_count == self.size * self.size
    }

    /// The empty points, row by row, or none if the game is over.
    pub fn legal_points(&self) -> Vec<(usize, usize)> {
        if self.is_over() {
            return Vec::new();
        }
        let points = (0..self.size).flat_map(|row| (0..self.size).map(move |col| (col, row)));
        points
            .filter(|&(col, row)| self.cells[row * self.size + col].is_none())
            .collect()
    }

    /// Places the next stone.
    ///
    /// # Panics
    ///
    /// If the point is not legal.
    pub fn play(&mut self, col: usize, row: usize) {
        assert!(self.legal_points().contains(&(col, row)));
        let stone = self.to_place();
        self.cells[row * self.size + col] = Some(stone);
        self.stone_count += 1;
        if self.has_six(stone) {
            self.winner = Some(stone);
        }
    }

    /// The number of lines of play of this length; a game that ends earlier counts as one line.
    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal_points()
            .into_iter()
            .map(|(col, row)| {
                let mut next = self.clone();
                next.play(col, row);
                next.perft(depth - 1)
            })
            .sum()
    }

    /// Checks every line of six points.
    fn has_six(&self, stone: Stone) -> bool {
        let size = self.size as isize;
        for row in 0..size {
            for col in 0..size {
                for (cols, rows) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let is_own = |k: isize| {
                        let (col, row) = (col + k * cols, row + k * rows);
                        (0..size).contains(&col)
                            && (0..size).contains(&row)
                            && self.cells[(row * size + col) as usize] == Some(stone)
                    };
                    if (0..6).all(is_own) {
                        return true;
                    }
                }
            }
        }
        false
    }
}
