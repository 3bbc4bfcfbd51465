import { describe, expect, it } from '@jest/globals';
import { ownTime } from './own-time.js';

const start = '2026-01-02T10:00:00.000Z';
const planned = '2026-01-02T10:01:00.000Z';
const decided = '2026-01-02T12:01:00.000Z';
const end = '2026-01-02T12:02:00.000Z';

describe(ownTime.name, () => {
  it('should leave out how long the plan of a task waited for a decision', () => {
    expect(ownTime({ start, end, planned, decided })).toEqual({ start: '2026-01-02T12:00:00.000Z', end });
    expect(ownTime({ start, end: null, planned, decided })).toEqual({ start: '2026-01-02T12:00:00.000Z', end: null });
  });

  it('should stand still while the plan waits, and when nobody decided before the end', () => {
    expect(ownTime({ start, end: null, planned, decided: null })).toEqual({ start, end: planned });
    expect(ownTime({ start, end, planned, decided: null })).toEqual({ start, end: planned });
  });

  it('should be all of the time of a task without a plan, also of one that has not begun', () => {
    expect(ownTime({ start, end, planned: null, decided: null })).toEqual({ start, end });
    expect(ownTime({ start: null, end: null, planned: null, decided: null })).toEqual({ start: null, end: null });
  });
});
