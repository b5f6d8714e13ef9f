// The page for unknown addresses.

import { el, fill } from "./dom.js";
import { t } from "./text.js";

/**
 * @param {HTMLElement} place
 * @param {string} [text]
 * @returns {Page}
 */
export function openLost(place, text = t("web-lost")) {
  document.title = t("web-title-of", { title: text });
  fill(
    place,
    el(
      "section",
      { className: "lost" },
      el("h1", {}, text),
      el("p", {}, el("a", { className: "button primary", href: "/" }, t("web-lost-home"))),
    ),
  );
  return { close() {} };
}
