// Boards before and after moves, from each move's changes, without knowing any rules.

import { pointAt } from "./board-geometry.js";

/**
 * @param {Game} game
 * @param {string} point
 */
function indexOf(game, point) {
  const place = pointAt(game, point);
  return place ? place.row * game.size + place.col : -1;
}

/**
 * @param {Game} game
 * @param {string} board
 * @param {Change} change
 * @param {string} placed the new content of the point where the stone was placed
 * @param {string} turned the new content of the points where stones were flipped
 */
function paint(game, board, change, placed, turned) {
  if (!change.stone) return board;
  const cells = board.split("");
  cells[indexOf(game, change.move)] = placed;
  for (const point of change.flipped) cells[indexOf(game, point)] = turned;
  return cells.join("");
}

/**
 * The board after a move.
 * @param {Game} game
 * @param {string} board
 * @param {Change} change
 */
export function after(game, board, change) {
  const own = change.stone === "black" ? "b" : "w";
  return paint(game, board, change, own, own);
}

/**
 * The board before a move.
 * @param {Game} game
 * @param {string} board
 * @param {Change} change
 */
export function before(game, board, change) {
  return paint(game, board, change, ".", change.stone === "black" ? "w" : "b");
}

/**
 * The board after the first `ply` moves, going back from the last.
 * @param {Game} game
 * @param {string} last
 * @param {Change[]} moves
 * @param {number} ply
 */
export function boardAt(game, last, moves, ply) {
  return moves.slice(ply).reduceRight((board, move) => before(game, board, move), last);
}

/**
 * The single move that leads from one board to another, if there is one; for boards that arrive
 * without their moves.
 * @param {Game} game
 * @param {string} from
 * @param {string} to
 * @returns {Change | null}
 */
export function moveBetween(game, from, to) {
  if (from.length !== to.length) return null;
  /** @type {string[]} */
  const flipped = [];
  let placed = -1;
  for (let index = 0; index < to.length; index += 1) {
    if (from[index] === to[index]) continue;
    if (to[index] === "." || (from[index] === "." && placed >= 0)) return null;
    if (from[index] === ".") placed = index;
    else flipped.push(nameOf(game, index));
  }
  if (placed < 0) return null;
  return { move: nameOf(game, placed), stone: to[placed] === "b" ? "black" : "white", flipped };
}

/**
 * @param {Game} game
 * @param {number} index
 */
function nameOf(game, index) {
  const row = Math.floor(index / game.size);
  const number = game.rows_from_bottom ? game.size - row : row + 1;
  return String.fromCharCode(97 + (index % game.size)) + number;
}

/**
 * Stones of both sides.
 * @param {string} board
 * @returns {Score}
 */
export function count(board) {
  const score = { black: 0, white: 0 };
  for (const cell of board) {
    if (cell === "b") score.black += 1;
    else if (cell === "w") score.white += 1;
  }
  return score;
}
