// Native dialogs with a title and a close button; the focus returns to where it was.

import { button, el } from "./dom.js";
import { sentence } from "./net.js";
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
        { type: "button", className: "quiet close", "aria-label": t("web-close"), onclick: () => leave(dialog) },
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
    if (event.target === dialog) leave(dialog);
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !guards.has(dialog)) return;
    event.preventDefault();
    leave(dialog);
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Submits a form: its button rests meanwhile, and a failure is said.
 * @param {HTMLButtonElement} begin
 * @param {HTMLElement} note
 * @param {() => Promise<void>} act
 */
export function submitter(begin, note, act) {
  return async (/** @type {Event} */ event) => {
    event.preventDefault();
    begin.disabled = true;
    try {
      await act();
    } catch (error) {
      begin.disabled = false;
      note.textContent = sentence(error);
    }
  };
}

/**
 * Draws a form again without losing the focus.
 * @param {HTMLFormElement} form
 * @param {() => void} draw
 */
export function redraw(form, draw) {
  const focused = document.activeElement?.id;
  draw();
  const again = focused ? document.getElementById(focused) : null;
  if (again && form.contains(again)) again.focus();
}

/** What to ask before a dialog is left. @type {WeakMap<HTMLDialogElement, () => Promise<boolean>>} */
const guards = new WeakMap();

/**
 * Has the reader asked before a dialog is left without a choice, so that nothing is lost by accident.
 * @param {HTMLDialogElement} dialog
 * @param {() => Promise<boolean>} mayLeave
 */
export function guard(dialog, mayLeave) {
  guards.set(dialog, mayLeave);
}

/** @param {HTMLDialogElement} dialog */
async function leave(dialog) {
  const mayLeave = guards.get(dialog);
  if (!mayLeave || (await mayLeave())) dialog.close();
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
