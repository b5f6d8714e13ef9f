// Screen reader announcements and sounds for events at a table.

import { remainingMs, spoken } from "./clock.js";
import { nameInSentence, resultAt } from "./player-bar.js";
import { play } from "./sound.js";
import { t } from "./text.js";
import { say } from "./turn-sign.js";
import { colorName } from "./words.js";

/** @typedef {import("./table-model.js").TableModel} TableModel */

/** A point as read aloud: letter and number apart. @param {string} point */
const read = (point) => point.replace(/^([a-z])(\d+)$/, "$1 $2");

/**
 * The sentence about the last move.
 * @param {TableModel} model
 */
export function moveSentence(model) {
  const ply = model.moves.at(-1);
  if (!ply) return "";
  const color = ply.stone ? colorName(ply.stone) : nameInSentence(model, ply.seat);
  if (!ply.stone) return t("web-say-word", { name: color, word: t(`web-word-${ply.move}`) });
  const args = { color, point: read(ply.move), count: ply.flipped.length };
  return ply.flipped.length ? t("web-say-flips", args) : t("web-say-plays", args);
}

/** Whose turn it is, and how much time there is. @param {TableModel} model */
export function turnSentence(model) {
  const { view } = model;
  if (view.result) return resultAt(model, view.result);
  if (!view.turn || view.stage !== "playing") return "";
  const name =
    model.isMyTurn && !model.isTwoHere
      ? t("web-your-turn")
      : t("web-turn-of", { name: colorName(view.colors[view.turn]) });
  if (!view.clocks) return name;
  const ms = remainingMs(view.clocks[view.turn], view.now_ms, model.time.ms());
  return t("web-say-time", { turn: name, time: spoken(ms) });
}

/**
 * Announces what changed.
 * @param {TableModel} model
 * @param {{plies: number, stage: Stage, wasMine: boolean, questions: number}} before
 */
export function announce(model, before) {
  const { view } = model;
  const isMove = view.ply_count > before.plies;
  const texts = [];
  if (isMove) texts.push(moveSentence(model));
  if (view.ply_count < before.plies) texts.push(t("web-taken-back"));
  if (model.questions.length > before.questions) {
    texts.push(document.querySelector(".strip-row.question strong")?.textContent ?? "");
  }
  if (isMove || view.stage !== before.stage || view.ply_count < before.plies) texts.push(turnSentence(model));
  if (texts.length) say(texts.join(" "));

  if (view.stage === "over" && before.stage !== "over") play("over");
  else if (model.questions.length > before.questions) play("question");
  else if (isMove) play("stone");
  // The opponent's move already made the stone sound; this is the call for your turn.
  if (model.isMyTurn && !before.wasMine && !model.isTwoHere) setTimeout(() => play("turn"), 180);
}
