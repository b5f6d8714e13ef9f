import assert from "node:assert/strict";
import { test } from "node:test";
import { digits, durationMs, face, remainingMs, ServerTime, timeControl } from "../../web/clock.js";

test("durations are read as people write them", () => {
  assert.equal(durationMs("1h30m"), 5_400_000);
  assert.equal(durationMs("1.5s"), 1500);
  assert.equal(durationMs("500ms"), 500);
});

test("time controls are read as the server writes them", () => {
  assert.equal(timeControl("none").kind, "none");
  assert.deepEqual(timeControl("game 5m+3s"), {
    kind: "game",
    main_ms: 300_000,
    increment_ms: 3000,
    periods: 0,
    period_ms: 0,
    random: false,
  });
  const byoyomi = timeControl("byoyomi 10m+3x30s, random move");
  assert.deepEqual([byoyomi.periods, byoyomi.period_ms, byoyomi.increment_ms, byoyomi.random], [3, 30_000, 0, true]);
});

test("a running clock loses the time since the server's message, a stopped one does not", () => {
  const clock = { remaining_ms: 5000, periods: 0, running: true };
  assert.equal(remainingMs(clock, 1000, 3000), 3000);
  assert.equal(remainingMs({ ...clock, running: false }, 1000, 3000), 5000);
  assert.equal(remainingMs(clock, 1000, 9000), 0);
});

test("the fastest message sets the time", () => {
  let now = 100;
  const time = new ServerTime(() => now);
  time.hear(1000);
  now = 600;
  time.hear(1300);
  assert.equal(time.ms(), 1500, "the second message was on its way for longer");
  time.reset();
  time.hear(1300);
  assert.equal(time.ms(), 1300);
});

test("clocks show whole seconds, and tenths at the end", () => {
  assert.equal(digits(3_723_000), "1:02:03");
  assert.equal(digits(65_000), "1:05");
  assert.equal(digits(10_000), "0:10");
  assert.equal(digits(9_999), "0:10");
  assert.equal(digits(9_940), "0:10");
  assert.equal(digits(9_800), "0:09.8");
  assert.equal(digits(0), "0:00.0");
});

test("byo-yomi shows the main time, then the period and how many are left", () => {
  const control = timeControl("byoyomi 1m+3x30s");
  const clock = { remaining_ms: 0, periods: 3, running: true };
  assert.deepEqual(face(100_000, clock, control), { text: "0:10", low: false, periods: 0 });
  assert.deepEqual(face(90_000, clock, control), { text: "0:30", low: false, periods: 3 });
  assert.deepEqual(face(35_000, clock, control), { text: "0:05.0", low: true, periods: 2 });
});
