// Stepping through a line: buttons, a slider, a field for `b5`, and keys.

import { el, icon } from "./dom.js";
import { moveWords } from "./study-moves.js";
import { t } from "./text.js";
import { colorName } from "./words.js";

/** @typedef {import("./study-state.js").Study} Study */

const FIRST = "M6 5v14M19 5l-9 7 9 7z";
const BACK = "M16 5l-9 7 9 7z";
const FORWARD = "M8 5l9 7-9 7z";
const LAST = "M18 5v14M5 5l9 7-9 7z";

/** Keys, and how many moves they step. */
const STEPS = /** @type {Record<string, number>} */ ({
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
});

export class Steps {
  #slider = el("input", {
    type: "range",
    min: "0",
    className: "study-slider",
    "aria-label": t("study-slider"),
  });
  #jump = el("input", {
    className: "study-jump",
    placeholder: t("study-jump-hint"),
    "aria-label": t("study-jump"),
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: false,
    size: 9,
    enterKeyHint: "go",
    title: t("study-jump"),
  });
  #back;
  #on;

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.#slider.addEventListener("input", () => study.goTo(study.line[Number(this.#slider.value)]));
    const jump = el(
      "form",
      { className: "study-jump-form", onsubmit: (/** @type {Event} */ event) => this.#onJump(event) },
      this.#jump,
    );
    this.#back = [
      step(FIRST, t("study-first"), () => study.step(-Infinity)),
      step(BACK, t("study-back"), () => study.step(-1)),
    ];
    this.#on = [
      step(FORWARD, t("study-forward"), () => study.step(1)),
      step(LAST, t("study-last"), () => study.step(Infinity)),
    ];
    this.element = el(
      "div",
      { className: "study-steps", role: "group", "aria-label": t("study-steps") },
      ...this.#back,
      this.#slider,
      ...this.#on,
      jump,
    );
    study.listen((subject) => (subject === "place" || subject === "tree") && this.#draw());
    this.#draw();
  }

  #draw() {
    const { line, node } = this.study;
    this.#slider.max = String(line.length - 1);
    this.#slider.value = String(node.ply);
    this.#slider.setAttribute("aria-valuetext", placeWords(node));
    for (const each of this.#back) each.disabled = node.ply === 0;
    for (const each of this.#on) each.disabled = node.ply === line.length - 1;
  }

  /** @param {Event} event */
  #onJump(event) {
    event.preventDefault();
    if (this.#jump.value.trim() && this.study.jump(this.#jump.value)) {
      this.#jump.value = "";
      this.#jump.blur();
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was handled
   */
  onKey(event) {
    if (event.key in STEPS) this.study.step(STEPS[event.key]);
    else if (event.key === "ArrowUp") this.study.goBeside(-1);
    else if (event.key === "ArrowDown") this.study.goBeside(1);
    // The field receives typing from the first character on.
    else if (/^[bw\d]$/.test(event.key)) {
      this.#jump.focus();
      return false;
    } else return false;
    return true;
  }
}

/**
 * The current position, for screen readers.
 * @param {import("./study-tree.js").StudyNode} node
 */
export function placeWords(node) {
  if (!node.change) return t("study-start");
  const side = colorName(node.change.stone ?? node.side);
  return t("study-place", { ply: node.ply, side, move: moveWords(node.move) });
}

/**
 * @param {string} path
 * @param {string} label
 * @param {() => void} act
 */
function step(path, label, act) {
  return el(
    "button",
    { type: "button", className: "study-step", "aria-label": label, title: label, onclick: act },
    icon(path),
  );
}
