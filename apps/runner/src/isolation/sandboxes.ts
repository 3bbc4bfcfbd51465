import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { askLeft } from '../attempt/kill-leftovers.js';
import { removeTree } from '../files/remove-tree.js';
import type { Bind } from '../process/place.js';
import type { AttemptUser } from './attempt-user.js';
import type { AttemptUsers } from './attempt-users.js';
import { encodeMounts, sandboxLayout, TEMPORARY } from './mount-table.js';
import { Namespaces, type SeparationMeans } from './namespaces.js';
import { OutputPipes } from './output-pipes.js';
import { Sandbox } from './sandbox.js';
import { clearKeys } from './user-keys.js';

/** Directories that every user may write to. */
const SHARED_DIRS = ['/tmp', '/var/tmp', '/dev/shm'];
/** Where an attempt gets an empty file system, if the machine has such a place. */
const FRESH = ['/dev/shm', '/run/lock', '/dev/mqueue'];

export interface SandboxSettings {
  /** Work directory without symbolic links. */
  work: string;
  hidden: readonly string[];
  /** `null` = attempts get no namespaces. */
  means: SeparationMeans | null;
}

/** Purpose of a sandbox. */
export interface Wanted {
  /** Directory of the attempt, without links, that the runner has just made. */
  attemptDir: string;
  /** Further directories that are seen below it. */
  binds: readonly Bind[];
  /** Local repositories of the job. */
  repositories: readonly string[];
}

/**
 * Makes and ends the places of attempts with users of their own. A sandbox is a directory of root's below `sandboxes`, of which
 * the attempt sees the parts by mounts alone.
 *
 * ```
 *   passwd, group, mounts   accounts of the machine and of the attempt's user; the table of mounts
 *   process.json            the process that a runner which starts after this one was killed waits for
 *   tmp, var/tmp            in place of those of the machine
 *   view                    in place of the work directory
 *   covers/<n>              in place of a hidden directory
 *   sockets                 of agents and of ssh
 * ```
 */
export class Sandboxes {
  private count = 0;
  private readonly pipes: OutputPipes;

  constructor(
    private readonly users: AttemptUsers,
    private readonly settings: SandboxSettings,
  ) {
    this.pipes = new OutputPipes(path.join(settings.work, 'pipes'));
  }

  /** Removes what an earlier runner has left. */
  async open(): Promise<void> {
    await removeTree(this.root);
    await mkdir(this.root, { mode: 0o700 });
    await this.pipes.open();
  }

  /** A sandbox with one of the users that are free. */
  async take(wanted: Wanted): Promise<Sandbox> {
    return this.make(await this.users.take(), wanted);
  }

  /** Gives the directory of the attempt to the user. Programs that are started in the sandbox wait until it is there. */
  async make(user: AttemptUser, wanted: Wanted): Promise<Sandbox> {
    const { means } = this.settings;
    const dir = path.join(this.root, String(++this.count));
    try {
      mkdirSync(dir, { mode: 0o700 });
      const table = means && this.fill(dir, user, wanted);
      chownSync(wanted.attemptDir, user.uid, user.gid);
      const namespaces = means && table ? new Namespaces(table, means) : null;
      return new Sandbox({ ...wanted, user, dir, pipes: this.pipes, namespaces });
    } catch (error) {
      await removeTree(dir);
      this.users.giveBack(user);
      throw error;
    }
  }

  /** Ends every process of the attempt at once, and removes what it left outside its directory. */
  async end(sandbox: Sandbox): Promise<void> {
    const { user } = sandbox;
    const isOver = await sandbox.end();
    await removeTree(sandbox.dir);
    await (this.settings.means ? undefined : removeTemporaryFiles(new Set(user.exclusive ? [user.uid] : [])));
    if (isOver && (!user.exclusive || (await clearKeys(user)))) {
      this.users.giveBack(user);
    }
  }

  private get root(): string {
    return sandboxesOf(this.settings.work);
  }

  /** @returns the path of the table of mounts */
  private fill(dir: string, user: AttemptUser, { attemptDir, binds, repositories }: Wanted): string {
    const { work, hidden } = this.settings;
    const { directories, mounts } = sandboxLayout({
      work,
      dir,
      binds: [{ source: attemptDir, seen: attemptDir }, ...binds],
      shown: shownEntries(repositories).filter((entry) => entry !== work && isPlainDirectory(entry)),
      hidden: hidden.filter(isDirectory),
      fresh: FRESH.filter(isDirectory),
    });
    TEMPORARY.forEach((each) => makeDirectory(path.join(dir, each), 0o1777));
    makeDirectory(path.join(dir, 'sockets'), 0o700, user);
    directories.forEach(makePassable);
    this.writeAccounts(dir, user, path.join(attemptDir, 'home'));
    const table = path.join(dir, 'mounts');
    writeFileSync(table, encodeMounts(mounts), { mode: 0o600 });
    return table;
  }

  private writeAccounts(dir: string, { uid, gid, accountName }: AttemptUser, home: string): void {
    const own = accountName === null ? '' : `${accountName}:x:${uid}:${gid}:Switchyard task:${home}:/bin/sh\n`;
    const ownGroup = accountName === null ? '' : `${accountName}:x:${gid}:\n`;
    for (const [name, line] of [
      ['passwd', own],
      ['group', ownGroup],
    ] as const) {
      const text = readFileSync(`/etc/${name}`, 'utf8');
      const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
      writeFileSync(path.join(dir, name), `${ended}${line}`);
      chmodSync(path.join(dir, name), 0o644);
    }
  }
}

/** Waits for tools that a killed runner has left in sandboxes of this work directory while they write down what they made. */
export async function askLeftTools(work: string): Promise<void> {
  const root = sandboxesOf(work);
  const names = await readdir(root).catch(() => []);
  await Promise.all(names.map((name) => askLeft(path.join(root, name))));
}

const sandboxesOf = (work: string): string => path.join(work, 'sandboxes');

/** The next attempt with a user id must not find what this one has left in places that all users share. */
export async function removeTemporaryFiles(uids: ReadonlySet<number>): Promise<void> {
  for (const dir of uids.size > 0 ? new Set([...SHARED_DIRS, tmpdir()]) : []) {
    for (const name of await readdir(dir).catch(() => [])) {
      const file = path.join(dir, name);
      const stat = await lstat(file).catch(() => null);
      await (stat && uids.has(stat.uid) ? removeTree(file).catch(() => undefined) : undefined);
    }
  }
}

/** The entries of the machine's temporary directories through which paths lead. */
function shownEntries(repositories: readonly string[]): string[] {
  const entries = repositories.flatMap((file) => {
    const [resolved, dir] = [path.resolve(file), TEMPORARY.find((each) => path.resolve(file).startsWith(`${each}/`))];
    return dir === undefined ? [] : [path.join(dir, path.relative(dir, resolved).split(path.sep)[0] ?? '')];
  });
  return [...new Set(entries)];
}

function makeDirectory(dir: string, mode: number, owner?: AttemptUser): void {
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, mode);
  if (owner) {
    chownSync(dir, owner.uid, owner.gid);
  }
}

/** Makes a directory, and those above it that are missing, for every user to pass through, whatever the umask is. */
function makePassable(dir: string): void {
  const first = mkdirSync(dir, { recursive: true }) ?? '';
  for (let each = dir; first !== '' && each.length >= first.length; each = path.dirname(each)) {
    chmodSync(each, 0o711);
  }
}

const isDirectory = (dir: string): boolean => statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
/** A link would lead past the rights of the directories on its way. */
const isPlainDirectory = (dir: string): boolean => lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
