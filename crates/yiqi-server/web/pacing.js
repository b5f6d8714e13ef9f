// A pause before the computer's answer, so that the reader sees their own move and what it flipped.

import { recall } from "./prefs.js";

/** The pauses to choose from, in milliseconds. */
export const PAUSES = [0, 250, 500, 1000, 2000];

export const USUAL_PAUSE_MS = 500;

/** Holds messages back while the reader's own move is new. Nothing overtakes anything. */
export class Pacing {
  /** @type {ServerMessage[]} */
  #held = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #movedAt = -Infinity;

  /** @param {(message: ServerMessage) => void} pass */
  constructor(pass) {
    this.pass = pass;
  }

  /** Notes that the reader's own move was shown just now. */
  noteOwnMove() {
    this.#movedAt = performance.now();
  }

  /**
   * Passes a message on, at once or later.
   * @param {ServerMessage} message
   * @param {boolean} isAnswer whether it brings the computer's move
   */
  hear(message, isAnswer) {
    if (message.type === "table") this.stop();
    const wait = this.#movedAt + recall("computer-pause", USUAL_PAUSE_MS) - performance.now();
    if (this.#held.length === 0 && (!isAnswer || wait <= 0)) {
      this.pass(message);
      return;
    }
    this.#held.push(message);
    this.#timer ??= setTimeout(() => this.#release(), wait);
  }

  /** Forgets what is held: the whole state comes anyway, or nobody looks anymore. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#held = [];
  }

  #release() {
    this.#timer = undefined;
    for (const message of this.#held.splice(0)) this.pass(message);
  }
}
