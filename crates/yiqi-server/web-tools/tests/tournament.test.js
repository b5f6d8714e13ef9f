// Tournaments in words, and what the dialog for a new one sends.

import assert from "node:assert/strict";
import { test } from "node:test";

import { use } from "../../web/text.js";
import { bracketRounds, roundName, scoreWords, startWords } from "../../web/tournament-words.js";

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
  "web-tournament-in-play": "In play",
  "web-tournament-round": words("Round ", { var: "round" }),
  "web-tournament-final": "Final",
  "web-tournament-semifinals": "Semifinals",
  "web-tournament-quarterfinals": "Quarterfinals",
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
  assert.equal(game(undefined), "In play");
  assert.equal(game({ kind: "played", winner: "first" }), "1–0");
  assert.equal(game({ kind: "played", winner: "second" }), "0–1");
  assert.equal(game({ kind: "played" }), "½–½");
  assert.equal(game({ kind: "no-show", winner: "first" }), "1–0 (did not come)");
  assert.equal(game({ kind: "void" }), "does not count");
  assert.equal(game({ kind: "damaged" }), "damaged, does not count");
  assert.equal(game({ kind: "no-show" }), "0–0 (did not come)");
});

test("the last rounds of a knockout have names", () => {
  const names = [1, 2, 3, 4].map((round) => roundName(round, 4));
  assert.deepEqual(names, ["Round 1", "Quarterfinals", "Semifinals", "Final"]);
});

test("matches of a knockout stand where their winners meet, also before all are known", () => {
  const match = (round, first, second, winner) => ({ round, first, second, winner, by_lot: false });
  const first = [match(1, 0, undefined, 0), match(1, 3, 4, 3), match(1, 1, 6), match(1, 2, 5, 5)];
  const second = match(2, 0, 3, 3);
  const later = (one, other) => ({ first: one, second: other, isOpen: true });
  assert.deepEqual(bracketRounds([...first, second]), [first, [second, later(undefined, 5)], [later(3, undefined)]]);
  const rest = [match(1, 1, 6, 6), match(1, 2, 5, 5)];
  const lower = match(2, 6, 5);
  assert.deepEqual(bracketRounds([...first.slice(0, 2), ...rest, lower]).slice(1), [
    [later(0, 3), lower],
    [later(undefined, undefined)],
  ]);
});
