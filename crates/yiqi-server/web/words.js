// Games, players and results in words: the same sentences as everywhere in yiqi.

import { gameNamed, PROGRAM, readSpec } from "./catalog.js";
import { has, lang, t } from "./text.js";

/**
 * The name of a game with its board and rules, in the reader's language.
 * @param {string} spec
 */
export function gameName(spec) {
  const { kind, size, rules, opening } = readSpec(spec);
  const name = t(`title-${kind}-${rules}`, { board: `${size}×${size}` });
  const isUsual = opening === gameNamed(kind).openings[0].name;
  return isUsual ? name : t("game-with", { game: name, with: t(`opening-${kind}-${opening}`) });
}

/**
 * A game as the server describes it.
 * @param {string} spec
 * @returns {Game}
 */
export function gameOf(spec) {
  const { kind, size } = readSpec(spec);
  return { spec, kind, size, rows_from_bottom: gameNamed(kind).rows_from_bottom, name: gameName(spec) };
}

/**
 * How many stones a side still places this turn, in games with several per turn; else nothing.
 * @param {number | undefined} due
 */
export function dueWords(due) {
  return due ? t("web-stones-due", { count: due }) : "";
}

/**
 * The rules of a game: pages with a title and paragraphs. The message catalog wraps lines for terminals;
 * here the page wraps them, and only numbered items keep their own lines.
 * @param {string} spec
 */
export function rulesPages(spec) {
  const { kind, rules, opening } = readSpec(spec);
  // A single rule set and the default opening have no page of their own.
  const keys = [`rules-${kind}`, `rules-${kind}-${rules}`, `rules-${kind}-${opening}`];
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
  if (player.startsWith(PROGRAM)) return player.slice(PROGRAM.length);
  const [kind, options = ""] = player.split(":");
  const number = /(?:level|depth)=(\d+)/.exec(options)?.[1];
  if (number && has(`player-${kind}-at`)) return t(`player-${kind}-at`, { level: number });
  return has(`player-${kind}`) ? t(`player-${kind}`) : player;
}

/**
 * What to expect of a level of the engine: the kind of player it is comparable to, and what such a player knows, how
 * strong it is and how long it thinks.
 * @param {string} spec
 * @param {number} level
 */
export function levelWords(spec, level) {
  const { kind } = readSpec(spec);
  const info = gameNamed(kind).levels.find((one) => one.level === level);
  if (!info) return { word: "", note: "" };
  const { class: name, elo, pace, seconds } = info;
  const strength = elo === undefined ? t("level-elo-unknown") : elo > 0 ? t("level-elo", { elo }) : "";
  const sentences = [t(`level-note-${kind}-${name}`), strength, t(`level-pace-${pace}`, { seconds: seconds ?? 0 })];
  return { word: t(`level-${name}`), note: sentences.filter(Boolean).join(lang() === "en" ? " " : "") };
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
  const isPeace = gameNamed(readSpec(spec).kind).aim === "nothing";
  if (isPeace && winner && reason === "resignation") return t("result-peace-resignation", args);
  if (winner) {
    if (reason === "resignation" || reason === "forfeit" || reason === "time") return t(`result-${reason}`, args);
    return t(score ? "result-win-score" : "result-win", args);
  }
  if (reason === "agreement") return t("result-agreement");
  if (score) return t("result-draw-score", args);
  return t(isPeace ? "result-peace" : "result-draw");
}
