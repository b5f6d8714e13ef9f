// What the games are: a picture, a sentence, and a first lesson for each.

import { pointAt } from "./board-geometry.js";
import { gameNamed, games } from "./catalog.js";
import { button, el } from "./dom.js";
import { flipsAt } from "./flips.js";
import { openNewTable } from "./new-table.js";
import { recall } from "./prefs.js";
import { t } from "./text.js";
import { gameOf } from "./words.js";

/** Games in the middle, for the pictures; moves of one turn are joined by commas. @type {Record<string, string>} */
const PICTURES = {
  reversi: "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c6 d8 c5 b4 g5",
  gomoku: "h8 i9 h9 h10 i8 g8 j8 k8 i10 j7 g11 f12 j10 j9 k9",
  connect6: "j10 k11,k9 j11,i10 l10,k10 m9,i11 l12,h10 j9,k12",
  peace: "c3 f6 c6 f3 d3 e6 c4 f5 b2 g7 e3 d6 b5 g4",
};

export function gameCards() {
  const cards = games().map(({ name, suggested }) => {
    const isDone = recall(`lesson-${name}`, { solved: 0, isDone: false }).isDone;
    return el(
      "li",
      { className: "card game-card" },
      el("a", { className: "thumb", href: `/learn/${name}`, tabIndex: -1, "aria-hidden": "true" }, picture(suggested[0])),
      el(
        "div",
        { className: "about" },
        el("h3", {}, t(`game-${name}`)),
        el("p", { className: "hint" }, t(`web-about-${name}`)),
        el(
          "p",
          { className: "row" },
          el(
            "a",
            { className: "button small", href: `/learn/${name}`, "aria-label": t("web-learn-title", { game: t(`game-${name}`) }) },
            t("web-how-to-play"),
            isDone && el("span", { "aria-hidden": "true" }, "✓"),
          ),
          button(t("web-card-play"), () => openNewTable("computer", undefined, name), {
            className: "small",
            "aria-label": t("web-play-game", { game: t(`game-${name}`) }),
          }),
        ),
      ),
    );
  });
  return el(
    "section",
    { className: "tables", "aria-labelledby": "games-title" },
    el("h2", { id: "games-title" }, t("web-the-games")),
    el("ul", { className: "cards" }, ...cards),
  );
}

/** A game in the middle. @param {string} spec */
function picture(spec) {
  const board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
  board.setAttribute("mini", "");
  const game = gameOf(spec);
  board.game = game;
  const { start, aim } = gameNamed(game.kind);
  const cells = start.split("");
  (PICTURES[game.kind] ?? "").split(" ").forEach((turn, index) => {
    const color = index % 2 === 0 ? "black" : "white";
    for (const point of turn.split(",")) {
      const place = pointAt(game, point);
      if (!place) continue;
      const at = place.row * game.size + place.col;
      const flips = aim === "stones" ? flipsAt(cells.join(""), game.size, at, color) : [];
      for (const each of [at, ...flips]) cells[each] = color[0];
    }
  });
  const nothing = { next_stone: null, legal: [], forbidden: [], last: null, lines: [], playable: false };
  board.scene = { board: cells.join(""), ...nothing };
  return board;
}
