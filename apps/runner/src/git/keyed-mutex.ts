/**
 * A mutex per key that also coalesces waiters: callers that queue for the same kind of work while it is running share one
 * later run, because only a run that begins after the call is fresh enough for them.
 */
export class KeyedMutex {
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
