import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { isRoot } from '../testing/isolated-runner.js';
import { ConfinedFiles } from './confined-files.js';
import { ownFiles } from './own-files.js';

const SECRET = 'of the runner';
const UID = 1_900_001;

(isRoot ? describe : describe.skip)('files of an attempt under the hands of root', () => {
  let area: string;
  let dir: string;
  let outside: string;
  let kept: string;
  let asked: string[];
  let files: ConfinedFiles;

  beforeEach(() => {
    area = realpathSync(mkdtempSync(join(tmpdir(), 'confined-')));
    [dir, outside, kept] = ['attempt', 'outside', 'kept'].map((name) => join(area, name)) as [string, string, string];
    [dir, outside, kept].forEach((each) => mkdirSync(each));
    mkdirSync(join(dir, 'a/b'), { recursive: true });
    writeFileSync(join(outside, 'secret'), SECRET, { mode: 0o600 });
    mkdirSync(join(outside, 'b'));
    writeFileSync(join(outside, 'b/secret'), SECRET);
    asked = [];
    const note = (path: string): null => (asked.push(path), null);
    const left: Partial<typeof ownFiles> = {
      real: async (path) => note(path),
      facts: async (path) => note(path),
      read: async (path) => note(path),
      write: async (path) => void note(path),
      makeDirectory: async (path) => void note(path),
      remove: async (path) => void note(path),
      rename: async (from) => void note(from),
      list: async (path) => (note(path), []),
    };
    const roots = [
      { seen: dir, real: dir },
      { seen: join(dir, 'cache'), real: kept },
    ];
    files = new ConfinedFiles(roots, { uid: UID, gid: UID }, { ...ownFiles, ...left });
  });
  afterEach(() => rmSync(area, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

  const untouched = (): void => {
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe(SECRET);
    expect(readFileSync(join(outside, 'b/secret'), 'utf8')).toBe(SECRET);
    expect(readdirSync(outside).sort()).toEqual(['b', 'secret']);
    expect(readdirSync(join(outside, 'b'))).toEqual(['secret']);
    expect(statSync(join(outside, 'secret')).uid).toBe(0);
  };

  /** Puts a link that leads out in the place of a part of `a/b/secret`. */
  const bend: Record<string, (target: (name: string) => string) => void> = {
    'the first directory': (target) => {
      rmSync(join(dir, 'a'), { recursive: true });
      symlinkSync(target(''), join(dir, 'a'));
    },
    'a directory on the way': (target) => {
      rmSync(join(dir, 'a/b'), { recursive: true });
      symlinkSync(target('b'), join(dir, 'a/b'));
    },
    'the file': (target) => symlinkSync(target('secret'), join(dir, 'a/b/secret')),
  };
  const styles: Record<string, (name: string) => string> = {
    absolute: (name) => join(outside, name),
    relative: (name) => join('../'.repeat(12), outside, name),
  };

  it.each(Object.keys(bend).flatMap((part) => Object.keys(styles).map((style) => [part, style] as const)))(
    'should leave what is behind a link in place of %s (%s) to programs of the user',
    async (part, style) => {
      bend[part]?.((name) => styles[style]?.(name) ?? '');
      const path = join(dir, 'a/b/secret');
      expect(await files.read(path)).toBeNull();
      expect(await files.real(path)).toBeNull();
      expect(await files.facts(path)).toBeNull();
      expect(asked.every((each) => resolve(each).startsWith(outside))).toBe(true);
      expect(() => files.follow(path, () => undefined)).toThrow();
      if (part === 'the file') {
        await files.write(path, 'mine');
        expect(lstatSync(path).isFile()).toBe(true);
      } else {
        await files.write(path, 'mine');
        await files.makeDirectory(`${path}/deeper`);
        await files.rename(path, join(dir, 'x'));
        await files.remove(path);
        expect(readdirSync(dir)).not.toContain('x');
      }
      untouched();
    },
  );

  it('should follow links that stay inside, in each part, and name the path without them', async () => {
    writeFileSync(join(dir, 'a/b/file'), 'inside');
    symlinkSync('a/b', join(dir, 'short'));
    symlinkSync(`${dir}/short/../b/file`, join(dir, 'long'));
    symlinkSync('long', join(dir, 'chain'));
    expect(await files.real(join(dir, 'chain'))).toBe(join(dir, 'a/b/file'));
    expect(String(await files.read(join(dir, 'chain')))).toBe('inside');
    expect(await files.real(join(dir, 'short/nothing'))).toBeNull();
    symlinkSync('loop', join(dir, 'loop'));
    await expect(files.read(join(dir, 'loop'))).rejects.toThrow('too many links');
    expect(asked).toEqual([]);
  });

  it('should find what is mounted in the directory of the attempt where it lies', async () => {
    await files.makeDirectory(join(dir, 'cache/galaxy'));
    await files.write(join(dir, 'cache/galaxy/x'), 'kept');
    expect(readFileSync(join(kept, 'galaxy/x'), 'utf8')).toBe('kept');
    expect(await files.real(`${dir}/cache/galaxy/../../a/b`)).toBe(join(dir, 'a/b'));
    expect(await files.real(`${dir}/a/../cache/galaxy/x`)).toBe(join(dir, 'cache/galaxy/x'));
  });

  it('should neither wait for a pipe nor open a device or a socket', async () => {
    const path = join(dir, 'a/b/special');
    for (const make of [
      ['mkfifo', path],
      ['mknod', path, 'c', '1', '5'],
    ] as const) {
      execFileSync(make[0], make.slice(1));
      expect(await files.read(path)).toBeNull();
      expect(await files.facts(path)).toMatchObject({ kind: 'other' });
      await files.write(path, 'mine');
      expect(readFileSync(path, 'utf8')).toBe('mine');
      unlinkSync(path);
    }
  });

  it('should read no file of another owner by a second name, and write to none', async () => {
    const path = join(dir, 'a/b/second');
    linkSync(join(outside, 'secret'), path);
    expect(await files.read(path)).toBeNull();
    await files.write(path, 'mine');
    untouched();
    linkSync(path, join(dir, 'own'));
    expect(String(await files.read(path))).toBe('mine');
  });

  it('should read no more than its bound, however large and empty a file is', async () => {
    const path = join(dir, 'a/b/huge');
    writeFileSync(path, '');
    truncateSync(path, 2 ** 40);
    await expect(files.read(path, 1024)).rejects.toThrow('more than 1024 bytes');
    truncateSync(path, 1024);
    expect((await files.read(path, 1024))?.length).toBe(1024);
  });

  it('should give what it makes to the user, with no right for anybody else', async () => {
    await files.makeDirectory(join(dir, 'new/deep'));
    await files.write(join(dir, 'new/deep/file'), 'x', { isNew: true });
    await expect(files.write(join(dir, 'new/deep/file'), 'y', { isNew: true })).rejects.toMatchObject({
      code: 'EEXIST',
    });
    for (const [path, mode] of [
      ['new', 0o700],
      ['new/deep', 0o700],
      ['new/deep/file', 0o600],
    ] as const) {
      const { uid, gid, mode: found } = statSync(join(dir, path));
      expect([uid, gid, found & 0o777]).toEqual([UID, UID, mode]);
    }
    symlinkSync(join(outside, 'new'), join(dir, 'dangling'));
    await expect(files.write(join(dir, 'dangling'), 'y', { isNew: true })).rejects.toMatchObject({ code: 'EEXIST' });
    untouched();
  });

  it('should remove links themselves, and leave large trees to a program of the user', async () => {
    symlinkSync(outside, join(dir, 'link'));
    await files.remove(join(dir, 'link'));
    await files.remove(join(dir, 'missing'));
    symlinkSync(outside, join(dir, 'a/b/link'));
    await files.remove(join(dir, 'a'));
    expect(asked).toEqual([]);
    expect(readdirSync(dir)).toEqual([]);
    mkdirSync(join(dir, 'many'));
    Array.from({ length: 500 }, (_, i) => writeFileSync(join(dir, 'many', String(i)), ''));
    await files.remove(join(dir, 'many'));
    expect(asked).toEqual([join(dir, 'many')]);
    untouched();
  });

  it('should be led nowhere by a process that changes the way all the time', async () => {
    [dir, join(dir, 'a'), join(dir, 'a/b')].forEach((each) => chownSync(each, UID, UID));
    [area, dir].forEach((each) => chmodSync(each, 0o755));
    const script = `cd '${dir}'; ln -s '${outside}' evil; while :; do mv a kept-a; mv evil a; mv a evil; mv kept-a a; done`;
    const child = spawn('/bin/sh', ['-c', script], { uid: UID, gid: UID, stdio: 'ignore', detached: true });
    const group = -(child.pid ?? 0);
    try {
      for (let i = 0; i < 2_000; i++) {
        const path = join(dir, 'a/b/secret');
        expect(String(await files.read(path))).not.toBe(SECRET);
        await files.write(path, 'mine').catch(() => undefined);
        await files.makeDirectory(join(dir, 'a/b/made')).catch(() => undefined);
      }
    } finally {
      process.kill(group, 'SIGKILL');
    }
    await eventually(() => expect(() => process.kill(group, 0)).toThrow('ESRCH'));
    untouched();
  });
});
