// Names of openings: those of Othello by their moves, those of renju by the first three stones.

import { pointAt, pointName } from "./board-geometry.js";

/**
 * Lines of Othello that begin with c4, and what they are called. The longest that fits counts.
 * @type {[string, string][]}
 */
const OTHELLO = [
  ["c4c3", "diagonal"],
  ["c4c5", "parallel"],
  ["c4e3", "perpendicular"],
  ["c4c3e6c5", "wing"],
  ["c4c3f5c5", "semi-wing"],
  ["c4c3d3c5b3", "snake"],
  ["c4c3d3c5b4", "heath"],
  ["c4c3d3c5d6", "cow"],
  ["c4c3d3c5d6e3", "chimney"],
  ["c4c3d3c5d6f4b4", "bat"],
  ["c4c3d3c5f6", "buffalo"],
  ["c4e3f4c5e6", "horse"],
  ["c4e3f4c5d6f3c6", "shaman"],
  ["c4e3f4c5d6f3d3", "inoue"],
  ["c4e3f4c5d6f3e6c3d3e2", "rose"],
  ["c4e3f4c5d6f3e6c3d3e2b5", "flat"],
  ["c4e3f5b4", "ganglion"],
  ["c4e3f5b4f3", "swallow"],
  ["c4e3f5e6d3", "italian"],
  ["c4e3f5e6f4", "cat"],
  ["c4e3f6e6f5", "tiger"],
  ["c4e3f6e6f5g6", "aubrey"],
  ["c4e3f6e6f5c5d3", "leaders-tiger"],
  ["c4e3f6e6f5c5d6", "brightwell"],
  ["c4e3f6e6f5c5c3", "stephenson"],
  ["c4e3f6e6f5c5c3c6", "compoth"],
  ["c4e3f6e6f5c5c3g5", "kung"],
  ["c4e3f6e6f5c5f4g6f7", "rose-bill"],
];

/** The third stone of renju's openings, as columns to the right and rows up from the first one. */
const DIRECT = ["0,2", "1,2", "2,2", "1,1", "2,1", "1,0", "2,0", "0,-1", "1,-1", "2,-1", "0,-2", "1,-2", "2,-2"];
const INDIRECT = ["2,2", "2,1", "2,0", "2,-1", "2,-2", "1,0", "1,-1", "1,-2", "0,-1", "0,-2", "-1,-1", "-1,-2", "-2,-2"];

/** @typedef {[number, number]} Step columns to the right, rows up */

/** The symmetries of a square. @type {((step: Step) => Step)[]} */
const TURNS = [
  ([x, y]) => [x, y],
  ([x, y]) => [-x, y],
  ([x, y]) => [x, -y],
  ([x, y]) => [-x, -y],
  ([x, y]) => [y, x],
  ([x, y]) => [-y, x],
  ([x, y]) => [y, -x],
  ([x, y]) => [-y, -x],
];

/**
 * The opening of a game that began in the usual position, as the end of its message's key; null if it
 * has no name.
 * @param {Game} game
 * @param {string[]} moves
 */
export function openingOf(game, moves) {
  if (game.kind === "reversi" && game.size === 8) return othello(game, moves);
  return game.kind === "gomoku" && game.size === 15 ? renju(game, moves) : null;
}

/**
 * @param {Game} game
 * @param {string[]} moves
 */
function othello(game, moves) {
  const last = game.size - 1;
  // The four turns that leave the start as it is.
  const turned = [
    moves,
    moves.map((move) => turn(game, move, ({ col, row }) => ({ col: row, row: col }))),
    moves.map((move) => turn(game, move, ({ col, row }) => ({ col: last - col, row: last - row }))),
    moves.map((move) => turn(game, move, ({ col, row }) => ({ col: last - row, row: last - col }))),
  ].find(([first]) => first === "c4");
  const line = turned?.join("") ?? "";
  const fitting = OTHELLO.filter(([start]) => line.startsWith(start));
  fitting.sort(([one], [other]) => other.length - one.length);
  return fitting.length ? `othello-${fitting[0][1]}` : null;
}

/**
 * @param {Game} game
 * @param {string} move
 * @param {(place: import("./board-geometry.js").Place) => import("./board-geometry.js").Place} by
 */
function turn(game, move, by) {
  const place = pointAt(game, move);
  if (!place) return move;
  const { col, row } = by(place);
  return pointName(game, col, row);
}

/**
 * @param {Game} game
 * @param {string[]} moves
 */
function renju(game, moves) {
  const places = moves.slice(0, 3).map((move) => pointAt(game, move));
  const [first, second, third] = places;
  const middle = (game.size - 1) / 2;
  if (!first || !second || !third || first.col !== middle || first.row !== middle) return null;
  const from = (/** @type {import("./board-geometry.js").Place} */ { col, row }) =>
    /** @type {Step} */ ([col - middle, middle - row]);
  for (const [kind, beside, thirds] of /** @type {const} */ ([
    ["d", "0,1", DIRECT],
    ["i", "1,1", INDIRECT],
  ])) {
    for (const by of TURNS) {
      // `-0` is written as `0`.
      if (by(from(second)).join() !== beside) continue;
      const number = thirds.indexOf(by(from(third)).join());
      if (number >= 0) return `renju-${kind}${number + 1}`;
    }
  }
  return null;
}
