import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { killLeftovers } from '../process/index.js';
import { removeTree } from './remove-tree.js';
import { lockDirectory } from './directory-lock.js';

const PRIVATE = { recursive: true, mode: 0o700 } as const;

/**
 * The runner's directory.
 *
 * ```
 *   lock            process that uses the directory
 *   attempts/<id>/  files of a running attempt, with its secrets
 *   spool/<id>/     its log until all of it has arrived
 *   cache/          mirrors and downloads, kept
 * ```
 */
export class WorkDirectory {
  private unlock: () => void = () => undefined;

  constructor(readonly root: string) {}

  get cache(): string {
    return path.join(this.root, 'cache');
  }

  spool(attempt: number): string {
    return path.join(this.root, 'spool', String(attempt));
  }

  /**
   * Takes the directory for this process and removes what an earlier one left: living processes, files with secrets,
   * logs nobody will send.
   * @throws FatalError when another runner uses it
   */
  async open(): Promise<void> {
    await mkdir(this.root, PRIVATE);
    this.unlock = lockDirectory(this.root);
    for (const name of await readdir(this.attempts).catch(() => [])) {
      await killLeftovers(path.join(this.attempts, name));
    }
    await removeTree(this.attempts);
    await removeTree(path.join(this.root, 'spool'));
    await Promise.all([this.attempts, path.join(this.root, 'spool'), this.cache].map((dir) => mkdir(dir, PRIVATE)));
  }

  /** Makes the empty private directory of an attempt. */
  async createAttempt(attempt: number): Promise<string> {
    const dir = path.join(this.attempts, String(attempt));
    await removeTree(dir);
    await mkdir(dir, PRIVATE);
    return dir;
  }

  close(): void {
    this.unlock();
  }

  private get attempts(): string {
    return path.join(this.root, 'attempts');
  }
}
