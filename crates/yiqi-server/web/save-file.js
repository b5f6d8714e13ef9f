// Saves files: games in every format, pictures of the board.

import { el } from "./dom.js";

const PICTURE_PIXELS = 1600;

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  // The browser needs the URL until it has started saving.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** The longest name of a file, without date and ending. */
const NAME_MAX = 60;

/**
 * The name of a game's file without its ending: its players, or the game if they have no names, and its date.
 * @param {string[]} players
 * @param {string} date
 * @param {string} game
 */
export function gameFileName(players, date, game) {
  const plain = (/** @type {string} */ text) => text.replace(/[^\p{L}\p{N}_-]+/gu, "_");
  const names = plain(players.filter(Boolean).join("-") || game).slice(0, NAME_MAX);
  return [names, plain(date)].filter(Boolean).join("-");
}

/** The date of a moment as records write it. @param {number} ms since 1970 */
export function dayOf(ms) {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * Saves the board as drawn, as SVG.
 * @param {import("./board.js").YiqiBoard} board
 * @param {string} name without its ending
 */
export function saveSvg(board, name) {
  save(svgBlob(board), `${name}.svg`);
}

/**
 * Saves the board as drawn, as PNG.
 * @param {import("./board.js").YiqiBoard} board
 * @param {string} name without its ending
 */
export async function savePng(board, name) {
  const address = URL.createObjectURL(svgBlob(board));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = el("canvas", { width: PICTURE_PIXELS, height: PICTURE_PIXELS });
    canvas.getContext("2d")?.drawImage(picture, 0, 0, PICTURE_PIXELS, PICTURE_PIXELS);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve));
    if (blob instanceof Blob) save(blob, `${name}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {import("./board.js").YiqiBoard} board */
function svgBlob(board) {
  return new Blob([board.svgText()], { type: "image/svg+xml" });
}
