// A new game from the position shown.

import { openNewTable } from "./new-table.js";

/** @param {import("./study-state.js").Study} study */
export function openPlayOn(study) {
  openNewTable("computer", { game: study.game.spec, from: study.originOf(study.node) });
}
