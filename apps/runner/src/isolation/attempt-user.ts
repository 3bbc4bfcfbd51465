import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import { FatalError } from '../gateway/gateway-errors.js';

/** The user of the machine that an attempt runs as. */
export interface AttemptUser {
  uid: number;
  gid: number;
  /** Nothing else on the machine runs as this user: whatever does belongs to the attempt. */
  exclusive: boolean;
  /** Programs such as ssh refuse to run for a user id that no account has; name of the one it is given, `null` = it has one. */
  accountName: string | null;
}

const SETTING = 'SWITCHYARD_RUNNER_RUN_AS';
/** Highest user id; the one above it means "no change" (setreuid(2)). */
const HIGHEST_UID = 4_294_967_294;
/** Begin of the names of accounts that may have an id of a range: no person and no service owns them. */
const OWN_ACCOUNT = 'switchyard-';
const MAX_USERS = 1_000;

/**
 * The users that `SWITCHYARD_RUNNER_RUN_AS` names: one account, or a range `first-last` of user ids of which every
 * attempt gets one of its own. The ids of a range have no account, or one whose name begins with `switchyard-`.
 * @throws FatalError when this process may not change its user, or the users are not fit
 */
export async function readAttemptUsers(setting: string): Promise<AttemptUser[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new FatalError(
      `${SETTING} needs a runner that root has started on Linux; this one has the user id ${process.getuid?.() ?? 'of no system with user ids'}`,
    );
  }
  const [, first, last] = /^(\d+)-(\d+)$/.exec(setting) ?? [];
  return first && last ? readRange(Number(first), Number(last)) : [await readAccount(setting)];
}

async function readRange(first: number, last: number): Promise<AttemptUser[]> {
  if (first < 1 || last < first || last > HIGHEST_UID) {
    throw new FatalError(`${SETTING}: ${first}-${last} is no range of user ids, such as 700000-700063`);
  }
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const taken = accounts.filter(([, , uid]) => Number(uid ?? 0) >= first && Number(uid) <= last);
  const stranger = taken.find(([name]) => !name?.startsWith(OWN_ACCOUNT));
  if (stranger) {
    throw new FatalError(`${SETTING}: the range ${first}-${last} holds the user id of the account ${stranger[0]}`);
  }
  const named = new Set(taken.map(([, , uid]) => Number(uid)));
  const uids = Array.from({ length: Math.min(last - first + 1, MAX_USERS) }, (_, i) => first + i);
  return uids.map((uid, i) => ({
    ...{ uid, gid: uid, exclusive: true },
    accountName: named.has(uid) ? null : `${OWN_ACCOUNT}${i}`,
  }));
}

async function readAccount(name: string): Promise<AttemptUser> {
  const idOf = async (option: string): Promise<number> =>
    Number((await promisify(execFile)('id', [option, '--', name])).stdout.trim());
  const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]).catch(() => {
    throw new FatalError(`${SETTING}: the account ${name} does not exist on this machine`);
  });
  if (uid === 0) {
    throw new FatalError(`${SETTING}: tasks must not run as root`);
  }
  return { uid, gid, exclusive: false, accountName: null };
}

/** Fewest users of a range of which one is set apart to keep mirrors. */
const ENOUGH_TO_KEEP = 2;

/** Lends users to attempts; one that was given back last comes first: it has most in its caches. */
export class AttemptUsers {
  /** Ids of the users that are lent to one attempt at a time. */
  readonly exclusive: ReadonlySet<number>;
  /** One has no account. */
  readonly areNameless: boolean;
  /** Keeps the mirrors of repositories and never runs a task; `null` = there is none to spare. */
  readonly keeper: AttemptUser | null;
  private readonly free: AttemptUser[];

  constructor(users: readonly AttemptUser[]) {
    this.free = [...users];
    this.keeper = (users.length >= ENOUGH_TO_KEEP && this.free.pop()) || null;
    this.areNameless = users.some(({ accountName }) => accountName !== null);
    this.exclusive = new Set(users.filter(({ exclusive }) => exclusive).map(({ uid }) => uid));
  }

  /** Most attempts at once, of those the runner would take; 0 = any number. */
  limit(wanted: number): number {
    const own = this.exclusive.size - (this.keeper ? 1 : 0);
    return own === 0 || wanted === 0 ? own || wanted : Math.min(own, wanted);
  }

  get hasFree(): boolean {
    return this.free.length > 0;
  }

  /** @throws Error when every user is lent */
  take(): AttemptUser {
    const user = this.free[0];
    if (!user) {
      throw new AttemptFailure(problem('runner_users_taken', { count: this.limit(0), setting: SETTING }));
    }
    if (user.exclusive) {
      this.free.shift();
    }
    return user;
  }

  giveBack(user: AttemptUser): void {
    if (user.exclusive && user !== this.keeper) {
      this.free.unshift(user);
    }
  }
}
