// The points of one board: an element for each, made once and updated with every scene.

import { at, drawDot, drawStone, paintStone, svg } from "./board-draw.js";
import { CELL, pointAt, pointName } from "./board-geometry.js";
import { gameNamed } from "./catalog.js";
import { t } from "./text.js";

/**
 * @typedef {object} Cell
 * @property {SVGGElement} group
 * @property {SVGGElement | null} stone created with the first stone on this point, then kept
 * @property {SVGCircleElement | null} dot
 * @property {string} label what its label was built from
 */

export class Points {
  /** @type {Cell[]} */
  #cells = [];
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Set<string> | null} */
  #legal = null;
  /** @type {Map<string, string>} */
  #forbidden = new Map();
  #marksLegal = false;

  /**
   * @param {Game} game
   * @param {number} edge the margin around the points
   * @param {string} id a name unique among the boards of the page
   * @param {boolean} isPicture whether the board is one image for screen readers, without single points
   */
  constructor(game, edge, id, isPicture) {
    this.game = game;
    this.edge = edge;
    this.id = id;
    this.isPicture = isPicture;
    this.#marksLegal = gameNamed(game.kind).marks_legal_points;
    const rows = Array.from({ length: game.size }, (_, row) => this.#makeRow(row));
    this.element = svg("g", { class: "b-points" }, rows);
  }

  /** @param {number} row */
  #makeRow(row) {
    const groups = Array.from({ length: this.game.size }, (_, col) => {
      // The empty box gives the point a position on screen for assistive technology.
      const corner = { x: this.edge + col * CELL, y: this.edge + row * CELL };
      const box = svg("rect", { class: "b-box", ...corner, width: CELL, height: CELL });
      const group = svg("g", {}, [box]);
      if (!this.isPicture) {
        group.setAttribute("role", "gridcell");
        group.id = `${this.id}-${col}-${row}`;
      }
      this.#cells.push({ group, stone: null, dot: null, label: "" });
      return group;
    });
    return svg("g", this.isPicture ? {} : { role: "row" }, groups);
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.#scene = scene;
    this.#legal = scene.legal ? new Set(scene.legal) : null;
    this.#forbidden = new Map(scene.forbidden.map(({ point, kind }) => [point, kind]));
    this.#cells.forEach((cell, index) => {
      this.#drawCell(cell, index, scene);
      if (!this.isPicture) this.#labelCell(cell, index, scene);
    });
  }

  /**
   * @param {Cell} cell
   * @param {number} index
   * @param {Scene} scene
   */
  #drawCell(cell, index, scene) {
    const { cx, cy } = this.placeOf(index);
    const stone = scene.board[index];
    if (stone === "b" || stone === "w") {
      cell.stone ??= cell.group.appendChild(drawStone(cx, cy));
      paintStone(cell.stone, stone === "b" ? "black" : "white", this.id);
    }
    cell.stone?.toggleAttribute("hidden", stone === ".");
    // If every empty point is legal, marking them all would add nothing.
    const isWorthADot = this.#marksLegal || this.#legal !== null;
    const hasDot = scene.playable && isWorthADot && this.isLegal(index);
    if (hasDot) cell.dot ??= cell.group.appendChild(drawDot(cx, cy));
    cell.dot?.toggleAttribute("hidden", !hasDot);
  }

  /**
   * @param {Cell} cell
   * @param {number} index
   * @param {Scene} scene
   */
  #labelCell(cell, index, scene) {
    const name = this.nameOf(index);
    const stone = scene.board[index];
    const forbidden = this.#forbidden.get(name);
    let what = "empty";
    if (stone === "b") what = "black";
    else if (stone === "w") what = "white";
    else if (forbidden) what = "forbidden";
    else if (scene.playable && this.isLegal(index)) what = "legal";
    const key = `board-point-${what}${scene.last?.move === name && stone !== "." ? "-last" : ""}`;
    // Only changed points get new labels: a large board has hundreds.
    const label = key + (forbidden ?? "");
    if (label === cell.label) return;
    cell.label = label;
    const kind = forbidden ? t(`forbidden-${forbidden}`) : "";
    cell.group.setAttribute("aria-label", t(key, { point: name, kind }));
  }

  /** @param {number} index */
  isLegal(index) {
    if (!this.#scene?.next_stone || this.#scene.board[index] !== ".") return false;
    const name = this.nameOf(index);
    return this.#legal ? this.#legal.has(name) : !this.#forbidden.has(name);
  }

  /**
   * The center of a point in the drawing.
   * @param {number} index
   */
  placeOf(index) {
    const { size } = this.game;
    return at(index % size, Math.floor(index / size), this.edge);
  }

  /**
   * The centers of those names that are points.
   * @param {string[]} names
   */
  placesOf(names) {
    const indexes = names.map((name) => this.indexOf(name)).filter((index) => index >= 0);
    return indexes.map((index) => this.placeOf(index));
  }

  /** @param {string} name */
  indexOf(name) {
    const place = pointAt(this.game, name);
    return place ? place.row * this.game.size + place.col : -1;
  }

  /** @param {number} index */
  nameOf(index) {
    const { size } = this.game;
    return pointName(this.game, index % size, Math.floor(index / size));
  }

  /** @param {number} index */
  idOf(index) {
    return this.#cells[index].group.id;
  }

  /** @param {string} name */
  stoneAt(name) {
    const index = this.indexOf(name);
    return index < 0 ? null : { index, stone: this.#cells[index].stone };
  }
}
