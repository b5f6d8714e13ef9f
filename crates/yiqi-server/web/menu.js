// A button that opens a small panel below itself, or above where there is more room. Esc and a click elsewhere close it.

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
    if (open) fit(opener, panel);
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

/** The room between a panel and what is around it, in pixels. */
const GAP = 6;

/**
 * Keeps a panel on the screen.
 * @param {HTMLElement} opener
 * @param {HTMLElement} panel
 */
function fit(opener, panel) {
  const { top, bottom } = opener.getBoundingClientRect();
  const [above, below] = [top, innerHeight - bottom].map((room) => room - 2 * GAP);
  panel.style.maxHeight = "";
  const isAbove = panel.scrollHeight > below && above > below;
  panel.classList.toggle("above", isAbove);
  panel.style.maxHeight = `${Math.max(isAbove ? above : below, 8 * GAP)}px`;
  panel.style.translate = "";
  const { left, right } = panel.getBoundingClientRect();
  const shift = Math.max(GAP - left, 0) + Math.min(document.documentElement.clientWidth - GAP - right, 0);
  if (shift) panel.style.translate = `${shift}px`;
}
