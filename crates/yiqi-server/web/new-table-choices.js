// The options of a new table, as remembered and as sent to the server.

import { gameNamed, players } from "./catalog.js";
import { recall, remember } from "./prefs.js";

/**
 * @typedef {"friend" | "lobby" | "computer" | "here" | "watch"} Opponent
 * @typedef {{ game: string, from: { start?: string, moves: string[] } }} Fixed
 *
 * @typedef {object} Choices
 * @property {Opponent} opponent
 * @property {string} kind the game
 * @property {Record<string, string>} specs the last spec chosen for each game
 * @property {string} computer
 * @property {number} level
 * @property {string} computer2 the second program, if two play each other
 * @property {number} level2
 * @property {Color | "drawn"} color
 * @property {"none" | "move" | "game" | "byoyomi" | "days"} clock
 * @property {number} moveDays
 * @property {number} moveSeconds
 * @property {number} minutes
 * @property {number} increment
 * @property {number} periods
 * @property {number} periodSeconds
 * @property {boolean} random
 * @property {boolean} listed
 * @property {boolean} private
 * @property {boolean} rated
 * @property {Partial<Record<Opponent, Own>>} own what belongs to each kind of opponent
 *
 * @typedef {Pick<Choices, "clock" | "random" | "listed" | "private" | "rated">} Own
 */

/** @type {Own} */
const PLAIN = { clock: "none", random: false, listed: false, private: false, rated: false };

/** @type {Choices} */
const USUAL = {
  opponent: "friend",
  kind: "",
  specs: {},
  computer: "engine",
  level: 5,
  computer2: "engine",
  level2: 5,
  color: "drawn",
  moveDays: 3,
  moveSeconds: 30,
  minutes: 10,
  increment: 5,
  periods: 3,
  periodSeconds: 30,
  ...PLAIN,
  own: {},
};

/** @param {Opponent} opponent @returns {Choices} */
export function recallChoices(opponent) {
  const choices = { ...USUAL, ...recall("new-table", {}) };
  const own = { ...choices.own };
  const game = { kind: gameNamed(choices.kind).name, specs: { ...choices.specs } };
  return { ...choices, ...game, opponent, own, ...PLAIN, ...own[opponent] };
}

/**
 * Changes the kind of opponent. The clock, and who may see and join a game with one kind, say nothing about another.
 * @param {Choices} choices
 * @param {Opponent} opponent
 */
export function changeOpponent(choices, opponent) {
  keepOwn(choices);
  Object.assign(choices, { opponent, ...PLAIN, ...choices.own[opponent] });
}

/** @param {Choices} choices */
function keepOwn({ own, opponent, clock, random, listed, private: isPrivate, rated }) {
  own[opponent] = { clock, random, listed, private: isPrivate, rated };
}

/** @param {Choices} choices */
export function rememberChoices(choices) {
  keepOwn(choices);
  remember("new-table", choices);
}

/** @param {Choices} choices */
export function specOf({ kind, specs }) {
  return specs[kind] ?? gameNamed(kind).suggested[0];
}

/** @param {Choices} choices */
export function timeOf(choices) {
  const { clock, moveDays, moveSeconds, minutes, increment, periods, periodSeconds, random } = choices;
  if (clock === "none") return "none";
  const times = {
    move: `move ${moveSeconds}s`,
    game: `game ${minutes}m${increment ? `+${increment}s` : ""}`,
    days: `move ${moveDays * 24}h`,
    byoyomi: `byoyomi ${minutes}m+${periods}x${periodSeconds}s`,
  }[clock];
  return random ? `${times}, random move` : times;
}

/**
 * The option that sets a program's strength, if it has one.
 * @param {string} computer
 */
export function scaleOf(computer) {
  return players().find(({ name }) => name === computer)?.scale;
}

/**
 * @param {string} computer
 * @param {number} level
 */
export function playerOf(computer, level) {
  const scale = scaleOf(computer);
  return scale ? `${computer}:${scale.option}=${level}` : computer;
}

/**
 * The creator's color before the first move, such that it is the chosen one after `moves`.
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
    // Two people at one screen decide for themselves who plays Black.
    first_color: colorBefore(choices, fixed?.from.moves ?? []),
    time: timeOf(choices),
    listed: opponent === "lobby" || choices.listed,
    private: opponent !== "lobby" && !choices.listed && choices.private,
    // A given position may already be won, so its result says nothing about strength.
    rated: hasAccount && needsTwo && choices.rated && !fixed,
    from: fixed?.from,
  };
}
