// A person's page: ratings, statistics and finished games.

import "./board.js";
import { button, el, fill } from "./dom.js";
import { TableList } from "./lobby-list.js";
import { openLost } from "./lost.js";
import { get, sentence } from "./net.js";
import { statistics, tallyWords } from "./statistics.js";
import { lang, t } from "./text.js";
import { gameName } from "./words.js";

/** The number of games per response. */
const PAGE = 50;

/**
 * @param {HTMLElement} place
 * @param {URL} url
 * @returns {Promise<Page>}
 */
export async function openPerson(place, url) {
  /** @type {Profile} */
  let person;
  try {
    person = await get(`/api/people/${url.pathname.split("/")[2]}`);
  } catch (error) {
    return openLost(place, sentence(error));
  }
  document.title = t("web-title-of", { title: person.name });
  const since = new Date(person.created_ms).toLocaleDateString(lang(), { dateStyle: "long" });
  const games = new TableList(t("web-games-played"), t("web-recent-none"), "recent");
  const more = button(t("web-more-games"), () => next(), { hidden: true });
  const problem = el("p", { className: "problem", role: "alert" });
  const sum = el("p", { className: "hint" });
  const numbers = el("div", { className: "numbers" });
  fill(
    place,
    el(
      "div",
      { className: "home person" },
      el(
        "header",
        {},
        el("h1", {}, el("bdi", {}, person.name)),
        el("p", { className: "hint" }, t("web-since", { date: since })),
      ),
      ratings(person.ratings),
      sum,
      numbers,
      games.section,
      problem,
      el("p", {}, more),
    ),
  );
  /** @type {LobbyTable[]} */
  let known = [];
  const next = async () => {
    more.disabled = true;
    problem.textContent = "";
    try {
      const before = known.at(-1)?.ended_ms;
      /** @type {LobbyTable[]} */
      const page = await get(`/api/games?person=${person.person}${before ? `&before=${before}` : ""}`);
      known = [...known, ...page];
      games.show(known);
      more.hidden = page.length < PAGE;
    } catch (error) {
      more.hidden = false;
      problem.textContent = sentence(error);
    }
    more.disabled = false;
  };
  /** @type {Promise<Statistics>} */
  const counted = get(`/api/games/statistics?person=${person.person}`);
  const count = counted.then((found) => {
    sum.textContent = tallyWords(found.total);
    fill(numbers, ...statistics(found));
  });
  // The list says what is wrong.
  await Promise.all([next(), count.catch(() => {})]);
  return { close() {} };
}

/** @param {Rating[]} list */
function ratings(list) {
  if (list.length === 0) return el("p", { className: "hint" }, t("web-no-ratings"));
  const head = [t("web-game"), t("web-rating"), t("web-games")].map((text) => el("th", { scope: "col" }, text));
  const rows = list.map(({ game, value, deviation, games }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, gameName(game.replaceAll(" ", ":"))),
      el("td", {}, `${value} ± ${2 * deviation}`),
      el("td", {}, games),
    ),
  );
  return el("table", { className: "ratings" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}
