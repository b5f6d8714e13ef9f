// The position editor: stones, the side to move, and whether the game can go on from there.

import "./board.js";
import { confirmed, guard, openDialog } from "./dialog.js";
import { button, el, stone } from "./dom.js";
import { go } from "./go.js";
import { Failure, sentence } from "./net.js";
import { askPosition } from "./study-net.js";
import { startText, withStone } from "./study-start.js";
import { pointAt } from "./board-geometry.js";
import { t } from "./text.js";
import { colorName, resultWords } from "./words.js";

/** Delay, so that not every stone of many asks the server. */
const ASK_AFTER_MS = 150;

/**
 * @param {Game} game
 * @param {string} board the position to begin with
 * @param {Color} turn
 */
export function openSetup(game, board, turn) {
  new Setup(game, board, turn);
}

class Setup {
  #board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
  /** @type {"b" | "w" | "."} */
  #stone = "b";
  #verdict = el("p", { className: "study-setup-verdict", role: "status" });
  #done = button(t("study-setup-done"), () => this.#open(), { className: "primary" });
  #timer = 0;
  #asking = new AbortController();
  #dialog;

  /**
   * @param {Game} game
   * @param {string} stones
   * @param {Color} turn
   */
  constructor(game, stones, turn) {
    this.game = game;
    this.stones = stones;
    this.turn = turn;
    this.#board.game = game;
    this.#board.addEventListener("play", (event) => {
      if (event instanceof CustomEvent) this.#place(event.detail.move);
    });
    const empty = ".".repeat(game.size * game.size);
    const before = startText(stones, game.size, turn);
    this.#dialog = openDialog(
      t("study-setup"),
      el(
        "div",
        { className: "study-setup" },
        this.#board,
        el(
          "div",
          { className: "stack" },
          this.#choices("stone", t("study-setup-stones"), [
            ["b", "black", colorName("black")],
            ["w", "white", colorName("white")],
            [".", null, t("study-setup-erase")],
          ]),
          this.#choices("turn", t("study-setup-turn"), [
            ["black", "black", colorName("black")],
            ["white", "white", colorName("white")],
          ]),
          el(
            "p",
            { className: "study-row" },
            button(t("study-setup-clear"), () => this.#set(empty)),
            button(t("study-setup-start"), () => this.#setStart()),
          ),
          this.#verdict,
          el("p", { className: "study-row" }, this.#done),
        ),
      ),
    );
    this.#dialog.classList.add("wide");
    guard(this.#dialog, async () => {
      const isSame = startText(this.stones, this.game.size, this.turn) === before;
      return isSame || confirmed(t("study-setup-ask"), t("study-setup-discard"));
    });
    this.#dialog.addEventListener("close", () => this.#stop());
    this.#dialog.addEventListener("keydown", (event) => this.#onKey(event));
    this.#set(stones);
    this.#board.focusBoard();
  }

  /**
   * @param {"stone" | "turn"} name
   * @param {string} label
   * @param {[string, Color | null, string][]} choices
   */
  #choices(name, label, choices) {
    const chosen = name === "stone" ? this.#stone : this.turn;
    const options = choices.map(([value, color, words]) => {
      const input = el("input", { type: "radio", name: `setup-${name}`, value, checked: value === chosen });
      input.addEventListener("change", () => this.#choose(name, value));
      return el("label", {}, input, el("span", {}, color && stone(color), words));
    });
    return el("fieldset", { className: "chips" }, el("legend", {}, label), ...options);
  }

  /** @param {"stone" | "turn"} name @param {string} value */
  #choose(name, value) {
    if (name === "stone") this.#stone = /** @type {"b" | "w" | "."} */ (value);
    else this.turn = /** @type {Color} */ (value);
    this.#set(this.stones);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const stone = /** @type {Record<string, string>} */ ({ 1: "b", 2: "w", 0: "." })[event.key];
    if (!stone) return;
    const input = this.#dialog.querySelector(`input[name="setup-stone"][value="${stone}"]`);
    if (input instanceof HTMLInputElement) input.click();
    event.preventDefault();
  }

  /** @param {string} point */
  #place(point) {
    const place = pointAt(this.game, point);
    if (place) this.#set(withStone(this.stones, place.row * this.game.size + place.col, this.#stone));
  }

  /** The position in which the game starts, and who moves first in it. */
  async #setStart() {
    try {
      const { board, turn } = await askPosition(this.game.spec, { moves: [] });
      const chosen = this.#dialog.querySelector(`input[name="setup-turn"][value="${turn}"]`);
      if (chosen instanceof HTMLInputElement) chosen.click();
      this.#set(board);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.#done.disabled = true;
    this.#verdict.textContent = error instanceof Failure ? sentence(error) : t("web-error-unknown");
  }

  /** @param {string} stones */
  #set(stones) {
    this.stones = stones;
    const next = this.#stone === "." ? null : this.#stone === "b" ? "black" : "white";
    this.#board.scene = { board: stones, next_stone: next, legal: [], forbidden: [], lines: [], playable: true };
    this.#stop();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#timer = setTimeout(() => this.#check(signal), ASK_AFTER_MS);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  /** Asks the rules whether the game can go on here. @param {AbortSignal} signal */
  async #check(signal) {
    try {
      const start = startText(this.stones, this.game.size, this.turn);
      const { result, turn, words } = await askPosition(this.game.spec, { start, moves: [] }, signal);
      this.#done.disabled = result !== null;
      const isPass = words.length === 1 && words[0] === "pass";
      if (result) {
        const why = resultWords(result, this.game.spec);
        this.#verdict.textContent = t("study-setup-over", { why });
      } else {
        this.#verdict.textContent = t(isPass ? "study-must-pass" : "study-turn", { side: colorName(turn ?? this.turn) });
      }
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
    }
  }

  #open() {
    const params = new URLSearchParams({
      game: this.game.spec,
      start: startText(this.stones, this.game.size, this.turn),
    });
    this.#dialog.close();
    go(`/study?${params}`);
  }
}
