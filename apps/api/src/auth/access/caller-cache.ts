import { isAuthFailure, type AuthFailure, type Caller } from './caller.js';

const LIFETIME_MS = 1_000;
const MAX_ENTRIES = 1_000;

/** Remembers who signed in a moment ago. Failures are never remembered. */
export class CallerCache {
  private readonly entries = new Map<string, { caller: Caller; until: number }>();
  private generation = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** The remembered caller of the key, else what `load` answers. */
  async through(key: string, load: () => Promise<Caller | AuthFailure>): Promise<Caller | AuthFailure> {
    const known = this.entries.get(key);
    if (known && known.until > this.now()) {
      return known.caller;
    }
    const { generation } = this;
    const outcome = await load();
    if (!isAuthFailure(outcome) && generation === this.generation) {
      this.remember(key, outcome);
    }
    return outcome;
  }

  /** Forgets these users, or everybody; also what is being loaded meanwhile. */
  forget(userIds: readonly number[] | null): void {
    this.generation += 1;
    for (const [key, { caller }] of this.entries) {
      if (userIds === null || userIds.includes(caller.userId)) {
        this.entries.delete(key);
      }
    }
  }

  private remember(key: string, caller: Caller): void {
    if (this.entries.size >= MAX_ENTRIES) {
      this.entries.clear();
    }
    this.entries.set(key, { caller, until: this.now() + LIFETIME_MS });
  }
}
