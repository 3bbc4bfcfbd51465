import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
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

/** Setting that names the users. */
export const SETTING = 'SWITCHYARD_RUNNER_RUN_AS';
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
    uid,
    gid: uid,
    exclusive: true,
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
