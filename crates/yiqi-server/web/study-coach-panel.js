// The mistakes of the line in words, what was better, and how well each side played.

import { button, el, fill, stone } from "./dom.js";
import { accuracies, mistakeBeside, SIGNS, verdictOn, verdictsOn } from "./study-coach.js";
import { isOfStones } from "./study-eval.js";
import { moveWords } from "./study-moves.js";
import { t } from "./text.js";
import { colorName, playerWords } from "./words.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-coach.js").Verdict} Verdict */

export class CoachPanel {
  #accuracy = el("div", { className: "study-accuracy" });
  #here = el("div", { className: "study-here", role: "status" });
  #list = el("ol", { className: "study-mistakes" });
  #back = button("↑", () => this.step(-1), { className: "small", title: t("study-previous-mistake") });
  #forward = button("↓", () => this.step(1), { className: "small", title: t("study-next-mistake") });

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.#back.setAttribute("aria-label", t("study-previous-mistake"));
    this.#forward.setAttribute("aria-label", t("study-next-mistake"));
    this.element = el(
      "section",
      { className: "study-card study-coach", "aria-labelledby": "study-coach" },
      el(
        "div",
        { className: "study-row" },
        el("h2", { id: "study-coach" }, t("study-coach")),
        this.#back,
        this.#forward,
      ),
      this.#accuracy,
      this.#here,
      this.#list,
    );
    study.listen((subject) => subject !== "note" && subject !== "words" && this.#draw());
    this.#draw();
  }

  /** Goes to the next or the previous mistake. @param {1 | -1} step */
  step(step) {
    const { line, node, game } = this.study;
    const found = mistakeBeside(line, node, step, game.kind);
    if (found) this.study.goTo(found);
    else this.study.say(t("study-coach-none"));
  }

  #draw() {
    const { line, game, node } = this.study;
    const verdicts = verdictsOn(line, game.kind);
    this.element.hidden = verdicts.length === 0;
    if (this.element.hidden) return;
    const mistakes = verdicts.filter(({ grade }) => grade !== null);
    this.#back.disabled = this.#forward.disabled = mistakes.length === 0;
    fill(this.#accuracy, ...this.#players());
    fill(this.#here, ...this.#words(verdictOn(node, game.kind)));
    fill(this.#list, ...mistakes.map((verdict) => this.#item(verdict)));
    if (mistakes.length === 0) fill(this.#list, el("li", { className: "hint" }, t("study-coach-none")));
  }

  #players() {
    const { line, game, answer } = this.study;
    const other = answer.first === "black" ? "white" : "black";
    return accuracies(line, game.kind, answer.first).map(({ percent, grades }, seat) => {
      const color = seat === 0 ? answer.first : other;
      const name = answer.players[seat] ? playerWords(answer.players[seat]) : colorName(color);
      return el(
        "p",
        { title: t("study-accuracy-how") },
        stone(color, colorName(color)),
        el("bdi", { className: "study-accuracy-name" }, name),
        el("strong", {}, percent === null ? "–" : t("study-accuracy", { percent })),
        el("span", { className: "study-grades" }, t("study-grades", grades)),
      );
    });
  }

  /** @param {Verdict} verdict */
  #item({ node, loss, grade }) {
    if (!grade) return null;
    const isHere = node === this.study.node;
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          className: `study-move ${grade}`,
          "aria-current": isHere ? "true" : undefined,
          onclick: () => this.study.goTo(node),
        },
        el("span", { className: "study-number" }, node.ply),
        stone(node.change?.stone, colorName(node.change?.stone ?? node.side)),
        el("span", {}, moveWords(node.move)),
        el("b", { className: "study-sign", title: t(`study-grade-${grade}`) }, SIGNS[grade]),
        el("span", { className: "study-score" }, this.#loss(loss)),
      ),
    );
  }

  /** What the move to the current position was worth. @param {Verdict | null} verdict */
  #words(verdict) {
    if (!verdict) return [];
    const { node, grade, loss, better } = verdict;
    if (!grade) return [el("p", {}, t(loss === 0 ? "study-best-move" : "study-good-move", { move: moveWords(node.move) }))];
    const show = button(t("study-better-line"), () => this.#show(verdict), { className: "small" });
    return [
      el(
        "p",
        {},
        el("b", { className: grade }, t(`study-grade-${grade}`)),
        ` ${this.#cost(loss)} ${t("study-better", { move: moveWords(better[0]) })}`,
      ),
      show,
    ];
  }

  /** Plays the better line as a variation. @param {Verdict} verdict */
  async #show({ node, better }) {
    if (!node.parent) return;
    this.study.goTo(node.parent);
    await this.study.play(better[0]);
  }

  /** A loss in words. @param {number} loss */
  #cost(loss) {
    const isStones = isOfStones(this.study.game.kind);
    return t(isStones ? "study-cost-stones" : "study-cost-chance", { value: lossValue(loss) });
  }

  /** A loss as short as possible. @param {number} loss */
  #loss(loss) {
    return `−${lossValue(loss)}${isOfStones(this.study.game.kind) ? "" : "%"}`;
  }
}

/** A loss in stones or percent; tenths only where they matter. @param {number} loss */
function lossValue(loss) {
  const value = loss / 100;
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : value.toFixed(0);
}
