// The page's texts in the reader's language. The server turns its message catalogs into patterns
// (crates/yiqi-text/src/page.rs); this module fills them in.

import { askKept, recall, remember } from "./prefs.js";

/**
 * @typedef {string | {var: string} | {select: string, cases: Record<string, Part[]>, default: string}} Part
 * @typedef {string | Part[]} Pattern
 * @typedef {Record<string, string | number>} Args
 */

/** The available languages, each by its own name. */
export const LANGUAGES = [
  { tag: "en", name: "English" },
  { tag: "zh-Hans", name: "简体中文" },
  { tag: "zh-Hant", name: "繁體中文" },
];

/** @type {Record<string, Pattern>} */
let messages = {};
let language = "en";
let plural = new Intl.PluralRules("en");

/** The tag of the language in use. */
export function lang() {
  return language;
}

/**
 * The available language that best fits a list of locales.
 * @param {readonly string[]} locales
 */
export function suitable(locales) {
  for (const locale of locales) {
    const [main, ...rest] = locale.toLowerCase().split(/[-_]/);
    if (main === "en") return "en";
    if (main !== "zh") continue;
    // The script decides; without one, the region does.
    if (rest.includes("hans")) return "zh-Hans";
    return rest.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) ? "zh-Hant" : "zh-Hans";
  }
  return "en";
}

/**
 * Uses these messages from now on.
 * @param {string} tag
 * @param {Record<string, Pattern>} patterns
 */
export function use(tag, patterns) {
  language = tag;
  messages = patterns;
  plural = new Intl.PluralRules(tag);
}

/**
 * Sets the language for future page loads. A cookie tells the server, which sends the page in that
 * language.
 * @param {string} tag
 */
export function choose(tag) {
  remember("lang", tag);
  document.cookie = `yiqi-lang=${tag}; path=/; max-age=31536000; samesite=lax`;
}

/**
 * Fetches the messages of the chosen language; falls back to the last ones fetched while offline.
 * @returns {Promise<boolean>} whether the server answered
 */
export async function load() {
  const tag = recall("lang", suitable(navigator.languages));
  const path = new URL(`messages-${tag}.json`, import.meta.url).href;
  const { said, isFresh } = await askKept(path, `messages.${tag}`);
  if (said) {
    use(tag, said);
    return isFresh;
  }
  // Another language is better than none.
  const spare = LANGUAGES.map((each) => each.tag).find((each) => recall(`messages.${each}`, null) !== null);
  use(spare ?? tag, spare ? recall(`messages.${spare}`, {}) : {});
  return false;
}

/**
 * A message, filled in. A missing one shows its key, so that it is noticed.
 * @param {string} key
 * @param {Args} [args]
 */
export function t(key, args = {}) {
  const pattern = messages[key];
  if (pattern === undefined) return key;
  const text = format(pattern, args);
  return language === "en" ? text : text.replace(HAN_GAP, "$1");
}

/** A blank between two Chinese words: around a name or a number there is one, but the name may be Chinese, too. */
const HAN_GAP = /(\p{Script=Han}\u2069?) (?=\u2068?\p{Script=Han})/gu;

/**
 * The name of a choice, as buttons and lists write it: rules and words for moves are lower case within sentences.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Whether there is such a message.
 * @param {string} key
 */
export function has(key) {
  return key in messages;
}

/**
 * @param {Pattern} pattern
 * @param {Args} args
 * @returns {string}
 */
function format(pattern, args) {
  if (typeof pattern === "string") return pattern;
  return pattern.map((part) => formatPart(part, args)).join("");
}

/**
 * @param {Part} part
 * @param {Args} args
 */
function formatPart(part, args) {
  if (typeof part === "string") return part;
  if ("var" in part) return String(args[part.var] ?? "");
  return format(chosen(part.cases, args[part.select], part.default), args);
}

/**
 * The matching case: the exact value first, then its plural category.
 * @param {Record<string, Part[]>} cases
 * @param {string | number | undefined} value
 * @param {string} other
 */
function chosen(cases, value, other) {
  const exact = cases[String(value)];
  if (exact) return exact;
  const form = typeof value === "number" ? cases[plural.select(value)] : undefined;
  return form ?? cases[other] ?? [];
}
