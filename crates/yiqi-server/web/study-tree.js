// The moves of a study as a tree. Pure data: the server supplies each move's changes.

import { after } from "./position.js";
import { splitComment } from "./study-markup.js";

/** A move, and thereby the position after it. The root is the position before any move. */
export class StudyNode {
  /** The number of moves that led here. */
  ply = 0;
  /** @type {StudyNode[]} the first continues the line, the others are variations */
  children = [];
  /** What was said about the move, without marks. */
  comment = "";
  /** @type {import("./study-markup.js").Mark[]} drawn on the board */
  marks = [];
  /** Whether it was played and taken back. */
  isTakenBack = false;
  /** @type {number | undefined} */
  usedMs;
  /** @type {number | undefined} the evaluation of the player who moved, in hundredths, from that side's point of view */
  ownEval;
  /** @type {import("./study-eval.js").Score | null} the known evaluation of the position */
  score = null;
  /** @type {import("./study-net.js").StudyPosition | null} the server's data on the position, once requested */
  position = null;
  /** @type {string | null} */
  board = null;

  /**
   * @param {StudyNode | null} parent
   * @param {Change | null} change
   * @param {Color | null} side
   */
  constructor(parent, change, side) {
    this.parent = parent;
    this.change = change;
    this.side = side;
    if (parent) this.ply = parent.ply + 1;
  }

  /** Takes a comment as it is kept in records. @param {string | undefined} comment */
  note(comment) {
    const { text, marks } = splitComment(comment);
    this.comment = text;
    this.marks = marks;
  }

  get move() {
    return this.change?.move ?? "";
  }

  /** Whether this is the first move of a variation. */
  get opensBranch() {
    return this.parent !== null && this.parent.children[0] !== this;
  }
}

export class Tree {
  /** The number of moves in the tree. */
  count = 0;

  /**
   * @param {Game} game
   * @param {string} board the stones before the first move
   */
  constructor(game, board) {
    this.game = game;
    this.root = new StudyNode(null, null, null);
    this.root.board = board;
  }

  /** @param {ReplayResponse} answer */
  static ofReplay(answer) {
    const tree = new Tree(answer.game, answer.board);
    tree.root.note(answer.comment);
    /** @type {StudyNode[]} */
    const nodes = [];
    for (const said of answer.nodes) {
      const { parent, side, used_ms, comment, main, move, stone, flipped, swapped } = said;
      const from = parent === undefined ? tree.root : nodes[parent];
      const node = tree.add(from, { move, stone, flipped, swapped }, side);
      node.usedMs = used_ms;
      node.note(comment);
      node.ownEval = said.eval;
      node.isTakenBack = said.taken_back ?? false;
      if (said.eval !== undefined) {
        node.score = { eval: side === "white" ? -said.eval : said.eval, exact: false };
      }
      if (main && node.opensBranch) from.children.unshift(...from.children.splice(-1));
      nodes.push(node);
    }
    return tree;
  }

  /**
   * Takes over which moves were taken back: files do not say so.
   * @param {Tree} played
   */
  noteTakenBack(played) {
    const pairs = [{ from: played.root, here: this.root }];
    for (const { from, here } of pairs) {
      here.isTakenBack = from.isTakenBack;
      for (const child of from.children) {
        const same = childOf(here, child.move);
        if (same) pairs.push({ from: child, here: same });
      }
    }
  }

  /**
   * The given child move, created if needed.
   * @param {StudyNode} parent
   * @param {Change} change
   * @param {Color | null} side
   */
  add(parent, change, side) {
    const found = childOf(parent, change.move);
    if (found) return found;
    const node = new StudyNode(parent, change, side);
    parent.children.push(node);
    this.count += 1;
    return node;
  }

  /**
   * Removes a move and everything after it from the tree.
   * @param {StudyNode} node
   */
  remove(node) {
    if (!node.parent) return;
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    this.count -= countFrom(node);
  }

  /**
   * Puts a removed move back, with everything after it.
   * @param {StudyNode} node
   * @param {number} index its place among its siblings
   */
  restore(node, index) {
    node.parent?.children.splice(index, 0, node);
    this.count += countFrom(node);
  }

  /**
   * The stones after a move.
   * @param {StudyNode} node
   * @returns {string}
   */
  boardOf(node) {
    /** @type {StudyNode[]} */
    const waiting = [];
    let from = node;
    while (from.board === null && from.parent) {
      waiting.push(from);
      from = from.parent;
    }
    let board = from.board ?? "";
    for (const each of waiting.reverse()) {
      if (each.change) board = after(this.game, board, each.change);
      each.board = board;
    }
    return board;
  }
}

/**
 * The number of moves from a node on, including itself and all variations.
 * @param {StudyNode} node
 */
export function countFrom(node) {
  const found = [node];
  for (const each of found) found.push(...each.children);
  return found.length;
}

/**
 * @param {StudyNode} node
 * @param {string} move
 */
export function childOf(node, move) {
  return node.children.find((child) => child.move === move) ?? null;
}

/**
 * The positions from the root to a node, both included.
 * @param {StudyNode} node
 */
export function pathTo(node) {
  const path = [];
  for (let at = /** @type {StudyNode | null} */ (node); at; at = at.parent) path.push(at);
  return path.reverse();
}

/**
 * The moves that lead to a position.
 * @param {StudyNode} node
 */
export function movesTo(node) {
  return pathTo(node)
    .slice(1)
    .map((each) => each.move);
}

/**
 * The points of the stones that were placed, with the numbers of their moves.
 * @param {StudyNode} node
 */
export function numbersTo(node) {
  const placed = pathTo(node).filter(({ change }) => change?.stone);
  return Object.fromEntries(placed.map(({ move, ply }) => [move, ply]));
}

/**
 * The whole line through a position: the path to it and its continuation.
 * @param {StudyNode} node
 */
export function lineOf(node) {
  const line = pathTo(node);
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

/**
 * The first move of the variation that contains a position; null on the main line.
 * @param {StudyNode} node
 */
export function branchOf(node) {
  return (
    pathTo(node)
      .reverse()
      .find((each) => each.opensBranch) ?? null
  );
}

/**
 * The same position in the previous or next variation at the nearest fork.
 * @param {StudyNode} node
 * @param {1 | -1} step
 */
export function besideOf(node, step) {
  for (let at = node; at.parent; at = at.parent) {
    const beside = at.parent.children[at.parent.children.indexOf(at) + step];
    if (beside) return beside;
  }
  return null;
}

/**
 * @typedef {object} Sought
 * @property {StudyNode | null} node null if the line has no such place
 * @property {boolean} isPlace whether the text names a place at all
 */

/**
 * The position that a text names on a line: `12` is after the 12th move, `b5` after
 * Black's 5th stone, `end` the end.
 * @param {StudyNode} node
 * @param {string} text
 * @returns {Sought}
 */
export function placeNamed(node, text) {
  const line = lineOf(node);
  const name = text.trim().toLowerCase();
  if (name === "end") return { node: line[line.length - 1], isPlace: true };
  const parts = /^([bw]?)(\d{1,5})$/.exec(name);
  if (!parts) return { node: null, isPlace: false };
  const number = Number(parts[2]);
  if (!parts[1]) return { node: line[number] ?? null, isPlace: true };
  const color = parts[1] === "b" ? "black" : "white";
  const stones = line.filter((each) => each.change?.stone === color);
  return { node: stones[number - 1] ?? null, isPlace: true };
}
