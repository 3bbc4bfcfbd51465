import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ApplyPreview,
  AuditRecord,
  Backup,
  ObjectReferences,
  RestoredProject,
  Role,
  Schedule,
  Workflow,
  WorkflowRun,
  WorkflowRunDetails,
} from '@switchyard/contracts';
import {
  Audit,
  ProjectMember,
  Schedule as ScheduleRow,
  ScheduleRun,
  Task,
  WorkflowRun as WorkflowRunRow,
} from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { type Client, newPerson, type Person } from '../../testing/client.js';
import { activities, type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;
let workflows: string;
let templateId: number;

beforeAll(async () => {
  test = await startProjectFixture();
  workflows = `${test.base}/workflows`;
  ({ id: templateId } = await newTemplate(test.dataSource, { projectId: test.projectId, name: 'build' }));
});
afterAll(() => test.close());

async function member(role: Role): Promise<Person> {
  const person = await newPerson(test);
  await test.dataSource.manager.insert(ProjectMember, { projectId: test.projectId, userId: person.user.id, role });
  return person;
}

const ask = { kind: 'approval', node: 'ok', role: 'manager' };
const task = (node: string) => ({ kind: 'template', node, template_id: templateId });
/** Asks first, and runs a task then. */
const asking = (members: object = {}) => ({
  name: 'release',
  nodes: [{ ...ask, ...members }, task('build')],
  edges: [{ from: 'ok', to: 'build', on: 'success' }],
});

async function create(body: object): Promise<Workflow> {
  const answer = await test.manager.post(workflows, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<Workflow>();
}

async function start(workflowId: number): Promise<WorkflowRunDetails> {
  const answer = await test.manager.post(`${workflows}/${workflowId}/runs`, { message: 'now' });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<WorkflowRunDetails>();
}

const runOf = (id: number): string => `${test.base}/workflow_runs/${id}`;
const read = async (id: number, client = test.manager): Promise<WorkflowRunDetails> =>
  (await client.get(runOf(id))).json<WorkflowRunDetails>();
const decide = (id: number, way: 'approve' | 'reject', client = test.owner, reason = '') =>
  client.post(`${runOf(id)}/nodes/ok/${way}`, { reason });
const standing = ({ nodes }: WorkflowRunDetails) => Object.fromEntries(nodes.map(({ node, status }) => [node, status]));

describe('a workflow', () => {
  it('should be refused with a template or people of another project', async () => {
    const nodes = [
      { ...task('a'), template_id: test.foreign.templateId },
      { ...ask, user_ids: [test.foreign.userId] },
    ];
    const answer = await test.manager.post(workflows, { name: 'w', nodes });
    expect(answer.status).toBe(400);
    expect(answer.json<{ issues: object[] }>().issues).toMatchObject([
      { path: ['nodes', 0, 'template_id'], code: 'node_template' },
      { path: ['nodes', 1, 'user_ids'], code: 'node_people' },
    ]);
  });

  it('should be refused with expressions that cannot be, each at its place', async () => {
    const fits = (node: string, expression: string) => ({ kind: 'condition', node, expression });
    const of = { ...task('of'), variables: [{ name: 'v', expression: 'nodes.later.status' }] };
    const nodes = [
      task('build'),
      of,
      fits('a', '1 +'),
      fits('b', '"x"'),
      fits('c', 'nodes.build.outputs.v'),
      task('later'),
    ];
    const edges = ['a', 'b', 'c'].map((to) => ({ from: 'build', to, on: 'success' }));
    const answer = await test.manager.post(workflows, { name: 'w', nodes, edges });
    expect(answer.status).toBe(400);
    expect(answer.json<{ issues: object[] }>().issues).toMatchObject([
      {
        path: ['nodes', 1, 'variables', 0, 'expression'],
        message: expect.stringContaining('Node of: reads the node later'),
      },
      { path: ['nodes', 2, 'expression'], message: expect.stringContaining('character 4') },
      { path: ['nodes', 3, 'expression'], message: expect.stringContaining('true or false') },
    ]);
  });

  it('should keep its templates, which name it', async () => {
    const { id } = await newTemplate(test.dataSource, { projectId: test.projectId, name: 'kept' });
    const { id: workflowId } = await create({ name: 'holds', nodes: [{ ...task('a'), template_id: id }] });
    const at = `${test.base}/templates/${id}`;
    const { workflows: named } = (await test.manager.get(`${at}/refs`)).json<ObjectReferences>();
    expect(named).toEqual([{ id: workflowId, name: 'holds' }]);
    const refused = await test.manager.delete(at);
    expect([refused.status, refused.json<{ inUse: boolean }>().inUse]).toEqual([400, true]);
    expect((await test.manager.delete(`${workflows}/${workflowId}`)).status).toBe(204);
    expect((await test.manager.delete(at)).status).toBe(204);
  });

  it('should not lose what somebody else has saved of its nodes', async () => {
    const { id } = await create(asking());
    const tag = (await test.manager.get(`${workflows}/${id}`)).headers['etag'] as string;
    const save = (body: object) => test.manager.with({ 'if-match': tag }).put(`${workflows}/${id}`, body);
    expect((await save(asking({ four_eyes: true }))).status).toBe(204);
    expect((await save(asking())).status).toBe(412);
  });

  it('should be recorded with who may approve', async () => {
    const { id } = await create(asking());
    expect((await test.manager.put(`${workflows}/${id}`, asking({ role: 'owner' }))).status).toBe(204);
    const records = await test.dataSource.manager.find(Audit, {
      where: { action: 'workflows.update', objectId: `${id}/ok` },
    });
    expect(records).toMatchObject([{ before: { role: 'manager' }, after: { role: 'owner' } }]);
  });

  it('should not be deleted while it runs', async () => {
    const { id } = await create(asking());
    const run = await start(id);
    const refused = await test.manager.delete(`${workflows}/${id}`);
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'workflow_running']);
    expect((await test.manager.post(`${runOf(run.id)}/stop`)).status).toBe(204);
    expect(await read(run.id)).toMatchObject({ status: 'stopped', ended: expect.any(String) });
    expect((await test.manager.delete(`${workflows}/${id}`)).status).toBe(204);
    expect((await test.manager.get(runOf(run.id))).status).toBe(404);
  });
});

describe('a run', () => {
  it('should ask, go on, and say who decided', async () => {
    const { id } = await create(asking());
    const run = await start(id);
    expect(standing(run)).toEqual({ build: 'pending', ok: 'waiting' });
    expect((await decide(run.id, 'approve', test.owner, 'looks good')).status).toBe(204);
    const after = await read(run.id);
    expect(standing(after)).toEqual({ build: 'running', ok: 'success' });
    expect(after.nodes.find(({ node }) => node === 'ok')).toMatchObject({ reason: 'looks good', decidable: false });
    const taskId = after.nodes.find(({ node }) => node === 'build')?.task_id ?? 0;
    expect(await test.dataSource.manager.findOneByOrFail(Task, { id: taskId })).toMatchObject({ templateId });
    const line = `workflow_run: Run ${run.id} of workflow release`;
    const activity = [`${line} started`, `${line} waits for approval: ok`, `${line}: ok approved`];
    const found = (await activities(test, 4)).filter((each) => each.startsWith(line));
    expect(found).toEqual(activity.toReversed());
    const [listed] = (await test.manager.get(`${workflows}/${id}/runs`)).json<WorkflowRun[]>();
    const [workflow] = (await test.manager.get(workflows)).json<Workflow[]>().filter((each) => each.id === id);
    expect([listed, workflow?.last_run]).toMatchObject([{ id: run.id, message: 'now' }, { id: run.id }]);
  });

  it('should say until when it asks', async () => {
    const run = await start((await create(asking({ deadline_minutes: 60 }))).id);
    const ok = run.nodes.find(({ node }) => node === 'ok');
    expect(Date.parse(ok?.due ?? '') - Date.parse(ok?.started ?? '')).toBe(3_600_000);
  });

  it('should be recorded with who decided about it, and why', async () => {
    const run = await start((await create(asking())).id);
    await decide(run.id, 'reject', test.owner, 'not today');
    const record = await test.dataSource.manager.findOneOrFail(Audit, {
      where: { objectType: 'workflow_run', objectId: String(run.id) },
      order: { id: 'DESC' },
    });
    expect(record as unknown as AuditRecord).toMatchObject({
      action: 'workflow-runs.reject',
      after: { node: 'ok', approves: false, reason: 'not today' },
    });
    expect(await read(run.id)).toMatchObject({ status: 'failed' });
  });

  it('should show who has approved so far while it waits for more, and record each', async () => {
    const { id } = await create(asking({ approvals_needed: 2 }));
    const run = await start(id);
    expect((await decide(run.id, 'approve', test.owner, 'looks good')).status).toBe(204);
    const asked = await read(run.id, test.owner);
    expect(asked.nodes.find(({ node }) => node === 'ok')).toMatchObject({
      status: 'waiting',
      decidable: false,
      decisions: [{ user_name: expect.stringMatching(/./), approves: true, reason: 'looks good' }],
    });
    const again = await decide(run.id, 'approve', test.owner);
    expect([again.status, again.json<{ code: string }>().code]).toEqual([409, 'approval_given']);
    expect((await decide(run.id, 'approve', test.manager)).status).toBe(204);
    const { nodes } = await read(run.id);
    expect(nodes.find(({ node }) => node === 'ok')).toMatchObject({
      status: 'success',
      decisions: [{ reason: 'looks good' }, { reason: '' }],
    });
    const line = `workflow_run: Run ${run.id} of workflow release: ok approved`;
    expect((await activities(test, 3)).filter((each) => each === line)).toHaveLength(2);
    const where = { objectType: 'workflow_run', objectId: String(run.id), action: 'workflow-runs.approve' };
    expect(await test.dataSource.manager.countBy(Audit, where)).toBe(2);
  });

  it('should be refused where fewer people than it needs may decide', async () => {
    const named = await member('guest');
    const body = asking({ role: null, user_ids: [named.user.id], approvals_needed: 2 });
    const answer = await test.manager.post(workflows, body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('approvers_few')]);
  });

  it('should neither start nor go on without its record', async () => {
    const { id } = await create(asking());
    const [run, failed] = [await start(id), await start(id)];
    await decide(failed.id, 'reject');
    const ended = await read(failed.id);
    const { manager } = test.dataSource;
    await manager.query(
      `create function refuse_record() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
       create trigger refuse_record before insert on audit for each row
         when (new.object_type = 'workflow_run') execute function refuse_record()`,
    );
    const answers = [
      await test.manager.post(`${workflows}/${id}/runs`, {}),
      await decide(run.id, 'approve'),
      await test.manager.post(`${runOf(run.id)}/stop`),
      await test.manager.post(`${runOf(failed.id)}/retry`, {}),
    ];
    await manager.query('drop trigger refuse_record on audit; drop function refuse_record');
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    expect(await manager.countBy(WorkflowRunRow, { workflowId: id })).toBe(2);
    expect([await read(run.id), await read(failed.id)]).toEqual([run, ended]);
  });

  it('should let those decide who are asked, and nobody twice', async () => {
    const named = await member('guest');
    const { id } = await create(asking({ user_ids: [named.user.id] }));
    const run = await start(id);
    const stranger = await member('task_runner');
    const refused = await decide(run.id, 'approve', stranger.client);
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'approval_not_yours']);
    const decidable = async ({ client }: Person) => (await read(run.id, client)).nodes.some((node) => node.decidable);
    expect([await decidable(stranger), await decidable(named)]).toEqual([false, true]);
    expect((await decide(run.id, 'approve', named.client)).status).toBe(204);
    const late = await decide(run.id, 'reject');
    expect([late.status, late.json<{ code: string }>().code]).toEqual([409, 'approval_not_asked']);
  });

  it('should be retried from what failed', async () => {
    const run = await start((await create(asking())).id);
    await decide(run.id, 'reject');
    expect((await test.manager.post(`${runOf(run.id)}/retry`, { node: 'build' })).status).toBe(409);
    expect((await test.manager.post(`${runOf(run.id)}/retry`, {})).status).toBe(204);
    expect(await read(run.id)).toMatchObject({ status: 'running', attempt: 2 });
  });

  it('should wait, be refused or go on beside another as the workflow says, which a change without it leaves alone', async () => {
    const { id } = await create({ ...asking(), concurrency: 'queue' });
    const [first, second] = [await start(id), await start(id)];
    expect([first, second]).toMatchObject([{ status: 'running' }, { status: 'queued', started: null }]);
    expect((await test.manager.put(`${workflows}/${id}`, { ...asking(), id })).status).toBe(204);
    expect((await test.manager.get(`${workflows}/${id}`)).json()).toMatchObject({ concurrency: 'queue' });
    await test.manager.post(`${runOf(first.id)}/stop`);
    expect(await read(second.id)).toMatchObject({ status: 'running', started: expect.any(String) });
    await test.manager.put(`${workflows}/${id}`, { ...asking(), id, concurrency: 'skip' });
    const refused = await test.manager.post(`${workflows}/${id}/runs`, {});
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'workflow_busy']);
  });

  it('should be skipped where it waits for time to pass, with a reason that is kept', async () => {
    const nodes = [{ kind: 'delay', node: 'rest', delay_minutes: 5 }];
    const run = await start((await create({ ...asking(), nodes, edges: [] })).id);
    const skip = (reason?: string) => test.manager.post(`${runOf(run.id)}/nodes/rest/skip`, { reason });
    expect((await skip(' ')).status).toBe(400);
    expect((await skip('now')).status).toBe(204);
    const over = await read(run.id);
    expect(over).toMatchObject({ status: 'success', nodes: [{ reason: 'now', decisions: [{ reason: 'now' }] }] });
    const [event] = (await test.manager.get(`${test.base}/events`)).json<{ description: string }[]>();
    expect(event?.description).toContain('rest skipped');
  });

  it('should know no node that its graph has not', async () => {
    const run = await start((await create(asking())).id);
    expect((await test.owner.post(`${runOf(run.id)}/nodes/other/approve`, {})).status).toBe(404);
  });
});

describe('a schedule of a workflow', () => {
  const schedules = () => `${test.base}/schedules`;
  const scheduled = async (members: object = {}) => {
    const { id: workflow_id } = await create(asking());
    const body = { name: 'nightly', workflow_id, cron_format: '0 4 * * *', active: true, ...members };
    const answer = await test.manager.post(schedules(), body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json<Schedule>();
  };

  it('should name its workflow, and its last run', async () => {
    const schedule = await scheduled();
    expect(schedule).toMatchObject({ template_id: null, workflow_name: 'release', last_run: null });
    const run = await start(schedule.workflow_id ?? 0);
    const { manager } = test.dataSource;
    const due = new Date();
    await manager.insert(ScheduleRun, { scheduleId: schedule.id, due, result: 'started', runId: run.id });
    await manager.update(WorkflowRunRow, run.id, { scheduleId: schedule.id, userId: null });
    const found = (await test.manager.get(`${schedules()}/${schedule.id}`)).json<Schedule>();
    expect(found.last_run).toMatchObject({ run_id: run.id, run_status: 'running', task_id: null });
    expect(await read(run.id)).toMatchObject({ user_id: null, schedule_id: schedule.id, schedule_name: 'nightly' });
  });

  it('should keep its runs from being approved by the person who saved it or switched it on last, with four eyes', async () => {
    const { id: workflow_id } = await create(asking({ four_eyes: true }));
    const { id } = await scheduled({ workflow_id });
    const { manager } = test.dataSource;
    const savedBy = async () => (await manager.findOneByOrFail(ScheduleRow, { id })).savedBy;
    const switchOf = (active: boolean) => test.owner.put(`${schedules()}/${id}/active`, { active, reason: '' });
    const found = [await savedBy()];
    await switchOf(false);
    found.push(await savedBy());
    await switchOf(true);
    found.push(await savedBy());
    const stored = (await test.manager.get(`${schedules()}/${id}`)).json<Schedule>();
    expect((await test.manager.put(`${schedules()}/${id}`, stored)).status).toBe(204);
    found.push(await savedBy());
    const [first, , owner] = found;
    expect(found).toEqual([first, first, owner, first]);
    expect(owner).not.toBe(first);
    const run = await start(workflow_id);
    await manager.update(WorkflowRunRow, run.id, { userId: null, scheduledBy: first });
    const decidable = async (client: Client) => (await read(run.id, client)).nodes.some((node) => node.decidable);
    expect([await decidable(test.manager), await decidable(test.owner)]).toEqual([false, true]);
    const refused = await decide(run.id, 'approve', test.manager);
    expect(refused.json<{ code: string }>().code).toBe('approval_starter');
    expect((await decide(run.id, 'approve')).status).toBe(204);
  });

  it('should be refused for a workflow of another project, and beside a template', async () => {
    const { id: workflow_id } = await create(asking());
    const body = { name: 'n', cron_format: '0 4 * * *', workflow_id: 2_000_000_000 };
    expect((await test.manager.post(schedules(), body)).status).toBe(404);
    const both = await test.manager.post(schedules(), { ...body, workflow_id, template_id: templateId });
    expect([both.status, both.text]).toEqual([400, expect.stringContaining('schedule_workflow')]);
  });

  it('should go with its workflow', async () => {
    const { id, workflow_id } = await scheduled();
    expect((await test.manager.delete(`${workflows}/${workflow_id}`)).status).toBe(204);
    expect((await test.manager.get(`${schedules()}/${id}`)).status).toBe(404);
  });

  it('should name its workflow in files', async () => {
    const { id: workflow_id } = await create({ ...asking(), name: 'in schedule' });
    const schedule = await scheduled({ workflow_id, name: 'weekly' });
    const document = (await test.admin.get(`${test.base}/backup`)).json<Backup>();
    const entry = document.schedules.find(({ name }) => name === 'weekly');
    expect(entry).toMatchObject({ workflow: 'in schedule' });
    const answer = await test.admin.post('/api/projects/restore', {
      ...document,
      meta: { ...document.meta, name: 'with schedules' },
    });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const { id } = answer.json<RestoredProject>();
    const restored = (await test.admin.get(`/api/project/${id}/backup`)).json<Backup>();
    expect(restored.schedules.find(({ name }) => name === 'weekly')).toEqual(entry);
    const savedBy = async (where: object) =>
      (await test.dataSource.manager.findOneByOrFail(ScheduleRow, where)).savedBy;
    expect(await savedBy({ projectId: id, name: 'weekly' })).toBeNull();
    const saver = await savedBy({ id: schedule.id });
    const changed = { ...entry, cron_format: '0 5 * * *' };
    expect((await test.admin.post(`${test.base}/apply`, { schedules: [changed] })).status).toBe(200);
    expect([saver, null]).not.toContain(await savedBy({ id: schedule.id }));
  });
});

describe('workflows in files', () => {
  const backup = async (id: number): Promise<Backup> =>
    (await test.admin.get(`/api/project/${id}/backup`)).json<Backup>();

  it('should name templates and people, and become the same again', async () => {
    const { user } = await member('manager');
    const body = asking({ user_ids: [user.id], deadline_minutes: 60 });
    const rest = { kind: 'delay', node: 'rest', delay_minutes: 5 };
    const fits = { kind: 'condition', node: 'fits', expression: 'nodes.ok.status == "success"' };
    const edges = [...body.edges, { from: 'ok', to: 'fits', on: 'success' }];
    await create({ ...body, nodes: [...body.nodes, rest, fits], edges, name: 'in files' });
    const document = await backup(test.projectId);
    const found = document.workflows.find(({ name }) => name === 'in files');
    expect(found).toMatchObject({
      nodes: [
        { node: 'ok', kind: 'approval', role: 'manager', users: [user.username], deadline_minutes: 60 },
        { node: 'build', kind: 'template', template: 'build' },
        { node: 'rest', kind: 'delay', delay_minutes: 5 },
        fits,
      ],
      edges,
    });
    const answer = await test.admin.post('/api/projects/restore', {
      ...document,
      meta: { ...document.meta, name: 'with workflows' },
    });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const { id } = answer.json<RestoredProject>();
    expect((await backup(id)).workflows).toEqual(document.workflows);
    const broken = { ...found, nodes: [{ ...fits, expression: 'nodes.ok.status ==' }] };
    const refused = await test.admin.post(`${test.base}/apply`, { workflows: [{ ...broken, edges: [] }] });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('character 19')]);
  });

  it('should change by apply, and stay while they run', async () => {
    const { id } = await create({ ...asking(), name: 'applied' });
    const document = await backup(test.projectId);
    const entry = { ...document.workflows.find(({ name }) => name === 'applied'), description: 'by file' };
    const apply = (workflowList: object[], query = '') =>
      test.admin.post(`${test.base}/apply${query}`, { workflows: workflowList });
    const { changes } = (await apply([entry])).json<ApplyPreview>();
    expect(changes).toMatchObject([{ section: 'workflows', name: 'applied', action: 'update' }]);
    expect((await test.manager.get(`${workflows}/${id}`)).json<Workflow>()).toMatchObject({
      description: 'by file',
      nodes: [{ node: 'ok' }, { node: 'build', template_id: templateId }],
    });
    const run = await start(id);
    const others = document.workflows.filter(({ name }) => name !== 'applied');
    const refused = await apply(others, '?prune=true');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('workflow_running')]);
    await test.manager.post(`${runOf(run.id)}/stop`);
    expect((await apply(others, '?prune=true')).status).toBe(200);
    expect((await test.manager.get(`${workflows}/${id}`)).status).toBe(404);
  });
});
