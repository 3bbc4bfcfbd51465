import { describe, expect, it } from '@jest/globals';
import { foundGroups, type PaletteEntry, type PaletteGroup } from './palette-entries.js';

const entry = (group: PaletteGroup, text: string): PaletteEntry => ({
  key: `${group} ${text}`,
  group,
  text,
  icon: null,
  onOpen: () => undefined,
});
const entries = [
  entry('pages', 'Templates'),
  ...Array.from({ length: 8 }, (_, i) => entry('templates', `Build and deploy ${i}`)),
  entry('templates', 'Deploy storefront'),
  ...Array.from({ length: 9 }, (_, i) => entry('tasks', `#${i} Deploy storefront`)),
];
const texts = (search: string) =>
  foundGroups(entries, search).map(({ group, entries: found }) => [group, found.map(({ text }) => text)]);

describe('foundGroups', () => {
  it('should show the best of each group first, and five of it at the most', () => {
    const [[group, found] = []] = texts('deploy');
    expect(group).toBe('templates');
    expect(found).toHaveLength(5);
    expect(found?.[0]).toBe('Deploy storefront');
  });

  it('should show the last tasks and the pages before anything is typed', () => {
    expect(texts('').map(([group]) => group)).toEqual(['tasks', 'pages']);
    expect(texts('')[0]?.[1]).toHaveLength(5);
  });

  it('should show commands, resources and commits once something is typed', () => {
    const others = [
      entry('actions', 'New key'),
      entry('resources', 'Deploy key'),
      entry('commits', '2fa86bd914 Add a key'),
    ];
    const found = (search: string) => foundGroups([...entries, ...others], search).map(({ group }) => group);
    expect(found('')).toEqual(['tasks', 'pages']);
    expect(found('key')).toEqual(['actions', 'resources', 'commits']);
  });

  it('should leave out groups without a match', () => expect(texts('templates')).toEqual([['pages', ['Templates']]]));

  it('should find nothing for what is nowhere', () => expect(texts('zzz')).toEqual([]));
});
