// Games, players and results in words: the same sentences as everywhere in yiqi.

import { has, lang, t } from "./text.js";

/**
 * @typedef {object} GameChoice
 * @property {"reversi" | "peace" | "gomoku"} kind
 * @property {number} size
 * @property {boolean} anti
 * @property {string} rules
 * @property {string} opening
 */

const RULES = ["freestyle", "standard", "forbidden", "renju"];

/**
 * Reads a game spec: `gomoku:15:renju:swap2`.
 * @param {string} spec
 * @returns {GameChoice}
 */
export function readSpec(spec) {
  const [kind, ...parts] = spec.split(":");
  const size = Number(parts.find((part) => /^\d+$/.test(part)) ?? (kind === "gomoku" ? 15 : 8));
  return {
    kind: kind === "gomoku" || kind === "peace" ? kind : "reversi",
    size,
    anti: parts.includes("anti"),
    rules: parts.find((part) => RULES.includes(part)) ?? "freestyle",
    opening: parts.find((part) => ["swap1", "swap2", "pro"].includes(part)) ?? "free",
  };
}

/**
 * @param {GameChoice} choice
 */
export function writeSpec({ kind, size, anti, rules, opening }) {
  if (kind === "peace") return "peace";
  if (kind === "reversi") return `reversi:${size}${anti ? ":anti" : ""}`;
  return `gomoku:${size}:${rules}${opening === "free" ? "" : `:${opening}`}`;
}

/**
 * The name of a game with its board and rules, in the reader's language.
 * @param {string} spec
 */
export function gameName(spec) {
  const { kind, size, anti, rules, opening } = readSpec(spec);
  const ruleSet = kind === "gomoku" ? rules : anti ? "anti" : "normal";
  const name = t(`title-${kind}-${ruleSet}`, { board: `${size}×${size}` });
  return opening === "free" ? name : t("game-with", { game: name, with: t(`opening-${kind}-${opening}`) });
}

/**
 * The rules of a game: pages, each of a title and paragraphs. The catalogue breaks lines for terminals;
 * here the width of the page does, and only numbered points keep lines of their own.
 * @param {string} spec
 */
export function rulesPages(spec) {
  const { kind, anti, rules, opening } = readSpec(spec);
  const keys = [`rules-${kind}`];
  if (kind === "reversi") keys.push(`rules-reversi-${anti ? "anti" : "normal"}`);
  if (kind === "gomoku") keys.push(`rules-gomoku-${rules}`, `rules-gomoku-${opening}`);
  const blank = lang() === "en" ? " " : "";
  return keys.filter(has).map((key) => {
    const [title, ...paragraphs] = t(key).trim().split("\n\n");
    return { title, paragraphs: paragraphs.map((text) => text.replace(/\n(?!\d+\.)\s*/g, blank)) };
  });
}

/** @param {Color | null | undefined} color */
export function colorName(color) {
  return color ? t(`color-${color}`) : "";
}

/** A program in words: `engine:level=5`. @param {string} player */
export function playerWords(player) {
  const [kind, options = ""] = player.split(":");
  const number = /(?:level|depth)=(\d+)/.exec(options)?.[1];
  if (number && has(`web-player-${kind}-at`)) return t(`web-player-${kind}-at`, { level: number });
  return has(`web-player-${kind}`) ? t(`web-player-${kind}`) : player;
}

/** @param {SeatInfo} seat */
export function seatName(seat) {
  if (seat.kind === "open") return t("web-seat-open");
  if (seat.kind === "computer") return seat.player ? playerWords(seat.player) : seat.name;
  return seat.name || t("web-guest");
}

/**
 * How a game ended, as a sentence.
 * @param {Result} result
 * @param {string} spec
 */
export function resultWords(result, spec) {
  const { winner, reason, score } = result;
  const [mine, theirs] = winner === "white" ? [score?.white, score?.black] : [score?.black, score?.white];
  const args = {
    winner: colorName(winner),
    loser: winner ? colorName(winner === "black" ? "white" : "black") : "",
    score: score ? `${mine}–${theirs}` : "",
  };
  if (reason === "aborted") return t("result-aborted");
  if (winner) {
    if (reason === "resignation" || reason === "forfeit" || reason === "time") return t(`result-${reason}`, args);
    return t(score ? "result-win-score" : "result-win", args);
  }
  if (reason === "agreement") return t("result-agreement");
  if (score) return t("result-draw-score", args);
  return t(readSpec(spec).kind === "peace" ? "result-peace" : "result-draw");
}
