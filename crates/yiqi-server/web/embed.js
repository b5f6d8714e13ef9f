// A game in a frame of another site: the board, the players and the moves, to look at only. It neither reads nor
// sets cookies.

import "./board.js";
import { el, fill, icon, sideName } from "./dom.js";
import { openLost } from "./lost.js";
import { colorAt, nameAt } from "./player-bar.js";
import { other, TableModel } from "./table-model.js";
import { lang, t } from "./text.js";
import { who } from "./who.js";
import { gameName, resultWords } from "./words.js";

/** How long to wait before connecting again. */
const AGAIN_MS = 5000;

/**
 * @param {HTMLElement} place
 * @param {URL} url
 * @returns {Page}
 */
export function openEmbed(place, url) {
  const view = new Embedded(place, url.pathname.split("/")[3]);
  view.follow();
  return { close: () => view.close() };
}

class Embedded {
  #board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
  #names = el("h1", { className: "pair" });
  #state = el("p", { className: "hint", role: "status" });
  #stop = new AbortController();
  /** @type {TableModel | null} */
  #model = null;

  /** @param {HTMLElement} place @param {string} id */
  constructor(place, id) {
    this.place = place;
    this.id = id;
    const step = (/** @type {string} */ path, /** @type {string} */ label, /** @type {(ply: number) => number} */ to) =>
      el(
        "button",
        { type: "button", className: "quiet", "aria-label": label, onclick: () => this.#show(to(this.#ply)) },
        icon(path),
      );
    this.#board.isStill = true;
    this.element = el(
      "article",
      { className: "embedded" },
      el("header", {}, this.#names, this.#state),
      this.#board,
      el(
        "footer",
        { className: "row" },
        step("M6 5v14M18 5l-8 7 8 7z", t("web-step-first"), () => 0),
        step("M16 5l-8 7 8 7z", t("web-step-back"), (ply) => ply - 1),
        step("M8 5l8 7-8 7z", t("web-step-next"), (ply) => ply + 1),
        step("M18 5v14M6 5l8 7-8 7z", t("web-step-last"), () => Infinity),
        el("a", { href: `/t/${id}`, target: "_blank", rel: "noopener" }, t("web-embed-open")),
      ),
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  close() {
    this.#stop.abort();
  }

  get #ply() {
    return this.#model?.shownPly ?? 0;
  }

  /** Shows the game, and what happens in it. */
  async follow() {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#read();
      } catch {
        if (!this.#model) fill(this.place, el("p", { className: "loading" }, t("web-error-offline")));
      }
      if (this.#model?.isOver) return;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  async #read() {
    const path = `/api/tables/${encodeURIComponent(this.id)}/events?view=yes&lang=${lang()}`;
    const answer = await fetch(path, { credentials: "omit", signal: this.#stop.signal });
    if (!answer.ok || !answer.body) {
      const said = await answer.json().catch(() => null);
      openLost(this.place, said?.error?.text ?? t("web-error-unknown"));
      this.close();
      return;
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines.filter(Boolean)) this.#hear(JSON.parse(line));
      if (this.#model?.isOver) return;
    }
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    if (message.type === "table" && !this.#model) {
      this.#model = new TableModel(message);
      const { game } = this.#model.info;
      this.#board.game = { ...game, name: gameName(game.spec) };
      fill(this.place, this.element);
    } else {
      this.#model?.apply(message);
    }
    this.#draw();
  }

  /** @param {number} ply */
  #show(ply) {
    this.#model?.show(ply);
    this.#draw();
  }

  #draw() {
    const model = this.#model;
    if (!model) return;
    const [first, back, next, last] = this.element.querySelectorAll("button");
    first.disabled = back.disabled = this.#ply === 0;
    next.disabled = last.disabled = model.shown === null;
    this.#board.scene = { ...model.scene, playable: false };
    const black = /** @type {Seat} */ (colorAt(model, "first") === "white" ? "second" : "first");
    const { seats, game } = model.info;
    fill(this.#names, ...[black, other(black)].map((seat) => sideName(colorAt(model, seat), who(seats[seat]))));
    const { result, turn } = model.view;
    const turnWords = turn ? t("web-turn-of", { name: nameAt(model, turn) }) : t("web-waiting");
    const state = result ? resultWords(result, game.spec) : turnWords;
    this.#state.textContent = `${gameName(game.spec)} · ${state}`;
    document.title = `${nameAt(model, black)} – ${nameAt(model, other(black))}`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {Record<string, number>} */
    const plies = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: Infinity };
    if (plies[event.key] === undefined) return;
    event.preventDefault();
    this.#show(plies[event.key]);
  }
}
