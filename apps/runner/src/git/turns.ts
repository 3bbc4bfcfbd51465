/**
 * Lets work on the same thing happen one after the other, and lets those who wait for the very same work share it:
 * whoever asks while a fetch is running needs a newer one, but all who ask meanwhile need only one.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly waiting = new Map<string, Promise<void>>();

  /** Runs `work` when all earlier work on `thing` has ended. */
  async exclusive<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(thing) ?? Promise.resolve();
    const own = before.then(work, work);
    this.last.set(thing, own);
    try {
      return await own;
    } finally {
      if (this.last.get(thing) === own) {
        this.last.delete(thing);
      }
    }
  }

  /** As {@link exclusive}, but joins work of the same `kind` that has not begun yet. A joiner whose host fails does it itself. */
  async shared(thing: string, kind: string, work: () => Promise<void>): Promise<void> {
    const id = `${thing}\0${kind}`;
    const others = this.waiting.get(id);
    if (others) {
      return others.catch(() => this.exclusive(thing, work));
    }
    const own = this.exclusive(thing, () => {
      this.waiting.delete(id);
      return work();
    });
    this.waiting.set(id, own);
    return own;
  }
}
