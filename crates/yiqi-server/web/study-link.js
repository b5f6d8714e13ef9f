// The address of a study, with enough data to restore the exact position.

import { branchOf, childOf, lineOf, movesTo } from "./study-tree.js";

/** @typedef {import("./study-tree.js").StudyNode} StudyNode */

/**
 * @typedef {object} Address
 * @property {string | null} table
 * @property {string | null} game
 * @property {string | undefined} start
 * @property {string[]} moves
 * @property {number | null} at
 * @property {boolean} analyze whether the game is to be analyzed at once
 */

/**
 * @param {URLSearchParams} params
 * @returns {Address}
 */
export function readAddress(params) {
  const at = params.get("at");
  return {
    table: params.get("table"),
    game: params.get("game"),
    start: params.get("start") ?? undefined,
    moves: (params.get("moves") ?? "").split(/[\s,]+/).filter(Boolean),
    at: at !== null && /^\d+$/.test(at) ? Number(at) : null,
    analyze: params.has("analyze"),
  };
}

/**
 * The address of a position. On the main line of a table its id is enough; elsewhere the moves
 * are written out, so that the link needs nothing but itself.
 * @param {{ spec: string, start: string | undefined, table: string | null, node: StudyNode }} where
 */
export function addressOf({ spec, start, table, node }) {
  const params = new URLSearchParams();
  if (table) params.set("table", table);
  if (!table || branchOf(node)) {
    params.set("game", spec);
    if (start) params.set("start", start);
    const line = lineOf(node);
    const moves = movesTo(line[line.length - 1]);
    if (moves.length) params.set("moves", moves.join(","));
  }
  params.set("at", String(node.ply));
  // Commas and colons are allowed in a query and stay readable.
  return `/study?${params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/")}`;
}

/**
 * Follows moves as far as the tree has them.
 * @param {StudyNode} root
 * @param {string[]} moves
 */
export function follow(root, moves) {
  let node = root;
  for (const move of moves) {
    const next = childOf(node, move);
    if (!next) break;
    node = next;
  }
  return node;
}
