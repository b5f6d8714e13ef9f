// The engine panel: switch, limits, and the best lines in words.

import { button, el, fill } from "./dom.js";
import { SIGNS, verdictOn } from "./study-coach.js";
import { Engine } from "./study-engine.js";
import { evalLabel, evalWords } from "./study-eval.js";
import { moveWords } from "./study-moves.js";
import { t } from "./text.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-net.js").AnalysisLine} AnalysisLine */

/** The server accepts whole seconds, at most a minute. */
const SECONDS = [2, 5, 10, 30, 60];
const GAME_SECONDS = [1, 2, 5, 10];

export class EnginePanel {
  #toggle = button(t("study-engine"), () => this.engine.toggle(), { className: "study-toggle" });
  #status = el("span", { className: "study-engine-status" });
  #verdict = el("p", { className: "study-verdict" });
  #lines = el("ol", { className: "study-best" });
  #game = button("", () => this.engine.analyzeGame());
  #progress = el("progress", { hidden: true, "aria-label": t("study-analyze-progress") });
  #problem = el("p", { className: "problem", role: "alert" });
  #each;

  /**
   * @param {Study} study
   * @param {import("./board.js").YiqiBoard} board
   */
  constructor(study, board) {
    this.study = study;
    this.board = board;
    this.engine = new Engine(study, () => this.#draw());
    const { limits } = this.engine;
    const set = (/** @type {keyof Engine["limits"]} */ name) => (/** @type {number} */ value) =>
      this.engine.setLimits({ [name]: value });
    const seconds = (/** @type {number} */ value) => t("study-seconds", { seconds: value });
    this.#each = choice(t("study-time-each"), GAME_SECONDS, limits.gameSeconds, seconds, set("gameSeconds"));
    this.element = el(
      "section",
      { className: "study-engine", "aria-label": t("study-engine") },
      el(
        "div",
        { className: "study-row study-limits" },
        this.#toggle,
        choice(t("study-lines"), [1, 2, 3, 4, 5], limits.lines, String, set("lines")),
        choice(t("study-time"), SECONDS, limits.seconds, seconds, set("seconds")),
        this.#game,
        this.#each,
        this.#progress,
      ),
      this.#status,
      this.#verdict,
      this.#lines,
      this.#problem,
    );
    study.listen((subject) => (subject === "place" || subject === "score") && this.#showBest());
    this.#draw();
  }

  close() {
    this.engine.close();
  }

  #draw() {
    const { isOn, report, problem, progress } = this.engine;
    this.#toggle.setAttribute("aria-pressed", String(isOn));
    this.#toggle.classList.toggle("thinks", isOn && !report?.done);
    this.#status.textContent = isOn ? this.#statusWords() : "";
    this.#problem.textContent = problem;
    const lines = isOn && report ? report.lines : [];
    const [best] = lines;
    fill(
      this.#verdict,
      best && el("strong", {}, evalLabel(best, this.study.game.kind)),
      best && ` ${evalWords(best, this.study.game.kind)}`,
    );
    fill(this.#lines, ...lines.map((line) => this.#line(line)));
    this.#lines.hidden = lines.length === 0;
    this.#showBest();
    this.#game.textContent = this.#gameWords();
    this.#game.disabled = this.engine.isKept && progress !== null;
    this.#game.hidden = !this.engine.mayAnalyze && !progress;
    this.#each.hidden = this.engine.isKept;
    this.#progress.hidden = !progress;
    if (progress) [this.#progress.max, this.#progress.value] = [progress.all, progress.done];
  }

  #gameWords() {
    const { progress, isKept, stage } = this.engine;
    if (progress) return t(isKept ? "study-analyzing" : "study-analyze-stop", progress);
    return t(isKept && stage === "done" ? "study-analyze-deeper" : "study-analyze-game");
  }

  /** Draws the best moves on the board; before a mistake, what was played and what was better. */
  #showBest() {
    const { isOn, report } = this.engine;
    const { node, game, mistake } = this.study;
    const lines = isOn && report ? report.lines : [];
    /** @type {import("./board.js").Best[]} */
    const shown = lines.map((line, index) => ({
      move: line.moves[0],
      label: evalLabel(line, game.kind),
      look: index === 0 ? "first" : "",
    }));
    const verdict = !isOn && mistake?.parent === node ? verdictOn(mistake, game.kind) : null;
    if (verdict?.grade) {
      shown.push({ move: verdict.better[0], label: "✓", look: "better" });
      shown.push({ move: verdict.node.move, label: SIGNS[verdict.grade], look: "played" });
    }
    this.board.best = shown.length ? shown : null;
  }

  #statusWords() {
    const { report } = this.engine;
    if (!report || report.depth === 0) {
      return report?.done ? t("study-engine-nothing") : t("study-engine-thinks");
    }
    const args = { depth: report.depth, seconds: (report.ms / 1000).toFixed(1) };
    return t(report.done ? "study-engine-done" : "study-engine-depth", args);
  }

  /** @param {AnalysisLine} line */
  #line(line) {
    const moves = line.moves.map((move, index) => {
      const upTo = line.moves.slice(0, index + 1);
      const title = t("study-try-line", { move: moveWords(move) });
      return button(moveWords(move), () => this.study.playAll(upTo), { className: "study-try", title });
    });
    return el("li", {}, el("strong", {}, evalLabel(line, this.study.game.kind)), " ", ...moves);
  }
}

/**
 * @param {string} label
 * @param {number[]} values
 * @param {number} chosen
 * @param {(value: number) => string} words
 * @param {(value: number) => void} act
 */
function choice(label, values, chosen, words, act) {
  const options = values.map((value) =>
    el("option", { value: String(value), selected: value === chosen }, words(value)),
  );
  const select = el("select", {}, ...options);
  select.addEventListener("change", () => act(Number(select.value)));
  return el("label", { className: "study-choice" }, el("span", {}, label), select);
}
