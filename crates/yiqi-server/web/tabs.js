// Tabs after the ARIA pattern: arrow keys move between them.

import { el } from "./dom.js";

/**
 * @param {{id: string, label: string, panel: HTMLElement}[]} pages
 * @param {() => void} onShow
 */
export function tabs(pages, onShow) {
  const buttons = pages.map(({ id, label }) =>
    el(
      "button",
      { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `page-${id}`, onclick: () => show(id) },
      label,
    ),
  );
  let current = pages[0].id;

  /** @param {string} id */
  function show(id) {
    current = id;
    pages.forEach((page, index) => {
      const isShown = page.id === id;
      page.panel.hidden = !isShown;
      buttons[index].setAttribute("aria-selected", String(isShown));
      buttons[index].tabIndex = isShown ? 0 : -1;
    });
    onShow();
  }

  for (const { id, panel } of pages) {
    panel.id = `page-${id}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${id}`);
    panel.hidden = id !== current;
  }
  buttons.forEach((one, index) => {
    one.setAttribute("aria-selected", String(index === 0));
    one.tabIndex = index === 0 ? 0 : -1;
  });
  const list = el("div", { role: "tablist", className: "tablist" }, ...buttons);
  list.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const shown = buttons.filter((one) => !one.hidden);
    const at = shown.findIndex((one) => one.tabIndex === 0);
    const next = shown[(at + (event.key === "ArrowRight" ? 1 : shown.length - 1)) % shown.length];
    next.click();
    next.focus();
  });
  const button = (/** @type {string} */ id) => buttons[pages.findIndex((page) => page.id === id)];
  return {
    element: el("div", { className: "tabs" }, list, ...pages.map(({ panel }) => panel)),
    show,
    shown: () => current,
    /** @param {string} id @param {string} text */
    label: (id, text) => {
      if (button(id).textContent !== text) button(id).textContent = text;
    },
    /** @param {string} id @param {boolean} hidden */
    hide: (id, hidden) => {
      button(id).hidden = hidden;
    },
  };
}
