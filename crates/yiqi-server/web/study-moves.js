// The move tree as a list: the main line, variations nested where they branch off, and comments
// on moves.

import { el, fill, keepInView, stone } from "./dom.js";
import { SIGNS, verdictOn } from "./study-coach.js";
import { evalLabel } from "./study-eval.js";
import { lineOf } from "./study-tree.js";
import { t } from "./text.js";
import { colorName } from "./words.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-tree.js").StudyNode} StudyNode */

/** An opening library has too many variations to show all, so only the current line is shown. */
const FULL_MAX = 1200;

export class MoveList {
  /** @type {Map<StudyNode, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {HTMLButtonElement | null} */
  #current = null;
  /** @type {StudyNode | null} the end of the line shown, if not the whole tree is */
  #shownEnd = null;
  #sizes = new ResizeObserver(() => this.#keepInView());

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.element = el("div", {
      className: "study-moves",
      role: "region",
      "aria-label": t("study-moves"),
      tabIndex: 0,
    });
    study.listen((subject) => this.#hear(subject));
    // The list gets its height late, and shrinks when the engine panel grows.
    this.#sizes.observe(this.element);
    this.#drawAll();
  }

  close() {
    this.#sizes.disconnect();
  }

  /** @param {import("./study-state.js").Subject} subject */
  #hear(subject) {
    if (subject === "tree" || subject === "words") this.#drawAll();
    else if (subject === "place") this.#markCurrent();
    else if (subject === "score") this.#showScores();
  }

  #drawAll() {
    this.#buttons.clear();
    const { tree, anchor: node } = this.study;
    const isFull = tree.count <= FULL_MAX;
    this.#shownEnd = isFull ? null : endOf(node);
    const start = this.#button(tree.root);
    const first = isFull ? tree.root.children[0] : lineOf(node)[1];
    const moves = first ? this.#line(first, isFull) : el("p", { className: "hint" }, t("study-no-moves"));
    const said = tree.root.comment && el("p", { className: "study-comment" }, tree.root.comment);
    fill(this.element, start, said, moves);
    this.#markCurrent();
  }

  #markCurrent() {
    const { anchor: node } = this.study;
    if (this.#shownEnd && this.#shownEnd !== endOf(node)) {
      this.#drawAll();
      return;
    }
    this.#current?.removeAttribute("aria-current");
    this.#current = this.#buttons.get(node) ?? null;
    this.#current?.setAttribute("aria-current", "true");
    this.#keepInView();
  }

  /** Scrolls the list, never the page: on a phone the board must stay where it is. */
  #keepInView() {
    if (this.#current) keepInView(this.element, this.#current);
  }

  #showScores() {
    for (const [node, button] of this.#buttons) {
      const place = button.querySelector(".study-score");
      if (place && node.score) place.textContent = evalLabel(node.score, this.study.game.kind);
      const sign = button.querySelector(".study-sign");
      if (sign) sign.textContent = this.#signOf(node);
    }
  }

  /**
   * @param {StudyNode} first
   * @param {boolean} isFull
   * @returns {HTMLOListElement}
   */
  #line(first, isFull) {
    const list = el("ol", { className: "study-line", start: first.ply });
    const end = isFull ? first : endOf(this.study.anchor);
    for (const node of lineOf(end).slice(first.ply)) {
      // Black is left and White right, whoever has which color; a choice of color has its own row.
      const column = node.change?.stone ?? (node.move === "pass" ? (node.side ?? "") : "word");
      // White alone in a row, after a variation or a comment, stays on the right.
      const isAlone = column === "white" && !list.lastElementChild?.matches(".black");
      if (isAlone) list.append(el("li", { className: "black study-gap", "aria-hidden": "true" }, "…"));
      list.append(el("li", { className: column }, this.#button(node)));
      if (node.comment) list.append(el("li", { className: "study-comment" }, node.comment));
      const others = (node.parent?.children ?? []).filter((other) => other !== node);
      // Siblings of a move that itself starts a variation belong to the main line.
      if (others.length === 0 || (isFull && node.opensBranch)) continue;
      const branches = others.map((other) =>
        el("li", {}, takenBackLabel(other), isFull ? this.#line(other, true) : this.#button(other)),
      );
      const label = t("study-branches", { move: node.move });
      list.append(
        el(
          "li",
          { className: "study-aside" },
          el("ul", { className: isFull ? "" : "flat", "aria-label": label }, ...branches),
        ),
      );
    }
    return list;
  }

  /** @param {StudyNode} node */
  #signOf(node) {
    const grade = verdictOn(node, this.study.game.kind)?.grade;
    return grade ? SIGNS[grade] : "";
  }

  /** @param {StudyNode} node */
  #button(node) {
    const label = node.change
      ? [
          el("span", { className: "study-number" }, node.ply),
          stone(node.change.stone, colorName(node.change.stone ?? node.side)),
          el("span", {}, moveWords(node.move)),
          el("b", { className: "study-sign" }, this.#signOf(node)),
          (node.comment || node.marks.length > 0) && el("span", { className: "study-noted", title: t("study-comment") }, "✎"),
        ]
      : [t("study-start")];
    const score = el("span", { className: "study-score" }, node.score ? evalLabel(node.score, this.study.game.kind) : "");
    const go = () => this.study.goTo(node);
    const button = el("button", { type: "button", className: "study-move", onclick: go }, ...label, score);
    this.#buttons.set(node, button);
    return button;
  }
}

/**
 * A move for display: points as they are, words in the reader's language.
 * @param {string} move
 */
export function moveWords(move) {
  return /^[a-z]\d+$/.test(move) ? move : t(`study-word-${move}`);
}

/** What a variation is called that was played and taken back. @param {StudyNode} node */
function takenBackLabel({ isTakenBack }) {
  return isTakenBack && el("span", { className: "hint" }, t("study-taken-back"));
}

/** @param {StudyNode} node */
function endOf(node) {
  const line = lineOf(node);
  return line[line.length - 1];
}
