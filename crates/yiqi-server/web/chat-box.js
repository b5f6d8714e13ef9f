// The chat at a table or of a tournament. Names and messages come from other people, so they are shown only as text.

import { button, el, fill, icon } from "./dom.js";
import { myself } from "./net.js";
import { recall, remember } from "./prefs.js";
import { capital, t } from "./text.js";

/** @typedef {{chat: Chat[], isPlayer: boolean, isOver: boolean}} ChatModel a table, as far as the chat needs it */

/** A loudspeaker that is crossed out. */
const MUTE = "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5";

export class ChatBox {
  #list = el("ol", { className: "chat" });
  #log = el("div", { className: "chat-scroll", role: "log", "aria-label": t("web-chat") }, this.#list);
  #input = el("input", {
    name: "text",
    maxLength: 300,
    autocomplete: "off",
    placeholder: t("web-chat-say"),
    "aria-label": t("web-chat-say"),
  });
  #room = el(
    "select",
    { "aria-label": t("web-chat-room") },
    el("option", { value: "players" }, capital(t("web-room-players"))),
    el("option", { value: "spectators" }, capital(t("web-room-spectators"))),
  );
  #note = el("p", { className: "hint" });
  #shown = "";
  /** The last message sent, until it is delivered. */
  #said = "";
  /** @type {Set<string>} */
  #muted = new Set(recall("muted", []));
  /** @type {ChatModel | null} */
  #model = null;

  /** @param {(room: Room, text: string) => Promise<boolean | string>} say whether it was sent, or why not */
  constructor(say) {
    const send = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (!text) return;
      const done = await say(this.#target(), text);
      if (done === true) {
        this.#said = text;
        this.#input.value = "";
      } else {
        this.#note.textContent = done || t("web-chat-later");
      }
    };
    this.element = el(
      "div",
      { className: "chat-part" },
      this.#log,
      this.#note,
      el("form", { className: "row", onsubmit: send }, this.#room, this.#input, el("button", {}, t("web-send"))),
    );
  }

  /** Players talk to each other; after the game, to whichever room they choose. @returns {Room} */
  #target() {
    if (!this.#model?.isPlayer) return "spectators";
    return this.#model.isOver ? /** @type {Room} */ (this.#room.value) : "players";
  }

  /** Puts a rejected message back into the field, unless something else is there already. */
  giveBack() {
    if (this.#input.value === "") this.#input.value = this.#said;
    this.#said = "";
  }

  /** The number of messages from other people who are not muted. */
  get count() {
    const me = myself()?.person;
    return this.#model?.chat.filter(({ person }) => person !== me && !this.#muted.has(person)).length ?? 0;
  }

  /** @param {ChatModel} model */
  update(model) {
    this.#model = model;
    if (model.chat.at(-1)?.text === this.#said) this.#said = "";
    this.#room.hidden = !(model.isPlayer && model.isOver);
    const shown = `${model.chat.length} ${model.chat.at(-1)?.number} ${[...this.#muted].join()}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const heard = model.chat.filter(({ person }) => !this.#muted.has(person));
    const isAtEnd = this.#log.scrollTop + this.#log.clientHeight >= this.#log.scrollHeight - 8;
    fill(this.#list, ...heard.map((said) => this.#line(said)));
    if (isAtEnd) this.#log.scrollTop = this.#log.scrollHeight;
    const silent = new Map(
      model.chat.filter(({ person }) => this.#muted.has(person)).map(({ person, name }) => [person, name]),
    );
    fill(
      this.#note,
      ...[...silent].map(([person, name]) =>
        button(t("web-unmute", { name: name || t("web-guest") }), () => this.#mute(person, false), {
          className: "quiet small",
        }),
      ),
    );
    if (heard.length === 0 && silent.size === 0) this.#note.textContent = t("web-chat-none");
  }

  /** @param {Chat} said */
  #line({ person, name, guest, seat, room, text, at_ms }) {
    const shownName = name || t("web-guest");
    return el(
      "li",
      { className: seat ? "player-said" : "" },
      el(
        "time",
        { dateTime: new Date(at_ms).toISOString() },
        new Date(at_ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
      ),
      el("strong", {}, el("bdi", {}, shownName)),
      guest && name ? el("small", { className: "guest" }, t("web-guest-mark")) : null,
      room === "spectators" && seat ? el("small", {}, ` ${t("web-room-spectators")} `) : null,
      el("span", {}, text),
      // Nobody mutes themselves.
      person !== myself()?.person && this.#muteButton(person, shownName),
    );
  }

  /** @param {string} person @param {string} name */
  #muteButton(person, name) {
    const label = t("web-mute", { name });
    const mute = button("", () => this.#mute(person, true), { className: "quiet small mute", title: label });
    mute.setAttribute("aria-label", label);
    mute.append(icon(MUTE));
    return mute;
  }

  /** @param {string} person @param {boolean} on */
  #mute(person, on) {
    if (on) this.#muted.add(person);
    else this.#muted.delete(person);
    remember("muted", [...this.#muted]);
    if (this.#model) this.update(this.#model);
  }
}
