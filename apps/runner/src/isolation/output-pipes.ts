import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { removeTree } from '../files/remove-tree.js';

/** Pipes that one mkfifo(1) makes. */
const AT_ONCE = 64;

/**
 * Named pipes for the output of tools, in a directory of root's: a tool gets its end open and never finds the path. They are made
 * many at once, and each is used by one attempt.
 */
export class OutputPipes {
  private made = 0;
  private free: string[] = [];
  private making: Promise<void> = Promise.resolve();

  constructor(private readonly dir: string) {}

  /** Removes those of an earlier runner. */
  async open(): Promise<void> {
    await removeTree(this.dir);
    mkdirSync(this.dir, { mode: 0o700 });
  }

  /** @returns the path of a pipe that the user, too, may open by its descriptor */
  async take({ uid, gid }: { uid: number; gid: number }): Promise<string> {
    this.making = this.making.then(() => (this.free.length > 0 ? undefined : this.make()));
    await this.making;
    const pipe = this.free.pop() ?? '';
    chownSync(pipe, uid, gid);
    return pipe;
  }

  remove(pipe: string): void {
    rmSync(pipe, { force: true });
  }

  private async make(): Promise<void> {
    const names = Array.from({ length: AT_ONCE }, () => path.join(this.dir, String(++this.made)));
    await promisify(execFile)('mkfifo', ['-m', '600', '--', ...names]);
    this.free.push(...names);
  }
}
