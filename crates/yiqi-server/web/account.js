// Who the reader is: a guest with a name, or an account.

import { openDialog } from "./dialog.js";
import { button, el, fill } from "./dom.js";
import { beGuest, enter, logOut, post, sentence } from "./net.js";
import { t } from "./text.js";

/**
 * The contents of the user menu.
 * @param {Me | null} me
 */
export function accountPanel(me) {
  if (me?.account) {
    return [
      el("p", {}, el("a", { href: `/people/${encodeURIComponent(me.name)}` }, t("web-my-page"))),
      el("p", {}, button(t("web-token"), openToken, { className: "quiet", "data-closes": true })),
      el(
        "p",
        {},
        button(t("web-log-out"), () => logOut().then(() => location.reload()), { className: "quiet" }),
      ),
    ];
  }
  return [
    nameForm(me?.name ?? ""),
    el("p", { className: "hint" }, t("web-account-why")),
    el(
      "p",
      { className: "row" },
      button(t("web-register"), () => openEnter("register"), { "data-closes": true }),
      button(t("web-log-in"), () => openEnter("login"), { "data-closes": true }),
    ),
  ];
}

/** @param {string} name */
function nameForm(name) {
  const input = el("input", { name: "name", value: name, maxLength: 20, autocomplete: "nickname", required: true });
  const note = el("p", { className: "problem", role: "alert" });
  return el(
    "form",
    {
      className: "stack",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          await beGuest(input.value.trim());
          note.textContent = t("web-saved");
        } catch (error) {
          note.textContent = sentence(error);
        }
      },
    },
    el("label", {}, t("web-your-name"), input),
    el("button", {}, t("web-save")),
    note,
  );
}

/** @param {"login" | "register"} how */
function openEnter(how) {
  const isNew = how === "register";
  const name = el("input", { name: "username", autocomplete: "username", required: true, minLength: 2, maxLength: 20 });
  const password = el("input", {
    name: "password",
    type: "password",
    required: true,
    minLength: isNew ? 8 : undefined,
    autocomplete: isNew ? "new-password" : "current-password",
  });
  const note = el("p", { className: "problem", role: "alert" });
  const form = el(
    "form",
    {
      className: "stack",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          await enter(how, name.value.trim(), password.value);
          // Sockets and seats belong to a person, so reload everything as the new one.
          location.reload();
        } catch (error) {
          note.textContent = sentence(error);
        }
      },
    },
    el("label", {}, t("web-name"), name),
    el("label", {}, t("web-password"), password),
    isNew && el("p", { className: "hint" }, t("web-password-rule")),
    note,
    el("p", { className: "row end" }, el("button", { className: "primary" }, t(isNew ? "web-register" : "web-log-in"))),
  );
  openDialog(t(isNew ? "web-register" : "web-log-in"), form);
}

/** Creates a token that lets a program play as this account. */
function openToken() {
  const label = el("input", { name: "label", required: true, maxLength: 40 });
  const note = el("div", { role: "alert" });
  openDialog(
    t("web-token"),
    el(
      "form",
      {
        className: "stack",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          try {
            const { token } = await post("/api/me/tokens", { label: label.value });
            fill(
              note,
              el("p", {}, t("web-token-once")),
              el("input", { readOnly: true, value: token, "aria-label": t("web-token") }),
            );
          } catch (error) {
            fill(note, el("p", { className: "problem" }, sentence(error)));
          }
        },
      },
      el("p", { className: "hint" }, t("web-token-what")),
      el("label", {}, t("web-token-label"), label),
      note,
      el("p", { className: "row end" }, el("button", { className: "primary" }, t("web-token-make"))),
    ),
  );
}
