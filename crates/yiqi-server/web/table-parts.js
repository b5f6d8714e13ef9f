// The layout of a table, and which part shows which change.

import { Actions } from "./actions.js";
import { AfterGame } from "./after-game.js";
import { announce } from "./announce.js";
import { ChatBox } from "./chat-box.js";
import { clockWords, remainingMs } from "./clock.js";
import { button, el, fill } from "./dom.js";
import { Hint } from "./hint.js";
import { InviteCard } from "./invite.js";
import { MoveList } from "./move-list.js";
import { colorAt, nameAt, nameInSentence, outcomeFor, PlayerBar } from "./player-bar.js";
import { recall } from "./prefs.js";
import { play } from "./sound.js";
import { Strip } from "./strip.js";
import { other } from "./table-model.js";
import { tabs } from "./tabs.js";
import { t } from "./text.js";
import { say, showTurn } from "./turn-sign.js";
import { gameName } from "./words.js";

/** @typedef {import("./table-model.js").TableModel} TableModel */

const LOW_MS = 10000;
/** How long the result lies over the board. */
const RESULT_MS = 4000;

export class TableParts {
  #above = new PlayerBar();
  #below = new PlayerBar();
  #info = el("p", { className: "hint" });
  #title = el("h1", {});
  #line = el("p", { className: "connection", role: "status", hidden: true });
  /** Whether the reader's clock was already low at the last update. */
  #wasLow = false;
  #seenChat = 0;
  #banner = el("p", { className: "banner", hidden: true, "aria-hidden": "true" });
  #bannerTimer = 0;
  #boardPlace;
  /** The stage at the last update; empty before the first. @type {Stage | ""} */
  #stage = "";
  /** @type {TableModel | null} */
  #model = null;

  /**
   * @param {import("./table.js").Acts} acts
   * @param {TableModel} model
   */
  constructor(acts, model) {
    this.acts = acts;
    this.board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
    this.board.addEventListener("play", (event) => acts.play(/** @type {CustomEvent} */ (event).detail.move));
    this.board.addEventListener("unplayable", (event) =>
      this.#explain(/** @type {CustomEvent} */ (event).detail.move),
    );
    this.board.game = { ...model.info.game, name: gameName(model.info.game.spec) };
    this.board.addEventListener("aim", (event) => this.#aim(/** @type {CustomEvent} */ (event).detail.move));
    this.applySettings();
    this.strip = new Strip(acts);
    this.moves = new MoveList(acts.show, acts.follow);
    this.chat = new ChatBox(acts.chat);
    this.hint = new Hint(this.board);
    this.actions = new Actions(acts, this.hint, model.info.game);
    this.after = new AfterGame(acts);
    // Sitting down may change who the user is, so reload the table.
    this.invite = new InviteCard(acts.connect);
    this.tabs = tabs(
      [
        { id: "moves", label: t("web-moves"), panel: this.moves.element },
        { id: "chat", label: t("web-chat"), panel: this.chat.element },
      ],
      () => this.#noteChat(),
    );
    this.#boardPlace = el("div", { className: "board-place" }, this.board, this.#banner, this.invite.element);
    // A click anywhere there uncovers the final position.
    this.#boardPlace.addEventListener("pointerdown", () => this.uncover());
    this.element = el(
      "article",
      { className: "table" },
      this.#line,
      el(
        "section",
        { className: "play", "aria-label": t("web-board") },
        this.#above.element,
        this.#boardPlace,
        this.#below.element,
      ),
      el(
        "section",
        { className: "side", "aria-label": t("web-about") },
        el(
          "div",
          { className: "side-column" },
          el("header", {}, this.#title, this.#info),
          this.strip.element,
          this.after.element,
          this.tabs.element,
          this.actions.element,
        ),
      ),
    );
  }

  /** A first tap: the field beside the board and a second tap play the move. @param {string} move */
  #aim(move) {
    this.actions.aim(move);
    this.note(t("web-tap-again", { move }));
  }

  /** Applies what the reader has chosen in the settings. */
  applySettings() {
    this.board.confirmTap = recall("confirm-tap", "small");
  }

  /** A snapshot to compare with, to find what changed. @param {TableModel} model */
  moment(model) {
    const { view } = model;
    return { plies: view.ply_count, stage: view.stage, wasMine: model.isMyTurn, questions: model.questions.length };
  }

  /** @param {TableModel} model @param {ReturnType<TableParts["moment"]>} before */
  tell(model, before) {
    // While following, moves are announced when they are shown.
    if (model.isFollowing) return;
    const { view } = model;
    // A refusal belongs to an earlier position.
    if (view.ply_count !== before.plies || view.stage !== before.stage) this.calm();
    announce(model, before);
  }

  /**
   * Mentions what a view does not show: a declined offer, a move made by the clock.
   * @param {TableModel} model
   * @param {Entry[]} entries
   */
  noteEvents(model, entries) {
    for (const { event, seat, what } of entries) {
      const by = /** @type {Seat} */ (seat);
      if (event !== "decline" || model.you.seats.includes(by)) continue;
      const name = nameInSentence(model, by);
      this.note(t(`web-declined-${String(what).replace("_", "-")}`, { name }));
    }
    const ply = model.moves.at(-1);
    if (ply?.by_clock && entries.some(({ event }) => event === "move")) {
      this.note(t("web-moved-by-clock", { name: nameInSentence(model, ply.seat), move: ply.move }));
    }
  }

  /** Shows and says what has just happened. @param {string} text */
  note(text) {
    this.strip.note(text);
    say(text);
  }

  /** Both names with their colors: "Ann – engine". @param {TableModel} model */
  names(model) {
    const isFirstBlack = (colorAt(model, "first") ?? "black") === "black";
    const black = /** @type {Seat} */ (isFirstBlack ? "first" : "second");
    return `${nameAt(model, black)} – ${nameAt(model, other(black))}`;
  }

  /**
   * @param {TableModel} model
   * @param {ServerMessage["type"]} what
   */
  update(model, what) {
    this.#model = model;
    const bottom = model.bottomSeat;
    if (what === "table" || what === "update") {
      this.board.scene = recall("numbers", false) ? { ...model.scene, numbers: model.numbers } : model.scene;
      this.board.isStill = model.isOver;
      this.moves.update(model);
    }
    this.#showBanner(model);
    this.#above.update(model, other(bottom));
    this.#below.update(model, bottom);
    this.strip.update(model);
    this.actions.update(model);
    this.after.update(model);
    this.invite.update(model);
    this.chat.update(model);
    this.#noteChat();
    this.element.classList.toggle("looking", model.shown !== null && !model.isFollowing);
    const { info, presence } = model;
    fill(this.#title, gameName(info.game.spec));
    const about = [
      clockWords(info.time),
      info.rated ? t("web-rated") : "",
      info.private ? t("web-private-table") : "",
      presence.spectators ? t("web-spectators", { count: presence.spectators }) : "",
    ];
    const { tournament } = info;
    fill(
      this.#info,
      about.filter(Boolean).join(" · "),
      tournament && el("br"),
      tournament && el("a", { href: `/tournaments/${tournament.id}` }, t("web-tournament-of", { name: tournament.name })),
    );
    // There is nobody to talk to.
    this.tabs.hide("chat", model.you.host && model.chat.length === 0);
    showTurn(model.isMyTurn && !model.isTwoHere, `${this.names(model)}`);
  }

  /** @param {TableModel} model */
  tick(model) {
    this.#above.tick(model);
    this.#below.tick(model);
    if (model.presence.claim_in_ms.first !== null || model.presence.claim_in_ms.second !== null)
      this.strip.update(model);
    const seat = model.isTwoHere ? model.view.turn : model.you.seats[0];
    const clock = seat && model.view.clocks?.[seat];
    if (!clock) return;
    const isLow = clock.running && remainingMs(clock, model.view.now_ms, model.time.ms()) < LOW_MS;
    if (isLow && !this.#wasLow) play("low");
    this.#wasLow = isLow;
  }

  /** @param {import("./socket.js").State} state */
  connection(state) {
    this.#line.hidden = state === "open";
    const elsewhere = [
      t("web-elsewhere"),
      " ",
      button(t("web-use-here"), this.acts.connect, { className: "primary small" }),
    ];
    fill(this.#line, ...(state === "elsewhere" ? elsewhere : [t("web-reconnecting")]));
    // A move made now would be sent later, when nobody expects it.
    if (state === "elsewhere" && this.board.scene) this.board.scene = { ...this.board.scene, playable: false };
  }

  /** @param {Fault} fault */
  refuse(fault) {
    this.strip.refuse(fault.text || t("web-error-unknown"));
    this.mark(fault.points ?? []);
    play("refused");
  }

  calm() {
    this.strip.calm();
  }

  /** Keeps a move for later if the reader wants that, or says why it cannot be played. @param {string} move */
  #explain(move) {
    const model = this.#model;
    if (!model) return;
    const isWaiting = model.isPlayer && model.view.stage === "playing" && model.shown === null;
    if (isWaiting && recall("premove", false)) this.acts.aimAhead(move);
    else this.acts.refuse(whyNotPlayable(model));
  }

  /** A pause, or for a moment the result. @param {TableModel} model */
  #showBanner(model) {
    const { stage, result } = model.view;
    const hasEnded = model.isOver && this.#stage !== "" && this.#stage !== "over";
    if (stage !== this.#stage) {
      this.#boardPlace.classList.toggle("paused", stage === "paused");
      this.#banner.hidden = stage !== "paused" && !hasEnded;
      this.#banner.classList.toggle("passing", hasEnded);
      this.#banner.textContent = result ? outcomeWords(model, result) : t("web-paused");
      clearTimeout(this.#bannerTimer);
      if (hasEnded) this.#bannerTimer = setTimeout(() => this.uncover(), RESULT_MS);
    }
    this.#stage = stage;
  }

  /** Puts the result away, which never comes back: it is beside the board, too. */
  uncover() {
    clearTimeout(this.#bannerTimer);
    if (this.#stage === "over") this.#banner.hidden = true;
  }

  /** @param {string[]} points */
  mark(points) {
    this.board.marks = points.length ? { points } : null;
  }

  focusTyped() {
    this.actions.focusTyped();
  }

  /** Shows the number of unread messages on the tab. */
  #noteChat() {
    const { count } = this.chat;
    if (this.tabs.shown() === "chat") this.#seenChat = count;
    const fresh = count - this.#seenChat;
    this.tabs.label("chat", fresh > 0 ? t("web-chat-new", { count: fresh }) : t("web-chat"));
  }
}

/** How the game ended, in one line. @param {TableModel} model @param {Result} result */
function outcomeWords(model, result) {
  const { text, hint } = outcomeFor(model, result);
  return [text, hint].filter(Boolean).join(" ");
}

/** Why nobody can play on the board shown. @param {TableModel} model */
function whyNotPlayable(model) {
  const { view } = model;
  if (model.isOver) return t("web-not-over");
  if (model.shown !== null) return t("web-not-here");
  if (view.stage === "paused") return t("web-not-paused");
  if (view.stage === "waiting") return t("web-not-begun");
  if (!model.isPlayer) return t("web-not-a-player");
  return t("web-not-turn", { name: nameInSentence(model, view.turn ?? "first") });
}
