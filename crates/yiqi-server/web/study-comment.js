// The comment on the current position.

import { el } from "./dom.js";
import { t } from "./text.js";

/** @typedef {import("./study-state.js").Study} Study */

export class CommentBox {
  #field = el("textarea", {
    rows: 1,
    className: "study-comment-field",
    placeholder: t("study-comment-hint"),
    "aria-label": t("study-comment"),
  });

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.element = this.#field;
    this.#field.addEventListener("input", () => study.comment(this.#field.value.trimEnd()));
    // Esc gives the arrow keys back to stepping.
    this.#field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#field.blur();
    });
    study.listen((subject) => (subject === "place" || subject === "words") && this.#show());
    this.#show();
  }

  focus() {
    this.#field.focus();
  }

  #show() {
    const { comment } = this.study.node;
    // Spaces at the end are kept while somebody types.
    if (this.#field.value.trimEnd() !== comment) this.#field.value = comment;
  }
}
