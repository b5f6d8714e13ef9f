// How long ago something happened.

import { lang } from "./text.js";

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400000],
  ["hour", 3600000],
  ["minute", 60000],
];

/** After this many days the date says more. */
const DAYS_MAX = 7;

/**
 * @param {number} ms milliseconds since 1970
 * @param {number} [now]
 */
export function ago(ms, now = Date.now()) {
  const past = Math.max(0, now - ms);
  if (past >= DAYS_MAX * UNITS[0][1]) return new Date(ms).toLocaleDateString(lang(), { dateStyle: "medium" });
  const words = new Intl.RelativeTimeFormat(lang(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => past >= each) ?? ["second", Infinity];
  const text = words.format(unit === "second" ? 0 : -Math.floor(past / length), /** @type {Intl.RelativeTimeFormatUnit} */ (unit));
  // Numbers in Chinese have blanks around them everywhere here.
  return text.replace(/(\d)(?=\p{Script=Han})/gu, "$1 ");
}
