// The way from a game of the server to its study.

import { gameNamed } from "./catalog.js";
import { el } from "./dom.js";
import { t } from "./text.js";

/**
 * A link that has the game analyzed; a game that nobody wins has nothing to analyze.
 * @param {string} table
 * @param {Game["kind"]} kind
 * @param {string} className
 */
export function studyLink(table, kind, className) {
  const isPeace = gameNamed(kind).aim === "nothing";
  const href = `/study?table=${encodeURIComponent(table)}${isPeace ? "" : "&analyze"}`;
  return el("a", { className, href }, t(isPeace ? "web-study" : "web-analyse"));
}
