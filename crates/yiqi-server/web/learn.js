// How to play: a first lesson on a board, and the rules.

import "./board.js";
import { pointName } from "./board-geometry.js";
import { games } from "./catalog.js";
import { button, el, fill } from "./dom.js";
import { LESSONS } from "./lessons.js";
import { openLost } from "./lost.js";
import { sentence } from "./net.js";
import { openNewTable } from "./new-table.js";
import { recall, remember } from "./prefs.js";
import { askPosition, Refusal, tryMove } from "./study-net.js";
import { t } from "./text.js";
import { say } from "./turn-sign.js";
import { gameName, gameOf, rulesPages } from "./words.js";

/** @typedef {import("./lessons.js").Task} Task */
/** @typedef {import("./study-net.js").StudyPosition} StudyPosition */

/**
 * @param {HTMLElement} place
 * @param {URL} url
 * @returns {Page}
 */
export function openLearn(place, url) {
  const kind = url.pathname.split("/")[2];
  const game = games().find(({ name }) => name === kind);
  if (!game || !LESSONS[kind]) return openLost(place);
  const title = t("web-learn-title", { game: t(`game-${kind}`) });
  document.title = t("web-title-of", { title });
  const rules = rulesPages(game.suggested[0]).map(({ title: heading, paragraphs }) =>
    el("section", { className: "rules" }, el("h3", {}, heading), ...paragraphs.map((text) => el("p", {}, text))),
  );
  const others = games().filter(({ name }) => name !== kind && LESSONS[name]);
  const lesson = new Lesson(kind, title);
  fill(
    place,
    el(
      "article",
      { className: "learn" },
      lesson.element,
      el("details", {}, el("summary", {}, t("web-rules-of-game")), ...rules),
      el(
        "p",
        { className: "row" },
        t("web-learn-others"),
        ...others.map(({ name }) => el("a", { className: "button small", href: `/learn/${name}` }, t(`game-${name}`))),
      ),
    ),
  );
  lesson.focusBoard();
  return { close() {} };
}

class Lesson {
  #board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
  #progress = el("ol", { className: "learn-steps" });
  #words = el("p", { className: "learn-words" });
  #note = el("p", { className: "learn-note", role: "status" });
  #row = el("p", { className: "row" });
  #number = 0;
  /** How many tasks were solved. */
  #solved = 0;
  /** The reader's moves in this task. @type {string[]} */
  #played = [];
  /** Ends when all moves so far have been answered. */
  #playing = Promise.resolve();

  /** @param {string} kind @param {string} title */
  constructor(kind, title) {
    this.kind = kind;
    this.tasks = LESSONS[kind];
    const { solved, isDone } = recall(`lesson-${kind}`, { solved: 0, isDone: false });
    this.#solved = Math.min(solved, this.tasks.length);
    this.#number = isDone ? 0 : Math.min(solved, this.tasks.length - 1);
    this.element = el(
      "section",
      { className: "lesson", "aria-label": t("web-learn-lesson") },
      el("div", { className: "learn-board" }, this.#board),
      el("div", { className: "stack" }, el("h1", {}, title), this.#progress, this.#words, this.#note, this.#row),
    );
    // A wrong tap costs nothing here.
    this.#board.confirmTap = "never";
    // A second stone waits for the answer to the first.
    this.#board.addEventListener("play", (event) => {
      const { move } = /** @type {CustomEvent} */ (event).detail;
      this.#playing = this.#playing.then(() => this.#play(move));
    });
    this.#open();
  }

  focusBoard() {
    this.#board.focusBoard();
  }

  /** @returns {Task} */
  get #task() {
    return this.tasks[this.#number];
  }

  #open() {
    const { game } = this.#task;
    this.#played = [];
    this.#board.game = { ...gameOf(game), name: gameName(game) };
    this.#board.marks = null;
    this.#showProgress();
    this.#words.textContent = t(`web-learn-${this.kind}-${this.#number + 1}`);
    this.#tell("");
    fill(this.#row);
    // A screen reader hears the task; the words on the page do not change while it is read.
    say(this.#words.textContent);
    return this.#show([]).then((position) => this.#placeCursor(position));
  }

  /** The cursor begins on a stone, because on an empty point it might give the answer away. @param {StudyPosition | null} position */
  #placeCursor(position) {
    const index = position?.board.search(/[bw]/) ?? -1;
    const { size } = gameOf(this.#task.game);
    if (index >= 0) this.#board.cursorName = pointName(gameOf(this.#task.game), index % size, Math.floor(index / size));
  }

  #showProgress() {
    const steps = this.tasks.map((_, index) => {
      const label = t("web-learn-step", { number: index + 1, count: this.tasks.length });
      const isDone = index < this.#solved;
      const step = button(isDone ? "✓" : String(index + 1), () => this.#go(index), {
        className: "small",
        "aria-label": isDone ? t("web-learn-step-done", { step: label }) : label,
        "aria-current": index === this.#number ? "step" : undefined,
      });
      step.disabled = index > this.#solved;
      return el("li", {}, step);
    });
    fill(this.#progress, ...steps);
  }

  /** Shows the position after the reader's moves. @param {string[]} played @returns {Promise<StudyPosition | null>} */
  async #show(played) {
    const { game, moves } = this.#task;
    const task = this.#number;
    const move = played.at(-1);
    const from = { moves: [...moves, ...played.slice(0, -1)] };
    try {
      const position = await (move ? tryMove(game, from, move) : askPosition(game, from));
      if (task !== this.#number) return null;
      this.#played = played;
      this.#board.marks = null;
      this.#board.scene = { ...position, last: played.length ? position.last : null, playable: !position.result };
      return position;
    } catch (error) {
      this.#board.dropSent();
      this.#tell(sentence(error));
      this.#board.marks = error instanceof Refusal ? { points: error.points } : null;
      return null;
    }
  }

  /** @param {string} move */
  async #play(move) {
    if (!this.#board.scene?.playable) return;
    const position = await this.#show([...this.#played, move]);
    if (!position) return;
    const isWin = this.#task.goal === "win" && position.turn === "black" && !position.result;
    if (this.#isSolved(position)) this.#celebrate();
    else if (isWin || (this.#played.length < (this.#task.count ?? 1) && !position.result)) this.#tell(t("web-learn-on"));
    else {
      this.#stop();
      this.#tell(t("web-learn-not-yet"));
      const again = button(t("web-learn-again"), () => this.#go(this.#number), { className: "primary" });
      fill(this.#row, again);
      again.focus();
    }
  }

  /** @param {StudyPosition} position */
  #isSolved({ result, last }) {
    const { goal, points, count = 1 } = this.#task;
    if (goal === "win") return result?.winner === "black";
    if (goal === "end") return result !== null;
    if (goal === "flips") return (last?.flipped.length ?? 0) >= 2;
    const isEnough = this.#played.length >= count;
    return isEnough && (goal === "any" || this.#played.some((move) => points?.includes(move)));
  }

  #stop() {
    this.#board.scene = { .../** @type {Scene} */ (this.#board.scene), playable: false };
  }

  #celebrate() {
    this.#stop();
    this.#solved = Math.max(this.#solved, this.#number + 1);
    const isLast = this.#number + 1 === this.tasks.length;
    remember(`lesson-${this.kind}`, { solved: this.#solved, isDone: this.#solved === this.tasks.length });
    this.#showProgress();
    this.#tell(t(`web-learn-${this.kind}-${this.#number + 1}-done`));
    const next = isLast
      ? button(t("web-learn-play"), () => openNewTable("computer", undefined, this.kind), { className: "primary" })
      : button(t("web-learn-next"), () => this.#go(this.#number + 1), { className: "primary" });
    fill(this.#row, next);
    next.focus();
  }

  /** @param {number} number */
  #go(number) {
    this.#number = number;
    this.#open();
    this.focusBoard();
  }

  /** @param {string} text */
  #tell(text) {
    this.#note.textContent = text;
  }
}
