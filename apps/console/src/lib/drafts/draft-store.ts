import { z } from 'zod';
import { DRAFTS, draftPrefix } from './draft-names.js';

/** Reason why a form ended before it was saved: its page was left, the session ended, or the tab ended without a word. */
const draftEnds = ['left', 'session', 'lost'] as const;

const Draft = z.object({
  /** Milliseconds since 1970 of the last change. */
  at: z.number(),
  end: z.enum(draftEnds),
  /** State of the row that was edited, for the check of a save; `null` without one. */
  tag: z.string().nullable(),
  /** The members that differ, as they were opened and as they were typed. */
  opened: z.record(z.string(), z.unknown()),
  typed: z.record(z.string(), z.unknown()),
});

/** Values that were typed into a form and not saved. */
export type Draft = z.infer<typeof Draft>;
export type DraftEnd = Draft['end'];

const DAY_MS = 86_400_000;
/** A week later nobody waits for it. */
export const DRAFT_LIFE_MS = 7 * DAY_MS;
/** Drafts that a browser keeps, of all people who use it. */
export const MOST_DRAFTS = 20;
/** Characters of one draft: a larger form is not kept. 20 of them are a fifth of what browsers give a site. */
export const MOST_DRAFT_CHARACTERS = 50_000;

/** The draft of a form, or `null`: none, one of an older version of the console, or one that has aged out. */
export function readDraft(key: string, now: number): Draft | null {
  const draft = parsed(stored(key));
  return draft !== null && isAlive(draft, now) ? draft : null;
}

/** Keeps a draft, and forgets those that have aged out and the oldest beyond the bound. Storage that is full or forbidden keeps none. */
export function writeDraft(key: string, draft: Draft): void {
  try {
    const text = JSON.stringify(draft);
    if (text.length > MOST_DRAFT_CHARACTERS) {
      localStorage.removeItem(key);
      return;
    }
    localStorage.setItem(key, text);
    forgetOld(draft.at);
  } catch {
    return;
  }
}

/** Forgets the draft of a form. */
export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    return;
  }
}

/** Name in the storage of a user's draft of a form. */
export const draftKey = (user: DraftUser, form: string): string => `${draftPrefix(user)}${form}`;

/** A server with a new database has another user of the same number. */
type DraftUser = Parameters<typeof draftPrefix>[0];

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(text: string | null): Draft | null {
  try {
    return Draft.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** A clock that was set back leaves drafts of the future: they age out too. */
const isAlive = ({ at }: Draft, now: number): boolean => Math.abs(now - at) < DRAFT_LIFE_MS;

function forgetOld(now: number): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(DRAFTS));
  const drafts = keys.map((key) => ({ key, draft: parsed(stored(key)) }));
  const alive = drafts.filter(({ draft }) => draft !== null && isAlive(draft, now));
  const newest = alive.toSorted((one, other) => (other.draft?.at ?? 0) - (one.draft?.at ?? 0)).slice(0, MOST_DRAFTS);
  const kept = new Set(newest.map(({ key }) => key));
  keys.filter((key) => !kept.has(key)).forEach(removeDraft);
}
