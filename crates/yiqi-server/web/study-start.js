// A position that somebody sets up, as data.

/**
 * A position in the notation of records: rows from the top, then the side to move.
 * @param {string} board
 * @param {number} size
 * @param {Color} turn
 */
export function startText(board, size, turn) {
  const rows = Array.from({ length: size }, (_, row) => board.slice(row * size, (row + 1) * size));
  return `${rows.join("/")} ${turn}`;
}

/**
 * A board with one point changed: the stone is placed, or removed if it is there already.
 * @param {string} board
 * @param {number} index
 * @param {"b" | "w" | "."} stone
 */
export function withStone(board, index, stone) {
  const next = board[index] === stone ? "." : stone;
  return board.slice(0, index) + next + board.slice(index + 1);
}
