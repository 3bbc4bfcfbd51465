import { describe, expect, it } from '@jest/globals';
import { packedList, unpackedList } from './resource-list.js';
import { stateChanges } from './state-changes.js';

type Resource = readonly [address: string, version: number];

const list = (resources: readonly Resource[]): Buffer =>
  Buffer.from(JSON.stringify(resources.map(([address, version]) => [address, String(version).padStart(16, 'h')])));

describe(stateChanges.name, () => {
  const before: Resource[] = [
    ['box.a', 1],
    ['box.b["k\\""]', 1],
    ['box.ç', 1],
    ['box.d', 1],
  ];
  it.each<[string, Resource[], [added: number, changed: number, removed: number]]>([
    ['nothing', before, [0, 0, 0]],
    ['values', before.map(([address], i) => [address, i % 2]), [0, 2, 0]],
    ['one more at the end', [...before, ['box.e', 1]], [1, 0, 0]],
    ['one more at the beginning', [['box.0', 1], ...before], [1, 0, 0]],
    ['one less and another value behind it', [...before.slice(0, 2), ['box.d', 2]], [0, 1, 1]],
    ['another order', before.toReversed(), [0, 0, 0]],
    ['an address that begins like another', [...before.slice(0, 3), ['box.dd', 1]], [1, 0, 1]],
    ['all of them gone', [], [0, 0, 4]],
  ])('should count what differs: %s', (_, after, [added, changed, removed]) => {
    expect(stateChanges(list(before), list(after))).toEqual({ added, changed, removed });
  });

  it('should count all of the first version as added', () => {
    expect(stateChanges(Buffer.alloc(0), list(before))).toEqual({ added: 4, changed: 0, removed: 0 });
  });
});

describe(unpackedList.name, () => {
  it('should give back what was packed, and read what was stored before lists were packed', () => {
    const stored = list(Array.from({ length: 500 }, (_, i) => [`box.a[${i}]`, i]));
    expect(unpackedList(packedList(stored))).toEqual(stored);
    expect(packedList(stored).length).toBeLessThan(stored.length / 2);
    expect(unpackedList(stored)).toBe(stored);
  });
});
