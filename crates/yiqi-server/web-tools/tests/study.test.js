import assert from "node:assert/strict";
import { test } from "node:test";
import { pointAt, pointName, stepFrom } from "../../web/board-geometry.js";
import { openingOf } from "../../web/openings.js";
import { accuracies, mistakeBeside, verdictOn } from "../../web/study-coach.js";
import { Edits } from "../../web/study-edits.js";
import { evalLabel, fullEval, scoreOfResult } from "../../web/study-eval.js";
import { addressOf, follow, linkWith, readAddress, recordIn } from "../../web/study-link.js";
import { joinComment, nextLabel, splitComment, toggleMark } from "../../web/study-markup.js";
import { gameFileName, dayOf } from "../../web/save-file.js";
import { recordText, treeText } from "../../web/study-record.js";
import { startText, withStone } from "../../web/study-start.js";
import { besideOf, branchOf, lineOf, movesTo, numbersTo, placeNamed, Tree } from "../../web/study-tree.js";
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

test("a tree differs by moves, their order, comments and marks, not by times", () => {
  const played = treeText(tree());
  const other = tree();
  other.root.children[0].usedMs = 1;
  assert.equal(treeText(other), played);
  other.root.marks = [{ kind: "cross", point: "a1" }];
  assert.notEqual(treeText(other), played);
  other.root.marks = [];
  assert.equal(treeText(other), played);
  other.remove(follow(other.root, ["b1", "a3"]));
  assert.notEqual(treeText(other), played);
});

test("a file does not say what was taken back, but the game as played does", () => {
  const [played, read] = [tree(), tree()];
  follow(played.root, ["b1", "b4"]).isTakenBack = true;
  follow(played.root, ["b1", "b4", "a1"]).isTakenBack = true;
  read.noteTakenBack(played);
  const named = (moves) => follow(read.root, moves).isTakenBack;
  assert.deepEqual([["b1"], ["b1", "b4"], ["b1", "b4", "a1"], ["b1", "a3"]].map(named), [false, true, true, false]);
});

test("a file is named by its players and its date, or by its game", () => {
  assert.equal(gameFileName(["Ann", "Level 5"], "2026-11-17", "reversi"), "Ann-Level_5-2026-11-17");
  assert.equal(gameFileName(["", ""], dayOf(0), "reversi"), "reversi-1970-01-01");
  assert.equal(gameFileName(["../x", "y".repeat(99)], "", "reversi").length, 60);
});

test("an address may ask for an analysis", () => {
  const read = (query) => readAddress(new URLSearchParams(query)).analyze;
  assert.deepEqual([read("table=k3&analyze"), read("table=k3")], [true, false]);
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
    ["+2", "−1", "0", "+23"],
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

/** A line of moves with what the engine says after each, from Black's point of view. */
function analyzed(game, scores) {
  const nodes = scores.slice(1).map((_, index) =>
    move(["a1", "a2", "a3", "a4", "b1", "b2"][index], index % 2 ? "white" : "black", {
      parent: index ? index - 1 : undefined,
    }),
  );
  const line = lineOf(Tree.ofReplay({ game, board: ".".repeat(game.size ** 2), nodes }).root);
  line.forEach((node, ply) => {
    const said = typeof scores[ply] === "number" ? { eval: scores[ply] } : scores[ply];
    node.score = said && { exact: false, depth: 9, best: ["d4"], ...said };
  });
  return line;
}

test("a move is judged by what it costs its side, in stones or in chances to win", () => {
  const grade = (game, ...scores) => verdictOn(analyzed(game, scores).at(-1), game.kind)?.grade;
  assert.equal(grade(REVERSI, 300, 150), null);
  assert.equal(grade(REVERSI, 300, 100), "inaccuracy");
  assert.equal(grade(REVERSI, 300, -100), "mistake");
  assert.equal(grade(REVERSI, 300, -500), "blunder");
  assert.equal(grade(REVERSI, 0, 300, 700), "mistake", "White's move");
  assert.equal(grade(REVERSI, 0, 300, -700), null, "good for White");
  assert.equal(grade(GOMOKU, 0, -1_900), null);
  assert.equal(grade(GOMOKU, 0, -2_000), "inaccuracy");
  assert.equal(grade(GOMOKU, 0, -4_000), "mistake");
  assert.equal(grade(GOMOKU, 4_000, -2_000), "blunder");
});

test("the engine's own choice, and what it is not sure about, are no mistakes", () => {
  const verdict = (...scores) => verdictOn(analyzed(REVERSI, scores).at(-1), "reversi");
  assert.deepEqual(verdict({ eval: 900, best: ["a1"] }, 0)?.loss, 0);
  const unsure = { eval: 0, certainty: { kind: "estimate", percent: 90, error: 500 } };
  assert.equal(verdict(400, unsure)?.grade, null);
  assert.equal(verdict(600, unsure)?.grade, "mistake");
  // Only the winner is known: the score may be the same as before.
  const won = { eval: 200, certainty: { kind: "outcome" } };
  assert.equal(verdict({ eval: 1_000, exact: true }, won)?.grade, null);
  assert.equal(verdict({ eval: 1_000, exact: true }, { ...won, eval: -200 })?.grade, "blunder");
  // A player's own evaluation says nothing.
  assert.equal(verdict({ eval: 900, depth: undefined }, 0), null);
  assert.equal(verdict(null, 0), null);
  assert.deepEqual(verdict(300, -500)?.better, ["d4"]);
});

test("accuracy is of a player, who keeps it when colors are exchanged", () => {
  const line = analyzed(REVERSI, [0, 0, 400, 0]);
  const [black, white] = accuracies(line, "reversi", "black");
  assert.deepEqual([black.percent, white.percent], [75, 50]);
  assert.deepEqual(white.grades, { inaccuracy: 0, mistake: 1, blunder: 0 });
  line[1].change.swapped = true;
  assert.deepEqual(accuracies(line, "reversi", "black").map((seat) => seat.percent), [75, 50]);
  assert.equal(accuracies(line.slice(0, 1), "reversi", "black")[0].percent, null);
});

test("the next mistake is found from anywhere, and after the last comes the first", () => {
  const line = analyzed(REVERSI, [0, -500, -500, -500, 0]);
  const from = (ply, step) => mistakeBeside(line, line[ply], step, "reversi")?.ply;
  assert.deepEqual([from(0, 1), from(1, 1), from(4, 1), from(1, -1), from(3, -1)], [1, 4, 1, 4, 1]);
  assert.equal(mistakeBeside(line.slice(0, 1), line[0], 1, "reversi"), null);
});

test("marks are kept in comments and come back", () => {
  const marks = [
    { kind: "arrow", point: "a1", to: "b2" },
    { kind: "circle", point: "c3" },
    { kind: "circle", point: "d4" },
    { kind: "label", point: "a4", text: "A" },
  ];
  const kept = joinComment("Good.\nVery good.", marks);
  assert.equal(kept, "Good.\nVery good.\n[%AR a1-b2] [%CR c3 d4] [%LB a4=A]");
  assert.deepEqual(splitComment(kept), { text: "Good.\nVery good.", marks });
  assert.equal(joinComment("", []), "");
  assert.equal(joinComment("", marks.slice(1, 2)), "[%CR c3]");
  const circle = [{ kind: "circle", point: "c3" }];
  assert.deepEqual(splitComment("see [%CR c3] here"), { text: "see here", marks: circle });
  assert.deepEqual(splitComment("Ann: [%CR c3]\nAnn: good"), { text: "Ann: good", marks: circle });
  for (const text of ["[%CR]", "[%XX c3]", "[%AR c3]", "[%CR c3-d4]", "[%LB c3]", "[CR c3]"]) {
    assert.deepEqual(splitComment(text), { text, marks: [] });
  }
});

test("a point has one mark, which goes when it is drawn again", () => {
  const circle = { kind: "circle", point: "c3" };
  const arrow = { kind: "arrow", point: "c3", to: "d4" };
  const marks = toggleMark(toggleMark([], circle), arrow);
  assert.deepEqual(marks, [circle, arrow]);
  assert.deepEqual(toggleMark(marks, { kind: "square", point: "c3" }), [arrow, { kind: "square", point: "c3" }]);
  assert.deepEqual(toggleMark(marks, circle), [arrow]);
  assert.deepEqual(toggleMark(marks, arrow), [circle]);
  assert.equal(nextLabel([{ kind: "label", point: "a1", text: "A" }]), "B");
});

test("a record has comments with marks", () => {
  const grown = tree();
  grown.root.marks = [{ kind: "cross", point: "a1" }];
  const text = recordText(grown, {});
  assert.match(text, /\nnote: \[%MA a1\]\n1\. b1/);
});

test("everything can be undone and done again", () => {
  const edits = new Edits();
  let value = "";
  const write = (next, merge) => {
    const before = value;
    edits.make({ apply: () => (value = next), revert: () => (value = before), merge });
  };
  write("a", "comment 1");
  write("ab", "comment 1");
  write("abc", "comment 2");
  assert.equal(edits.isChanged, true);
  edits.undo();
  assert.equal(value, "ab");
  edits.undo();
  assert.equal(value, "", "typing is one edit");
  assert.deepEqual([edits.undo(), edits.canUndo, edits.canRedo], [false, false, true]);
  edits.redo();
  edits.redo();
  assert.equal(value, "abc");
  assert.equal(edits.redo(), false);
  edits.undo();
  write("x");
  assert.equal(edits.canRedo, false);
});

test("a removed variation comes back to its place", () => {
  const grown = tree();
  const node = follow(grown.root, ["b1", "b4"]);
  grown.remove(node);
  grown.restore(node, 1);
  assert.equal(grown.count, 6);
  assert.deepEqual(grown.root.children[0].children.map((each) => each.move), ["d1", "b4", "a3"]);
});

test("numbers are on the stones that were placed", () => {
  const end = follow(tree().root, ["b1", "d1"]);
  assert.deepEqual(numbersTo(end), { b1: 1, d1: 2 });
});

test("a position that was set up is written as records write it", () => {
  const board = withStone(withStone("................", 5, "b"), 6, "w");
  assert.equal(startText(board, 4, "white"), "..../.bw./..../.... white");
  assert.equal(withStone(board, 5, "b"), "......w.........");
  assert.equal(withStone(board, 5, "w")[5], "w");
});

test("openings of Othello have their names, whichever of the four first moves was played", () => {
  const game = { spec: "reversi", kind: "reversi", size: 8, rows_from_bottom: false, name: "" };
  const named = (moves) => openingOf(game, moves.match(/[a-h][1-8]/g) ?? []);
  // The tiger, from all four sides.
  for (const tiger of ["c4e3f6e6f5", "d3c5f6f5e6", "f5d6c3d3c4", "e6f4c3c4d3"]) {
    assert.equal(named(tiger), "othello-tiger", tiger);
  }
  assert.equal(named("f5d6"), "othello-perpendicular");
  assert.equal(named("f5f6"), "othello-diagonal");
  assert.equal(named("f5f4"), "othello-parallel");
  assert.equal(named("f5d6c3d3c4f4c5b3"), "othello-tiger", "the longest line that fits");
  assert.equal(named("f5"), null);
  assert.equal(openingOf({ ...game, size: 10 }, ["f5", "d6"]), null);
});

test("openings of renju are known by their first three stones in every direction", () => {
  const named = (...moves) => openingOf(GOMOKU, moves);
  assert.equal(named("h8", "h9", "i9"), "renju-d4");
  for (const moves of [["h8", "h7", "g7"], ["h8", "i8", "i9"], ["h8", "g8", "g7"]]) {
    assert.equal(named(...moves), "renju-d4", moves.join());
  }
  assert.equal(named("h8", "i9", "i7"), "renju-i7");
  assert.equal(named("h8", "g9", "i9"), "renju-i7");
  assert.equal(named("h8", "h9", "h10"), "renju-d1");
  assert.equal(named("h8", "i9", "f6"), "renju-i13");
  assert.equal(named("h8", "h10", "i9"), null, "the second stone is beside the first");
  assert.equal(named("h9", "h10", "i10"), null, "the first stone is in the middle");
  assert.equal(named("h8", "h9"), null);
});

test("a link carries a whole record, and one that was cut off is refused", async () => {
  const record = recordText(tree(), { first: "Ann", second: "安" });
  const link = await linkWith("/study?game=reversi:4&at=0", record);
  const hash = link.slice(link.indexOf("#"));
  assert.match(hash, /^#record=[\w-]+$/);
  assert.equal(await recordIn(hash), record);
  assert.equal(await recordIn(""), "");
  for (const broken of [hash.slice(0, -9), "#record=%%%", "#record=AAAA", `#record=${"A".repeat(9000)}`]) {
    await assert.rejects(recordIn(broken));
  }
  // Random text cannot be squeezed.
  const noise = Array.from({ length: 20000 }, (_, index) => String.fromCharCode(33 + ((index * 7919) ^ (index >> 3)) % 90)).join("");
  assert.equal(await linkWith("/study", noise + noise), null);
});
