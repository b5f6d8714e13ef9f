// A tournament in a list.

import { clockWords } from "./clock.js";
import { el } from "./dom.js";
import { t } from "./text.js";
import { startWords } from "./tournament-words.js";
import { gameName } from "./words.js";

/** @param {TournamentInfo} info */
export function tournamentCard(info) {
  const details = [gameName(info.game.spec), clockWords(info.time)];
  if (info.rated) details.push(t("web-rated"));
  return el(
    "li",
    { className: "card" },
    el(
      "div",
      { className: "about" },
      el("h3", {}, el("a", { href: `/tournaments/${info.id}` }, el("bdi", {}, info.name))),
      el("p", {}, [t(`web-tournament-format-${info.format}`), t("web-tournament-players", { count: info.player_count })].join(" · ")),
      el("p", { className: "hint" }, details.join(" · ")),
      el("p", { className: "hint" }, startWords(info)),
    ),
  );
}
