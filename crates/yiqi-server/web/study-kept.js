// What somebody changed in a game of the server: kept in this browser, and shown again with the game.

import { recall, remember } from "./prefs.js";

/** @typedef {{ table: string, text: string }} Kept the newest first */

const NAME = "studies";
/** Browsers give a page a few megabytes. */
const COUNT_MAX = 20;
const CHARS_MAX = 200_000;

/** @returns {Kept[]} */
const all = () => recall(NAME, []);

/** The changed record of a table, if there is one. @param {string} table */
export function keptStudy(table) {
  return all().find((kept) => kept.table === table)?.text ?? null;
}

/**
 * @param {string} table
 * @param {string} text
 */
export function keepStudy(table, text) {
  if (text.length > CHARS_MAX) return;
  const others = all().filter((kept) => kept.table !== table);
  remember(NAME, [{ table, text }, ...others].slice(0, COUNT_MAX));
}

/** @param {string} table */
export function dropStudy(table) {
  remember(
    NAME,
    all().filter((kept) => kept.table !== table),
  );
}
