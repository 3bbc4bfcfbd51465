import { QueryFailedError } from 'typeorm';

/** Most items that go into one statement. */
const MOST = 100;
/** How long a statement may keep the next one waiting, in milliseconds: one that waits for a lock holds up nobody else. */
const PATIENCE_MS = 50;
/** Most statements under way, so that one kind of call never takes every connection. */
const MOST_AT_ONCE = 5;
/** Classes of SQLSTATE after which nobody knows whether the statement took effect (PostgreSQL, appendix A). */
const CONNECTION_LOST = /^(08|57P)/;

interface Waiting<I, R> {
  item: I;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Gathers equal calls of one process into few statements: while one works, what is asked for goes together into the
 * next. A call that comes alone leaves at once; the more come, the less each costs. The next one begins beside a
 * statement that takes long.
 *
 * `work` must be one statement or one transaction: when the server refuses it, its items are tried again one by one, so
 * that no call fails by the fault of another. It answers one result per item, in their order. A work that takes row
 * locks must take them in an order that every other statement keeps.
 */
export class Batcher<I, R> {
  private waiting: Waiting<I, R>[] = [];
  private draining = false;
  private underWay = 0;

  constructor(private readonly work: (items: readonly I[]) => Promise<readonly R[]>) {}

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
      setImmediate(() => void this.drain());
    }
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0 && this.underWay < MOST_AT_ONCE) {
      await this.patiently(this.together(this.waiting.splice(0, MOST)));
    }
    this.draining = false;
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
    try {
      const results = await this.work(batch.map(({ item }) => item));
      if (results.length !== batch.length) {
        throw new Error(`${batch.length} items have ${results.length} results`);
      }
      batch.forEach(({ resolve }, i) => resolve(results[i] as R));
    } catch (error) {
      if (batch.length > 1 && isRefused(error)) {
        await this.oneByOne(batch);
      } else {
        batch.forEach(({ reject }) => reject(error));
      }
    }
  }

  private async oneByOne(batch: readonly Waiting<I, R>[]): Promise<void> {
    for (const each of batch) {
      await this.together([each]);
    }
  }
}

/** The server has said that the statement had no effect. */
function isRefused(error: unknown): boolean {
  const { code } = error instanceof QueryFailedError ? (error.driverError as { code?: unknown }) : {};
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !CONNECTION_LOST.test(code);
}
