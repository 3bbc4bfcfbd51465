import { type Settled, settleTogether } from './settle.js';

/** Most items that go into one statement. */
const MOST = 100;
/** How long a statement may keep the next one waiting, in milliseconds: one that waits for a lock holds up nobody else. */
const PATIENCE_MS = 50;
/** Most statements under way, so that one kind of call never takes every connection. */
const MOST_AT_ONCE = 5;

interface Waiting<I, R> {
  item: I;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export interface BatcherOptions {
  /** Most items that go into one statement. */
  most?: number;
  /** How long a call waits for others, in milliseconds; 0 = it leaves at once. */
  gatherMs?: number;
}

/**
 * Gathers equal calls of one process into few statements: while one works, further calls go together into the
 * next. A call that comes alone leaves at once; the more come, the less each costs. The next one begins beside a
 * statement that takes long.
 *
 * `work` must be one statement or one transaction, and nothing that can throw after it: when it is refused, or its
 * values cannot be encoded, its items are tried again in halves (`settleTogether`), so that no call fails by the fault
 * of another. It answers one result per item, in their order. A work that takes row locks must take them in an order
 * that every other statement keeps. What is costly to encode is encoded by the caller, before `run`.
 */
export class Batcher<I, R> {
  private waiting: Waiting<I, R>[] = [];
  private draining = false;
  private underWay = 0;
  private readonly most: number;
  private readonly gatherMs: number;

  constructor(
    private readonly work: (items: readonly I[]) => Promise<readonly R[]>,
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

  /** Fulfilled when the statement is over, or takes long. */
  private async patiently(statement: Promise<void>): Promise<void> {
    this.underWay += 1;
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, PATIENCE_MS);
      void statement.then(() => {
        clearTimeout(patience);
        this.underWay -= 1;
        resolve();
        this.wake();
      });
    });
  }

  private async together(batch: readonly Waiting<I, R>[]): Promise<void> {
    const settled = await settleTogether(
      batch.map(({ item }) => item),
      this.work,
    );
    settled.forEach((each, i) => batch[i] && settle(batch[i], each));
  }
}

function settle<R>({ resolve, reject }: Waiting<unknown, R>, result: Settled<R>): void {
  if (result.status === 'fulfilled') {
    resolve(result.value);
  } else {
    reject(result.reason);
  }
}
