import { describe, expect, it } from '@jest/globals';
import { type Schedule, ScheduleInput } from '@switchyard/contracts';
import { DEFAULT_CRON } from './timing.js';
import {
  needsName,
  scheduleBody,
  scheduleIssues,
  scheduleValues,
  startsEveryMinute,
  timingBody,
} from './schedule-values.js';

const nameless = { ...scheduleValues(null, 1), name: ' ' };
const named = { ...nameless, name: 'Nightly' };

const row = {
  id: 8,
  name: 'Nightly',
  template_id: 4,
  workflow_id: null,
  type: '',
  cron_format: '15 3 * * 1',
  run_at: null,
  timezone: 'Europe/Berlin',
  repository_id: null,
  overlap_policy: 'skip',
  missed_policy: 'run_once',
  active: false,
  pause_reason: 'holidays',
  delete_after_run: false,
} as Schedule;

describe('scheduleValues', () => {
  it('should begin a new one active, daily at a round hour, with the only template there is', () => {
    const values = scheduleValues(null, 4);
    expect(values).toMatchObject({ template_id: 4, active: true, mode: 'daily', cron_format: '0 4 * * *' });
    expect(scheduleIssues({ ...scheduleValues(null, 4), name: 'Nightly' }, null)).toEqual([]);
  });

  it('should hold what is stored, with the mode that shows it', () => {
    expect(scheduleValues(row, undefined)).toMatchObject({ mode: 'weekly', cron_format: '15 3 * * 1', active: false });
    expect(scheduleValues({ ...row, cron_format: '@daily' }, undefined).mode).toBe('raw');
    expect(scheduleValues({ ...row, repository_id: 3 }, undefined)).toMatchObject({
      mode: 'commits',
      repository_id: 3,
    });
  });

  it('should hold a moment in the time of the reader, and send the same moment', () => {
    const run_at = '2030-01-31T08:15:00.000Z';
    const values = scheduleValues({ ...row, type: 'run_at', cron_format: '', run_at }, undefined);
    expect([values.mode, values.cron_format]).toEqual(['once', DEFAULT_CRON]);
    expect(values.run_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    expect(new Date(values.run_at).toISOString()).toBe(run_at);
    expect(timingBody(values)).toMatchObject({ type: 'run_at', cron_format: '', run_at });
  });
});

describe('scheduleBody', () => {
  it('should start what was chosen, whatever was chosen before', () => {
    const values = { ...scheduleValues(row, undefined), workflow_id: 6, target: 'workflow' as const };
    const body = ScheduleInput.parse(scheduleBody(values, { message: 'of the template' }));
    expect(body).toMatchObject({ template_id: null, workflow_id: 6, task_params: { environment: null } });
    expect(body.task_params).not.toHaveProperty('message');
    expect(scheduleIssues({ ...values, workflow_id: undefined }, row).map(({ path }) => path)).toEqual([
      ['workflow_id'],
    ]);
    expect(scheduleBody({ ...values, target: 'template' }, {})).not.toHaveProperty('workflow_id');
  });

  it('should be what the contract takes', () => {
    const body = scheduleBody(scheduleValues(row, undefined), { message: 'nightly' });
    expect(ScheduleInput.parse(body)).toMatchObject({ name: 'Nightly', task_params: { message: 'nightly' } });
  });

  it('should keep why it is paused', () => {
    const body = scheduleBody({ ...scheduleValues(row, undefined), name: 'Renamed' }, {});
    expect(ScheduleInput.parse(body)).toMatchObject({ active: false, pause_reason: 'holidays' });
  });

  it('should name a repository only when new commits are looked for', () => {
    const values = { ...named, repository_id: 3 };
    expect(scheduleBody(values, {})).toMatchObject({ repository_id: null });
    expect(scheduleBody({ ...values, mode: 'commits' }, {})).toMatchObject({ repository_id: 3 });
    expect(scheduleBody({ ...named, mode: 'commits' }, {})).toMatchObject({ repository_id: null });
  });

  it('should send no moment that cannot be read', () => {
    expect(timingBody({ ...named, mode: 'once', run_at: 'soon' })).toMatchObject({ run_at: null });
  });
});

describe('startsEveryMinute', () => {
  it('should hold for what starts a task each minute and is not stored so', () => {
    const everyMinute = { mode: 'hourly', cron_format: DEFAULT_CRON } as const;
    expect(startsEveryMinute(everyMinute, null)).toBe(true);
    expect(startsEveryMinute(everyMinute, row)).toBe(true);
    expect(startsEveryMinute(everyMinute, { cron_format: DEFAULT_CRON })).toBe(false);
  });

  it('should not hold where no cron counts, or a check alone is due', () => {
    expect(startsEveryMinute({ mode: 'once', cron_format: DEFAULT_CRON }, null)).toBe(false);
    expect(startsEveryMinute({ mode: 'commits', cron_format: DEFAULT_CRON }, null)).toBe(false);
    expect(startsEveryMinute(scheduleValues(null, 4), null)).toBe(false);
  });
});

describe('scheduleIssues', () => {
  it('should require a name of a new schedule, and of one that has one', () => {
    for (const stored of [null, { name: 'Nightly' }]) {
      expect(scheduleIssues(nameless, stored)).toMatchObject([{ path: ['name'], code: 'empty' }]);
      expect(needsName(stored)).toBe(true);
    }
  });

  it('should leave a stored schedule that has no name without one, as the server does', () => {
    expect(scheduleIssues(nameless, { name: '' })).toEqual([]);
    expect(needsName({ name: '' })).toBe(false);
  });

  it('should require what its mode needs', () => {
    const paths = (values: typeof named) => scheduleIssues(values, null).map(({ path }) => path.join('.'));
    expect(paths({ ...named, mode: 'commits' })).toEqual(['repository_id']);
    expect(paths({ ...named, cron_format: ' ' })).toEqual(['cron_format']);
    expect(paths({ ...named, mode: 'once', cron_format: ' ', run_at: '2099-01-01T00:00' })).toEqual([]);
  });
});
