/**
 * The live connection to a table. It reconnects by itself, misses no message, and loses no move.
 *
 * A network may fall silent: bytes go out, and nothing comes back. So everything that is sent has to be answered in
 * time, or the connection counts as lost and is made again. A move without an answer is sent again with the same
 * number; if it had arrived after all, the server does not make it twice.
 */

/** @import { EventMessage, Message } from "../model/types.js" */

/** @typedef {{code: string, message: string, reason: string}} Refused why a move was refused; `reason` is for people */
/** @typedef {{move: string, seq: number, answer: (refused: Refused|null) => void}} Sent a move on its way */
/**
 * What a connection needs from the browser.
 * @typedef {object} Network
 * @property {(address: string) => WebSocket} open
 * @property {(act: () => void, wait: number) => number} after
 * @property {(timer: number) => void} cancel
 * @property {(connection: TableConnection) => () => void} watch tell it what the browser notices; returns how to stop
 */

/** The close code for a table that does not exist. */
export const NO_TABLE = 4404;
/** The close codes after which reconnecting is useless: the table is closed, or there is none. */
const GONE = new Set([1000, NO_TABLE]);

/** @type {Network} */
const BROWSER = {
  open: (address) => new WebSocket(new URL(address, location.href.replace(/^http/, "ws"))),
  after: (act, wait) => window.setTimeout(act, wait),
  cancel: (timer) => window.clearTimeout(timer),
  watch(connection) {
    const stop = new AbortController();
    window.addEventListener("online", () => connection.retry(), stop);
    window.addEventListener("offline", () => connection.ask(), stop);
    document.addEventListener("visibilitychange", () => connection.ask(), stop);
    return () => stop.abort();
  },
};

export class TableConnection {
  /** Time limits, in milliseconds. */
  static LIMITS = {
    /** From opening a connection to the first message. */
    hello: 10_000,
    /** From a ping to any message. */
    pong: 10_000,
    /** From a move to its answer. */
    answer: 5_000,
    /** Between two attempts, at most. */
    retry: 5_000,
  };
  /** Milliseconds of silence before a ping. */
  static BEAT = 10_000;

  #id;
  #network;
  /** @type {WebSocket|null} */
  #socket = null;
  /** Whether the server has said hello. */
  #greeted = false;
  #tries = 0;
  /** The timer of the next attempt, or of the next ping. */
  #next = 0;
  /** The timer of the current time limit. */
  #limit = 0;
  #ended = false;
  #unwatch;
  /** @type {number|null} */
  #you = null;
  /** @type {Map<number|string, Sent>} */
  #sent = new Map();
  #lastId = 0;

  /**
   * @param {string} id the table's id
   * @param {{message: (m: Message) => void, connection: (up: boolean) => void, gone: (code: number) => void}} to
   *   called with each message, when the connection comes or goes, and when it is over for good
   * @param {Network} [network]
   */
  constructor(id, to, network = BROWSER) {
    this.#id = id;
    this.to = to;
    this.#network = network;
    /** The number of the last event received. */
    this.seq = 0;
    this.#connect();
    this.#unwatch = network.watch(this);
  }

  /** Whether a move is waiting for its answer. */
  get waits() {
    return this.#sent.size > 0;
  }

  #connect() {
    const socket = this.#network.open(`/api/tables/${this.#id}/live?after=${this.seq}`);
    this.#socket = socket;
    this.#greeted = false;
    this.#expect(TableConnection.LIMITS.hello);
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#closed(event);
    });
  }

  // --- Silence ----------------------------------------------------------------------------------------------------

  /** Lose the connection unless a message comes in time. @param {number} wait */
  #expect(wait) {
    this.#network.cancel(this.#limit);
    this.#limit = this.#network.after(() => this.lose(), wait);
  }

  /** A message has come: the connection is alive. */
  #alive() {
    if (!this.#sent.size) this.#network.cancel(this.#limit);
    this.#network.cancel(this.#next);
    this.#next = this.#network.after(() => this.ask(), TableConnection.BEAT);
  }

  /** Send a ping, to find out whether the server is still there. */
  ask() {
    if (!this.#greeted || this.#ended) return;
    this.#send({ type: "ping" });
    if (!this.#sent.size) this.#expect(TableConnection.LIMITS.pong);
  }

  /** @param {CloseEvent} event */
  #closed(event) {
    if (!GONE.has(event.code)) return this.lose();
    this.#leave();
    const message = "the table is closed";
    for (const { answer } of this.#sent.values()) answer({ code: "closed", message, reason: "This table is closed." });
    this.#sent.clear();
    return this.to.gone(event.code);
  }

  /** Give up this connection, and try again. */
  lose() {
    if (this.#ended) return;
    this.#leave();
    this.to.connection(false);
    this.#next = this.#network.after(
      () => this.#connect(),
      Math.min(TableConnection.LIMITS.retry, 250 * 2 ** this.#tries++),
    );
  }

  /** Try again now: the browser says that there is a network. */
  retry() {
    if (this.#ended || this.#socket) return;
    this.#network.cancel(this.#next);
    this.#connect();
  }

  #leave() {
    this.#network.cancel(this.#limit);
    this.#network.cancel(this.#next);
    const old = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    old?.close();
  }

  // --- Messages ---------------------------------------------------------------------------------------------------

  /** @param {Message} message */
  #take(message) {
    if (message.type === "hello") {
      this.#greeted = true;
      this.#tries = 0;
      this.#you = message.you;
      if (!message.resumed) this.seq = message.seq;
      this.to.connection(true);
      if (this.#sent.size) this.#expect(TableConnection.LIMITS.answer);
      for (const [id, { move, seq }] of this.#sent) this.#send({ type: "move", move, seq, id });
    }
    if (message.type === "event") {
      this.seq = Math.max(this.seq, message.seq);
      this.#arrived(message);
    }
    if ((message.type === "event" || message.type === "error") && message.answer) {
      this.#answer(message.answer, message.type === "error" ? message : null);
    }
    this.#alive();
    this.to.message(message);
  }

  /** One of our moves had arrived before the last connection was lost. @param {EventMessage} message */
  #arrived({ kind, seat, by, move, seq }) {
    if (kind !== "move" || seat !== this.#you || by !== "person") return;
    for (const [id, sent] of this.#sent) if (sent.move === move && sent.seq < seq) this.#answer(id, null);
  }

  /** @param {number|string} id @param {Refused|null} refused */
  #answer(id, refused) {
    const sent = this.#sent.get(id);
    this.#sent.delete(id);
    sent?.answer(refused);
  }

  /** @param {object} content */
  #send(content) {
    this.#socket?.send(JSON.stringify(content));
  }

  /**
   * Make a move, as soon as there is a connection.
   * @param {string} move
   * @returns {Promise<Refused|null>} null if the move was made, else why not
   */
  play(move) {
    return new Promise((answer) => {
      const id = ++this.#lastId;
      const { seq } = this;
      const isFirst = !this.#sent.size;
      this.#sent.set(id, { move, seq, answer });
      if (!this.#greeted) return;
      if (isFirst) this.#expect(TableConnection.LIMITS.answer);
      this.#send({ type: "move", move, seq, id });
    });
  }

  /** Send a reaction, unless there is no connection: it is meant for now. @param {string} reaction */
  react(reaction) {
    if (this.#greeted) this.#send({ type: "react", reaction });
  }

  /** Connect again with the new cookie, after sitting down. */
  reconnect() {
    this.#leave();
    this.seq = 0;
    this.#connect();
  }

  end() {
    this.#ended = true;
    this.#unwatch();
    this.#leave();
  }
}
