// The strip below the board: status, questions and refusals. It is
// always in the same place, so that nobody has to look for it.

import { readSpec } from "./catalog.js";
import { button, el, fill } from "./dom.js";
import { colorAt, nameInSentence, outcomeFor } from "./player-bar.js";
import { other, SEATS } from "./table-model.js";
import { capital, t } from "./text.js";
import { colorName, dueWords } from "./words.js";

/**
 * @typedef {import("./table-model.js").TableModel} TableModel
 * @typedef {import("./table.js").Acts} Acts
 * @typedef {{text: string, kind?: string, buttons?: HTMLElement[], hint?: string}} Row
 */

const REFUSAL_MS = 6000;

/** The stones that a swap opening begins with. */
const OPENING_STONES = 3;

export class Strip {
  #refusal = el("p", { className: "refusal", role: "alert" });
  #rows = el("div", {});
  /** What is shown; unchanged rows are not redrawn, so that a focused button keeps its focus. */
  #shown = "";
  #timer = 0;

  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    this.element = el("section", { className: "strip", "aria-label": t("web-status") }, this.#refusal, this.#rows);
  }

  /** Shows a refusal for a while. @param {string} text */
  refuse(text) {
    clearTimeout(this.#timer);
    this.#refusal.textContent = text;
    this.element.classList.remove("noting");
    this.element.classList.add("refusing");
    this.#timer = setTimeout(() => this.calm(), REFUSAL_MS);
  }

  /** Shows for a while what has just happened. @param {string} text */
  note(text) {
    this.refuse(text);
    this.element.classList.add("noting");
  }

  /** Removes the refusal. */
  calm() {
    clearTimeout(this.#timer);
    this.#refusal.textContent = "";
    this.element.classList.remove("refusing");
    this.acts.unmark();
  }

  /** @param {TableModel} model */
  update(model) {
    const rows = this.#content(model);
    const shown = rows
      .map(({ text, hint, buttons }) => [text, hint, buttons?.map((one) => one.textContent)].join("|"))
      .join("\n");
    if (shown === this.#shown) return;
    this.#shown = shown;
    fill(
      this.#rows,
      ...rows.map(({ text, kind, buttons, hint }) =>
        el(
          "div",
          { className: `strip-row ${kind ?? ""}` },
          el("p", {}, text && el("strong", {}, text), hint ? el("span", { className: "hint" }, ` ${hint}`) : null),
          buttons && el("p", { className: "row" }, ...buttons),
        ),
      ),
    );
  }

  /** @param {TableModel} model @returns {Row[]} */
  #content(model) {
    const rows = [...this.#absence(model), ...this.#questions(model)];
    const main = this.#main(model);
    const unrated = model.info.same_address ? [{ text: "", hint: t("web-unrated-same-address") }] : [];
    return main ? [...rows, main, ...unrated] : [...rows, ...unrated];
  }

  /** The row for an absent opponent. @param {TableModel} model @returns {Row[]} */
  #absence(model) {
    if (!model.isPlayer || model.isTwoHere || model.isOver) return [];
    const seat = other(model.you.seats[0]);
    const ms = model.claimInMs(seat);
    if (ms === null) return [];
    const name = nameInSentence(model, seat);
    if (ms > 0) return [{ text: t("web-claim-wait", { name, time: clockText(ms) }) }];
    return [
      {
        kind: "question",
        text: t("web-claim-now", { name }),
        buttons: [button(t("web-claim"), () => this.acts.send({ do: "claim" }), { className: "primary" })],
      },
    ];
  }

  /** The opponent's offers. @param {TableModel} model @returns {Row[]} */
  #questions(model) {
    const name = model.isPlayer ? nameInSentence(model, other(model.you.seats[0])) : "";
    return model.questions.map((what) => ({
      kind: "question",
      text: t(`web-asks-${dashed(what)}`, { name }),
      buttons: [
        button(t("web-accept"), () => this.acts.send({ do: "accept", what }), { className: "primary" }),
        button(t("web-decline"), () => this.acts.send({ do: "decline", what })),
      ],
    }));
  }

  /** @param {TableModel} model @returns {Row | null} */
  #main(model) {
    const { view } = model;
    // While following, the result is not shown before the final position.
    if (model.isBehind) return { text: t("web-following", { ply: model.shownPly }) };
    if (view.result) return { kind: "over", ...outcomeFor(model, view.result) };
    if (view.stage === "waiting") return this.#waiting(model);
    if (view.stage === "paused") {
      // Only the side whose clock will run resumes; a pause by the host is the host's to end.
      const seat = view.turn ?? SEATS[0];
      if (model.isPlayer && !model.you.host && !model.you.seats.includes(seat)) {
        return { text: t("web-paused-theirs", { name: nameInSentence(model, seat) }) };
      }
      const resume =
        model.isPlayer || model.you.host
          ? [button(t("web-resume"), () => this.acts.send({ do: "resume" }), { className: "primary" })]
          : [];
      return { text: t("web-paused"), buttons: resume };
    }
    return model.isMyTurn ? this.#mine(model) : this.#theirs(model);
  }

  /** @param {TableModel} model @returns {Row} */
  #waiting(model) {
    if (model.openSeat) return { text: t("web-waiting-open") };
    if (!model.you.host) return { text: t("web-waiting") };
    return {
      kind: "question",
      text: t("web-ready"),
      buttons: [button(t("web-start"), () => this.acts.send({ do: "start" }), { className: "primary" })],
    };
  }

  /** The row when it is the reader's turn. @param {TableModel} model @returns {Row} */
  #mine(model) {
    const { view } = model;
    const seat = /** @type {Seat} */ (view.turn);
    const color = colorAt(model, seat);
    const who = model.isTwoHere ? t("web-turn-of", { name: colorName(color) }) : t("web-your-turn");
    const words = view.words.map((word) =>
      button(wordLabel(word, color), () => this.acts.play(word), { className: word === "pass" ? "primary" : "" }),
    );
    if (view.words.includes("pass")) return { kind: "question", text: who, hint: t("web-must-pass"), buttons: words };
    if (words.length > 0) {
      const how = view.words.includes("more") ? "web-which-color-more" : "web-which-color";
      return { kind: "question", text: who, hint: t(how), buttons: words };
    }
    const stage = openingStage(model);
    if (stage) return { kind: "mine", text: who, hint: t("web-opening-place", stage) };
    const asked = model.isTwoHere ? undefined : model.proposals[0];
    const have = model.isTwoHere ? "" : t("web-you-have", { color: colorName(color) });
    const due = dueWords(view.stones_due);
    const own = [have, due].filter(Boolean).join(" ") || undefined;
    return { kind: "mine", text: who, hint: asked ? t(`web-asked-${dashed(asked)}`) : own };
  }

  /** The row when it is somebody else's turn. @param {TableModel} model @returns {Row} */
  #theirs(model) {
    const seat = model.view.turn ?? SEATS[0];
    const asked = model.proposals[0];
    const due = dueWords(model.view.stones_due);
    const own = [due, model.isPlayer ? "" : t("web-you-watch")].filter(Boolean).join(" ") || undefined;
    const hint = asked ? t(`web-asked-${dashed(asked)}`) : own;
    return { text: t("web-turn-of", { name: nameInSentence(model, seat) }), hint };
  }
}

/** A word to play, as a button says it. @param {string} word @param {Color | null} color the reader's */
function wordLabel(word, color) {
  if (word === "swap") return t("web-take-color", { color: colorName(color === "black" ? "white" : "black") });
  if (word === "keep") return t("web-stay-color", { color: colorName(color) });
  return capital(t(`web-word-${word}`));
}

/** Which stone of a swap opening is placed now; null outside of it. @param {TableModel} model */
function openingStage({ info, moves, view }) {
  const { opening } = readSpec(info.game.spec);
  const isSwap = opening.startsWith("swap");
  const stones = moves.filter(({ stone }) => stone).length;
  if (!isSwap || !view.next_stone) return null;
  const color = colorName(view.next_stone);
  if (stones < OPENING_STONES) return { color, number: stones + 1, count: OPENING_STONES };
  const isMore = moves.some(({ move }) => move === "more") && stones < OPENING_STONES + 2;
  return isMore ? { color, number: stones - OPENING_STONES + 1, count: 2 } : null;
}

/** Whole seconds as minutes and seconds. @param {number} ms */
function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** An offer's name in message keys. @param {OfferKind} what */
function dashed(what) {
  return what.replace("_", "-");
}
