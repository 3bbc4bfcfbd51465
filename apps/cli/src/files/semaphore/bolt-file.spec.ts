import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type BoltContent, writeBoltFile } from '@switchyard/testing';
import { BoltFile } from './bolt-file.js';

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bolt-'));
  path = join(directory, 'db');
});
afterEach(() => rm(directory, { recursive: true }));

function contentOf(file: string): BoltContent {
  const bolt = new BoltFile(file);
  try {
    const names = [...bolt.buckets()];
    return Object.fromEntries(
      names.map((name) => [name, Object.fromEntries([...bolt.entries(name)].map(({ key, value }) => [key, value]))]),
    );
  } finally {
    bolt.close();
  }
}

const many = (count: number, size: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [String(n).padStart(10, '0'), `${n}`.padEnd(size, 'x')]));

describe(BoltFile.name, () => {
  it('should read buckets in their values, on pages, in trees, and values larger than a page', async () => {
    const content = {
      empty: {},
      inline: { a: 'é', b: '' },
      page: many(30, 60),
      tree: many(2_000, 50),
      large: { one: 'y'.repeat(100_000), two: 'z' },
      ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`project_${n}`, { key: `${n}` }])),
    };
    await writeBoltFile(path, content);
    expect(contentOf(path)).toEqual(content);
    const bolt = new BoltFile(path);
    expect([...bolt.entries('nothing')]).toEqual([]);
    bolt.close();
  });

  it('should take the last meta that was written whole', async () => {
    await writeBoltFile(path, { a: { b: 'c' } });
    const bytes = await readFile(path);
    bytes.writeUInt8(0xff, 4096 + 20);
    await writeFile(path, bytes);
    expect(contentOf(path)).toEqual({ a: { b: 'c' } });
    bytes.writeUInt8(0xff, 20);
    await writeFile(path, bytes);
    expect(() => contentOf(path)).toThrow('it is no Bolt database');
  });

  it('should refuse what is none, is cut off, or leads in a circle', async () => {
    await writeFile(path, 'SQLite format 3');
    expect(() => contentOf(path)).toThrow('it is no Bolt database');
    await writeBoltFile(path, { tree: many(2_000, 50) });
    const whole = await readFile(path);
    await truncate(path, whole.length - 8_192);
    expect(() => contentOf(path)).toThrow(/shorter than its pages say|no Bolt database/);
    const root = whole.readBigUInt64LE(16 + 16);
    const at = Number(root) * 4096;
    whole.writeUInt16LE(1, at + 8);
    whole.writeBigUInt64LE(root, at + 16 + 8);
    await writeFile(path, whole);
    expect(() => contentOf(path)).toThrow('its pages lead in a circle');
  });
});
