// Home: a board that plays by itself, three ways to start, and the lobby.

import "./board.js";
import { button, el, fill, icon } from "./dom.js";
import { Demo } from "./demo.js";
import { gameCards } from "./game-cards.js";
import { go } from "./go.js";
import { TableList } from "./lobby-list.js";
import { openNewTable } from "./new-table.js";
import { get, myself, watchMyself } from "./net.js";
import { mayNotify, notify } from "./notify.js";
import { noteReach } from "./reach.js";
import { t } from "./text.js";
import { tournamentCard } from "./tournament-card.js";
import { seatName } from "./words.js";

const FRIEND =
  "M8 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 8 11zM2.5 19c0-3.4 2.4-5 5.5-5s5.5 1.6 5.5 5M16 11a2.7 2.7 0 1 0 0-5.4M17 14.2c2.6.3 4.5 1.9 4.5 4.8";
const COMPUTER = "M7 7h10v10H7zM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.5M17 14h3.5";
const HERE = "M4 5h16v11H4zM9 20h6M12 16v4M9 10.5h.01M15 10.5h.01";

/**
 * @param {HTMLElement} place
 * @returns {Page}
 */
export function openHome(place) {
  const board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
  board.setAttribute("mini", "");
  const caption = el("figcaption", {});
  const demo = new Demo(board, caption);

  const mine = new TableList(t("web-your-games"), "", "mine");
  mine.show([]);
  const open = new TableList(t("web-open-tables"), t("web-open-none"), "open");
  open.offer(button(t("web-open-make"), () => openNewTable("lobby"), { className: "small" }));
  const tournaments = new TournamentsNow();
  const playing = new TableList(t("web-playing"), t("web-playing-none"), "playing");
  const recent = new TableList(t("web-recent"), t("web-recent-none"), "recent");

  fill(
    place,
    el(
      "div",
      { className: "home" },
      el(
        "section",
        { className: "hero", "aria-labelledby": "hero-title" },
        el(
          "figure",
          { className: "demo" },
          el("a", { href: "/study", "aria-label": t("web-demo-open") }, board),
          caption,
        ),
        el(
          "div",
          { className: "ways" },
          el("h1", { id: "hero-title" }, t("web-hero")),
          way(FRIEND, t("web-play-friend"), t("web-play-friend-how"), () => openNewTable("friend"), "primary"),
          way(COMPUTER, t("web-play-computer"), t("web-play-computer-how"), () => openNewTable("computer")),
          way(HERE, t("web-play-here"), t("web-play-here-how"), () => openNewTable("here")),
          // Games that go on now, and free seats, are seen at once.
          el("div", { className: "games-now" }, mine.section, open.section, tournaments.section, playing.section),
        ),
      ),
      gameCards(),
      el("div", { className: "lists" }, pasteBox(), recent.section),
    ),
  );

  const games = new MyTables(mine);
  const unwatch = watchMyself(() => games.show());
  const stream = new EventSource("/api/lobby");
  stream.onopen = () => noteReach(true);
  stream.onmessage = (event) => {
    /** @type {Lobby} */
    const lobby = JSON.parse(event.data);
    open.show(lobby.open);
    playing.show(lobby.playing.filter((table) => !isMine(table)));
    recent.show(lobby.recent.slice(0, 12));
    demo.see(lobby);
  };
  // Without lobby news, the board still plays.
  stream.onerror = () => {
    noteReach(false);
    demo.see({ open: [], playing: [], recent: [] });
  };
  return {
    close() {
      unwatch();
      games.close();
      tournaments.close();
      stream.close();
      demo.close();
    },
  };
}

/**
 * @param {string} path
 * @param {string} title
 * @param {string} how
 * @param {() => void} act
 * @param {string} [className]
 */
function way(path, title, how, act, className = "") {
  return el(
    "button",
    { type: "button", className: `way ${className}`, onclick: act },
    icon(path),
    el("span", {}, el("strong", {}, title), el("small", {}, how)),
  );
}

/** Whether the reader plays at a table, which is then listed as an unfinished game. @param {LobbyTable} table */
function isMine({ seats }) {
  const me = myself()?.person;
  return me !== undefined && (seats.first.person === me || seats.second.person === me);
}

/** How often the reader's unfinished games are asked for again. */
const MINE_EVERY_MS = 20000;

/** The reader's unfinished games, so that a closed page can be found again. */
class MyTables {
  /** The tables where it was the reader's turn. @type {Set<string> | null} */
  #due = null;

  /** @param {TableList} list */
  constructor(list) {
    this.list = list;
    this.timer = setInterval(() => this.show(), MINE_EVERY_MS);
  }

  close() {
    clearInterval(this.timer);
  }

  async show() {
    const me = myself();
    // In the background only somebody who wants to be notified needs the news.
    if (document.hidden && !mayNotify()) return;
    // If the list cannot be fetched, say nothing: games can also be found by their links.
    /** @type {LobbyTable[]} */
    const tables = me ? await get("/api/me/tables").catch(() => []) : [];
    this.list.show(tables);
    const due = tables.filter(({ seats, turn }) => turn && seats[turn].person === me?.person);
    for (const { id, seats } of due) {
      if (this.#due && !this.#due.has(id)) notify(`${seatName(seats.first)} – ${seatName(seats.second)}`, `/t/${id}`);
    }
    this.#due = new Set(due.map(({ id }) => id));
  }
}

/** How often tournaments are asked for again. */
const TOURNAMENTS_EVERY_MS = 30000;

/** The most tournaments that are shown. */
const TOURNAMENTS_MAX = 4;

/** Tournaments that are running, then those to come. Nothing is shown if there are none. */
class TournamentsNow {
  #list = el("ul", { className: "cards" });

  constructor() {
    this.section = el(
      "section",
      { className: "tables", "aria-labelledby": "list-tournaments" },
      el("h2", { id: "list-tournaments" }, el("a", { href: "/tournaments" }, t("web-tournaments"))),
      this.#list,
    );
    this.timer = setInterval(() => this.show(), TOURNAMENTS_EVERY_MS);
    this.show();
  }

  close() {
    clearInterval(this.timer);
  }

  async show() {
    if (document.hidden) return;
    // If they cannot be fetched, say nothing: they have a page of their own.
    /** @type {TournamentList | null} */
    const found = await get("/api/tournaments?finished=false").catch(() => null);
    if (!found) return;
    const shown = [...found.running, ...found.upcoming].slice(0, TOURNAMENTS_MAX);
    // Redrawing must not lose the focus.
    const focused = document.activeElement?.getAttribute("href");
    fill(this.#list, ...shown.map(tournamentCard));
    if (focused) /** @type {HTMLElement | null} */ (this.#list.querySelector(`[href="${CSS.escape(focused)}"]`))?.focus();
  }
}

function pasteBox() {
  const input = el("textarea", { rows: 4, required: true, placeholder: "f5d6c3d3c4…", spellcheck: false });
  const file = el("input", { type: "file", className: "unseen", "aria-label": t("web-paste-file"), tabIndex: -1 });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) go("/study", { text: new Uint8Array(await chosen.arrayBuffer()) });
  });
  return el(
    "section",
    { className: "paste", "aria-labelledby": "paste-title" },
    el("h2", { id: "paste-title" }, t("web-paste")),
    el(
      "form",
      {
        className: "stack",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          go("/study", { text: input.value });
        },
      },
      el("label", {}, t("web-paste-how"), input),
      el(
        "p",
        { className: "row" },
        el("button", {}, t("web-paste-open")),
        button(t("web-paste-file"), () => file.click(), { className: "quiet" }),
        file,
      ),
    ),
  );
}
