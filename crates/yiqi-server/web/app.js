// Entry point: language, shell, and routing.

import { loadCatalog } from "./catalog.js";
import { el } from "./dom.js";
import { go, onGo } from "./go.js";
import { askMyself, sentence } from "./net.js";
import { openLost } from "./lost.js";
import { noteReach } from "./reach.js";
import { applyLooks, buildShell, markPage } from "./shell.js";
import { load, t } from "./text.js";
import { clearTurn } from "./turn-sign.js";

/** @type {Page | null} */
let page = null;
/** Counts page loads, so that a slow one does not replace a later one. */
let openings = 0;

/**
 * @typedef {(main: HTMLElement, url: URL) => Promise<Page>} Opener
 * @type {[RegExp, Opener][]}
 */
const PAGES = [
  [/^\/$/, async (main) => (await import("./home.js")).openHome(main)],
  [/^\/t\/[^/]+$/, async (main, url) => (await import("./table.js")).openTable(main, url)],
  [/^\/study$/, async (main, url) => (await import("./study.js")).openStudy(main, url)],
  [/^\/learn\/[^/]+$/, async (main, url) => (await import("./learn.js")).openLearn(main, url)],
  [/^\/games$/, async (main, url) => (await import("./my-games.js")).openMyGames(main, url)],
  [/^\/manual$/, async (main) => (await import("./manual.js")).openManual(main)],
  [/^\/manual\/api$/, async (main) => (await import("./api-page.js")).openApi(main)],
  [/^\/embed\/t\/[^/]+$/, async (main, url) => (await import("./embed.js")).openEmbed(main, url)],
  [/^\/tournaments$/, async (main) => (await import("./tournaments.js")).openTournaments(main)],
  [/^\/tournaments\/[^/]+$/, async (main, url) => (await import("./tournament.js")).openTournament(main, url)],
  [/^\/people$/, async (main, url) => (await import("./players.js")).openPlayers(main, url)],
  [/^\/people\/[^/]+$/, async (main, url) => (await import("./people.js")).openPerson(main, url)],
];

/** Shows the page for the current address. */
async function show() {
  const opening = ++openings;
  const url = new URL(location.href);
  page?.close();
  page = null;
  clearTurn();
  document.title = t("web-title");
  markPage(url.pathname);
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  // Each page gets its own element, so late additions by an earlier page go nowhere.
  const place = document.createElement("div");
  place.className = "page";
  // Shown while the page's modules are on their way.
  place.append(el("p", { className: "loading" }, t("web-loading")));
  main.replaceChildren(place);
  scrollTo(0, 0);
  const found = PAGES.find(([path]) => path.test(url.pathname));
  const open = found?.[1] ?? (async (where) => openLost(where));
  const opened = await open(place, url).catch((error) => recover(place, error));
  if (opening === openings) page = opened;
  else opened.close();
}

/**
 * Handles a page that cannot be opened. Its files may be newer than those already loaded if the
 * server was updated in between. Reloading helps then; otherwise the error is shown.
 * @param {HTMLElement} place
 * @param {unknown} error
 */
function recover(place, error) {
  console.error(error);
  const isNew = history.state?.recovered !== location.href;
  if (isNew && navigator.onLine) {
    history.replaceState({ ...history.state, recovered: location.href }, "");
    location.reload();
  }
  return openLost(place, sentence(error));
}

/** Links within the site change the page without a reload. @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  const isPage = PAGES.some(([path]) => path.test(link.pathname));
  if (!isPage) return;
  event.preventDefault();
  go(link.href);
}

/** Notes which kind of device was used last, for style sheets. */
function noteDevices() {
  const note = (/** @type {string} */ device) => (document.documentElement.dataset.input = device);
  addEventListener("keydown", () => note("keys"), true);
  addEventListener("pointerdown", () => note("pointer"), true);
}

async function start() {
  noteDevices();
  const reached = await Promise.all([load(), loadCatalog()]);
  noteReach(reached.every(Boolean));
  applyLooks();
  // A frame on another site shows one game and knows nobody.
  if (location.pathname.startsWith("/embed/")) return show();
  buildShell(/** @type {HTMLElement} */ (document.getElementById("shell")));
  document.addEventListener("click", follow);
  onGo(show);
  addEventListener("popstate", show);
  await Promise.all([askMyself(), show()]);
  // Offline start is optional: the page works without it.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

start();
