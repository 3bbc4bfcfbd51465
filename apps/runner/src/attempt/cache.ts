import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { removeTree } from '../files/remove-tree.js';

const PRIVATE = { recursive: true, mode: 0o700 } as const;
const CLEANED = '.cleaned';
const NUMBER = /^\d{1,15}$/;

/** The last requests that were carried out: to clear everything, and to clear some projects. */
const Cleaned = z.object({ all: z.string().nullable(), projects: z.string().nullable() });
type Cleaned = z.infer<typeof Cleaned>;

/** The use of a cache by one attempt. */
export interface CacheUse {
  dir: string;
  release(): Promise<void>;
}

/** The cache of one project. */
export interface ProjectCache {
  project: number;
  dir: string;
  /** When an attempt last began or ended in it. */
  used: Date;
}

/**
 * Mirrors and downloads that outlive attempts: `<project>/<generation>`, so that no project shares files with another.
 * Clearing begins a new generation at once, and the old one is removed when the last attempt that works in it has ended.
 */
export class Cache {
  private readonly generations = new Map<number, number>();
  /** Directories in use, with what each user wants to be called when its own is out of date. */
  private readonly users = new Map<string, (() => void)[]>();
  private done: Cleaned = { all: null, projects: null };

  constructor(private readonly root: string) {}

  /** Caches in which attempts that begin now work, the one that was not used for longest first. */
  async byLastUse(): Promise<ProjectCache[]> {
    const caches = await Promise.all(
      [...this.generations.keys()].map(async (project) => {
        const used = await stat(this.home(project)).then(
          ({ mtime }) => mtime,
          () => new Date(0),
        );
        return { project, dir: this.dir(project), used };
      }),
    );
    return caches.sort((one, other) => one.used.getTime() - other.used.getTime());
  }

  /** Gives these projects an empty cache; attempts that run keep theirs until they end. */
  evict(projects: readonly number[]): Promise<void> {
    return this.renew(projects.filter((project) => this.generations.has(project)));
  }

  /** The last requests to clear that were carried out. */
  get cleaned(): Readonly<Cleaned> {
    return this.done;
  }

  /** Goes on with the newest generation of each project that an earlier process left, and removes everything else. */
  async open(): Promise<void> {
    await mkdir(this.root, PRIVATE);
    for (const name of await readdir(this.root)) {
      await (NUMBER.test(name) ? this.openProject(Number(name)) : name !== CLEANED && this.remove(name));
    }
    this.done = await readCleaned(path.join(this.root, CLEANED));
  }

  /**
   * The cache of a project. Call `release` when the attempt has ended.
   * @param onRenewed called when the project gets an empty cache meanwhile
   */
  async use(project: number, onRenewed: () => void = () => undefined): Promise<CacheUse> {
    this.generations.set(project, this.generations.get(project) ?? 0);
    const dir = this.dir(project);
    const renewed = (): void => onRenewed();
    this.users.set(dir, [...(this.users.get(dir) ?? []), renewed]);
    await mkdir(dir, PRIVATE);
    await this.touch(project);
    return { dir, release: () => this.release(project, dir, renewed) };
  }

  /** @param requested time of the request */
  async clear(requested: string): Promise<void> {
    await this.renew([...this.generations.keys()]);
    await this.remember({ ...this.done, all: requested });
  }

  /** @param request the request that is carried out */
  async clearProjects(projects: readonly number[], request: string): Promise<void> {
    await this.evict(projects);
    await this.remember({ ...this.done, projects: request });
  }

  private async renew(projects: readonly number[]): Promise<void> {
    const dirs = projects.map((project) => this.dir(project));
    const unused = dirs.filter((dir) => !this.users.has(dir));
    projects.forEach((project) => this.generations.set(project, (this.generations.get(project) ?? 0) + 1));
    dirs.flatMap((dir) => this.users.get(dir) ?? []).forEach((renewed) => renewed());
    for (const dir of unused) {
      await removeTree(dir);
    }
  }

  private async remember(cleaned: Cleaned): Promise<void> {
    this.done = cleaned;
    await writeFile(path.join(this.root, CLEANED), JSON.stringify(cleaned), { mode: 0o600 });
  }

  private dir(project: number): string {
    return path.join(this.home(project), String(this.generations.get(project) ?? 0));
  }

  private home(project: number): string {
    return path.join(this.root, String(project));
  }

  /** The last use outlives this process as the time of the directory. */
  private async touch(project: number): Promise<void> {
    const now = new Date();
    await utimes(this.home(project), now, now);
  }

  private async openProject(project: number): Promise<void> {
    const names = await readdir(path.join(this.root, String(project))).catch(() => []);
    const newest = Math.max(0, ...names.filter((name) => NUMBER.test(name)).map(Number));
    this.generations.set(project, newest);
    for (const name of names.filter((each) => each !== String(newest))) {
      await this.remove(path.join(String(project), name));
    }
  }

  private remove(name: string): Promise<void> {
    return removeTree(path.join(this.root, name));
  }

  private async release(project: number, dir: string, renewed: () => void): Promise<void> {
    await this.touch(project).catch(() => undefined);
    const left = (this.users.get(dir) ?? []).filter((each) => each !== renewed);
    if (left.length > 0) {
      this.users.set(dir, left);
      return;
    }
    this.users.delete(dir);
    if (dir !== this.dir(project)) {
      await removeTree(dir).catch(() => undefined);
    }
  }
}

/** A file that cannot be read costs a repeated clearing. */
async function readCleaned(file: string): Promise<Cleaned> {
  try {
    return Cleaned.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { all: null, projects: null };
  }
}
