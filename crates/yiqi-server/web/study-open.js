// Ways to open a study: a pasted, chosen or dropped file, or an empty board.

import "./board.js";
import { formats, gameNamed, games, readSpec } from "./catalog.js";
import { button, el } from "./dom.js";
import { GamePicker } from "./game-fields.js";
import { go } from "./go.js";
import { t } from "./text.js";
import { gameOf } from "./words.js";

/**
 * Where a study comes from, kept in the browser's history so that going back or reloading
 * restores it.
 * @typedef {object} Source
 * @property {string | Uint8Array} [text] a file in any format
 * @property {string} [format] its format, if the contents do not show it
 * @property {string} [game] its game, if the format does not name it
 * @property {boolean} [isShared] whether it came with a link
 * @property {number} [nth] which of its records, counting from 1
 * @property {(import("./study-eval.js").Score | null)[]} [scores] evaluations along the line of the address
 */

/**
 * @param {Source} source what was tried, if anything
 * @param {string} problem why it could not be opened
 */
export function openPanel(source, problem) {
  const text = el("textarea", {
    rows: 5,
    spellcheck: false,
    placeholder: "f5d6c3d3c4…",
    value: typeof source.text === "string" ? source.text : "",
  });
  const game = new GamePicker("file", t("study-game-of-file"), source.game ?? "", t("study-game-told"));
  const format = formatSelect(source.format ?? "");
  const file = el("input", { type: "file", className: "unseen", tabIndex: -1, "aria-hidden": "true" });
  const other = new GamePicker("board", t("web-game"), games()[0].suggested[0]);
  const pick = (/** @type {string} */ spec) => go(`/study?game=${spec}`);
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) openFile(chosen, { game: game.spec, format: format.value });
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    // Rejected bytes can be tried again as another format.
    const tried = text.value || !source.text ? text.value : source.text;
    if (tried) go("/study", { text: tried, game: game.spec, format: format.value });
    else text.focus();
  };
  return el(
    "div",
    { className: "study-open" },
    el("h1", {}, t("study-title")),
    el(
      "form",
      { className: "study-card stack", onsubmit: submit },
      el("h2", {}, t("study-open-game")),
      problem && el("p", { className: "problem", role: "alert" }, problem),
      el("label", {}, el("span", {}, t("study-paste-here")), text),
      el("label", {}, el("span", {}, t("study-format-of-file")), format),
      game.element,
      el(
        "p",
        { className: "study-row" },
        el("button", { className: "primary" }, t("study-open-button")),
        button(t("study-choose-file"), () => file.click()),
        file,
      ),
      el("p", { className: "hint" }, t("study-formats-hint")),
    ),
    el(
      "section",
      { className: "study-card stack", "aria-labelledby": "study-empty" },
      el("h2", { id: "study-empty" }, t("study-empty-board")),
      el(
        "div",
        { className: "study-boards" },
        ...games().flatMap(({ suggested }) => suggested.map((spec) => thumbnail(spec, () => pick(spec)))),
      ),
      el(
        "details",
        {},
        el("summary", {}, t("study-other-board")),
        other.element,
        el("p", { className: "study-row" }, button(t("study-open-board"), () => pick(other.spec))),
      ),
    ),
  );
}

/**
 * Opens files that are dropped anywhere on an element.
 * @param {HTMLElement} element
 */
export function acceptDrops(element) {
  const set = (/** @type {DragEvent} */ event, /** @type {boolean} */ isOver) => {
    event.preventDefault();
    element.classList.toggle("study-drop", isOver);
  };
  element.addEventListener("dragover", (event) => set(event, true));
  element.addEventListener("dragleave", (event) => set(event, false));
  element.addEventListener("drop", (event) => {
    set(event, false);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text");
    if (file) openFile(file);
    else if (text) go("/study", { text });
  });
}

/**
 * Opens what is pasted while no field has the focus.
 * @param {ClipboardEvent} event
 */
export function openPasted(event) {
  if (event.target instanceof Element && event.target.closest("input, textarea, dialog")) return;
  const file = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData("text");
  if (file) openFile(file);
  else if (text?.trim()) go("/study", { text });
}

/**
 * @param {File} file
 * @param {{ game?: string, format?: string }} [how]
 */
async function openFile(file, { game = "", format = "" } = {}) {
  const ending = file.name.split(".").pop()?.toLowerCase();
  const told = formats().find(({ extension }) => extension === ending)?.name;
  // Bytes, because some formats are not text.
  go("/study", { text: new Uint8Array(await file.arrayBuffer()), game, format: format || told });
}

/** @param {string} chosen */
function formatSelect(chosen) {
  const options = formats().map(({ name }) =>
    el("option", { value: name, selected: name === chosen }, t(`study-format-${name}`)),
  );
  return el("select", {}, el("option", { value: "" }, t("study-format-told")), ...options);
}

/**
 * @param {string} spec
 * @param {() => void} act
 */
function thumbnail(spec, act) {
  const { kind } = readSpec(spec);
  const board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
  board.setAttribute("mini", "");
  board.setAttribute("aria-hidden", "true");
  board.game = gameOf(spec);
  board.scene = {
    board: gameNamed(kind).start,
    next_stone: null,
    forbidden: [],
    lines: [],
    playable: false,
  };
  return el(
    "button",
    { type: "button", className: "study-thumb", onclick: act },
    board,
    el("span", {}, board.game?.name),
  );
}
