// The list of tournaments, and the dialog for a new one.

import { games, players } from "./catalog.js";
import { openDialog, redraw, submitter } from "./dialog.js";
import { button, el, fill } from "./dom.js";
import { gameFields } from "./game-fields.js";
import { go } from "./go.js";
import { playerOf, scaleOf } from "./new-table-choices.js";
import { chips, number, tick } from "./new-table-fields.js";
import { beGuest, get, myself, post, sentence, watchMyself } from "./net.js";
import { recall, remember } from "./prefs.js";
import { t } from "./text.js";
import { tournamentCard } from "./tournament-card.js";
import { playerWords } from "./words.js";

/** How often the list is asked for again. */
const LIST_EVERY_MS = 15000;

/** @param {HTMLElement} place @returns {Page} */
export function openTournaments(place) {
  document.title = t("web-title-of", { title: t("web-tournaments") });
  const make = button(t("web-tournament-new"), () => openNewTournament(), { className: "primary", hidden: true });
  const problem = el("p", { className: "problem", role: "alert" });
  const lists = /** @type {const} */ (["running", "upcoming", "finished"]).map((kind) => new List(kind));
  fill(
    place,
    el(
      "div",
      { className: "home person tournaments" },
      el("header", { className: "row spread" }, el("h1", {}, t("web-tournaments")), make),
      problem,
      ...lists.map((list) => list.section),
    ),
  );
  const show = async () => {
    if (document.hidden) return;
    try {
      /** @type {TournamentList} */
      const found = await get("/api/tournaments");
      make.hidden = !found.may_create;
      for (const list of lists) list.show(found[list.kind]);
      problem.textContent = "";
    } catch (error) {
      problem.textContent = sentence(error);
    }
  };
  const unwatch = watchMyself(show);
  const timer = setInterval(show, LIST_EVERY_MS);
  return {
    close() {
      unwatch();
      clearInterval(timer);
    },
  };
}

class List {
  #list = el("ul", { className: "cards" });
  #none;

  /** @param {"running" | "upcoming" | "finished"} kind */
  constructor(kind) {
    this.kind = kind;
    this.#none = el("p", { className: "hint" }, t(`web-tournament-${kind}-none`));
    const id = `list-${kind}`;
    this.section = el(
      "section",
      { className: "tables", "aria-labelledby": id },
      el("h2", { id }, t(`web-tournament-${kind}`)),
      this.#list,
      this.#none,
    );
  }

  /** @param {TournamentInfo[]} all */
  show(all) {
    this.#none.hidden = all.length > 0;
    // Redrawing must not lose the focus.
    const focused = document.activeElement?.getAttribute("href");
    fill(this.#list, ...all.map((info) => tournamentCard(info)));
    if (focused) /** @type {HTMLElement | null} */ (this.#list.querySelector(`[href="${CSS.escape(focused)}"]`))?.focus();
  }
}

/**
 * @typedef {object} Choices
 * @property {string} name
 * @property {string} spec
 * @property {"arena" | "swiss" | "roundrobin" | "knockout"} format
 * @property {number} minutes the clock's
 * @property {number} increment
 * @property {"time" | "count"} start
 * @property {number} count
 * @property {number} rounds
 * @property {number} games
 * @property {number} duration
 * @property {boolean} streaks
 * @property {number} showUp
 * @property {number} pause
 * @property {boolean} rated
 * @property {boolean} joins
 * @property {string} computer
 * @property {number} level
 */

/** @type {Choices} */
const USUAL = {
  name: "",
  spec: "",
  format: "arena",
  minutes: 5,
  increment: 3,
  start: "count",
  count: 4,
  rounds: 0,
  games: 1,
  duration: 60,
  streaks: true,
  showUp: 60,
  pause: 5,
  rated: false,
  joins: true,
  computer: "engine",
  level: 5,
};

const FORMATS = ["arena", "swiss", "roundrobin", "knockout"];

/** The dialog for a new tournament; it starts from the last choices. */
export function openNewTournament() {
  /** @type {Choices} */
  const choices = { ...USUAL, ...recall("new-tournament", {}), name: "" };
  const suggested = games().filter(({ aim }) => aim !== "nothing");
  if (!choices.spec) choices.spec = suggested[0].suggested[0];
  /** Programs that take part. @type {string[]} */
  const programs = [];
  const fields = el("div", { className: "stack" });
  const note = el("p", { className: "problem", role: "alert" });
  const begin = el("button", { className: "primary big" }, t("web-tournament-make"));
  const own = el("input", { name: "nickname", value: myself()?.name ?? "", maxLength: 20, autocomplete: "nickname" });
  const when = el("input", { id: "new-when", type: "datetime-local", value: localTime(Date.now() + 3600000) });

  const submit = submitter(begin, note, async () => {
    remember("new-tournament", choices);
    await beGuest(myself()?.account ? undefined : own.value.trim());
    const { tournament } = await post("/api/tournaments", request(choices, programs, when.value));
    dialog.close();
    go(`/tournaments/${tournament}`);
  });
  const form = el(
    "form",
    { className: "stack new-table", onsubmit: submit },
    fields,
    note,
    el("p", { className: "row end" }, begin),
  );
  const dialog = openDialog(t("web-tournament-new"), form);
  const name = el("input", {
    id: "new-name",
    required: true,
    maxLength: 40,
    autocomplete: "off",
    oninput: () => Object.assign(choices, { name: name.value }),
  });

  const show = () => {
    const kind = choices.spec.split(":")[0];
    fill(
      fields,
      el("label", {}, t("web-tournament-name"), name),
      chips({ kind }, "kind", t("web-game"), suggested.map((game) => game.name), (value) => t(`game-${value}`), (value) => {
        choices.spec = suggested.find((game) => game.name === value)?.suggested[0] ?? choices.spec;
        draw();
      }),
      ...gameFields(choices.spec, "new", (spec) => {
        choices.spec = spec;
        draw();
      }),
      chips(choices, "format", t("web-tournament-format"), FORMATS, (value) => t(`web-tournament-format-${value}`), draw),
      el("p", { className: "hint" }, t(`web-tournament-note-${choices.format}`)),
      el("div", { className: "pair-fields" }, ...formatFields(choices)),
      el(
        "div",
        { className: "pair-fields" },
        number(choices, "minutes", t("web-minutes"), 1, 600),
        number(choices, "increment", t("web-increment"), 0, 600),
      ),
      chips(choices, "start", t("web-tournament-start"), ["count", "time"], (value) => t(`web-tournament-start-${value}`), draw),
      choices.start === "time"
        ? el("label", {}, t("web-tournament-start-when"), when)
        : number(choices, "count", t("web-tournament-start-number"), 2, 300),
      programFields(choices, programs, draw),
      el(
        "details",
        {},
        el("summary", {}, t("web-more-choices")),
        el(
          "div",
          { className: "pair-fields" },
          number(choices, "showUp", t("web-tournament-show-up"), 5, 3600),
          number(choices, "pause", t("web-tournament-pause"), 0, 3600),
        ),
      ),
      el(
        "div",
        { className: "ticks" },
        choices.format === "arena" && tick(choices, "streaks", t("web-tournament-streaks"), draw),
        tick(choices, "joins", t("web-tournament-i-join"), draw),
        myself()?.account && tick(choices, "rated", t("web-tournament-rated"), draw),
      ),
      !myself()?.account && el("label", {}, t("web-your-name-optional"), own),
    );
  };
  const draw = () => redraw(form, show);
  draw();
  name.focus();
}

/**
 * What is sent to the server.
 * @param {Choices} choices
 * @param {string[]} programs
 * @param {string} when
 */
export function request(choices, programs, when) {
  return {
    name: choices.name.trim(),
    game: choices.spec,
    format: choices.format,
    time: `game ${choices.minutes}m${choices.increment ? `+${choices.increment}s` : ""}`,
    rated: choices.rated && (myself()?.account ?? false),
    start: choices.start === "time" ? { at: new Date(when).getTime() || 0 } : { players: choices.count },
    rounds: choices.format === "swiss" ? choices.rounds : 0,
    games: choices.format === "roundrobin" || choices.format === "knockout" ? choices.games : 1,
    minutes: choices.duration,
    streaks: choices.format === "arena" && choices.streaks,
    show_up_seconds: choices.showUp,
    pause_seconds: choices.pause,
    programs,
    join: choices.joins,
  };
}

/** @param {Choices} choices */
function formatFields(choices) {
  if (choices.format === "arena") return [number(choices, "duration", t("web-tournament-duration"), 1, 720)];
  if (choices.format === "swiss") return [number(choices, "rounds", t("web-tournament-rounds-auto"), 0, 30)];
  return [number(choices, "games", t(`web-tournament-games-${choices.format}`), 1, 4)];
}

/**
 * Programs that take part, and a way to add one.
 * @param {Choices} choices
 * @param {string[]} programs
 * @param {() => void} draw
 */
function programFields(choices, programs, draw) {
  const list = programs.map((program) =>
    el(
      "li",
      { className: "row" },
      playerWords(program),
      button(
        t("web-tournament-remove"),
        () => {
          programs.splice(programs.indexOf(program), 1);
          draw();
        },
        { className: "small quiet", "aria-label": t("web-tournament-remove-of", { name: playerWords(program) }) },
      ),
    ),
  );
  const note = el("p", { className: "problem", role: "alert" });
  return el(
    "fieldset",
    { className: "stack" },
    el("legend", {}, t("web-tournament-add-program")),
    programs.length > 0 && el("ul", {}, ...list),
    programPicker(choices, (program) => {
      if (programs.includes(program)) {
        note.textContent = t("web-tournament-has-program", { name: playerWords(program) });
        return;
      }
      programs.push(program);
      draw();
    }),
    note,
  );
}

/**
 * A program, its strength, and a button that adds it.
 * @param {{ computer: string, level: number }} choices
 * @param {(program: string) => void} add
 */
export function programPicker(choices, add) {
  const list = el(
    "select",
    { id: "new-computer", "aria-label": t("web-computer") },
    ...players().map(({ name }) => el("option", { value: name, selected: name === choices.computer }, t(`player-${name}`))),
  );
  const level = el("select", { id: "new-level", "aria-label": t("web-level") });
  const show = () => {
    const scale = scaleOf(choices.computer);
    level.hidden = !scale;
    const numbers = Array.from({ length: scale?.max ?? 0 }, (_, index) => index + 1);
    choices.level = Math.min(choices.level, scale?.max ?? 1);
    fill(level, ...numbers.map((value) => el("option", { value: String(value), selected: value === choices.level }, value)));
  };
  list.addEventListener("change", () => {
    choices.computer = list.value;
    show();
  });
  level.addEventListener("change", () => {
    choices.level = Number(level.value);
  });
  show();
  return el(
    "div",
    { className: "row picker" },
    list,
    level,
    button(t("web-tournament-add"), () => add(playerOf(choices.computer, choices.level)), { id: "new-add" }),
  );
}

/** A time as a field for a date and a time takes it. @param {number} ms */
function localTime(ms) {
  const offset = new Date(ms).getTimezoneOffset() * 60000;
  return new Date(ms - offset).toISOString().slice(0, 16);
}
