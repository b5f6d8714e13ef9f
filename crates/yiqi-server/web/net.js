// HTTP requests to the server.

import { canRemember, forgetPerson, recall, remember, watchOtherTabs } from "./prefs.js";
import { noteReach } from "./reach.js";
import { lang, t } from "./text.js";

/** An error from the server, or from the connection to it. */
export class Failure extends Error {
  /**
   * @param {string} code
   * @param {string} text
   */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/**
 * A sentence for the user about anything that was thrown.
 * @param {unknown} error
 */
export function sentence(error) {
  return error instanceof Failure ? error.message : t("web-error-unknown");
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [more] headers
 * @returns {Promise<any>}
 */
async function ask(method, path, body, more = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": lang(), ...more };
  const isText = typeof body === "string";
  if (body !== undefined) headers["Content-Type"] = isText ? "text/plain" : "application/json";
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
    });
  } catch {
    noteReach(false);
    throw new Failure("offline", t("web-error-offline"));
  }
  noteReach(true);
  const value = await answer.json().catch(() => null);
  if (answer.ok) return value;
  const fault = value?.error;
  throw new Failure(fault?.code ?? `http_${answer.status}`, fault?.text || t("web-error-unknown"));
}

/**
 * @param {string} path
 * @param {Record<string, string>} [headers]
 */
export const get = (path, headers) => ask("GET", path, undefined, headers);

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export const post = (path, body = {}) => ask("POST", path, body);

/** @type {Me | null} */
let me = null;
/** @type {Set<(me: Me | null) => void>} */
const watchers = new Set();

/** The current user, if known. */
export function myself() {
  return me;
}

/**
 * Calls back now and whenever the user changes.
 * @param {(me: Me | null) => void} watcher
 */
export function watchMyself(watcher) {
  watchers.add(watcher);
  watcher(me);
  return () => watchers.delete(watcher);
}

/** @param {Me | null} value */
function become(value) {
  me = value;
  remember("known", value !== null);
  for (const watcher of watchers) watcher(me);
}

/**
 * Asks the server who the user is; null means nobody yet. A browser that never had a login here does not
 * ask, because browsers log the refusal as an error.
 */
export async function askMyself() {
  if (canRemember() && !recall("known", false)) return;
  try {
    become(await get("/api/me"));
  } catch (error) {
    if (!(error instanceof Failure && error.code === "offline")) become(null);
  }
}

/**
 * Creates a guest for the user, or renames the guest.
 * @param {string} [name]
 */
export async function beGuest(name) {
  if (me && (name === undefined || me.name === name)) return;
  become((await post("/api/guest", { name: name ?? "" })).me);
}

/**
 * @param {"login" | "register"} how
 * @param {string} name
 * @param {string} password
 */
export async function enter(how, name, password) {
  if (how === "register") await beGuest();
  const answer = await post(`/api/${how}`, { name, password });
  become(answer.me ?? answer);
}

/** @param {"/api/logout" | "/api/logout/everywhere"} path */
export async function logOut(path) {
  await post(path);
  leave();
}

/** Nothing of the person stays here, nor in other tabs. */
function leave() {
  forgetPerson();
  become(null);
}

watchOtherTabs("known", (isKnown) => {
  if (!isKnown && me) location.reload();
});

/**
 * @param {string} old
 * @param {string} password
 * @param {boolean} others whether all other logins end
 */
export async function changePassword(old, password, others) {
  await post("/api/me/password", { old, new: password, log_out_others: others });
}

/** @param {string} password */
export async function deleteAccount(password) {
  await post("/api/me/delete", { password });
  leave();
}
