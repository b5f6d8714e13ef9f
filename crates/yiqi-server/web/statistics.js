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

/** The outcomes in the order in which a bar shows them. @type {("won" | "draw" | "lost")[]} */
const OUTCOMES = ["won", "draw", "lost"];

/** @param {Tally} tally @param {...HTMLElement} first */
function row(tally, ...first) {
  const parts = OUTCOMES.filter((outcome) => tally[outcome] > 0).map((outcome) => {
    const words = t(`web-tally-${outcome}`, { count: tally[outcome] });
    const part = el("span", { className: outcome, title: words }, String(tally[outcome]));
    part.style.flexGrow = String(tally[outcome]);
    part.append(el("span", { className: "unseen" }, ` ${t(`web-my-${outcome}`)} `));
    return part;
  });
  return el("tr", {}, ...first, el("td", {}, String(tally.games)), el("td", { className: "tally" }, el("div", {}, ...parts)));
}

/** What the colors of a bar mean. */
function legend() {
  const parts = OUTCOMES.map((outcome) => el("span", { className: outcome }, t(`web-my-${outcome}`)));
  return el("th", { scope: "col", className: "tally" }, el("div", {}, ...parts));
}

/** @param {string} title @param {string[]} columns @param {HTMLElement[]} rows */
function table(title, columns, rows) {
  const heads = [...columns, t("web-games")].map((text) => el("th", { scope: "col" }, text));
  return el(
    "div",
    { className: "scrolls" },
    el(
      "table",
      { className: "ratings" },
      el("caption", {}, title),
      el("thead", {}, el("tr", {}, ...heads, legend())),
      el("tbody", {}, ...rows),
    ),
  );
}
