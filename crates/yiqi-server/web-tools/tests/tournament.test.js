// Tournaments in words, and what the dialog for a new one sends.

import assert from "node:assert/strict";
import { test } from "node:test";

import { use } from "../../web/text.js";
import { scoreWords, startWords } from "../../web/tournament-words.js";

const words = (...parts) => parts;
use("en", {
  "web-guest": "Guest",
  "web-tournament-canceled": "Canceled",
  "web-tournament-canceled-few": "Too few",
  "web-tournament-winner": words("Winner: ", { var: "names" }),
  "web-tournament-ends-in": words("Ends in ", { var: "time" }),
  "web-tournament-ending": "Time is up",
  "web-tournament-round-of": words("Round ", { var: "round" }, " of ", { var: "rounds" }),
  "web-tournament-starts-in": words("Starts in ", { var: "time" }),
  "web-tournament-starts-with": words("Starts with ", { var: "count" }),
  "web-tournament-end-no-show": "did not come",
  "web-tournament-end-void": "does not count",
  "web-tournament-end-damaged": "damaged, does not count",
});

const info = (more) => ({ stage: "upcoming", start: { players: 4 }, round: 0, ...more });

test("it is said when a tournament begins and ends, and who won it", () => {
  const at = 1_000_000;
  assert.equal(startWords(info({})), "Starts with 4");
  assert.equal(startWords(info({ start: { at } }), at - 90_000), "Starts in 1:30");
  assert.equal(startWords(info({ start: { at } }), at + 5_000), "Starts in 0:00");
  assert.equal(startWords(info({ stage: "running", ends_ms: at }), at - 60_000), "Ends in 1:00");
  assert.equal(startWords(info({ stage: "running", ends_ms: at }), at + 1), "Time is up");
  assert.equal(startWords(info({ stage: "running", round: 2, rounds: 5 })), "Round 2 of 5");
  assert.equal(startWords(info({ stage: "finished", winners: ["Ann", ""] })), "Winner: Ann, Guest");
  assert.equal(startWords(info({ stage: "canceled", canceled: "few-players" })), "Too few");
  assert.equal(startWords(info({ stage: "canceled", canceled: "organizer" })), "Canceled");
});

test("a result is written from the first player's side, with the reason if it was not played", () => {
  const game = (outcome) => scoreWords({ number: 1, round: 1, first: 0, second: 1, outcome });
  assert.equal(game(undefined), "*");
  assert.equal(game({ kind: "played", winner: "first" }), "1–0");
  assert.equal(game({ kind: "played", winner: "second" }), "0–1");
  assert.equal(game({ kind: "played" }), "½–½");
  assert.equal(game({ kind: "no-show", winner: "first" }), "1–0 (did not come)");
  assert.equal(game({ kind: "void" }), "does not count");
  assert.equal(game({ kind: "damaged" }), "damaged, does not count");
  assert.equal(game({ kind: "no-show" }), "0–0 (did not come)");
});
