// What the opening book knows about the position shown: its moves, each with its evaluation.

import { button, el, fill } from "./dom.js";
import { evalLabel } from "./study-eval.js";
import { moveWords } from "./study-moves.js";
import { t } from "./text.js";

/** @typedef {import("./study-state.js").Study} Study */

export class BookPanel {
  element = el("section", { className: "study-book", "aria-label": t("study-book"), hidden: true });

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    study.listen((subject) => subject === "place" && this.#draw());
    this.#draw();
  }

  #draw() {
    const { node, game } = this.study;
    const book = node.position?.book;
    this.element.hidden = !book;
    if (!book) return;
    const moves = book.moves.map(({ move, eval: value }) => {
      const title = t("study-try-line", { move: moveWords(move) });
      const label = el("strong", {}, evalLabel({ eval: value, exact: false }, game.kind));
      const play = button("", () => this.study.play(move), { className: "study-try", title });
      play.append(moveWords(move), " ", label);
      return play;
    });
    fill(
      this.element,
      el("span", {}, t("study-book"), " ", el("small", {}, t("study-book-depth", { depth: book.depth }))),
      ...moves,
    );
  }
}
