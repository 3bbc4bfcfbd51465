import { own } from '@switchyard/contracts';
import { isCommonValue } from '@switchyard/masking';
import type { Change } from './change.js';

/**
 * Collects texts and numbers that are marked as sensitive anywhere in a change: a copy of one, such as an attribute that a
 * provider computes from it, often has no mark.
 */
export function noteHidden(change: Change, hidden: Set<string>): void {
  noteMarked(change.before, change.before_sensitive, hidden);
  noteMarked(change.after, change.after_sensitive, hidden);
}

/** @param marks `true`, or the same structure as the value with `true` in it */
export function noteMarked(value: unknown, marks: unknown, hidden: Set<string>): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const mark = marks === true || memberOf(marks, name);
      if (mark !== false && mark !== undefined) {
        noteMarked(member, mark, hidden);
      }
    }
    return;
  }
  const text = String(value);
  if (marks === true && (typeof value === 'string' || typeof value === 'number') && !isCommonValue(text)) {
    hidden.add(text);
  }
}

/** A member of an object or a list, by its own name or number. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? own(value as Readonly<Record<string, unknown>>, name) : undefined;
