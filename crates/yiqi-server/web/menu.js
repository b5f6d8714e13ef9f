// A button that opens a small panel below itself. Esc and a click elsewhere close it.

import { el } from "./dom.js";

/**
 * @param {HTMLButtonElement} opener
 * @param {HTMLElement} panel
 */
export function menu(opener, panel) {
  const place = el("div", { className: "menu" }, opener, panel);
  panel.classList.add("panel");
  panel.hidden = true;
  opener.setAttribute("aria-expanded", "false");

  const set = (/** @type {boolean} */ open) => {
    panel.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    const act = open ? "addEventListener" : "removeEventListener";
    document[act]("pointerdown", outside);
    document[act]("keydown", escape);
  };
  const outside = (/** @type {Event} */ event) => {
    if (!place.contains(/** @type {Node} */ (event.target))) set(false);
  };
  const escape = (/** @type {Event} */ event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return;
    set(false);
    opener.focus();
  };
  opener.addEventListener("click", () => set(panel.hidden !== false));
  // Choosing a link closes the menu.
  panel.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a, button[data-closes]")) set(false);
  });
  return place;
}
