// Loads the study named by an address or the browser's history.

import { Failure } from "./net.js";
import { askPosition, askTable, readFile } from "./study-net.js";
import { Study } from "./study-state.js";
import { keptStudy } from "./study-kept.js";
import { follow } from "./study-link.js";
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
  if (source.text) {
    return new Study(await readFile(/** @type {BodyInit} */ (source.text), source), { table });
  }
  if (table) {
    try {
      const answer = await askTable(table);
      const kept = keptStudy(table);
      if (!kept) return new Study(answer, { table });
      const study = new Study(await readFile(kept, { format: "yiqi" }), { table });
      study.isKept = true;
      return study;
    } catch (error) {
      // The table may be gone or private, but the link has the moves.
      if (!game) throw error;
    }
  }
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

/**
 * @param {string} game
 * @param {string | undefined} start
 * @param {string[]} moves
 */
function bareRecord(game, start, moves) {
  const header = ["yiqi record 1", `Game: ${game}`, ...(start ? [`Start: ${start}`] : [])];
  return [...header, "", ...moves, "end", ""].join("\n");
}
