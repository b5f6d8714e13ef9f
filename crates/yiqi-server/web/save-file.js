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

/**
 * The name of a file without its ending, from the players' names.
 * @param {string[]} names
 * @param {string} other a name if nobody has one
 */
export function fileStem(names, other) {
  const stem = names.filter(Boolean).join("-") || other;
  return stem.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 60);
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
