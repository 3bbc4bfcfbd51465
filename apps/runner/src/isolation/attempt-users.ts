import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import { endUser } from '../process/end-user.js';
import { type AttemptUser, SETTING } from './attempt-user.js';
import { clearKeys } from './user-keys.js';
import type { UserLock, UserLocks } from './user-locks.js';

/** Fewest users of a range of which one is set apart to keep mirrors. */
const ENOUGH_TO_KEEP = 2;
/** How long an id stays locked after an attempt, for the next one, in milliseconds. */
const LINGER_MS = 60_000;

/**
 * Lends users to attempts; one that was given back last comes first: it has most in its caches. A user of a range is
 * locked for the whole machine meanwhile, so the runners of several installations may share a range.
 */
export class AttemptUsers {
  /** One has no account. */
  readonly areNameless: boolean;
  /** Whether each is lent to one attempt at a time. */
  readonly areExclusive: boolean;
  private readonly free: AttemptUser[];
  private readonly held = new Map<AttemptUser, UserLock>();
  /** Free users whose lock goes on for a while. */
  private readonly lingering = new Map<AttemptUser, NodeJS.Timeout>();
  private keeping: AttemptUser | null = null;

  /** @param locks `null` = the users are not exclusive */
  constructor(
    private readonly users: readonly AttemptUser[],
    private locks: UserLocks | null,
  ) {
    this.free = [...users];
    this.areNameless = users.some(({ accountName }) => accountName !== null);
    this.areExclusive = users.every(({ exclusive }) => exclusive);
  }

  /** Whether other runners of this machine may run processes as a user that is lent here. */
  get mayMeetOthers(): boolean {
    return this.locks !== null && !this.locks.areForMachine;
  }

  /** Keeps the mirrors of repositories and never runs a task; `null` = there is none to spare. */
  get keeper(): AttemptUser | null {
    return this.keeping;
  }

  /** Most attempts at once, of those the runner would take; 0 = any number. */
  limit(wanted: number): number {
    const own = this.areExclusive ? this.users.length - (this.keepsMirrors ? 1 : 0) : 0;
    return own === 0 || wanted === 0 ? own || wanted : Math.min(own, wanted);
  }

  get hasFree(): boolean {
    return this.free.length > 0;
  }

  /**
   * Ends what the last process of this runner has left behind when it was killed, before anything is lent.
   * @param owner name of the runner
   * @returns the ids of users whose processes are all gone
   */
  async open(owner: string): Promise<ReadonlySet<number>> {
    this.locks = this.locks?.of(owner) ?? null;
    const left = (await this.locks?.takeLeft(this.users.map(({ uid }) => uid))) ?? [];
    const ended: number[] = [];
    for (const lock of left) {
      ended.push(...((await this.settle(lock)) ? [lock.uid] : []));
    }
    return new Set(ended);
  }

  /** Sets a user apart for mirrors: the last one that nobody else has. */
  async appointKeeper(): Promise<AttemptUser | null> {
    for (let i = this.keepsMirrors ? this.free.length - 1 : 0; i > 0 && !this.keeping; i--) {
      const user = this.free[i];
      this.keeping = user && (await this.lock(user)) ? user : null;
    }
    return this.keeping;
  }

  /** @throws Error when every user is lent */
  async take(): Promise<AttemptUser> {
    for (const user of [...this.free]) {
      if (!user.exclusive || this.resume(user) || (await this.lock(user))) {
        return user;
      }
    }
    throw new AttemptFailure(problem('runner_users_taken', { count: this.limit(0), setting: SETTING }));
  }

  /** To be called when no process of the user is left. */
  giveBack(user: AttemptUser): void {
    if (user.exclusive && user !== this.keeping) {
      this.free.unshift(user);
      this.lingering.set(user, setTimeout(() => this.relock(user), LINGER_MS).unref());
    }
  }

  /** Gives back what is set apart. */
  close(): void {
    [...this.lingering.keys(), ...(this.keeping ? [this.keeping] : [])].forEach((user) => this.relock(user));
  }

  private get keepsMirrors(): boolean {
    return this.users.length >= ENOUGH_TO_KEEP;
  }

  /** Takes it from the free ones at once, so that it is not lent twice while the lock is requested. One that others have goes last. */
  private async lock(user: AttemptUser): Promise<boolean> {
    const place = this.free.indexOf(user);
    if (place === -1) {
      return false;
    }
    this.free.splice(place, 1);
    const lock = await this.locks?.take(user.uid).catch(() => null);
    if (lock && !(await clearKeys(user))) {
      lock.giveBack();
    } else if (lock) {
      this.held.set(user, lock);
      return true;
    }
    this.free.push(user);
    return false;
  }

  /** Takes a free user whose lock goes on. */
  private resume(user: AttemptUser): boolean {
    const place = this.free.indexOf(user);
    const isLocked = this.lingering.has(user) && place !== -1;
    if (isLocked) {
      clearTimeout(this.lingering.get(user));
      this.lingering.delete(user);
      this.free.splice(place, 1);
    }
    return isLocked;
  }

  private relock(user: AttemptUser): void {
    clearTimeout(this.lingering.get(user));
    this.lingering.delete(user);
    this.held.get(user)?.giveBack();
    this.held.delete(user);
  }

  /** Ends the processes of a user and gives the user back. A user whose processes cannot be ended is not used again. */
  private async settle(lock: UserLock): Promise<boolean> {
    const place = this.free.findIndex(({ uid }) => uid === lock.uid);
    const user = this.free[place];
    const isOver = user !== undefined && (await endUser(user)) && (await clearKeys(user));
    if (isOver) {
      lock.giveBack();
    } else {
      this.free.splice(place, 1);
    }
    return isOver;
  }
}
