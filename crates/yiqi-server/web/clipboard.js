// The clipboard.

import { button, el } from "./dom.js";
import { t } from "./text.js";

/**
 * Copies a text to the clipboard, also over plain HTTP, where pages have no clipboard access: there
 * the browser copies what is selected.
 * @param {string} text
 * @param {Element} near an element in the same dialog, if one is open: focus cannot leave it
 */
export async function copyText(text, near) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const field = el("textarea", { className: "unseen", readOnly: true, value: text });
    (near.closest("dialog") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}

/** A button that copies a text and confirms it. @param {() => string} text */
export function copyButton(text) {
  const copy = button(t("web-copy"), async () => {
    const isCopied = await copyText(text(), copy);
    copy.textContent = t(isCopied ? "web-copied" : "web-copy-failed");
    setTimeout(() => (copy.textContent = t("web-copy")), 2000);
  });
  return copy;
}
