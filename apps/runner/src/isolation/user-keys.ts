import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { AttemptUser } from './attempt-user.js';

/** Lists for each user id that has keys how many (proc(5)); absent where the kernel has none. */
const KEY_USERS = '/proc/key-users';
/** The keyrings that every user id gets and that nobody can take away: its own, that of its sessions, the persistent one. */
const OWN_KEYRINGS = 3;
const PATH = '/usr/local/bin:/usr/bin:/bin';

/** keyctl(2) by the number of its call: clears both keyrings, then gets and clears the persistent one where there is such a thing. */
const CALL: Readonly<Record<string, number>> = { x64: 250, arm64: 219 };
const perl = (call: number): string =>
  `for (-4, -5) { syscall(${call}, 7, $_) == 0 or exit 1 } my $p = syscall(${call}, 22, -1, -2); exit($p > 0 && syscall(${call}, 7, $p) != 0);`;
const python = (call: number): string =>
  `import ctypes; k = ctypes.CDLL(None).syscall; a = [k(${call}, 7, n) for n in (-4, -5)]; p = k(${call}, 22, -1, -2); exit(any(a) or (p > 0 and k(${call}, 7, p) != 0))`;
/** How long the kernel may take to collect what is linked nowhere any more, in milliseconds. */
const PATIENCE_MS = 1_000;
const LOOK_AGAIN_MS = 5;

/**
 * Takes from a user id what its tasks have left in keyrings of the kernel, which outlive every process and namespace. It takes perl(1)
 * or python3(1), as no program of the base system calls keyctl(2).
 * @returns false when something is left: the id must not be lent to anybody
 */
export async function clearKeys(user: AttemptUser): Promise<boolean> {
  if (keysOf(user.uid) === 0) {
    return true;
  }
  const call = CALL[process.arch];
  const isCleared =
    call !== undefined &&
    ((await runAs(user, ['perl', '-e', perl(call)])) || (await runAs(user, ['python3', '-I', '-c', python(call)])));
  const deadline = performance.now() + PATIENCE_MS;
  while (isCleared && keysOf(user.uid) > OWN_KEYRINGS && performance.now() < deadline) {
    await delay(LOOK_AGAIN_MS);
  }
  return isCleared && keysOf(user.uid) <= OWN_KEYRINGS;
}

/** Keys of a user id, its keyrings among them. */
function keysOf(uid: number): number {
  try {
    const line = new RegExp(`^\\s*${uid}:\\s+\\d+\\s+(\\d+)/`, 'm').exec(readFileSync(KEY_USERS, 'utf8'));
    return Number(line?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Outside of every namespace of attempts: keys are those of the user id. @returns whether it ended well */
async function runAs({ uid, gid }: AttemptUser, [file = '', ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(file, args, { uid, gid, cwd: '/', env: { PATH }, stdio: 'ignore' });
  const [code] = await once(child, 'exit').catch(() => [null]);
  return code === 0;
}
