// A graph of the evaluations along the line: above the middle, Black is ahead.

import { svg } from "./board-draw.js";
import { el, fill } from "./dom.js";
import { evalLabel, evalWords, fullEval, mistakeOf } from "./study-eval.js";
import { moveWords } from "./study-moves.js";
import { t } from "./text.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-tree.js").StudyNode} StudyNode */

const HEIGHT = 100;
const WIDTH = 1000;
/** Padding at both ends, so that the first and last positions can be seen and clicked. */
const INSET = 8;

export class Graph {
  #area = svg("path", { class: "study-graph-area" });
  #curve = svg("path", { class: "study-graph-curve" });
  #dots = svg("path", { class: "study-graph-dots" });
  #mistakes = svg("path", { class: "study-graph-mistakes" });
  /** The evaluation that reaches the edge. */
  #full = 1;
  #now = svg("line", { class: "study-graph-now", y1: 0, y2: HEIGHT });
  #hover = svg("line", { class: "study-graph-hover", y1: 0, y2: HEIGHT, visibility: "hidden" });
  #words = el("p", { className: "study-graph-words" });
  #drawing;

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    const middle = svg("line", {
      class: "study-graph-middle",
      x1: 0,
      x2: WIDTH,
      y1: HEIGHT / 2,
      y2: HEIGHT / 2,
    });
    this.#drawing = svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" },
      [this.#area, middle, this.#curve, this.#dots, this.#mistakes, this.#hover, this.#now],
    );
    this.element = el(
      "figure",
      { className: "study-graph" },
      el("span", { className: "study-graph-side", "aria-hidden": "true" }, t("color-black")),
      el("span", { className: "study-graph-side white", "aria-hidden": "true" }, t("color-white")),
      this.#drawing,
      this.#words,
    );
    this.#drawing.addEventListener("click", (event) => study.goTo(this.#under(event)));
    this.#drawing.addEventListener("pointermove", (event) => this.#point(this.#under(event)));
    this.#drawing.addEventListener("pointerleave", () => this.#point(null));
    study.listen((subject) => subject !== "note" && this.draw());
    this.draw();
  }

  draw() {
    const { line, node } = this.study;
    const known = line.flatMap((each) => each.score ?? []);
    this.#full = fullEval(known, this.study.game.kind);
    this.#curve.setAttribute(
      "d",
      runs(line)
        .map((run) => `M${run.map((each) => this.#place(each)).join("L")}`)
        .join(""),
    );
    this.#area.setAttribute(
      "d",
      runs(line)
        .map((run) => this.#areaOf(run))
        .join(""),
    );
    // A known position between unknown ones has no curve and is drawn as a dot.
    this.#dots.setAttribute(
      "d",
      runs(line)
        .filter((run) => run.length === 1)
        .map((run) => `M${this.#place(run[0])}h0`)
        .join(""),
    );
    this.#mistakes.setAttribute(
      "d",
      line
        .filter((each) => this.#mistake(each))
        .map((each) => `M${this.#place(each)}h0`)
        .join(""),
    );
    const x = String(this.#x(node));
    this.#now.setAttribute("x1", x);
    this.#now.setAttribute("x2", x);
    this.#drawing.setAttribute(
      "aria-label",
      t("study-graph-label", { count: known.length, all: line.length }),
    );
    this.#describe(node);
  }

  /** @param {StudyNode} node */
  #x(node) {
    const last = this.study.line.length - 1;
    return last ? INSET + (node.ply / last) * (WIDTH - 2 * INSET) : WIDTH / 2;
  }

  /** @param {StudyNode} node */
  #place(node) {
    const height = node.score ? Math.max(-1, Math.min(1, node.score.eval / this.#full)) : 0;
    return `${this.#x(node).toFixed(1)} ${(HEIGHT / 2 - height * (HEIGHT / 2 - 4)).toFixed(1)}`;
  }

  /** What the move to a position cost, if it was a mistake. @param {StudyNode} node */
  #mistake({ parent, score, side }) {
    if (!parent?.score || !score || !side) return 0;
    return mistakeOf(parent.score, score, side, this.study.game.kind);
  }

  /** @param {StudyNode[]} run */
  #areaOf(run) {
    const [from, to] = [this.#x(run[0]), this.#x(run[run.length - 1])].map((x) => x.toFixed(1));
    return `M${from} ${HEIGHT / 2}L${run.map((each) => this.#place(each)).join("L")}L${to} ${HEIGHT / 2}Z`;
  }

  /** @param {MouseEvent} event */
  #under(event) {
    const { line } = this.study;
    const box = this.#drawing.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return line[Math.round(share * (line.length - 1))];
  }

  /** @param {StudyNode | null} node */
  #point(node) {
    this.#hover.setAttribute("visibility", node ? "visible" : "hidden");
    if (node) for (const end of ["x1", "x2"]) this.#hover.setAttribute(end, String(this.#x(node)));
    this.#describe(node ?? this.study.node);
  }

  /** @param {StudyNode} node */
  #describe(node) {
    const place = node.change
      ? t("study-after-move", { ply: node.ply, move: moveWords(node.move) })
      : t("study-start");
    const { score } = node;
    const words = score ? evalWords(score, this.study.game.kind) : t("study-eval-unknown");
    fill(
      this.#words,
      el("span", {}, place),
      score && el("strong", {}, evalLabel(score, this.study.game.kind)),
      el("span", {}, words),
      this.#mistake(node) > 0 && el("em", {}, t("study-mistake")),
    );
  }
}

/**
 * Positions whose evaluation is known, in runs without gaps.
 * @param {StudyNode[]} line
 */
function runs(line) {
  /** @type {StudyNode[][]} */
  const found = [];
  line.forEach((node, index) => {
    if (!node.score) return;
    if (index > 0 && line[index - 1].score) found[found.length - 1].push(node);
    else found.push([node]);
  });
  return found;
}
