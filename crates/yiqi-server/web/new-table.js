// The dialog for a new table. It starts from the last choices, so one click is enough.

import { games, opponentsFor, readSpec, usePrograms } from "./catalog.js";
import { clockWords } from "./clock.js";
import { openDialog, redraw, submitter } from "./dialog.js";
import { el, fill } from "./dom.js";
import { gameFields } from "./game-fields.js";
import { go } from "./go.js";
import { changeOpponent, newTable, recallChoices, rememberChoices } from "./new-table-choices.js";
import { scaleOf, specOf } from "./new-table-choices.js";
import { chips, level, number, select, tick } from "./new-table-fields.js";
import { beGuest, get, myself, post } from "./net.js";
import { t } from "./text.js";
import { gameName, levelWords, playerWords } from "./words.js";

/** @typedef {import("./new-table-choices.js").Choices} Choices */

/** @typedef {import("./new-table-choices.js").Fixed} Fixed */

const OPPONENTS = ["friend", "lobby", "computer", "here", "watch"];

/**
 * @param {import("./new-table-choices.js").Opponent} opponent
 * @param {Fixed} [fixed] a fixed game, and the moves after which it starts
 * @param {string} [kind] the game to begin with
 */
export function openNewTable(opponent, fixed, kind) {
  const choices = recallChoices(opponent);
  if (kind) choices.kind = kind;
  const fields = el("div", { className: "stack" });
  const note = el("p", { className: "problem", role: "alert" });
  const name = el("input", { name: "name", value: myself()?.name ?? "", maxLength: 20, autocomplete: "nickname" });
  const begin = el("button", { className: "primary big", autofocus: true }, "");

  const submit = submitter(begin, note, async () => {
    rememberChoices(choices);
    await beGuest(myself()?.account ? undefined : name.value.trim());
    const { table } = await post("/api/tables", newTable(choices, myself()?.account ?? false, fixed));
    dialog.close();
    // Against a computer the game starts at once; two people at one screen say when they are ready.
    go(`/t/${table}`, { start: choices.opponent === "computer" || choices.opponent === "watch" });
  });
  const form = el(
    "form",
    { className: "stack new-table", onsubmit: submit },
    fixed && el("p", { className: "hint" }, gameName(fixed.game)),
    fields,
    note,
    el("p", { className: "row end" }, begin),
  );
  const nameField = el("label", {}, t("web-your-name-optional"), name);
  const dialog = openDialog(t(fixed ? "study-play-on" : "web-new-table"), form);

  const kinds = games().map((game) => game.name);
  const show = () => {
    const isMore = fields.querySelector("details")?.open ?? false;
    const isAmongPeople = choices.opponent === "friend" || choices.opponent === "lobby";
    fill(
      fields,
      !fixed && chips(choices, "kind", t("web-game"), kinds, (value) => t(`game-${value}`), draw),
      ...main(choices, draw, fixed),
      !myself()?.account && isAmongPeople && nameField,
      more(choices, draw, isMore, fixed),
    );
    begin.textContent = t(`web-begin-${choices.opponent}`);
  };
  const draw = () => {
    redraw(form, show);
    // The fields of the chosen clock are not left under the button at the end.
    const isClock = document.activeElement?.id.startsWith("new-clock-");
    if (isClock) fields.querySelector(".clock-fields")?.scrollIntoView({ block: "nearest" });
  };
  const wanted = { computer: choices.computer, computer2: choices.computer2 };
  draw();
  begin.focus();
  askPrograms().then((isNew) => {
    if (!isNew) return;
    // Who was chosen last time may be among them.
    Object.assign(choices, wanted);
    draw();
  });
}

/** Asks for the programs of the server's operator. @returns {Promise<boolean>} whether there are any */
async function askPrograms() {
  /** @type {OfferedProgram[]} */
  const found = await get("/api/programs").catch(() => []);
  usePrograms(found);
  return found.length > 0;
}

/**
 * The main options.
 * @param {Choices} choices
 * @param {() => void} draw
 * @param {Fixed} [fixed]
 */
function main(choices, draw, fixed) {
  const { opponent } = choices;
  const color = (/** @type {string} */ value) => t(value === "drawn" ? "web-color-drawn" : `color-${value}`);
  return [
    chips({ opponent }, "opponent", t("web-opponent"), OPPONENTS, (value) => t(`web-opponent-${value}`), (value) => {
      changeOpponent(choices, /** @type {import("./new-table-choices.js").Opponent} */ (value));
      draw();
    }),
    opponent === "computer" && computer(choices, "computer", "level", t("web-computer"), draw, fixed),
    opponent === "watch" && computer(choices, "computer", "level", t("color-black"), draw, fixed),
    opponent === "watch" && computer(choices, "computer2", "level2", t("color-white"), draw, fixed),
    opponent !== "here" &&
      opponent !== "watch" &&
      chips(choices, "color", t("web-color"), ["black", "drawn", "white"], color, draw),
  ];
}

/**
 * A program and its strength.
 * @param {Choices} choices
 * @param {"computer" | "computer2"} field
 * @param {"level" | "level2"} levelField
 * @param {string} label
 * @param {() => void} draw
 * @param {Fixed} [fixed]
 */
function computer(choices, field, levelField, label, draw, fixed) {
  const names = opponentsFor(fixed ? readSpec(fixed.game).kind : choices.kind);
  // Another game, or another server, may not have it.
  if (!names.includes(choices[field])) choices[field] = names[0];
  const scale = scaleOf(choices[field]);
  const program = select(choices, field, label, names, playerWords, draw);
  const list = program.querySelector("select");
  // Somebody new wants the first one.
  list?.append(el("optgroup", { label: t("web-other-programs") }, ...[...list.options].slice(1)));
  const isEngine = choices[field] === names[0];
  const describe = (/** @type {number} */ number) =>
    isEngine ? levelWords(fixed?.game ?? specOf(choices), number) : { word: "", note: "" };
  return el(
    "div",
    { className: "pair-fields" },
    program,
    scale && level(choices, levelField, t(`web-${scale.option}`), scale.max, describe),
  );
}

/**
 * The other options, collapsed.
 * @param {Choices} choices
 * @param {() => void} draw
 * @param {boolean} isOpen
 * @param {Fixed} [fixed]
 */
function more(choices, draw, isOpen, fixed) {
  const needsTwo = choices.opponent === "friend" || choices.opponent === "lobby";
  const title = el("summary", {}, t("web-more-choices"), el("span", { className: "hint" }, summary(choices, fixed)));
  // What has just been unfolded is seen.
  title.addEventListener("click", () => requestAnimationFrame(() => title.parentElement?.scrollIntoView({ block: "nearest" })));
  return el(
    "details",
    { open: isOpen },
    title,
    el(
      "div",
      { className: "stack" },
      ...(fixed ? [] : rules(choices, draw)),
      ...clock(choices, draw),
      el(
        "div",
        { className: "ticks" },
        choices.opponent !== "lobby" && tick(choices, "listed", t(needsTwo ? "web-listed" : "web-listed-watch"), draw),
        choices.opponent !== "lobby" &&
          !choices.listed &&
          tick(choices, "private", t(needsTwo ? "web-private" : "web-private-alone"), draw),
        needsTwo && !fixed && myself()?.account && tick(choices, "rated", t("web-rated-choice"), draw),
      ),
    ),
  );
}

/**
 * A summary of the collapsed options, because they are remembered from last time.
 * @param {Choices} choices
 * @param {Fixed} [fixed]
 */
function summary(choices, fixed) {
  const table = newTable(choices, myself()?.account ?? false, fixed);
  const parts = [
    fixed ? "" : gameName(specOf(choices)),
    clockWords(table.time),
    table.listed ? t("web-listed-table") : "",
    table.private ? t("web-private-table") : "",
    table.rated ? t("web-rated") : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/**
 * @param {Choices} choices
 * @param {() => void} draw
 */
function rules(choices, draw) {
  return gameFields(specOf(choices), "new", (spec) => {
    choices.specs[choices.kind] = spec;
    draw();
  });
}

/**
 * @param {Choices} choices
 * @param {() => void} draw
 */
function clock(choices, draw) {
  const kinds = chips(
    choices,
    "clock",
    t("web-clock"),
    ["none", "move", "game", "byoyomi", "days"],
    (value) => t(`web-clock-${value}`),
    draw,
  );
  const fields = {
    none: [],
    move: [number(choices, "moveSeconds", t("web-seconds-move"), 1, 3600)],
    game: [
      number(choices, "minutes", t("web-minutes"), 1, 600),
      number(choices, "increment", t("web-increment"), 0, 600),
    ],
    days: [number(choices, "moveDays", t("web-days-move"), 1, 14)],
    byoyomi: [
      number(choices, "minutes", t("web-minutes"), 0, 600),
      number(choices, "periods", t("web-periods"), 1, 30),
      number(choices, "periodSeconds", t("web-period-seconds"), 1, 600),
    ],
  }[choices.clock];
  if (choices.clock === "none") return [kinds];
  return [
    kinds,
    el(
      "div",
      { className: "stack clock-fields" },
      el("div", { className: "pair-fields" }, ...fields),
      tick(choices, "random", t("web-run-out-random"), draw),
    ),
  ];
}
