// The moves, each a button that shows the position after it.

import { button, el, fill, icon, stone } from "./dom.js";
import { t } from "./text.js";
import { colorName } from "./words.js";

/** A clock, beside moves that it has made. */
/** Play, in a circle: one triangle alone is a single step. */
const FOLLOW = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM10 8.2l5.5 3.8-5.5 3.8z";
const CLOCK = "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";

/** @typedef {import("./table-model.js").TableModel} TableModel */

export class MoveList {
  #list = el("ol", { className: "moves", "aria-label": t("web-moves") });
  #none = el("p", { className: "hint" }, t("web-no-moves"));
  #back;
  #follow;
  #steps;
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  #shown = "";

  /**
   * @param {(ply: number) => void} show
   * @param {() => void} follow starts or stops showing them one by one
   */
  constructor(show, follow) {
    this.show = show;
    this.#follow = el("button", { type: "button", className: "quiet", onclick: follow });
    const step = (/** @type {string} */ path, /** @type {string} */ label, /** @type {() => number} */ to) =>
      el(
        "button",
        { type: "button", className: "quiet", "aria-label": label, title: label, onclick: () => show(to()) },
        icon(path),
      );
    this.#steps = [
      step("M6 5v14M18 5l-8 7 8 7z", t("web-step-first"), () => 0),
      step("M16 5l-8 7 8 7z", t("web-step-back"), () => this.ply - 1),
      step("M8 5l8 7-8 7z", t("web-step-next"), () => this.ply + 1),
      step("M18 5v14M6 5l8 7-8 7z", t("web-step-last"), () => this.count),
    ];
    this.#back = button(t("web-back-to-game"), () => show(this.count), { className: "primary small" });
    this.element = el(
      "div",
      { className: "moves-part" },
      this.#none,
      el("div", { className: "moves-scroll" }, this.#list),
      el(
        "div",
        { className: "row steps" },
        ...this.#steps.slice(0, 2),
        this.#follow,
        ...this.#steps.slice(2),
        this.#back,
      ),
    );
    // Elements around the list may shrink it after it was drawn.
    new ResizeObserver(() => this.#reveal()).observe(/** @type {HTMLElement} */ (this.#list.parentElement));
    this.#list.addEventListener("keydown", (event) => this.#onKey(event));
  }

  ply = 0;
  count = 0;

  /** @param {TableModel} model */
  update(model) {
    this.count = model.moves.length;
    this.ply = model.shownPly;
    const text = model.moves.map((ply) => ply.move + ply.used_ms).join();
    if (text !== this.#shown) {
      this.#shown = text;
      this.#draw(model);
    }
    this.#none.hidden = this.count > 0;
    this.#back.hidden = model.shown === null || model.isBehind;
    // The players of a game never see it with a delay.
    this.#follow.hidden = !model.isOver && !model.isShow;
    this.#follow.disabled = this.count === 0;
    this.#drawFollow(model.isFollowing);
    const [first, back, next, last] = this.#steps;
    first.disabled = back.disabled = this.ply === 0;
    next.disabled = last.disabled = model.shown === null;
    this.#mark();
  }

  /** @param {boolean} isOn */
  #drawFollow(isOn) {
    const label = t(isOn ? "web-follow-stop" : "web-follow");
    if (this.#follow.title === label) return;
    this.#follow.title = label;
    this.#follow.setAttribute("aria-label", label);
    fill(this.#follow, icon(isOn ? "M8 5v14M16 5v14" : FOLLOW));
  }

  /** @param {TableModel} model */
  #draw({ moves, view }) {
    // A pass takes the place of a stone; other words stand between stones.
    const isWord = (/** @type {Ply} */ { stone: placed, move }) => !placed && move !== "pass";
    this.#buttons = moves.map((ply, index) => this.#entry(ply, index, isWord(ply) ? null : view.colors[ply.seat]));
    fill(this.#list, ...this.#buttons.map((one, index) => el("li", { className: isWord(moves[index]) ? "word" : "" }, one)));
  }

  /** @param {Ply} ply @param {number} index @param {Color | null} side */
  #entry(ply, index, side) {
    const seconds = (ply.used_ms / 1000).toFixed(1);
    const word = ply.stone ? ply.move : t(`web-word-${ply.move}`);
    return el(
      "button",
      {
        type: "button",
        className: "quiet",
        tabIndex: -1,
        title: t(ply.by_clock ? "web-move-by-clock" : "web-move-took", { seconds }),
        onclick: () => this.show(index + 1),
      },
      el("span", { className: "number" }, String(index + 1)),
      stone(ply.stone ?? side, colorName(ply.stone ?? side) || undefined),
      el("span", {}, word),
      ply.by_clock ? icon(CLOCK) : null,
    );
  }

  /** The move shown; only it is reached with Tab, the others with the arrow keys. */
  #mark() {
    this.#buttons.forEach((one, index) => {
      const isShown = index + 1 === this.ply;
      if (isShown) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
      one.tabIndex = isShown || (this.ply === 0 && index === 0) ? 0 : -1;
    });
    this.#reveal();
  }

  /** Scrolls the move shown into view. */
  #reveal() {
    const current = this.#buttons[this.ply - 1];
    const scroll = this.#list.parentElement;
    if (!current || !scroll) return;
    // Not `scrollIntoView`, which would move the whole page on a phone.
    const top = current.offsetTop;
    if (top < scroll.scrollTop || top + current.offsetHeight > scroll.scrollTop + scroll.clientHeight) {
      scroll.scrollTop = top - scroll.clientHeight / 2;
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    const to = event.key === "Home" ? 1 : event.key === "End" ? this.count : this.ply + (steps[event.key] ?? 0);
    if (to === this.ply) return;
    event.preventDefault();
    this.show(to);
    this.#buttons[this.ply - 1]?.focus();
  }
}
