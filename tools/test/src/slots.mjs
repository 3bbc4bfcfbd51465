/** Lets so many pieces of work run at a time; others wait in the order in which they came. */
export class Slots {
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {number} free */
  constructor(free) {
    this.free = free;
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async use(work) {
    if (this.free === 0) {
      await new Promise((/** @type {(value?: unknown) => void} */ resolve) => this.#waiting.push(resolve));
    } else {
      this.free -= 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) {
        next();
      } else {
        this.free += 1;
      }
    }
  }
}
