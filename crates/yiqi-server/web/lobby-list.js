// A list of tables. Cards stay where they are while their contents change, so that
// nobody clicks on what has just moved there.

import { openEnter } from "./account.js";
import { clockWords, showClock, timeControl } from "./clock.js";
import { button, el, fill, sideName } from "./dom.js";
import { go } from "./go.js";
import { beGuest, Failure, myself, post, sentence } from "./net.js";
import { recall, remember } from "./prefs.js";
import { studyLink } from "./study-way.js";
import { t } from "./text.js";
import { ago } from "./time-ago.js";
import { who } from "./who.js";
import { gameName, resultWords, seatName } from "./words.js";

/** @typedef {"mine" | "open" | "playing" | "recent"} Kind */
/** @typedef {{item: HTMLLIElement, text: string, table: LobbyTable}} Card */

const SEATS = /** @type {const} */ (["first", "second"]);

export class TableList {
  /** @type {Map<string, Card>} */
  #cards = new Map();
  #list = el("ul", { className: "cards" });
  #none;
  /** @type {LobbyTable[]} */
  #tables = [];
  /** The server's time, where clocks are shown. @type {import("./clock.js").ServerTime | null} */
  time = null;

  /**
   * @param {string} title
   * @param {string} none
   * @param {Kind} kind
   */
  constructor(title, none, kind) {
    this.kind = kind;
    this.#none = el("p", { className: "hint" }, none);
    const id = `list-${kind}`;
    this.section = el(
      "section",
      { "aria-labelledby": id, className: `tables ${kind}` },
      el("h2", { id }, title),
      this.#list,
      this.#none,
    );
  }

  /** Offers something beside the words for an empty list. @param {HTMLElement} what */
  offer(what) {
    this.#none.append(" ", what);
  }

  /** @param {LobbyTable[]} all */
  show(all) {
    this.#tables = all;
    const tables = this.#kept(all);
    this.#none.hidden = tables.length > 0;
    // An empty list of unfinished games is not shown.
    if (this.kind === "mine") this.section.hidden = tables.length === 0;
    const ids = new Set(tables.map((table) => table.id));
    for (const [id, card] of this.#cards) {
      if (ids.has(id)) continue;
      card.item.remove();
      this.#cards.delete(id);
    }
    tables.forEach((table, index) => this.#place(table, index));
  }

  /** Shows the time left on all clocks now. */
  tick() {
    const { time } = this;
    if (!time) return;
    for (const { item, table } of this.#cards.values()) {
      const { clocks, clocks_ms } = table;
      if (!clocks || clocks_ms === undefined) continue;
      for (const seat of SEATS) {
        const shown = /** @type {HTMLElement | null} */ (item.querySelector(`.clock.${seat}`));
        if (shown) showClock(shown, clocks[seat], timeControl(table.time), clocks_ms, time.ms());
      }
    }
  }

  /** The tables without those that the reader has put away, until something happens there. @param {LobbyTable[]} tables */
  #kept(tables) {
    if (this.kind !== "mine") return tables;
    /** @type {Record<string, number>} */
    const away = recall("put-away", {});
    return tables.filter(({ id, active_ms }) => away[id] !== active_ms);
  }

  /** @param {LobbyTable} table */
  #putAway({ id, active_ms }) {
    const known = new Set(this.#tables.map((table) => table.id));
    const away = Object.entries({ ...recall("put-away", {}), [id]: active_ms });
    remember("put-away", Object.fromEntries(away.filter(([each]) => known.has(each))));
    this.show(this.#tables);
  }

  /**
   * @param {LobbyTable} table
   * @param {number} index
   */
  #place(table, index) {
    const text = JSON.stringify(table);
    let card = this.#cards.get(table.id);
    if (!card) {
      card = { item: el("li", { className: "card" }), text: "", table };
      this.#cards.set(table.id, card);
    }
    if (this.#list.children[index] !== card.item)
      this.#list.insertBefore(card.item, this.#list.children[index] ?? null);
    if (card.text === text) return;
    card.text = text;
    card.table = table;
    this.#fill(card.item, table);
  }

  /**
   * @param {HTMLLIElement} item
   * @param {LobbyTable} table
   */
  #fill(item, table) {
    const known = item.querySelector("yiqi-board");
    if (known && table.board) {
      // The board element is kept, so that a new stone is animated.
      setBoard(/** @type {import("./board.js").YiqiBoard} */ (known), table);
      item.querySelector(".about")?.replaceWith(this.#about(table));
      return;
    }
    fill(item, this.#picture(table), this.#about(table));
  }

  /** @param {LobbyTable} table */
  #picture(table) {
    if (!table.board || this.kind === "open") return null;
    const board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
    board.setAttribute("mini", "");
    setBoard(board, table);
    return el("a", { href: `/t/${table.id}`, className: "thumb", tabIndex: -1, "aria-hidden": "true" }, board);
  }

  /** @param {LobbyTable} table */
  #about(table) {
    const isShort = this.kind === "mine" || this.kind === "playing";
    const details = [gameName(table.game.spec), clockWords(table.time)];
    if (table.rated) details.push(t("web-rated"));
    if (isShort) details.push(ago(table.active_ms));
    return el(
      "div",
      { className: "about" },
      this.kind === "open" ? openTitle(table) : pairTitle(table),
      this.time && table.clocks && clockLine(table),
      isShort && turnLine(table),
      ...(this.kind === "recent" ? past(table) : [el("p", { className: "hint" }, details.join(" · "))]),
      ...(this.kind === "open" ? sitParts(table) : []),
      this.kind === "mine" &&
        button(t("web-put-away"), () => this.#putAway(table), {
          className: "quiet put-away",
          "aria-label": t("web-put-away-of", { names: `${seatName(table.seats.first)} – ${seatName(table.seats.second)}` }),
        }),
    );
  }
}

/** Both clocks, Black's first; `tick` fills them in. @param {LobbyTable} table */
function clockLine({ colors }) {
  const seats = colors?.first === "white" ? [...SEATS].reverse() : SEATS;
  const sides = seats.map((seat) => sideName(colors?.[seat] ?? null, el("span", { className: `clock ${seat}`, role: "timer" })));
  return el("p", { className: "clocks" }, ...sides);
}

/** Whose turn it is. @param {LobbyTable} table */
function turnLine({ seats, turn, stage }) {
  if (stage === "waiting") return el("p", { className: "whose" }, t("web-waiting-open"));
  if (stage === "paused") return el("p", { className: "whose" }, t("web-paused"));
  if (!turn) return null;
  const isMine = seats[turn].person !== undefined && seats[turn].person === myself()?.person;
  const words = isMine ? t("web-your-turn") : t("web-turn-of", { name: seatName(seats[turn]) });
  return el("p", { className: isMine ? "whose mine" : "whose" }, words);
}

/**
 * The result of a finished game, with a link to replay it.
 * @param {LobbyTable} table
 */
function past({ id, game, result, ended_ms }) {
  const day = ended_ms && ago(ended_ms);
  return [
    el("p", { className: "hint" }, result ? resultWords(result, game.spec) : ""),
    el("p", { className: "hint" }, [gameName(game.spec), day].filter(Boolean).join(" · ")),
    studyLink(id, game.kind, "study-link"),
  ];
}

/**
 * @param {import("./board.js").YiqiBoard} board
 * @param {LobbyTable} table
 */
function setBoard(board, table) {
  board.game = table.game;
  board.scene = {
    board: table.board ?? "",
    next_stone: null,
    legal: [],
    forbidden: [],
    last: null,
    lines: [],
    playable: false,
  };
}

/** @param {LobbyTable} table */
function pairTitle({ id, seats, colors, first_color }) {
  const first = colors?.first ?? first_color;
  const isDrawn = first !== "drawn";
  const [black, white] = first === "white" ? [seats.second, seats.first] : [seats.first, seats.second];
  return el(
    "h3",
    {},
    el(
      "a",
      { href: `/t/${id}`, className: "pair" },
      sideName(isDrawn ? "black" : null, who(black)),
      sideName(isDrawn ? "white" : null, who(white)),
    ),
  );
}

/** @param {LobbyTable} table */
function openTitle({ id, seats }) {
  const host = seats.first.kind === "open" ? seats.second : seats.first;
  return el("h3", {}, el("a", { href: `/t/${id}` }, who(host, { rated: true })));
}

/** The button that leads to the open seat, and a line for the reason if it fails. @param {LobbyTable} table */
function sitParts(table) {
  const host = table.seats.first.kind === "open" ? table.seats.second : table.seats.first;
  if (host.person && host.person === myself()?.person) {
    return [el("a", { className: "button", href: `/t/${table.id}` }, t("web-your-table"))];
  }
  const note = el("p", { className: "problem", role: "alert" });
  const sit = button(t("web-sit-down"), async () => {
    if (table.rated && !myself()?.account) {
      note.textContent = t("web-rated-needs-account");
      openEnter("login");
      return;
    }
    sit.disabled = true;
    try {
      await beGuest();
      await post(`/api/tables/${table.id}/sit`, {});
      go(`/t/${table.id}`);
    } catch (error) {
      sit.disabled = false;
      // Somebody else took the seat first: watch the table instead.
      if (error instanceof Failure && error.code === "seat_taken") go(`/t/${table.id}`);
      note.textContent = sentence(error);
    }
  });
  return [sit, note];
}
