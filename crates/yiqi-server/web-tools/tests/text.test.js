import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { suitable, t, use } from "../../web/text.js";
import { newTable, recallChoices, timeOf } from "../../web/new-table-choices.js";
import { isNamedGuest, isolated } from "../../web/who.js";
import { formatsOf, opponentsFor, readSpec, sizesFor, useCatalog, usePrograms, writeSpec } from "../../web/catalog.js";
import { gameName, gameOf, playerWords, rulesPages } from "../../web/words.js";
import { CATALOG } from "./catalog.js";

useCatalog(CATALOG);

const WEB = new URL("../../web/", import.meta.url);

test("patterns are filled in, numbers choose their form", () => {
  use("en", {
    hi: ["Hi ", { var: "name" }, "!"],
    stones: [
      { select: "n", cases: { 0: ["none"], one: ["one stone"], other: [{ var: "n" }, " stones"] }, default: "other" },
    ],
  });
  assert.equal(t("hi", { name: "<b>" }), "Hi <b>!");
  assert.deepEqual(
    [0, 1, 2].map((n) => t("stones", { n })),
    ["none", "one stone", "2 stones"],
  );
  assert.equal(t("missing"), "missing");
});

test("in Chinese no blank separates Chinese words, whatever a name is", () => {
  use("zh-Hans", { resigns: [{ var: "name" }, " 认输。"] });
  assert.equal(t("resigns", { name: isolated("访客") }), "\u2068访客\u2069认输。");
  assert.equal(t("resigns", { name: isolated("Ann") }), "\u2068Ann\u2069 认输。");
});

test("locales find their language", () => {
  assert.equal(suitable(["de", "zh-TW"]), "zh-Hant");
  assert.equal(suitable(["zh-CN"]), "zh-Hans");
  assert.equal(suitable(["zh-Hans-HK"]), "zh-Hans");
  assert.equal(suitable(["fr"]), "en");
});

test("game specs are read and written", () => {
  for (const spec of ["reversi", "reversi:10", "reversi:10:anti", "peace", "gomoku:15:renju"]) {
    assert.equal(writeSpec(readSpec(spec)), spec);
  }
  assert.equal(writeSpec(readSpec("gomoku:19:freestyle:swap2")), "gomoku:19:freestyle:swap2");
  assert.equal(writeSpec(readSpec("reversi:8:normal")), "reversi", "as the server writes it");
  assert.deepEqual(readSpec("gomoku:7:pro"), { kind: "gomoku", size: 7, rules: "freestyle", opening: "pro" });
  assert.equal(readSpec("reversi").size, 8);
  assert.deepEqual(sizesFor(readSpec("gomoku:7:pro")), [7, 15, 19]);
});

test("games are called by their board, rule set and opening", () => {
  use("en", {
    "title-reversi-anti": ["Anti-reversi ", { var: "board" }],
    "title-gomoku-renju": ["Gomoku ", { var: "board" }, ", renju"],
    "game-with": [{ var: "game" }, ", ", { var: "with" }],
    "opening-gomoku-swap2": "swap2",
    "rules-gomoku": "Gomoku\n\nFive\nwin.",
    "rules-gomoku-swap2": "Swap2\n\nThree stones.",
  });
  assert.equal(gameName("reversi:10:anti"), "Anti-reversi 10×10");
  assert.equal(gameName("gomoku:15:renju:swap2"), "Gomoku 15×15, renju, swap2");
  assert.equal(gameOf("gomoku:19:renju").rows_from_bottom, true);
  assert.deepEqual(rulesPages("gomoku:15:renju:swap2"), [
    { title: "Gomoku", paragraphs: ["Five win."] },
    { title: "Swap2", paragraphs: ["Three stones."] },
  ]);
});

test("a game can be saved in the writable formats that support it", () => {
  const names = (/** @type {string} */ game) => formatsOf(game).map(({ name }) => name);
  assert.deepEqual(names("reversi"), ["yiqi", "transcript"]);
  assert.deepEqual(names("gomoku"), ["yiqi"]);
});

test("a game starts with the last choices, or with the defaults", () => {
  const choices = { ...recallChoices(), kind: "gomoku" };
  assert.equal(newTable(choices, false).game, "gomoku:15:renju");
  assert.equal(newTable({ ...choices, specs: { gomoku: "gomoku:19" } }, false).game, "gomoku:19");
});

test("choices become the server's request", () => {
  const choices = {
    ...recallChoices(),
    opponent: /** @type {const} */ ("computer"),
    clock: /** @type {const} */ ("byoyomi"),
    random: true,
    rated: true,
  };
  assert.equal(timeOf(choices), "byoyomi 10m+3x30s, random move");
  const table = newTable(choices, true);
  assert.deepEqual(table.second, { kind: "computer", player: "engine:level=5" });
  assert.equal(table.rated, false, "a game against a program is not rated");
});

test("a game from a position keeps its game, and colors count from there", () => {
  const fixed = { game: "gomoku:15:renju:swap1", from: { moves: ["h8", "i9", "j9", "swap"] } };
  const choices = { ...recallChoices(), color: "black", rated: true };
  const table = newTable(choices, true, fixed);
  assert.equal(table.game, fixed.game);
  assert.deepEqual(table.from, fixed.from);
  assert.equal(table.first_color, "white", "a swap on the way exchanges the colors");
  assert.equal(table.rated, false);
  assert.equal(newTable({ ...choices, color: "drawn" }, true, fixed).first_color, "drawn");
  const kept = { ...fixed, from: { moves: ["h8", "i9", "j9", "keep"] } };
  assert.equal(newTable(choices, true, kept).first_color, "black");
});

test("two computers play each other, each at its own level", () => {
  const choices = { ...recallChoices(), opponent: "watch", computer: "engine", level: 3, computer2: "greedy" };
  const { first, second, first_color, rated } = newTable({ ...choices, rated: true }, true);
  assert.deepEqual(first, { kind: "computer", player: "engine:level=3" });
  assert.deepEqual(second, { kind: "computer", player: "greedy" });
  assert.equal(first_color, "black");
  assert.equal(rated, false);
});

test("the operator's programs are offered for the games that they know, and asked for by name", () => {
  usePrograms([
    { name: "Five", games: ["gomoku"] },
    { name: "All: of it", games: ["reversi", "gomoku"] },
  ]);
  assert.deepEqual(opponentsFor("reversi"), ["engine", "greedy", "program:All: of it"]);
  assert.deepEqual(opponentsFor("gomoku").slice(2), ["program:Five", "program:All: of it"]);
  const choices = { ...recallChoices("computer"), computer: "program:Five" };
  assert.deepEqual(newTable(choices, false).second, { kind: "computer", player: "program:Five" });
  assert.equal(playerWords("program:All: of it"), "All: of it");
  usePrograms([]);
});

test("guests are marked, and unnamed guests are called guests", () => {
  assert.ok(isNamedGuest({ kind: "guest", name: "Ann" }));
  assert.ok(!isNamedGuest({ kind: "account", name: "Ann" }));
  assert.ok(!isNamedGuest({ kind: "guest", name: "" }));
  assert.equal(isolated("a"), "\u2068a\u2069");
});

test("every message that the page uses exists", () => {
  const messages = readdirSync(new URL("../../yiqi-text/messages/en/", WEB))
    .map((file) => readFileSync(new URL(`../../yiqi-text/messages/en/${file}`, WEB), "utf8"))
    .join("\n");
  const keys = new Set([...messages.matchAll(/^([a-z][\w-]*) =/gm)].map(([, key]) => key));
  for (const file of readdirSync(WEB).filter((name) => name.endsWith(".js"))) {
    for (const [, key] of readFileSync(new URL(file, WEB), "utf8").matchAll(/\bt\(\s*"([\w-]+)"/g))
      assert.ok(keys.has(key), `${file}: ${key}`);
  }
});
