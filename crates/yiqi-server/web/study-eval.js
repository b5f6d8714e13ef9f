// Evaluations in words and numbers, always from Black's point of view: stones in Reversi, chances to
// win in games without a score.

import { gameNamed } from "./catalog.js";
import { t } from "./text.js";

/**
 * @typedef {object} Score
 * @property {number} eval in hundredths, from Black's point of view
 * @property {boolean} exact whether it was solved to the end of the game
 * @property {Certainty} [certainty] how the engine knows
 * @property {number} [depth] search depth in plies; absent if it is not the engine's
 * @property {string[]} [best] the engine's best line
 */

/**
 * @typedef {{ kind: "exact" } | { kind: "outcome" } | { kind: "forced", plies: number }
 *   | { kind: "estimate", percent: number, error: number }} Certainty
 */

/** The evaluation of a won game in games without a score. */
const WON = 10_000;

/** Whether a game is won by stones, so that evaluations are stones. @param {Game["kind"]} kind */
export const isOfStones = (kind) => gameNamed(kind).aim === "stones";

/** Black's chances to win, in percent. @param {number} value */
const chanceOf = (value) => Math.round(50 + Math.max(-WON, Math.min(WON, value)) / 200);

/** Whole stones: no estimate is better than that. @param {number} value in hundredths */
const stonesOf = (value) => Math.round(Math.abs(value) / 100);

/**
 * Short enough for a stone: `+2`, `−6`, or in games without a score Black's chances: `62%`.
 * @param {Score} score
 * @param {Game["kind"]} kind
 */
export function evalLabel({ eval: value }, kind) {
  if (!isOfStones(kind)) return `${chanceOf(value)}%`;
  const stones = stonesOf(value);
  if (stones === 0) return "0";
  return `${value > 0 ? "+" : "−"}${stones}`;
}

/**
 * A sentence: “Black would win by about 2 stones.”
 * @param {Score} score
 * @param {Game["kind"]} kind
 */
export function evalWords({ eval: value, exact, certainty }, kind) {
  const side = t(value > 0 ? "color-black" : "color-white");
  const by = stonesOf(value);
  if (certainty?.kind === "forced") return t("study-eval-wins-in", { side, plies: certainty.plies });
  if (certainty?.kind === "outcome" && value !== 0) return t("study-eval-wins-least", { side, by });
  if (!isOfStones(kind) && Math.abs(value) >= WON) return t("study-eval-wins", { side });
  if (exact || certainty?.kind === "outcome") return value === 0 ? t("study-eval-draw") : t("study-eval-wins-by", { side, by });
  if (!isOfStones(kind)) return t("study-eval-chance", { side, percent: chanceOf(Math.abs(value)) });
  // Values that round to zero count as even.
  const words = by === 0 ? t("study-eval-even") : t("study-eval-ahead", { side, by });
  const sure = sureWords(certainty);
  return sure ? t("study-eval-sure", { words, sure }) : words;
}

/**
 * How certain an estimate in stones is, if measured: “estimate, usually within 2 stones”.
 * @param {Certainty | undefined} certainty
 */
function sureWords(certainty) {
  if (certainty?.kind !== "estimate" || !certainty.error) return "";
  return t("study-eval-within", { count: Math.max(1, Math.round(certainty.error / 100)) });
}

/** The least that fills a graph, in hundredths of a stone, so that small differences stay small. */
const FULL_MIN = 800;

/**
 * The evaluation that fills a graph: in games without a score a certain win, in others the largest
 * one shown.
 * @param {Score[]} scores
 * @param {Game["kind"]} kind
 */
export function fullEval(scores, kind) {
  if (!isOfStones(kind)) return WON;
  return Math.max(FULL_MIN, ...scores.map((score) => Math.abs(score.eval)));
}

/**
 * The evaluation of a finished game.
 * @param {Result} result
 * @returns {Score}
 */
export function scoreOfResult({ winner, score }) {
  const sign = winner === "black" ? 1 : winner === "white" ? -1 : 0;
  // The sign is the winner's, because in anti-reversi fewer stones win.
  const value = score ? Math.abs(score.black - score.white) * 100 : WON;
  return { eval: sign * value, exact: true };
}
