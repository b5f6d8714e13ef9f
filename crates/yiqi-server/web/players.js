// Players: the leaderboard of each game, and a search by name.

import { el, fill } from "./dom.js";
import { get, sentence } from "./net.js";
import { t } from "./text.js";
import { gameName } from "./words.js";

/** How long to wait after a key before searching. */
const TYPING_MS = 250;

/** A game of ratings in words. @param {string} game */
const ratedName = (game) => gameName(game.replaceAll(" ", ":"));

/** @param {string} name */
const link = (name) => el("a", { href: `/people/${encodeURIComponent(name)}` }, el("bdi", {}, name));

/**
 * @param {HTMLElement} place
 * @param {URL} url
 * @returns {Promise<Page>}
 */
export async function openPlayers(place, url) {
  document.title = t("web-title-of", { title: t("web-players") });
  const name = el("input", { type: "search", name: "name", value: url.searchParams.get("name") ?? "", autocomplete: "off", spellcheck: false, maxLength: 40 });
  const count = el("p", { className: "hint", role: "status" });
  const found = el("ul", { className: "found" });
  const choice = el("select", { id: "leaders-game" });
  const note = el("p", { className: "hint" });
  const table = el("div", { className: "scrolls" });
  const problem = el("p", { className: "problem", role: "alert" });
  fill(
    place,
    el(
      "div",
      { className: "home person players" },
      el("header", {}, el("h1", {}, t("web-players"))),
      problem,
      el(
        "form",
        { className: "stack", role: "search", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        el("label", {}, t("web-players-search"), name),
        count,
        found,
      ),
      el(
        "section",
        { className: "tables", "aria-labelledby": "leaders-title" },
        el("h2", { id: "leaders-title" }, t("web-leaderboard")),
        el("label", { className: "leaders-game" }, t("web-game"), choice),
        note,
        table,
      ),
    ),
  );
  /** Counts searches, so that a slow one does not replace a later one. */
  let searches = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const search = async () => {
    const own = (searches += 1);
    const part = name.value.trim();
    history.replaceState(history.state, "", `/people${part ? `?${new URLSearchParams({ name: part })}` : ""}`);
    try {
      /** @type {PersonFound[]} */
      const people = part ? await get(`/api/people?${new URLSearchParams({ name: part })}`) : [];
      if (own !== searches) return;
      count.textContent = part ? t("web-players-found", { count: people.length }) : "";
      const ratings = (/** @type {PersonFound} */ person) =>
        person.ratings.map(({ game, value }) => `${ratedName(game)} ${value}`).join(" · ");
      fill(found, ...people.map((person) => el("li", {}, link(person.name), el("span", { className: "hint" }, ratings(person)))));
      problem.textContent = "";
    } catch (error) {
      if (own === searches) problem.textContent = sentence(error);
    }
  };
  name.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, TYPING_MS);
  });
  const lead = async (/** @type {string} */ game) => {
    try {
      /** @type {Leaderboard} */
      const board = await get(`/api/leaderboard${game ? `?${new URLSearchParams({ game })}` : ""}`);
      const games = board.games.length ? board.games : ["reversi"];
      fill(choice, ...games.map((each) => el("option", { value: each, selected: each === board.game }, ratedName(each))));
      note.textContent = t("web-leaderboard-how", { games: board.games_min, error: 2 * board.deviation_max });
      fill(table, leaders(board));
    } catch (error) {
      problem.textContent = sentence(error);
    }
  };
  choice.addEventListener("change", () => lead(choice.value));
  await Promise.all([lead(""), name.value ? search() : null]);
  return {
    close() {
      clearTimeout(timer);
      searches += 1;
    },
  };
}

/** @param {Leaderboard} board */
function leaders({ rows }) {
  if (rows.length === 0) return el("p", { className: "hint" }, t("web-leaderboard-none"));
  const heads = [t("web-tournament-place"), t("web-tournament-player"), t("web-rating"), t("web-games")];
  const lines = rows.map(({ place, name, rating }) =>
    el(
      "tr",
      {},
      el("td", {}, place),
      el("th", { scope: "row" }, link(name)),
      el("td", {}, `${rating.value} ± ${2 * rating.deviation}`),
      el("td", {}, rating.games),
    ),
  );
  return el(
    "table",
    { className: "ratings" },
    el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, ...lines),
  );
}
