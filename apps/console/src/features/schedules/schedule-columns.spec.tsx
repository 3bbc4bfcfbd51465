import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Schedule, ScheduleRun } from '@switchyard/contracts';
import i18next from 'i18next';
import { rowOf } from '../../components/testing/row-of.js';
import { Stage } from '../../components/testing/shown.js';
import { ActiveSwitch, NextRun, scheduleColumns, ScheduleTiming } from './schedule-columns.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const row = (members: Partial<Schedule>): Schedule => rowOf(Schedule, { id: 1, name: 'Nightly', ...members });
const run = (members: Partial<ScheduleRun>): ScheduleRun => rowOf(ScheduleRun, members);
const column = (key: string) => {
  const found = scheduleColumns(i18next.t, 1).find((each) => each.key === key);
  if (found === undefined) {
    throw new Error(`no column ${key}`);
  }
  return found;
};
const cell = (key: string, members: Partial<Schedule>) => stage.show(column(key).render(row(members)));

describe('when a schedule runs', () => {
  const timing = (members: Partial<Schedule>): string => stage.show(<ScheduleTiming row={row(members)} />).text;

  it('should be words, and the expression itself where it has none', () => {
    expect(timing({ cron_format: '0 8 * * 1,3', timezone: 'UTC' })).toMatch(/^Mon.*08:00/);
    expect(timing({ cron_format: '*/7 1-3 */2 * 5', timezone: 'UTC' })).toContain('*/7 1-3 */2 * 5');
  });

  it('should name a zone that is not the own one of the reader', () => {
    expect(timing({ cron_format: '0 8 * * *', timezone: 'Pacific/Kiritimati' })).toContain('Pacific/Kiritimati');
  });

  it('should show the expression once, beside its words', () => {
    const shown = (cron_format: string): number => cell('when', { cron_format }).text.split(cron_format).length - 1;
    expect([shown('0 8 * * *'), shown('*/7 1-3 */2 * 5')]).toEqual([1, 1]);
  });

  it('should show no expression of a schedule that runs once', () => {
    const { text } = cell('when', { type: 'run_at', run_at: '2026-01-01T00:00:00Z', cron_format: '0 8 * * *' });
    expect(text).not.toContain('0 8');
  });
});

describe('the next run', () => {
  const next = (members: Partial<Schedule>): string => stage.show(<NextRun row={row(members)} />).text;

  it('should give the reason of a pause, with hidden characters made visible', () => {
    const text = next({ active: false, pause_reason: 'moving\u202e house' });
    expect(text).toContain('moving');
    expect(text).not.toContain('\u202e');
    expect(next({ active: false, pause_reason: '' })).toBe('Paused');
  });

  it('should be none for one that ran once, and not a pause', () => {
    expect(next({ active: false, type: 'run_at', last_run: run({ result: 'started', task_id: 3 }) })).not.toContain(
      'Paused',
    );
  });

  it('should be sorted with those last that have none', () => {
    const of = (next_run_at: string | null): Schedule => row({ next_run_at });
    const [none, late, early] = [of(null), of('2026-05-02T00:00:00Z'), of('2026-05-01T00:00:00Z')];
    expect([none, late, early].toSorted(column('next').sorter)).toEqual([early, late, none]);
  });
});

describe('what a schedule starts', () => {
  it('should be a link to its template or its workflow', () => {
    const template = cell('template', { template_id: 4, tpl_name: 'Build', workflow_id: null });
    expect([template.text, template.html]).toEqual(['Build', expect.stringContaining('/project/1/templates/4"')]);
    const workflow = cell('template', { template_id: null, workflow_id: 5, workflow_name: 'Release' });
    expect([workflow.text, workflow.html]).toEqual(['Release', expect.stringContaining('/project/1/workflows/5"')]);
  });
});

describe('the last run', () => {
  it('should lead to the run of a workflow', () => {
    const { links, text } = cell('last', { last_run: run({ result: 'started', run_id: 9, run_status: 'failed' }) });
    expect(links).toEqual(['#9']);
    expect(text).toContain('Failed');
  });

  it('should be a dash before the first, and a link once there is a task', () => {
    expect(cell('last', { last_run: null }).text).toBe('–');
    const { links, text } = cell('last', {
      last_run: run({ result: 'started', task_id: 12, task_status: 'success' }),
    });
    expect(links).toEqual(['#12']);
    expect(text).toContain('Success');
  });

  it.each([
    ['refused', true],
    ['failed', true],
    ['missed', false],
  ] as const)('should stand out where it was %s: %s', (result, isFault) => {
    expect(cell('last', { last_run: run({ result }) }).html.includes('sy-field-fault')).toBe(isFault);
  });
});

describe('the switch of a schedule', () => {
  it('should be off limits without the right to change it', () => {
    expect(stage.show(<ActiveSwitch row={row({ active: true })} />).html).toContain('disabled=""');
    expect(stage.show(<ActiveSwitch row={row({ active: true })} onChange={() => undefined} />).html).not.toContain(
      'disabled=""',
    );
  });
});
