import { describe, expect, it } from '@jest/globals';
import { ownStart } from './stage-statuses.js';

const start = '2026-01-02T10:00:00.000Z';

describe('the own time of a task', () => {
  it('should leave out how long its plan waited for a decision', () => {
    const decision = { start: '2026-01-02T10:01:00.000Z', end: '2026-01-02T12:01:00.000Z' };
    expect(ownStart(start, decision)).toBe('2026-01-02T12:00:00.000Z');
  });

  it('should be all of its time without a decision', () => {
    expect(ownStart(start, undefined)).toBe(start);
    expect(ownStart(start, { start: '2026-01-02T10:01:00.000Z', end: null })).toBe(start);
  });
});
