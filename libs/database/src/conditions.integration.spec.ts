import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TASK_STATUSES, type TaskStatus } from '@switchyard/contracts';
import {
  runnerOnline,
  runnerPresent,
  runnerSilent,
  taskFinal,
  taskHeld,
  taskPlansOnly,
  taskQueued,
  taskUndecided,
  taskUsesWorkspace,
} from './conditions.js';
import { BACKUP_LOCK, backupUnderWay } from './dump/backup-lock.js';
import { Runner } from './runner/runner.entity.js';
import { Task } from './task/task.entity.js';
import {
  migratedDatabase,
  type MigratedDatabase,
  newProject,
  newRunner,
  newTask,
  newTemplate,
} from './testing/index.js';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await migratedDatabase(3);
});
afterAll(() => database.drop());

describe('conditions of tasks', () => {
  beforeEach(() => database.dataSource.manager.deleteAll(Task));

  async function addEach(row: Partial<Task> = {}): Promise<void> {
    const { id: projectId } = await newProject(database.dataSource);
    const template = await newTemplate(database.dataSource, { projectId });
    for (const status of TASK_STATUSES) {
      await newTask(database.dataSource, template, { status, ...row });
    }
  }
  async function statusesOf(condition: string): Promise<TaskStatus[]> {
    const rows = await database.dataSource.query<{ status: TaskStatus }[]>(
      `select status from task where ${condition} order by id`,
    );
    return rows.map(({ status }) => status);
  }

  it('should part all statuses: waiting, held, undecided or final', async () => {
    await addEach();
    const parts = await Promise.all([taskQueued(), taskHeld(), taskUndecided(), taskFinal()].map(statusesOf));
    expect([...parts.flat()].sort()).toEqual([...TASK_STATUSES].sort());
    expect(await statusesOf(`${taskQueued()} and ${taskHeld()}`)).toEqual([]);
  });

  it('should give a workspace to tasks that run or have a plan to be applied, where there is one', async () => {
    await addEach({ workspaceId: 7 });
    const using = await statusesOf(taskUsesWorkspace());
    expect(new Set(using)).toEqual(new Set(['starting', 'running', 'stopping', 'waiting_confirmation', 'confirmed']));
    await database.dataSource.query('update task set workspace_id = 0');
    expect(await statusesOf(taskUsesWorkspace())).toEqual([]);
  });

  it('should know tasks that plan and apply nothing by their parameter alone', async () => {
    await addEach({ params: { plan: true } });
    expect(await statusesOf(taskPlansOnly())).toHaveLength(TASK_STATUSES.length);
    await database.dataSource.query(`update task set params = '{"plan": false, "destroy": true}'`);
    expect(await statusesOf(taskPlansOnly())).toEqual([]);
  });
});

describe('conditions of runners', () => {
  beforeEach(() => database.dataSource.manager.deleteAll(Runner));

  it('should tell those that are present, silent, and take tasks', async () => {
    const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
    await newRunner(database.dataSource, { name: 'online', touched: ago(1) });
    await newRunner(database.dataSource, { name: 'draining', touched: ago(1), draining: true });
    await newRunner(database.dataSource, { name: 'paused', touched: ago(1), pausedReason: 'disk' });
    await newRunner(database.dataSource, { name: 'silent', touched: ago(3_600) });
    await newRunner(database.dataSource, { name: 'never', touched: null });
    const namesOf = async (condition: string): Promise<string[]> =>
      (
        await database.dataSource.query<{ name: string }[]>(`select name from runner where ${condition} order by id`)
      ).map(({ name }) => name);
    expect(await namesOf(runnerOnline())).toEqual(['online']);
    expect(await namesOf(runnerPresent())).toEqual(['online', 'draining', 'paused']);
    expect(await namesOf(runnerSilent())).toEqual(['silent']);
    expect(await namesOf(runnerSilent('runner', 7_200))).toEqual([]);
    expect(await namesOf(`not ${runnerPresent()}`)).toEqual(['silent', 'never']);
  });
});

describe(backupUnderWay.name, () => {
  const isUnderWay = async (): Promise<boolean> => {
    const [found] = await database.dataSource.query<[{ found: boolean }]>(`select ${backupUnderWay()} as found`);
    return found.found;
  };

  it('should be known to every connection while one holds the lock of a backup', async () => {
    expect(await isUnderWay()).toBe(false);
    const runner = database.dataSource.createQueryRunner();
    await runner.query('select pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
    expect(await isUnderWay()).toBe(true);
    await runner.query('select pg_advisory_unlock_shared($1)', [BACKUP_LOCK]);
    await runner.release();
    expect(await isUnderWay()).toBe(false);
  });

  it('should not be meant by the backup of another database of the server', async () => {
    const other = await migratedDatabase(1);
    const runner = other.dataSource.createQueryRunner();
    await runner.query('select pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
    expect(await isUnderWay()).toBe(false);
    await runner.release();
    await other.drop();
  });
});
