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

/**
 * The server's response at a path, or the last one if the server cannot be reached.
 * @param {string} path
 * @param {string} name where it is kept
 * @returns {Promise<{ said: any, isFresh: boolean }>} `said` is null if there never was a response
 */
export async function askKept(path, name) {
  try {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(String(answer.status));
    const said = await answer.json();
    remember(name, said);
    return { said, isFresh: true };
  } catch {
    return { said: recall(name, null), isFresh: false };
  }
}

/** Whether this browser has storage for the page. */
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
    // Without storage, the choice lasts as long as the page.
  }
}

/** What belongs to a person rather than to this browser: notes on games, whom one does not want to hear. */
const PERSONAL = ["studies", "muted", "put-away"];

/** Forgets what belongs to a person who logs out. */
export function forgetPerson() {
  try {
    for (const name of PERSONAL) localStorage.removeItem(PREFIX + name);
  } catch {
    // Without storage there is nothing to forget.
  }
}

/**
 * Calls back when another tab remembers a value.
 * @param {string} name
 * @param {(value: unknown) => void} watcher
 */
export function watchOtherTabs(name, watcher) {
  addEventListener("storage", (event) => {
    if (event.key === PREFIX + name) watcher(JSON.parse(event.newValue ?? "null"));
  });
}
