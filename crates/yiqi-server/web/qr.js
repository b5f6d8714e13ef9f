// Links as QR codes, drawn in SVG.

import { svg } from "./board-draw.js";
import { correction, generate } from "./lean-qr.js";

/** The quiet zone around a code, in modules; readers need it to find the code. */
const QUIET = 4;

/** @typedef {{ size: number, get(x: number, y: number): boolean }} Modules which of them are dark */

/** @type {(text: string, how: { minCorrectionLevel: number }) => Modules} */
const encode = /** @type {any} */ (generate);

/**
 * The modules of a code that stays readable when partly covered.
 * @param {string} text
 */
export function qrModules(text) {
  return encode(text, { minCorrectionLevel: correction.M });
}

/**
 * @param {string} text
 * @param {string} label
 */
export function qrCode(text, label) {
  const modules = qrModules(text);
  const size = modules.size + 2 * QUIET;
  let squares = "";
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      if (modules.get(x, y)) squares += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
    }
  }
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": label }, [
    svg("path", { d: squares }),
  ]);
}
