// Names of people. Guests may choose any name, even that of an account,
// so guests are marked as such. `<bdi>` keeps a name from changing the direction of the text around it.

import { el } from "./dom.js";
import { t } from "./text.js";
import { seatName } from "./words.js";

/**
 * Whether a name must be marked as a guest's; an unnamed guest is already called "guest".
 * @param {SeatInfo} seat
 */
export function isNamedGuest({ kind, name }) {
  return kind === "guest" && name !== "";
}

/**
 * A name for use outside sentences.
 * @param {SeatInfo} seat
 * @param {{ linked?: boolean, rated?: boolean }} [how] whether it links to the person's page; whether the rating is shown
 */
export function who(seat, { linked = false, rated = false } = {}) {
  const name = el("bdi", {}, seatName(seat));
  const isLink = linked && seat.kind === "account";
  return el(
    "span",
    { className: "who-is" },
    isLink ? el("a", { href: `/people/${encodeURIComponent(seat.name)}` }, name) : name,
    isNamedGuest(seat) && el("small", { className: "guest" }, t("web-guest-mark")),
    rated && seat.rating && el("small", {}, String(seat.rating.value), change(seat.rating_change)),
  );
}

/** What the game changed in a rating: +12 or −12. @param {number | undefined} by */
function change(by) {
  if (by === undefined) return null;
  return ` (${by < 0 ? "−" : "+"}${Math.abs(by)})`;
}

/**
 * A name for use in a sentence, isolated from the writing direction around it.
 * @param {string} name
 */
export function isolated(name) {
  return `\u2068${name}\u2069`;
}

/**
 * The name of the inviting person in a sentence, with guests always marked as such.
 * @param {SeatInfo} seat
 */
export function inSentence(seat) {
  const name = isolated(seatName(seat));
  return isNamedGuest(seat) ? t("web-guest-named", { name }) : name;
}
