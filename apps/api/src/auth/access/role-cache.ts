import type { Role } from '@switchyard/contracts';
import { LRUCache } from 'lru-cache';

const LIFETIME_MS = 1_000;
const MAX_ENTRIES = 10_000;

/** Remembers for a moment which role a member has. That somebody is no member is never remembered. */
export class RoleCache {
  private readonly roles: LRUCache<string, Role>;
  private generation = 0;

  constructor(now: () => number = Date.now) {
    this.roles = new LRUCache({ max: MAX_ENTRIES, ttl: LIFETIME_MS, ttlResolution: 0, perf: { now } });
  }

  /** The remembered role, else what `load` answers. */
  async through(userId: number, projectId: number, load: () => Promise<Role | null>): Promise<Role | null> {
    const key = `${userId} ${projectId}`;
    const known = this.roles.get(key);
    if (known) {
      return known;
    }
    const { generation } = this;
    const role = await load();
    if (role !== null && generation === this.generation) {
      this.roles.set(key, role);
    }
    return role;
  }

  /** Forgets these users, or everybody; also what is being loaded meanwhile. */
  forget(userIds: readonly number[] | null): void {
    this.generation += 1;
    if (userIds === null) {
      this.roles.clear();
      return;
    }
    const forgotten = new Set(userIds.map(String));
    const keys = [...this.roles.keys()];
    keys.filter((key) => forgotten.has(key.split(' ', 1)[0] ?? '')).forEach((key) => this.roles.delete(key));
  }
}
