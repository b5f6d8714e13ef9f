// Actions after a game: play again, analyze, share.

import { formatsOf } from "./catalog.js";
import { copyText } from "./clipboard.js";
import { button, el, fill } from "./dom.js";
import { menu } from "./menu.js";
import { sentence } from "./net.js";
import { nameAt } from "./player-bar.js";
import { dayOf, gameFileName, save } from "./save-file.js";
import { askRecord } from "./study-net.js";
import { studyLink } from "./study-way.js";
import { t } from "./text.js";

/**
 * @typedef {import("./table-model.js").TableModel} TableModel
 * @typedef {import("./table.js").Acts} Acts
 */

/** The size of a game in a frame of another site. */
const FRAME_PX = [420, 540];

export class AfterGame {
  #shown = "";

  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
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
      studyLink(info.id, info.game.kind, "button"),
      this.#share(model),
    );
  }

  /** @param {TableModel} model */
  #again(model) {
    const { you, info } = model;
    const { tournament } = info;
    if (tournament) {
      return [el("a", { className: "button primary", href: `/tournaments/${tournament.id}` }, t("web-tournament-back"))];
    }
    if (info.next) return [el("a", { className: "button primary", href: `/t/${info.next}` }, t("web-next-game"))];
    if (!model.isPlayer && !you.host) return [];
    const again = button(t("web-again"), () => this.acts.again(), { className: "primary" });
    if (model.isTwoHere || model.isShow) return [again];
    const offer = () => this.acts.send({ do: "offer", what: "rematch" });
    // Against the computer one can play on with either color; somebody else is asked for a rematch.
    if (you.host) return [again, button(t("web-swap-colors"), offer)];
    const rematch = button(t("web-rematch"), offer, { className: "primary" });
    rematch.disabled = model.proposals.includes("rematch");
    if (rematch.disabled) rematch.textContent = t("web-asked-rematch");
    return [rematch];
  }

  /** A menu of ways to show the game to others. @param {TableModel} model */
  #share(model) {
    const { info } = model;
    const name = gameFileName([nameAt(model, "first"), nameAt(model, "second")], dayOf(info.created_ms), info.game.kind);
    const closes = { className: "quiet", "data-closes": true };
    const link = `${location.origin}/t/${info.id}`;
    const [width, height] = FRAME_PX;
    const frame = `<iframe src="${location.origin}/embed/t/${info.id}" width="${width}" height="${height}" frameborder="0"></iframe>`;
    const picture = (/** @type {string} */ format, /** @type {string} */ label) =>
      el("a", { href: `/api/tables/${info.id}/picture?format=${format}`, download: `${name}.${format}` }, label);
    const files = formatsOf(info.game.kind).map((format) =>
      button(t(`study-format-${format.name}`), () => this.#save(info.id, name, format), closes),
    );
    const panel = el(
      "div",
      { className: "list" },
      el("h3", {}, t("web-share-the-link")),
      button(t("web-copy-link"), () => this.#copy(link), closes),
      "share" in navigator && button(t("web-share-link"), () => navigator.share({ url: link }).catch(() => {}), closes),
      !info.private && button(t("web-copy-embed"), () => this.#copy(frame), closes),
      el("h3", {}, t("web-share-picture")),
      picture("gif", t("web-format-gif")),
      picture("png", t("web-format-png")),
      picture("svg", t("web-format-svg")),
      el("h3", {}, t("web-share-file")),
      ...files,
    );
    return menu(el("button", { type: "button" }, t("web-share")), panel);
  }

  /** @param {string} text */
  async #copy(text) {
    const isCopied = await copyText(text, this.element);
    this.acts.note(t(isCopied ? "web-copied" : "web-copy-failed"));
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
