// Actions after a game: play again, analyze, save.

import { formatsOf } from "./catalog.js";
import { button, el, fill } from "./dom.js";
import { menu } from "./menu.js";
import { openNewTable } from "./new-table.js";
import { sentence } from "./net.js";
import { nameAt } from "./player-bar.js";
import { fileStem, save, savePng, saveSvg } from "./save-file.js";
import { askRecord } from "./study-net.js";
import { t } from "./text.js";

/**
 * @typedef {import("./table-model.js").TableModel} TableModel
 * @typedef {import("./table.js").Acts} Acts
 */

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
    const again = button(t("web-again"), () => this.acts.again(), { className: "primary" });
    const rematch = button(t("web-rematch"), () => this.acts.send({ do: "offer", what: "rematch" }), {
      className: you.host ? "" : "primary",
    });
    rematch.disabled = model.proposals.includes("rematch");
    if (rematch.disabled) rematch.textContent = t("web-asked-rematch");
    const fresh = button(t("web-new-table"), () => openNewTable(opponentAt(model)));
    if (model.isTwoHere || model.isShow) return [again, fresh];
    return you.host ? [again, rematch, fresh] : [rematch, fresh];
  }

  /** @param {TableModel} model */
  #export(model) {
    const { info } = model;
    const name = fileStem([nameAt(model, "first"), nameAt(model, "second")], info.id);
    const closes = { className: "quiet", "data-closes": true };
    const files = formatsOf(info.game.kind).map((format) =>
      button(t(`study-format-${format.name}`), () => this.#save(info.id, name, format), closes),
    );
    const panel = el(
      "div",
      { className: "list" },
      ...files,
      button(t("web-format-svg"), () => saveSvg(this.board, name), closes),
      button(t("web-format-png"), () => savePng(this.board, name), closes),
    );
    return menu(el("button", { type: "button" }, t("web-export")), panel);
  }

  /**
   * @param {string} id
   * @param {string} stem
   * @param {CatalogFormat} format
   */
  async #save(id, stem, { name, extension }) {
    try {
      save(await askRecord(id, name), `${stem}.${extension ?? "txt"}`);
    } catch (error) {
      this.acts.refuse(sentence(error));
    }
  }
}

/** @param {TableModel} model */
function opponentAt(model) {
  if (model.isShow) return "watch";
  if (model.isTwoHere) return "here";
  return model.hasComputer ? "computer" : "friend";
}
