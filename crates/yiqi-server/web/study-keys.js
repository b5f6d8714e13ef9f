// The keys of a study, as a dialog.

import { openDialog } from "./dialog.js";
import { el } from "./dom.js";
import { t } from "./text.js";

/** Keys and the messages that explain them. */
const KEYS = [
  ["← →", "study-key-step"],
  ["↑ ↓", "study-key-branch"],
  ["PgUp PgDn", "study-key-ten"],
  ["Home End", "study-key-ends"],
  ["b5 w7 12", "study-key-jump"],
  ["h", "study-key-engine"],
  ["n N", "study-key-mistake"],
  ["c", "study-key-comment"],
  ["P", "study-key-promote"],
  ["Del", "study-key-delete"],
  ["Ctrl+Z Ctrl+Y", "study-key-undo"],
  ["#", "study-key-numbers"],
  ["B", "study-key-play-on"],
  ["E", "study-key-setup"],
  ["Enter", "study-key-play"],
  ["m l a", "study-key-marks"],
];

export function openKeys() {
  const rows = KEYS.map(([keys, message]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, ...keys.split(" ").flatMap((key) => [el("kbd", {}, key), " "])),
      el("td", {}, t(message)),
    ),
  );
  openDialog(t("study-keys-title"), el("table", { className: "study-keys-table" }, el("tbody", {}, ...rows)));
}
