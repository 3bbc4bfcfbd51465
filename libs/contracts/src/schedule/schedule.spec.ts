import { describe, expect, it } from '@jest/globals';
import { faultsOf, faultyMembers } from '../testing/faults-of.js';
import { ScheduleInput, ScheduleTimingInput } from './schedule.js';

const body = { template_id: 4, name: 'Nightly', cron_format: '0 3 * * *' };
const faults = (input: object): string[] => faultsOf(ScheduleInput, input);

describe('a schedule as it is sent', () => {
  it('should have defaults for what is absent or null, and leave open what other products do not know', () => {
    const plain = { active: null, overlap_policy: null, missed_policy: undefined, timezone: null, task_params: null };
    expect(ScheduleInput.parse({ ...body, ...plain })).toMatchObject({
      type: '',
      timezone: undefined,
      overlap_policy: undefined,
      missed_policy: undefined,
      run_at: null,
      repository_id: null,
      task_params: { environment: null, secret: null },
    });
  });

  it('should start a template or a workflow', () => {
    const { template_id: _, ...nothing } = body;
    expect(faults(nothing)).toEqual(['template_id required']);
    expect(faults({ ...nothing, workflow_id: 3 })).toEqual([]);
    expect(faults({ ...body, workflow_id: 3 })).toEqual(['template_id schedule_workflow']);
  });

  it('should give a workflow nothing of what templates launch with', () => {
    const given = { ...body, template_id: null, workflow_id: 3, repository_id: 2, task_params: { message: 'm' } };
    expect(faults(given)).toEqual(['repository_id schedule_workflow', 'task_params schedule_workflow']);
    expect(faults({ ...given, repository_id: 0, task_params: { message: null } })).toEqual([]);
  });

  it('should need a moment when it runs once', () => {
    expect(faults({ ...body, type: 'run_at' })).toEqual(['run_at required']);
    expect(faults({ ...body, type: 'run_at', run_at: '2030-01-01T00:00:00Z' })).toEqual([]);
  });

  it('should look for commits again and again, or not at all', () => {
    const once = { ...body, type: 'run_at', run_at: '2030-01-01T00:00:00Z', repository_id: 3 };
    expect(faults(once)).toEqual(['repository_id schedule_once']);
    expect(faults({ ...body, repository_id: 3 })).toEqual([]);
  });

  it.each([
    ['name', 'a\nb'],
    ['name', 'x'.repeat(256)],
    ['cron_format', '0 3 * * *\u0000'],
    ['timezone', 'x'.repeat(65)],
    ['overlap_policy', 'wait'],
    ['type', 'daily'],
  ])('should refuse as %s: %j', (member, value) => {
    expect(faultyMembers(ScheduleInput, { ...body, [member]: value })).toEqual([member]);
  });

  it('should keep what it launches with as it was sent, but for ids of a launch', () => {
    const task_params = { id: 9, template_id: 4, message: 'nightly', params: { limit: ['web'] }, later: { a: 1 } };
    expect(ScheduleInput.parse({ ...body, task_params }).task_params).toEqual({
      environment: null,
      secret: null,
      message: 'nightly',
      params: { limit: ['web'] },
      later: { a: 1 },
    });
  });

  it('should keep no more of other members than 64 KiB, and none that are nested too deep', () => {
    const deep = (depth: number): object => (depth === 0 ? {} : { in: deep(depth - 1) });
    expect(faults({ ...body, task_params: { later: 'x'.repeat(65_500) } })).toEqual([]);
    expect(faults({ ...body, task_params: { one: 'x'.repeat(40_000), two: 'x'.repeat(40_000) } })).toEqual([
      'task_params json_too_long',
    ]);
    expect(faults({ ...body, task_params: { later: deep(15) } })).toEqual([]);
    expect(faults({ ...body, task_params: { later: deep(16) } })).toEqual(['task_params json_deep']);
  });

  it('should be asked for its next runs with a whole schedule as well', () => {
    expect(ScheduleTimingInput.parse(body)).toEqual({ type: '', cron_format: '0 3 * * *', run_at: null });
  });
});
