import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartError } from '../start-error.js';
import { dropTaskPlace, listTaskPlaces, takeTaskPlace } from './task-place.js';

const known = { uidMap: '0 0 4294967295\n', accounts: 'root:x:0:0::/root:/bin/sh\n', subordinate: '' };

describe(takeTaskPlace.name, () => {
  let root: string;
  let base: string;
  const data = (name: string): string => {
    mkdirSync(join(root, name), { recursive: true });
    return join(root, name);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'switchyard-place-'));
    base = join(root, 'tasks');
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  it('should give each installation a place and ids of its own, and the same ones again', () => {
    const [one, other] = [takeTaskPlace(base, data('one'), known), takeTaskPlace(base, data('other'), known)];
    expect(one).toEqual({ dir: join(base, '0'), range: { first: 700_000, last: 708_191 } });
    expect(other.range.first).toBe(708_192);
    expect(takeTaskPlace(base, data('one'), known)).toEqual(one);
    expect([base, one.dir].map((dir) => statSync(dir).mode & 0o777)).toEqual([0o711, 0o711]);
  });

  it('should take over the place of an installation that is gone, empty', () => {
    const { dir } = takeTaskPlace(base, data('gone'), known);
    writeFileSync(join(dir, 'left'), 'secret');
    rmSync(data('gone'), { recursive: true });
    expect(takeTaskPlace(base, data('next'), known).dir).toBe(dir);
    expect(readdirSync(dir)).toEqual(['data-directory']);
    expect(readdirSync(base)).toEqual(['0']);
  });

  it('should move on when an account got one of its ids', () => {
    const taken = { ...known, accounts: 'ann:x:700001:1::/home/ann:/bin/sh\n' };
    takeTaskPlace(base, data('one'), known);
    expect(takeTaskPlace(base, data('one'), taken).range.first).toBe(708_192);
    expect(readdirSync(base)).toEqual(['1']);
  });

  it('should be removed when it is not needed any more', () => {
    const { dir } = takeTaskPlace(base, data('one'), known);
    dropTaskPlace(base, data('other'));
    expect(existsSync(dir)).toBe(true);
    dropTaskPlace(base, data('one'));
    expect(existsSync(dir)).toBe(false);
  });

  it('should be listed with its owner, and as left behind when that is gone or unknown', () => {
    expect(listTaskPlaces(base)).toEqual([]);
    const places = ['one', 'gone'].map((name) => takeTaskPlace(base, data(name), known).dir);
    rmSync(data('gone'), { recursive: true });
    mkdirSync(join(base, '0.old-7'));
    expect(listTaskPlaces(base)).toEqual([
      { dir: places[0], owner: data('one'), isLeft: false },
      { dir: join(base, '0.old-7'), owner: null, isLeft: true },
      { dir: places[1], owner: join(root, 'gone'), isLeft: true },
    ]);
  });

  it('should report what to do without free ids or without a place', () => {
    expect(() => takeTaskPlace(base, data('one'), { ...known, uidMap: '0 1000 1\n' })).toThrow(/RUN_AS to a range/);
    writeFileSync(join(root, 'file'), '');
    expect(() => takeTaskPlace(join(root, 'file'), data('one'), known)).toThrow(StartError);
  });
});
