// The frame of every page: title, navigation, user menu and settings.

import { accountPanel } from "./account.js";
import { games } from "./catalog.js";
import { button, el, fill, icon } from "./dom.js";
import { menu } from "./menu.js";
import { watchMyself } from "./net.js";
import { canNotify, mayNotify, setNotify } from "./notify.js";
import { PAUSES, USUAL_PAUSE_MS } from "./pacing.js";
import { recall, remember } from "./prefs.js";
import { reachLine } from "./reach.js";
import { isSoundOn, setSound } from "./sound.js";
import { choose, lang, LANGUAGES, t } from "./text.js";

const PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.6-6 8-6s8 2 8 6";
const SLIDERS = "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5";

/** @param {HTMLElement} header */
export function buildShell(header) {
  document.documentElement.lang = lang();
  addEventListener("yiqi-settings", applyLooks);
  fill(
    header,
    // A button, not a link: the address may hold an invitation after the #.
    button(t("web-skip"), () => document.getElementById("main")?.focus(), { className: "skip" }),
    el("a", { className: "brand", href: "/" }, el("span", { lang: "zh" }, "弈棋"), " yiqi"),
    el(
      "nav",
      { "aria-label": t("web-nav") },
      el("a", { href: "/" }, t("web-home")),
      el("a", { href: "/study" }, t("web-study")),
      el("a", { href: "/tournaments" }, t("web-tournaments")),
      el("a", { href: "/games" }, t("web-my-games")),
    ),
    personMenu(),
    settingsMenu(),
  );
  header.after(reachLine());
  document.getElementById("main")?.after(footer());
}

/** Marks the current page in the navigation. @param {string} path */
export function markPage(path) {
  for (const link of document.querySelectorAll("#shell nav a")) {
    if (link.getAttribute("href") === path) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function personMenu() {
  const name = el("span", { className: "name" });
  const opener = el("button", { type: "button", className: "quiet" }, icon(PERSON), name);
  const panel = el("div", {});
  watchMyself((me) => {
    fill(name, el("bdi", {}, me?.name || t("web-guest")));
    opener.setAttribute("aria-label", t("web-you-are", { name: me?.name || t("web-guest") }));
    fill(panel, ...accountPanel(me));
    panel.classList.toggle("list", me?.account ?? false);
  });
  return menu(opener, panel);
}

function settingsMenu() {
  const opener = el("button", { type: "button", className: "quiet", "aria-label": t("web-settings") }, icon(SLIDERS));
  const panel = el(
    "div",
    {},
    choice(
      "theme",
      t("web-theme"),
      [
        ["system", t("web-theme-system")],
        ["light", t("web-theme-light")],
        ["dark", t("web-theme-dark")],
        ["contrast", t("web-theme-contrast")],
      ],
      recall("theme", "system"),
      (value) => {
        remember("theme", value);
        dispatchEvent(new Event("yiqi-theme"));
      },
    ),
    choice(
      "lang",
      t("web-language"),
      LANGUAGES.map(({ tag, name }) => [tag, name]),
      lang(),
      (value) => {
        choose(value);
        // Rebuilds the page in the new language; the server keeps the games.
        history.replaceState({ ...history.state, isSettings: true }, "");
        location.reload();
      },
    ),
    tick(t("web-sound"), isSoundOn(), setSound),
    list("confirm-tap", [
      ["small", t("web-confirm-tap-small")],
      ["always", t("web-confirm-tap-always")],
      ["never", t("web-confirm-tap-never")],
    ]),
    setting("premove", false),
    setting("coordinates", true),
    setting("numbers", false),
    list("board", [
      ["classic", t("web-board-classic")],
      ["walnut", t("web-board-walnut")],
      ["slate", t("web-board-slate")],
      ["sea", t("web-board-sea")],
    ]),
    list(
      "computer-pause",
      PAUSES.map((ms) => [String(ms), t("web-time-seconds", { seconds: ms / 1000 })]),
    ),
    canNotify() && notifyTick(),
  );
  const made = menu(opener, panel);
  // They stay open while somebody tries languages.
  if (history.state?.isSettings) {
    history.replaceState({ ...history.state, isSettings: undefined }, "");
    requestAnimationFrame(() => opener.click());
  }
  return made;
}

/**
 * A setting that is on or off.
 * @param {"premove" | "coordinates" | "numbers"} name
 * @param {boolean} usual
 */
function setting(name, usual) {
  return tick(t(`web-${name}`), recall(name, usual), (on) => change(name, on));
}

/** The values that are used unless others are chosen. */
const USUAL = { board: "classic", "confirm-tap": "small", "computer-pause": USUAL_PAUSE_MS };

/**
 * A setting with several values.
 * @param {"board" | "confirm-tap" | "computer-pause"} name
 * @param {string[][]} options
 */
function list(name, options) {
  const chosen = String(recall(name, USUAL[name]));
  const choices = options.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
  const input = el("select", { id: `set-${name}` }, ...choices);
  const isNumber = typeof USUAL[name] === "number";
  input.addEventListener("change", () => change(name, isNumber ? Number(input.value) : input.value));
  return el("label", {}, t(`web-${name}`), input);
}

/** @param {string} name @param {unknown} value */
function change(name, value) {
  remember(name, value);
  dispatchEvent(new Event("yiqi-settings"));
}

/** Applies the settings that style sheets use. */
export function applyLooks() {
  Object.assign(document.documentElement.dataset, {
    board: recall("board", "classic"),
    coordinates: recall("coordinates", true) ? "on" : "off",
  });
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[][]} options
 * @param {string} chosen
 * @param {(value: string) => void} act
 */
function choice(name, label, options, chosen, act) {
  const group = el("fieldset", { className: "choices" }, el("legend", {}, label));
  for (const [value, text] of options) {
    const input = el("input", {
      type: "radio",
      name: `set-${name}`,
      value,
      checked: value === chosen,
      onchange: () => act(value),
    });
    const isLanguage = name === "lang";
    group.append(el("label", { lang: isLanguage ? value : undefined }, input, el("span", {}, text)));
  }
  return group;
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} act
 */
function tick(label, on, act) {
  const input = el("input", { type: "checkbox", checked: on });
  input.addEventListener("change", () => act(input.checked));
  return el("label", { className: "tick" }, input, el("span", {}, label));
}

/** Notifications, if the browser allows them when it is asked. */
function notifyTick() {
  const label = tick(t("web-notify"), mayNotify(), async (on) => {
    const isOn = await setNotify(on);
    const input = label.querySelector("input");
    if (input) input.checked = isOn;
    note.hidden = !on || isOn;
  });
  const note = el("p", { className: "hint", role: "status", hidden: true }, t("web-notify-refused"));
  return el("div", {}, label, note);
}

/** Where to read more. */
function footer() {
  return el(
    "footer",
    { id: "foot" },
    el("a", { href: "/people" }, t("web-players")),
    el("a", { href: "/manual" }, t("web-manual")),
    el("a", { href: "/manual/api" }, t("web-api")),
    ...games().map(({ name }) => el("a", { href: `/learn/${name}` }, t("web-learn-title", { game: t(`game-${name}`) }))),
  );
}
