import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TaskInput } from '@switchyard/contracts';
import { Project, ProjectMember, Task, type Template } from '@switchyard/database';
import { newProject, newRunner, newTask, newUser } from '@switchyard/database/testing';
import { launchTask } from '../launch/launch-task.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { removeProjects, stopHeldTasks } from './remove-projects.js';

describe(removeProjects.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  const mark = (template: Template): Promise<unknown> =>
    fixture.source.query('update project set deleting = now() where id = $1', [template.projectId]);
  const tasksOf = ({ projectId }: Template): Promise<number> =>
    fixture.source.getRepository(Task).countBy({ projectId });
  const projects = async (): Promise<number[]> =>
    (await fixture.source.getRepository(Project).find({ order: { id: 'ASC' } })).map(({ id }) => id);
  const fill = async (template: Template, count: number): Promise<unknown> =>
    fixture.source.query(
      `with t as (
         insert into task (project_id, template_id, status, app, ended) select $1, $2, 'success', 'bash', now()
           from generate_series(1, $3) returning id, project_id, template_id),
       a as (
         insert into attempt (task_id, number, project_id, template_id, runner_id, lease_id, lease_until, status)
           select id, 1, project_id, template_id, 1, gen_random_uuid(), now(), 'finished' from t returning id, task_id),
       l as (insert into attempt_log (attempt_id, project_id, task_id, attempt) select id, $1, task_id, 1 from a)
       insert into task_event (task_id, project_id, kind, origin) select id, project_id, 'created', 'system' from t`,
      [template.projectId, template.id, count],
    );

  it('should go on where it was interrupted, in small steps, and leave other projects alone', async () => {
    const [gone, stays] = [await fixture.template(), await fixture.template()];
    await fill(gone, 60);
    await fill(stays, 3);
    await mark(gone);
    const left: number[] = [];
    // Each engine stands for a process that is killed after its first statement.
    while ((await removeProjects({ ...fixture.engine }, 0)) === 0) {
      left.push(await tasksOf(gone));
    }
    expect(left.slice(0, 3)).toEqual([35, 10, 0]);
    expect(await projects()).toEqual([stays.projectId]);
    expect(await tasksOf(stays)).toBe(3);
    const events = await fixture.source.query<unknown[]>('select distinct project_id from task_event');
    expect(events).toEqual([{ project_id: stays.projectId }]);
  });

  it('should leave what somebody holds until it is free', async () => {
    const template = await fixture.template();
    await fill(template, 2);
    await mark(template);
    const holder = fixture.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select 1 from task order by id limit 1 for update');
    await removeProjects(fixture.engine, 0);
    expect(await tasksOf(template)).toBe(1);
    await holder.rollbackTransaction();
    await holder.release();
    expect(await removeProjects(fixture.engine)).toBe(1);
  });

  it('should signal the end to those who had it in their list', async () => {
    const { id: projectId } = await newProject(fixture.source);
    const [member, boss] = [await newUser(fixture.source), await newUser(fixture.source, { admin: true })];
    await newUser(fixture.source);
    await fixture.source.manager.insert(ProjectMember, { projectId, userId: member.id, role: 'guest' });
    await fixture.source.query('update project set deleting = now() where id = $1', [projectId]);
    fixture.signals.clear();
    expect(await removeProjects(fixture.engine)).toBe(1);
    expect(fixture.signals.accesses).toEqual([member.id, boss.id]);
  });

  it('should start nothing of such a project, and end what its runners have', async () => {
    const template = await fixture.template({ allowParallelTasks: true });
    const { id: runnerId } = await newRunner(fixture.source, { touched: new Date() });
    const held = await newTask(fixture.source, template);
    expect(await fixture.assign()).toBe(1);
    const waits = await newTask(fixture.source, template);
    await mark(template);
    expect(await fixture.assign()).toBe(0);
    const input = TaskInput.parse({ template_id: template.id });
    const launch = launchTask(fixture.engine, { kind: 'autorun' }, { projectId: template.projectId, input });
    await expect(launch).rejects.toMatchObject({ member: 'template_id' });
    await stopHeldTasks(fixture.engine, template.projectId);
    expect((await fixture.task(held.id)).status).toBe('stopped');
    expect((await fixture.task(waits.id)).status).toBe('waiting');
    expect(fixture.signals.woken).toContain(runnerId);
    expect(await removeProjects(fixture.engine)).toBe(1);
    expect(await tasksOf(template)).toBe(0);
  });
});
