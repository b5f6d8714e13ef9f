// The games, players and formats that the server offers (`GET /api/catalog`). Nothing
// else in the page knows a game by its name.

import { askKept } from "./prefs.js";

/** @type {Catalog} */
let catalog = { games: [], players: [], formats: [] };

/**
 * Uses this catalog from now on.
 * @param {Catalog} said
 */
export function useCatalog(said) {
  catalog = said;
}

/**
 * Fetches the catalog; falls back to the last one fetched while offline.
 * @returns {Promise<boolean>} whether the server answered
 */
export async function loadCatalog() {
  const { said, isFresh } = await askKept(new URL("catalog.json", import.meta.url).href, "catalog");
  if (said) useCatalog(said);
  return isFresh;
}

/** All games, in the order in which they are offered. */
export function games() {
  return catalog.games;
}

/** The server's programs, best first. */
export function players() {
  return catalog.players;
}

/** @type {OfferedProgram[]} */
let programs = [];

/**
 * Uses these programs of the server's operator from now on.
 * @param {OfferedProgram[]} said
 */
export function usePrograms(said) {
  programs = said;
}

/**
 * What can play a game: the server's own programs, best first, and those of its operator.
 * @param {string} game
 */
export function opponentsFor(game) {
  const outside = programs.filter(({ games: known }) => known.includes(game));
  return [...players().map(({ name }) => name), ...outside.map(({ name }) => `${PROGRAM}${name}`)];
}

/** What the spec of an operator's program begins with. */
export const PROGRAM = "program:";

/** All file formats. */
export function formats() {
  return catalog.formats;
}

/**
 * A game by its name in specs; the first game if the name is not listed.
 * @param {string} name
 */
export function gameNamed(name) {
  return catalog.games.find((game) => game.name === name) ?? catalog.games[0];
}

/**
 * The formats that a record of a game can be written in.
 * @param {string} name
 */
export function formatsOf(name) {
  return catalog.formats.filter((format) => format.writable && format.games.includes(name));
}

/**
 * @typedef {object} GameChoice
 * @property {string} kind
 * @property {number} size
 * @property {string} rules
 * @property {string} opening
 */

/**
 * Reads a game spec: `gomoku:15:renju:swap2`.
 * @param {string} spec
 * @returns {GameChoice}
 */
export function readSpec(spec) {
  const [name, ...parts] = spec.split(":");
  const { name: kind, usual_size, rule_sets, openings } = gameNamed(name);
  const among = (/** @type {string[]} */ words) => words.find((word) => parts.includes(word)) ?? words[0];
  return {
    kind,
    size: Number(parts.find((part) => /^\d+$/.test(part)) ?? usual_size),
    rules: among(rule_sets),
    opening: among(openings.map((opening) => opening.name)),
  };
}

/**
 * Writes a game spec as the server does: trailing defaults are left out.
 * @param {GameChoice} choice
 */
export function writeSpec({ kind, size, rules, opening }) {
  const { usual_size, rule_sets, openings } = gameNamed(kind);
  const parts = [kind, size, rules, opening];
  const usual = [kind, usual_size, rule_sets[0], openings[0].name];
  while (parts.length > 1 && parts.at(-1) === usual[parts.length - 1]) parts.pop();
  return parts.join(":");
}

/**
 * The board sizes that a game supports with an opening rule.
 * @param {GameChoice} choice
 */
export function sizesFor({ kind, opening }) {
  const { boards, openings } = gameNamed(kind);
  const sizeMin = openings.find(({ name }) => name === opening)?.size_min ?? 0;
  return boards.map(({ size }) => size).filter((size) => size >= sizeMin);
}
