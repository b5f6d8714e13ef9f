import assert from "node:assert/strict";
import { test } from "node:test";
import { TableModel } from "../../web/table-model.js";
import { ago } from "../../web/time-ago.js";

test("the age of a game is told in words, and as a date after a week", () => {
  const now = Date.UTC(2026, 0, 20, 12);
  const hour = 3600000;
  assert.equal(ago(now - 5000, now), "now");
  assert.equal(ago(now - 5 * 60000, now), "5 minutes ago");
  assert.equal(ago(now - 26 * hour, now), "yesterday");
  assert.match(ago(now - 300 * hour, now), /2026/);
  // A clock that is a little behind does not show the future.
  assert.equal(ago(now + hour, now), "now");
});

test("stones are numbered by the moves that placed them, up to the position shown", () => {
  const move = (name, stone) => ({ move: name, stone, flipped: [], seat: "first", used_ms: 0 });
  const moves = [move("h8", "black"), move("i9", "white"), move("swap", null), move("h9", "black")];
  const view = { ply_count: 4, stage: "playing", turn: "first", colors: { first: "black", second: "white" } };
  const presence = { seats: {}, spectators: 0, claim_in_ms: {} };
  const table = { type: "table", table: {}, you: { seats: [] }, moves, view, now_ms: 0, presence, chat: [] };
  const model = new TableModel(table);
  assert.deepEqual(model.numbers, { h8: 1, i9: 2, h9: 4 });
  model.show(1);
  assert.deepEqual(model.numbers, { h8: 1 });
});
