import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import { FatalError } from '../gateway/gateway-errors.js';
import { killLeftovers } from './kill-leftovers.js';
import { Cache } from './cache.js';
import { lockDirectory } from './directory-lock.js';
import { removeTree } from '../files/remove-tree.js';

const PRIVATE = { recursive: true, mode: 0o700 } as const;

/**
 * The runner's directory.
 *
 * ```
 *   lock            process that uses the directory
 *   instance        random name of it, kept so that a restart is no second runner
 *   server-key      public key of the control plane, trusted at the first contact
 *   token, key.pem  identity of a runner that registered itself
 *   attempts/<id>/  files of a running attempt, with its secrets
 *   spool/<id>/     its log until all of it has arrived
 *   held/<id>       that the runner has it, until the control plane knows that nothing of it runs any more
 *   kept-states/<id> the state that its tool could not save, until the control plane has taken it
 *   cache/<project>/<n>/  mirrors and downloads, kept
 *   pipes/<n>       for the output of such an attempt
 *   sandboxes/<n>/  what an attempt with a user of its own sees of the machine
 *   leases/         user ids in use, where the machine has no place for them
 * ```
 */
export class WorkDirectory {
  readonly cache: Cache;
  /** Attempts of an earlier process of which something could not be ended. */
  readonly living = new Set<number>();
  /** An earlier process has left attempts; known after {@link open}. */
  hadAttempts = false;
  private unlock: () => void = () => undefined;
  private name = '';

  constructor(readonly root: string) {
    this.cache = new Cache(path.join(root, 'cache'));
  }

  /** Name of this directory, known after {@link open}. */
  get instance(): string {
    return this.name;
  }

  get held(): string {
    return path.join(this.root, 'held');
  }

  get keptStates(): string {
    return path.join(this.root, 'kept-states');
  }

  spool(attempt: number): string {
    return path.join(this.root, 'spool', String(attempt));
  }

  /**
   * Takes the directory for this process and removes what an earlier one left: living processes, files with secrets,
   * logs nobody will send.
   * @param beforeCleaning ends processes that only the caller knows of
   * @param beforeRemoving is given the directory of each attempt once its processes are gone
   * @throws FatalError when another runner uses it or it cannot be written
   */
  async open(
    beforeCleaning?: () => Promise<void>,
    beforeRemoving: (attempt: number, dir: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    try {
      await mkdir(this.root, PRIVATE);
      this.unlock = lockDirectory(this.root);
      this.name = await this.readInstance();
    } catch (error) {
      throw error instanceof FatalError
        ? error
        : new FatalError(`the work directory cannot be used: ${messageOf(error)}`);
    }
    await beforeCleaning?.();
    const left = await readdir(this.attempts).catch(() => []);
    this.hadAttempts = left.length > 0;
    const ended = await Promise.all(left.map((name) => killLeftovers(path.join(this.attempts, name))));
    left.filter((_, i) => !ended[i]).forEach((name) => this.living.add(Number(name)));
    await Promise.all(left.map((name) => beforeRemoving(Number(name), path.join(this.attempts, name))));
    await removeTree(this.attempts);
    await removeTree(path.join(this.root, 'spool'));
    await Promise.all([this.attempts, path.join(this.root, 'spool')].map((dir) => mkdir(dir, PRIVATE)));
    await this.cache.open();
  }

  /** Makes the empty private directory of an attempt. */
  async createAttempt(attempt: number): Promise<string> {
    const dir = path.join(this.attempts, String(attempt));
    await removeTree(dir);
    await mkdir(dir, PRIVATE);
    return dir;
  }

  /** Removes the directory of an attempt. */
  removeAttempt(attempt: number): Promise<void> {
    return removeTree(path.join(this.attempts, String(attempt)));
  }

  close(): void {
    this.unlock();
  }

  private async readInstance(): Promise<string> {
    const file = path.join(this.root, 'instance');
    const known = (await readFile(file, 'utf8').catch(() => '')).trim();
    if (/^[0-9a-f-]{36}$/.test(known)) {
      return known;
    }
    const fresh = randomUUID();
    await writeFile(file, fresh, { mode: 0o600 });
    return fresh;
  }

  private get attempts(): string {
    return path.join(this.root, 'attempts');
  }
}
