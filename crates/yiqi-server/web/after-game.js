// What one can do when a game is over: once more, look at it again, take it along.

import { button, el, fill } from "./dom.js";
import { go } from "./go.js";
import { menu } from "./menu.js";
import { openNewTable } from "./new-table.js";
import { post, sentence } from "./net.js";
import { t } from "./text.js";

/**
 * @typedef {import("./table-model.js").TableModel} TableModel
 * @typedef {import("./table.js").Acts} Acts
 */

/** Formats that can hold a game of a kind. */
const FORMATS = {
  reversi: ["yiqi", "sgf", "ggf", "transcript", "obf"],
  gomoku: ["yiqi", "sgf", "psq", "pos"],
  peace: ["yiqi"],
};
const PNG_PIXELS = 1200;

export class AfterGame {
  #shown = "";

  /** @param {Acts} acts @param {import("./board.js").YiqiBoard} board */
  constructor(acts, board) {
    this.acts = acts;
    this.board = board;
    this.element = el("div", { className: "after row" });
  }

  /** @param {TableModel} model */
  update(model) {
    const { you, info, view } = model;
    this.element.hidden = !model.isOver || model.isBehind;
    const shown = [model.isOver, info.next, model.proposals, view.rematch_agreed, you.host].join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    fill(
      this.element,
      ...this.#again(model),
      el("a", { className: "button", href: `/study?table=${info.id}` }, t("web-analyse")),
      this.#export(model),
    );
  }

  /** @param {TableModel} model */
  #again(model) {
    const { you, info } = model;
    if (info.next) return [el("a", { className: "button primary", href: `/t/${info.next}` }, t("web-next-game"))];
    if (!model.isPlayer && !you.host) return [];
    const again = button(t("web-again"), () => this.#repeat(info.id), { className: "primary" });
    const rematch = button(t("web-rematch"), () => this.acts.send({ do: "offer", what: "rematch" }), {
      className: you.host ? "" : "primary",
    });
    rematch.disabled = model.proposals.includes("rematch");
    if (rematch.disabled) rematch.textContent = t("web-asked-rematch");
    const fresh = button(t("web-new-table"), () => openNewTable(opponentAt(model)));
    if (model.isTwoHere || model.isShow) return [again, fresh];
    return you.host ? [again, rematch, fresh] : [rematch, fresh];
  }

  /** @param {string} id */
  async #repeat(id) {
    try {
      const { table } = await post(`/api/tables/${id}/again`);
      go(`/t/${table}`, { start: true });
    } catch (error) {
      this.acts.refuse(sentence(error));
    }
  }

  /** @param {TableModel} model */
  #export({ info }) {
    const file = (/** @type {string} */ format) =>
      el(
        "a",
        {
          href: `/api/tables/${info.id}/record?format=${format}`,
          download: `${info.id}.${format === "transcript" ? "txt" : format}`,
        },
        t(`web-format-${format}`),
      );
    const panel = el(
      "div",
      { className: "list" },
      ...FORMATS[info.game.kind].map(file),
      button(
        t("web-format-svg"),
        () => save(new Blob([this.board.svgText()], { type: "image/svg+xml" }), `${info.id}.svg`),
        { className: "quiet", "data-closes": true },
      ),
      button(t("web-format-png"), () => this.#png(info.id), { className: "quiet", "data-closes": true }),
    );
    return menu(el("button", { type: "button" }, t("web-export")), panel);
  }

  /** @param {string} id */
  async #png(id) {
    const url = URL.createObjectURL(new Blob([this.board.svgText()], { type: "image/svg+xml" }));
    const image = new Image(PNG_PIXELS, PNG_PIXELS);
    image.src = url;
    await image.decode();
    const canvas = el("canvas", { width: PNG_PIXELS, height: PNG_PIXELS });
    canvas.getContext("2d")?.drawImage(image, 0, 0, PNG_PIXELS, PNG_PIXELS);
    URL.revokeObjectURL(url);
    canvas.toBlob((blob) => blob && save(blob, `${id}.png`), "image/png");
  }
}

/** @param {TableModel} model */
function opponentAt(model) {
  if (model.isShow) return "watch";
  if (model.isTwoHere) return "here";
  return model.hasComputer ? "computer" : "friend";
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
