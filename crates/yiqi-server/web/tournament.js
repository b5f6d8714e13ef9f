// One tournament: what it is, the reader's part in it, boards, standings and games.

import "./board.js";
import { ChatBox } from "./chat-box.js";
import { clockWords, ServerTime } from "./clock.js";
import { confirmed } from "./dialog.js";
import { button, el, fill } from "./dom.js";
import { linkToSend } from "./link-to-send.js";
import { TableList } from "./lobby-list.js";
import { openLost } from "./lost.js";
import { beGuest, get, myself, post, sentence, watchMyself } from "./net.js";
import { noteReach } from "./reach.js";
import { t } from "./text.js";
import { leadTo } from "./tournament-lead.js";
import { bracketRounds, roundName, scoreWords, startWords } from "./tournament-words.js";
import { programPicker } from "./tournaments.js";
import { wasVisited } from "./visited.js";
import { who } from "./who.js";
import { gameName, seatName } from "./words.js";

const TICK_MS = 200;

/** The most messages that the page keeps. */
const CHAT_MAX = 200;

/**
 * @param {HTMLElement} place
 * @param {URL} url
 * @returns {Promise<Page>}
 */
export async function openTournament(place, url) {
  const id = url.pathname.split("/")[2];
  /** @type {TournamentState} */
  let state;
  try {
    state = await get(`/api/tournaments/${id}`);
  } catch (error) {
    return openLost(place, sentence(error));
  }
  return new TournamentPage(place, state);
}

class TournamentPage {
  #status = el("p", { className: "status" });
  #about = el("div", { className: "stack about-tournament" });
  #part = el("div", { className: "part stack" });
  #manage = el("section", { className: "stack", "aria-label": t("web-tournament-manage") });
  #problem = el("p", { className: "problem", role: "alert" });
  #standings = el("tbody", {});
  #heads = el("tr", {});
  #ties = el("dl", { className: "hint legend" });
  #games = el("div", { className: "stack" });
  #bracket = el("section", { className: "tables", hidden: true });
  #invite = el("details", { className: "invite-players" });
  #boards = new TableList(t("web-tournament-boards"), t("web-tournament-boards-none"), "playing");
  #time = new ServerTime();
  #files = el("div", { className: "stack" });
  #chat = new ChatBox((_, text) => this.#say(text));
  /** @type {Chat[]} */
  #messages = [];
  #isOver = false;
  #name = el("input", { name: "nickname", maxLength: 20, autocomplete: "nickname" });
  #shownPart = "";
  #shownManage = "";

  /**
   * @param {HTMLElement} place
   * @param {TournamentState} state
   */
  constructor(place, state) {
    this.state = state;
    this.#boards.time = this.#time;
    this.#name.value = myself()?.name ?? "";
    const { info } = state;
    document.title = t("web-title-of", { title: info.name });
    fill(
      place,
      el(
        "div",
        { className: "home person tournament" },
        el(
          "header",
          { className: "stack" },
          el("p", {}, el("a", { href: "/tournaments" }, t("web-tournament-all"))),
          el("h1", {}, el("bdi", {}, info.name)),
          this.#status,
        ),
        this.#part,
        this.#problem,
        this.#about,
        this.#invite,
        this.#boards.section,
        this.#bracket,
        el(
          "section",
          { className: "tables", "aria-labelledby": "standings-title" },
          el("h2", { id: "standings-title" }, t("web-tournament-standings")),
          el(
            "div",
            { className: "scrolls", tabIndex: 0, role: "group", "aria-labelledby": "standings-title" },
            el("table", { className: "ratings standings" }, el("thead", {}, this.#heads), this.#standings),
          ),
          this.#ties,
          this.#files,
        ),
        el(
          "section",
          { className: "tables", "aria-labelledby": "chat-title" },
          el("h2", { id: "chat-title" }, t("web-chat")),
          this.#chat.element,
        ),
        el(
          "section",
          { className: "tables", "aria-labelledby": "games-title" },
          el("h2", { id: "games-title" }, t("web-tournament-pairings")),
          this.#games,
        ),
        this.#manage,
      ),
    );
    fill(
      this.#invite,
      el("summary", {}, t("web-tournament-invite")),
      el("p", { className: "hint" }, t("web-tournament-invite-how")),
    );
    // The link has a picture, which is made when somebody wants it.
    this.#invite.addEventListener("toggle", () => this.#invite.append(linkToSend(`/tournaments/${info.id}`)), { once: true });
    this.#show(state);
    this.timer = setInterval(() => this.#tick(), TICK_MS);
    this.#listen();
    // Who the reader is may be known only later, or change.
    let known = myself()?.person;
    this.unwatch = watchMyself((me) => {
      if (me?.person === known) return;
      known = me?.person;
      this.#listen();
    });
  }

  close() {
    clearInterval(this.timer);
    this.unwatch?.();
    this.stream?.close();
  }

  #listen() {
    this.stream?.close();
    this.stream = new EventSource(`/api/tournaments/${this.state.info.id}/events`);
    this.stream.onopen = () => noteReach(true);
    this.stream.onerror = () => noteReach(false);
    this.stream.onmessage = (event) => {
      /** @type {TournamentEvent} */
      const message = JSON.parse(event.data);
      if (message.type === "state") this.#show(message.state);
      else if (message.type === "chat") this.#hear(message.whole, message.chat);
      else {
        this.#time.hear(message.now_ms);
        this.#boards.show(message.boards);
        this.#boards.tick();
      }
    };
  }

  /** @param {boolean} isWhole @param {Chat[]} chat */
  #hear(isWhole, chat) {
    this.#messages = [...(isWhole ? [] : this.#messages), ...chat].slice(-CHAT_MAX);
    this.#chat.update({ chat: this.#messages, isPlayer: false, isOver: this.#isOver });
  }

  /** Chatting needs a person, so a visitor becomes a guest first. @param {string} text */
  async #say(text) {
    try {
      await beGuest(myself() ? undefined : this.#name.value.trim());
      await post(`/api/tournaments/${this.state.info.id}/chat`, { text });
      return true;
    } catch (error) {
      return sentence(error);
    }
  }

  /** @param {TournamentState} state */
  #show(state) {
    this.state = state;
    this.#time.hear(state.now_ms);
    this.#isOver = state.info.stage === "finished" || state.info.stage === "canceled";
    this.#boards.section.hidden = state.info.stage !== "running";
    this.#invite.hidden = this.#isOver;
    this.#showAbout();
    this.#showPart();
    this.#showManage();
    this.#showStandings();
    this.#showBracket();
    this.#showGames();
    this.#tick();
    this.#lead(state.you.table);
  }

  /** The game that was announced. @type {string | undefined} */
  #announced;

  /** Takes the reader to a game that is ready, once. @param {string | undefined} table */
  #lead(table) {
    if (table === undefined || table === this.#announced || wasVisited(table)) return;
    this.#announced = table;
    leadTo(this.state.info.name, table);
  }

  #tick() {
    this.#showPart();
    const words = startWords(this.state.info, this.#time.ms());
    if (this.#status.textContent !== words) this.#status.textContent = words;
    this.#boards.tick();
  }

  /** For whom the next games wait. */
  #busyWords() {
    const players = (this.state.busy ?? []).map((number) => this.state.players[number]);
    const names = players.map((player) => seatName(/** @type {SeatInfo} */ (/** @type {unknown} */ (player))));
    return names.length > 0 && t("web-tournament-busy", { names: names.join(", ") });
  }

  #showAbout() {
    const { info } = this.state;
    const facts = [
      t(`web-tournament-format-${info.format}`),
      gameName(info.game.spec),
      clockWords(info.time),
      info.format === "arena" && t("web-tournament-minutes", { count: info.minutes }),
      info.format !== "arena" && info.rounds && t("web-tournament-rounds", { count: info.rounds }),
      t("web-tournament-players", { count: info.player_count }),
      info.rated && t("web-rated"),
    ];
    const notes = [
      t(`web-tournament-note-${info.format}`),
      info.streaks && t("web-tournament-note-streaks"),
      t("web-tournament-note-show-up", { seconds: info.show_up_seconds }),
      info.rated && t("web-tournament-note-rated"),
    ];
    fill(
      this.#about,
      el("p", { role: "status" }, this.#busyWords()),
      el("p", {}, facts.filter(Boolean).join(" · ")),
      el("p", { className: "hint" }, t("web-tournament-by", { name: info.organizer || t("web-guest") })),
      !this.#isOver && el("p", { className: "hint" }, notes.filter(Boolean).join(" ")),
    );
  }

  /** What the reader can do. It is rebuilt only when it changes, so that the focus stays. */
  #showPart() {
    const { you, info } = this.state;
    const isEnding = info.stage === "running" && info.ends_ms !== undefined && info.ends_ms <= this.#time.ms();
    const shown = JSON.stringify([you, info.stage, isEnding, info.rated, myself()?.account]);
    if (shown === this.#shownPart) return;
    this.#shownPart = shown;
    const board = you.table
      ? el(
          "div",
          { className: "ready stack", role: "status" },
          el("h2", {}, t("web-tournament-ready")),
          el("p", {}, el("a", { className: "button primary big", href: `/t/${you.table}` }, t("web-tournament-to-board"))),
        )
      : null;
    const waiting = you.active && !you.table && !this.#isOver;
    const words = t(info.stage === "running" ? "web-tournament-you-wait" : "web-tournament-you-in");
    fill(
      this.#part,
      board,
      // After the time is up no further game begins.
      waiting && !isEnding && el("p", { role: "status" }, words),
      !this.#isOver && this.#joining() && !myself()?.account && el("label", { className: "leaders-game" }, t("web-your-name-optional"), this.#name),
      !this.#isOver && (you.active || you.may_join) && el("p", { className: "row" }, this.#joining(), this.#leaveButton()),
      !you.may_join && !you.active && info.rated && !myself()?.account && !this.#isOver && el("p", { className: "hint" }, t("web-tournament-needs-account")),
    );
  }

  /** The button to join or come back, if that is possible. */
  #joining() {
    const { you } = this.state;
    if (!you.may_join || you.active) return null;
    const isBack = you.player !== undefined;
    return button(t(isBack ? "web-tournament-rejoin" : "web-tournament-join"), () => this.#do("join"), { className: "primary" });
  }

  #leaveButton() {
    if (!this.state.you.active) return null;
    return button(t("web-tournament-leave"), async () => {
      const isSure = this.state.info.stage !== "running" || (await confirmed(t("web-tournament-leave-sure"), t("web-tournament-leave")));
      if (isSure) await this.#do("leave");
    });
  }

  /**
   * @param {string} what
   * @param {unknown} [body]
   */
  async #do(what, body) {
    this.#problem.textContent = "";
    const id = this.state.info.id;
    try {
      const name = this.#name.value.trim();
      await beGuest(what === "join" && name && !myself()?.account ? name : undefined);
      await post(`/api/tournaments/${id}/${what}`, body);
      // The stream of somebody who was nobody before does not know them.
      this.#show(await get(`/api/tournaments/${id}`));
    } catch (error) {
      this.#problem.textContent = sentence(error);
    }
  }

  /** What only the organizer can do. */
  #showManage() {
    const { you, info, players } = this.state;
    const shown = JSON.stringify([you.organizer, you.damaged, info.stage, players.map((player) => player.active)]);
    if (shown === this.#shownManage) return;
    this.#shownManage = shown;
    const damaged = (you.damaged ?? []).map((number) => el("p", { className: "problem", role: "alert" }, this.#damageWords(number)));
    this.#manage.hidden = !you.organizer || (this.#isOver && damaged.length === 0);
    if (this.#manage.hidden) return fill(this.#manage);
    const head = [el("h2", {}, t("web-tournament-manage")), ...damaged];
    if (this.#isOver) return fill(this.#manage, ...head);
    const removals = players.flatMap((player, number) => {
      if (!player.active) return [];
      const name = who(/** @type {SeatInfo} */ (player));
      const words = name.textContent ?? "";
      const remove = async () => {
        if (await confirmed(t("web-tournament-remove-sure", { name: words }), t("web-tournament-remove"))) {
          await this.#do("remove", { player: number });
        }
      };
      return [
        el(
          "li",
          { className: "row" },
          name,
          button(t("web-tournament-remove"), remove, {
            className: "small quiet",
            "aria-label": t("web-tournament-remove-of", { name: words }),
          }),
        ),
      ];
    });
    const choices = { computer: "engine", level: 5 };
    fill(
      this.#manage,
      ...head,
      el(
        "p",
        { className: "row" },
        info.stage === "upcoming" && button(t("web-tournament-begin"), () => this.#do("begin")),
        button(t("web-tournament-cancel"), async () => {
          if (await confirmed(t("web-tournament-cancel-sure"), t("web-tournament-cancel"))) await this.#do("cancel");
        }),
      ),
      info.stage === "upcoming" &&
        el(
          "div",
          { className: "stack" },
          el("h3", {}, t("web-tournament-add-program")),
          programPicker(choices, (player) => this.#do("programs", { player })),
        ),
      el("details", {}, el("summary", {}, t("web-players")), el("ul", { className: "stack" }, ...removals)),
    );
  }

  /** @param {number} number of a game that the server could not read */
  #damageWords(number) {
    const game = this.state.games.find((known) => known.number === number);
    const name = (/** @type {number | undefined} */ player) => (player === undefined ? "" : (this.#nameOf(player).textContent ?? ""));
    if (!game) return t("web-tournament-damaged", { game: number });
    return t("web-tournament-damaged-of", { game: number, first: name(game.first), second: name(game.second) });
  }

  /** @param {number} number */
  #nameOf(number) {
    const player = this.state.players[number];
    if (!player) return el("span", {});
    return el(
      "span",
      {},
      who(/** @type {SeatInfo} */ (/** @type {unknown} */ ({ ...player, rating: undefined })), { linked: true }),
      player.rating !== undefined && el("small", { className: "guest" }, String(player.rating)),
      player.bot && el("small", { className: "guest" }, t("web-tournament-bot")),
    );
  }

  #showStandings() {
    const { standings, players, you, info } = this.state;
    // Wins have a column anyway, and what decides nothing needs none.
    const ties = this.state.tie_breaks.flatMap((name, index) => {
      const isShown = name !== "wins" && standings.some(({ tie_breaks }) => tie_breaks[index] !== null);
      return isShown ? [{ index, key: `tie-${name}`, note: t(`web-tournament-tie-note-${name}`) }] : [];
    });
    const heads = ["place", "player", "points", "won", "drawn", "lost", ...ties.map(({ key }) => key)];
    fill(this.#heads, ...heads.map(headCell));
    const rows = standings.map((row) => {
      const isGone = !players[row.player]?.active && !this.#isOver;
      return el(
        "tr",
        { className: row.player === you.player ? "own" : "", "aria-current": row.player === you.player ? "true" : undefined },
        el("td", {}, row.place),
        el(
          "th",
          { scope: "row" },
          this.#nameOf(row.player),
          row.streak && el("small", { className: "streak", title: t("web-tournament-streak") }, "×2"),
          isGone && el("small", { className: "guest" }, t("web-tournament-left")),
        ),
        el("td", { className: "points" }, row.points),
        el("td", {}, row.won),
        el("td", {}, row.drawn),
        el("td", {}, row.lost),
        ...ties.map(({ index }) => el("td", {}, row.tie_breaks[index] ?? "–")),
      );
    });
    fill(this.#standings, ...rows);
    const legend = ties.flatMap(({ key, note }) => {
      const [long, short] = bothNames(key);
      return [el("dt", {}, short), el("dd", {}, long.textContent, ": ", note)];
    });
    fill(this.#ties, ...(info.stage === "upcoming" ? [] : legend));
    this.#showFiles();
  }

  /** What can be downloaded, as soon as there is something. */
  #showFiles() {
    const { info, games } = this.state;
    if (info.stage === "upcoming" || this.#files.childElementCount > 0) return;
    const hasGames = games.some(({ table, outcome }) => table && outcome);
    const file = (/** @type {string} */ path, /** @type {string} */ label) =>
      el("a", { className: "button small", href: `/api/tournaments/${info.id}/${path}`, download: "" }, label);
    if (!hasGames && !this.#isOver) return;
    fill(
      this.#files,
      el(
        "p",
        { className: "row" },
        el("span", {}, t("web-tournament-results")),
        file("report?format=html", t("web-tournament-page")),
        file("report?format=text", t("web-tournament-text")),
        file("report?format=json", "JSON"),
      ),
      el(
        "p",
        { className: "row" },
        el("span", {}, t("web-tournament-all-games")),
        file("games?format=yiqi", "yiqi"),
        file("games?format=sgf", "SGF"),
      ),
    );
  }

  #showBracket() {
    const bracket = this.state.bracket ?? [];
    this.#bracket.hidden = bracket.length === 0;
    if (bracket.length === 0) return;
    const match = (/** @type {import("./tournament-words.js").BracketPlace} */ known) => {
      const nobody = t(known.isOpen ? "web-tournament-later" : "web-tournament-bye");
      const side = (/** @type {number | undefined} */ player) =>
        el(
          "p",
          { className: player !== undefined && player === known.winner ? "won" : "" },
          player === undefined ? nobody : this.#nameOf(player),
          player !== undefined && player === known.winner && known.by_lot && el("small", { className: "guest" }, t("web-tournament-by-lot")),
        );
      return el("li", {}, el("div", { className: known.isOpen ? "card match later" : "card match" }, side(known.first), side(known.second)));
    };
    fill(
      this.#bracket,
      el("h2", {}, t("web-tournament-bracket")),
      el(
        "div",
        { className: "bracket", tabIndex: 0, role: "group", "aria-label": t("web-tournament-bracket") },
        ...bracketRounds(bracket).map((matches, index, rounds) =>
          el(
            "section",
            { className: "stack" },
            el("h3", {}, roundName(index + 1, rounds.length)),
            el("ul", {}, ...matches.map(match)),
          ),
        ),
      ),
    );
  }

  #showGames() {
    const { games, resting, info } = this.state;
    const isArena = info.format === "arena";
    const rounds = [...new Set(games.map(({ round }) => round))];
    const line = (/** @type {TournamentGame} */ game) =>
      el(
        "li",
        { className: "pairing" },
        el("span", { className: "names" }, this.#nameOf(game.first), " – ", this.#nameOf(game.second)),
        game.table
          ? el("a", { href: game.outcome ? `/study?table=${game.table}` : `/t/${game.table}` }, scoreWords(game))
          : el("span", {}, scoreWords(game)),
      );
    fill(
      this.#games,
      ...rounds.map((round, index) => {
        const rest = index === 0 ? resting.map((player) => el("li", { className: "pairing" }, this.#nameOf(player), t("web-tournament-bye"))) : [];
        const list = el("ul", { className: "pairings" }, ...games.filter((game) => game.round === round).map(line), ...rest);
        if (isArena) return list;
        return el("details", { open: index === 0 }, el("summary", {}, t("web-tournament-round", { round })), list);
      }),
    );
  }
}

/** The head of a column, shorter where there is little room. @param {string} key */
function headCell(key) {
  return el("th", { scope: "col" }, ...(key === "player" ? [t("web-tournament-player")] : bothNames(key)));
}

/** The name of a column, and the one that is shown instead where there is little room. @param {string} key */
function bothNames(key) {
  const long = t(`web-tournament-${key}`);
  return [el("span", { className: "long" }, long), el("abbr", { className: "short", title: long }, t(`web-tournament-short-${key}`))];
}
