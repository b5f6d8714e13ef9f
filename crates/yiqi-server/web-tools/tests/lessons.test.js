import assert from "node:assert/strict";
import { test } from "node:test";
import { useCatalog } from "../../web/catalog.js";
import { flipsAt } from "../../web/flips.js";
import { LESSONS } from "../../web/lessons.js";
import { CATALOG } from "./catalog.js";

useCatalog(CATALOG);

/** Plays Reversi moves by the page's own preview; null if one flips nothing. */
function played(size, moves) {
  const half = size / 2;
  const cells = Array(size * size).fill(".");
  for (const [row, col, stone] of [[half - 1, half - 1, "w"], [half - 1, half, "b"], [half, half - 1, "b"], [half, half, "w"]]) {
    cells[row * size + col] = stone;
  }
  const board = () => cells.join("");
  moves.forEach((move, index) => {
    const color = index % 2 === 0 ? "black" : "white";
    const at = (Number(move.slice(1)) - 1) * size + move.charCodeAt(0) - 97;
    const flips = flipsAt(board(), size, at, color);
    assert.ok(cells[at] === "." && flips.length > 0, `${move} in ${moves.join(" ")}`);
    for (const each of [at, ...flips]) cells[each] = color[0];
  });
  return board();
}

test("every game has a lesson, and each task is Black's to solve", () => {
  for (const { name } of CATALOG.games) {
    assert.ok(LESSONS[name].length >= 2, name);
    for (const { game, goal, points } of LESSONS[name]) {
      assert.ok(game === name || game.startsWith(`${name}:`));
      assert.equal(goal === "points", points !== undefined);
    }
  }
});

test("the positions of the Reversi lesson can be reached, and their tasks be solved", () => {
  const [, flips, corner, last] = LESSONS.reversi;
  const middle = played(8, flips.moves);
  assert.ok([...middle].some((cell, at) => cell === "." && flipsAt(middle, 8, at, "black").length >= 2));
  const near = played(6, corner.moves);
  assert.ok(flipsAt(near, 6, 0, "black").length > 0);
  const end = played(4, [...last.moves, "a4"]);
  for (const color of ["black", "white"]) {
    assert.ok([...end].every((cell, at) => cell !== "." || flipsAt(end, 4, at, color).length === 0));
  }
  assert.ok(end.split("b").length > end.split("w").length);
});
