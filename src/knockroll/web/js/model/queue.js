/** A queue of messages that are played one after the other, so that a person can follow. */

/** @import { EventMessage } from "./types.js" */

/**
 * The index of the first missed message that should still be played: from the deal of a game in which you haven't moved
 * yet, unless it was dealt to someone else.
 * @param {readonly EventMessage[]} missed @param {number|null} you your seat
 * @returns {number}
 */
export function firstUnseen(missed, you) {
  const deal = missed.findLastIndex(({ kind }) => kind === "start" || kind === "game");
  const came = missed.findLastIndex(({ kind, seat }) => (kind === "sit" || kind === "join") && seat === you);
  const moved = missed.findLastIndex(({ kind, seat }) => kind === "move" && seat === you);
  return you === null || deal < 0 || moved > deal || came > deal ? missed.length : deal;
}

/** @template Message */
export class Queue {
  /** @type {Message[]} */
  #waiting = [];
  #running = false;
  #hurry = false;
  /** @type {(() => void)|null} */
  #wake = null;

  /**
   * @param {(message: Message) => Promise<void>} play
   * @param {() => void} idle called when everything has been shown
   * @param {() => boolean} [unwatched] whether no one is looking, so that nothing has to be paced
   */
  constructor(play, idle, unwatched = () => false) {
    this.play = play;
    this.whenIdle = idle;
    this.unwatched = unwatched;
  }

  /** @param {Message} message */
  push(message) {
    this.#waiting.push(message);
    if (!this.#running) this.#run();
  }

  /** The number of waiting messages. */
  get length() {
    return this.#waiting.length;
  }

  /** Whether everything has been shown. */
  get idle() {
    return !this.#running;
  }

  /** Whether pauses and animations are skipped. */
  get hurried() {
    return this.#hurry || this.unwatched();
  }

  /** Show the rest at once. */
  skip() {
    this.#hurry = true;
    this.#wake?.();
  }

  /** Drop the waiting messages. */
  clear() {
    this.#waiting = [];
    this.#wake?.();
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  sleep(milliseconds) {
    if (this.hurried || milliseconds <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #run() {
    this.#running = true;
    for (let message = this.#waiting.shift(); message !== undefined; message = this.#waiting.shift()) {
      try {
        await this.play(message);
      } catch (error) {
        console.error(error);
      }
    }
    this.#running = false;
    this.#hurry = false;
    this.whenIdle();
  }
}
