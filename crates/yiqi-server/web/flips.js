// What a stone would flip in Reversi: the page previews it before the server decides.

const DIRECTIONS = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((col) => [row, col])).filter(([row, col]) => row || col);

/**
 * The points that a stone would flip.
 * @param {string} board row by row from the top left
 * @param {number} size
 * @param {number} index where the stone is placed
 * @param {Color} color
 */
export function flipsAt(board, size, index, color) {
  const [own, theirs] = color === "black" ? ["b", "w"] : ["w", "b"];
  const start = { row: Math.floor(index / size), col: index % size };
  return DIRECTIONS.flatMap(([down, right]) => {
    /** @type {number[]} */
    const run = [];
    for (let step = 1; ; step += 1) {
      const [row, col] = [start.row + step * down, start.col + step * right];
      if (row < 0 || col < 0 || row >= size || col >= size) return [];
      const place = row * size + col;
      if (board[place] === own) return run;
      if (board[place] !== theirs) return [];
      run.push(place);
    }
  });
}
