// Notifications of the system when it is the reader's turn and the page is in the background.

import { go } from "./go.js";
import { recall, remember } from "./prefs.js";
import { t } from "./text.js";

/** Whether the browser could show notifications. */
export function canNotify() {
  return "Notification" in window && isSecureContext;
}

/** Whether the reader wants notifications and the browser allows them. */
export function mayNotify() {
  return recall("notify", false) && canNotify() && Notification.permission === "granted";
}

/**
 * Asks the browser for permission if need be.
 * @param {boolean} on
 * @returns {Promise<boolean>} whether they are on now
 */
export async function setNotify(on) {
  const isOn = on && (await Notification.requestPermission()) === "granted";
  remember("notify", isOn);
  return isOn;
}

/**
 * Notifies the reader, unless they look at the page anyway.
 * @param {string} about the players
 * @param {string} path of the table
 */
export function notify(about, path) {
  if (!document.hidden || !mayNotify()) return;
  // One for each table: a second turn replaces the first.
  const shown = new Notification(t("web-your-turn"), { body: about, tag: path, icon: "/assets/icon-192.png" });
  shown.onclick = () => {
    window.focus();
    if (location.pathname !== path) go(path);
    shown.close();
  };
}
