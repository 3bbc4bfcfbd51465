import { statfs } from 'node:fs/promises';
import { DISK_STEP, type MeasuredCaches, type Problem, problem, sentenceOf } from '@switchyard/contracts';
import type { ConnectionStatus } from '../gateway/connection-status.js';
import type { RunnerLog } from '../runner-log.js';
import { cachesReport, CacheSizes, type SizedCache, sumOf } from '../attempt/cache-sizes.js';
import type { WorkDirectory } from '../attempt/work-directory.js';
import type { CacheReports } from './cache-reports.js';

export interface DiskLimits {
  /** Bytes that the cache may take; 0 = no limit. */
  cacheLimitBytes: number;
  /** Bytes that must be free for a task to be taken. */
  minFreeBytes: number;
}

/** How often the disk is looked at, in milliseconds; every tenth time caches are walked, too, in which nothing began or ended. */
const LOOK_MS = 30_000;
const LOOKS_PER_WALK = 10;
const MEGABYTE = 1024 * 1024;

/** Keeps the cache within its limit, the runner from taking tasks that have no room, and people informed of what it holds. */
export class DiskWatch {
  private reason: Problem | null = null;
  private measured: MeasuredCaches | null = null;
  private looks = 0;
  private readonly sizes: CacheSizes;

  constructor(
    private readonly work: WorkDirectory,
    private readonly limits: DiskLimits,
    private readonly log: RunnerLog,
    private readonly reports: Pick<CacheReports, 'keep' | 'send'>,
  ) {
    this.sizes = new CacheSizes(work.cache);
  }

  /** Why no task can be taken; `null` = there is room. */
  get pausedReason(): Problem | null {
    return this.reason;
  }

  async look(): Promise<void> {
    await this.limitCache(this.looks++ % LOOKS_PER_WALK === 0);
    const free = await this.makeRoom();
    this.keepReport(free);
    const full = free < this.limits.minFreeBytes;
    this.change(full ? problem('pause_disk_full', { megabytes: megabytes(free) }) : null);
  }

  /** Looks again from time to time, and reports. Ends by `signal`. */
  async watch(connection: ConnectionStatus, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.reports.send();
      await connection.pause(LOOK_MS, signal);
      if (!signal.aborted) {
        await this.tried(() => this.look());
      }
    }
  }

  /** Measures and reports at once, because caches were cleared. Never fails. */
  async remeasure(): Promise<void> {
    await this.tried(async () => {
      await this.limitCache(false);
      this.keepReport(await this.free());
    });
    await this.reports.send(true);
  }

  private async tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log.error('disk cannot be looked at', { error: String(error) });
    }
  }

  /** The caches of projects go until the others are within the limit, first that which was not used for longest. */
  private async limitCache(all: boolean): Promise<void> {
    const { cacheLimitBytes } = this.limits;
    const caches = await this.sizes.measure(all);
    let size = sumOf(caches);
    while (cacheLimitBytes > 0 && size > cacheLimitBytes) {
      const [oldest] = caches.splice(0, 1) as [SizedCache];
      this.log.info('cache of a project is removed, because all are over their limit', {
        project: oldest.project,
        megabytes: megabytes(oldest.size),
      });
      await this.work.cache.evict([oldest.project]);
      size -= oldest.size;
    }
    this.measured = cachesReport(caches, cacheLimitBytes);
  }

  private keepReport(free: number): void {
    if (this.measured !== null) {
      const disk = { free: Math.floor(free / DISK_STEP) * DISK_STEP, needed: this.limits.minFreeBytes };
      this.reports.keep({ ...this.measured, disk });
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
