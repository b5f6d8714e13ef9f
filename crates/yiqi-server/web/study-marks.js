// Marks and arrows on the board of a study: by a tool, by the right mouse button, or by keys.

import { button, el, icon, TRASH } from "./dom.js";
import { nextLabel } from "./study-markup.js";
import { t } from "./text.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-markup.js").Mark} Mark */
/** @typedef {Mark["kind"]} Tool */

/** @type {[Tool, string][]} tools and their icons */
const TOOLS = [
  ["circle", "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z"],
  ["triangle", "M12 5l8 13H4z"],
  ["square", "M6 6h12v12H6z"],
  ["cross", "M6 6l12 12M18 6L6 18"],
  ["label", "M6 19l6-14 6 14M8.2 14h7.6"],
  ["arrow", "M5 19L19 5M10 5h9v9"],
];
/** What `m` makes of the mark under the cursor. @type {(Tool | undefined)[]} */
const CYCLE = ["circle", "triangle", "square", "cross", undefined];

/** Clicks and keys that the board would take for moves come here first. */
const FIRST = { capture: true };

export class MarkTools {
  /** @type {Tool | null} what a click draws; null plays moves */
  #tool = null;
  /** Where an arrow began that still needs its end. */
  #from = "";
  /** @type {Map<Tool, HTMLButtonElement>} */
  #buttons = new Map();

  /**
   * @param {Study} study
   * @param {import("./board.js").YiqiBoard} board
   */
  constructor(study, board) {
    this.study = study;
    this.board = board;
    const tools = TOOLS.map(([tool, path]) => {
      const name = t(`study-tool-${tool}`);
      const made = button("", () => this.#choose(tool), { className: "study-tool", title: name });
      made.setAttribute("aria-label", name);
      made.setAttribute("aria-pressed", "false");
      made.append(icon(path));
      this.#buttons.set(tool, made);
      return made;
    });
    const clear = button("", () => study.clearMarks(), { className: "study-tool", title: t("study-tool-clear") });
    clear.setAttribute("aria-label", t("study-tool-clear"));
    clear.append(icon(TRASH));
    this.element = el(
      "div",
      { className: "study-tools", role: "group", "aria-label": t("study-tools") },
      ...tools,
      clear,
    );
    this.#listen();
    study.listen((subject) => {
      if (subject === "place") this.#from = "";
      if (subject === "place" || subject === "words") board.drawings = study.node.marks;
    });
    board.drawings = study.node.marks;
  }

  #listen() {
    const { board } = this;
    let pressed = "";
    board.addEventListener("contextmenu", (event) => event.preventDefault());
    board.addEventListener("pointerdown", (event) => {
      pressed = event.button === 2 ? board.pointUnder(event) : "";
    });
    board.addEventListener("pointerup", (event) => {
      if (event.button === 2 && pressed) this.#stroke(pressed, board.pointUnder(event), event);
      pressed = "";
    });
    board.addEventListener("click", (event) => this.#onClick(event), FIRST);
    board.addEventListener("keydown", (event) => this.#onKey(event), FIRST);
  }

  /** Puts the tool away, so that clicks play moves again. @returns {boolean} whether there was one */
  stop() {
    const isOn = this.#tool !== null;
    if (this.#from) this.study.say("");
    if (isOn) this.#choose(null);
    return isOn;
  }

  /** Takes a tool; the same one again, or none, puts it away. @param {Tool | null} tool */
  #choose(tool) {
    this.#tool = this.#tool === tool ? null : tool;
    this.#from = "";
    for (const [each, made] of this.#buttons) {
      made.setAttribute("aria-pressed", String(each === this.#tool));
    }
    this.board.ghost = this.#tool ? (point) => this.#markAt(this.#tool, point) : null;
  }

  /** What a tool would draw at a point. @param {Tool | null} tool @param {string} point @returns {Mark | null} */
  #markAt(tool, point) {
    if (tool === "label") return { kind: tool, point, text: nextLabel(this.study.node.marks) };
    if (tool !== "arrow") return tool && { kind: tool, point };
    return this.#from && this.#from !== point ? { kind: tool, point: this.#from, to: point } : { kind: "circle", point };
  }

  /**
   * The right button draws an arrow if it was dragged, else a mark.
   * @param {string} from
   * @param {string} to
   * @param {PointerEvent} event
   */
  #stroke(from, to, event) {
    if (!to) return;
    if (from !== to) this.study.mark({ kind: "arrow", point: from, to });
    else if (event.shiftKey) this.study.mark({ kind: "triangle", point: from });
    else if (event.ctrlKey) this.study.mark({ kind: "square", point: from });
    else if (event.altKey) this.study.mark({ kind: "cross", point: from });
    else this.study.mark({ kind: "circle", point: from });
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const point = this.#tool && this.board.pointUnder(event);
    if (!this.#tool || !point) return;
    event.stopImmediatePropagation();
    this.#use(this.#tool, point);
  }

  /** @param {Tool} tool @param {string} point */
  #use(tool, point) {
    if (tool === "label") this.#label(point);
    else if (tool === "arrow") this.#arrow(point);
    else this.study.mark({ kind: tool, point });
  }

  /** @param {string} point */
  #label(point) {
    const { marks } = this.study.node;
    const known = marks.find((mark) => mark.kind === "label" && mark.point === point);
    const mark = known ?? this.#markAt("label", point);
    if (mark) this.study.mark(mark);
  }

  /** @param {string} point */
  #arrow(point) {
    const from = this.#from;
    if (!from) {
      this.#from = point;
      this.study.say(t("study-arrow-from", { point }), [point]);
      return;
    }
    this.#from = "";
    this.study.say("");
    if (from !== point) this.study.mark({ kind: "arrow", point: from, to: point });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const point = this.board.cursorName;
    if (event.key === "m") this.#cycle(point);
    else if (event.key === "l") this.#use("label", point);
    else if (event.key === "a") this.#use("arrow", point);
    else if (this.#tool && (event.key === "Enter" || event.key === " ")) this.#use(this.#tool, point);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param {string} point */
  #cycle(point) {
    const { marks } = this.study.node;
    const known = marks.find((mark) => mark.point === point && CYCLE.includes(mark.kind));
    const kind = known ? CYCLE[CYCLE.indexOf(known.kind) + 1] : CYCLE[0];
    if (kind) this.study.mark({ kind, point });
    else if (known) this.study.mark(known);
  }
}
