import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Cache } from './cache.js';

const REQUESTED = '2026-01-01T00:00:00.000Z';

describe(Cache.name, () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'cache-'));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  async function opened(): Promise<Cache> {
    const cache = new Cache(root);
    await cache.open();
    return cache;
  }

  /** A file that an attempt of the project has left in the cache. */
  async function leftBy(cache: Cache, project: number): Promise<string> {
    const use = await cache.use(project);
    const file = path.join(use.dir, 'mirror');
    writeFileSync(file, 'x');
    await use.release();
    return file;
  }

  it.each([
    ['everything', (cache: Cache) => cache.clear(REQUESTED)],
    ['the project', (cache: Cache) => cache.clearProjects([1], 'request')],
  ])('should keep what an attempt uses until it has ended when %s is cleared', async (_what, clear) => {
    const cache = await opened();
    const use = await cache.use(1);
    writeFileSync(path.join(use.dir, 'mirror'), 'x');
    await clear(cache);
    expect(existsSync(path.join(use.dir, 'mirror'))).toBe(true);
    const next = await cache.use(1);
    expect(next.dir).not.toBe(use.dir);
    await use.release();
    expect([existsSync(use.dir), existsSync(next.dir)]).toEqual([false, true]);
  });

  it('should notify the users of a cache that was renewed, and nobody else', async () => {
    const cache = await opened();
    const notified: string[] = [];
    const one = await cache.use(1, () => notified.push('one'));
    await cache.use(1, () => notified.push('another'));
    await cache.use(2, () => notified.push('of another project'));
    await one.release();
    await cache.evict([1]);
    await cache.evict([1]);
    expect(notified).toEqual(['another']);
  });

  it('should remove at once what no attempt uses, of all projects', async () => {
    const cache = await opened();
    const files = [await leftBy(cache, 1), await leftBy(cache, 2)];
    await cache.clear(REQUESTED);
    expect(files.map((file) => existsSync(file))).toEqual([false, false]);
  });

  it('should clear the caches of the projects of the request and no others', async () => {
    const cache = await opened();
    const [one, two] = [await leftBy(cache, 1), await leftBy(cache, 2)];
    await cache.clearProjects([1, 3], 'request');
    expect([existsSync(one), existsSync(two)]).toEqual([false, true]);
  });

  it('should remember over a restart which requests were carried out', async () => {
    const cache = await opened();
    await cache.clear(REQUESTED);
    await cache.clearProjects([1], 'request');
    expect((await opened()).cleaned).toEqual({ all: REQUESTED, projects: 'request' });
  });

  it('should go on with the newest files of an earlier process and remove the others', async () => {
    for (const name of ['1/0', '1/3', '1/git', '2/0', 'other']) {
      mkdirSync(path.join(root, name), { recursive: true });
    }
    const cache = await opened();
    expect((await cache.byLastUse()).map(({ dir }) => dir).toSorted()).toEqual([
      path.join(root, '1/3'),
      path.join(root, '2/0'),
    ]);
    expect(['1/0', '1/git', 'other'].filter((name) => existsSync(path.join(root, name)))).toEqual([]);
  });
});
