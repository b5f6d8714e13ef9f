// Native dialogs with a title and a close button; the focus returns to where it was.

import { button, el } from "./dom.js";
import { t } from "./text.js";

/**
 * Opens a dialog and removes it when it closes.
 * @param {string} title
 * @param {...(Node | string)} children
 */
export function openDialog(title, ...children) {
  const before = document.activeElement;
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const dialog = el(
    "dialog",
    { "aria-labelledby": id },
    el(
      "header",
      {},
      el("h2", { id }, title),
      el(
        "button",
        { type: "button", className: "quiet close", "aria-label": t("web-close"), onclick: () => dialog.close() },
        "×",
      ),
    ),
    ...children,
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  // A click outside the dialog closes it; pressing inside and releasing outside does not.
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks for confirmation before something that cannot be undone.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const close = (/** @type {boolean} */ value) => {
      answer = value;
      dialog.close();
    };
    const dialog = openDialog(
      question,
      el(
        "p",
        { className: "row end" },
        button(t("web-no"), () => close(false), { autofocus: true }),
        button(yes, () => close(true), { className: "primary" }),
      ),
    );
    dialog.addEventListener("close", () => resolve(answer));
  });
}
