import type { Role } from '@switchyard/contracts';

const LIFETIME_MS = 1_000;
const MAX_USERS = 1_000;

interface Entry {
  role: Role;
  until: number;
}

/** Remembers for a moment which role a member has. That somebody is no member is never remembered. */
export class RoleCache {
  private readonly users = new Map<number, Map<number, Entry>>();
  private generation = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** The remembered role, else what `load` answers. */
  async through(userId: number, projectId: number, load: () => Promise<Role | null>): Promise<Role | null> {
    const known = this.users.get(userId)?.get(projectId);
    if (known && known.until > this.now()) {
      return known.role;
    }
    const { generation } = this;
    const role = await load();
    if (role !== null && generation === this.generation) {
      this.remember(userId, projectId, role);
    }
    return role;
  }

  /** Forgets these users, or everybody; also what is being loaded meanwhile. */
  forget(userIds: readonly number[] | null): void {
    this.generation += 1;
    if (userIds === null) {
      this.users.clear();
    } else {
      userIds.forEach((userId) => this.users.delete(userId));
    }
  }

  private remember(userId: number, projectId: number, role: Role): void {
    if (this.users.size >= MAX_USERS) {
      this.users.clear();
    }
    const roles = this.users.get(userId) ?? new Map<number, Entry>();
    this.users.set(userId, roles.set(projectId, { role, until: this.now() + LIFETIME_MS }));
  }
}
