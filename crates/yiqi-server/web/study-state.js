// The state of a study: a move tree, the current position in it, and the server's data on it.
// Views listen and draw; only this module changes state.

import { Failure, sentence } from "./net.js";
import { askPosition, Refusal } from "./study-net.js";
import { besideOf, branchOf, childOf, lineOf, movesTo, placeNamed, Tree } from "./study-tree.js";
import { t } from "./text.js";

/** @typedef {import("./study-tree.js").StudyNode} StudyNode */
/** @typedef {import("./study-net.js").StudyPosition} StudyPosition */
/**
 * `place`: another position is shown, or more is known about it. `tree`: moves were added or removed.
 * `score`: an evaluation arrived. `note`: there is a message to show.
 * @typedef {"place" | "tree" | "score" | "note"} Subject
 */

/** Delay, so that stepping fast does not request every position passed. */
const ASK_AFTER_MS = 90;

export class Study {
  /** @type {Set<(subject: Subject) => void>} */
  #listeners = new Set();
  #asking = new AbortController();
  #timer = 0;

  /** The message to show, and the points it refers to. */
  note = { text: "", points: /** @type {string[]} */ ([]) };
  /** Whether moves were added or removed since the study was opened. */
  isChanged = false;

  /**
   * @param {ReplayResponse} answer
   * @param {{ table: string | null }} source
   */
  constructor(answer, { table }) {
    this.answer = answer;
    this.table = table;
    this.game = answer.game;
    this.tree = Tree.ofReplay(answer);
    /** @type {StudyNode} */
    this.node = this.tree.root;
  }

  /** @param {(subject: Subject) => void} listener */
  listen(listener) {
    this.#listeners.add(listener);
  }

  /** @param {Subject} subject */
  tell(subject) {
    for (const listener of this.#listeners) listener(subject);
  }

  close() {
    this.#listeners.clear();
    this.#stopAsking();
  }

  get line() {
    return lineOf(this.node);
  }

  /**
   * A position as sent to the server.
   * @param {StudyNode} node
   */
  originOf(node) {
    return { start: this.answer.start, moves: movesTo(node) };
  }

  /**
   * Shows a position.
   * @param {StudyNode} node
   */
  goTo(node) {
    this.node = node;
    this.say("");
    this.#stopAsking();
    if (!node.position) {
      const asking = this.#asking;
      this.#timer = setTimeout(() => this.#ask(node, asking.signal), ASK_AFTER_MS);
    }
    this.tell("place");
  }

  #stopAsking() {
    clearTimeout(this.#timer);
    this.#asking.abort();
    this.#asking = new AbortController();
  }

  /**
   * @param {StudyNode} node
   * @param {AbortSignal} signal
   */
  async #ask(node, signal) {
    try {
      node.position = await askPosition(this.game.spec, this.originOf(node), signal);
      if (node === this.node) this.tell("place");
    } catch (error) {
      if (!signal.aborted) this.refuse(error);
    }
  }

  /** @param {number} count moves forward, or back if negative */
  step(count) {
    const { line } = this;
    const ply = Math.min(line.length - 1, Math.max(0, this.node.ply + count));
    if (line[ply] !== this.node) this.goTo(line[ply]);
  }

  /** @param {1 | -1} step */
  goBeside(step) {
    const node = besideOf(this.node, step);
    if (node) this.goTo(node);
  }

  /** @param {string} text such as `b5`, `w7`, `12` or `end` */
  jump(text) {
    const { node, isPlace } = placeNamed(this.node, text);
    if (node) this.goTo(node);
    else if (isPlace) this.say(t("study-no-such-place", { place: text.trim(), count: this.line.length - 1 }));
    else this.say(t("study-not-a-place", { text: text.trim() }));
    return node !== null;
  }

  /**
   * Tries a move: follows it if the tree has it, and adds a variation otherwise. A refusal
   * is shown and changes nothing.
   * @param {string} move
   */
  async play(move) {
    const from = this.node;
    const known = childOf(from, move);
    try {
      const node = known ?? (await this.#add(from, move));
      // If the reader has moved elsewhere in the meantime, stay there.
      if (this.node !== from) return false;
      this.goTo(node);
      return true;
    } catch (error) {
      if (this.node === from) this.refuse(error);
      return false;
    }
  }

  /**
   * Tries several moves in turn, up to the first refusal.
   * @param {string[]} moves
   */
  async playAll(moves) {
    for (const move of moves) if (!(await this.play(move))) return;
  }

  /**
   * @param {StudyNode} from
   * @param {string} move
   */
  async #add(from, move) {
    const { start, moves } = this.originOf(from);
    const position = await askPosition(this.game.spec, { start, moves: [...moves, move] });
    const change = position.last ?? { move, stone: null, flipped: [] };
    const node = this.tree.add(from, change, from.position?.turn ?? change.stone);
    node.position = position;
    this.isChanged = true;
    this.tell("tree");
    return node;
  }

  /** What can be deleted here: the current variation, or else the game from this move on. */
  get deletable() {
    return branchOf(this.node) ?? (this.node.parent ? this.node : null);
  }

  /**
   * Removes a move and everything after it from the tree.
   * @param {StudyNode} node
   */
  delete(node) {
    if (!node.parent) return;
    this.tree.remove(node);
    this.isChanged = true;
    this.goTo(node.parent);
    this.tell("tree");
  }

  /** The recorded result; null once the game's own moves were changed. */
  get result() {
    const played = this.answer.nodes.filter((node) => node.main).length;
    return lineOf(this.tree.root).length === played + 1 ? this.answer.result : null;
  }

  /**
   * @param {string} text
   * @param {string[]} [points]
   */
  say(text, points = []) {
    this.note = { text, points };
    this.tell("note");
  }

  /** @param {unknown} error */
  refuse(error) {
    if (!(error instanceof Failure)) throw error;
    this.say(sentence(error), error instanceof Refusal ? error.points : []);
  }
}
