import assert from "node:assert/strict";
import { test } from "node:test";
import { flipsAt } from "../../web/flips.js";
import { Pacing, USUAL_PAUSE_MS } from "../../web/pacing.js";

const update = (number) => ({ type: "update", from: number });

test("the computer's answer waits until the reader has seen their own move, and nothing overtakes it", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const heard = [];
  const pacing = new Pacing((message) => heard.push(message.from ?? message.type));
  pacing.hear(update(1), false);
  pacing.noteOwnMove();
  pacing.hear(update(2), true);
  pacing.hear(update(3), false);
  assert.deepEqual(heard, [1]);
  context.mock.timers.tick(USUAL_PAUSE_MS);
  assert.deepEqual(heard, [1, 2, 3]);
});

test("the whole state replaces what is still held back", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const heard = [];
  const pacing = new Pacing((message) => heard.push(message.from ?? message.type));
  pacing.noteOwnMove();
  pacing.hear(update(2), true);
  pacing.hear({ type: "table" }, false);
  context.mock.timers.tick(USUAL_PAUSE_MS);
  assert.deepEqual(heard, ["table"]);
});

test("a preview shows what a stone flips in every direction", () => {
  const board = "........" + "........" + "........" + "...wb..." + "...bw..." + "........".repeat(3);
  assert.deepEqual(flipsAt(board, 8, 2 * 8 + 3, "black"), [3 * 8 + 3]);
  assert.deepEqual(flipsAt(board, 8, 2 * 8 + 3, "white"), []);
  assert.deepEqual(flipsAt("..wb" + ".w.." + ".b.." + "....", 4, 1, "black").sort(), [2, 5]);
});
