import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Cache } from './cache.js';

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

  it('should keep what an attempt uses until the attempt has ended', async () => {
    const cache = await opened();
    const use = cache.use();
    writeFileSync(path.join(use.dir, 'mirror'), 'x');
    await cache.clear('2026-01-01T00:00:00.000Z');
    expect(existsSync(path.join(use.dir, 'mirror'))).toBe(true);
    expect(cache.use().dir).not.toBe(use.dir);
    await use.release();
    expect(existsSync(use.dir)).toBe(false);
  });

  it('should remove at once what nobody uses', async () => {
    const cache = await opened();
    const { dir } = cache;
    writeFileSync(path.join(dir, 'mirror'), 'x');
    await cache.clear(null);
    expect(existsSync(dir)).toBe(false);
    expect(existsSync(cache.dir)).toBe(true);
  });

  it('should remember over a restart which request was carried out', async () => {
    const requested = '2026-01-01T00:00:00.000Z';
    await (await opened()).clear(requested);
    expect((await opened()).cleaned).toBe(requested);
  });

  it('should go on with the newest files of an earlier process and remove the others', async () => {
    for (const name of ['0', '3', 'other']) {
      mkdirSync(path.join(root, name));
    }
    const cache = await opened();
    expect(cache.dir).toBe(path.join(root, '3'));
    expect(existsSync(path.join(root, '0'))).toBe(false);
    expect(existsSync(path.join(root, 'other'))).toBe(false);
  });
});
