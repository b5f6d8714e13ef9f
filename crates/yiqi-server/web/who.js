// Names as people chose them. A guest may call himself what he likes, also what an account is called:
// a word says who is a guest. `<bdi>` keeps a name from turning the text around it.

import { el } from "./dom.js";
import { t } from "./text.js";
import { seatName } from "./words.js";

/**
 * Whether a name has to be marked as a guest's; one without a name is called a guest already.
 * @param {SeatInfo} seat
 */
export function isNamedGuest({ kind, name }) {
  return kind === "guest" && name !== "";
}

/**
 * A name to be put beside other things.
 * @param {SeatInfo} seat
 * @param {{ linked?: boolean, rated?: boolean }} [how] whether it leads to the person's page; whether a rating is told
 */
export function who(seat, { linked = false, rated = false } = {}) {
  const name = el("bdi", {}, seatName(seat));
  const isLink = linked && seat.kind === "account";
  return el(
    "span",
    { className: "who-is" },
    isLink ? el("a", { href: `/people/${encodeURIComponent(seat.name)}` }, name) : name,
    isNamedGuest(seat) && el("small", { className: "guest" }, t("web-guest-mark")),
    rated && seat.rating && el("small", {}, String(seat.rating.value)),
  );
}

/**
 * A name to be put into a sentence, apart from the writing direction around it.
 * @param {string} name
 */
export function isolated(name) {
  return `\u2068${name}\u2069`;
}

/**
 * Who invites, in a sentence: here it matters most that a guest is not taken for somebody else.
 * @param {SeatInfo} seat
 */
export function inSentence(seat) {
  const name = isolated(seatName(seat));
  return isNamedGuest(seat) ? t("web-guest-named", { name }) : name;
}
