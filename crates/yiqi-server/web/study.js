// The study page: replay, analysis, and new games from any position.

import { gameNamed } from "./catalog.js";
import { copyText } from "./clipboard.js";
import { confirmed } from "./dialog.js";
import { button, el, fill, icon, stone, TRASH } from "./dom.js";
import { go } from "./go.js";
import { Failure, sentence } from "./net.js";
import { openingOf } from "./openings.js";
import { recall } from "./prefs.js";
import { StudyBoard } from "./study-board.js";
import { BookPanel } from "./study-book.js";
import { CoachPanel } from "./study-coach-panel.js";
import { CommentBox } from "./study-comment.js";
import { EnginePanel } from "./study-engine-panel.js";
import { exportMenu, recordOf } from "./study-export.js";
import { Graph } from "./study-graph.js";
import { dropStudy, keepStudy } from "./study-kept.js";
import { openKeys } from "./study-keys.js";
import { addressOf, linkWith, readAddress, recordIn } from "./study-link.js";
import { loadStudy } from "./study-load.js";
import { MarkTools } from "./study-marks.js";
import { MoveList } from "./study-moves.js";
import { acceptDrops, openPanel, openPasted } from "./study-open.js";
import { openPlayOn } from "./study-play-on.js";
import { openSetup } from "./study-setup.js";
import { placeWords, Steps } from "./study-steps.js";
import { branchOf, countFrom, lineOf, movesTo } from "./study-tree.js";
import { tabs } from "./tabs.js";
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
  let source = history.state ?? {};
  const page = el("div", { className: "study-page" });
  fill(place, page);
  acceptDrops(page);
  document.addEventListener("paste", openPasted);
  document.title = t("study-page-title", { title: t("study-title") });
  /** @type {() => void} */
  let close = () => {};
  try {
    const address = readAddress(url.searchParams);
    source = await sourceOf(url, source);
    const study = await loadStudy(address, source);
    if (study) close = showStudy(page, study, source, address.analyze);
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
 * Where the study comes from: what this page knows already, or the record that its link carries.
 * @param {URL} url
 * @param {Source} known
 * @returns {Promise<Source>}
 */
async function sourceOf(url, known) {
  if (known.text) return known;
  try {
    const text = await recordIn(url.hash);
    return text ? { text, format: "yiqi", isShared: true } : known;
  } catch {
    throw new Failure("bad_record", t("study-link-broken"));
  }
}

/**
 * @param {HTMLElement} page
 * @param {Study} study
 * @param {Source} source
 * @param {boolean} isAsked whether the game is to be analyzed at once
 * @returns {() => void} closes it
 */
function showStudy(page, study, source, isAsked) {
  const board = new StudyBoard(study);
  const steps = new Steps(study);
  const keeper = new AddressKeeper(study, source);
  const engine = new EnginePanel(study, board.board);
  const moves = new MoveList(study);
  // Games without a winner have nothing to evaluate.
  const hasEngine = gameNamed(study.game.kind).aim !== "nothing";
  const coach = new CoachPanel(study);
  const comment = new CommentBox(study);
  const marks = new MarkTools(study, board.board);
  const editing = editButtons(study, board);
  const playOn = button(t("study-play-on"), () => openPlayOn(study), { className: "primary" });
  const tree = el(
    "div",
    { className: "study-tree" },
    el(
      "div",
      { className: "study-row" },
      ...editing.buttons,
      button(t("study-keys"), openKeys, { className: "quiet small study-keys" }),
    ),
    moves.element,
    comment.element,
    marks.element,
  );
  const book = new BookPanel(study);
  const analysis = el("div", { className: "study-analysis" }, book.element, engine.element, coach.element);
  const pages = tabs(
    [
      { id: "moves", label: t("study-moves"), panel: tree },
      { id: "analysis", label: t("study-analysis"), panel: analysis },
    ],
    () => {},
  );
  pages.hide("analysis", !hasEngine);
  fill(
    page,
    el(
      "div",
      { className: "study" },
      heading(study, source, keeper),
      el(
        "div",
        { className: "study-main" },
        board.element,
        el("div", { className: "study-below" }, board.status, steps.element),
      ),
      el(
        "div",
        { className: "study-side" },
        hasEngine && new Graph(study).element,
        hasEngine && coach.here,
        actions(study, board.board, playOn),
        pages.element,
      ),
    ),
  );

  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (isUndo(event)) {
      if (event.shiftKey || event.key.toLowerCase() === "y") study.redo();
      else study.undo();
    } else if (isElsewhere(event)) return;
    else if (event.key === "h" && hasEngine) engine.engine.toggle();
    else if (event.key === "n") coach.step(1);
    else if (event.key === "N") coach.step(-1);
    else if (event.key === "c") {
      pages.show("moves");
      comment.focus();
    }
    else if (event.key === "P") editing.promote();
    else if (event.key === "Delete") editing.remove();
    else if (event.key === "#") editing.number();
    else if (event.key === "Escape" && (marks.stop() || study.isLooking)) study.leaveBetter();
    else if (event.key === "?") openKeys();
    else if (event.key === "E") setUpHere(study);
    else if (event.key === "B" && !playOn.disabled) openPlayOn(study);
    else if (!steps.onKey(event)) return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);

  const onChange = (/** @type {import("./study-state.js").Subject} */ subject) => {
    editing.update();
    // Nobody plays on where the game is over.
    playOn.disabled = Boolean(study.node.position?.result);
    if (subject !== "note") keeper.change();
    if (subject === "place") say(placeWords(study.node));
  };
  study.listen(onChange);
  onChange("tree");
  if (isAsked && hasEngine) {
    pages.show("analysis");
    engine.engine.ensureAnalysis();
  }

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
 * @param {AddressKeeper} keeper
 */
function heading(study, source, keeper) {
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
    button(t("study-open-other"), () => go("/study"), { className: "quiet small" }),
    el("p", {}, facts.filter(Boolean).join(" · "), openingName(study)),
    count > 1 && recordField(count, source),
    changedLine(study, keeper),
  );
}

/**
 * Says that a game of the server is shown with changes, and offers it as it was played.
 * @param {Study} study
 * @param {AddressKeeper} keeper
 */
function changedLine(study, keeper) {
  const words = t(keeper.source.isShared ? "study-kept-shared" : "study-kept");
  const line = el("p", {}, words, " ", original(study.table ?? "", keeper));
  const show = () => (line.hidden = !study.table || !study.isDifferent);
  study.listen((subject) => (subject === "tree" || subject === "words") && show());
  show();
  return line;
}

/** The name of the opening of the line shown. @param {Study} study */
function openingName(study) {
  const place = el("span", { className: "study-opening" });
  const show = () => {
    const { anchor, game, answer } = study;
    const line = lineOf(anchor);
    const opening = answer.start ? null : openingOf(game, movesTo(line[line.length - 1]));
    place.textContent = opening ? ` · ${t("study-opening", { name: t(`study-opening-${opening}`) })}` : "";
  };
  study.listen((subject) => (subject === "place" || subject === "tree") && show());
  show();
  return place;
}

/**
 * Shows the game as it was played, and forgets what the reader has changed.
 * @param {string} table
 * @param {AddressKeeper} keeper
 */
function original(table, keeper) {
  const { isShared } = keeper.source;
  const show = async () => {
    if (!isShared && !(await confirmed(t("study-kept-ask"), t("study-kept-discard")))) return;
    keeper.discard();
    go(`/study?table=${encodeURIComponent(table)}`);
  };
  return button(t(isShared ? "study-kept-original" : "study-kept-discard"), show, { className: "quiet small" });
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
 * The buttons that change the tree, and what their keys do.
 * @param {Study} study
 * @param {StudyBoard} board
 */
function editButtons(study, board) {
  const small = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ act) => {
    const made = button(sign, act, { className: "quiet small", title: t(key) });
    made.setAttribute("aria-label", t(key));
    return made;
  };
  const deleting = () => study.deletable && study.delete(study.deletable);
  const promoting = () => study.promotable && study.promote(study.promotable);
  const numbering = () => {
    board.toggleNumbers();
    numbers.setAttribute("aria-pressed", String(recall("numbers", false)));
  };
  const promote = small("⤒", "study-promote", promoting);
  const remove = small("", "study-delete-branch", deleting);
  remove.append(icon(TRASH), el("span", {}, t("study-delete")));
  const undo = small("↶", "study-undo", () => study.undo());
  const redo = small("↷", "study-redo", () => study.redo());
  const numbers = small("①", "study-numbers", numbering);
  numbers.setAttribute("aria-pressed", String(recall("numbers", false)));
  return {
    buttons: [promote, remove, undo, redo, numbers],
    promote: promoting,
    remove: deleting,
    number: numbering,
    update() {
      promote.disabled = study.promotable === null;
      remove.disabled = study.deletable === null;
      const count = study.deletable ? countFrom(study.deletable) : 0;
      const key = branchOf(study.anchor) ? "study-delete-branch" : "study-delete-from-here";
      remove.title = t(key, { count });
      remove.setAttribute("aria-label", remove.title);
      undo.disabled = !study.canUndo;
      redo.disabled = !study.canRedo;
    },
  };
}

/** Sets up a position, starting from the one shown. @param {Study} study */
function setUpHere(study) {
  const { node, tree, game } = study;
  openSetup(game, tree.boardOf(node), node.position?.turn ?? "black");
}

/**
 * @param {Study} study
 * @param {import("./board.js").YiqiBoard} board
 * @param {HTMLElement} playOn
 */
function actions(study, board, playOn) {
  const copy = button(t("study-copy-link"), async () => {
    const { link, carries } = await linkTo(study);
    const isCopied = await copyText(link, copy);
    copy.textContent = t(isCopied ? "web-copied" : "web-copy-failed");
    if (isCopied) study.say(t(carries));
    setTimeout(() => (copy.textContent = t("study-copy-link")), 2500);
  });
  return el(
    "div",
    { className: "study-row study-actions" },
    playOn,
    copy,
    exportMenu(study, board),
    button(t("study-setup"), () => setUpHere(study)),
  );
}

/**
 * A link to the position shown, with everything that somebody wrote, and the name of a message that says what it
 * carries.
 * @param {Study} study
 */
async function linkTo(study) {
  const { game, table, answer, anchor: node } = study;
  const bare = location.origin + addressOf({ spec: game.spec, start: answer.start, table, node });
  if (!study.hasMore) return { link: bare, carries: table ? "study-link-game" : "study-link-moves" };
  const whole = await linkWith(bare, recordOf(study));
  return whole ? { link: whole, carries: "study-link-all" } : { link: bare, carries: "study-link-long" };
}

/**
 * Whether a key undoes or redoes. In a field the browser does that itself.
 * @param {KeyboardEvent} event
 */
function isUndo(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !/^[zy]$/i.test(event.key)) return false;
  if (document.querySelector("dialog[open]")) return false;
  const { target } = event;
  return !(target instanceof Element && target.closest("input:not([type=range]), textarea"));
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
    addEventListener("pagehide", this.#leave);
  }

  change() {
    // The engine changes something all the time, so waiting for it to settle would take forever.
    this.#timer ||= setTimeout(() => this.#write(), ADDRESS_MS);
  }

  /** Whoever leaves right after a change finds it again, too. */
  close() {
    removeEventListener("pagehide", this.#leave);
    if (this.#timer) this.#keep();
    clearTimeout(this.#timer);
  }

  /** Forgets what was changed in a game of the server. */
  discard() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.source.isShared) dropStudy(this.study.table ?? "");
  }

  #leave = () => {
    if (this.#timer) this.#write();
  };

  #keep() {
    const { table, original, isDifferent } = this.study;
    const text = isDifferent ? recordOf(this.study) : "";
    // What somebody else has written does not replace the reader's own changes.
    if (this.source.isShared) return text;
    if (table && text) keepStudy(table, text);
    else if (table && original !== null) dropStudy(table);
    return text;
  }

  #write() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { game, answer, table, anchor: node } = this.study;
    const text = this.#keep();
    // If there is too much to keep, at least do not keep something older.
    const unchanged = table && !text ? {} : this.source;
    const { isShared } = this.source;
    const source = text && text.length <= KEPT_MAX ? { text, isShared } : unchanged;
    const scores = lineOf(node).map((each) => (each.score?.depth === undefined ? null : each.score));
    history.replaceState(
      { ...source, scores },
      "",
      addressOf({ spec: game.spec, start: answer.start, table, node }),
    );
  }
}
