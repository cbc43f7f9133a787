/** The live connection to a table: comes back by itself, and misses nothing. */

/** @import { Message } from "./types.js" */

/** Why a move was not made: for whoever writes programs, and for a person. */
/** @typedef {{code: string, message: string, reason?: string|null}} Refused */

const LONGEST_WAIT = 5000;
const BEAT = 20000;

export class Live {
  #id;
  /** @type {WebSocket|null} */
  #socket = null;
  #tries = 0;
  #timer = 0;
  #beat = 0;
  #ended = false;
  /** @type {Map<number|string, (refused: Refused|null) => void>} */
  #answers = new Map();
  #next = 1;

  /**
   * @param {string} id the table's
   * @param {{message: (m: Message) => void, connection: (up: boolean) => void, gone: (reason: string) => void}} to
   */
  constructor(id, to) {
    this.#id = id;
    this.to = to;
    /** The number of the last event that has come. */
    this.seq = 0;
    this.#connect();
    this.wake = () => this.#socket?.readyState !== WebSocket.OPEN && this.#soon(0);
    window.addEventListener("online", this.wake);
  }

  #connect() {
    const address = new URL(`/api/tables/${this.#id}/live?after=${this.seq}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#take(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (!this.#ended && socket === this.#socket) this.#lost(event);
    });
  }

  /** @param {CloseEvent} event */
  #lost(event) {
    clearInterval(this.#beat);
    const message = "The connection is gone. Trying again…";
    for (const answer of this.#answers.values()) answer({ code: "offline", message });
    this.#answers.clear();
    if (event.code === 4404 || event.code === 1000) {
      this.to.gone(event.reason || "This table is closed.");
      return;
    }
    this.to.connection(false);
    this.#soon(Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries++));
  }

  /** @param {number} wait */
  #soon(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => !this.#ended && this.#connect(), wait);
  }

  /** @param {Message} message */
  #take(message) {
    if (message.type === "hello") {
      this.#tries = 0;
      clearInterval(this.#beat);
      this.#beat = setInterval(() => this.#send({ type: "ping" }), BEAT);
      if (!message.resumed) this.seq = message.seq;
      this.to.connection(true);
    }
    if (message.type === "event") this.seq = Math.max(this.seq, message.seq);
    if ((message.type === "event" || message.type === "error") && message.answer) {
      this.#answers.get(message.answer)?.(message.type === "error" ? message : null);
      this.#answers.delete(message.answer);
    }
    this.to.message(message);
  }

  /** @param {object} content */
  #send(content) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(content));
    return true;
  }

  /**
   * Make a move. @param {string} move
   * @returns {Promise<Refused|null>} null when it is made, else why not
   */
  play(move) {
    return new Promise((resolve) => {
      const id = this.#next++;
      this.#answers.set(id, resolve);
      if (this.#send({ type: "move", move, seq: this.seq, id })) return;
      this.#answers.delete(id);
      const message = "The connection is gone. Your move was not made; trying to come back…";
      resolve({ code: "offline", message });
    });
  }

  /** Sit down or stand up changes who we are: connect again with the new cookie. */
  again() {
    this.seq = 0;
    const old = this.#socket;
    this.#connect();
    old?.close();
  }

  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    window.removeEventListener("online", this.wake);
    this.#socket?.close();
  }
}
