import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { type Problem, problem, sentenceOf } from '@switchyard/contracts';
import type { ConnectionState } from '../gateway/connection-state.js';
import type { RunnerLog } from '../runner-log.js';
import type { WorkDirectory } from '../task/work-directory.js';

export interface DiskLimits {
  /** Bytes that the cache may take; 0 = no limit. */
  cacheLimitBytes: number;
  /** Bytes that must be free for a task to be taken. */
  minFreeBytes: number;
}

/** How often the disk is looked at, in milliseconds; the size of the cache every tenth time, because it must be walked. */
const LOOK_MS = 30_000;
const LOOKS_PER_WALK = 10;
const MEGABYTE = 1024 * 1024;

/** Keeps the cache within its limit, and the runner from taking tasks that have no room. */
export class DiskWatch {
  private reason: Problem | null = null;
  private looks = 0;

  constructor(
    private readonly work: WorkDirectory,
    private readonly limits: DiskLimits,
    private readonly log: RunnerLog,
  ) {}

  /** Why no task can be taken; `null` = there is room. */
  get pausedReason(): Problem | null {
    return this.reason;
  }

  async look(): Promise<void> {
    if (this.looks++ % LOOKS_PER_WALK === 0) {
      await this.limitCache();
    }
    const free = await this.makeRoom();
    const full = free < this.limits.minFreeBytes;
    this.change(full ? problem('pause_disk_full', { megabytes: megabytes(free) }) : null);
  }

  /** Looks again from time to time. Ends by `signal`. */
  async watch(connection: ConnectionState, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await connection.pause(LOOK_MS, signal);
      if (!signal.aborted) {
        await this.look().catch((error: unknown) =>
          this.log.error('disk cannot be looked at', { error: String(error) }),
        );
      }
    }
  }

  /** The caches of projects go until the others are within the limit, first that which was not used for longest. */
  private async limitCache(): Promise<void> {
    const { cacheLimitBytes } = this.limits;
    if (cacheLimitBytes === 0) {
      return;
    }
    const caches = [];
    for (const cache of await this.work.cache.byLastUse()) {
      caches.push({ ...cache, size: await treeSize(cache.dir) });
    }
    let size = caches.reduce((sum, cache) => sum + cache.size, 0);
    for (const cache of caches.filter((each) => each.size > 0)) {
      if (size <= cacheLimitBytes) {
        return;
      }
      this.log.info('cache of a project is removed, because all are over their limit', {
        ...{ project: cache.project, megabytes: megabytes(cache.size) },
      });
      await this.work.cache.evict([cache.project]);
      size -= cache.size;
    }
  }

  /** In the same order, until there is enough. Answers what is free then, in bytes. */
  private async makeRoom(): Promise<number> {
    let free = await this.free();
    const caches = free < this.limits.minFreeBytes ? await this.work.cache.byLastUse() : [];
    for (const { project } of caches) {
      if (free >= this.limits.minFreeBytes) {
        break;
      }
      await this.work.cache.evict([project]);
      free = await this.free();
    }
    return free;
  }

  private async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.work.root);
    return bavail * bsize;
  }

  private change(reason: Problem | null): void {
    if ((reason === null) !== (this.reason === null)) {
      this.log.warn(reason ? sentenceOf(reason) : 'there is room on the disk again');
    }
    this.reason = reason;
  }
}

const megabytes = (bytes: number): number => Math.floor(bytes / MEGABYTE);

/** Bytes on the disk. */
async function treeSize(dir: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
    const file = path.join(dir, entry.name);
    size += entry.isDirectory()
      ? await treeSize(file)
      : await lstat(file).then(
          ({ blocks }) => blocks * 512,
          () => 0,
        );
  }
  return size;
}
