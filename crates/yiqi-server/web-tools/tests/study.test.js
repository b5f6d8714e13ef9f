import assert from "node:assert/strict";
import { test } from "node:test";
import { pointAt, pointName, stepFrom } from "../../web/board-geometry.js";
import { evalLabel, fullEval, mistakeOf, scoreOfResult } from "../../web/study-eval.js";
import { addressOf, follow, readAddress } from "../../web/study-link.js";
import { recordText } from "../../web/study-record.js";
import { besideOf, branchOf, lineOf, movesTo, placeNamed, Tree } from "../../web/study-tree.js";
import { useCatalog } from "../../web/catalog.js";
import { CATALOG } from "./catalog.js";

useCatalog(CATALOG);

const REVERSI = { spec: "reversi:4", kind: "reversi", size: 4, rows_from_bottom: false, name: "" };
const GOMOKU = { spec: "gomoku:15", kind: "gomoku", size: 15, rows_from_bottom: true, name: "" };

const move = (name, side, more = {}) => ({ move: name, side, stone: side, flipped: [], main: true, ...more });

/** b1 d1 c1, with the variations b4 (with a note) a1 and a3 instead of d1. */
function tree() {
  return Tree.ofReplay({
    game: REVERSI,
    board: ".....wb..bw.....",
    nodes: [
      move("b1", "black", { flipped: ["b2"], used_ms: 2150, eval: 20 }),
      move("d1", "white", { parent: 0, eval: -150 }),
      move("c1", "black", { parent: 1 }),
      move("b4", "white", { parent: 0, main: false, comment: "a\\b\nc" }),
      move("a1", "black", { parent: 3, main: false }),
      move("a3", "white", { parent: 0, main: false }),
    ],
  });
}

test("every point of a board has a name that leads back", () => {
  for (const game of [REVERSI, GOMOKU]) {
    for (let row = 0; row < game.size; row += 1) {
      for (let col = 0; col < game.size; col += 1) {
        assert.deepEqual(pointAt(game, pointName(game, col, row)), { col, row });
      }
    }
  }
  assert.equal(pointName(GOMOKU, 0, 0), "a15");
  for (const name of ["pass", "a0", "e1", "a5", ""]) assert.equal(pointAt(REVERSI, name), null);
});

test("the cursor stays on the board", () => {
  assert.equal(stepFrom(0, 4, "ArrowLeft", false), 0);
  assert.equal(stepFrom(0, 4, "ArrowDown", false), 4);
  assert.equal(stepFrom(5, 4, "End", false), 7);
  assert.equal(stepFrom(5, 4, "End", true), 15);
  assert.equal(stepFrom(5, 4, "x", false), null);
});

test("a tree knows its line, its variations and its boards", () => {
  const { root } = tree();
  const first = root.children[0];
  assert.deepEqual(lineOf(root).map((node) => node.move), ["", "b1", "d1", "c1"]);
  const branch = follow(root, ["b1", "b4", "a1"]);
  assert.deepEqual(movesTo(branch), ["b1", "b4", "a1"]);
  assert.equal(branchOf(branch)?.move, "b4");
  assert.equal(branchOf(first), null);
  assert.equal(besideOf(branch, 1)?.move, "a3");
  assert.equal(besideOf(branch, -1)?.move, "d1");
  const grown = tree();
  assert.equal(grown.boardOf(grown.root), ".....wb..bw.....");
  assert.equal(grown.boardOf(grown.root.children[0]), ".b...bb..bw.....");
});

test("deleting a variation removes everything after it", () => {
  const grown = tree();
  grown.remove(follow(grown.root, ["b1", "b4"]));
  assert.equal(grown.count, 4);
  assert.equal(follow(grown.root, ["b1", "b4"]).move, "b1");
});

test("places are found by number and by a side's stone", () => {
  const { root } = tree();
  const at = (text) => placeNamed(root, text).node?.move;
  assert.deepEqual(["0", "2", "b2", " W1 ", "end"].map(at), ["", "d1", "c1", "d1", "c1"]);
  assert.deepEqual(placeNamed(root, "w2"), { node: null, isPlace: true });
  assert.deepEqual(placeNamed(root, "x2"), { node: null, isPlace: false });
});

test("a record writes variations after the move they replace", () => {
  const text = recordText(tree(), { first: "Ann", firstColor: "white", clock: "none" });
  assert.equal(
    text,
    `yiqi record 1
Game: reversi:4
First: Ann

first takes white
1. b1 +2.15 eval +0.20
2. d1 eval -1.50
(
2. b4
note: a\\\\b\\nc
3. a1
)
(
2. a3
)
3. c1
end
`,
  );
});

test("an address leads back to its position", () => {
  const { root } = tree();
  const node = follow(root, ["b1", "b4"]);
  const address = addressOf({ spec: "reversi:4", start: undefined, table: null, node });
  assert.equal(address, "/study?game=reversi:4&moves=b1,b4,a1&at=2");
  const { game, moves, at } = readAddress(new URL(address, "http://x").searchParams);
  assert.deepEqual({ game, moves, at }, { game: "reversi:4", moves: ["b1", "b4", "a1"], at: 2 });
  const main = addressOf({ spec: "reversi:4", start: undefined, table: "k3", node: root });
  assert.equal(main, "/study?table=k3&at=0");
});

test("evaluations are from Black's point of view: stones with a sign, or a chance to win", () => {
  assert.deepEqual(
    [240, -60, 0, 2345].map((value) => evalLabel({ eval: value, exact: false }, "reversi")),
    ["+2.4", "−0.6", "0.0", "+23"],
  );
  assert.equal(evalLabel({ eval: -600, exact: true }, "reversi"), "−6");
  assert.deepEqual(
    [0, 5_000, -9_900, 10_000].map((value) => evalLabel({ eval: value, exact: false }, "gomoku")),
    ["50%", "75%", "1%", "100%"],
  );
  const lost = { winner: "white", reason: "rules", score: { black: 10, white: 54 } };
  assert.deepEqual(scoreOfResult(lost), { eval: -4400, exact: true });
});

test("a graph is as high as its largest evaluation, and in games without a score as a certain win", () => {
  const scores = [100, -2_000, 600].map((value) => ({ eval: value, exact: false }));
  assert.equal(fullEval(scores, "reversi"), 2_000);
  assert.equal(fullEval(scores.slice(0, 1), "reversi"), 800);
  assert.equal(fullEval(scores, "gomoku"), 10_000);
});

test("a move that costs its side much is a mistake", () => {
  const score = (value) => ({ eval: value, exact: false });
  assert.equal(mistakeOf(score(200), score(-300), "black", "reversi"), 500);
  assert.equal(mistakeOf(score(200), score(-300), "white", "reversi"), 0);
  assert.equal(mistakeOf(score(-300), score(200), "white", "reversi"), 500);
  assert.equal(mistakeOf(score(2_000), score(0), "black", "gomoku"), 0);
  assert.equal(mistakeOf(score(4_000), score(0), "black", "gomoku"), 4_000);
});
