import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DISK_STEP, type MeasuredCaches } from '@switchyard/contracts';
import { createRunnerLog } from '../runner-log.js';
import { WorkDirectory } from '../attempt/work-directory.js';
import { DiskWatch } from './disk-watch.js';

const MORE_THAN_ANY_DISK = 2 ** 52;

describe(DiskWatch.name, () => {
  let work: WorkDirectory;
  let lines: string[];
  let report: MeasuredCaches | null;

  beforeEach(async () => {
    work = new WorkDirectory(mkdtempSync(path.join(tmpdir(), 'disk-')));
    await work.open();
    lines = [];
    report = null;
  });

  afterEach(() => {
    work.close();
    rmSync(work.root, { recursive: true });
  });

  const watch = (limits: { cacheLimitBytes?: number; minFreeBytes?: number }): DiskWatch =>
    new DiskWatch(
      work,
      { cacheLimitBytes: 0, minFreeBytes: 0, ...limits },
      createRunnerLog((line) => lines.push(line)),
      { keep: (measured) => void (report = measured), send: () => Promise.resolve() },
    );

  async function fillCache(bytes: number, project = 1): Promise<string> {
    const use = await work.cache.use(project);
    const file = path.join(use.dir, 'mirror');
    writeFileSync(file, Buffer.alloc(bytes, 'x'));
    await use.release();
    return file;
  }

  it('should pause the runner, report why, and throw the cache away first, when the disk is full', async () => {
    const file = await fillCache(10);
    const disk = watch({ minFreeBytes: MORE_THAN_ANY_DISK });
    await disk.look();
    expect(disk.pausedReason?.code).toBe('pause_disk_full');
    expect(existsSync(file)).toBe(false);
    await disk.look();
    expect(lines.filter((line) => line.includes('full'))).toHaveLength(1);
  });

  it('should take tasks while there is room, and keep the cache', async () => {
    const file = await fillCache(10);
    const disk = watch({ minFreeBytes: 1, cacheLimitBytes: 1_000_000 });
    await disk.look();
    expect(disk.pausedReason).toBeNull();
    expect(existsSync(file)).toBe(true);
  });

  it('should clear a cache that is over the limit alone', async () => {
    const file = await fillCache(200_000);
    await watch({ cacheLimitBytes: 100_000 }).look();
    expect(existsSync(file)).toBe(false);
  });

  it('should remove those of the projects that ran longest ago when all are over the limit, also after a restart', async () => {
    const files: string[] = [];
    for (const project of [1, 2, 3]) {
      files.push(await fillCache(60_000, project));
    }
    // Project 2 ran last, project 3 before it, project 1 longest ago.
    for (const [index, project] of [1, 3, 2].entries()) {
      utimesSync(path.join(work.root, 'cache', String(project)), index, index);
    }
    work.close();
    work = new WorkDirectory(work.root);
    await work.open();
    await watch({ cacheLimitBytes: 130_000 }).look();
    expect(files.map((file) => existsSync(file))).toEqual([false, true, true]);
    const use = await work.cache.use(3);
    await use.release();
    await watch({ cacheLimitBytes: 70_000 }).look();
    expect(files.map((file) => existsSync(file))).toEqual([false, false, true]);
  });

  it('should report what is left, the largest first, with the limit of all', async () => {
    for (const [project, bytes] of [
      [1, 60_000],
      [2, 40_000],
      [3, 90_000],
    ] as const) {
      await fillCache(bytes, project);
      utimesSync(path.join(work.root, 'cache', String(project)), project, project);
    }
    await watch({ cacheLimitBytes: 150_000 }).look();
    expect(report).toMatchObject({
      limit: 150_000,
      caches: [
        { project: 3, used: '1970-01-01T00:00:03.000Z' },
        { project: 2, used: '1970-01-01T00:00:02.000Z' },
      ],
    });
    const [three, two] = report?.caches ?? [];
    expect(three?.bytes).toBeGreaterThanOrEqual(90_000);
    expect(report?.total).toBe((three?.bytes ?? 0) + (two?.bytes ?? 0));
  });

  it('should report in steps what is free, and below what it takes no tasks', async () => {
    await watch({ minFreeBytes: 1_000 }).look();
    expect(report?.disk?.needed).toBe(1_000);
    expect((report?.disk?.free ?? 1) % DISK_STEP).toBe(0);
  });

  it('should measure a cache again at the next look after its use, and what was cleared at once', async () => {
    await fillCache(40_000, 1);
    const disk = watch({});
    await disk.look();
    const before = report?.total ?? 0;
    await fillCache(80_000, 2);
    await disk.look();
    expect(report?.total).toBeGreaterThan(before + 70_000);
    await work.cache.clearProjects([2], 'request');
    await disk.remeasure();
    expect(report).toMatchObject({ total: before, caches: [{ project: 1 }] });
  });
});
