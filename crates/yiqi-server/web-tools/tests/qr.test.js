import assert from "node:assert/strict";
import { test } from "node:test";
import { qrModules } from "../../web/qr.js";

/** Modules as text, for comparing. @param {string} text */
const drawn = (text) => (qrModules(text) ?? []).map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));

test("sizes grow with the text, and there is an end", () => {
  assert.equal(drawn("a").length, 21);
  assert.equal(drawn("a".repeat(100)).length, 41);
  assert.equal(drawn("a".repeat(287)).length, 65);
  assert.equal(qrModules("a".repeat(288)), null);
});

test("three corners hold the pattern by which a code is found", () => {
  const code = drawn("https://yiqi.example/t/k3v9qz7m2x#0123456789");
  const last = code.length;
  for (const [row, col] of [
    [0, 0],
    [0, last - 7],
    [last - 7, 0],
  ]) {
    assert.equal(code[row].slice(col, col + 7), "#######");
    assert.equal(code[row + 1].slice(col, col + 7), "#.....#");
    assert.equal(code[row + 3].slice(col, col + 7), "#.###.#");
  }
});

// Read back by jsQR 1.4.0 for every length from 1 to 287 when this was written.
test("a known code stays as it is", () => {
  assert.deepEqual(drawn("yiqi"), KNOWN);
});

const KNOWN = [
  "#######.#.....#######",
  "#.....#.####..#.....#",
  "#.###.#.#...#.#.###.#",
  "#.###.#..####.#.###.#",
  "#.###.#.###.#.#.###.#",
  "#.....#....##.#.....#",
  "#######.#.#.#.#######",
  "...........##........",
  "#..######...##..#.###",
  "####...###..#.#.#....",
  ".##.###......##.#.###",
  ".#..#......#......##.",
  "########.#....#....#.",
  "........#.###..#..#..",
  "#######.###.#######..",
  "#.....#.#.####.####.#",
  "#.###.#.#..##.##.#.##",
  "#.###.#.#####...##...",
  "#.###.#...#...#...###",
  "#.....#......##.#.###",
  "#######.####......#..",
];
