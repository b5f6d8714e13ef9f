// Tournaments in words: when they begin and end, and how their games ended.

import { digits } from "./clock.js";
import { lang, t } from "./text.js";

/** @param {number} ms milliseconds since 1970 */
function moment(ms) {
  return new Date(ms).toLocaleString(lang(), { dateStyle: "medium", timeStyle: "short" });
}

/** The time until something, in whole seconds. @param {number} ms */
function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds < 10 ? `0:0${seconds}` : digits(seconds * 1000);
}

/** A tournament that begins sooner shows a countdown. */
const COUNTDOWN_MS = 24 * 3600000;

/**
 * When a tournament begins or ends, or who won it.
 * @param {TournamentInfo} info
 * @param {number} [now] the server's time
 */
export function startWords(info, now = Date.now()) {
  if (info.stage === "canceled") return t(info.canceled === "few-players" ? "web-tournament-canceled-few" : "web-tournament-canceled");
  if (info.stage === "finished") {
    const names = (info.winners ?? []).map((name) => name || t("web-guest")).join(", ");
    return names ? t("web-tournament-winner", { names }) : t("web-tournament-finished");
  }
  if (info.stage === "running") {
    if (info.ends_ms) {
      const left = info.ends_ms - now;
      return left > 0 ? t("web-tournament-ends-in", { time: countdown(left) }) : t("web-tournament-ending");
    }
    if (info.round === 0) return t("web-tournament-running");
    return info.rounds
      ? t("web-tournament-round-of", { round: info.round, rounds: info.rounds })
      : t("web-tournament-round", { round: info.round });
  }
  if ("players" in info.start) return t("web-tournament-starts-with", { count: info.start.players });
  const left = info.start.at - now;
  if (left > COUNTDOWN_MS) return t("web-tournament-starts", { time: moment(info.start.at) });
  return t("web-tournament-starts-in", { time: countdown(left) });
}

/**
 * The result of a game, from the first player's side.
 * @param {TournamentGame} game
 */
export function scoreWords({ outcome }) {
  if (!outcome) return t("web-tournament-in-play");
  const { winner, kind } = outcome;
  if (kind === "void" || kind === "damaged") return t(`web-tournament-end-${kind}`);
  const level = kind === "no-show" ? "0–0" : "½–½";
  const score = winner === "first" ? "1–0" : winner === "second" ? "0–1" : level;
  return kind === "played" ? score : `${score} (${t(`web-tournament-end-${kind}`)})`;
}

/**
 * The name of a round of a knockout.
 * @param {number} round
 * @param {number} rounds
 */
export function roundName(round, rounds) {
  const name = ["final", "semifinals", "quarterfinals"][rounds - round];
  return name ? t(`web-tournament-${name}`) : t("web-tournament-round", { round });
}

/**
 * A match, or the place of one that nobody plays yet, with those who will.
 * @typedef {{ first?: number, second?: number, winner?: number, by_lot?: boolean, isOpen?: boolean }} BracketPlace
 */

/**
 * The matches of a knockout by round and place.
 * @param {TournamentMatch[]} known
 * @returns {BracketPlace[][]}
 */
export function bracketRounds(known) {
  /** @type {BracketPlace[][]} */
  const rounds = [known.filter(({ round }) => round === 1)];
  for (let round = 2; rounds[round - 2].length > 1; round += 1) {
    const before = rounds[round - 2];
    const drawn = known.filter((match) => match.round === round);
    const places = Array.from({ length: Math.ceil(before.length / 2) }, (_, index) => {
      // Whoever won two neighboring matches meets.
      const [first, second] = [before[2 * index]?.winner, before[2 * index + 1]?.winner];
      const found = first === undefined ? undefined : drawn.find((match) => match.first === first || match.second === first);
      return found ?? { first, second, isOpen: true };
    });
    rounds.push(places);
  }
  return rounds;
}
