// A small catalog for tests, in the form of `GET /api/catalog`. Its games need not be ours.

/** @type {Catalog} */
export const CATALOG = {
  games: [
    {
      name: "reversi",
      usual_size: 8,
      boards: [
        { size: 4, stars: [] },
        { size: 8, stars: [[2, 2]] },
        { size: 10, stars: [[2, 2]] },
      ],
      rule_sets: ["normal", "anti"],
      openings: [{ name: "free", size_min: 4 }],
      suggested: ["reversi"],
      start: `${".".repeat(27)}wb${".".repeat(6)}bw${".".repeat(27)}`,
      rows_from_bottom: false,
      grid: "cells",
      aim: "stones",
      marks_legal_points: true,
      levels: [],
    },
    {
      name: "gomoku",
      usual_size: 15,
      boards: [5, 7, 15, 19].map((size) => ({ size, stars: [] })),
      rule_sets: ["freestyle", "renju"],
      openings: [
        { name: "free", size_min: 5 },
        { name: "swap1", size_min: 5 },
        { name: "swap2", size_min: 5 },
        { name: "pro", size_min: 7 },
      ],
      suggested: ["gomoku:15:renju", "gomoku"],
      start: ".".repeat(225),
      rows_from_bottom: true,
      grid: "lines",
      aim: "row",
      marks_legal_points: false,
      levels: [],
    },
    {
      name: "peace",
      usual_size: 8,
      boards: [{ size: 8, stars: [] }],
      rule_sets: ["normal"],
      openings: [{ name: "free", size_min: 8 }],
      suggested: ["peace"],
      start: ".".repeat(64),
      rows_from_bottom: false,
      grid: "cells",
      aim: "nothing",
      marks_legal_points: false,
      levels: [],
    },
  ],
  players: [{ name: "engine", scale: { option: "level", max: 20 } }, { name: "greedy" }],
  formats: [
    { name: "yiqi", extension: "yiqi", writable: true, games: ["reversi", "gomoku", "peace"] },
    { name: "transcript", writable: true, games: ["reversi"] },
    { name: "renlib", extension: "lib", writable: false, games: ["gomoku"] },
  ],
};
