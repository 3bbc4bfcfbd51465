import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskStatus } from '@switchyard/contracts';
import { InventoryContent, Task, type Template } from '@switchyard/database';
import { newTask } from '@switchyard/database/testing';
import { deleteOldTasks } from './delete-old-tasks.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe(deleteOldTasks.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  async function ended(template: Template, status: TaskStatus, days: number): Promise<number> {
    const at = new Date(Date.now() - days * 86_400_000);
    await fixture.source.query('update template set tasks = tasks + 1 where id = $1', [template.id]);
    return (await newTask(fixture.source, template, { status, ended: at })).id;
  }
  const left = async () =>
    (await fixture.source.getRepository(Task).find({ order: { id: 'ASC' } })).map(({ id }) => id);
  const counter = async (template: Template) =>
    (await fixture.source.query<{ tasks: number }[]>('select tasks from template where id = $1', [template.id]))[0]
      ?.tasks;

  it('should keep everything without a limit', async () => {
    const template = await fixture.template();
    const id = await ended(template, 'success', 1000);
    expect(await deleteOldTasks(fixture.engine, { perTemplate: 0, maxAgeDays: 0 })).toBe(0);
    expect(await left()).toEqual([id]);
  });

  it('should remove what is too old and has ended, and count it', async () => {
    const template = await fixture.template();
    await ended(template, 'error', 31);
    const kept = [await ended(template, 'error', 29), (await newTask(fixture.source, template)).id];
    await fixture.source.query(`update task set created = now() - interval '99 days'`);
    expect(await deleteOldTasks(fixture.engine, { perTemplate: 0, maxAgeDays: 30 })).toBe(1);
    expect(await left()).toEqual(kept);
    expect(await counter(template)).toBe(1);
  });

  it('should keep the newest of each template, never one that runs', async () => {
    const [one, two] = [await fixture.template(), await fixture.template()];
    const running = (await newTask(fixture.source, one, { status: 'running' })).id;
    await fixture.source.query('update template set tasks = 1 where id = $1', [one.id]);
    for (let i = 0; i < 250; i++) {
      await ended(one, 'success', 1);
    }
    const newest = [await ended(one, 'error', 1), await ended(one, 'success', 1)];
    const other = await ended(two, 'success', 1);
    expect(await deleteOldTasks(fixture.engine, { perTemplate: 2, maxAgeDays: 0 })).toBe(250);
    expect(await left()).toEqual([running, ...newest, other]);
    expect(await counter(one)).toBe(3);
  });

  it('should keep the newest successful build for those who deploy it', async () => {
    const build = await fixture.template({ type: 'build', startVersion: '1' });
    await ended(build, 'success', 90);
    const needed = await ended(build, 'success', 80);
    await ended(build, 'error', 70);
    await deleteOldTasks(fixture.engine, { perTemplate: 0, maxAgeDays: 30 });
    expect(await left()).toEqual([needed]);
  });

  it('should remove inventories that no task refers to any more', async () => {
    const template = await fixture.template();
    const { projectId } = template;
    const [old, kept] = [await ended(template, 'success', 90), await ended(template, 'success', 1)];
    for (const [task, sha256] of [
      [old, 'old'],
      [kept, 'kept'],
    ]) {
      await fixture.source.query('insert into inventory_content values ($1, $2, $3)', [projectId, sha256, 'x']);
      await fixture.source.query(
        'insert into task_snapshot (task_id, project_id, snapshot, inventory_sha256) values ($1, $2, $3, $4)',
        [task, projectId, {}, sha256],
      );
    }
    await deleteOldTasks(fixture.engine, { perTemplate: 0, maxAgeDays: 30 });
    expect(await fixture.source.getRepository(InventoryContent).find()).toMatchObject([{ sha256: 'kept' }]);
  });

  it('should leave what somebody holds until it is free', async () => {
    const template = await fixture.template();
    const [held] = [await ended(template, 'error', 31), await ended(template, 'error', 31)];
    const remove = () => deleteOldTasks(fixture.engine, { perTemplate: 0, maxAgeDays: 30 });
    await fixture.source.transaction(async (manager) => {
      await manager.query('select from task where id = $1 for update', [held]);
      expect(await remove()).toBe(1);
    });
    expect(await remove()).toBe(1);
  });
});
