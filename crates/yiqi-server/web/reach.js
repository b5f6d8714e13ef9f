// Whether the server can be reached, shown in one place at the top of every page.

import { el } from "./dom.js";
import { t } from "./text.js";

/** How often to retry while the server cannot be reached. */
const TRY_MS = 8000;

/** @type {HTMLElement | null} */
let line = null;
let isThere = true;

/** The banner shown while the server cannot be reached. */
export function reachLine() {
  line = el("p", { className: "reach", role: "status", hidden: isThere });
  show();
  return line;
}

/** @param {boolean} is whether the server has just answered */
export function noteReach(is) {
  if (is === isThere) return;
  isThere = is;
  show();
  if (!is) setTimeout(tryAgain, TRY_MS);
}

/** Any response will do: this checks the connection. */
async function tryAgain() {
  if (isThere) return;
  try {
    await fetch("/health", { cache: "no-store" });
    noteReach(true);
  } catch {
    setTimeout(tryAgain, TRY_MS);
  }
}

function show() {
  if (!line) return;
  line.hidden = isThere;
  line.textContent = isThere ? "" : t("web-offline");
}
