// Loads the study named by an address or the browser's history.

import { Failure } from "./net.js";
import { askPosition, askTable, readFile } from "./study-net.js";
import { Study } from "./study-state.js";
import { keptStudy } from "./study-kept.js";
import { follow } from "./study-link.js";
import { bareRecord } from "./study-record.js";
import { branchOf, lineOf } from "./study-tree.js";
import { t } from "./text.js";

/** @typedef {import("./study-link.js").Address} Address */
/** @typedef {import("./study-open.js").Source} Source */

/**
 * The named study at the named position; null if none is named.
 * @param {Address} address
 * @param {Source} source
 * @returns {Promise<Study | null>}
 */
export async function loadStudy(address, source) {
  const study = await openSource(address, source);
  if (!study) return null;
  const { moves, at } = address;
  const known = follow(study.tree.root, moves);
  study.goTo(known);
  // A link may lead into a variation that the record does not have.
  await study.playAll(moves.slice(known.ply));
  const line = lineOf(study.node);
  for (const [ply, score] of (source.scores ?? []).entries()) if (score && line[ply]) line[ply].score = score;
  // A record opens at its end, a link at its own position.
  study.goTo(line[at ?? (branchOf(study.node) ? study.node.ply : line.length - 1)] ?? line[line.length - 1]);
  return study;
}

/**
 * @param {Address} address
 * @param {Source} source
 */
async function openSource({ table, game, start, moves }, source) {
  // The table may be gone or private, but the page or the link has the moves.
  /** @type {ReplayResponse | null} */
  let original = null;
  try {
    if (table) original = await askTable(table);
  } catch (error) {
    if (!source.text && !game) throw error;
  }
  const kept = original ? keptStudy(table ?? "") : null;
  const text = source.text ?? kept;
  if (text) {
    const how = source.text ? source : { format: "yiqi" };
    return new Study(await readFile(/** @type {BodyInit} */ (text), how), { table, original });
  }
  if (original) return new Study(original, { table, original });
  if (!game) return null;
  try {
    return new Study(await readFile(bareRecord(game, start, moves)), { table: null });
  } catch (error) {
    throw await linkFailure(error, { game, start, moves });
  }
}

/**
 * What is wrong with a link, in words about the link: the server knows only the record made of it.
 * @param {unknown} error
 * @param {{ game: string, start: string | undefined, moves: string[] }} link
 */
async function linkFailure(error, { game, start, moves }) {
  if (!(error instanceof Failure) || error.code === "offline") return error;
  const odd = moves.find((move) => !/^([a-z]\d{1,2}|pass|swap|keep|more)$/i.test(move));
  if (odd) return new Failure("bad_move", t("study-link-not-a-move", { move: odd }));
  try {
    await askPosition(game, { start, moves });
  } catch (problem) {
    if (problem instanceof Failure) return new Failure(problem.code, t("study-link-refused", { problem: problem.message }));
  }
  return error;
}
