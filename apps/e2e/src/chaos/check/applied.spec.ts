import { describe, expect, it } from '@jest/globals';
import { checkApplied } from './applied.js';
import type { HistoryTask } from '../history/history.js';
import { type Sample, soundHistory } from './sample-history.js';

type Applied = Sample['applied'][number];

/** Finding once the only workspace of a sound history was spoiled. */
function found(spoil: (applied: Applied) => void): string {
  const sample = soundHistory();
  const [applied] = sample.applied;
  if (applied) {
    spoil(applied);
  }
  return checkApplied(sample)
    .map(({ promise, text }) => `${promise}: ${text}`)
    .join('; ');
}

const BEGINS = 'create begins';

describe(checkApplied.name, () => {
  it('should find nothing where the state knows what exists, whole, tainted or removed', () => {
    expect(found(() => undefined)).toBe('');
  });

  it.each<[string, (applied: Applied) => void]>([
    ['"whole" exists and is in no state', ({ known }) => known.splice(0, 1)],
    ['"cancelled" exists and is in no state', ({ known }) => known.splice(1, 1)],
    ['"new" exists and is in no state', ({ journals }) => journals.set('new', [BEGINS])],
    ['"whole" exists 2 times', ({ journals }) => journals.set('whole', [BEGINS, BEGINS, 'create done'])],
    ['"removed" is in the state and does not exist', ({ known }) => known.push('removed')],
    ['"whole" is in the state twice', ({ known }) => known.push('whole')],
    ['"strange" is in the state and was never made', ({ known }) => known.push('strange')],
  ])('should find that %s', (text, spoil) => {
    expect(found(spoil)).toBe(`13: workspace staging: ${text}`);
  });

  it('should find that no apply can have worked', () => {
    const sample = soundHistory();
    const [task] = sample.tasks;
    const applies = Array.from({ length: 10 }, () => ({
      ...(task as HistoryTask),
      templateId: 77,
      status: 'error' as const,
    }));
    const history = { ...sample, tasks: applies, applyTemplates: new Set([77]) };
    expect(checkApplied(history).map(({ text }) => text)).toEqual(['none of 10 applies has succeeded']);
    expect(
      checkApplied({
        ...history,
        tasks: [...applies, { ...(task as HistoryTask), templateId: 77, status: 'success' }],
      }),
    ).toEqual([]);
  });

  it('should allow what only a state that is offered knows', () => {
    expect(
      found(({ known, offered }) => {
        offered.push(...known.splice(0));
      }),
    ).toBe('');
  });
});
