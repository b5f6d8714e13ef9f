// A graph of the evaluations along the line: above the middle, Black is ahead.

import { svg } from "./board-draw.js";
import { el, fill, stone } from "./dom.js";
import { verdictOn } from "./study-coach.js";
import { evalLabel, evalWords, fullEval, isOfStones } from "./study-eval.js";
import { moveWords } from "./study-moves.js";
import { lineOf } from "./study-tree.js";
import { t } from "./text.js";
import { colorName } from "./words.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-tree.js").StudyNode} StudyNode */

const HEIGHT = 100;
const WIDTH = 1000;
/** Padding at both ends, so that the first and last positions can be seen and clicked. */
const INSET = 8;
const GRADES = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);

let graphCount = 0;

export class Graph {
  #black = svg("path", { class: "study-graph-area black" });
  #white = svg("path", { class: "study-graph-area white" });
  #curve = svg("path", { class: "study-graph-curve" });
  #dots = svg("path", { class: "study-graph-dots" });
  #mistakes = GRADES.map((grade) => svg("path", { class: `study-graph-mistakes ${grade}` }));
  /** The evaluation that reaches the edge. */
  #full = 1;
  #now = svg("line", { class: "study-graph-now", y1: 0, y2: HEIGHT });
  #hover = svg("line", { class: "study-graph-hover", y1: 0, y2: HEIGHT, visibility: "hidden" });
  #words = el("p", { className: "study-graph-words" });
  #scale = ["black", "white"].map(() => el("b", {}));
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
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "slider", tabindex: 0, "aria-valuemin": 0 },
      [...this.#clips(), this.#black, this.#white, middle, this.#curve, this.#dots, ...this.#mistakes, this.#hover, this.#now],
    );
    const side = (/** @type {Color} */ color, /** @type {number} */ index) =>
      el("span", { className: "study-graph-side" }, stone(color, colorName(color)), this.#scale[index]);
    this.element = el(
      "figure",
      { className: "study-graph" },
      // Beside the curve, so that nothing is ever written on it.
      el("div", { className: "study-graph-sides", "aria-hidden": "true" }, side("black", 0), side("white", 1)),
      this.#drawing,
      this.#words,
      el("figcaption", { className: "hint" }, t(`study-view-${isOfStones(study.game.kind) ? "stones" : "chance"}`)),
    );
    this.#drawing.addEventListener("click", (event) => study.goTo(this.#under(event)));
    this.#drawing.addEventListener("pointermove", (event) => this.#point(this.#under(event)));
    this.#drawing.addEventListener("pointerleave", () => this.#point(null));
    study.listen((subject) => subject !== "note" && subject !== "words" && this.draw());
    this.draw();
  }

  /** The half of each side. */
  #clips() {
    const id = `graph-${(graphCount += 1)}`;
    return [this.#black, this.#white].map((area, index) => {
      area.setAttribute("clip-path", `url(#${id}-${index})`);
      const half = svg("rect", { x: 0, y: (index * HEIGHT) / 2, width: WIDTH, height: HEIGHT / 2 });
      return svg("clipPath", { id: `${id}-${index}` }, [half]);
    });
  }

  /** The line shown; looking at a better line changes nothing here. */
  get #line() {
    return lineOf(this.study.anchor);
  }

  draw() {
    const { anchor: node, game } = this.study;
    const line = this.#line;
    const known = line.flatMap((each) => each.score ?? []);
    this.#full = fullEval(known, game.kind);
    const stones = Math.ceil(this.#full / 100);
    const ends = isOfStones(game.kind) ? [`+${stones}`, `−${stones}`] : ["100%", "0%"];
    this.#scale.forEach((end, index) => (end.textContent = ends[index]));
    const all = runs(line);
    const path = (/** @type {(run: StudyNode[]) => string} */ shape) => all.map(shape).join("");
    this.#curve.setAttribute("d", path((run) => `M${run.map((each) => this.#place(each)).join("L")}`));
    for (const area of [this.#black, this.#white]) area.setAttribute("d", path((run) => this.#areaOf(run)));
    // A known position between unknown ones has no curve and is drawn as a dot.
    this.#dots.setAttribute("d", path((run) => (run.length === 1 ? `M${this.#place(run[0])}h0` : "")));
    const verdicts = line.map((each) => ({ each, grade: verdictOn(each, game.kind)?.grade }));
    GRADES.forEach((grade, index) => {
      const dots = verdicts.filter((verdict) => verdict.grade === grade);
      this.#mistakes[index].setAttribute("d", dots.map(({ each }) => `M${this.#place(each)}h0`).join(""));
    });
    const x = String(this.#x(node));
    this.#now.setAttribute("x1", x);
    this.#now.setAttribute("x2", x);
    const label = t("study-graph-label", { count: known.length, all: line.length });
    this.#drawing.setAttribute("aria-label", label);
    this.#drawing.setAttribute("aria-valuemax", String(line.length - 1));
    this.#drawing.setAttribute("aria-valuenow", String(node.ply));
    this.#drawing.setAttribute("aria-valuetext", this.#describeHere());
  }

  /** @param {StudyNode} node */
  #x(node) {
    const last = this.#line.length - 1;
    return last ? INSET + (node.ply / last) * (WIDTH - 2 * INSET) : WIDTH / 2;
  }

  /** @param {StudyNode} node */
  #place(node) {
    const height = node.score ? Math.max(-1, Math.min(1, node.score.eval / this.#full)) : 0;
    return `${this.#x(node).toFixed(1)} ${(HEIGHT / 2 - height * (HEIGHT / 2 - 4)).toFixed(1)}`;
  }

  /** @param {StudyNode[]} run */
  #areaOf(run) {
    const [from, to] = [this.#x(run[0]), this.#x(run[run.length - 1])].map((x) => x.toFixed(1));
    return `M${from} ${HEIGHT / 2}L${run.map((each) => this.#place(each)).join("L")}L${to} ${HEIGHT / 2}Z`;
  }

  /** @param {MouseEvent} event */
  #under(event) {
    const line = this.#line;
    const box = this.#drawing.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return line[Math.round(share * (line.length - 1))];
  }

  /** @param {StudyNode | null} node */
  #point(node) {
    this.#hover.setAttribute("visibility", node ? "visible" : "hidden");
    if (node) for (const end of ["x1", "x2"]) this.#hover.setAttribute(end, String(this.#x(node)));
    if (node) this.#describe(node);
    else this.#describeHere();
  }

  /** The words about the position shown. */
  #describeHere() {
    const { isLooking, better, node, anchor } = this.study;
    if (!isLooking) return this.#describe(anchor);
    const words = t("study-better-place", { number: better.indexOf(node) + 1, count: better.length });
    this.#words.textContent = words;
    return words;
  }

  /** @param {StudyNode} node */
  #describe(node) {
    const { kind } = this.study.game;
    const place = node.change
      ? t("study-after-move", { ply: node.ply, move: moveWords(node.move) })
      : t("study-start");
    const { score } = node;
    const words = score ? evalWords(score, kind) : t("study-eval-unknown");
    const grade = verdictOn(node, kind)?.grade;
    const called = grade ? t(`study-grade-${grade}`) : "";
    fill(
      this.#words,
      el("span", {}, place),
      score && el("strong", {}, evalLabel(score, kind)),
      called && el("em", { className: grade }, called),
      el("span", {}, words),
    );
    const whole = [place, words, called].filter(Boolean).join(" ");
    // The line may be too short for all of it.
    this.#words.title = whole;
    return whole;
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
