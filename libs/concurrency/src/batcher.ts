/** Most items that go into one call. */
const MOST = 100;
/** How long a call may keep the next one waiting, in milliseconds: one that waits for a lock holds up nobody else. */
const PATIENCE_MS = 50;
/** Most calls under way, so that one kind of them never takes every connection. */
const MOST_AT_ONCE = 5;

interface Waiting<I, R> {
  item: I;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export interface BatcherOptions {
  /** Most items that go into one call. */
  most?: number;
  /** How long an item waits for others, in milliseconds; 0 = it leaves at once. */
  gatherMs?: number;
}

/**
 * Gathers the items of many callers into few calls: while one works, further items go together into the next. An item
 * that comes alone leaves at once; the more come, the less each costs. The next call begins beside one that takes long.
 *
 * `work` answers one result per item, in their order, so that no item fails by the fault of another.
 */
export class Batcher<I, R> {
  private waiting: Waiting<I, R>[] = [];
  private draining = false;
  private underWay = 0;
  private readonly most: number;
  private readonly gatherMs: number;

  constructor(
    private readonly work: (items: readonly I[]) => Promise<readonly PromiseSettledResult<R>[]>,
    { most = MOST, gatherMs = 0 }: BatcherOptions = {},
  ) {
    this.most = most;
    this.gatherMs = gatherMs;
  }

  /** Rejects with what the work rejects with for this item. */
  run(item: I): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.wake();
    });
  }

  private wake(): void {
    if (!this.draining && this.waiting.length > 0) {
      this.draining = true;
      const begin = (): void => void this.drain();
      if (this.gatherMs > 0) {
        setTimeout(begin, this.gatherMs);
      } else {
        setImmediate(begin);
      }
    }
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0 && this.underWay < MOST_AT_ONCE) {
      await this.patiently(this.together(this.waiting.splice(0, this.most)));
      if (this.gatherMs > 0 && this.waiting.length < this.most) {
        break;
      }
    }
    this.draining = false;
    if (this.underWay < MOST_AT_ONCE) {
      this.wake();
    }
  }

  /** Fulfilled when the call is over, or takes long. */
  private async patiently(call: Promise<void>): Promise<void> {
    this.underWay += 1;
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, PATIENCE_MS);
      void call.then(() => {
        clearTimeout(patience);
        this.underWay -= 1;
        resolve();
        this.wake();
      });
    });
  }

  private async together(batch: readonly Waiting<I, R>[]): Promise<void> {
    try {
      const settled = await this.work(batch.map(({ item }) => item));
      batch.forEach((each, i) => settle(each, settled[i]));
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
}

function settle<R>({ resolve, reject }: Waiting<unknown, R>, result: PromiseSettledResult<R> | undefined): void {
  if (result?.status === 'fulfilled') {
    resolve(result.value);
  } else {
    reject(result?.reason ?? new Error('an item has no result'));
  }
}
