// Clocks: time controls, and the time left now.

import { t } from "./text.js";

/**
 * @typedef {object} TimeControl
 * @property {"none" | "move" | "game" | "byoyomi"} kind
 * @property {number} main_ms
 * @property {number} increment_ms
 * @property {number} periods
 * @property {number} period_ms
 * @property {boolean} random whether a random move is played when time runs out
 */

const UNITS = /** @type {Record<string, number>} */ ({ h: 3600000, m: 60000, s: 1000, ms: 1 });

/** @param {string} text such as `1h30m`, `1.5s`, `500ms` */
export function durationMs(text) {
  let sum = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)(ms|h|m|s)/g)) sum += Number(number) * UNITS[unit];
  return sum;
}

/**
 * Reads a time control as the server writes it.
 * @param {string} text
 * @returns {TimeControl}
 */
export function timeControl(text) {
  const [clock, runOut = ""] = text.split(",");
  const [kind, times = ""] = clock.trim().split(" ");
  const [main, more = ""] = times.split("+");
  const [periods, period] = more.includes("x") ? more.split("x") : ["0", ""];
  return {
    kind: kind === "move" || kind === "game" || kind === "byoyomi" ? kind : "none",
    main_ms: durationMs(main),
    increment_ms: period ? 0 : durationMs(more),
    periods: Number(periods),
    period_ms: durationMs(period ?? ""),
    random: runOut.trim() === "random move",
  };
}

const DAY_MS = 24 * 3600000;

/** @param {number} ms */
function amount(ms) {
  if (ms >= DAY_MS && ms % DAY_MS === 0) return t("web-time-days", { count: ms / DAY_MS });
  const minutes = Math.floor(ms / 60000);
  const seconds = (ms % 60000) / 1000;
  if (minutes === 0) return t("web-time-seconds", { seconds });
  if (seconds === 0) return t("web-time-minutes", { minutes });
  return t("web-time-both", { minutes, seconds });
}

/**
 * A time control in words.
 * @param {string} text
 */
export function clockWords(text) {
  const clock = timeControl(text);
  const words = {
    none: () => t("web-clock-words-none"),
    move: () => t("web-clock-words-move", { time: amount(clock.main_ms) }),
    game: () =>
      clock.increment_ms
        ? t("web-clock-words-increment", { time: amount(clock.main_ms), more: amount(clock.increment_ms) })
        : t("web-clock-words-game", { time: amount(clock.main_ms) }),
    byoyomi: () =>
      t("web-clock-words-byoyomi", {
        time: amount(clock.main_ms),
        periods: clock.periods,
        period: amount(clock.period_ms),
      }),
  }[clock.kind]();
  return clock.random ? t("web-clock-words-random", { clock: words }) : words;
}

/**
 * The server's time, estimated from its messages and our own monotonic clock. The message that traveled
 * fastest gives the best estimate; only the last few count, because the two clocks may drift apart.
 */
export class ServerTime {
  /** @type {number[]} */
  #offsets = [];

  /** @param {() => number} [now] */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /** Resets the estimate: our own clock may have stopped while the machine slept. */
  reset() {
    this.#offsets = [];
  }

  /** @param {number} nowMs the server's time when it sent a message that has just come */
  hear(nowMs) {
    this.#offsets = [...this.#offsets.slice(-7), nowMs - this.now()];
  }

  ms() {
    return this.now() + Math.max(...this.#offsets);
  }
}

/**
 * The time a seat has left.
 * @param {ClockNow} clock
 * @param {number} sentMs the server's time when it said so
 * @param {number} nowMs
 */
export function remainingMs(clock, sentMs, nowMs) {
  return Math.max(0, clock.remaining_ms - (clock.running ? Math.max(0, nowMs - sentMs) : 0));
}

/**
 * @typedef {object} Face
 * @property {string} text
 * @property {boolean} low
 * @property {number} periods periods left, including the current one; 0 before the first
 */

/**
 * What a clock shows: in byo-yomi the main time first, then the current period.
 * @param {number} ms what is left, periods included
 * @param {ClockNow} clock
 * @param {TimeControl} control
 * @returns {Face}
 */
export function face(ms, clock, control) {
  if (control.kind !== "byoyomi") return { text: digits(ms), low: ms < 10000, periods: 0 };
  const whole = clock.periods * control.period_ms;
  if (ms > whole) return { text: digits(ms - whole), low: false, periods: 0 };
  const periods = Math.max(1, Math.ceil(ms / control.period_ms));
  const left = ms - (periods - 1) * control.period_ms;
  return { text: digits(left), low: left < 10000, periods };
}

/**
 * Shows the time left now.
 * @param {HTMLElement} element
 * @param {ClockNow} clock
 * @param {TimeControl} control
 * @param {number} sentMs the server's time when it said so
 * @param {number} nowMs
 */
export function showClock(element, clock, control, sentMs, nowMs) {
  const { text, low, periods } = face(remainingMs(clock, sentMs, nowMs), clock, control);
  const shown = periods ? t("web-clock-periods", { time: text, count: periods }) : text;
  if (element.textContent !== shown) element.textContent = shown;
  element.classList.toggle("running", clock.running);
  element.classList.toggle("low", low && clock.running);
}

/**
 * `2d 4h`, `1:02:03`, `4:05`, and tenths in the last ten seconds.
 * @param {number} ms
 */
export function digits(ms) {
  if (ms >= DAY_MS) {
    const hours = Math.floor((ms % DAY_MS) / 3600000);
    return t("web-clock-face-days", { days: Math.floor(ms / DAY_MS), hours });
  }
  if (ms < 10000) return `0:0${(Math.ceil(ms / 100) / 10).toFixed(1)}`.replace("0:010.0", "0:10");
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * A duration in words: minutes above two, seconds below.
 * @param {number} ms
 */
export function spoken(ms) {
  return ms > 120000
    ? t("web-say-minutes", { count: Math.round(ms / 60000) })
    : t("web-say-seconds", { count: Math.ceil(ms / 1000) });
}
