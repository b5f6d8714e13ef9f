import assert from "node:assert/strict";
import { test } from "node:test";
import { after, before, boardAt, moveBetween } from "../../web/position.js";
import { Follower, PACE_MS } from "../../web/follow.js";
import { TableModel } from "../../web/table-model.js";
import { useCatalog } from "../../web/catalog.js";
import { CATALOG } from "./catalog.js";

useCatalog(CATALOG);

const GAME = { spec: "reversi:4", kind: "reversi", size: 4, rows_from_bottom: false, name: "" };
const START = ".....wb..bw.....";
const B1 = { seat: "first", move: "b1", stone: "black", flipped: ["b2"], used_ms: 1 };
const AFTER_B1 = ".b...bb..bw.....";

/** A table after `plies` moves, as the server sends it. */
function state(moves, board, extra = {}) {
  return {
    type: "table",
    table: {
      game: GAME,
      seats: { first: { kind: "guest", name: "Ann" }, second: { kind: "guest", name: "Bob" } },
      first_color: "black",
      time: "none",
    },
    you: { seats: ["first"], host: false },
    from: 1,
    entries: [],
    moves,
    view: view(moves.length, board),
    now_ms: 5,
    presence: {
      seats: { first: "connected", second: "gone" },
      spectators: 0,
      claim_in_ms: { first: null, second: 100 },
    },
    chat: [],
    ...extra,
  };
}

function view(plies, board) {
  return {
    stage: "playing",
    turn: plies % 2 ? "second" : "first",
    colors: { first: "black", second: "white" },
    board,
    ply_count: plies,
    offers: { first: [], second: ["draw"] },
    words: [],
    forbidden: [],
    lines: [],
    clocks: null,
    last: null,
    now_ms: 5,
  };
}

test("boards are computed forward and backward from moves", () => {
  assert.equal(after(GAME, START, B1), AFTER_B1);
  assert.equal(before(GAME, AFTER_B1, B1), START);
  assert.equal(boardAt(GAME, AFTER_B1, [B1], 0), START);
  assert.equal(boardAt(GAME, AFTER_B1, [B1, { move: "pass", stone: null, flipped: [] }], 1), AFTER_B1);
});

test("rows count from the bottom if the game says so", () => {
  const gomoku = { ...GAME, kind: "gomoku", rows_from_bottom: true };
  assert.equal(after(gomoku, "................", { move: "a1", stone: "white", flipped: [] }), "............w...");
  assert.deepEqual(moveBetween(gomoku, "................", "............w..."), {
    move: "a1",
    stone: "white",
    flipped: [],
  });
});

test("the one move between two boards is found, or none", () => {
  assert.deepEqual(moveBetween(GAME, START, AFTER_B1), { move: "b1", stone: "black", flipped: ["b2"] });
  assert.equal(moveBetween(GAME, START, START), null);
  assert.equal(moveBetween(GAME, AFTER_B1, START), null);
  assert.equal(moveBetween(GAME, START, "bb" + START.slice(2)), null);
});

test("a move extends the list, a take-back shortens it", () => {
  const model = new TableModel(state([], START));
  assert.ok(model.isMyTurn);
  model.apply({ type: "update", from: 2, entries: [{}], move: B1, view: view(1, AFTER_B1), now_ms: 9 });
  assert.deepEqual(
    model.moves.map((ply) => ply.move),
    ["b1"],
  );
  assert.ok(!model.isMyTurn);
  model.apply({ type: "update", from: 3, entries: [{}], view: view(0, START), now_ms: 10 });
  assert.deepEqual(model.moves, []);
});

test("a game from a position that has not started knows that it lacks moves", () => {
  const model = new TableModel(state([], START));
  assert.ok(!model.isTorn);
  model.apply({ type: "update", from: 1, entries: [{}, {}, {}], move: B1, view: view(2, AFTER_B1), now_ms: 9 });
  assert.ok(model.isTorn);
  model.apply(state([B1, B1], AFTER_B1));
  assert.ok(!model.isTorn);
});

test("an entry other than a move does not repeat the last move", () => {
  const model = new TableModel(state([B1], AFTER_B1));
  model.apply({ type: "update", from: 3, entries: [{}], move: B1, view: view(1, AFTER_B1), now_ms: 10 });
  assert.equal(model.moves.length, 1);
});

test("looking back shows the earlier board, and a take-back of that move ends it", () => {
  const model = new TableModel(state([B1], AFTER_B1));
  model.show(0);
  assert.equal(model.scene.board, START);
  assert.equal(model.scene.playable, false);
  model.show(1);
  assert.equal(model.shown, null);
  model.show(0);
  model.apply({ type: "update", from: 3, entries: [{}], view: view(0, START), now_ms: 10 });
  assert.equal(model.shown, null);
});

test("the opponent's offers are questions", () => {
  const model = new TableModel(state([], START));
  assert.deepEqual(model.questions, ["draw"]);
  assert.deepEqual(new TableModel(state([], START, { you: { seats: [], host: false } })).questions, []);
});

/** A game between two programs, as its host sees it. */
function show(moves, board, extra = {}) {
  const given = state(moves, board, { you: { seats: [], host: true }, ...extra });
  const program = { kind: "computer", name: "", player: "greedy" };
  given.table.seats = { first: program, second: program };
  return given;
}

test("nobody gets a hint against a person, and neither do spectators", () => {
  const among = new TableModel(state([], START));
  assert.ok(!among.mayHint, "two people");
  const watcher = new TableModel(state([], START, { you: { seats: [], host: false } }));
  assert.ok(!watcher.mayHint, "a spectator");
  const alone = new TableModel(state([], START, { you: { seats: ["first"], host: true } }));
  assert.ok(alone.mayHint, "one's own turn against a program");
  alone.view = view(1, AFTER_B1);
  assert.ok(!alone.mayHint, "not while the program thinks");
  watcher.moves = [B1];
  watcher.view = { ...view(1, AFTER_B1), stage: "over", result: { winner: null, reason: "rules", score: null } };
  watcher.show(0);
  assert.ok(!watcher.mayHint, "a finished game is analyzed in a study");
  assert.deepEqual(watcher.origin, { start: undefined, moves: [] });
});

test("program games are shown at a pace, and the result only after the last move", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const model = new TableModel(show([B1], AFTER_B1));
  let steps = 0;
  const follower = new Follower(model, () => (steps += 1));
  follower.start();
  assert.equal(model.shownPly, 0);
  assert.ok(model.isBehind);
  context.mock.timers.tick(PACE_MS);
  assert.equal(model.shown, null);
  // A move that arrives too soon waits until it is due.
  model.apply({ type: "update", from: 3, entries: [{}], move: B1, view: view(2, AFTER_B1), now_ms: 10 });
  follower.hear(1);
  assert.equal(model.shownPly, 1);
  context.mock.timers.tick(PACE_MS);
  assert.equal(model.shownPly, 2);
  context.mock.timers.tick(10 * PACE_MS);
  assert.ok(model.isFollowing, "it waits for the next move");
  model.apply({ type: "update", from: 4, entries: [{}], move: B1, view: view(3, AFTER_B1), now_ms: 11 });
  follower.hear(2);
  assert.equal(model.shown, null, "and shows it at once");
  follower.stop();
  context.mock.timers.tick(10 * PACE_MS);
  assert.equal(steps, 3);
  assert.ok(!model.isFollowing);
});

test("a repeated chat message is shown once", () => {
  const model = new TableModel(state([], START));
  const said = { type: "chat", number: 1, room: "players", person: "p", name: "", text: "hi", at_ms: 1 };
  model.apply(said);
  model.apply(said);
  assert.equal(model.chat.length, 1);
});
