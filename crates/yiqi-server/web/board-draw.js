// The parts of a board as SVG. Only shapes are here; colors are in board.css.

import { CELL, centre, gridLines, labelSize, margin, starPoints } from "./board-geometry.js";
import { gameNamed } from "./catalog.js";

const SVG = "http://www.w3.org/2000/svg";
const STONE = CELL * 0.44;

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {Node[]} [children]
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, children = []) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {number} col
 * @param {number} row
 * @param {number} edge
 */
export function at(col, row, edge) {
  return { cx: centre(col, edge), cy: centre(row, edge) };
}

/**
 * What lies below the stones: frame, grid, star points, names of columns and rows.
 * @param {Game} game
 * @param {boolean} labelled
 */
export function drawGround(game, labelled) {
  const edge = margin(game, labelled);
  const field = game.size * CELL;
  const whole = field + 2 * edge;
  /** @type {SVGElement[]} */
  const parts = [svg("rect", { class: "b-frame", width: whole, height: whole, rx: whole * 0.012 })];
  const isOnLines = gameNamed(game.kind).grid === "lines";
  if (!isOnLines) {
    parts.push(svg("rect", { class: "b-field", x: edge, y: edge, width: field, height: field }));
  }
  parts.push(
    svg("path", {
      class: "b-grid",
      d: gridPath(game, edge),
      "stroke-width": Math.max(0.9, game.size * 0.095),
    }),
  );
  const { from } = gridLines(game, edge);
  const r = CELL * (isOnLines ? 0.1 : 0.07);
  for (const [col, row] of starPoints(game)) {
    parts.push(svg("circle", { class: "b-star", cx: from + col * CELL, cy: from + row * CELL, r }));
  }
  if (labelled) parts.push(...drawLabels(game, edge));
  return svg("g", { class: "b-ground" }, parts);
}

/**
 * @param {Game} game
 * @param {number} edge
 */
function gridPath(game, edge) {
  const { count, from } = gridLines(game, edge);
  const to = from + (count - 1) * CELL;
  let path = "";
  for (let line = 0; line < count; line++) {
    const place = from + line * CELL;
    path += `M${from} ${place}H${to}M${place} ${from}V${to}`;
  }
  return path;
}

/**
 * The names of columns and rows on all sides, so that no side of the frame is empty.
 * @param {Game} game
 * @param {number} edge
 */
function drawLabels(game, edge) {
  const size = labelSize(game);
  const whole = game.size * CELL + 2 * edge;
  // The half point outside the outermost lines is empty, so labels may sit slightly inside it.
  const inset = edge * (gameNamed(game.kind).grid === "lines" ? 0.62 : 0.5);
  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ name) => {
    const text = svg("text", { class: "b-label", x, y, "font-size": size, "text-anchor": "middle", dy: ".35em" });
    text.textContent = name;
    return text;
  };
  const labels = [];
  for (let index = 0; index < game.size; index++) {
    const place = centre(index, edge);
    const column = String.fromCharCode(97 + index);
    const row = String(game.rows_from_bottom ? game.size - index : index + 1);
    for (const side of [inset, whole - inset]) labels.push(label(place, side, column), label(side, place, row));
  }
  return labels;
}

/**
 * Gradients that light the stones from the upper left.
 * @param {string} id
 */
export function drawShine(id) {
  const stop = (/** @type {string} */ offset, /** @type {string} */ name) =>
    svg("stop", { offset, class: name });
  const gradient = (/** @type {string} */ color) =>
    svg("radialGradient", { id: `${id}-${color}`, cx: "38%", cy: "32%", r: "70%" }, [
      stop("0%", `b-shine-${color}-light`),
      stop("55%", `b-shine-${color}-middle`),
      stop("100%", `b-shine-${color}-dark`),
    ]);
  return svg("defs", {}, [gradient("black"), gradient("white")]);
}

/**
 * A stone that has no color yet: see `paintStone`.
 * @param {number} cx
 * @param {number} cy
 */
export function drawStone(cx, cy) {
  return svg("g", { class: "b-stone" }, [
    svg("circle", { class: "b-shadow", cx: cx + CELL * 0.025, cy: cy + CELL * 0.05, r: STONE }),
    svg("circle", { class: "b-body", cx, cy, r: STONE }),
    svg("circle", { class: "b-shine", cx, cy, r: STONE }),
  ]);
}

/**
 * @param {SVGGElement} stone
 * @param {"black" | "white"} color
 * @param {string} shineId
 */
export function paintStone(stone, color, shineId) {
  stone.classList.toggle("black", color === "black");
  stone.classList.toggle("white", color === "white");
  stone.lastElementChild?.setAttribute("fill", `url(#${shineId}-${color})`);
}

/**
 * A small dot that marks a legal point.
 * @param {number} cx
 * @param {number} cy
 */
export function drawDot(cx, cy) {
  return svg("circle", { class: "b-dot", cx, cy, r: CELL * 0.1 });
}

/**
 * A cross that marks a forbidden point.
 * @param {number} cx
 * @param {number} cy
 */
function drawForbidden(cx, cy) {
  const arm = CELL * 0.22;
  const d = `M${cx - arm} ${cy - arm}L${cx + arm} ${cy + arm}M${cx - arm} ${cy + arm}L${cx + arm} ${cy - arm}`;
  return svg("g", { class: "b-forbidden" }, [
    svg("path", { class: "b-casing", d }),
    svg("path", { class: "b-cross", d }),
  ]);
}

/**
 * @param {number} cx
 * @param {number} cy
 * @param {boolean} isFlip whether this stone was flipped, not placed
 */
function drawLast(cx, cy, isFlip) {
  if (!isFlip) return svg("circle", { class: "b-last", cx, cy, r: CELL * 0.13 });
  return svg("g", { class: "b-turned" }, [
    svg("circle", { class: "b-casing", cx, cy, r: CELL * 0.1 }),
    svg("circle", { class: "b-stroke", cx, cy, r: CELL * 0.1 }),
  ]);
}

/**
 * Marks of a position besides its stones: forbidden points, winning rows, the last move.
 * @param {Scene} scene
 * @param {(names: string[]) => { cx: number, cy: number }[]} places
 */
export function drawNotes(scene, places) {
  const forbidden = places(scene.forbidden.map(({ point }) => point)).map(({ cx, cy }) =>
    drawForbidden(cx, cy),
  );
  const rows = scene.lines.filter((line) => line.length > 0).map((line) => drawRow(places(line)));
  if (!scene.last?.stone) return [...forbidden, ...rows];
  const turned = places(scene.last.flipped).map(({ cx, cy }) => drawLast(cx, cy, true));
  const placed = places([scene.last.move]).map(({ cx, cy }) => drawLast(cx, cy, false));
  return [...forbidden, ...rows, ...turned, ...placed];
}

/**
 * A winning row.
 * @param {{ cx: number, cy: number }[]} places in order along the row
 */
function drawRow(places) {
  const first = places[0];
  const last = places[places.length - 1];
  const line = { x1: first.cx, y1: first.cy, x2: last.cx, y2: last.cy };
  return svg("g", { class: "b-row" }, [
    svg("line", { class: "b-casing", ...line }),
    svg("line", { class: "b-stroke", ...line }),
    ...places.map(({ cx, cy }) => svg("circle", { class: "b-ring", cx, cy, r: CELL * 0.3 })),
  ]);
}

/**
 * A ring around a stone that explains a refusal.
 * @param {number} cx
 * @param {number} cy
 */
export function drawMark(cx, cy) {
  return svg("g", { class: "b-mark" }, [
    svg("circle", { class: "b-casing", cx, cy, r: CELL * 0.4 }),
    svg("circle", { class: "b-stroke", cx, cy, r: CELL * 0.4 }),
  ]);
}

/**
 * The engine's first choice or another one; what was better than a mistake, and the mistake itself.
 * @typedef {"first" | "" | "better" | "played"} BestLook
 */

/**
 * One of the best moves with its evaluation: a plate, which nobody takes for a stone.
 * @param {number} cx
 * @param {number} cy
 * @param {string} label
 * @param {BestLook} look
 */
export function drawBest(cx, cy, label, look) {
  const share = label.length > 4 ? 0.26 : label.length > 3 ? 0.31 : 0.37;
  const text = svg("text", { x: cx, y: cy, dy: ".35em", "text-anchor": "middle", "font-size": CELL * share });
  text.textContent = label;
  return svg("g", { class: `b-best ${look}`.trim() }, [
    svg("rect", { x: cx - CELL * 0.47, y: cy - CELL * 0.34, width: CELL * 0.94, height: CELL * 0.68, rx: CELL * 0.14 }),
    text,
  ]);
}

/**
 * The keyboard cursor.
 * @param {number} cx
 * @param {number} cy
 */
export function drawCursor(cx, cy) {
  const half = CELL * 0.46;
  const box = { x: cx - half, y: cy - half, width: 2 * half, height: 2 * half, rx: CELL * 0.1 };
  return svg("g", { class: "b-cursor" }, [
    svg("rect", { class: "b-casing", ...box }),
    svg("rect", { class: "b-stroke", ...box }),
  ]);
}

/**
 * The ring around a stone that waits for a second tap.
 * @param {number} cx
 * @param {number} cy
 */
export function drawPending(cx, cy) {
  return svg("circle", { class: "b-pending", cx, cy, r: CELL * 0.48 });
}

/**
 * A dot on a stone that a move would flip, in the color that it would get.
 * @param {number} cx
 * @param {number} cy
 * @param {Color} color
 */
export function drawFlip(cx, cy, color) {
  return svg("circle", { class: `b-flip ${color}`, cx, cy, r: CELL * 0.16 });
}

/**
 * The number of the move that placed a stone.
 * @param {number} cx
 * @param {number} cy
 * @param {number} number
 * @param {Color} color of the stone
 */
export function drawNumber(cx, cy, number, color) {
  const size = CELL * (number > 99 ? 0.32 : 0.4);
  const text = svg("text", { class: `b-number ${color}`, x: cx, y: cy, dy: ".36em", "font-size": size, "text-anchor": "middle" });
  text.textContent = String(number);
  return text;
}
