// Where a game went wrong: what each move cost, by the engine's evaluations before and after it.

import { isOfStones } from "./study-eval.js";

/** @typedef {import("./study-tree.js").StudyNode} StudyNode */
/** @typedef {import("./study-eval.js").Score} Score */
/** @typedef {"inaccuracy" | "mistake" | "blunder"} Grade */
/**
 * @typedef {object} Verdict
 * @property {StudyNode} node the position after the move
 * @property {number} loss hundredths of a stone, or of a percent of winning chances
 * @property {Grade | null} grade
 * @property {string[]} better the engine's line from the position before
 */

/** What a move must cost to be called so: stones, or percent of winning chances, in hundredths. */
const LEAST = /** @type {Record<"stones" | "chance", [Grade, number][]>} */ ({
  stones: [
    ["blunder", 800],
    ["mistake", 400],
    ["inaccuracy", 200],
  ],
  chance: [
    ["blunder", 3_000],
    ["mistake", 2_000],
    ["inaccuracy", 1_000],
  ],
});

/** A move that costs this much counts half. */
const HALF = { stones: 400, chance: 1_500 };

/** How a grade is written beside a move. @type {Record<Grade, string>} */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {Game["kind"]} kind */
const unitOf = (kind) => (isOfStones(kind) ? "stones" : "chance");

/**
 * What the engine says about a move; null if it has not evaluated both positions, or if nothing was
 * to be chosen.
 * @param {StudyNode} node
 * @param {Game["kind"]} kind
 * @returns {Verdict | null}
 */
export function verdictOn(node, kind) {
  const before = node.parent?.score;
  const { score: after, side, change } = node;
  const isChoice = change?.stone || change?.move === "pass";
  if (!before?.best?.length || !after || !side || !isChoice) return null;
  // The player's own opinion is not the engine's.
  if (before.depth === undefined || (after.depth === undefined && !after.exact)) return null;
  const better = before.best;
  if (better[0] === node.move) return { node, loss: 0, grade: null, better };
  const loss = Math.max(0, lossOf(before, after, side) / (isOfStones(kind) ? 1 : 2));
  const doubt = Math.max(errorOf(before), errorOf(after));
  const grade = loss > doubt ? (LEAST[unitOf(kind)].find(([, least]) => loss >= least)?.[0] ?? null) : null;
  return { node, loss, grade, better };
}

/**
 * @param {Score} before
 * @param {Score} after
 * @param {Color} side
 */
function lossOf(before, after, side) {
  const sign = side === "black" ? 1 : -1;
  // Where only the winner is known, the true value is further from zero.
  const isVague = after.certainty?.kind === "outcome" || before.certainty?.kind === "outcome";
  if (isVague && Math.sign(before.eval) === Math.sign(after.eval)) return 0;
  return sign * (before.eval - after.eval);
}

/** The engine's usual error. @param {Score} score */
function errorOf({ certainty }) {
  return certainty?.kind === "estimate" ? certainty.error : 0;
}

/**
 * The verdicts on all moves of a line that have one.
 * @param {StudyNode[]} line
 * @param {Game["kind"]} kind
 */
export function verdictsOn(line, kind) {
  return line.flatMap((node) => verdictOn(node, kind) ?? []);
}

/**
 * How well each seat played, in percent, and how often it went wrong. 100 means always as the engine
 * would. A seat without evaluated moves has null.
 * @param {StudyNode[]} line
 * @param {Game["kind"]} kind
 * @param {Color} first the first seat's color before the first move
 */
export function accuracies(line, kind, first) {
  const half = HALF[unitOf(kind)];
  const seats = [
    { sum: 0, count: 0, grades: { inaccuracy: 0, mistake: 0, blunder: 0 } },
    { sum: 0, count: 0, grades: { inaccuracy: 0, mistake: 0, blunder: 0 } },
  ];
  let color = first;
  for (const node of line) {
    const verdict = verdictOn(node, kind);
    if (verdict) {
      const seat = seats[node.side === color ? 0 : 1];
      seat.sum += 100 * 2 ** (-verdict.loss / half);
      seat.count += 1;
      if (verdict.grade) seat.grades[verdict.grade] += 1;
    }
    if (node.change?.swapped) color = color === "black" ? "white" : "black";
  }
  return seats.map(({ sum, count, grades }) => ({
    percent: count ? Math.round(sum / count) : null,
    grades,
  }));
}

/**
 * The next mistake on a line in one direction, starting over at its end.
 * @param {StudyNode[]} line
 * @param {StudyNode} from
 * @param {1 | -1} step
 * @param {Game["kind"]} kind
 */
export function mistakeBeside(line, from, step, kind) {
  const found = verdictsOn(line, kind).filter(({ grade }) => grade !== null);
  if (step < 0) found.reverse();
  const isBeyond = (/** @type {Verdict} */ { node }) => step * (node.ply - from.ply) > 0;
  return (found.find(isBeyond) ?? found[0])?.node ?? null;
}
