// What this browser remembers. Everything works without it: storage may be full or forbidden.

const PREFIX = "yiqi.";

/**
 * A remembered value, or `other` if there is none.
 * @template T
 * @param {string} name
 * @param {T} other
 * @returns {T}
 */
export function recall(name, other) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? other : JSON.parse(text);
  } catch {
    return other;
  }
}

/** Whether this browser lets a page remember anything. */
export function canRemember() {
  try {
    localStorage.setItem(`${PREFIX}try`, "");
    localStorage.removeItem(`${PREFIX}try`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Remembers a value.
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The choice then lasts as long as the page.
  }
}
