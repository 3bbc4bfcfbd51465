import { describe, expect, it } from '@jest/globals';
import type { Schedule } from '@switchyard/contracts';
import { commitSchedule, commitValues, isSameCommits } from './use-commit-schedule.js';

const stored = {
  id: 5,
  project_id: 1,
  template_id: 9,
  name: 'Nightly',
  active: true,
  repository_id: 3,
  cron_format: '*/5 * * * *',
  type: '',
} as Schedule;

describe('the schedule that looks for commits', () => {
  it('should fill the fields of the form, which are off where there is none', () => {
    expect(commitValues(stored)).toEqual({
      on_commit: true,
      commit_repository_id: 3,
      commit_interval: '*/5 * * * *',
    });
    expect(commitValues(null)).toMatchObject({ on_commit: false, commit_repository_id: undefined });
    expect(commitValues({ ...stored, repository_id: null }).commit_repository_id).toBeUndefined();
  });

  it.each([
    ['nothing is changed', {}, stored, true],
    ['another repository is chosen', { commit_repository_id: 4 }, stored, false],
    ['it looks more often', { commit_interval: '* * * * *' }, stored, false],
    ['it is switched off', { on_commit: false }, stored, false],
    [
      'it was off and is off, with another interval',
      { on_commit: false, commit_interval: '* * * * *' },
      { ...stored, active: false },
      true,
    ],
    ['it was off and is switched on', {}, { ...stored, active: false }, false],
    ['there was none and it is off', { on_commit: false, commit_repository_id: 4 }, null, true],
    ['there was none and it is on', {}, null, false],
  ] as const)('should be compared when %s', (_, change, before, isSame) => {
    expect(isSameCommits({ ...commitValues(stored), ...change }, before)).toBe(isSame);
  });

  it('should be named as the template when it is new', () => {
    const values = { name: 'Deploy', on_commit: true, commit_repository_id: 3, commit_interval: '*/5 * * * *' };
    expect(commitSchedule(9, values, null)).toMatchObject({
      name: 'Deploy',
      template_id: 9,
      active: true,
      repository_id: 3,
      cron_format: '*/5 * * * *',
    });
  });

  it('should keep its name and what the form does not show', () => {
    const values = { name: 'Deploy', ...commitValues(stored), on_commit: false };
    const sent = commitSchedule(9, values, { ...stored, timezone: 'Europe/Berlin' });
    expect(sent).toMatchObject({ name: 'Nightly', active: false, timezone: 'Europe/Berlin', repository_id: 3 });
  });
});
