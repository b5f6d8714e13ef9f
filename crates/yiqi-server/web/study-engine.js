// The engine's evaluation: of the current position while it searches, and of a whole game, position by
// position.

import { Failure, sentence } from "./net.js";
import { recall, remember } from "./prefs.js";
import { scoreOfResult } from "./study-eval.js";
import { follow } from "./study-link.js";
import { analyze, askGameAnalysis, askPosition, followGameAnalysis } from "./study-net.js";
import { t } from "./text.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-tree.js").StudyNode} StudyNode */
/** @typedef {import("./study-net.js").AnalysisReport} AnalysisReport */

/** How long to wait before asking again for an analysis whose stream broke off. */
const AGAIN_AFTER_MS = 3000;
/** Why a server does not analyze a game itself. */
const NOT_KEPT = ["not_found", "not_yours", "not_over", "nothing_to_analyze", "http_404"];
/** Delay, so that positions passed while stepping are not analyzed. */
const BEGIN_AFTER_MS = 200;

export class Engine {
  /** Whether the current position is analyzed. */
  isOn = false;
  /** @type {AnalysisReport | null} its last report on the current position */
  report = null;
  /** @type {{ done: number, all: number } | null} progress of the analysis of the whole game */
  progress = null;
  /** Whether the server analyzes the game and keeps the result: it is a finished game of a table. */
  isKept = false;
  /** @type {import("./study-net.js").GameAnalysis["stage"]} of the analysis that is kept */
  stage = "idle";
  /** Whether the analysis that is kept got more time. */
  isDeep = false;
  problem = "";
  limits = recall("study-engine", { lines: 3, seconds: 10, gameSeconds: 1 });

  /** @type {string[]} the moves of the game that the server analyzes */
  #moves = [];
  /** The positions that the server has analyzed, and whether with more time. @type {Map<number, boolean>} */
  #known = new Map();
  /** Whether to begin as soon as it is known that nobody has begun yet. */
  #isAsked = false;
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
    this.isKept = study.table !== null && study.answer.result !== null;
    if (this.isKept) this.#follow();
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
    const { eval: value, exact, certainty, moves } = best;
    node.score = { eval: value, exact, certainty, depth, best: moves };
    this.study.tell("score");
  }

  /** Whether the game can still be analyzed, or analyzed with more time. */
  get mayAnalyze() {
    return !this.isKept || this.stage === "idle" || (this.stage === "done" && !this.isDeep);
  }

  /** Analyzes the game: the server does it for everybody, or this page for itself. */
  analyzeGame() {
    return this.isKept ? this.#askServer() : this.#toggleGame();
  }

  /** Analyzes the game unless that was done already. */
  ensureAnalysis() {
    this.#isAsked = true;
    if (!this.isKept) this.#begin();
  }

  #begin() {
    if (!this.#isAsked) return;
    this.#isAsked = false;
    if (this.stage === "idle" && !this.progress) this.analyzeGame();
  }

  async #askServer() {
    const { table } = this.study;
    const isAgain = this.stage === "done";
    this.problem = "";
    try {
      if (table) this.#take(await askGameAnalysis(table, isAgain));
    } catch (error) {
      this.problem = sentence(error);
    }
    this.#onChange();
    // The stream of an analysis ends with it; before that, there is one already.
    if (isAgain && this.stage !== "done") await this.#follow();
  }

  /** Shows what the server finds, until it is done. Leaving stops nothing there. */
  async #follow() {
    const { table } = this.study;
    this.#stopGame.abort();
    this.#stopGame = new AbortController();
    const { signal } = this.#stopGame;
    while (!signal.aborted && this.isKept) {
      try {
        for await (const part of followGameAnalysis(table ?? "", signal)) {
          if (signal.aborted) return;
          this.#take(part);
          this.#onChange();
          this.#begin();
        }
        if (this.stage === "done") return;
      } catch (error) {
        if (signal.aborted) return;
        // Nothing that a server keeps: this page does it by itself.
        if (error instanceof Failure && NOT_KEPT.includes(error.code)) {
          this.isKept = false;
          this.#onChange();
          this.#begin();
          return;
        }
      }
      // The server restarts, or the line is down: it goes on there by itself.
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }

  /** @param {import("./study-net.js").GameAnalysis} part */
  #take({ stage, deep, moves, positions }) {
    this.stage = stage;
    this.isDeep = deep;
    if (moves) this.#moves = moves;
    for (const { ply, depth, eval: value, exact = false, certainty, moves: best, deep: isDeep } of positions) {
      this.#known.set(ply, isDeep);
      const node = follow(this.study.tree.root, this.#moves.slice(0, ply));
      const isShallow = node.score?.depth !== undefined && node.score.depth > depth && !exact;
      if (node.ply !== ply || value === undefined || isShallow) continue;
      node.score = { eval: value, exact, certainty, depth, best };
    }
    const done = [...this.#known.values()].filter((isDeep) => isDeep || !deep).length;
    this.progress = stage === "running" ? { done, all: this.#moves.length + 1 } : null;
    if (positions.length) this.study.tell("score");
  }

  /** Analyzes every position of the line in turn; a second call stops it. */
  async #toggleGame() {
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
