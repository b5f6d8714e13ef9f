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

/** The part of an address after `#` that carries a whole record. */
const RECORD = "#record=";
/** The longest link; programs that pass on longer ones cut them off. */
const LINK_MAX = 8000;

/**
 * A link with a whole record: moves, variations, comments and marks. Null if it would be too long.
 * @param {string} address
 * @param {string} record
 */
export async function linkWith(address, record) {
  const squeezed = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(squeezed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const link = address + RECORD + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return link.length <= LINK_MAX ? link : null;
}

/**
 * The record that a link carries; empty if it carries none.
 * @param {string} hash the address from `#` on
 * @throws {TypeError} if it was cut off or altered
 */
export async function recordIn(hash) {
  if (!hash.startsWith(RECORD)) return "";
  if (hash.length > LINK_MAX) throw new TypeError("too long");
  const text = hash.slice(RECORD.length).replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]*$/.test(text) || text.length % 4 === 1) throw new TypeError("not base64");
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
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
