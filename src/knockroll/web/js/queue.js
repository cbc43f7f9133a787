/** Messages wait here and are played one after the other, so that a person can follow. */

export class Queue {
  #waiting = [];
  #running = false;
  #hurry = false;
  #wake = null;

  /** @param {(message: any) => Promise<void>} play */
  constructor(play) {
    this.play = play;
  }

  /** @param {any} message */
  push(message) {
    this.#waiting.push(message);
    if (!this.#running) this.#run();
  }

  /** How many messages wait. */
  get length() {
    return this.#waiting.length;
  }

  /** Whether everything has been shown. */
  get idle() {
    return !this.#running;
  }

  /** Whether pauses and movements are being left out. */
  get hurried() {
    return this.#hurry || document.hidden;
  }

  /** Show the rest at once. */
  skip() {
    this.#hurry = true;
    this.#wake?.();
  }

  /** Forget what waits. */
  clear() {
    this.#waiting = [];
    this.#wake?.();
  }

  /** @param {number} milliseconds */
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
    while (this.#waiting.length) {
      try {
        await this.play(this.#waiting.shift());
      } catch (error) {
        console.error(error);
      }
    }
    this.#running = false;
    this.#hurry = false;
    this.idleNow?.();
  }
}
