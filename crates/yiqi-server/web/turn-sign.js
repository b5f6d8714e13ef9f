// Title and icon show when it is the reader's turn, even while the page is in the background.

import { t } from "./text.js";

const QUIET = new URL("icon.svg", import.meta.url).href;
const CALLING = new URL("icon-turn.svg", import.meta.url).href;

/** @param {string} path */
function setIcon(path) {
  const link = document.querySelector("link[rel=icon]");
  if (link && link.getAttribute("href") !== path) link.setAttribute("href", path);
}

/**
 * @param {boolean} isMyTurn
 * @param {string} title what the page shows
 */
export function showTurn(isMyTurn, title) {
  document.title = isMyTurn ? t("web-title-turn", { title }) : t("web-title-of", { title });
  setIcon(isMyTurn ? CALLING : QUIET);
}

export function clearTurn() {
  setIcon(QUIET);
}

/**
 * Announces a text through screen readers.
 * @param {string} text
 */
export function say(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}
