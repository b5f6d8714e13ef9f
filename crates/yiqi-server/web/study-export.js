// Exports of a study: files in every format, a link, pictures of the board.

import { formatsOf } from "./catalog.js";
import { button, el } from "./dom.js";
import { menu } from "./menu.js";
import { gameFileName, save, savePng, saveSvg } from "./save-file.js";
import { convert } from "./study-net.js";
import { recordText } from "./study-record.js";
import { t } from "./text.js";
import { playerWords } from "./words.js";

/** @typedef {import("./study-state.js").Study} Study */

/**
 * @param {Study} study
 * @param {import("./board.js").YiqiBoard} board
 */
export function exportMenu(study, board) {
  const formats = formatsOf(study.game.kind).map((format) =>
    button(t(`study-format-${format.name}`), () => guard(study, () => saveFile(study, format)), {
      "data-closes": true,
    }),
  );
  const panel = el(
    "div",
    { className: "list study-export" },
    el("h3", {}, t("study-export-game")),
    ...formats,
    el("h3", {}, t("study-export-board")),
    button("SVG", () => saveSvg(board, fileName(study)), { "data-closes": true }),
    button("PNG", () => guard(study, () => savePng(board, fileName(study))), { "data-closes": true }),
  );
  const opener = el("button", { type: "button" }, t("study-export"));
  return menu(opener, panel);
}

/**
 * @param {Study} study
 * @param {() => Promise<void>} act
 */
function guard(study, act) {
  act().catch((error) => study.refuse(error));
}

/**
 * The study as a record, with everything that is known about the game.
 * @param {Study} study
 */
export function recordOf(study) {
  const { players, first: firstColor, date, time: clock, start } = study.answer;
  const [first, second] = players;
  const heading = { first, second, firstColor, date, clock, start, result: study.result };
  return recordText(study.tree, heading);
}

/**
 * @param {Study} study
 * @param {CatalogFormat} format
 */
async function saveFile(study, { name, extension }) {
  save(await convert(recordOf(study), name), `${fileName(study)}.${extension ?? "txt"}`);
}

/** @param {Study} study */
function fileName(study) {
  const { players, date } = study.answer;
  return gameFileName(players.map(playerWords), date ?? "", study.game.kind);
}
