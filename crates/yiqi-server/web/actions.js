// Actions besides moves: quiet buttons, and a field to type a move into.

import { pointName } from "./board-geometry.js";
import { gameNamed } from "./catalog.js";
import { confirmed, openDialog } from "./dialog.js";
import { button, el } from "./dom.js";
import { openNewTable } from "./new-table.js";
import { t } from "./text.js";
import { rulesPages } from "./words.js";

/**
 * @typedef {import("./table-model.js").TableModel} TableModel
 * @typedef {import("./table.js").Acts} Acts
 */

export class Actions {
  #typed = el("input", {
    name: "move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    maxLength: 8,
  });
  #form;
  #buttons;
  #plies = 0;
  #aimed = "";

  /**
   * @param {Acts} acts
   * @param {import("./hint.js").Hint} hint
   * @param {Game} game
   */
  constructor(acts, hint, game) {
    this.acts = acts;
    this.hint = hint;
    this.#typed.placeholder = t("web-type-move", { point: examplePoint(game) });
    this.#typed.setAttribute("aria-label", this.#typed.placeholder);
    const quiet = (/** @type {string} */ label, /** @type {() => unknown} */ act) =>
      button(label, () => act(), { className: "quiet" });
    this.#buttons = {
      hurry: quiet(t("web-move-now"), () => acts.hurry()),
      takeBack: quiet(t("web-take-back"), () => this.#takeBack()),
      draw: quiet(t("web-draw"), () => this.#draw()),
      pause: quiet(t("web-pause"), () => this.#pause()),
      resign: quiet(t("web-resign"), () => this.#resign()),
      restart: quiet(t("web-restart"), () => this.#restart()),
      fresh: quiet(t("web-new-table"), () => openNewTable(opponentAt(this.#table))),
      rules: quiet(t("web-rules-of-game"), () => this.#rules()),
      // Last, because it goes during the game.
      abort: quiet(t("web-abort"), () => this.#abort()),
    };
    this.#form = el(
      "form",
      {
        className: "row type",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.#playTyped();
        },
      },
      this.#typed,
      el("button", {}, t("web-play")),
    );
    this.element = el(
      "section",
      { className: "actions", "aria-label": t("web-actions") },
      // Above everything that stays: what is said there moves no button.
      hint.words,
      this.#form,
      el("div", { className: "row" }, hint.button, ...Object.values(this.#buttons)),
    );
  }

  /** Puts a move into the field, so that the button beside it plays it. @param {string} move */
  aim(move) {
    this.#typed.value = move;
    this.#aimed = move;
  }

  /** A move that is refused stays in the field, to be corrected. */
  async #playTyped() {
    const { value } = this.#typed;
    const move = value.trim().toLowerCase();
    const isPlayed = move === "" || (await this.acts.play(move));
    if (this.#typed.value !== value) return;
    if (isPlayed) this.#typed.value = "";
    else this.#typed.select();
  }

  /** Focuses the move field. */
  focusTyped() {
    if (!this.#form.hidden) this.#typed.focus();
  }

  /** @param {TableModel} model */
  update(model) {
    this.model = model;
    this.hint.update(model);
    // The aimed-at point belongs to an earlier position.
    if (model.view.ply_count !== this.#plies && this.#typed.value === this.#aimed) this.#typed.value = "";
    this.#plies = model.view.ply_count;
    const { view, you, isPlayer } = model;
    const isShowHost = model.isShow && you.host;
    const isOn = isPlayer && (view.stage === "playing" || view.stage === "paused");
    const isPlaying = isPlayer && view.stage === "playing";
    const asked = model.proposals;
    this.#form.hidden = !isOn;
    const { takeBack, draw, pause, resign, abort, restart, hurry, fresh } = this.#buttons;
    // While a game is on, its buttons keep their places: what cannot be done now is disabled, not hidden.
    hurry.hidden = !(isOn || isShowHost) || !you.host || !model.hasComputer || model.isOver;
    hurry.disabled = view.stage !== "playing" || !model.thought || model.thought.seat !== view.turn;
    fresh.hidden = !model.isOver || (!isPlayer && !you.host);
    restart.hidden = !(isOn && you.host);
    restart.disabled = view.ply_count === 0;
    const isFree = !model.info.tournament;
    takeBack.hidden = !isOn || !isFree;
    takeBack.disabled =
      !isPlaying || asked.includes("take_back") || !model.moves.some((ply) => you.seats.includes(ply.seat));
    // A computer always declines.
    draw.hidden = !isOn || model.hasComputer;
    draw.disabled = !isPlaying || asked.includes("draw");
    draw.textContent = t(model.isTwoHere ? "web-agree-draw" : "web-draw");
    // Without a clock only programs have anything to stop. While following, the view lags behind the game; stopping
    // is up to the move list.
    pause.hidden = !isFree || (!(isOn && view.clocks) && !(isShowHost && !model.isOver));
    pause.disabled = view.stage !== "playing" || asked.includes("pause");
    resign.hidden = !isOn;
    const isWaiting = view.stage === "waiting" && (isPlayer || you.host);
    const mayAbort = isWaiting || (isOn && (model.isTwoHere || view.ply_count < 2));
    abort.hidden = !isFree || (!mayAbort && !(isShowHost && !model.isOver));
    abort.textContent = t(this.#endsFreely ? "web-end" : "web-abort");
  }

  /** Whether the game may be aborted at any time because no other person is involved. */
  get #endsFreely() {
    return this.#table.isTwoHere || this.#table.isShow;
  }

  get #table() {
    return /** @type {TableModel} */ (this.model);
  }

  /** At one screen both players agree in person, so the server accepts at once. */
  #takeBack() {
    return this.acts.send({ do: "offer", what: "take_back" }, this.#table.moves.at(-1)?.seat);
  }

  async #draw() {
    const { isTwoHere } = this.#table;
    if (
      !(await confirmed(
        t(isTwoHere ? "web-ask-agree-draw" : "web-ask-draw"),
        t(isTwoHere ? "web-agree-draw" : "web-draw"),
      ))
    )
      return;
    await this.acts.send({ do: "offer", what: "draw" });
  }

  #pause() {
    return this.acts.send(this.#table.you.host ? { do: "pause" } : { do: "offer", what: "pause" });
  }

  async #resign() {
    if (await confirmed(t("web-ask-resign"), t("web-resign"))) await this.acts.send({ do: "resign" });
  }

  async #abort() {
    const isFree = this.#endsFreely;
    if (await confirmed(t(isFree ? "web-ask-end" : "web-ask-abort"), t(isFree ? "web-end" : "web-abort"))) {
      await this.acts.send({ do: "abort" });
    }
  }

  async #restart() {
    if (!(await confirmed(t("web-ask-restart"), t("web-restart")))) return;
    const { ok } = await this.acts.send({ do: "abort" });
    if (ok) await this.acts.again();
  }

  #rules() {
    const pages = rulesPages(this.#table.info.game.spec).map(({ title, paragraphs }) =>
      el("section", { className: "rules" }, el("h3", {}, title), ...paragraphs.map((text) => el("p", {}, text))),
    );
    openDialog(t("web-rules-of-game"), ...pages);
  }
}

/** A point to type, as an example: in the center of the board or, where that is taken at first, above it. @param {Game} game */
function examplePoint(game) {
  const isOnLines = gameNamed(game.kind).grid === "lines";
  const middle = Math.floor(game.size / 2);
  return isOnLines ? pointName(game, middle, middle) : pointName(game, middle - 1, middle - 2);
}

/** The kind of opponent at a table. @param {TableModel} model */
function opponentAt(model) {
  if (model.isShow) return "watch";
  if (model.isTwoHere) return "here";
  return model.hasComputer ? "computer" : "friend";
}
