// `<yiqi-board>`: a board that shows a position and reports where a person wants to play.
//
// It knows no rules. Its owner sets `game` once and `scene` after every change, and listens for
// `play` events, also for illegal points (the server explains those), and `aim` events for
// points that wait for a second tap; `unplayable` is for a click while `scene.playable` is false. With the attribute `mini` it is a picture without labels
// that cannot be focused.

import { standaloneSvg } from "./board-export.js";
import { drawBest, drawCursor, drawFlip, drawGround, drawMark, drawNotes, drawNumber, drawPending } from "./board-draw.js";
import { drawShine, drawStone, paintStone, svg } from "./board-draw.js";
import { CELL, margin, stepFrom } from "./board-geometry.js";
import { drawDrawing } from "./board-marks.js";
import { animateMove } from "./board-motion.js";
import { Points } from "./board-points.js";
import { gameNamed } from "./catalog.js";
import { flipsAt } from "./flips.js";
import { t } from "./text.js";

export { pointAt, pointName } from "./board-geometry.js";

/** @typedef {{ move: string, label: string, look: import("./board-draw.js").BestLook }} Best */

/** Points smaller than this on screen are hard to hit with a finger, so a tap must be confirmed. */
const FINGER_PX = 30;

let boardCount = 0;

export class YiqiBoard extends HTMLElement {
  /** On touch screens, when a stone is shown first and played by a second tap. @type {"small" | "always" | "never"} */
  confirmTap = "small";
  /** What a click would draw at a point, while clicks draw and do not play. @type {((point: string) => import("./study-markup.js").Mark | null) | null} */
  #ghost = null;
  /** Whether arrow keys are left to the owner, because there is nothing to play. */
  isStill = false;

  /** @type {Points | null} */
  #points = null;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {Best[] | null} */
  #best = null;
  /** @type {{ points: string[] } | null} */
  #marks = null;
  #id = `board-${(boardCount += 1)}`;
  /** The point under the keyboard cursor. */
  #cursor = 0;
  /** The point that waits for a second tap, or -1. */
  #pending = -1;
  #svg = svg("svg", { role: "presentation", focusable: "false" });
  /** Layers above the stones. Each is redrawn when its subject changes. */
  #layers = {
    notes: svg("g", { class: "b-notes" }),
    numbers: svg("g", { class: "b-numbers" }),
    drawings: svg("g", { class: "b-drawings" }),
    best: svg("g", { class: "b-bests" }),
    marks: svg("g", { class: "b-marks" }),
    preview: svg("g", { class: "b-preview" }),
    premove: svg("g", {}),
    cursor: svg("g", { class: "b-cursor-layer" }),
  };

  constructor() {
    super();
    this.addEventListener("keydown", (event) => this.#onKey(event));
    this.addEventListener("focus", () => this.#moveCursor(this.#cursor));
    this.#svg.addEventListener("click", (event) => this.#onClick(event));
    this.#svg.addEventListener("pointermove", (event) => this.#onHover(event));
    this.#svg.addEventListener("pointerleave", () => this.#clearHover());
  }

  connectedCallback() {
    if (!this.#svg.isConnected) this.append(this.#svg);
    this.setAttribute("role", this.isPicture ? "img" : "grid");
    if (!this.isPicture && !this.hasAttribute("tabindex")) this.tabIndex = 0;
    this.#describe();
  }

  get isPicture() {
    return this.hasAttribute("mini");
  }

  get game() {
    return this.#points?.game ?? null;
  }

  set game(game) {
    const old = this.#points?.game;
    if (game && game.spec === old?.spec && game.size === old.size) return;
    this.#points = null;
    this.#scene = null;
    this.#svg.replaceChildren();
    if (game) this.#build(game);
    this.#describe();
  }

  get scene() {
    return this.#scene;
  }

  set scene(scene) {
    const before = this.#scene;
    this.#scene = scene;
    this.#pending = -1;
    const points = this.#points;
    if (!points || !scene) return;
    this.toggleAttribute("playable", scene.playable);
    this.dataset.next = scene.next_stone ?? "";
    points.draw(scene);
    this.#layers.notes.replaceChildren(...drawNotes(scene, (names) => points.placesOf(names)));
    this.#layers.preview.replaceChildren();
    const numbers = Object.entries(scene.numbers ?? {}).flatMap(([name, number]) => {
      const index = points.indexOf(name);
      const { cx, cy } = points.placeOf(index);
      return scene.board[index] === "." ? [] : [drawNumber(cx, cy, number, scene.board[index] === "b" ? "black" : "white")];
    });
    this.#layers.numbers.replaceChildren(...numbers);
    this.#describe();
    if (before && scene.last) {
      animateMove(before.board, scene.board, scene.last, (name) => points.stoneAt(name));
    }
  }

  /** Stones to mark as the reason for a refusal. */
  get marks() {
    return this.#marks;
  }

  set marks(marks) {
    this.#marks = marks;
    const places = this.#points?.placesOf(marks?.points ?? []) ?? [];
    this.#layers.marks.replaceChildren(...places.map(({ cx, cy }) => drawMark(cx, cy)));
  }

  /** The best moves, drawn with their evaluations. */
  get best() {
    return this.#best;
  }

  set best(best) {
    this.#best = best;
    const drawn = (best ?? []).flatMap(({ move, label, look }) => {
      const places = this.#points?.placesOf([move]) ?? [];
      return places.map(({ cx, cy }) => drawBest(cx, cy, label, look));
    });
    // The best one is drawn last, above its neighbors.
    this.#layers.best.replaceChildren(...drawn.reverse());
  }

  /** Marks and arrows that somebody has drawn. @param {import("./study-markup.js").Mark[]} drawings */
  set drawings(drawings) {
    this.#layers.drawings.replaceChildren(...this.#drawn(drawings));
  }

  /** @param {import("./study-markup.js").Mark[]} marks */
  #drawn(marks) {
    return marks.flatMap((mark) => {
      const names = mark.to ? [mark.point, mark.to] : [mark.point];
      const places = this.#points?.placesOf(names) ?? [];
      return places.length === names.length ? [drawDrawing(mark, places)] : [];
    });
  }

  /** The name of the point under the pointer; empty off the board. @param {MouseEvent} event */
  pointUnder(event) {
    const index = this.#indexUnder(event);
    return index < 0 ? "" : (this.#points?.nameOf(index) ?? "");
  }

  /** The name of the point under the keyboard cursor. */
  get cursorName() {
    return this.#points?.nameOf(this.#cursor) ?? "";
  }

  set cursorName(name) {
    const index = this.#points?.indexOf(name) ?? -1;
    if (index >= 0) this.#moveCursor(index);
  }

  /** Focuses the board. */
  focusBoard() {
    this.focus({ preventScroll: true });
  }

  /** The board as an SVG file. */
  svgText() {
    return standaloneSvg(this.#svg);
  }

  /** @param {Game} game */
  #build(game) {
    const edge = margin(game, !this.isPicture);
    const whole = game.size * CELL + 2 * edge;
    const { name, grid } = gameNamed(game.kind);
    // For style sheets: how the board looks, and a hook for one game.
    Object.assign(this.dataset, { game: name, grid });
    this.#points = new Points(game, edge, this.#id, this.isPicture);
    this.#cursor = Math.floor(game.size / 2) * (game.size + 1);
    this.#svg.setAttribute("viewBox", `0 0 ${whole} ${whole}`);
    const layers = Object.values(this.#layers);
    for (const layer of layers) layer.replaceChildren();
    const ground = drawGround(game, !this.isPicture);
    this.#svg.append(drawShine(this.#id), ground, this.#points.element, ...layers);
  }

  #describe() {
    if (!this.#points) return;
    const board = this.#scene?.board ?? "";
    const count = (/** @type {string} */ stone) => board.split(stone).length - 1;
    const counts = { black: count("b"), white: count("w") };
    this.setAttribute("aria-label", t("board-label", { game: this.#points.game.name, ...counts }));
  }

  /**
   * The point nearest to the pointer; -1 off the board.
   * @param {MouseEvent} event
   */
  #indexUnder(event) {
    if (!this.#points) return -1;
    const { game, edge } = this.#points;
    const box = this.#svg.getBoundingClientRect();
    const unit = (game.size * CELL + 2 * edge) / box.width;
    const col = Math.floor(((event.clientX - box.left) * unit - edge) / CELL);
    const row = Math.floor(((event.clientY - box.top) * unit - edge) / CELL);
    const isInside = col >= 0 && row >= 0 && col < game.size && row < game.size;
    return isInside ? row * game.size + col : -1;
  }

  /** The size of a point on screen. */
  #pointPx() {
    const { game, edge } = /** @type {Points} */ (this.#points);
    return (this.#svg.getBoundingClientRect().width * CELL) / (game.size * CELL + 2 * edge);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const index = this.#indexUnder(event);
    if (index < 0) return;
    if (!this.#scene?.playable) {
      this.#explain(index);
      return;
    }
    this.#cursor = index;
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const isSmall = this.confirmTap === "small" && this.#pointPx() < FINGER_PX;
    const isTwice = isTouch && (isSmall || this.confirmTap === "always");
    if (isTwice && this.#pending !== index && this.#points?.isLegal(index)) {
      this.#pending = index;
      this.#showPreview(index);
      this.dispatchEvent(new CustomEvent("aim", { detail: { move: this.#points.nameOf(index) } }));
    } else {
      this.#play(index);
    }
  }

  /** @param {PointerEvent} event */
  #onHover(event) {
    if (event.pointerType === "touch") return;
    const index = this.#indexUnder(event);
    if (index >= 0 && this.#ghost) this.#showGhost(this.#ghost, index);
    else if (index >= 0 && this.#scene?.playable && this.#points?.isLegal(index)) this.#showPreview(index);
    else this.#clearHover();
  }

  /**
   * While somebody draws, the board shows what a click would draw and no moves.
   * @param {((point: string) => import("./study-markup.js").Mark | null) | null} ghost
   */
  set ghost(ghost) {
    this.#ghost = ghost;
    this.toggleAttribute("draws", ghost !== null);
    this.#pending = -1;
    this.#clearHover();
  }

  /** @param {(point: string) => import("./study-markup.js").Mark | null} ghost @param {number} index */
  #showGhost(ghost, index) {
    const mark = ghost(this.#points?.nameOf(index) ?? "");
    this.#layers.preview.replaceChildren(...this.#drawn(mark ? [mark] : []));
    // Not the preview of a move, which is not drawn twice.
    delete this.#layers.preview.dataset.shown;
  }

  #clearHover() {
    if (this.#pending < 0) this.#layers.preview.replaceChildren();
  }

  /** @param {number} index */
  #showPreview(index) {
    const color = this.#scene?.next_stone;
    const { preview } = this.#layers;
    const waits = this.#pending === index;
    const shown = `${index} ${waits}`;
    if (!color || !this.#points || (preview.firstChild && preview.dataset.shown === shown)) return;
    preview.dataset.shown = shown;
    preview.classList.toggle("waits", waits);
    const { cx, cy } = this.#points.placeOf(index);
    const stone = drawStone(cx, cy);
    paintStone(stone, color, this.#id);
    preview.replaceChildren(stone, ...(waits ? [drawPending(cx, cy)] : []), ...this.#flips(index, color));
  }

  /** Marks on the stones that a move would flip. @param {number} index @param {Color} color */
  #flips(index, color) {
    const points = this.#points;
    if (!points || !this.#scene || points.game.kind !== "reversi") return [];
    return flipsAt(this.#scene.board, points.game.size, index, color).map((each) => {
      const { cx, cy } = points.placeOf(each);
      return drawFlip(cx, cy, color);
    });
  }

  /** Tells the owner where somebody wants to play while nobody can. @param {number} index */
  #explain(index) {
    if (this.isPicture || !this.#points) return;
    const detail = { move: this.#points.nameOf(index) };
    this.dispatchEvent(new CustomEvent("unplayable", { bubbles: true, detail }));
  }

  /** Shows a stone that will be played as soon as possible, or none. @param {string | null} move */
  set premove(move) {
    const [place] = this.#points?.placesOf(move ? [move] : []) ?? [];
    this.#layers.premove.replaceChildren(...(place ? [drawPending(place.cx, place.cy)] : []));
  }

  /** Removes a stone that was shown while its move was sent. */
  dropSent() {
    this.#layers.preview.replaceChildren();
  }

  /** @param {number} index */
  #play(index) {
    if (!this.#scene?.playable || !this.#points) return;
    this.#pending = -1;
    // The stone stays faint until the server has answered.
    if (this.#points.isLegal(index)) this.#showPreview(index);
    const detail = { move: this.#points.nameOf(index) };
    this.dispatchEvent(new CustomEvent("play", { bubbles: true, detail }));
  }

  /** @param {number} index */
  #moveCursor(index) {
    if (!this.#points || this.isPicture) return;
    this.#cursor = index;
    this.setAttribute("aria-activedescendant", this.#points.idOf(index));
    const { cx, cy } = this.#points.placeOf(index);
    this.#layers.cursor.replaceChildren(drawCursor(cx, cy));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (!this.#points || event.altKey || event.metaKey || event.target !== this) return;
    const to = this.isStill ? null : stepFrom(this.#cursor, this.#points.game.size, event.key, event.ctrlKey);
    if (to !== null) {
      this.#moveCursor(to);
    } else if (event.key === "Enter" || event.key === " ") {
      if (event.repeat) return;
      if (this.#scene?.playable) this.#play(this.#cursor);
      else this.#explain(this.#cursor);
    } else if (event.key === "Escape" && this.#pending >= 0) {
      this.#pending = -1;
      this.#clearHover();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("yiqi-board", YiqiBoard);
