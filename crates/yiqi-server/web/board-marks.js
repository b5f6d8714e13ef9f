// Marks and arrows on a board as SVG. Only shapes are here; colors are in board.css.

import { svg } from "./board-draw.js";
import { CELL } from "./board-geometry.js";

/** @typedef {{ cx: number, cy: number }} Center */

/**
 * A mark or an arrow.
 * @param {import("./study-markup.js").Mark} mark
 * @param {Center[]} places its point, and where an arrow ends
 */
export function drawDrawing(mark, [from, to]) {
  if (mark.kind === "label") return drawLabel(from, mark.text ?? "");
  const d = to ? arrowPath(from, to) : shapePath(mark.kind, from);
  return svg("g", { class: `b-drawing ${mark.kind}` }, [
    svg("path", { class: "b-casing", d }),
    svg("path", { class: "b-stroke", d }),
  ]);
}

/**
 * @param {Center} place
 * @param {string} label
 */
function drawLabel({ cx, cy }, label) {
  const shown = label.slice(0, 3);
  const size = CELL * (shown.length > 2 ? 0.34 : 0.46);
  const text = svg("text", { x: cx, y: cy, dy: ".35em", "text-anchor": "middle", "font-size": size });
  text.textContent = shown;
  return svg("g", { class: "b-drawing label" }, [
    svg("circle", { class: "b-plate", cx, cy, r: CELL * 0.33 }),
    text,
  ]);
}

/**
 * @param {import("./study-markup.js").Mark["kind"]} kind
 * @param {Center} place
 */
function shapePath(kind, { cx, cy }) {
  const r = CELL * 0.27;
  if (kind === "square") return `M${cx - r} ${cy - r}h${2 * r}v${2 * r}h${-2 * r}z`;
  if (kind === "triangle") return `M${cx} ${cy - r * 1.15}L${cx + r * 1.1} ${cy + r * 0.8}H${cx - r * 1.1}z`;
  if (kind === "cross") {
    return `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx + r} ${cy - r}L${cx - r} ${cy + r}`;
  }
  return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/**
 * @param {Center} from
 * @param {Center} to
 */
function arrowPath(from, to) {
  const length = Math.hypot(to.cx - from.cx, to.cy - from.cy) || 1;
  const [x, y] = [(to.cx - from.cx) / length, (to.cy - from.cy) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(from.cx + x * along - y * aside).toFixed(1)} ${(from.cy + y * along + x * aside).toFixed(1)}`;
  const [start, end, head, half] = [CELL * 0.2, length - CELL * 0.12, CELL * 0.36, CELL * 0.2];
  return `M${at(start, 0)}L${at(end, 0)}M${at(end - head, half)}L${at(end, 0)}L${at(end - head, -half)}`;
}
