// A study as text in yiqi's own format (docs/formats/yiqi.md), which the server converts to all
// others.

import { joinComment } from "./study-markup.js";
import { lineOf } from "./study-tree.js";

/** @typedef {import("./study-tree.js").Tree} Tree */
/** @typedef {import("./study-tree.js").StudyNode} StudyNode */

/**
 * @typedef {object} Heading
 * @property {string} [first] names of the two seats
 * @property {string} [second]
 * @property {Color} [firstColor] the first seat's color at the start
 * @property {string} [date]
 * @property {string} [clock]
 * @property {string} [start]
 * @property {Result | null} [result]
 */

const REASONS = /** @type {Record<string, string>} */ ({
  resignation: " by resignation",
  forfeit: " by forfeit",
  time: " on time",
  agreement: " by agreement",
});

/**
 * @param {Tree} tree
 * @param {Heading} heading
 */
export function recordText(tree, heading) {
  const header = [
    ["Game", tree.game.spec],
    ["First", heading.first],
    ["Second", heading.second],
    ["Date", heading.date],
    ["Clock", heading.clock === "none" ? "" : heading.clock],
    ["Result", resultText(heading.result)],
    ["Start", heading.start],
  ];
  const lines = ["yiqi record 1"];
  for (const [key, value] of header) if (value) lines.push(`${key}: ${escaped(value)}`);
  lines.push("");
  if (heading.firstColor === "white") lines.push("first takes white");
  writeNote(tree.root, lines);
  writeLine(tree.root.children[0], lines);
  lines.push("end", "");
  return lines.join("\n");
}

/**
 * What somebody can change in a study: moves and their order, comments and marks.
 * @param {Tree} tree
 */
export function treeText(tree) {
  /** @type {string[]} */
  const lines = [];
  writeNote(tree.root, lines);
  writeLine(tree.root.children[0], lines, ({ move }) => move);
  return lines.join("\n");
}

/**
 * A record of nothing but moves.
 * @param {string} game
 * @param {string | undefined} start
 * @param {string[]} moves
 */
export function bareRecord(game, start, moves) {
  const header = ["yiqi record 1", `Game: ${game}`, ...(start ? [`Start: ${start}`] : [])];
  return [...header, "", ...moves, "end", ""].join("\n");
}

/**
 * Results that follow from the moves are left to the rules.
 * @param {Result | null | undefined} result
 */
function resultText(result) {
  if (!result) return "";
  if (result.reason === "aborted") return "aborted";
  const reason = REASONS[result.reason];
  return reason ? (result.winner ?? "draw") + reason : "";
}

/**
 * Writes a line from its first move on, with its variations.
 * @param {StudyNode | undefined} first
 * @param {string[]} lines
 * @param {(node: StudyNode) => string} [words] a move as it is written
 */
function writeLine(first, lines, words = moveText) {
  if (!first) return;
  for (const node of lineOf(first).slice(first.ply)) {
    lines.push(words(node));
    // A variation follows the move that it replaces, before comments on that move.
    // The first move of a variation has none: its siblings follow the main move.
    const others = node.opensBranch ? [] : (node.parent?.children.slice(1) ?? []);
    for (const other of others) {
      lines.push("(");
      writeLine(other, lines, words);
      lines.push(")");
    }
    writeNote(node, lines);
  }
}

/**
 * @param {StudyNode} node
 * @param {string[]} lines
 */
function writeNote({ comment, marks }, lines) {
  const note = joinComment(comment, marks);
  if (note) lines.push(`note: ${escaped(note)}`);
}

/** @param {StudyNode} node */
function moveText(node) {
  const { ownEval, usedMs } = node;
  let text = `${node.ply}. ${node.move}`;
  if (usedMs !== undefined) text += ` +${usedMs / 1000}`;
  // Evaluations by this page's engine are not the players', so they are left out.
  if (ownEval !== undefined) {
    text += ` eval ${ownEval < 0 ? "-" : "+"}${(Math.abs(ownEval) / 100).toFixed(2)}`;
  }
  return text;
}

/** @param {string} text */
function escaped(text) {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replace(/^\s|\s$|\p{C}/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
