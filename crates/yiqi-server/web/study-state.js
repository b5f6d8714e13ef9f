// The state of a study: a move tree, the current position in it, and the server's data on it.
// Views listen and draw; only this module changes state.

import { Failure, sentence } from "./net.js";
import { Edits } from "./study-edits.js";
import { toggleMark } from "./study-markup.js";
import { askPosition, readFile, Refusal, tryMove } from "./study-net.js";
import { bareRecord, treeText } from "./study-record.js";
import { besideOf, branchOf, childOf, lineOf, movesTo, placeNamed, StudyNode, Tree } from "./study-tree.js";
import { t } from "./text.js";

/** @typedef {import("./study-net.js").StudyPosition} StudyPosition */
/**
 * `place`: another position is shown, or more is known about it. `tree`: moves were added or removed.
 * `words`: a comment or a mark was changed. `score`: an evaluation arrived. `note`: there is a message
 * to show.
 * @typedef {"place" | "tree" | "words" | "score" | "note"} Subject
 */

/** Delay, so that stepping fast does not request every position passed. */
const ASK_AFTER_MS = 90;

export class Study {
  /** @type {Set<(subject: Subject) => void>} */
  #listeners = new Set();
  #asking = new AbortController();
  #timer = 0;

  /** The mistake that is looked at, from the position before it. @type {StudyNode | null} */
  mistake = null;
  /** What was better than the mistake: a line to look at, which is not part of the tree. @type {StudyNode[]} */
  better = [];
  /** The message to show, and the points it refers to. */
  note = { text: "", points: /** @type {string[]} */ ([]) };
  #edits = new Edits();
  /** The moves of the game as it was opened. */
  #played = "";
  /** The game as it was played, as text; null if it is no game of the server. @type {string | null} */
  original = null;

  /**
   * @param {ReplayResponse} answer
   * @param {{ table: string | null, original?: ReplayResponse | null }} source the game as it was played, if this is
   *   a game of the server
   */
  constructor(answer, { table, original = null }) {
    // The server knows the names in the reader's language.
    this.answer = original ? { ...answer, players: original.players } : answer;
    this.table = table;
    this.game = answer.game;
    this.tree = Tree.ofReplay(answer);
    if (original) {
      const played = Tree.ofReplay(original);
      this.original = treeText(played);
      this.tree.noteTakenBack(played);
    }
    this.#played = answer.nodes.flatMap((node) => (node.main ? node.move : [])).join();
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

  /** The line that was played, without variations. */
  get mainLine() {
    return lineOf(this.tree.root);
  }

  /** Whether a position of the better line is shown. */
  get isLooking() {
    return this.better.includes(this.node);
  }

  /** The position shown, or where the better line that is shown leaves the tree. */
  get anchor() {
    return (this.isLooking ? this.mistake?.parent : null) ?? this.node;
  }

  /** Whether this is not the game as it was played, or as it was opened if it is no game of the server. */
  get isDifferent() {
    return this.original === null ? this.#edits.isChanged : treeText(this.tree) !== this.original;
  }

  /** Whether there is more than an address says: what was changed in a game of the server, or more than bare moves. */
  get hasMore() {
    if (this.original !== null) return this.isDifferent;
    return this.answer.players.some(Boolean) || treeText(this.tree) !== movesTo(lineOf(this.anchor).at(-1) ?? this.anchor).join("\n");
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
    const isAboutMistake = node === this.mistake?.parent || this.better.includes(node);
    if (!isAboutMistake) this.#endLook();
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

  #endLook() {
    this.mistake = null;
    this.better = [];
  }

  /**
   * Shows the position before a mistake.
   * @param {StudyNode} mistake
   */
  review(mistake) {
    if (!mistake.parent) return;
    this.#endLook();
    this.mistake = mistake;
    this.goTo(mistake.parent);
  }

  /**
   * Shows what was better than the mistake, without adding it to the tree.
   * @param {string[]} moves
   */
  async showBetter(moves) {
    const { mistake } = this;
    const from = mistake?.parent;
    if (!from) return;
    try {
      const { start, moves: before } = this.originOf(from);
      const answer = await readFile(bareRecord(this.game.spec, start, [...before, ...moves]));
      if (this.mistake !== mistake) return;
      let at = from;
      this.better = answer.nodes.slice(from.ply).map(({ side, move, stone, flipped, swapped }) => {
        const node = new StudyNode(at, { move, stone, flipped, swapped }, side);
        if (at !== from) at.children.push(node);
        at = node;
        return node;
      });
      if (this.better.length) this.goTo(this.better[0]);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Leaves the better line. */
  leaveBetter() {
    if (this.isLooking && this.mistake) this.review(this.mistake);
  }

  /** Adds the better line to the tree, up to the position shown, because somebody goes on from there. */
  #adopt() {
    if (!this.isLooking) return;
    const here = this.node;
    const line = this.better.slice(0, this.better.indexOf(here) + 1);
    this.#endLook();
    here.children = [];
    let at = /** @type {StudyNode} */ (line[0].parent);
    for (const node of line) {
      const known = childOf(at, node.move);
      if (!known) {
        const index = at.children.length;
        node.parent = at;
        this.#edits.make({ apply: () => this.#putBack(node, index), revert: () => this.#takeOut(node) });
        this.goTo(here);
        return;
      }
      at = known;
    }
    this.goTo(at);
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
    this.#adopt();
    const from = this.node;
    const known = childOf(from, move);
    try {
      if (known) this.goTo(known);
      else await this.#add(from, move);
      return this.node.parent === from && this.node.move === move;
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
    const position = await tryMove(this.game.spec, this.originOf(from), move);
    const change = position.last ?? { move, stone: null, flipped: [] };
    const node = this.tree.add(from, change, from.position?.turn ?? change.stone);
    node.position = position;
    this.tree.remove(node);
    const index = from.children.length;
    const here = this.node;
    this.#edits.make({
      apply: () => this.#putBack(node, index),
      revert: () => this.#takeOut(node),
    });
    // If the reader has moved elsewhere in the meantime, stay there.
    if (here !== from) this.goTo(here);
  }

  get canUndo() {
    return this.#edits.canUndo;
  }

  get canRedo() {
    return this.#edits.canRedo;
  }

  undo() {
    if (!this.#edits.undo()) this.say(t("study-nothing-to-undo"));
  }

  redo() {
    if (!this.#edits.redo()) this.say(t("study-nothing-to-redo"));
  }

  /** @param {StudyNode} node @param {number} index */
  #putBack(node, index) {
    this.tree.restore(node, index);
    this.tell("tree");
    this.goTo(node);
  }

  /** @param {StudyNode} node */
  #takeOut(node) {
    this.tree.remove(node);
    this.tell("tree");
    if (node.parent) this.goTo(node.parent);
  }

  /** What can be deleted here: the current variation, or else the game from this move on. */
  get deletable() {
    const { anchor } = this;
    return branchOf(anchor) ?? (anchor.parent ? anchor : null);
  }

  /**
   * Removes a move and everything after it from the tree.
   * @param {StudyNode} node
   */
  delete(node) {
    if (!node.parent) return;
    const index = node.parent.children.indexOf(node);
    this.#edits.make({
      apply: () => this.#takeOut(node),
      revert: () => this.#putBack(node, index),
    });
  }

  /** What can become the main line here: the current variation, at the nearest fork. */
  get promotable() {
    return branchOf(this.anchor);
  }

  /**
   * Makes a variation the line that continues from its fork; what was there becomes a variation.
   * @param {StudyNode} node
   */
  promote(node) {
    const { parent } = node;
    if (!parent) return;
    const before = [...parent.children];
    const here = this.node;
    const set = (/** @type {StudyNode[]} */ children) => {
      parent.children = children;
      this.tell("tree");
      this.goTo(here);
    };
    this.#edits.make({
      apply: () => set([node, ...before.filter((other) => other !== node)]),
      revert: () => set(before),
    });
  }

  /**
   * Writes a comment on the current position.
   * @param {string} text
   */
  comment(text) {
    if (text === this.node.comment) return;
    this.#adopt();
    const { node } = this;
    const before = node.comment;
    const set = (/** @type {string} */ value) => {
      node.comment = value;
      if (this.node !== node) this.goTo(node);
      this.tell("words");
    };
    this.#edits.make({
      apply: () => set(text),
      revert: () => set(before),
      merge: `comment ${node.ply} ${movesTo(node).join()}`,
    });
  }

  /**
   * Draws a mark on the current position, or removes it if it is there.
   * @param {import("./study-markup.js").Mark} mark
   */
  mark(mark) {
    this.#setMarks(toggleMark(this.node.marks, mark));
  }

  /** Removes all marks of the current position. */
  clearMarks() {
    if (this.node.marks.length) this.#setMarks([]);
  }

  /** @param {import("./study-markup.js").Mark[]} marks */
  #setMarks(marks) {
    this.#adopt();
    const { node } = this;
    const before = node.marks;
    const set = (/** @type {import("./study-markup.js").Mark[]} */ value) => {
      node.marks = value;
      if (this.node !== node) this.goTo(node);
      this.tell("words");
    };
    this.#edits.make({ apply: () => set(marks), revert: () => set(before) });
  }

  /** The recorded result; null once the game's own moves were changed. */
  get result() {
    const line = this.mainLine;
    return movesTo(line[line.length - 1]).join() === this.#played ? this.answer.result : null;
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
