/** Most runners that are remembered as quiet. */
const MAX_QUIET = 10_000;

/** Long polls that wait for a wake-up of a runner. A wake-up reaches every poll of the runner on this replica. */
export class Waiters {
  private readonly waiting = new Map<number, Set<() => void>>();
  /** Runners, with the calling process, without a wake-up since they were last looked up. */
  private readonly quiet = new Map<number, string>();

  /** True when a look into the database may wait a moment: the last one for this process found all there was. */
  isQuiet(runnerId: number, instance: string): boolean {
    return this.quiet.get(runnerId) === instance;
  }

  /** Looks a runner up; until the next wake-up it counts as quiet. */
  async look<T>(runnerId: number, instance: string, read: () => Promise<T>): Promise<T> {
    if (this.quiet.size >= MAX_QUIET) {
      this.quiet.clear();
    }
    this.quiet.set(runnerId, instance);
    try {
      return await read();
    } catch (error) {
      this.quiet.delete(runnerId);
      throw error;
    }
  }

  /**
   * Registers a waiter; register before looking at the database, so that a wake-up in between is not missed.
   * `woken` resolves to true on a wake-up and to false after `holdMs` or when `abort` fires.
   */
  add(runnerId: number, holdMs: number, abort: AbortSignal): { woken: Promise<boolean>; leave: () => void } {
    let leave = (): void => {};
    const woken = new Promise<boolean>((resolve) => {
      const done = (isWoken: boolean): void => {
        clearTimeout(timer);
        abort.removeEventListener('abort', giveUp);
        this.remove(runnerId, wake);
        resolve(isWoken);
      };
      const wake = (): void => done(true);
      const giveUp = (): void => done(false);
      const timer = setTimeout(giveUp, holdMs);
      abort.addEventListener('abort', giveUp);
      this.waitersOf(runnerId).add(wake);
      leave = giveUp;
    });
    return { woken, leave };
  }

  wake(runnerIds: readonly number[]): void {
    for (const id of runnerIds) {
      this.quiet.delete(id);
      this.waiting.get(id)?.forEach((wake) => wake());
    }
  }

  wakeAll(): void {
    this.quiet.clear();
    this.wake([...this.waiting.keys()]);
  }

  private waitersOf(runnerId: number): Set<() => void> {
    const set = this.waiting.get(runnerId) ?? new Set();
    this.waiting.set(runnerId, set);
    return set;
  }

  private remove(runnerId: number, wake: () => void): void {
    const set = this.waiting.get(runnerId);
    set?.delete(wake);
    if (set?.size === 0) {
      this.waiting.delete(runnerId);
    }
  }
}
