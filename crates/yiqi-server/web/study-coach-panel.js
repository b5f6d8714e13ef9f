// The mistakes of the line in words, what was better, and how well each side played.

import { button, el, fill, keepInView, stone } from "./dom.js";
import { accuracies, mistakeBeside, SIGNS, verdictOn, verdictsOn } from "./study-coach.js";
import { isOfStones } from "./study-eval.js";
import { moveWords } from "./study-moves.js";
import { lang, t } from "./text.js";
import { colorName, playerWords } from "./words.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-coach.js").Verdict} Verdict */
/** @typedef {import("./study-tree.js").StudyNode} StudyNode */

export class CoachPanel {
  #accuracy = el("div", { className: "study-accuracy" });
  #here = el("p", { className: "study-here-words", role: "status" });
  #better = button("", () => this.#show(), { className: "small" });
  #list = el("ol", { className: "study-mistakes" });
  /** The mistake marked in the list. @type {StudyNode | null} */
  #marked = null;
  #back = button("↑", () => this.step(-1), { className: "small", title: t("study-previous-mistake") });
  #forward = button("↓", () => this.step(1), { className: "small", title: t("study-next-mistake") });

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.#back.setAttribute("aria-label", t("study-previous-mistake"));
    this.#forward.setAttribute("aria-label", t("study-next-mistake"));
    // The words about the present move, beside buttons that never move.
    this.here = el(
      "div",
      { className: "study-here" },
      this.#back,
      this.#forward,
      this.#here,
      this.#better,
    );
    this.element = el(
      "section",
      { className: "study-coach", "aria-labelledby": "study-coach" },
      el("h2", { id: "study-coach" }, t("study-coach")),
      this.#accuracy,
      this.#list,
    );
    study.listen((subject) => subject !== "note" && subject !== "words" && this.#draw());
    this.#draw();
  }

  /** Goes to the next or the previous mistake. @param {1 | -1} step */
  step(step) {
    const { mainLine, mistake, node, game } = this.study;
    const found = mistakeBeside(mainLine, mistake ?? node, step, game.kind);
    if (found) this.study.review(found);
    else this.study.say(t("study-coach-none"));
  }

  #draw() {
    const { mainLine, game, mistake, node } = this.study;
    const verdicts = verdictsOn(mainLine, game.kind);
    this.element.hidden = this.here.hidden = verdicts.length === 0;
    if (this.element.hidden) return;
    const mistakes = verdicts.filter(({ grade }) => grade !== null);
    this.#back.disabled = this.#forward.disabled = mistakes.length === 0;
    fill(this.#accuracy, ...this.#players());
    const verdict = verdictOn(mistake ?? node, game.kind);
    fill(this.#here, ...this.#words(verdict));
    // The way back from the better line is beside the board.
    this.#better.hidden = !verdict?.grade || this.study.isLooking;
    this.#better.textContent = t(mistake ? "study-better-line" : "study-better-show");
    fill(this.#list, ...mistakes.map((verdict) => this.#item(verdict)));
    if (mistakes.length === 0) fill(this.#list, el("li", { className: "hint" }, t("study-coach-none")));
    const at = mistake ?? node;
    const scroller = this.element.parentElement;
    const item = this.#list.querySelector("[aria-current]");
    if (at !== this.#marked && scroller && item) keepInView(scroller, item);
    this.#marked = at;
  }

  #players() {
    const { mainLine, game, answer } = this.study;
    const other = answer.first === "black" ? "white" : "black";
    return accuracies(mainLine, game.kind, answer.first).map(({ percent, grades }, seat) => {
      const color = seat === 0 ? answer.first : other;
      const name = answer.players[seat] ? playerWords(answer.players[seat]) : colorName(color);
      return el(
        "p",
        { title: t("study-accuracy-how") },
        stone(color, colorName(color)),
        el("bdi", { className: "study-accuracy-name" }, name),
        el("strong", {}, percent === null ? "–" : t("study-accuracy", { percent })),
        el("span", { className: "study-grades" }, gradeWords(grades)),
      );
    });
  }

  /** @param {Verdict} verdict */
  #item({ node, loss, grade }) {
    if (!grade) return null;
    const isHere = node === (this.study.mistake ?? this.study.node);
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          className: `study-move ${grade}`,
          "aria-current": isHere ? "true" : undefined,
          onclick: () => this.study.review(node),
        },
        el("span", { className: "study-number" }, node.ply),
        stone(node.change?.stone, colorName(node.change?.stone ?? node.side)),
        el("span", {}, moveWords(node.move)),
        el("b", { className: "study-sign", title: t(`study-grade-${grade}`) }, SIGNS[grade]),
        el("span", { className: "study-score" }, this.#cost(loss, "short")),
      ),
    );
  }

  /** What a move was worth: the mistake that is looked at, or the move to the current position. @param {Verdict | null} verdict */
  #words(verdict) {
    if (!verdict) return [];
    const { node, grade, loss, better } = verdict;
    if (!grade) return [t(loss === 0 ? "study-best-move" : "study-good-move", { move: moveWords(node.move) })];
    if (this.study.isLooking) return this.#betterLine(node);
    return [
      el("b", { className: grade }, t("study-graded", { ply: node.ply, move: moveWords(node.move), grade: t(`study-grade-${grade}`) })),
      ` ${this.#cost(loss)} ${t("study-better", { move: moveWords(better[0]) })}`,
    ];
  }

  /** The line that is looked at. @param {StudyNode} mistake */
  #betterLine({ ply, move }) {
    const { better, node } = this.study;
    const moves = better.map((each) =>
      button(moveWords(each.move), () => this.study.goTo(each), {
        className: "study-try",
        "aria-current": each === node ? "true" : undefined,
      }),
    );
    return [t("study-better-than", { ply, move: moveWords(move) }), " ", ...moves];
  }

  /** Shows the position before a mistake, and from there what was better. */
  #show() {
    const { mistake, node, game } = this.study;
    const verdict = verdictOn(mistake ?? node, game.kind);
    if (mistake) this.study.showBetter(verdict?.better ?? []);
    else this.study.review(node);
  }

  /** A loss in words. @param {number} loss @param {"full" | "short"} [how] */
  #cost(loss, how = "full") {
    const unit = isOfStones(this.study.game.kind) ? "stones" : "chance";
    return t(how === "full" ? `study-cost-${unit}` : `study-cost-${unit}-short`, { value: Math.round(loss / 100) });
  }
}

/** How often somebody went wrong: “2 mistakes, 1 blunder”. @param {Record<import("./study-coach.js").Grade, number>} grades */
function gradeWords(grades) {
  const parts = Object.entries(grades).flatMap(([grade, count]) => (count ? t(`study-count-${grade}`, { count }) : []));
  return parts.join(lang() === "en" ? ", " : "、") || t("study-count-none");
}
