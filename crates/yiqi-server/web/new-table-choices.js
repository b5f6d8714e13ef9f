// What can be chosen for a new table, as remembered and as the server wants it.

import { recall, remember } from "./prefs.js";
import { writeSpec } from "./words.js";

/**
 * @typedef {"friend" | "lobby" | "computer" | "here" | "watch"} Opponent
 * @typedef {{ game: string, from: { start?: string, moves: string[] } }} Fixed
 *
 * @typedef {object} Choices
 * @property {Opponent} opponent
 * @property {"reversi" | "peace" | "gomoku"} kind
 * @property {number} reversiSize
 * @property {boolean} anti
 * @property {number} gomokuSize
 * @property {string} rules
 * @property {string} opening
 * @property {string} computer
 * @property {number} level
 * @property {string} computer2 the second program, if two are watched
 * @property {number} level2
 * @property {Color | "drawn"} color
 * @property {"none" | "move" | "game" | "byoyomi"} clock
 * @property {number} moveSeconds
 * @property {number} minutes
 * @property {number} increment
 * @property {number} periods
 * @property {number} periodSeconds
 * @property {boolean} random
 * @property {boolean} listed
 * @property {boolean} private
 * @property {boolean} rated
 */

/** @type {Choices} */
const USUAL = {
  opponent: "friend",
  kind: "reversi",
  reversiSize: 8,
  anti: false,
  gomokuSize: 15,
  rules: "renju",
  opening: "free",
  computer: "engine",
  level: 5,
  computer2: "engine",
  level2: 5,
  color: "drawn",
  clock: "none",
  moveSeconds: 30,
  minutes: 10,
  increment: 5,
  periods: 3,
  periodSeconds: 30,
  random: false,
  listed: false,
  private: false,
  rated: false,
};

export const REVERSI_SIZES = Array.from({ length: 12 }, (_, i) => 4 + 2 * i);
export const GOMOKU_SIZES = Array.from({ length: 21 }, (_, i) => 5 + i);
export const GOMOKU_RULES = ["freestyle", "standard", "renju", "forbidden"];
export const OPENINGS = ["free", "swap1", "swap2", "pro"];
export const COMPUTERS = ["engine", "alphabeta", "weights", "greedy", "random"];
/** Programs that have a level, and what the server calls it. */
export const LEVELS = /** @type {Record<string, string>} */ ({ engine: "level", alphabeta: "depth" });

/** @returns {Choices} */
export function recallChoices() {
  return { ...USUAL, ...recall("new-table", {}) };
}

/** @param {Choices} choices */
export function rememberChoices(choices) {
  remember("new-table", choices);
}

/** @param {Choices} choices */
export function specOf(choices) {
  return writeSpec({
    kind: choices.kind,
    size: choices.kind === "gomoku" ? choices.gomokuSize : choices.reversiSize,
    anti: choices.anti,
    rules: choices.rules,
    opening: choices.opening,
  });
}

/** @param {Choices} choices */
export function timeOf(choices) {
  const { clock, moveSeconds, minutes, increment, periods, periodSeconds, random } = choices;
  if (clock === "none") return "none";
  const times = {
    move: `move ${moveSeconds}s`,
    game: `game ${minutes}m${increment ? `+${increment}s` : ""}`,
    byoyomi: `byoyomi ${minutes}m+${periods}x${periodSeconds}s`,
  }[clock];
  return random ? `${times}, random move` : times;
}

/**
 * @param {string} computer
 * @param {number} level
 */
export function playerOf(computer, level) {
  return LEVELS[computer] ? `${computer}:${LEVELS[computer]}=${level}` : computer;
}

/**
 * The color of the maker before the first move, so that it is the chosen one after `moves`.
 * @param {Choices} choices
 * @param {string[]} moves
 * @returns {Color | "drawn"}
 */
function colorBefore({ opponent, color }, moves) {
  const wanted = opponent === "here" || opponent === "watch" ? "black" : color;
  const isSwapped = moves.filter((move) => move === "swap").length % 2 === 1;
  if (wanted === "drawn" || !isSwapped) return wanted;
  return wanted === "black" ? "white" : "black";
}

/**
 * @param {Choices} choices
 * @param {boolean} hasAccount
 * @param {Fixed} [fixed]
 * @returns {NewTable}
 */
export function newTable(choices, hasAccount, fixed) {
  const { opponent } = choices;
  /** @type {NewSeat} */
  const program = { kind: "computer", player: playerOf(choices.computer, choices.level) };
  const needsTwo = opponent === "friend" || opponent === "lobby";
  /** @type {Record<Opponent, NewSeat>} */
  const second = {
    friend: { kind: "open" },
    lobby: { kind: "open" },
    computer: program,
    here: { kind: "me" },
    watch: { kind: "computer", player: playerOf(choices.computer2, choices.level2) },
  };
  return {
    game: fixed?.game ?? specOf(choices),
    first: opponent === "watch" ? program : { kind: "me" },
    second: second[opponent],
    // Two at one screen settle between themselves who is black.
    first_color: colorBefore(choices, fixed?.from.moves ?? []),
    time: timeOf(choices),
    listed: opponent === "lobby" || choices.listed,
    private: opponent !== "lobby" && !choices.listed && choices.private,
    // A position may be won already: it says nothing about who is stronger.
    rated: hasAccount && needsTwo && choices.rated && !fixed,
    from: fixed?.from,
  };
}
