// The board of a study with what belongs to it: the side to move, moves other than stones,
// and refusals.

import { gameNamed } from "./catalog.js";
import { button, el, fill, stone } from "./dom.js";
import { count } from "./position.js";
import { recall, remember } from "./prefs.js";
import { moveWords } from "./study-moves.js";
import { branchOf, numbersTo } from "./study-tree.js";
import { capital, t } from "./text.js";
import { colorName, dueWords, resultWords } from "./words.js";

/** @typedef {import("./study-state.js").Study} Study */

/** How long a refusal is shown. */
const NOTE_MS = 7000;

export class StudyBoard {
  board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
  #turn = el("p", { className: "study-turn" });
  #words = el("span", { className: "study-words" });
  #note = el("p", { className: "study-note", role: "alert" });
  #timer = 0;
  #onSettings = () => this.#draw();

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    const { board } = this;
    board.game = study.game;
    board.addEventListener("play", (event) => {
      if (event instanceof CustomEvent) study.play(event.detail.move);
    });
    board.addEventListener("aim", (event) => {
      if (event instanceof CustomEvent) study.say(t("web-tap-again", { move: event.detail.move }));
    });
    // A click must not take the arrow keys away from stepping.
    board.addEventListener("mousedown", (event) => event.preventDefault());
    this.element = el("div", { className: "study-board" }, board);
    this.status = el("div", { className: "study-status" }, this.#turn, this.#words, this.#note);
    study.listen((subject) => {
      if (subject === "place") this.#draw();
      else if (subject === "note") this.#say();
    });
    addEventListener("yiqi-settings", this.#onSettings);
    this.#draw();
  }

  close() {
    removeEventListener("yiqi-settings", this.#onSettings);
    clearTimeout(this.#timer);
  }

  #draw() {
    const { node, tree } = this.study;
    const { position } = node;
    const board = tree.boardOf(node);
    // Read each time, because the setting may have changed.
    this.board.confirmTap = recall("confirm-tap", "small");
    const hasNumbers = recall("numbers", false);
    // Numbers say which move was the last.
    this.board.classList.toggle("numbered", hasNumbers);
    this.board.scene = {
      board,
      next_stone: position?.next_stone ?? null,
      // No point is shown as legal until the server has answered.
      legal: position ? position.legal : [],
      forbidden: position?.forbidden ?? [],
      last: node.change,
      lines: position?.lines ?? [],
      playable: !position?.result,
      numbers: hasNumbers ? numbersTo(node) : undefined,
    };
    fill(this.#turn, ...this.#scoreWords(board), el("span", {}, this.#turnWords()));
    const words = (position?.words ?? []).map((word) => button(capital(moveWords(word)), () => this.study.play(word)));
    const back = button(t("web-back-to-game"), () => this.study.leaveBetter(), { className: "primary small" });
    fill(this.#words, ...(this.study.isLooking ? [back] : words));
  }

  /** Shows or hides the numbers of the moves on their stones. */
  toggleNumbers() {
    remember("numbers", !recall("numbers", false));
    dispatchEvent(new Event("yiqi-settings"));
  }

  /** @param {string} board */
  #scoreWords(board) {
    if (gameNamed(this.study.game.kind).aim !== "stones") return [];
    const { black, white } = count(board);
    return [
      stone("black", colorName("black")),
      el("b", {}, black),
      stone("white", colorName("white")),
      el("b", {}, white),
    ];
  }

  #turnWords() {
    const { node, better, isLooking } = this.study;
    if (isLooking) return t("study-better-place", { number: better.indexOf(node) + 1, count: better.length });
    const { position, children } = node;
    if (position?.result) return resultWords(position.result, this.study.game.spec);
    // A resigned game ends where its moves end.
    const { result } = this.study;
    if (result && children.length === 0 && !branchOf(node) && result.reason !== "rules") {
      return resultWords(result, this.study.game.spec);
    }
    if (!position?.turn) return "";
    const side = colorName(position.turn);
    if (position.next_stone && position.next_stone !== position.turn) {
      return t("study-turn-other-stone", { side, color: colorName(position.next_stone) });
    }
    const isPass = position.words.length === 1 && position.words[0] === "pass";
    const turn = t(isPass ? "study-must-pass" : "study-turn", { side });
    return [turn, dueWords(position.stones_due)].filter(Boolean).join(" ");
  }

  #say() {
    const { text, points } = this.study.note;
    this.#note.textContent = text;
    this.board.marks = points.length ? { points } : null;
    clearTimeout(this.#timer);
    if (text) this.#timer = setTimeout(() => this.study.say(""), NOTE_MS);
  }
}
