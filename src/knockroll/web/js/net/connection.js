/**
 * The live connection to a table: comes back by itself, misses nothing, and loses no move.
 *
 * A network may fall silent without a word: then bytes go out, and nothing comes back. So whatever is sent is answered
 * within a limit, or the connection counts as lost and another one is made. A move that was not answered is sent again
 * with the number it had: if it has arrived after all, the server does not make it a second time.
 */

/** @import { EventMessage, Message } from "../model/types.js" */

/** Why a move was not made: for whoever writes programs, and for a person. */
/** @typedef {{code: string, message: string, reason: string}} Refused */
/** @typedef {{move: string, seq: number, answer: (refused: Refused|null) => void}} Sent a move on its way */
/**
 * What a connection needs of the browser.
 * @typedef {object} Network
 * @property {(address: string) => WebSocket} open
 * @property {(act: () => void, wait: number) => number} after
 * @property {(timer: number) => void} cancel
 * @property {(connection: TableConnection) => () => void} watch tell it what the browser notices; returns how to stop
 */

/** What a connection is closed with if there is no such table. */
export const NO_TABLE = 4404;
/** After these there is no use in trying again: the table is closed, or there is none. */
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
  /** How long things may take, in milliseconds. */
  static LIMITS = {
    /** From opening a connection to the first message. */
    hello: 10_000,
    /** From a ping to anything at all. */
    pong: 10_000,
    /** From a move to its answer. */
    answer: 5_000,
    /** Between two tries. */
    retry: 5_000,
  };
  /** How long a connection is silent before it is asked whether it is still there. */
  static BEAT = 10_000;

  #id;
  #network;
  /** @type {WebSocket|null} */
  #socket = null;
  /** Whether the server has greeted. */
  #greeted = false;
  #tries = 0;
  /** The next try, or the next ping. */
  #next = 0;
  /** When something should have come. */
  #limit = 0;
  #ended = false;
  #unwatch;
  /** @type {number|null} */
  #you = null;
  /** @type {Map<number|string, Sent>} */
  #sent = new Map();
  #lastId = 0;

  /**
   * @param {string} id the table's
   * @param {{message: (m: Message) => void, connection: (up: boolean) => void, gone: (code: number) => void}} to
   *   what to do with messages, when the connection comes and goes, and when there will be none any more
   * @param {Network} [network]
   */
  constructor(id, to, network = BROWSER) {
    this.#id = id;
    this.to = to;
    this.#network = network;
    /** The number of the last event that has come. */
    this.seq = 0;
    this.#connect();
    this.#unwatch = network.watch(this);
  }

  /** Whether a move waits for its answer. */
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

  /** Something has to come within this time. @param {number} wait */
  #expect(wait) {
    this.#network.cancel(this.#limit);
    this.#limit = this.#network.after(() => this.lose(), wait);
  }

  /** Something has come: all is well, until the next ping is not answered. */
  #alive() {
    if (!this.#sent.size) this.#network.cancel(this.#limit);
    this.#network.cancel(this.#next);
    this.#next = this.#network.after(() => this.ask(), TableConnection.BEAT);
  }

  /** Ask the server whether it is there. */
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

  /** The connection is lost: say so, and try again. */
  lose() {
    if (this.#ended) return;
    this.#leave();
    this.to.connection(false);
    this.#next = this.#network.after(
      () => this.#connect(),
      Math.min(TableConnection.LIMITS.retry, 250 * 2 ** this.#tries++),
    );
  }

  /** Try again at once, if there is no connection: the browser says that there is a network. */
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

  /** A move of ours has arrived by another connection, before that was lost. @param {EventMessage} message */
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
   * Make a move; without a connection as soon as there is one.
   * @param {string} move
   * @returns {Promise<Refused|null>} null when it is made, else why not
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

  /** Say something to the others, if there is a connection: it is for now. @param {string} reaction */
  react(reaction) {
    if (this.#greeted) this.#send({ type: "react", reaction });
  }

  /** Sit down or stand up changes who we are: connect again with the new cookie. */
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
