// Shows the moves one after the other at a pace that can be watched: a game that is over, or one
// between two programs, which may be played within a second.

/** @typedef {import("./table-model.js").TableModel} TableModel */

export const PACE_MS = 700;

export class Follower {
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {TableModel} model
   * @param {() => void} onStep called after every step and at the end
   */
  constructor(model, onStep) {
    this.model = model;
    this.onStep = onStep;
  }

  /** Goes on from what is shown; from the beginning if that is the end. */
  start() {
    const { model } = this;
    if (model.shown === null) model.show(0);
    model.isFollowing = true;
    this.#wait();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.model.isFollowing = false;
  }

  /**
   * A move has come: it is shown when its time has come.
   * @param {number} plies how many there were before
   */
  hear(plies) {
    const { model } = this;
    if (!model.isFollowing || model.shown !== null || model.moves.length <= plies) return;
    // The last one may have been long ago: then this one is shown at once.
    if (this.#timer === undefined) this.#wait();
    else model.show(plies);
  }

  #wait() {
    this.#timer = setTimeout(() => this.#step(), PACE_MS);
  }

  #step() {
    const { model } = this;
    this.#timer = undefined;
    if (!model.isFollowing) return;
    if (model.shown !== null) {
      model.show(model.shown + 1);
      this.#wait();
    } else if (model.isOver) {
      model.isFollowing = false;
    }
    this.onStep();
  }
}
