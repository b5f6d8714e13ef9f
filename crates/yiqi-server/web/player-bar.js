// A player next to the board: stone, name, score, presence, and clock.

import { gameNamed } from "./catalog.js";
import { showClock, timeControl } from "./clock.js";
import { el, fill, stone } from "./dom.js";
import { count } from "./position.js";
import { SEATS } from "./table-model.js";
import { t } from "./text.js";
import { isolated, who } from "./who.js";
import { colorName, resultWords, seatName } from "./words.js";

/** @typedef {import("./table-model.js").TableModel} TableModel */

/**
 * The name of a seat at this table. Two people at one screen are named by their colors.
 * @param {TableModel} model
 * @param {Seat} seat
 */
export function nameAt(model, seat) {
  const { kind } = model.info.seats[seat];
  if (model.isTwoHere && kind !== "computer") return colorName(model.view.colors[seat]);
  return seatName(model.info.seats[seat]);
}

/**
 * The same, for use within a sentence.
 * @param {TableModel} model
 * @param {Seat} seat
 */
export function nameInSentence(model, seat) {
  return isolated(nameAt(model, seat));
}

/** How the game ended, with names: "Ann resigned.", "You resigned." @param {TableModel} model @param {Result} result */
export function resultAt(model, result) {
  const { winner, reason } = result;
  const loser = SEATS.find((seat) => model.view.colors[seat] !== winner);
  const isPeace = gameNamed(model.info.game.kind).aim === "nothing";
  const isOfPerson = reason === "resignation" || reason === "forfeit" || reason === "time";
  if (!winner || !loser || !isOfPerson || model.isTwoHere || isPeace) return resultWords(result, model.info.game.spec);
  if (model.you.seats.includes(loser)) return t(`web-result-you-${reason}`);
  return t(`web-result-${reason}`, { name: nameInSentence(model, loser) });
}

/**
 * How the game ended, for the reader: “You win 38–26.”, or what somebody who only watches reads.
 * @param {TableModel} model
 * @param {Result} result
 * @returns {{ text: string, hint?: string }}
 */
export function outcomeFor(model, result) {
  const { winner, reason, score } = result;
  const text = resultAt(model, result);
  const mine = model.isTwoHere || !model.isPlayer ? null : model.view.colors[model.you.seats[0]];
  if (!mine || !winner || reason === "aborted" || gameNamed(model.info.game.kind).aim === "nothing") return { text };
  const how = winner === mine ? "won" : "lost";
  if (reason === "rules") {
    if (!score) return { text: t(`web-you-${how}`) };
    const [own, other] = mine === "black" ? [score.black, score.white] : [score.white, score.black];
    return { text: t(`web-you-${how}-score`, { score: `${own}–${other}` }) };
  }
  // Whoever resigned need not be told twice.
  if (how === "lost" && reason === "resignation") return { text };
  return { text: t(`web-you-${how}`), hint: text };
}

/** The color a seat plays; null until colors are assigned. @param {TableModel} model @param {Seat} seat */
export function colorAt(model, seat) {
  const isDrawn = model.view.stage !== "waiting" || model.info.first_color !== "drawn";
  return isDrawn ? model.view.colors[seat] : null;
}

export class PlayerBar {
  #stone = el("span", {});
  #name = el("span", { className: "who" });
  #note = el("span", { className: "note" });
  #score = el("span", { className: "score" });
  #turn = el("span", { className: "to-move" });
  #clock = el("span", { className: "clock", role: "timer" });
  #control = timeControl("none");

  constructor() {
    this.element = el(
      "div",
      { className: "player" },
      this.#stone,
      el("span", { className: "names" }, this.#name, this.#note),
      this.#score,
      this.#turn,
      this.#clock,
    );
  }

  /**
   * @param {TableModel} model
   * @param {Seat} seat
   */
  update(model, seat) {
    const { view, info } = model;
    this.seat = seat;
    this.#control = timeControl(info.time);
    const color = colorAt(model, seat);
    fill(this.#stone, stone(color, color ? colorName(color) : t("web-color-drawn")));
    const isYou = model.you.seats.includes(seat) && !model.isTwoHere;
    fill(
      this.#name,
      model.isTwoHere ? nameAt(model, seat) : who(info.seats[seat], { linked: true, rated: true }),
      isYou ? el("small", {}, t("web-you")) : null,
    );
    // A long name is truncated.
    this.#name.title = nameAt(model, seat);
    fill(this.#note, ...this.#notes(model, seat));
    const isTurn = view.turn === seat && (view.stage === "playing" || view.stage === "paused");
    this.element.classList.toggle("turn", isTurn);
    this.element.classList.toggle("open", info.seats[seat].kind === "open");
    this.#turn.textContent = isTurn ? t("web-to-move") : "";
    const stones = view.score && color ? count(model.scene.board)[color] : null;
    this.#score.textContent = stones === null ? "" : String(stones);
    this.#score.title = stones === null ? "" : t("web-stones", { count: stones });
    this.#clock.hidden = !view.clocks;
    this.tick(model);
  }

  /** @param {TableModel} model @param {Seat} seat */
  #notes(model, seat) {
    const { kind } = model.info.seats[seat];
    if (kind === "computer") {
      const { thought } = model;
      if (model.view.turn !== seat || model.view.stage !== "playing") return [];
      if (thought?.seat !== seat) return [el("span", { className: "thinking" }, t("web-thinking"))];
      return [
        el(
          "span",
          { className: "thinking" },
          t("web-thinking-depth", { depth: thought.depth, line: thought.line.slice(0, 4).join(" ") }),
        ),
      ];
    }
    if (kind === "open" || model.isTwoHere || model.isOver) return [];
    const state = model.presence.seats[seat];
    return [el("span", { className: `presence ${state}` }, t(`web-presence-${state}`))];
  }

  /** Shows the time left now. @param {TableModel} model */
  tick(model) {
    const { view } = model;
    if (!view.clocks || !this.seat) return;
    showClock(this.#clock, view.clocks[this.seat], this.#control, view.now_ms, model.time.ms());
  }
}
