// What can be taken away from a study: files in every format, a link, pictures of the board.

import { button, el } from "./dom.js";
import { menu } from "./menu.js";
import { convert } from "./study-net.js";
import { recordText } from "./study-record.js";
import { t } from "./text.js";

/** @typedef {import("./study-state.js").Study} Study */

/** The formats that hold a game, with the ending of their files (docs/formats/README.md). */
const FORMATS = /** @type {Record<Game["kind"], [string, string][]>} */ ({
  reversi: [
    ["yiqi", "yiqi"],
    ["sgf", "sgf"],
    ["ggf", "ggf"],
    ["transcript", "txt"],
    ["obf", "obf"],
    ["wthor", "wtb"],
  ],
  gomoku: [
    ["yiqi", "yiqi"],
    ["sgf", "sgf"],
    ["psq", "psq"],
    ["pos", "pos"],
    ["offsets", "offsets"],
  ],
  peace: [["yiqi", "yiqi"]],
});
const PICTURE_WIDTH = 1600;

/**
 * @param {Study} study
 * @param {import("./board.js").YiqiBoard} board
 */
export function exportMenu(study, board) {
  const formats = FORMATS[study.game.kind].map(([format, ending]) =>
    button(t(`study-format-${format}`), () => guard(study, () => saveFile(study, format, ending)), {
      "data-closes": true,
    }),
  );
  const panel = el(
    "div",
    { className: "list study-export" },
    el("h3", {}, t("study-export-game")),
    ...formats,
    el("h3", {}, t("study-export-board")),
    button("SVG", () => download(svgBlob(board), `${fileName(study)}.svg`), { "data-closes": true }),
    button("PNG", () => guard(study, () => savePicture(study, board)), { "data-closes": true }),
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
 * @param {string} format
 * @param {string} ending
 */
async function saveFile(study, format, ending) {
  const record = recordOf(study);
  download(await convert(record, format), `${fileName(study)}.${ending}`);
}

/** @param {Study} study */
function fileName(study) {
  const names = study.answer.players.filter(Boolean).join("-") || study.game.kind;
  return names.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 60);
}

/** @param {import("./board.js").YiqiBoard} board */
function svgBlob(board) {
  return new Blob([board.svgText()], { type: "image/svg+xml" });
}

/**
 * @param {Study} study
 * @param {import("./board.js").YiqiBoard} board
 */
async function savePicture(study, board) {
  const address = URL.createObjectURL(svgBlob(board));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = el("canvas", { width: PICTURE_WIDTH, height: PICTURE_WIDTH });
    canvas.getContext("2d")?.drawImage(picture, 0, 0, PICTURE_WIDTH, PICTURE_WIDTH);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve));
    if (blob instanceof Blob) download(blob, `${fileName(study)}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function download(blob, name) {
  const href = URL.createObjectURL(blob);
  el("a", { href, download: name }).click();
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
