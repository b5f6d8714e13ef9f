// Who the reader is: a guest with a name, or an account.

import { confirmed, openDialog } from "./dialog.js";
import { button, el, fill } from "./dom.js";
import { beGuest, changePassword, deleteAccount, enter, logOut, myself, post, sentence } from "./net.js";
import { t } from "./text.js";

/**
 * The contents of the user menu.
 * @param {Me | null} me
 */
export function accountPanel(me) {
  if (me?.account) {
    const { name } = me;
    return [
      el("a", { href: `/people/${encodeURIComponent(name)}` }, t("web-my-page")),
      item("web-token", openToken),
      item("web-new-password", () => openNewPassword(name)),
      item("web-log-out", () => leave("/api/logout")),
      item("web-log-out-everywhere", async () => {
        if (await confirmed(t("web-log-out-everywhere-ask"), t("web-log-out"))) await leave("/api/logout/everywhere");
      }),
      item("web-delete-account", openDelete),
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

/**
 * A line of the menu that opens or does something.
 * @param {string} key
 * @param {() => void} act
 */
function item(key, act) {
  return button(t(key), act, { className: "quiet", "data-closes": true });
}

/** @param {"/api/logout" | "/api/logout/everywhere"} path */
async function leave(path) {
  await logOut(path);
  location.reload();
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
export function openEnter(how) {
  const isNew = how === "register";
  const name = el("input", {
    name: "username",
    autocomplete: "username",
    required: true,
    minLength: 2,
    maxLength: 20,
    // The name that a guest has already chosen.
    value: isNew ? (myself()?.name ?? "") : "",
  });
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
    el(
      "p",
      { className: "row end" },
      button(t(isNew ? "web-log-in" : "web-register"), () => swap(), { className: "quiet" }),
      el("button", { className: "primary" }, t(isNew ? "web-register" : "web-log-in")),
    ),
  );
  const dialog = openDialog(t(isNew ? "web-register" : "web-log-in"), form);
  const swap = () => {
    dialog.close();
    openEnter(isNew ? "login" : "register");
  };
  name.focus();
}

/**
 * A field for a password.
 * @param {string} name
 * @param {"current-password" | "new-password"} kind
 */
function passwordField(name, kind) {
  const minLength = kind === "new-password" ? 8 : undefined;
  return el("input", { name, type: "password", required: true, minLength, autocomplete: kind });
}

/**
 * A form in a dialog that asks for passwords.
 * @param {string} key what the dialog and its button are called
 * @param {() => Promise<void>} act
 * @param {...(Node | string)} fields
 */
function openPasswordForm(key, act, ...fields) {
  const note = el("p", { className: "problem", role: "alert" });
  openDialog(
    t(key),
    el(
      "form",
      {
        className: "stack",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          try {
            await act();
          } catch (error) {
            note.textContent = sentence(error);
          }
        },
      },
      ...fields,
      note,
      el("p", { className: "row end" }, el("button", { className: "primary" }, t(key))),
    ),
  );
}

/** @param {string} account whose password it is, for password managers */
function openNewPassword(account) {
  const username = el("input", { name: "username", autocomplete: "username", value: account, hidden: true });
  const old = passwordField("old", "current-password");
  const password = passwordField("new", "new-password");
  const others = el("input", { type: "checkbox", name: "others", checked: true });
  openPasswordForm(
    "web-new-password",
    async () => {
      await changePassword(old.value, password.value, others.checked);
      old.closest("dialog")?.close();
      openDialog(t("web-new-password"), el("p", {}, t("web-password-changed")));
    },
    username,
    el("label", {}, t("web-old-password"), old),
    el("label", {}, t("web-new-password"), password),
    el("p", { className: "hint" }, t("web-password-rule")),
    el("label", { className: "tick" }, others, el("span", {}, t("web-log-out-others"))),
  );
}

function openDelete() {
  const password = passwordField("password", "current-password");
  openPasswordForm(
    "web-delete-account",
    async () => {
      await deleteAccount(password.value);
      location.assign("/");
    },
    el("p", {}, t("web-delete-account-what")),
    el("label", {}, t("web-password"), password),
  );
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
