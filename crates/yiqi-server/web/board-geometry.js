// Where things are on a board: names of points, and their places in the drawing.
//
// A drawing uses units in which one point is `CELL` wide, whatever its size on screen.

import { gameNamed } from "./catalog.js";

/** @typedef {{ col: number, row: number }} Place counted from the top left */

export const CELL = 40;

/**
 * The name of a point: `d3`.
 * @param {Game} game
 * @param {number} col
 * @param {number} row
 */
export function pointName(game, col, row) {
  const number = game.rows_from_bottom ? game.size - row : row + 1;
  return String.fromCharCode(97 + col) + number;
}

/**
 * The point with this name; null for `pass` and anything else that is not a point of this board.
 * @param {Game} game
 * @param {string} name
 * @returns {Place | null}
 */
export function pointAt(game, name) {
  const parts = /^([a-z])(\d{1,2})$/i.exec(name);
  if (!parts) return null;
  const col = parts[1].toLowerCase().charCodeAt(0) - 97;
  const number = Number(parts[2]);
  const row = game.rows_from_bottom ? game.size - number : number - 1;
  const inside = col < game.size && row >= 0 && row < game.size;
  return inside ? { col, row } : null;
}

/**
 * Column and row labels take the same share of every board, so that they stay readable.
 * @param {Game} game
 */
export function labelSize(game) {
  return game.size * CELL * 0.026 + 1;
}

/**
 * The margin around the points.
 * @param {Game} game
 * @param {boolean} labelled
 */
export function margin(game, labelled) {
  if (!labelled) return CELL * 0.12;
  return labelSize(game) * 1.5 + CELL * 0.08;
}

/**
 * The center of a point along one axis.
 * @param {number} index
 * @param {number} edge the margin
 */
export function centre(index, edge) {
  return edge + (index + 0.5) * CELL;
}

/**
 * The lines of the grid: how many in each direction, and where the first is. Stones lie on their
 * crossings, or in the cells between them.
 * @param {Game} game
 * @param {number} edge the margin
 */
export function gridLines(game, edge) {
  const isOnLines = gameNamed(game.kind).grid === "lines";
  return isOnLines ? { count: game.size, from: edge + CELL / 2 } : { count: game.size + 1, from: edge };
}

/**
 * The intersections with a star point, each as its column and row line numbers.
 * @param {Game} game
 */
export function starPoints(game) {
  return gameNamed(game.kind).boards.find(({ size }) => size === game.size)?.stars ?? [];
}

/**
 * Where a key moves the cursor from a point; null for other keys.
 * @param {number} index
 * @param {number} size
 * @param {string} key
 * @param {boolean} isFar with Ctrl, Home and End go to the corners
 */
export function stepFrom(index, size, key, isFar) {
  const last = size - 1;
  const col = index % size;
  const row = Math.floor(index / size);
  /** @type {Record<string, [number, number]>} */
  const steps = {
    ArrowLeft: [col - 1, row],
    ArrowRight: [col + 1, row],
    ArrowUp: [col, row - 1],
    ArrowDown: [col, row + 1],
    Home: [0, isFar ? 0 : row],
    End: [last, isFar ? last : row],
    PageUp: [col, 0],
    PageDown: [col, last],
  };
  const to = steps[key];
  if (!to) return null;
  const [toCol, toRow] = to.map((place) => Math.min(last, Math.max(0, place)));
  return toRow * size + toCol;
}
