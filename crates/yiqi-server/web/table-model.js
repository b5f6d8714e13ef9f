// A table as this page knows it, built from the server's messages. No drawing, no network.

import { gameNamed } from "./catalog.js";
import { ServerTime } from "./clock.js";
import { boardAt } from "./position.js";

/** @param {Seat} seat @returns {Seat} */
export const other = (seat) => (seat === "first" ? "second" : "first");

/** @type {Seat[]} */
export const SEATS = ["first", "second"];

export class TableModel {
  time = new ServerTime();
  /** @type {Ply[]} */
  moves = [];
  /** @type {Chat[]} */
  chat = [];
  /** @type {Thought | null} */
  thought = null;
  /** The ply that is looked at; null for the game as it stands. @type {number | null} */
  shown = null;
  /** Whether the moves are shown one after the other; `shown` then says how far. */
  isFollowing = false;
  /** The server's time when it told who is there. */
  presenceMs = 0;

  /** @param {{type: "table"} & TableState} state */
  constructor(state) {
    this.info = state.table;
    this.you = state.you;
    this.presence = state.presence;
    /** @type {View} */
    this.view = /** @type {View} */ (state.view);
    this.apply(state);
  }

  /**
   * Takes a message in.
   * @param {ServerMessage} message
   */
  apply(message) {
    switch (message.type) {
      case "table":
        this.info = message.table;
        this.you = message.you;
        this.moves = message.moves ?? [];
        this.chat = message.chat;
        this.thought = null;
        this.time.reset();
        if (message.view) this.view = message.view;
        this.#hear(message.now_ms);
        this.#seePresence(message.presence);
        this.#checkShown();
        break;
      case "update":
        this.#hear(message.now_ms);
        this.thought = null;
        if (!message.view) break;
        this.view = message.view;
        // The list is cut and one ply is added, which is right after take-backs as well.
        this.moves = this.moves.slice(0, Math.max(0, message.view.ply_count - 1));
        if (message.move && message.view.ply_count > 0) this.moves.push(message.move);
        this.#checkShown();
        break;
      case "presence":
        this.#seePresence(message);
        break;
      case "seats":
        this.info = { ...this.info, seats: message.seats };
        break;
      case "next":
        this.info = { ...this.info, next: message.table };
        break;
      case "chat":
        if (!this.chat.some((said) => said.number === message.number)) this.chat.push(message);
        break;
      case "thought":
        this.thought = message;
        break;
    }
  }

  /** @param {number} nowMs */
  #hear(nowMs) {
    this.time.hear(nowMs);
  }

  /** @param {Presence} presence */
  #seePresence(presence) {
    this.presence = presence;
    this.presenceMs = this.time.ms();
  }

  #checkShown() {
    if (this.shown !== null && this.shown >= this.moves.length) this.shown = null;
  }

  /**
   * Whether moves are missing. A game from a position that waits for its start has none of them; all
   * are there at once when it begins, but only the last is told.
   */
  get isTorn() {
    return this.moves.length !== this.view.ply_count;
  }

  get isOver() {
    return this.view.stage === "over";
  }

  get isPlayer() {
    return this.you.seats.length > 0;
  }

  /** Whether two people share this screen. */
  get isTwoHere() {
    return this.you.seats.length === 2;
  }

  /** Whether one of the seats is a program's. */
  get hasComputer() {
    return SEATS.some((seat) => this.info.seats[seat].kind === "computer");
  }

  /** Whether the end is still to come for the reader, though perhaps not for the game. */
  get isBehind() {
    return this.shown !== null && (this.isFollowing || this.isShow);
  }

  /** Whether programs sit at both seats. */
  get isShow() {
    return SEATS.every((seat) => this.info.seats[seat].kind === "computer");
  }

  /**
   * Whether the engine may be asked about the position that is shown. Nobody is helped against
   * another person, nor are spectators while others play: they could whisper.
   */
  get mayHint() {
    if (gameNamed(this.info.game.kind).aim === "nothing" || this.view.stage === "waiting") return false;
    if (!this.isOver) return this.you.host && this.shown === null && (this.isMyTurn || this.isShow);
    // There is nothing to suggest where the rules have ended the game.
    return this.shown !== null || this.view.result?.reason !== "rules";
  }

  /** How the server is told of the position that is shown. */
  get origin() {
    return { start: this.info.start, moves: this.moves.slice(0, this.shownPly).map((ply) => ply.move) };
  }

  /** @returns {Seat | undefined} */
  get openSeat() {
    return SEATS.find((seat) => this.info.seats[seat].kind === "open");
  }

  /** The seat that the reader acts for now. @returns {Seat | undefined} */
  get actingSeat() {
    const { seats } = this.you;
    return seats.length === 2 ? (this.view.turn ?? "first") : seats[0];
  }

  get isMyTurn() {
    const { view, you } = this;
    return view.stage === "playing" && view.turn !== null && you.seats.includes(view.turn);
  }

  /** The seat that is drawn below the board: the reader's own. @returns {Seat} */
  get bottomSeat() {
    return this.you.seats.length === 1 ? this.you.seats[0] : "first";
  }

  /** What the other side proposes and the reader can answer. @returns {OfferKind[]} */
  get questions() {
    if (this.isTwoHere || !this.isPlayer) return [];
    return this.view.offers[other(this.you.seats[0])];
  }

  /** What the reader proposed and has no answer to. @returns {OfferKind[]} */
  get proposals() {
    if (this.isTwoHere || !this.isPlayer) return [];
    return this.view.offers[this.you.seats[0]];
  }

  /** Milliseconds until a seat's absence may be claimed; null while it is there. @param {Seat} seat */
  claimInMs(seat) {
    const ms = this.presence.claim_in_ms[seat];
    if (ms === null || ms === undefined) return null;
    return Math.max(0, ms - (this.time.ms() - this.presenceMs));
  }

  /** The number of plies of the position that is drawn. */
  get shownPly() {
    return this.shown ?? this.moves.length;
  }

  /**
   * Looks at the position after a ply; the last one is the game itself.
   * @param {number} ply
   */
  show(ply) {
    const wanted = Math.max(0, ply);
    this.shown = wanted >= this.moves.length ? null : wanted;
  }

  /** What the board draws. @returns {Scene} */
  get scene() {
    const { view } = this;
    if (this.shown === null) {
      return {
        board: view.board,
        next_stone: view.next_stone,
        legal: view.legal,
        forbidden: view.forbidden,
        last: view.last,
        lines: view.lines,
        playable: this.isMyTurn,
      };
    }
    return {
      board: boardAt(this.info.game, view.board, this.moves, this.shown),
      next_stone: null,
      legal: [],
      forbidden: [],
      last: this.moves[this.shown - 1] ?? null,
      lines: [],
      playable: false,
    };
  }
}
