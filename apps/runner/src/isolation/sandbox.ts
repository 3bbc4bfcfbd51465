import { execFile, type SpawnOptions } from 'node:child_process';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { removeTree } from '../attempt/remove-tree.js';
import type { AttemptUser } from './attempt-user.js';
import { NAMESPACES } from './namespaces.js';
import { ENTER, MOUNT } from './sandbox-scripts.js';

const run = promisify(execFile);
const SHELL = ['/bin/sh', '-c'] as const;
/** Directories that every user of the machine may write to, without the leading slash. */
const TEMPORARY = ['tmp', 'var/tmp'] as const;
const NOTHING = JSON.stringify([null, null, []]);
const FIXED_ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/** What an attempt is to see beside its own directory; paths below the work directory. */
export interface SandboxMounts {
  /** Directory of the attempt, in which the home of the user's account lies; `null` = there is none yet. */
  attempt: string | null;
  cache: string | null;
  mirrors: string | null;
  /** Local repositories of the job. */
  repositories: readonly string[];
}

/**
 * What one attempt sees of the machine in place of what all see: accounts with one for its user, temporary directories,
 * its own processes, of the work directory what is its own, and nothing of what is hidden. It is a directory of root's below
 * `sandboxes` that is mounted in namespaces of the attempt, so it is over when the first process of these is.
 *
 * ```
 *   passwd, group         accounts of the machine and of the attempt's user
 *   tmp, var/tmp          in place of those of the machine
 *   view                  in place of the work directory
 *   outer                 those of the machine, for root alone
 *   covers/<n>            lies over a hidden directory
 *   cache, mirrors        where the caches of the project are mounted
 *   start                 current directory of the attempt's process
 * ```
 */
export class Sandbox {
  /** What was mounted last beside the attempt, and all entries of temporary directories that can be seen. */
  private mounted = NOTHING;
  private readonly shown: string[] = [];

  private constructor(
    private readonly work: string,
    private readonly name: string,
    private readonly user: AttemptUser,
    private readonly hidden: readonly string[],
    /** Whether there is a namespace; without one the attempt sees the machine as it is. */
    readonly isSeparate: boolean,
  ) {}

  /** @param work the work directory, without symbolic links */
  static async make(
    work: string,
    name: string,
    { user, hidden, isSeparate }: { user: AttemptUser; hidden: readonly string[]; isSeparate: boolean },
  ): Promise<Sandbox> {
    const sandbox = new Sandbox(work, path.join('sandboxes', name), user, hidden, isSeparate);
    await removeTree(sandbox.dir);
    await mkdir(sandbox.dir);
    await chmod(sandbox.dir, 0o711);
    await sandbox.fill();
    return sandbox;
  }

  get dir(): string {
    return path.join(this.work, this.name);
  }

  /** Current directory of the attempt's process. */
  get startDir(): string {
    return path.join(this.dir, 'start');
  }

  /** Whether an attempt with these repositories would see nothing that was brought in for another one. */
  isFitFor(repositories: readonly string[]): boolean {
    const wanted = shownEntries(repositories);
    return this.shown.every((entry) => wanted.includes(entry));
  }

  /** Where {@link SandboxMounts.cache} and {@link SandboxMounts.mirrors} are seen. */
  get cache(): string {
    return path.join(this.dir, 'cache');
  }

  get mirrors(): string {
    return path.join(this.dir, 'mirrors');
  }

  /** The command that starts a program in the sandbox as the user. */
  enter(command: readonly string[]): { file: string; args: string[]; options: SpawnOptions } {
    const { uid, gid } = this.user;
    if (!this.isSeparate) {
      const [file = '', ...args] = command;
      return { file, args, options: { uid, gid, cwd: this.startDir } };
    }
    const settings = [this.work, this.name, uid, gid, this.hidden.length, ...this.hidden].map(String);
    const args = [...NAMESPACES, '--', ...SHELL, ENTER, 'sh', ...settings, ...command];
    return { file: 'unshare', args, options: { cwd: '/' } };
  }

  /**
   * Brings things into the sandbox of a living process.
   * @throws Error when something cannot be mounted
   */
  async mount(pid: number, mounts: SandboxMounts): Promise<void> {
    if (!this.isSeparate) {
      return;
    }
    const { attempt, cache, mirrors, repositories } = mounts;
    const shown = shownEntries(repositories);
    await this.writeAccounts(attempt === null ? this.startDir : path.join(this.work, attempt, 'home'));
    const wanted = JSON.stringify([cache, mirrors, shown]);
    if (wanted === this.mounted || wanted === NOTHING) {
      await (attempt === null ? undefined : this.inside(pid, this.attemptMount(attempt)));
      return;
    }
    this.mounted = wanted;
    this.shown.push(...shown);
    const places = [attempt ?? '', cache ?? '', mirrors ?? ''];
    const settings = [this.work, this.name, ...places, String(this.hidden.length), ...this.hidden];
    await this.inside(pid, [...SHELL, MOUNT, 'sh', ...settings, ...shown]);
  }

  /** The same as the script does, when that is all there is to do. */
  private attemptMount(attempt: string): string[] {
    const [source, target] = [path.join(this.work, 'real', attempt), path.join(this.work, attempt)];
    return ['mount', '-c', '-o', 'bind,X-mount.mkdir=0711', '--', source, target];
  }

  /** Runs a command of root's in the namespaces of a process, which has no job yet. */
  private async inside(pid: number, command: readonly string[]): Promise<void> {
    const namespaces = [`--mount=/proc/${pid}/ns/mnt`, `--pid=/proc/${pid}/ns/pid_for_children`];
    await run('nsenter', [...namespaces, '--', ...command], { env: FIXED_ENV });
  }

  async remove(): Promise<void> {
    await removeTree(this.dir);
  }

  private async fill(): Promise<void> {
    const at = (...parts: string[]): string => path.join(this.dir, ...parts);
    const make = async (dir: string, mode: number): Promise<void> => {
      await mkdir(dir, { recursive: true });
      await chmod(dir, mode);
    };
    await make(at('start'), 0o700);
    await chown(at('start'), this.user.uid, this.user.gid);
    if (!this.isSeparate) {
      return;
    }
    await Promise.all(['outer', 'view'].map((dir) => make(at(dir), 0o700)));
    await make(at('covers'), 0o711);
    await Promise.all([
      ...TEMPORARY.flatMap((dir) => [make(at(dir), 0o1777), make(at('outer', dir), 0o700)]),
      ...this.hidden.map((_, i) => make(at('covers', String(i)), 0o711)),
      ...['cache', 'mirrors'].map((dir) => make(at(dir), 0o711)),
      this.writeAccounts(this.startDir),
    ]);
  }

  /** The files are written in place: they are mounted. */
  private async writeAccounts(home: string): Promise<void> {
    const { uid, gid, accountName } = this.user;
    const [passwd, group] = await Promise.all(['/etc/passwd', '/etc/group'].map((file) => readFile(file, 'utf8')));
    const own = accountName === null ? [] : [`${accountName}:x:${uid}:${gid}:Switchyard task:${home}:/bin/sh`];
    const ownGroup = accountName === null ? [] : [`${accountName}:x:${gid}:`];
    await Promise.all([
      writeFile(path.join(this.dir, 'passwd'), withLines(passwd ?? '', own), { mode: 0o644 }),
      writeFile(path.join(this.dir, 'group'), withLines(group ?? '', ownGroup), { mode: 0o644 }),
    ]);
  }
}

const withLines = (text: string, lines: readonly string[]): string =>
  [text.endsWith('\n') || text === '' ? text : `${text}\n`, ...lines.map((line) => `${line}\n`)].join('');

const shownEntries = (repositories: readonly string[]): string[] => [...new Set(repositories.flatMap(temporaryEntry))];

/** The entry of a temporary directory of the machine that a path leads through, as `tmp/name`. */
function temporaryEntry(file: string): string[] {
  const [parts, dir] = [path.resolve(file).slice(1).split('/'), TEMPORARY.find((each) => isBelow(file, each))];
  return dir === undefined ? [] : [parts.slice(0, dir.split('/').length + 1).join('/')];
}

const isBelow = (file: string, dir: string): boolean => path.resolve(file).startsWith(`/${dir}/`);
