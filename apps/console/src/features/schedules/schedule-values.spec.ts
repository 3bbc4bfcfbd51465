import { describe, expect, it } from '@jest/globals';
import { scheduleIssues, scheduleValues } from './schedule-values.js';

const nameless = { ...scheduleValues(null, 1), name: ' ' };

describe('scheduleIssues', () => {
  it('should require a name of a new schedule, and of one that has one', () => {
    for (const row of [null, { name: 'Nightly' }]) {
      expect(scheduleIssues(nameless, row)).toMatchObject([{ path: ['name'], code: 'empty' }]);
    }
  });

  it('should leave a stored schedule that has no name without one, as the server does', () => {
    expect(scheduleIssues(nameless, { name: '' })).toEqual([]);
  });
});
