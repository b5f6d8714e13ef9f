// The card over the board while a seat is open: a link to send, or a seat to take.

import { openEnter } from "./account.js";
import { clockWords } from "./clock.js";
import { button, el, fill } from "./dom.js";
import { linkToSend } from "./link-to-send.js";
import { beGuest, myself, post, sentence } from "./net.js";
import { colorAt } from "./player-bar.js";
import { other } from "./table-model.js";
import { t } from "./text.js";
import { inSentence } from "./who.js";
import { colorName, gameName } from "./words.js";

/** @typedef {import("./table-model.js").TableModel} TableModel */

export class InviteCard {
  #shown = "";
  #isPutAway = false;

  /** @param {() => void} onSeated */
  constructor(onSeated) {
    this.onSeated = onSeated;
    this.element = el("div", { className: "invite", hidden: true });
  }

  /** @param {TableModel} model */
  update(model) {
    const kind = this.#kind(model);
    carryInvitation(model);
    this.element.hidden = kind === "";
    const shown = `${kind} ${model.you.invite}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (kind === "send") fill(this.element, ...this.#send(model));
    if (kind === "sit") fill(this.element, ...this.#sit(model));
    if (kind === "ask") fill(this.element, ...this.#ask(model));
  }

  /** @param {TableModel} model @returns {"" | "send" | "sit" | "ask"} */
  #kind(model) {
    if (!model.openSeat || model.isOver || this.#isPutAway) return "";
    if (model.isPlayer) return model.you.invite ? "send" : "";
    return model.info.listed || invitation() ? "sit" : "ask";
  }

  /** @param {TableModel} model */
  #send({ info, you }) {
    const path = `/t/${info.id}#${you.invite}`;
    return [
      el("h2", {}, t("web-invite")),
      el("p", { className: "hint" }, t(info.listed ? "web-invite-listed" : "web-invite-how")),
      linkToSend(path),
    ];
  }

  /** @param {TableModel} model */
  #sit(model) {
    const { info } = model;
    const seat = /** @type {Seat} */ (model.openSeat);
    const color = colorAt(model, seat);
    return [
      el("h2", {}, t("web-invited", { name: inSentence(info.seats[other(seat)]) })),
      el("p", {}, gameName(info.game.spec)),
      el(
        "p",
        { className: "hint" },
        [
          clockWords(info.time),
          color ? t("web-you-have", { color: colorName(color) }) : t("web-color-drawn-how"),
          info.rated ? t("web-rated") : "",
          info.private ? t("web-private-table") : "",
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      sitForm(
        info,
        this.onSeated,
        info.private
          ? el("p", { className: "hint" }, t("web-invited-private-how"))
          : button(t("web-just-watch"), () => this.#putAway(), { className: "quiet" }),
      ),
    ];
  }

  /** For somebody who came with a link that gives no seat. @param {TableModel} model */
  #ask({ info, openSeat }) {
    const host = info.seats[other(/** @type {Seat} */ (openSeat))];
    return [
      el("h2", {}, t("web-seat-free")),
      el("p", {}, t("web-seat-free-how", { name: inSentence(host) })),
      button(t("web-just-watch"), () => this.#putAway(), {}),
    ];
  }

  #putAway() {
    this.#isPutAway = true;
    this.element.hidden = true;
  }
}

/**
 * An optional name, and the button that takes the seat.
 * @param {TableInfo} info
 * @param {() => void} onSeated
 * @param {...Node} more
 */
function sitForm({ id, rated }, onSeated, ...more) {
  const name = el("input", { name: "name", value: myself()?.name ?? "", maxLength: 20, autocomplete: "nickname" });
  const note = el("p", { className: "problem", role: "alert" });
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (rated && !myself()?.account) {
      note.textContent = t("web-rated-needs-account");
      openEnter("register");
      return;
    }
    try {
      await beGuest(myself()?.account ? undefined : name.value.trim());
      await post(`/api/tables/${id}/sit`, invitation() ? { invite: invitation() } : {});
      onSeated();
    } catch (error) {
      note.textContent = sentence(error);
    }
  };
  return el(
    "form",
    { className: "stack", onsubmit: sit },
    !myself()?.account && !rated && el("label", {}, t("web-your-name-optional"), name),
    note,
    el("button", { className: "primary big" }, t("web-sit-down")),
    ...more,
  );
}

/** The invitation's secret, from the fragment of the address, which is never sent. */
export function invitation() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/**
 * While a seat is open, the address of whoever waits there is the invitation, so that an address copied from the
 * browser leads to the seat, too. Afterwards it is the address of the table.
 * @param {TableModel} model
 */
function carryInvitation({ info, you, isPlayer, openSeat }) {
  const path = `/t/${info.id}`;
  if (!isPlayer || location.pathname !== path) return;
  const wanted = openSeat && you.invite ? `#${you.invite}` : "";
  if (location.hash !== wanted) history.replaceState(history.state, "", path + wanted);
}
