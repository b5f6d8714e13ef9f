// Evaluations in words and numbers, always from Black's point of view and always signed.

import { gameNamed } from "./catalog.js";
import { t } from "./text.js";

/**
 * @typedef {object} Score
 * @property {number} eval in hundredths, from Black's point of view
 * @property {boolean} exact whether it was solved to the end of the game
 * @property {Certainty} [certainty] how the engine knows
 * @property {number} [depth] search depth in plies; absent if it is not the engine's
 */

/**
 * @typedef {{ kind: "exact" } | { kind: "outcome" } | { kind: "forced", plies: number }
 *   | { kind: "estimate", percent: number, error: number }} Certainty
 */

/** The evaluation of a won game in games without a score. */
const WON = 10_000;

/**
 * Short enough for a stone: `+2.4`, `−6`.
 * @param {Score} score
 */
export function evalLabel({ eval: value, exact }) {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  const size = Math.abs(value) / 100;
  const isWhole = exact || size >= 20;
  return sign + size.toFixed(isWhole ? 0 : 1);
}

/**
 * A sentence: “Black is ahead by 2.4.”
 * @param {Score} score
 * @param {Game["kind"]} kind
 */
export function evalWords({ eval: value, exact, certainty }, kind) {
  const side = t(value > 0 ? "color-black" : "color-white");
  const isWhole = exact || certainty?.kind === "outcome";
  const by = (Math.abs(value) / 100).toFixed(isWhole ? 0 : 1);
  if (certainty?.kind === "forced") return t("study-eval-wins-in", { side, plies: certainty.plies });
  if (certainty?.kind === "outcome" && value !== 0) return t("study-eval-wins-least", { side, by });
  if (gameNamed(kind).aim !== "stones" && Math.abs(value) >= WON) return t("study-eval-wins", { side });
  if (isWhole) return value === 0 ? t("study-eval-draw") : t("study-eval-wins-by", { side, by });
  // Values that round to zero count as even.
  const words = by === "0.0" ? t("study-eval-even") : t("study-eval-ahead", { side, by });
  const sure = sureWords(certainty);
  return sure ? `${words} (${sure})` : words;
}

/**
 * How certain an estimate is, if measured: “estimate, ± 2.1, 91% confidence”.
 * @param {Certainty | undefined} certainty
 */
function sureWords(certainty) {
  if (certainty?.kind !== "estimate") return "";
  const percent = String(certainty.percent);
  const error = (certainty.error / 100).toFixed(1);
  if (certainty.error > 0) {
    return certainty.percent < 100
      ? t("sure-estimate-both", { percent, error })
      : t("sure-estimate-error", { error });
  }
  return certainty.percent < 100 ? t("sure-estimate-percent", { percent }) : "";
}

/**
 * The height in a graph from −1 (White has won) to 1. Small differences count most.
 * @param {Score} score
 */
export function evalHeight({ eval: value }) {
  if (Math.abs(value) >= WON) return Math.sign(value);
  const stones = value / 100;
  return stones / (Math.abs(stones) + 5);
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
