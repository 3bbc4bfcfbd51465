import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Draft } from '../../lib/drafts/draft-store.js';
import { formStart } from './form-start.js';

const stored = { name: 'web', note: undefined as string | undefined, rows: [{ key: 1, value: 'a' }] };
const draftOf = (members: Partial<Draft>): string =>
  JSON.stringify({ at: Date.now(), end: 'left', tag: 'v1', opened: {}, typed: {}, ...members });

describe(formStart.name, () => {
  const kept = new Map<string, string>();
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  beforeEach(() => {
    const storage = { getItem: (name: string) => kept.get(name) ?? null };
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
  });
  afterEach(() => {
    kept.clear();
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'localStorage');
    if (before) {
      Object.defineProperty(globalThis, 'localStorage', before);
    }
  });
  const start = (draft?: string, key: string | null = 'd') => {
    if (draft !== undefined) {
      kept.set('d', draft);
    }
    return formStart({ stored, tag: 'v2' }, key);
  };

  it('should begin with what is stored where nothing was typed, and where no draft is kept', () => {
    const plain = { shown: stored, opened: stored, tag: 'v2', draft: null };
    expect(start()).toEqual(plain);
    expect(start(draftOf({ typed: { name: 'mine' } }), null)).toEqual(plain);
  });

  it('should show what was typed, as a change of what was opened then', () => {
    const { shown, opened, tag, draft } = start(draftOf({ opened: { name: 'old' }, typed: { name: 'mine' } }));
    expect([shown.name, opened.name, tag]).toEqual(['mine', 'old', 'v1']);
    expect(draft?.end).toBe('left');
  });

  it('should forget a draft that says what is stored by now', () => {
    expect(start(draftOf({ typed: { name: 'web' } })).draft).toBeNull();
  });

  it('should take null in a draft for an empty field, as JSON has no other word', () => {
    const { shown } = start(draftOf({ typed: { name: 'mine', note: null } }));
    expect(shown).toHaveProperty('note', undefined);
  });

  it('should give lines new keys, so that none is there twice', () => {
    const rows = [
      { key: 1, value: 'b' },
      { key: 1, value: 'c' },
    ];
    const { shown } = start(draftOf({ typed: { rows } }));
    expect(shown.rows.map(({ value }) => value)).toEqual(['b', 'c']);
    expect(new Set(shown.rows.map(({ key }) => key)).size).toBe(2);
  });

  it('should discard a draft that a newer or older version wrote', () => {
    expect(start('{"at": "yesterday"}').draft).toBeNull();
    expect(start('not json').draft).toBeNull();
  });
});
