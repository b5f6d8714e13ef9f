// A table as this page knows it, built from the server's messages. No drawing, no network.

import { gameNamed } from "./catalog.js";
import { ServerTime } from "./clock.js";
import { boardAt } from "./position.js";

/** @param {Seat} seat @returns {Seat} */
export const other = (seat) => (seat === "first" ? "second" : "first");

/** @type {Seat[]} */
export const SEATS = ["first", "second"];

/** The code of the message that a rated game does not count. */
export const SAME_ADDRESS = "same_address";

export class TableModel {
  time = new ServerTime();
  /** @type {Ply[]} */
  moves = [];
  /** @type {Chat[]} */
  chat = [];
  /** @type {Thought | null} */
  thought = null;
  /** The ply shown; null for the current position. @type {number | null} */
  shown = null;
  /** Whether the moves are shown one by one; `shown` then says how far. */
  isFollowing = false;
  /** The server's time of the last presence message. */
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
   * Applies a message.
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
        // Truncate the list and add one ply, which is also correct after take-backs.
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
      case "chat_removed":
        this.chat = this.chat.filter((said) => said.person !== message.person);
        break;
      case "thought":
        this.thought = message;
        break;
      case "error":
        if (message.code === SAME_ADDRESS) this.info = { ...this.info, rated: false, same_address: true };
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
   * Whether moves are missing. A game from a position has no moves while it waits to start; all
   * exist once it starts, but only the last one is sent.
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

  /** Whether a program has one of the seats. */
  get hasComputer() {
    return SEATS.some((seat) => this.info.seats[seat].kind === "computer");
  }

  /** Whether the reader has yet to see the end, even if the game is over. */
  get isBehind() {
    return this.shown !== null && (this.isFollowing || this.isShow);
  }

  /** Whether programs sit at both seats. */
  get isShow() {
    return SEATS.every((seat) => this.info.seats[seat].kind === "computer");
  }

  /**
   * Whether the engine may be asked about the position shown. Nobody gets help against
   * another person, and neither do spectators while others play: they could pass it on. A finished
   * game is analyzed in a study.
   */
  get mayHint() {
    return this.hasHints && this.shown === null && (this.isMyTurn || this.isShow);
  }

  /** Whether the engine may be asked at this table now and then. */
  get hasHints() {
    if (gameNamed(this.info.game.kind).aim === "nothing" || this.view.stage === "waiting") return false;
    return !this.isOver && this.you.host;
  }

  /** The position shown, as sent to the server. */
  get origin() {
    return { start: this.info.start, moves: this.moves.slice(0, this.shownPly).map((ply) => ply.move) };
  }

  /** @returns {Seat | undefined} */
  get openSeat() {
    return SEATS.find((seat) => this.info.seats[seat].kind === "open");
  }

  /** The seat that the reader acts for. @returns {Seat | undefined} */
  get actingSeat() {
    const { seats } = this.you;
    return seats.length === 2 ? (this.view.turn ?? "first") : seats[0];
  }

  get isMyTurn() {
    const { view, you } = this;
    return view.stage === "playing" && view.turn !== null && you.seats.includes(view.turn);
  }

  /** The seat drawn below the board: the reader's own. @returns {Seat} */
  get bottomSeat() {
    return this.you.seats.length === 1 ? this.you.seats[0] : "first";
  }

  /** The opponent's offers that the reader can answer. @returns {OfferKind[]} */
  get questions() {
    if (this.isTwoHere || !this.isPlayer) return [];
    return this.view.offers[other(this.you.seats[0])];
  }

  /** The reader's own offers that are still open. @returns {OfferKind[]} */
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

  /** The number of plies before the position shown. */
  get shownPly() {
    return this.shown ?? this.moves.length;
  }

  /**
   * Shows the position after a ply; the last one is the current position.
   * @param {number} ply
   */
  show(ply) {
    const wanted = Math.max(0, ply);
    this.shown = wanted >= this.moves.length ? null : wanted;
  }

  /** The number of the move that placed each stone shown. @returns {Record<string, number>} */
  get numbers() {
    const placed = this.moves.slice(0, this.shownPly).map(({ move, stone }, index) => [stone ? move : "", index + 1]);
    return Object.fromEntries(placed.filter(([move]) => move));
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
