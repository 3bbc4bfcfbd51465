import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeTree } from './remove-tree.js';

const PRIVATE = { recursive: true, mode: 0o700 } as const;
const CLEANED = '.cleaned';

/** The use of a cache by one attempt. */
export interface CacheUse {
  dir: string;
  release(): Promise<void>;
}

/**
 * Mirrors and downloads that outlive attempts, in numbered generations: clearing begins a new one at once, and the old
 * one is removed when the last attempt that works in it has ended.
 */
export class Cache {
  private generation = 0;
  private cleanedAt: string | null = null;
  private readonly users = new Map<string, number>();

  constructor(private readonly root: string) {}

  /** Directory that attempts which begin now work in. */
  get dir(): string {
    return path.join(this.root, String(this.generation));
  }

  /** The last request to clear that was carried out. */
  get cleaned(): string | null {
    return this.cleanedAt;
  }

  /** Goes on with the newest generation that an earlier process left. */
  async open(): Promise<void> {
    await mkdir(this.root, PRIVATE);
    const names = await readdir(this.root);
    this.generation = Math.max(0, ...names.filter((name) => /^\d+$/.test(name)).map(Number));
    await mkdir(this.dir, PRIVATE);
    const old = names.filter((name) => name !== String(this.generation));
    await Promise.all(old.map((name) => removeTree(path.join(this.root, name))));
    this.cleanedAt = await readFile(path.join(this.dir, CLEANED), 'utf8').catch(() => null);
  }

  /** Call `release` when the attempt has ended. */
  use(): CacheUse {
    const { dir } = this;
    this.users.set(dir, (this.users.get(dir) ?? 0) + 1);
    return { dir, release: () => this.release(dir) };
  }

  /** @param requested time of the request; `null` = the runner's own decision */
  async clear(requested: string | null): Promise<void> {
    const old = this.dir;
    const next = path.join(this.root, String(this.generation + 1));
    await mkdir(next, PRIVATE);
    this.cleanedAt = requested ?? this.cleanedAt;
    if (this.cleanedAt !== null) {
      await writeFile(path.join(next, CLEANED), this.cleanedAt, { mode: 0o600 });
    }
    this.generation += 1;
    if (!this.users.has(old)) {
      await removeTree(old);
    }
  }

  private async release(dir: string): Promise<void> {
    const left = (this.users.get(dir) ?? 1) - 1;
    if (left > 0) {
      this.users.set(dir, left);
      return;
    }
    this.users.delete(dir);
    if (dir !== this.dir) {
      await removeTree(dir).catch(() => undefined);
    }
  }
}
