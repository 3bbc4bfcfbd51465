import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { forgetDrafts } from './draft-names.js';
import {
  type Draft,
  DRAFT_LIFE_MS,
  draftKey,
  MOST_DRAFT_CHARACTERS,
  MOST_DRAFTS,
  readDraft,
  removeDraft,
  writeDraft,
} from './draft-store.js';

const ada = { id: 1, created: '2026-01-01T00:00:00Z' };
const draftAt = (at: number, typed: Draft['typed'] = { name: 'web' }): Draft => ({
  at,
  end: 'lost',
  tag: '"4"',
  opened: { name: '' },
  typed,
});

/** The storage of a browser, whose entries are its own members. */
class FakeStorage {
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(Reflect.get(this, name)) : null;
  }
  setItem(name: string, value: string): void {
    Object.assign(this, { [name]: value });
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

describe('drafts of forms', () => {
  const earlier = Reflect.get(globalThis, 'localStorage') as unknown;
  beforeEach(
    () => void Object.defineProperty(globalThis, 'localStorage', { value: new FakeStorage(), configurable: true }),
  );
  afterEach(() => void Object.defineProperty(globalThis, 'localStorage', { value: earlier, configurable: true }));

  it('should be read as they were written, until they are removed', () => {
    const key = draftKey(ada, 'project/1/keys/new');
    writeDraft(key, draftAt(1000));
    expect(readDraft(key, 1000)).toEqual(draftAt(1000));
    removeDraft(key);
    expect(readDraft(key, 1000)).toBeNull();
  });

  it('should belong to one user of one server', () => {
    writeDraft(draftKey(ada, 'form'), draftAt(1000));
    expect(readDraft(draftKey({ ...ada, id: 2 }, 'form'), 1000)).toBeNull();
    expect(readDraft(draftKey({ ...ada, created: '2026-02-01T00:00:00Z' }, 'form'), 1000)).toBeNull();
  });

  it('should be forgotten when their user signs out, and those of others kept', () => {
    const other = { ...ada, id: 11 };
    writeDraft(draftKey(ada, 'form'), draftAt(1000));
    writeDraft(draftKey(other, 'form'), draftAt(1000));
    forgetDrafts(ada);
    expect(readDraft(draftKey(ada, 'form'), 1000)).toBeNull();
    expect(readDraft(draftKey(other, 'form'), 1000)).not.toBeNull();
  });

  it('should age out, whichever way the clock was set', () => {
    const old = draftKey(ada, 'old');
    writeDraft(old, draftAt(0));
    expect(readDraft(old, DRAFT_LIFE_MS)).toBeNull();
    expect(readDraft(old, -DRAFT_LIFE_MS)).toBeNull();
    writeDraft(draftKey(ada, 'new'), draftAt(DRAFT_LIFE_MS));
    expect(localStorage.getItem(old)).toBeNull();
  });

  it('should be a bounded number, of which the oldest go first', () => {
    const keys = Array.from({ length: MOST_DRAFTS + 2 }, (_, index) => draftKey(ada, `form ${index}`));
    keys.forEach((key, index) => writeDraft(key, draftAt(1000 + index)));
    expect(keys.map((key) => readDraft(key, 1000) !== null)).toEqual([
      false,
      false,
      ...Array.from({ length: MOST_DRAFTS }, () => true),
    ]);
  });

  it('should be left out when they are too large, together with what was kept before', () => {
    const key = draftKey(ada, 'form');
    writeDraft(key, draftAt(1000));
    writeDraft(key, draftAt(1001, { text: 'x'.repeat(MOST_DRAFT_CHARACTERS) }));
    expect(readDraft(key, 1001)).toBeNull();
  });

  it.each(['', '{', '7', '{"at":1000}'])('should ignore what is no draft: %j', (text) => {
    const key = draftKey(ada, 'form');
    localStorage.setItem(key, text);
    expect(readDraft(key, 1000)).toBeNull();
  });
});
