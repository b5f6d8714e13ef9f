// The reader's own finished games, as a guest or with an account: search, statistics, and a file with all of them.

import "./board.js";
import { games } from "./catalog.js";
import { button, el, fill } from "./dom.js";
import { TableList } from "./lobby-list.js";
import { get, myself, sentence, watchMyself } from "./net.js";
import { statistics, tallyWords } from "./statistics.js";
import { t } from "./text.js";

/** The number of games per response. */
const PAGE = 50;

/** How long to wait after a key before searching. */
const TYPING_MS = 250;

const FIELDS = ["opponent", "game", "result", "color", "opening"];

/**
 * @param {HTMLElement} place
 * @param {URL} url
 * @returns {Page}
 */
export function openMyGames(place, url) {
  document.title = t("web-title-of", { title: t("web-my-games") });
  const page = new MyGames(url.searchParams);
  fill(place, page.element);
  // Who the reader is may be known only later, or change.
  const unwatch = watchMyself(() => page.search());
  return {
    close() {
      unwatch();
      page.close();
    },
  };
}

class MyGames {
  /** @type {LobbyTable[]} */
  #games = [];
  /** Counts searches, so that a slow one does not replace a later one. */
  #searches = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #sum = el("span", { className: "hint", role: "status" });
  #numbers = el("div", { className: "numbers" });
  #list = new TableList(t("web-games-played"), t("web-my-none"), "recent");
  #problem = el("p", { className: "problem", role: "alert" });
  #more = button(t("web-more-games"), () => this.#load(), { hidden: true });
  #files = el("p", { className: "row" });
  #reset = button(t("web-my-reset"), () => this.#showAll(), { className: "small", hidden: true });
  #guest = el("p", { className: "hint" }, t("web-my-guest"));

  /** @param {URLSearchParams} asked */
  constructor(asked) {
    const value = (/** @type {string} */ name) => asked.get(name) ?? "";
    const kinds = games().map(({ name }) => name);
    this.form = el(
      "form",
      { className: "search", role: "search", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      field("opponent", t("web-opponent"), value("opponent")),
      choice("game", t("web-game"), kinds, (kind) => t(`game-${kind}`), value("game")),
      choice("result", t("web-my-result"), ["won", "lost", "draw"], (one) => t(`web-my-${one}`), value("result")),
      choice("color", t("web-my-color"), ["black", "white"], (one) => t(`color-${one}`), value("color")),
      field("opening", t("web-my-opening"), value("opening"), "f5 d6 c3"),
    );
    // Some browsers report a choice from a list with `change` alone.
    for (const type of ["input", "change"]) {
      this.form.addEventListener(type, () => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.search(), TYPING_MS);
      });
    }
    this.element = el(
      "div",
      { className: "home person" },
      el("header", {}, el("h1", {}, t("web-my-games")), this.#guest),
      this.form,
      el("p", { className: "row" }, this.#sum, this.#reset),
      this.#problem,
      this.#numbers,
      this.#files,
      this.#list.section,
      el("p", {}, this.#more),
    );
  }

  close() {
    clearTimeout(this.#timer);
    this.#searches += 1;
  }

  /** What is searched for, as the server takes it. */
  get #query() {
    const chosen = new FormData(this.form);
    const pairs = FIELDS.map((name) => [name, String(chosen.get(name) ?? "").trim()]);
    return new URLSearchParams(pairs.filter(([, value]) => value));
  }

  /** Empties the fields of the search. */
  #showAll() {
    for (const each of this.form.querySelectorAll("input, select")) {
      /** @type {HTMLInputElement | HTMLSelectElement} */ (each).value = "";
    }
    this.search();
  }

  async search() {
    const query = this.#query;
    this.#reset.hidden = query.size === 0;
    this.#guest.hidden = myself()?.account ?? false;
    history.replaceState(history.state, "", `/games${query.size ? `?${query}` : ""}`);
    this.#games = [];
    const numbers = this.#loadNumbers(query);
    await this.#load();
    await numbers;
  }

  /** @param {URLSearchParams} query */
  async #loadNumbers(query) {
    if (!myself()) return;
    const search = this.#searches + 1;
    try {
      /** @type {Statistics} */
      const numbers = await get(`/api/games/statistics?${query}`);
      if (search !== this.#searches) return;
      this.#sum.textContent = tallyWords(numbers.total);
      fill(this.#numbers, ...statistics(numbers));
      this.#showFiles(query, numbers.total.games);
    } catch {
      // The list says what is wrong.
    }
  }

  /** Loads the next games. */
  async #load() {
    const search = (this.#searches += 1);
    this.#problem.textContent = "";
    if (!myself()) {
      this.#list.show([]);
      return;
    }
    const query = this.#query;
    const before = this.#games.at(-1)?.ended_ms;
    if (before) query.set("before", String(before));
    this.#more.disabled = true;
    try {
      /** @type {LobbyTable[]} */
      const found = await get(`/api/games?${query}`);
      if (search !== this.#searches) return;
      this.#games = [...this.#games, ...found];
      this.#list.show(this.#games);
      this.#more.hidden = found.length < PAGE;
    } catch (error) {
      if (search === this.#searches) this.#problem.textContent = sentence(error);
    }
    this.#more.disabled = false;
  }

  /** @param {URLSearchParams} query @param {number} count */
  #showFiles(query, count) {
    const file = (/** @type {string} */ format, /** @type {string} */ label) => {
      const asked = new URLSearchParams([...query, ["format", format]]);
      return el("a", { className: "button small", href: `/api/me/games?${asked}`, download: "" }, label);
    };
    const all = t("web-my-export", { count });
    fill(this.#files, ...(count ? [el("span", {}, all), file("yiqi", "yiqi"), file("sgf", "SGF")] : []));
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {string} [example]
 */
function field(name, label, value, example) {
  const input = el("input", { type: "search", name, value, autocomplete: "off", spellcheck: false, maxLength: 80 });
  if (example) input.placeholder = example;
  return el("label", {}, label, input);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[]} values
 * @param {(value: string) => string} words
 * @param {string} chosen
 */
function choice(name, label, values, words, chosen) {
  const options = values.map((value) => el("option", { value, selected: value === chosen }, words(value)));
  return el("label", {}, label, el("select", { name }, el("option", { value: "" }, t("web-my-all")), ...options));
}
