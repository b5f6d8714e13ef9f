// The engine's evaluation: of the current position while it searches, and of a whole game, position by
// position.

import { Failure, sentence } from "./net.js";
import { recall, remember } from "./prefs.js";
import { scoreOfResult } from "./study-eval.js";
import { analyze, askPosition } from "./study-net.js";
import { t } from "./text.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-tree.js").StudyNode} StudyNode */
/** @typedef {import("./study-net.js").AnalysisReport} AnalysisReport */

/** Delay, so that positions passed while stepping are not analyzed. */
const BEGIN_AFTER_MS = 200;

export class Engine {
  /** Whether the current position is analyzed. */
  isOn = false;
  /** @type {AnalysisReport | null} its last report on the current position */
  report = null;
  /** @type {{ done: number, all: number } | null} progress of the analysis of the whole game */
  progress = null;
  problem = "";
  limits = recall("study-engine", { lines: 3, seconds: 10, gameSeconds: 1 });

  #stop = new AbortController();
  #stopGame = new AbortController();
  /** @type {() => void} */
  #onChange;

  /**
   * @param {Study} study
   * @param {() => void} onChange called whenever there is something new to show
   */
  constructor(study, onChange) {
    this.study = study;
    this.#onChange = onChange;
    let shown = study.node;
    study.listen((subject) => {
      if (subject !== "place" || study.node === shown) return;
      shown = study.node;
      this.#restart();
    });
  }

  close() {
    this.#stop.abort();
    this.#stopGame.abort();
  }

  toggle() {
    this.isOn = !this.isOn;
    this.#restart();
  }

  /** @param {Partial<Engine["limits"]>} limits */
  setLimits(limits) {
    this.limits = { ...this.limits, ...limits };
    remember("study-engine", this.limits);
    if (!("gameSeconds" in limits)) this.#restart();
  }

  #restart() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.report = null;
    this.problem = "";
    const { signal } = this.#stop;
    if (this.isOn) setTimeout(() => signal.aborted || this.#think(signal), BEGIN_AFTER_MS);
    this.#onChange();
  }

  /** @param {AbortSignal} signal */
  async #think(signal) {
    const { node } = this.study;
    const { lines, seconds } = this.limits;
    try {
      for await (const report of this.#ask(node, lines, seconds, signal)) {
        if (signal.aborted) return;
        this.report = report;
        this.#keep(node, report);
        this.#onChange();
      }
    } catch (error) {
      if (signal.aborted) return;
      this.problem = error instanceof Failure ? sentence(error) : t("study-engine-broke-off");
      this.isOn = false;
      this.#onChange();
    }
  }

  /**
   * @param {StudyNode} node
   * @param {number} lines
   * @param {number} seconds
   * @param {AbortSignal} signal
   */
  #ask(node, lines, seconds, signal) {
    return analyze(this.study.game.spec, this.study.originOf(node), { lines, seconds }, signal);
  }

  /**
   * Keeps the best known evaluation of a position.
   * @param {StudyNode} node
   * @param {AnalysisReport} report
   */
  #keep(node, { lines, depth }) {
    const [best] = lines;
    const isShallow = node.score?.depth !== undefined && node.score.depth > depth;
    if (!best || isShallow) return;
    node.score = { eval: best.eval, exact: best.exact, certainty: best.certainty, depth };
    this.study.tell("score");
  }

  /** Analyzes every position of the line in turn; a second call stops it. */
  async toggleGame() {
    if (this.progress) {
      this.#stopGame.abort();
      return;
    }
    this.#stopGame = new AbortController();
    const { signal } = this.#stopGame;
    const { line } = this.study;
    this.problem = "";
    try {
      for (const [done, node] of line.entries()) {
        this.progress = { done, all: line.length };
        this.#onChange();
        // An evaluation without a depth was the player's own.
        if (node.score?.depth === undefined) await this.#rate(node, signal);
      }
    } catch (error) {
      if (!signal.aborted) {
        this.problem = error instanceof Failure ? sentence(error) : t("study-engine-broke-off");
      }
    }
    this.progress = null;
    this.#onChange();
  }

  /**
   * @param {StudyNode} node
   * @param {AbortSignal} signal
   */
  async #rate(node, signal) {
    // If the game may be over, ask the rules, not the engine.
    if (node.children.length === 0) {
      node.position ??= await askPosition(this.study.game.spec, this.study.originOf(node), signal);
      if (node.position.result) {
        node.score = scoreOfResult(node.position.result);
        this.study.tell("score");
        return;
      }
    }
    for await (const report of this.#ask(node, 1, this.limits.gameSeconds, signal)) this.#keep(node, report);
  }
}
