// The socket of a table: resumes after a lost connection, resends unacknowledged commands, and never
// shows anything twice. Browser functions are passed in, so that tests can act as the server.

const DELAY_MIN_MS = 250;
const DELAY_MAX_MS = 8000;
/** A command unacknowledged for this long means that the connection is dead, whatever its state. */
const ANSWER_MS = 8000;
/** The server sends a heartbeat every few seconds; a connection silent for longer is dead. */
const SILENCE_MS = 20000;
/** Closed because the same person opened the table elsewhere: the newest socket acts. */
const ELSEWHERE = 4001;

/**
 * @typedef {"connecting" | "open" | "waiting" | "elsewhere" | "closed"} State
 *
 * @typedef {object} Wire
 * @property {(url: string) => WebSocket} open
 * @property {(act: () => void, ms: number) => number} after
 * @property {(timer: number) => void} cancel
 * @property {() => number} random
 * @property {() => string} id
 *
 * @typedef {object} Listener
 * @property {(message: ServerMessage) => void} onMessage
 * @property {(state: State) => void} onState
 *
 * @typedef {{ok: true} | {ok: false, fault: Fault}} Answer
 * @typedef {{text: string, resolve: (answer: Answer) => void}} Pending
 */

/** @type {Wire} */
const BROWSER = {
  open: (url) => new WebSocket(url),
  after: (act, ms) => setTimeout(act, ms),
  cancel: (timer) => clearTimeout(timer),
  random: Math.random,
  id: newId,
};

/** A unique command id. Not `randomUUID`, which exists only on secure pages. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The delay before the next attempt: exponential backoff with jitter.
 * @param {number} tries
 * @param {number} random from 0 to 1
 */
export function delayMs(tries, random) {
  const full = Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** tries);
  return full / 2 + (full / 2) * random;
}

export class TableSocket {
  /** @type {State} */
  state = "closed";
  /** The number of the last entry seen. */
  seen = 0;
  tries = 0;
  /** Whether this connection has received its first message. */
  #greeted = false;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | undefined} */
  #timer;
  /** @type {number | undefined} */
  #watchdog;
  /** @type {number | undefined} */
  #silence;
  /** @type {Map<string, Pending>} */
  #pending = new Map();

  /**
   * @param {(after: number) => string} url
   * @param {Listener} listener
   * @param {Wire} [wire]
   */
  constructor(url, listener, wire = BROWSER) {
    this.url = url;
    this.listener = listener;
    this.wire = wire;
  }

  /** Connects now, dropping any earlier connection. */
  connect() {
    this.#drop();
    this.#enter("connecting");
    const socket = this.wire.open(this.url(this.seen));
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  /** Drops a connection that the browser knows to be lost, and tries to reconnect. */
  lose() {
    if (this.#socket) this.#lost(0);
  }

  /** Closes the socket for good. */
  close() {
    this.#drop();
    this.#enter("closed");
  }

  /**
   * Sends a command. The acknowledgment arrives even if the connection is lost in between.
   * @param {Command} command
   * @param {Seat} [seat]
   * @returns {Promise<Answer>}
   */
  command(command, seat) {
    const id = this.wire.id();
    const text = JSON.stringify({ type: "command", id, seat, command });
    return new Promise((resolve) => {
      this.#pending.set(id, { text, resolve });
      if (this.#greeted) this.#send(text);
    });
  }

  /**
   * Sends a chat message; returns `false` if there is no connection.
   * @param {Room} room
   * @param {string} text
   */
  chat(room, text) {
    if (!this.#greeted) return false;
    this.#socket?.send(JSON.stringify({ type: "chat", room, text }));
    return true;
  }

  /** Makes the computer move at once. */
  hurry() {
    if (this.#greeted) this.#socket?.send(JSON.stringify({ type: "hurry" }));
  }

  /** @param {string} text */
  #send(text) {
    this.#socket?.send(text);
    this.#watchdog ??= this.wire.after(() => this.connect(), ANSWER_MS);
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    this.#listen();
    switch (message.type) {
      case "table":
        this.seen = message.from - 1 + message.entries.length;
        this.listener.onMessage(message);
        this.#greet();
        return;
      case "update":
        if (message.from - 1 + message.entries.length <= this.seen) return;
        if (message.from > this.seen + 1) {
          // An entry was missed: request everything after `seen` again.
          this.connect();
          return;
        }
        this.seen = message.from - 1 + message.entries.length;
        break;
      case "ack":
        this.#answer(message.id, { ok: true });
        return;
      case "refused":
        this.#answer(message.id, { ok: false, fault: message });
        return;
      case "alive":
        return;
    }
    this.listener.onMessage(message);
  }

  /** Waits for the next message, with a timeout. */
  #listen() {
    if (this.#silence !== undefined) this.wire.cancel(this.#silence);
    this.#silence = this.wire.after(() => this.connect(), SILENCE_MS);
  }

  #greet() {
    if (this.#greeted) return;
    this.#greeted = true;
    this.tries = 0;
    this.#enter("open");
    for (const { text } of this.#pending.values()) this.#send(text);
  }

  /**
   * @param {string} id
   * @param {Answer} answer
   */
  #answer(id, answer) {
    this.#pending.get(id)?.resolve(answer);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#calm();
  }

  /** @param {number} code */
  #lost(code) {
    this.#drop();
    if (code === ELSEWHERE) {
      this.#enter("elsewhere");
      return;
    }
    this.#timer = this.wire.after(() => this.connect(), delayMs(this.tries, this.wire.random()));
    this.tries += 1;
    this.#enter("waiting");
  }

  /** Drops the connection and all timers. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    socket?.close();
    this.#calm();
    if (this.#timer !== undefined) this.wire.cancel(this.#timer);
    this.#timer = undefined;
    if (this.#silence !== undefined) this.wire.cancel(this.#silence);
    this.#silence = undefined;
  }

  #calm() {
    if (this.#watchdog !== undefined) this.wire.cancel(this.#watchdog);
    this.#watchdog = undefined;
  }

  /** @param {State} state */
  #enter(state) {
    if (this.state === state) return;
    this.state = state;
    this.listener.onState(state);
  }
}
