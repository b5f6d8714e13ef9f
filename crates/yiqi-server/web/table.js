// A table: a game between two players, with everything around it.

import "./board.js";
import { fill, el } from "./dom.js";
import { Follower } from "./follow.js";
import { go } from "./go.js";
import { InviteCard, invitation } from "./invite.js";
import { openLost } from "./lost.js";
import { beGuest, Failure, get, myself, post, sentence } from "./net.js";
import { notify } from "./notify.js";
import { Pacing } from "./pacing.js";
import { noteReach } from "./reach.js";
import { TableSocket } from "./socket.js";
import { play } from "./sound.js";
import { SAME_ADDRESS, TableModel } from "./table-model.js";
import { TableParts } from "./table-parts.js";
import { lang, t } from "./text.js";
import { awaitNext } from "./tournament-lead.js";
import { noteVisit } from "./visited.js";

/**
 * The actions that the parts of the page can request.
 * @typedef {object} Acts
 * @property {(command: Command, seat?: Seat) => Promise<import("./socket.js").Answer>} send
 * @property {(move: string) => Promise<boolean>} play returns whether it was accepted
 * @property {(ply: number) => void} show
 * @property {() => void} follow
 * @property {(text: string) => void} refuse
 * @property {(text: string) => void} note
 * @property {(move: string) => void} aimAhead
 * @property {() => void} hurry
 * @property {() => void} unmark
 * @property {(room: Room, text: string) => Promise<boolean>} chat
 * @property {() => void} connect
 * @property {() => Promise<void>} again opens a new table for the same game
 */

const TICK_MS = 100;
/** A page hidden for this long reconnects, because phones let sockets die silently. */
const HIDDEN_MS = 60000;

/**
 * @param {HTMLElement} place
 * @param {URL} url
 * @returns {Page}
 */
export function openTable(place, url) {
  const id = url.pathname.split("/")[2];
  noteVisit(id);
  return new TablePage(place, id);
}

class TablePage {
  /** @type {TableModel | null} */
  #model = null;
  /** @type {TableParts | null} */
  #parts = null;
  /** @type {Follower | null} */
  #follower = null;
  /** Whether a move is being sent; a second click must not become a second move. */
  #isPlaying = false;
  #hiddenAt = 0;
  /** @type {string | null} */
  #premove = null;
  #isClosed = false;
  /** @type {(() => void)[]} */
  #whenOpen = [];
  /** @type {[EventTarget, string, EventListener][]} */
  #listeners = [];

  /**
   * @param {HTMLElement} place
   * @param {string} id
   */
  constructor(place, id) {
    this.place = place;
    this.id = id;
    /** @type {Acts} */
    this.acts = {
      send: (command, seat) => this.#send(command, seat),
      play: (move) => this.#play(move),
      show: (ply) => this.#show(ply),
      follow: () => this.#follow(),
      refuse: (text) => this.#refuse({ code: "", text }),
      note: (text) => this.#parts?.note(text),
      aimAhead: (move) => this.#aimAhead(move),
      hurry: () => this.socket.hurry(),
      unmark: () => this.#parts?.mark([]),
      chat: (room, text) => this.#chat(room, text),
      connect: () => this.socket.connect(),
      again: () => this.#again(),
    };
    fill(place, el("p", { className: "loading", role: "status" }, t("web-loading")));
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const base = `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/socket`;
    this.pacing = new Pacing((message) => this.#hear(message));
    this.socket = new TableSocket((after) => `${base}?after=${after}&lang=${lang()}&view=yes`, {
      onMessage: (message) => this.pacing.hear(message, this.#isAnswer(message)),
      onState: (state) => this.#connection(state),
    });
    // An invitation may lead to a private table, where a socket is refused without an explanation.
    if (invitation()) this.#findOut();
    else this.socket.connect();
    this.timer = setInterval(() => this.#tick(), TICK_MS);
    this.#listen(window, "online", () => this.socket.connect());
    this.#listen(window, "offline", () => this.socket.lose());
    // A page that the browser keeps in case somebody goes back is not at the table.
    this.#listen(window, "pagehide", () => this.socket.lose());
    this.#listen(window, "pageshow", (event) => {
      if (/** @type {PageTransitionEvent} */ (event).persisted) this.socket.connect();
    });
    this.#listen(window, "yiqi-settings", () => {
      this.#parts?.applySettings();
      this.#draw();
    });
    this.#listen(document, "visibilitychange", () => this.#seen());
    this.#listen(document, "keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
  }

  close() {
    this.#isClosed = true;
    this.pacing.stop();
    this.socket.close();
    this.#unwait?.();
    this.#follower?.stop();
    this.#parts?.hint.clear();
    this.#parts?.uncover();
    clearInterval(this.timer);
    for (const [target, name, act] of this.#listeners) target.removeEventListener(name, act);
  }

  /** @param {EventTarget} target @param {string} name @param {EventListener} act */
  #listen(target, name, act) {
    target.addEventListener(name, act);
    this.#listeners.push([target, name, act]);
  }

  /** Whether a message brings a move of the computer against the reader. @param {ServerMessage} message */
  #isAnswer(message) {
    if (message.type !== "update" || !message.move || !this.#model?.isPlayer) return false;
    return this.#model.info.seats[message.move.seat].kind === "computer";
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    // It does not pass like a refusal: the table says so to the end.
    if (message.type === "error" && message.code !== SAME_ADDRESS) {
      this.#refuse(message);
      this.#parts?.chat.giveBack();
      return;
    }
    if (!this.#model || !this.#parts) {
      if (message.type === "table") this.#open(message);
      return;
    }
    const before = this.#parts.moment(this.#model);
    this.#model.apply(message);
    if (message.type === "update" && message.move && this.#model.you.seats.includes(message.move.seat)) {
      this.pacing.noteOwnMove();
    }
    // The first message of a connection has them all.
    if (message.type === "update" && this.#model.isTorn) this.socket.connect();
    this.#follower?.hear(before.plies);
    this.#parts.update(this.#model, message.type);
    this.#awaitNext(this.#model);
    if (message.type === "update" || message.type === "table") this.#parts.tell(this.#model, before);
    if (message.type === "update") this.#parts.noteEvents(this.#model, message.entries);
    if (message.type === "next" && this.#model.isPlayer) {
      go(`/t/${message.table}`, { start: this.#model.you.host });
    }
    if (this.#model.isMyTurn && !before.wasMine) {
      if (!this.#model.isTwoHere) notify(this.#parts.names(this.#model), location.pathname);
      this.#playPremove();
    }
  }

  /** Notes a move to play as soon as it is the reader's turn; the same point again forgets it. @param {string} move */
  #aimAhead(move) {
    this.#premove = this.#premove === move ? null : move;
    if (this.#parts) this.#parts.board.premove = this.#premove;
  }

  #playPremove() {
    const move = this.#premove;
    if (!move) return;
    this.#aimAhead(move);
    const { legal } = /** @type {TableModel} */ (this.#model).view;
    if (!legal || legal.includes(move)) this.#play(move);
  }

  /** @param {{type: "table"} & TableState} state */
  #open(state) {
    const model = new TableModel(state);
    this.#model = model;
    this.#parts = new TableParts(this.acts, model);
    this.#follower = new Follower(model, () => this.#followed());
    // Programs move too fast to follow.
    if (model.isShow && model.you.host && (history.state?.start || !model.isOver)) this.#follower.start();
    fill(this.place, this.#parts.element);
    this.#parts.connection(this.socket.state);
    this.#parts.update(model, "table");
    this.#awaitNext(model);
    if (model.isMyTurn) this.#parts.board.focusBoard();
    if (history.state?.start && model.you.host) {
      history.replaceState(null, "", location.href);
      if (model.view.stage === "waiting") this.#send({ do: "start" });
    }
  }

  /** @param {import("./socket.js").State} state */
  #connection(state) {
    this.#parts?.connection(state);
    if (state === "open") noteReach(true);
    if (state === "open") for (const act of this.#whenOpen.splice(0)) act();
    if (state === "waiting" && !this.#model) this.#findOut();
  }

  /** A socket does not say why it cannot be opened; an HTTP request for the table does. */
  async #findOut() {
    const secret = invitation();
    try {
      /** @type {TableState} */
      const state = await get(`/api/tables/${encodeURIComponent(this.id)}`, secret ? { "Yiqi-Invite": secret } : {});
      if (this.#model || this.#isClosed) return;
      const isStranger = state.you.seats.length === 0 && !state.you.host;
      if (secret && state.table.private && isStranger) this.#invite(state);
      else if (this.socket.state === "closed") this.socket.connect();
    } catch (error) {
      if (!(error instanceof Failure) || this.#model || this.#isClosed) return;
      if (error.code === "offline") {
        fill(this.place, el("p", { className: "loading", role: "status" }, error.message));
        // Keeps retrying and comes back here.
        if (this.socket.state === "closed") this.socket.connect();
        return;
      }
      this.socket.close();
      openLost(this.place, error.code === "not_yours" ? t("web-private-ask") : error.message);
    }
  }

  /** A private table shows only what a guest needs to know before sitting down. @param {TableState} state */
  #invite(state) {
    const card = new InviteCard(this.acts.connect);
    card.update(new TableModel({ type: "table", ...state }));
    if (card.element.hidden) openLost(this.place, t("web-private-taken"));
    else fill(this.place, card.element);
  }

  /** @param {Command} command @param {Seat} [seat] */
  async #send(command, seat) {
    const model = this.#model;
    const named = model?.isTwoHere ? (seat ?? model.actingSeat) : undefined;
    const answer = await this.socket.command(command, named);
    if (!answer.ok) this.#refuse(answer.fault);
    else this.#parts?.calm();
    return answer;
  }

  /** @param {string} move */
  async #play(move) {
    if (this.#isPlaying || this.socket.state === "elsewhere") return false;
    this.#isPlaying = true;
    const { ok } = await this.#send({ do: "play", move });
    if (!ok) this.#parts?.board.dropSent();
    this.#isPlaying = false;
    return ok;
  }

  /** Chatting needs a name, so a visitor becomes a guest first. @param {Room} room @param {string} text */
  async #chat(room, text) {
    try {
      if (!myself()) {
        await beGuest();
        this.socket.connect();
        await new Promise((resolve) => this.#whenOpen.push(() => resolve(null)));
      }
      return this.socket.chat(room, text);
    } catch {
      return false;
    }
  }

  async #again() {
    try {
      const { table } = await post(`/api/tables/${this.id}/again`);
      go(`/t/${table}`, { start: true });
    } catch (error) {
      this.acts.refuse(sentence(error));
    }
  }

  /** @param {number} ply */
  #show(ply) {
    this.#follower?.stop();
    this.#model?.show(ply);
    this.#draw();
  }

  #follow() {
    if (this.#model?.isFollowing) this.#follower?.stop();
    else this.#follower?.start();
    this.#draw();
  }

  #followed() {
    this.#draw();
    if (this.#model?.isFollowing) play("stone");
  }

  #draw() {
    if (this.#model) this.#parts?.update(this.#model, "table");
  }

  /** Stops waiting for the next game of a tournament. @type {(() => void) | undefined} */
  #unwait;

  /** Whoever has finished a game of a tournament is taken to the next one. @param {TableModel} model */
  #awaitNext({ info, isOver, isPlayer }) {
    if (info.tournament && isOver && isPlayer) this.#unwait ??= awaitNext(info.tournament);
  }

  /** @param {Fault} fault */
  #refuse(fault) {
    this.#parts?.refuse(fault);
  }

  #tick() {
    if (this.#model) this.#parts?.tick(this.#model);
  }

  #seen() {
    if (document.hidden) this.#hiddenAt = performance.now();
    else if (performance.now() - this.#hiddenAt > HIDDEN_MS && this.socket.state === "open") this.socket.connect();
  }

  /** Typing a point works wherever the focus is, and arrows step through the game. @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (!(target instanceof Element) || target.closest("input, textarea, select, dialog, .panel, .tablist")) return;
    if (document.querySelector("dialog[open]")) return;
    if (/^[a-z0-9]$/i.test(event.key)) this.#parts?.focusTyped();
    if (event.key === "Escape") {
      this.#parts?.uncover();
      this.acts.hurry();
    }
    const model = this.#model;
    if (!model) return;
    const { shownPly, moves } = model;
    /** @type {Record<string, number>} */
    const plies = { ArrowLeft: shownPly - 1, ArrowRight: shownPly + 1, Home: 0, End: moves.length };
    const ply = plies[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    this.#show(ply);
  }
}
