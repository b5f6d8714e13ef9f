// Statistics of somebody's games: by game and color, and by opponent.

import { el, sideName } from "./dom.js";
import { t } from "./text.js";
import { who } from "./who.js";
import { colorName } from "./words.js";

/** How many games ended how, as a sentence. @param {Tally} tally */
export function tallyWords({ games, won, lost, draw }) {
  return t("web-my-sum", { count: games, won, lost, draw });
}

/**
 * Two tables; none without games.
 * @param {Statistics} numbers
 */
export function statistics({ games, opponents }) {
  if (games.length === 0) return [];
  const byGame = games.map(({ game, color, tally }) => {
    const side = color ? sideName(color, colorName(color)) : sideName(null, t("web-both-colors"));
    return row(tally, el("th", { scope: "row" }, t(`game-${game}`)), el("td", {}, side));
  });
  const byOpponent = opponents.map(({ tally, ...seat }) =>
    row(tally, el("th", { scope: "row" }, who(/** @type {SeatInfo} */ (seat), { linked: true }))),
  );
  return [
    table(t("web-by-game"), [t("web-game"), t("web-my-color")], byGame),
    opponents.length > 0 && table(t("web-by-opponent"), [t("web-opponent")], byOpponent),
  ];
}

/** @param {Tally} tally @param {...HTMLElement} first */
function row({ games, won, lost, draw }, ...first) {
  const scored = won + lost + draw;
  const bar = el("meter", { min: 0, max: 1, value: scored ? (won + draw / 2) / scored : 0, "aria-hidden": "true" });
  const counts = [games, won, lost, draw].map((count) => el("td", {}, String(count)));
  return el("tr", {}, ...first, ...counts, el("td", {}, scored > 0 && bar));
}

/** @param {string} title @param {string[]} columns @param {HTMLElement[]} rows */
function table(title, columns, rows) {
  const counts = [t("web-games"), t("web-my-won"), t("web-my-lost"), t("web-my-draw")];
  const heads = [...columns, ...counts].map((text) => el("th", { scope: "col" }, text));
  return el(
    "div",
    { className: "scrolls" },
    el(
      "table",
      { className: "ratings" },
      el("caption", {}, title),
      el("thead", {}, el("tr", {}, ...heads, el("td", {}))),
      el("tbody", {}, ...rows),
    ),
  );
}
