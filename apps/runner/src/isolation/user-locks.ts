import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { processesOf } from '../process/attempt-processes.js';

/** Where every runner of a machine looks, whatever installation it belongs to. It goes with the boot, as processes do. */
const MACHINE_DIR = '/run/switchyard-task-users';
/** Descriptor that flock(1) gets. */
const LOCKED = 3;

/** The sole right to run processes as a user id, until it is given back or this process ends. */
export interface UserLock {
  readonly uid: number;
  /** Nothing runs as the user any more. */
  giveBack(): void;
}

/**
 * Locks of user ids for the whole machine: one file for each id, held with flock(2) until the id is given back. The lock
 * belongs to the open file of this process, so the kernel relocks it when the process ends in whatever way, and no
 * process that it starts inherits it. The file names the runner while the id is in use, so that a runner that was
 * killed finds what it has left. Files are never removed: a lock on a removed file would protect nothing.
 */
export class UserLocks {
  private constructor(
    private readonly dir: string,
    private readonly owner: string,
    /** Whether runners of other installations on this machine respect them. */
    readonly areForMachine: boolean,
  ) {}

  /**
   * @param own directory that is used where the machine's cannot be written
   * @param machine directory that all installations share
   */
  static async open(own: string, machine = MACHINE_DIR): Promise<UserLocks> {
    const isShared = isUsable(machine);
    if (!isShared) {
      mkdirSync(own, { recursive: true, mode: 0o700 });
    }
    const dir = isShared ? machine : own;
    return new UserLocks(dir, '', isShared && (await canLock(dir)));
  }

  /** The locks of one runner. @param owner a name of it that stays the same when it starts again */
  of(owner: string): UserLocks {
    return new UserLocks(this.dir, owner, this.areForMachine);
  }

  /** @returns `null` when another runner has the id, or a process runs as this user */
  async take(uid: number): Promise<UserLock | null> {
    const lock = await this.lock(uid);
    if (lock === null || processesOf(new Set([uid])).length === 0) {
      return lock?.mark(this.owner) ?? null;
    }
    lock.close();
    return null;
  }

  /** Takes the ids that this runner had in use when it was killed, whatever runs as them. */
  async takeLeft(uids: Iterable<number>): Promise<UserLock[]> {
    const left: UserLock[] = [];
    for (const uid of uids) {
      const lock = readMark(this.file(uid)) === this.owner ? await this.lock(uid) : null;
      if (lock?.markedBy() === this.owner) {
        left.push(lock);
      } else {
        lock?.close();
      }
    }
    return left;
  }

  private async lock(uid: number): Promise<LockedFile | null> {
    const descriptor = openSync(this.file(uid), 'a+', 0o600);
    if (await isLocked(descriptor)) {
      return new LockedFile(uid, descriptor);
    }
    closeSync(descriptor);
    return null;
  }

  private file(uid: number): string {
    return path.join(this.dir, String(uid));
  }
}

class LockedFile implements UserLock {
  constructor(
    readonly uid: number,
    private readonly descriptor: number,
  ) {}

  mark(owner: string): this {
    ftruncateSync(this.descriptor);
    writeSync(this.descriptor, owner);
    return this;
  }

  markedBy(): string {
    return readFileSync(`/proc/self/fd/${this.descriptor}`, 'utf8');
  }

  giveBack(): void {
    ftruncateSync(this.descriptor);
    this.close();
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** Only root may have made it: any other user who can write there could hold every lock. */
function isUsable(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(dir);
    closeSync(openSync(path.join(dir, 'probe'), 'a+', 0o600));
    return uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** Whether flock(1) of util-linux is installed; without it a runner knows of no locks but its own. */
async function canLock(dir: string): Promise<boolean> {
  const descriptor = openSync(path.join(dir, 'probe'), 'a+', 0o600);
  try {
    return (await flock(descriptor)) !== 'absent';
  } finally {
    closeSync(descriptor);
  }
}

const isLocked = async (descriptor: number): Promise<boolean> =>
  fstatSync(descriptor).isFile() && (await flock(descriptor)) !== 'taken';

/** The lock is that of the open file, not of the program that requests it. */
async function flock(descriptor: number): Promise<'locked' | 'taken' | 'absent'> {
  const stdio = [...Array.from({ length: LOCKED }, () => 'ignore' as const), descriptor];
  const child = spawn('flock', ['-n', String(LOCKED)], { stdio });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0 ? 'locked' : 'taken';
  } catch {
    return 'absent';
  }
}

function readMark(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
