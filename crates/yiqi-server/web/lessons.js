// A first lesson for each game: positions, and what to do in them. Black is always the reader.

/**
 * @typedef {object} Task
 * @property {string} game
 * @property {string[]} moves that lead to the position
 * @property {"any" | "win" | "end" | "flips" | "points"} goal what solves it: any move, a won game, the end of the
 *   game, a move that flips at least two stones, or a move to one of these points
 * @property {string[]} [points]
 * @property {number} [count] how many stones are placed; one by default
 */

/** @param {string} text */
const words = (text) => text.split(" ").filter(Boolean);

/** All points of Peace that are empty at first, except the last. */
const ALMOST_ALL = Array.from({ length: 64 }, (_, index) => `${"abcdefgh"[index % 8]}${Math.floor(index / 8) + 1}`)
  .filter((point) => !["d4", "e4", "d5", "e5"].includes(point))
  .slice(0, -2);

/** By the name of the game. The texts are `web-learn-GAME-NUMBER`. @type {Record<string, Task[]>} */
export const LESSONS = {
  reversi: [
    { game: "reversi", moves: [], goal: "any" },
    { game: "reversi", moves: words("f5 d6 c3 d3 c4 f4"), goal: "flips" },
    { game: "reversi:6", moves: words("c2 d2 e4 b2 c1 b4"), goal: "points", points: ["a1"] },
    { game: "reversi:4", moves: words("b1 a3 d4 c1 a1 d1 d2 d3 b4 a2"), goal: "end" },
  ],
  gomoku: [
    { game: "gomoku:15", moves: words("h8 a1 i8 a2 j8 a3 k8 c4"), goal: "win" },
    { game: "gomoku:15", moves: words("a1 h8 c3 i8 e2 j8 g8 k8"), goal: "points", points: ["l8"] },
    { game: "gomoku:15", moves: words("h8 a1 h7 c2 h9 e1"), goal: "points", points: ["h6", "h10"] },
    { game: "gomoku:15", moves: words("h8 g8 i8 b2 j8 n3 k9 d12 k10 m14"), goal: "points", points: ["k8"] },
  ],
  connect6: [
    { game: "connect6", moves: [], goal: "any" },
    { game: "connect6", moves: words("k10 a1 c4 l10 m10 e1 e3 n10 b7 g3 g5"), goal: "win" },
    {
      game: "connect6",
      moves: words("g10 h10 i10 c3 q4 j10 k10"),
      goal: "points",
      points: ["l10", "m10"],
      count: 2,
    },
  ],
  peace: [
    { game: "peace", moves: [], goal: "any" },
    { game: "peace", moves: ALMOST_ALL, goal: "end", count: 2 },
  ],
};
