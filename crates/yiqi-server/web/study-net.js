// Server requests of the study page.

import { beGuest, Failure, post } from "./net.js";
import { lang, t } from "./text.js";

/**
 * @typedef {object} Origin
 * @property {string} [start]
 * @property {string[]} moves
 *
 * @typedef {object} StudyPosition
 * @property {Game} game
 * @property {string} board
 * @property {Color | null} turn
 * @property {Color | null} next_stone
 * @property {number} [stones_due]
 * @property {string[]} [legal]
 * @property {string[]} words
 * @property {Forbidden[]} forbidden
 * @property {Change | null} last
 * @property {string[][]} lines
 * @property {Score | null} score
 * @property {Result | null} result
 * @property {{ depth: number, moves: { move: string, eval: number }[] }} [book]
 * @property {Fault} [refusal]
 *
 * @typedef {object} AnalysisLine
 * @property {number} eval
 * @property {boolean} exact
 * @property {import("./study-eval.js").Certainty} [certainty]
 * @property {string[]} moves
 *
 * @typedef {object} AnalysisReport
 * @property {number} depth
 * @property {number} nodes
 * @property {number} ms
 * @property {AnalysisLine[]} lines
 * @property {boolean} done
 */

/** A refusal that can be shown on the board. */
export class Refusal extends Failure {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.code, fault.text);
    this.points = fault.points ?? [];
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function request(path, init = {}) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, { ...init, headers: { "Accept-Language": lang(), ...init.headers } });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Failure("offline", t("web-error-offline"));
  }
  if (answer.ok) return answer;
  const fault = (await answer.json().catch(() => null))?.error;
  throw new Refusal(fault ?? { code: `http_${answer.status}`, text: t("web-error-unknown") });
}

/**
 * A query without the parts that are empty.
 * @param {Record<string, string | number | undefined>} parts
 */
function query(parts) {
  const params = new URLSearchParams({ lang: lang() });
  for (const [name, value] of Object.entries(parts)) if (value) params.set(name, String(value));
  return params.toString();
}

/**
 * The position after some moves.
 * @param {string} game
 * @param {Origin} from
 * @param {AbortSignal} [signal]
 * @returns {Promise<StudyPosition>}
 */
export async function askPosition(game, from, signal) {
  return positionFor(JSON.stringify({ game, from }), signal);
}

/**
 * @param {string} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<StudyPosition>}
 */
async function positionFor(body, signal) {
  const headers = { "Content-Type": "application/json" };
  const answer = await request(`/api/position?${query({})}`, { method: "POST", headers, body, signal });
  return answer.json();
}

/**
 * The position after one more move. A refusal is thrown, but not logged by the browser as a failed request.
 * @param {string} game
 * @param {Origin} from
 * @param {string} move
 */
export async function tryMove(game, from, move) {
  const body = JSON.stringify({ game, from, try: move });
  const position = await positionFor(body);
  if (position.refusal) throw new Refusal(position.refusal);
  return position;
}

/**
 * The game of a table.
 * @param {string} table
 * @returns {Promise<ReplayResponse>}
 */
export async function askTable(table) {
  return (await request(`/api/tables/${encodeURIComponent(table)}/replay?${query({})}`)).json();
}

/**
 * The game of a table as a file.
 * @param {string} table
 * @param {string} format
 */
export async function askRecord(table, format) {
  return (await request(`/api/tables/${encodeURIComponent(table)}/record?${query({ format })}`)).blob();
}

/**
 * @typedef {object} AnalyzedPosition
 * @property {number} ply
 * @property {boolean} deep
 * @property {number} depth
 * @property {number} [eval]
 * @property {boolean} [exact]
 * @property {import("./study-eval.js").Certainty} [certainty]
 * @property {string[]} [moves]
 *
 * @typedef {object} GameAnalysis
 * @property {"idle" | "running" | "done"} stage
 * @property {boolean} deep
 * @property {string[]} [moves]
 * @property {AnalyzedPosition[]} positions
 */

/**
 * Has the game of a table analyzed, once for everybody.
 * @param {string} table
 * @param {boolean} deep
 * @returns {Promise<GameAnalysis>}
 */
export async function askGameAnalysis(table, deep) {
  await beGuest();
  return post(`/api/tables/${encodeURIComponent(table)}/analysis`, { deep });
}

/**
 * Streams the analysis of a table's game: first what there is, then each position.
 * @param {string} table
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<GameAnalysis>}
 */
export async function* followGameAnalysis(table, signal) {
  yield* events(await request(`/api/tables/${encodeURIComponent(table)}/analysis/events?${query({})}`, { signal }));
}

/**
 * One record of a file in any format.
 * @param {BodyInit} file
 * @param {{ game?: string, format?: string, nth?: number }} [how]
 * @returns {Promise<ReplayResponse>}
 */
export async function readFile(file, { game, format, nth } = {}) {
  const headers = { "Content-Type": "application/octet-stream" };
  const answer = await request(`/api/replay?${query({ game, format, nth })}`, {
    method: "POST",
    headers,
    body: file,
  });
  return answer.json();
}

/**
 * A record of ours in another format.
 * @param {string} record
 * @param {string} format
 */
export async function convert(record, format) {
  const headers = { "Content-Type": "application/octet-stream" };
  const path = `/api/convert?${query({ to: format, from: "yiqi" })}`;
  return (await request(path, { method: "POST", headers, body: record })).blob();
}

/**
 * Streams the engine's reports until it is done or stopped. Read by hand instead of with an
 * `EventSource`, which would reconnect at the end and cannot tell why a request was refused.
 * @param {string} game
 * @param {Origin} from
 * @param {{ lines: number, seconds: number }} limits
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<AnalysisReport>}
 */
export async function* analyze(game, { start, moves }, { lines, seconds }, signal) {
  const asked = query({ game, start, moves: moves.join(","), lines, seconds });
  yield* events(await request(`/api/analysis?${asked}`, { signal }));
}

/**
 * The events of a stream.
 * @param {Response} answer
 * @returns {AsyncGenerator<any>}
 */
async function* events(answer) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value;
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() ?? "";
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
      // A comment line is a heartbeat without a report.
      if (data.length) yield JSON.parse(data.map((line) => line.slice(5)).join("\n"));
    }
  }
}
