import { LRUCache } from 'lru-cache';
import { isAuthFailure, type AuthFailure, type Caller } from './caller.js';

const LIFETIME_MS = 1_000;
const MAX_ENTRIES = 1_000;

/** Remembers who signed in a moment ago. Failures are never remembered. */
export class CallerCache {
  private readonly callers: LRUCache<string, Caller>;
  private generation = 0;

  constructor(now: () => number = Date.now) {
    this.callers = new LRUCache({ max: MAX_ENTRIES, ttl: LIFETIME_MS, ttlResolution: 0, perf: { now } });
  }

  /** The remembered caller of the key, else what `load` answers. */
  async through(key: string, load: () => Promise<Caller | AuthFailure>): Promise<Caller | AuthFailure> {
    const known = this.callers.get(key);
    if (known) {
      return known;
    }
    const { generation } = this;
    const outcome = await load();
    if (!isAuthFailure(outcome) && generation === this.generation) {
      this.callers.set(key, outcome);
    }
    return outcome;
  }

  /** Forgets these users, or everybody; also what is being loaded meanwhile. */
  forget(userIds: readonly number[] | null): void {
    this.generation += 1;
    if (userIds === null) {
      this.callers.clear();
      return;
    }
    const forgotten = new Set(userIds);
    const entries = [...this.callers.entries()];
    entries.filter(([, { userId }]) => forgotten.has(userId)).forEach(([key]) => this.callers.delete(key));
  }
}
