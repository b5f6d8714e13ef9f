// The ways into a study: a file that is pasted, opened or dropped, or an empty board.

import "./board.js";
import { button, el } from "./dom.js";
import { go } from "./go.js";
import { GOMOKU_RULES, GOMOKU_SIZES, OPENINGS, REVERSI_SIZES } from "./new-table-choices.js";
import { t } from "./text.js";
import { gameName, readSpec, writeSpec } from "./words.js";

/**
 * What a study is opened from, kept in the browser's history so that going back and reloading
 * bring it back.
 * @typedef {object} Source
 * @property {string | Uint8Array} [text] a file in any format
 * @property {string} [format] its format, if the contents do not tell
 * @property {string} [game] its game, if the format does not tell
 * @property {number} [nth] which of its records, counted from 1
 * @property {(import("./study-eval.js").Score | null)[]} [scores] what the engine found along the line of the address
 */

/** Formats, with the endings of files that have them (docs/formats/README.md). */
const FORMATS = /** @type {Record<string, string>} */ ({
  yiqi: "yiqi",
  transcript: "",
  obf: "obf",
  ggf: "ggf",
  sgf: "sgf",
  psq: "psq",
  wthor: "wtb",
  pos: "pos",
  offsets: "offsets",
  renlib: "lib",
  save: "save",
});
const BOARDS = ["reversi:8", "gomoku:15:freestyle", "gomoku:15:renju", "peace"];

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
  const game = gameSelect(source.game ?? "");
  const format = formatSelect(source.format ?? "");
  const file = el("input", { type: "file", className: "unseen", tabIndex: -1, "aria-hidden": "true" });
  const pick = (/** @type {string} */ spec) => go(`/study?game=${spec}`);
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) openFile(chosen, { game: game.value, format: format.value });
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    // Bytes that were refused can be tried again as something else.
    const tried = text.value || !source.text ? text.value : source.text;
    if (tried) go("/study", { text: tried, game: game.value, format: format.value });
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
      el(
        "div",
        { className: "pair-fields" },
        el("label", {}, el("span", {}, t("study-format-of-file")), format),
        el("label", {}, el("span", {}, t("study-game-of-file")), game),
      ),
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
      el("div", { className: "study-boards" }, ...BOARDS.map((spec) => thumbnail(spec, () => pick(spec)))),
      otherBoard(pick),
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
 * Opens what is pasted while no field has the keyboard.
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
  const told = Object.keys(FORMATS).find((name) => FORMATS[name] && FORMATS[name] === ending);
  // Bytes, not text: some formats are no texts.
  go("/study", { text: new Uint8Array(await file.arrayBuffer()), game, format: format || told });
}

/** @param {string} chosen */
function formatSelect(chosen) {
  const options = Object.keys(FORMATS).map((name) =>
    el("option", { value: name, selected: name === chosen }, t(`study-format-${name}`)),
  );
  return el("select", {}, el("option", { value: "" }, t("study-format-told")), ...options);
}

/** @param {string} chosen */
function gameSelect(chosen) {
  const specs = [
    "reversi:8",
    "reversi:6",
    "reversi:10",
    ...GOMOKU_RULES.map((rules) => `gomoku:15:${rules}`),
    "gomoku:19:freestyle",
    "gomoku:20:freestyle",
    "peace",
  ];
  if (chosen && !specs.includes(chosen)) specs.push(chosen);
  const options = specs.map((spec) =>
    el("option", { value: spec, selected: spec === chosen }, gameName(spec)),
  );
  return el("select", {}, el("option", { value: "" }, t("study-game-told")), ...options);
}

/**
 * @param {string} spec
 * @param {() => void} act
 */
function thumbnail(spec, act) {
  const { kind, size } = readSpec(spec);
  const board = /** @type {import("./board.js").YiqiBoard} */ (document.createElement("yiqi-board"));
  board.setAttribute("mini", "");
  board.setAttribute("aria-hidden", "true");
  const name = gameName(spec);
  board.game = { spec, kind, size, rows_from_bottom: kind === "gomoku", name };
  board.scene = {
    board: usualStart(kind, size),
    next_stone: null,
    forbidden: [],
    lines: [],
    playable: false,
  };
  return el(
    "button",
    { type: "button", className: "study-thumb", onclick: act },
    board,
    el("span", {}, name),
  );
}

/**
 * The stones that everybody knows; the server tells all others.
 * @param {Game["kind"]} kind
 * @param {number} size
 */
function usualStart(kind, size) {
  const cells = Array.from({ length: size * size }, () => ".");
  if (kind === "gomoku") return cells.join("");
  const middle = (size / 2 - 1) * (size + 1);
  [cells[middle], cells[middle + 1], cells[middle + size], cells[middle + size + 1]] = "wbbw";
  return cells.join("");
}

/** @param {(spec: string) => void} pick */
function otherBoard(pick) {
  const kind = select(["reversi", "gomoku"], (value) => t(`game-${value}`), "reversi");
  const reversiSize = select(REVERSI_SIZES, (value) => `${value}×${value}`, 8);
  const anti = select(["", "anti"], (value) => t(`rule-set-reversi-${value || "normal"}`), "");
  const gomokuSize = select(GOMOKU_SIZES, (value) => `${value}×${value}`, 15);
  const rules = select(GOMOKU_RULES, (value) => t(`rule-set-gomoku-${value}`), "freestyle");
  const opening = select(OPENINGS, (value) => t(`study-opening-${value}`), "free");
  const parts = { reversi: [reversiSize, anti], gomoku: [gomokuSize, rules, opening] };
  const show = () => {
    for (const [name, fields] of Object.entries(parts))
      for (const field of fields) field.hidden = name !== kind.value;
  };
  kind.addEventListener("change", show);
  show();
  const choose = () =>
    pick(
      writeSpec({
        kind: kind.value === "gomoku" ? "gomoku" : "reversi",
        size: Number(kind.value === "gomoku" ? gomokuSize.value : reversiSize.value),
        anti: anti.value === "anti",
        rules: rules.value,
        opening: opening.value,
      }),
    );
  for (const [field, key] of /** @type {[HTMLElement, string][]} */ ([
    [kind, "game"],
    [reversiSize, "size"],
    [anti, "rules"],
    [gomokuSize, "size"],
    [rules, "rules"],
    [opening, "opening"],
  ])) {
    field.setAttribute("aria-label", t(`study-choose-${key}`));
  }
  return el(
    "details",
    {},
    el("summary", {}, t("study-other-board")),
    el(
      "div",
      { className: "study-row" },
      kind,
      ...parts.reversi,
      ...parts.gomoku,
      button(t("study-open-board"), choose),
    ),
  );
}

/**
 * @param {(string | number)[]} values
 * @param {(value: string | number) => string} words
 * @param {string | number} chosen
 */
function select(values, words, chosen) {
  const options = values.map((value) =>
    el("option", { value: String(value), selected: value === chosen }, words(value)),
  );
  return el("select", {}, ...options);
}
