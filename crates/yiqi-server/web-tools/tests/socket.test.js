// The table socket against a server simulated by the test: node --test tests/

import assert from "node:assert/strict";
import { test } from "node:test";
import { delayMs, TableSocket } from "../../web/socket.js";

/** A browser in which nothing happens unless the test says so. */
function stage() {
  const sockets = [];
  const timers = [];
  const heard = [];
  const states = [];
  let ids = 0;
  const wire = {
    open: (url) => {
      const socket = {
        url,
        sent: [],
        closed: false,
        send: (text) => socket.sent.push(JSON.parse(text)),
        close: () => (socket.closed = true),
      };
      sockets.push(socket);
      return socket;
    },
    after: (act, ms) => timers.push({ act, ms, live: true }),
    cancel: (timer) => (timers[timer - 1].live = false),
    random: () => 1,
    id: () => `id${++ids}`,
  };
  const listener = { onMessage: (message) => heard.push(message), onState: (state) => states.push(state) };
  const socket = new TableSocket((after) => `/socket?after=${after}`, listener, wire);
  socket.connect();
  const last = () => sockets.at(-1);
  return {
    socket,
    heard,
    states,
    last,
    sockets,
    say: (message) => last().onmessage({ data: JSON.stringify(message) }),
    greet: (from = 1, entries = []) => last().onmessage({ data: JSON.stringify({ type: "table", from, entries }) }),
    drop: (code = 1006) => last().onclose({ code }),
    live: () => timers.filter((timer) => timer.live),
    fire: () => {
      const timer = timers.findLast((one) => one.live);
      timer.live = false;
      timer.act();
    },
  };
}

test("the first message opens it", () => {
  const it = stage();
  assert.equal(it.last().url, "/socket?after=0");
  it.greet(1, [{}, {}]);
  assert.equal(it.socket.state, "open");
  assert.equal(it.socket.seen, 2);
});

test("after a lost connection it resumes where it was", () => {
  const it = stage();
  it.greet(1, [{}, {}]);
  it.say({ type: "update", from: 3, entries: [{}] });
  it.drop();
  assert.equal(it.socket.state, "waiting");
  it.fire();
  assert.equal(it.last().url, "/socket?after=3");
});

test("an unacknowledged command is sent again with the same id", async () => {
  const it = stage();
  it.greet();
  const answer = it.socket.command({ do: "play", move: "d3" });
  const first = it.last().sent[0];
  it.drop();
  it.fire();
  assert.equal(it.last().sent.length, 0, "not before the first message");
  it.greet();
  assert.deepEqual(it.last().sent[0], first);
  it.say({ type: "ack", id: first.id, number: 1 });
  assert.deepEqual(await answer, { ok: true });
  it.drop();
  it.fire();
  it.greet();
  assert.equal(it.last().sent.length, 0, "answered once is enough");
});

test("a refusal is an acknowledgment", async () => {
  const it = stage();
  it.greet();
  const answer = it.socket.command({ do: "resign" });
  it.say({ type: "refused", id: "id1", code: "game_over", text: "The game is over." });
  assert.equal((await answer).fault.code, "game_over");
});

test("a gap causes a reconnect, and nothing after it is shown", () => {
  const it = stage();
  it.greet(1, [{}]);
  it.say({ type: "update", from: 4, entries: [{}] });
  assert.equal(it.heard.length, 1);
  assert.equal(it.last().url, "/socket?after=1");
  assert.ok(it.sockets[0].closed);
});

test("the newest socket wins, and the old one stays closed until asked", () => {
  const it = stage();
  it.greet();
  it.drop(4001);
  assert.equal(it.socket.state, "elsewhere");
  assert.equal(it.live().length, 0);
  it.socket.connect();
  it.greet();
  assert.equal(it.socket.state, "open");
});

test("an unacknowledged command means a dead connection", () => {
  const it = stage();
  it.greet();
  it.socket.command({ do: "resign" });
  it.fire();
  assert.equal(it.sockets.length, 2);
  it.greet();
  assert.equal(it.last().sent.length, 1);
});

test("messages of an old connection are ignored", () => {
  const it = stage();
  it.greet();
  const old = it.last();
  it.socket.connect();
  old.onmessage({ data: JSON.stringify({ type: "update", from: 1, entries: [{}] }) });
  old.onclose({ code: 1006 });
  assert.equal(it.heard.length, 1);
  assert.equal(it.socket.state, "connecting");
});

test("closed is closed", () => {
  const it = stage();
  it.greet();
  it.socket.close();
  assert.equal(it.socket.state, "closed");
  assert.equal(it.live().length, 0);
  assert.equal(it.socket.chat("players", "hello"), false);
});

test("delays grow from a quarter of a second to eight seconds, with jitter", () => {
  assert.equal(delayMs(0, 1), 250);
  assert.equal(delayMs(3, 1), 2000);
  assert.equal(delayMs(30, 1), 8000);
  assert.equal(delayMs(30, 0), 4000);
});
