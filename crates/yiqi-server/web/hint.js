// A move suggested by the engine, drawn on the board.

import { el } from "./dom.js";
import { Failure, sentence } from "./net.js";
import { evalWords } from "./study-eval.js";
import { analyze } from "./study-net.js";
import { has, t } from "./text.js";
import { say } from "./turn-sign.js";

/** @typedef {import("./table-model.js").TableModel} TableModel */

const SECONDS = 2;

export class Hint {
  #button = el("button", { type: "button", className: "quiet" }, t("web-hint"));
  #stop = new AbortController();
  /** The position that the hint is about. */
  #about = "";

  /** @param {import("./board.js").YiqiBoard} board */
  constructor(board) {
    this.board = board;
    this.button = this.#button;
    this.words = el("p", { className: "hint-words", hidden: true });
    this.#button.addEventListener("click", () => this.#ask());
  }

  /** @param {TableModel} model */
  update(model) {
    this.model = model;
    this.#button.hidden = !model.hasHints;
    this.#button.disabled = !model.mayHint;
    const about = model.origin.moves.join();
    if (about !== this.#about || !model.mayHint) this.clear();
    this.#about = about;
  }

  /** Removes the hint and stops the search for it. */
  clear() {
    this.#stop.abort();
    this.#button.disabled = !this.model?.mayHint;
    this.words.hidden = true;
    if (this.board.best) this.board.best = null;
  }

  async #ask() {
    const { model } = this;
    if (!model) return;
    this.clear();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#button.disabled = true;
    this.#tell(t("web-hint-thinking"));
    try {
      /** @type {import("./study-net.js").AnalysisLine | undefined} */
      let best;
      const { spec, kind } = model.info.game;
      for await (const report of analyze(spec, model.origin, { lines: 1, seconds: SECONDS }, signal)) {
        best = report.lines[0] ?? best;
        if (report.done) break;
      }
      if (signal.aborted) return;
      this.#show(best, kind);
    } catch (error) {
      if (!signal.aborted) this.#tell(sentence(error instanceof Failure ? error : null));
    }
    this.#button.disabled = !this.model?.mayHint;
  }

  /**
   * @param {import("./study-net.js").AnalysisLine | undefined} best
   * @param {Game["kind"]} kind
   */
  #show(best, kind) {
    const move = best?.moves[0];
    if (!best || !move) {
      this.#tell(t("study-engine-nothing"));
      return;
    }
    this.board.best = [{ move, label: "★", look: "first" }];
    const word = has(`web-word-${move}`) ? t(`web-word-${move}`) : move;
    this.#tell(`${t("web-hint-is", { move: word })} ${evalWords(best, kind)}`);
  }

  /** @param {string} text */
  #tell(text) {
    this.words.hidden = false;
    this.words.textContent = text;
    say(text);
  }
}
