import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BusChannel,
  type ObjectReferences,
  type Schedule as WireSchedule,
  type ScheduleForecast,
} from '@switchyard/contracts';
import { Audit, Schedule, ScheduleRun, type Template } from '@switchyard/database';
import { newGitRepository, newTask, newTemplate } from '@switchyard/database/testing';
import type { MessageBus } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { MAX_SCHEDULES } from '../../platform/bounds.js';
import { BUS } from '../../platform/infrastructure/tokens.js';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

const QUESTION = { title: 'Pin', description: '', values: [], default_value: '', required: true };

describe('schedules', () => {
  let test: ProjectFixture;
  let template: Template;
  beforeAll(async () => {
    test = await startProjectFixture({ SWITCHYARD_SCHEDULE_TIMEZONE: 'Asia/Kolkata' });
    template = await newTemplate(test.dataSource, { projectId: test.projectId, name: 'Nightly' });
  });
  afterAll(() => test.close());

  const path = (rest: string | number = ''): string => `${test.base}/schedules${rest === '' ? '' : `/${rest}`}`;
  const body = (part: object = {}) => ({ name: 'S', template_id: template.id, cron_format: '0 4 * * *', ...part });
  const post = (part: object = {}) => test.manager.post(path(), body(part));
  async function created(part: object = {}): Promise<WireSchedule> {
    const answer = await post(part);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json<WireSchedule>();
  }
  const read = async (id: number) => (await test.manager.get(path(id))).json<WireSchedule>();
  const row = (id: number) => test.dataSource.manager.findOneByOrFail(Schedule, { id });
  const errorOf = async (part: object) => {
    const answer = await post(part);
    return [answer.status, answer.json<{ error: string }>().error];
  };

  it('should be made, shown, changed and removed, with activity', async () => {
    const made = await created();
    expect(made).toMatchObject({ active: false, next_run_at: null, tpl_name: 'Nightly', timezone: '', last_run: null });
    expect((await test.manager.get(path())).json<WireSchedule[]>()).toContainEqual(made);
    const change = {
      ...made,
      active: true,
      cron_format: '30 6 * * *',
      overlap_policy: 'skip',
      missed_policy: 'run_once',
    };
    expect((await test.manager.put(path(made.id), change)).status).toBe(204);
    const changed = await read(made.id);
    expect(changed).toMatchObject({ active: true, overlap_policy: 'skip', missed_policy: 'run_once' });
    expect(changed.next_run_at).toMatch(/T01:00:00.000Z$/);
    const ofTemplate = async (query = ''): Promise<number[]> => {
      const list = await test.manager.get(`${test.base}/templates/${template.id}/schedules${query}`);
      return list.json<WireSchedule[]>().map(({ id }) => id);
    };
    expect([await ofTemplate(), await ofTemplate('?all=true')]).toEqual([[], [made.id]]);
    expect((await test.manager.delete(path(made.id))).status).toBe(204);
    expect((await test.manager.get(path(made.id))).status).toBe(404);
    expect(await activities(test, 3)).toEqual(
      ['deleted', 'updated', 'created'].map((verb) => `schedule: Schedule ${made.id} ${verb}`),
    );
  });

  it('should be paused with a reason and go on at the next time from then', async () => {
    const { id } = await created({ active: true });
    expect((await test.manager.put(path(`${id}/active`), { active: false, reason: 'moving' })).status).toBe(204);
    expect(await read(id)).toMatchObject({ active: false, pause_reason: 'moving', next_run_at: null });
    await test.manager.put(path(`${id}/active`), { active: true });
    expect(await read(id)).toMatchObject({ active: true, pause_reason: '', next_run_at: expect.any(String) });
  });

  it('should stay as active as it is when an update leaves that out, and end by an explicit one', async () => {
    const { active: _, ...rest } = await created({ active: true });
    expect((await test.manager.put(path(rest.id), { ...rest, name: 'renamed' })).status).toBe(204);
    expect(await read(rest.id)).toMatchObject({ active: true, name: 'renamed', next_run_at: expect.any(String) });
    await test.manager.put(path(rest.id), { ...rest, active: false });
    await test.manager.put(path(rest.id), rest);
    expect(await read(rest.id)).toMatchObject({ active: false });
  });

  it('should take the zone within an expression as its own', async () => {
    const made = await created({ cron_format: 'CRON_TZ=Europe/Berlin 0 4 * * *', timezone: 'UTC' });
    expect(made).toMatchObject({ cron_format: '0 4 * * *', timezone: 'Europe/Berlin' });
  });

  it('should be bounded in number', async () => {
    const before = (await test.manager.get(path())).json<WireSchedule[]>().length;
    await test.dataSource.query(
      `insert into schedule (project_id, template_id, name, cron_format) select $1, $2, 'many', '0 4 * * *'
       from generate_series(1, $3)`,
      [test.projectId, template.id, MAX_SCHEDULES - before],
    );
    expect(await errorOf({})).toEqual([400, 'The project has 1000 of these already; delete some']);
    await test.dataSource.query(`delete from schedule where name = 'many'`);
    await created();
  });

  it('should keep what is due while its timing stays, and announce every change', async () => {
    const made = await created({ active: true });
    const due = new Date(Date.now() - 1_000);
    await test.dataSource.manager.update(Schedule, { id: made.id }, { nextDue: due });
    const received: string[] = [];
    const end = test.app
      .get<MessageBus>(BUS, { strict: false })
      .subscribe(BusChannel.schedule, () => received.push('x'));
    await test.manager.put(path(made.id), { ...made, name: 'Other' });
    expect((await row(made.id)).nextDue).toEqual(due);
    await test.manager.put(path(made.id), { ...made, cron_format: '1 4 * * *' });
    expect((await row(made.id)).nextDue?.getTime()).toBeGreaterThan(Date.now());
    await eventually(() => expect(received.length).toBeGreaterThanOrEqual(2));
    end();
  });

  it('should forecast five runs in the requested zone, or that of the installation', async () => {
    const forecast = async (part: object) => (await test.manager.post(path('validate'), part)).json<ScheduleForecast>();
    const here = await forecast({ cron_format: '0 9 * * *' });
    expect([here.timezone, here.next_runs.length, here.next_runs[0]]).toEqual([
      'Asia/Kolkata',
      5,
      expect.stringMatching(/T03:30/),
    ]);
    const there = await forecast(body({ cron_format: '0 9 * * *', timezone: 'UTC' }));
    expect(there.next_runs[0]).toMatch(/T09:00/);
    const once = await forecast({ type: 'run_at', run_at: '2199-01-01T00:00:00+01:00' });
    expect(once.next_runs).toEqual(['2198-12-31T23:00:00.000Z']);
  });

  it.each([
    [{ cron_format: '0 0 30 2 *' }, /^Cron: names a date that never comes$/],
    [{ cron_format: '* * * *' }, /^Cron: must have five fields/],
    [{ cron_format: '99 * * * *' }, /^Cron: is not valid: /],
    [{ cron_format: '0 0 1 13 *' }, /value for month: 13$/],
    [{ cron_format: '' }, /^Cron: /],
    [{ timezone: 'Nowhere/City' }, /^Cron: there is no time zone/],
    [{ type: 'run_at', run_at: '2001-01-01T00:00:00Z', active: true }, /run_at: must be in the future/],
  ])('should be refused with %j', async (part, message) => {
    expect(await errorOf(part)).toEqual([400, expect.stringMatching(message)]);
    expect((await test.manager.post(path('validate'), body(part))).status).toBe(400);
  });

  it('should be refused with what a launch is refused with', async () => {
    const asking = await newTemplate(test.dataSource, {
      projectId: test.projectId,
      surveyVars: [{ ...QUESTION, name: 'pin', type: 'secret' }],
      allowOverrideArgsInTask: true,
    });
    expect(await errorOf({ template_id: asking.id })).toEqual([400, 'Pin is required']);
    expect((await errorOf({ task_params: { arguments: '[["x"]]' } }))[0]).toBe(201);
    const wrong = { template_id: asking.id, task_params: { secret: '{"pin":"1"}', arguments: '[["x"]]' } };
    expect(await errorOf(wrong)).toEqual([400, expect.stringMatching(/^arguments: /)]);
    expect((await post({ task_params: { build_task_id: test.foreign.taskId } })).status).toBe(404);
    expect((await post({ type: 'run_at' })).status).toBe(400);
  });

  it('should look for commits of a repository of its project that has some, and begin again at another one', async () => {
    const { repositoryId, projectId } = template;
    const at = (url: string) => newGitRepository(test.dataSource, { projectId, gitUrl: url });
    const [local, other] = [await at('/srv/code'), await at('https://git.example/other.git')];
    expect((await post({ repository_id: local.id })).status).toBe(400);
    expect((await post({ repository_id: test.foreign.repositoryId })).status).toBe(404);
    expect((await post({ repository_id: other.id, type: 'run_at', run_at: '2199-01-01T00:00:00Z' })).status).toBe(400);
    const made = await created({ repository_id: repositoryId, active: true });
    expect(made).toMatchObject({ check: { checked: null, commit: '', problem: null, failures: 0 } });
    const looked = { lastCommit: 'a'.repeat(40), checked: new Date(), checkFailures: 2 };
    await test.dataSource.manager.update(Schedule, { id: made.id }, looked);
    await test.manager.put(path(made.id), { ...made, name: 'Other' });
    expect((await read(made.id)).check).toMatchObject({ commit: looked.lastCommit, failures: 2 });
    await test.manager.put(path(made.id), { ...made, repository_id: other.id });
    expect(await read(made.id)).toMatchObject({ repository_id: other.id, check: { commit: '', failures: 0 } });
  });

  it('should keep secret answers sealed, show their names alone, and leave them where none is sent', async () => {
    const asking = await newTemplate(test.dataSource, {
      projectId: test.projectId,
      surveyVars: [{ ...QUESTION, name: 'pin', type: 'secret' as const }],
    });
    const params = { environment: '{"pin":"canary-1","free":"x"}' };
    const made = await created({ template_id: asking.id, task_params: params });
    const stored = await row(made.id);
    expect(stored.secret).not.toBeNull();
    expect(JSON.stringify([stored, made, await read(made.id)])).not.toContain('canary-1');
    expect(await read(made.id)).toMatchObject({ secret_names: ['pin'], task_params: { environment: '{"free":"x"}' } });
    await test.manager.put(path(made.id), { ...made, name: 'again' });
    expect(await read(made.id)).toMatchObject({ name: 'again', secret_names: ['pin'] });
    const audits = await test.dataSource.manager.findBy(Audit, { objectType: 'schedule', objectId: String(made.id) });
    expect(JSON.stringify(audits)).not.toContain('canary-1');
    const moved = await test.manager.put(path(made.id), { ...made, template_id: template.id });
    expect([moved.status, (await row(made.id)).secret]).toEqual([204, null]);
  });

  it('should report what became of its last due time, and go with its template, which names it', async () => {
    const { id } = await created();
    const task = await newTask(test.dataSource, template, { scheduleId: id });
    const due = new Date('2026-01-01T04:00:00Z');
    await test.dataSource.manager.insert(ScheduleRun, { scheduleId: id, due, result: 'started', taskId: task.id });
    expect((await read(id)).last_run).toMatchObject({
      planned: due.toISOString(),
      result: 'started',
      task_id: task.id,
      task_status: task.status,
    });
    const tasks = await test.manager.get(`${test.base}/tasks?schedule_id=${id}&limit=5`);
    expect(tasks.json<{ id: number }[]>().map((each) => each.id)).toEqual([task.id]);
    const refs = (await test.manager.get(`${test.base}/templates/${template.id}/refs`)).json<ObjectReferences>();
    expect(refs.schedules).toContainEqual({ id, name: 'S' });
    expect((await test.manager.delete(`${test.base}/templates/${template.id}`)).status).toBe(204);
    expect((await test.manager.get(path(id))).status).toBe(404);
  });
});
