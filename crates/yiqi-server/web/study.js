// The study page: replay, analysis, and new games from any position.

import { gameNamed } from "./catalog.js";
import { copyText } from "./clipboard.js";
import { confirmed } from "./dialog.js";
import { button, el, fill, stone } from "./dom.js";
import { go } from "./go.js";
import { Failure, sentence } from "./net.js";
import { StudyBoard } from "./study-board.js";
import { EnginePanel } from "./study-engine-panel.js";
import { exportMenu, recordOf } from "./study-export.js";
import { Graph } from "./study-graph.js";
import { addressOf, readAddress } from "./study-link.js";
import { loadStudy } from "./study-load.js";
import { MoveList } from "./study-moves.js";
import { acceptDrops, openPanel, openPasted } from "./study-open.js";
import { openPlayOn } from "./study-play-on.js";
import { placeWords, Steps } from "./study-steps.js";
import { branchOf, countFrom } from "./study-tree.js";
import { t } from "./text.js";
import { say } from "./turn-sign.js";
import { colorName, playerWords, resultWords } from "./words.js";

/** @typedef {import("./study-state.js").Study} Study */
/** @typedef {import("./study-open.js").Source} Source */

/** Browsers refuse addresses that change too often. */
const ADDRESS_MS = 300;
/** The most data to store in the browser's history. */
const KEPT_MAX = 500_000;

/**
 * @param {HTMLElement} place
 * @param {URL} url
 * @returns {Promise<Page>}
 */
export async function openStudy(place, url) {
  /** @type {Source} */
  const source = history.state ?? {};
  const page = el("div", { className: "study-page" });
  fill(place, page);
  acceptDrops(page);
  document.addEventListener("paste", openPasted);
  document.title = t("study-page-title", { title: t("study-title") });
  /** @type {() => void} */
  let close = () => {};
  try {
    const study = await loadStudy(readAddress(url.searchParams), source);
    if (study) close = showStudy(page, study, source);
    else fill(page, openPanel(source, ""));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    fill(page, openPanel(source, sentence(error)));
  }
  return {
    close() {
      document.removeEventListener("paste", openPasted);
      close();
    },
  };
}

/**
 * @param {HTMLElement} page
 * @param {Study} study
 * @param {Source} source
 * @returns {() => void} closes it
 */
function showStudy(page, study, source) {
  const board = new StudyBoard(study);
  const steps = new Steps(study);
  const engine = new EnginePanel(study, board.board);
  const moves = new MoveList(study);
  // Games without a winner have nothing to evaluate.
  const hasEngine = gameNamed(study.game.kind).aim !== "nothing";
  const remove = button("", () => deleteHere(study), { className: "quiet small" });
  fill(
    page,
    el(
      "div",
      { className: "study" },
      heading(study, source),
      el(
        "div",
        { className: "study-main" },
        board.element,
        steps.element,
      ),
      el(
        "div",
        { className: "study-side" },
        hasEngine && new Graph(study).element,
        actions(study, board.board),
        hasEngine && engine.element,
        el(
          "section",
          { className: "study-card study-tree" },
          el("div", { className: "study-row" }, el("h2", {}, t("study-moves")), remove),
          moves.element,
        ),
        el("p", { className: "hint study-keys" }, t("study-keys")),
      ),
    ),
  );

  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (isElsewhere(event)) return;
    if (event.key === "h" && hasEngine) engine.engine.toggle();
    else if (event.key === "B") openPlayOn(study);
    else if (!steps.onKey(event)) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);

  const keeper = new AddressKeeper(study, source);
  const onChange = (/** @type {import("./study-state.js").Subject} */ subject) => {
    const branch = branchOf(study.node);
    remove.textContent = t(branch ? "study-delete-branch" : "study-delete-from-here");
    remove.hidden = study.deletable === null;
    if (subject !== "note") keeper.change();
    if (subject === "place") say(placeWords(study.node));
  };
  study.listen(onChange);
  onChange("tree");

  return () => {
    document.removeEventListener("keydown", onKey);
    keeper.close();
    engine.close();
    board.close();
    moves.close();
    study.close();
  };
}

/**
 * @param {Study} study
 * @param {Source} source
 */
function heading(study, source) {
  const { players, first, date, count } = study.answer;
  const hasNames = players.some(Boolean);
  const { result } = study;
  const names = players.map(playerWords).join(" – ");
  document.title = t("study-page-title", { title: hasNames ? names : study.game.name });
  const player = (/** @type {number} */ seat) => {
    const color = (first === "black") === (seat === 0) ? "black" : "white";
    const name = el("bdi", {}, playerWords(players[seat] || "?"));
    return el("span", { className: "study-player" }, stone(color, colorName(color)), name);
  };
  const facts = [hasNames ? study.game.name : "", date, result ? resultWords(result, study.game.spec) : ""];
  return el(
    "header",
    { className: "study-heading" },
    el("h1", {}, ...(hasNames ? [player(0), player(1)] : [study.game.name])),
    el("p", {}, facts.filter(Boolean).join(" · ")),
    count > 1 && recordField(count, source),
  );
}

/**
 * The choice of a record in a file with several.
 * @param {number} count
 * @param {Source} source
 */
function recordField(count, source) {
  const input = el("input", { type: "number", min: "1", max: String(count), value: String(source.nth ?? 1) });
  input.addEventListener("change", () => {
    if (input.reportValidity()) {
      go("/study", { ...source, scores: undefined, nth: Number(input.value) });
    }
  });
  return el(
    "label",
    { className: "study-choice" },
    el("span", {}, t("study-record")),
    input,
    el("span", {}, t("study-record-of", { count })),
  );
}

/**
 * @param {Study} study
 * @param {import("./board.js").YiqiBoard} board
 */
function actions(study, board) {
  const copy = button(t("study-copy-link"), async () => {
    const { game, table, answer, node } = study;
    const link = location.origin + addressOf({ spec: game.spec, start: answer.start, table, node });
    copy.textContent = t((await copyText(link, copy)) ? "web-copied" : "web-copy-failed");
    setTimeout(() => (copy.textContent = t("study-copy-link")), 2500);
  });
  return el(
    "div",
    { className: "study-row study-actions" },
    button(t("study-play-on"), () => openPlayOn(study), { className: "primary" }),
    copy,
    exportMenu(study, board),
    button(t("study-open-other"), () => go("/study"), { className: "quiet" }),
  );
}

/** @param {Study} study */
async function deleteHere(study) {
  const node = study.deletable;
  if (!node) return;
  const count = countFrom(node);
  const isSure =
    count === 1 ||
    (await confirmed(t("study-ask-delete", { count, move: node.move }), t("study-delete-yes")));
  if (isSure) study.delete(node);
}

/**
 * Whether a key belongs to a field, a dialog or the browser.
 * @param {KeyboardEvent} event
 */
function isElsewhere(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  if (!(event.target instanceof Element)) return false;
  // A slider uses arrows, but not letters and digits.
  const isSlider = event.target.matches("input[type=range]") && event.key.length === 1;
  return !isSlider && event.target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** Keeps the address and the browser's history up to date, so that a reload loses nothing. */
class AddressKeeper {
  #timer = 0;

  /**
   * @param {Study} study
   * @param {Source} source
   */
  constructor(study, source) {
    this.study = study;
    this.source = source;
  }

  change() {
    // The engine changes something all the time, so waiting for it to settle would take forever.
    this.#timer ||= setTimeout(() => this.#write(), ADDRESS_MS);
  }

  close() {
    clearTimeout(this.#timer);
  }

  #write() {
    this.#timer = 0;
    const { game, answer, table, node, line, isChanged } = this.study;
    const text = isChanged ? recordOf(this.study) : "";
    // If there is too much to keep, at least do not keep something older.
    const source = text && text.length <= KEPT_MAX ? { text } : this.source;
    const scores = line.map((each) => (each.score?.depth === undefined ? null : each.score));
    history.replaceState(
      { ...source, scores },
      "",
      addressOf({ spec: game.spec, start: answer.start, table, node }),
    );
  }
}
