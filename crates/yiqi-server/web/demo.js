// The board on the home page: a live game, else a finished one, else a built-in one.

import { games } from "./catalog.js";
import { button, el, fill, sideName } from "./dom.js";
import { get, post } from "./net.js";
import { after, moveBetween } from "./position.js";
import { t } from "./text.js";
import { who } from "./who.js";
import { gameName, gameOf, playerWords } from "./words.js";

/** Played by our engine against itself, both at level 9. */
const OURS =
  "d3c3c4e3f3c5b4b5f2f4f5a4d6e7c6b6b3e2c7a3f1e6a6f6f8a5a2c8f7e8d7d2c1e1d1c2b1g6h6g4h5h3b2g2g3g1h1g5d8g8h4h2g7b8b7a1a7a8h7h8";
const STEP_MS = 1400;
/** How long the final position stays. */
const END_STEPS = 5;
/** A live game without a move for this long is replaced by another. */
const STILL_MS = 45000;

/** A live game with fewer moves than this shows too little. */
const MOVES_MIN = 6;

export class Demo {
  /** What is shown: a table's id, or "ours" for the built-in game. */
  #subject = "";
  /** @type {number | undefined} */
  #timer;
  #isPaused = matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** @type {ReplayResponse | null} */
  #replay = null;
  #ply = 0;
  /** The boards of live games, and when each was first seen in that state. @type {Map<string, {board: string, at: number}>} */
  #seen = new Map();

  /**
   * @param {import("./board.js").YiqiBoard} board
   * @param {HTMLElement} caption
   */
  constructor(board, caption) {
    this.board = board;
    this.caption = caption;
    // Until lobby news arrives, or without any, show the start position.
    const [game] = games();
    if (!game) return;
    this.board.game = gameOf(game.suggested[0]);
    this.#draw(game.start, null);
  }

  /** @param {Lobby} lobby */
  see(lobby) {
    const live = lobby.playing.find((table) => this.#isMoving(table));
    if (live) {
      this.#showLive(live);
      this.#timer = setTimeout(() => this.see(lobby), STILL_MS);
    } else if (!this.#replay) {
      const past = lobby.recent.find((table) => table.ply_count > 8);
      this.#load(past ?? null);
    }
  }

  /** @param {LobbyTable} table */
  #isMoving({ id, board, ply_count }) {
    // There is something to see from a few moves on.
    if (!board || ply_count < MOVES_MIN) return false;
    const now = performance.now();
    if (this.#seen.get(id)?.board !== board) this.#seen.set(id, { board, at: now });
    return now - (this.#seen.get(id)?.at ?? 0) < STILL_MS;
  }

  /** Stops; a game still being fetched is not shown. */
  close() {
    this.#subject = "closed";
    this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
  }

  /** @param {LobbyTable} table */
  #showLive(table) {
    this.#stop();
    this.#replay = null;
    const board = table.board ?? "";
    const isSame = this.#subject === table.id;
    const last = isSame && this.board.scene ? moveBetween(table.game, this.board.scene.board, board) : null;
    if (isSame && this.board.scene?.board === board) return;
    this.#subject = table.id;
    this.board.game = table.game;
    this.#draw(board, last);
    this.#describe(t("web-live"), table);
  }

  /** @param {LobbyTable | null} past */
  async #load(past) {
    const subject = past?.id ?? "ours";
    if (this.#subject === subject) return;
    this.#subject = subject;
    try {
      const replay = past
        ? await get(`/api/tables/${past.id}/replay`)
        : await post("/api/replay?format=transcript&game=reversi", OURS);
      if (this.#subject !== subject) return;
      this.#replay = replay;
    } catch {
      // The board stays empty until the next lobby update; the rest of the page works.
      if (this.#subject === subject) this.#subject = "";
      return;
    }
    if (past) this.#describe(t("web-played"), past);
    else this.#describeOurs();
    const { nodes } = /** @type {ReplayResponse} */ (this.#replay);
    this.#ply = 0;
    this.#restart();
    // In the middle of the game there is something to see at once.
    for (let ply = 0; ply < nodes.length / 3; ply += 1) this.#step();
    if (!this.#isPaused) this.#tick();
  }

  #restart() {
    const replay = /** @type {ReplayResponse} */ (this.#replay);
    this.#ply = 0;
    this.board.game = replay.game;
    this.#draw(replay.board, null);
  }

  #tick() {
    this.#timer = setTimeout(() => {
      if (!document.hidden) this.#step();
      this.#tick();
    }, STEP_MS);
  }

  #step() {
    const replay = this.#replay;
    if (!replay) return;
    const line = replay.nodes.filter((node) => node.main);
    const node = line[this.#ply];
    this.#ply += 1;
    if (node) this.#draw(after(replay.game, this.board.scene?.board ?? replay.board, node), node);
    else if (this.#ply > line.length + END_STEPS) this.#restart();
  }

  /**
   * @param {string} board
   * @param {Change | null} last
   */
  #draw(board, last) {
    this.board.scene = { board, next_stone: null, legal: [], forbidden: [], last, lines: [], playable: false };
  }

  /**
   * @param {string} what
   * @param {LobbyTable} table
   */
  #describe(what, table) {
    const { seats, colors, game, id } = table;
    const isFirstBlack = (colors?.first ?? "black") === "black";
    const [black, white] = isFirstBlack ? [seats.first, seats.second] : [seats.second, seats.first];
    this.#caption(what, who(black), who(white), game.spec, id);
  }

  #describeOurs() {
    const name = playerWords("engine:level=9");
    this.#caption(t("web-played"), name, name, /** @type {ReplayResponse} */ (this.#replay).game.spec, null);
  }

  /**
   * @param {string} what
   * @param {string | HTMLElement} black
   * @param {string | HTMLElement} white
   * @param {string} spec
   * @param {string | null} id
   */
  #caption(what, black, white, spec, id) {
    const path = id ? `/t/${id}` : `/study?game=${spec}&moves=${OURS.match(/../g)?.join(",")}&at=0`;
    this.board.closest("a")?.setAttribute("href", path);
    const names = el("span", { className: "pair" }, sideName("black", black), sideName("white", white));
    fill(
      this.caption,
      el("span", { className: "tag" }, what),
      id ? el("a", { href: `/t/${id}` }, names) : names,
      el("span", { className: "hint" }, gameName(spec)),
      this.#replay && this.#pauseButton(),
    );
  }

  #pauseButton() {
    const toggle = button(
      "",
      () => {
        this.#isPaused = !this.#isPaused;
        if (this.#isPaused) this.#stop();
        else this.#tick();
        label();
      },
      { className: "quiet small" },
    );
    const label = () => (toggle.textContent = t(this.#isPaused ? "web-demo-play" : "web-demo-pause"));
    label();
    return toggle;
  }
}
