// Shows moves one by one at a watchable pace: a finished game, or one between two programs, which
// may take only a second.

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

  /** Continues from the position shown, or from the start if that is the end. */
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
   * Schedules a new move to be shown when it is due.
   * @param {number} plies how many plies there were before
   */
  hear(plies) {
    const { model } = this;
    if (!model.isFollowing || model.shown !== null || model.moves.length <= plies) return;
    // If the last one was long ago, this one is shown at once.
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
