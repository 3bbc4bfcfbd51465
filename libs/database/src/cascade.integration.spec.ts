import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import {
  AccessKey,
  AttemptLog,
  ImportedTask,
  Inventory,
  Project,
  Task,
  Template,
  TemplateVault,
  User,
} from './index.js';
import * as make from './testing/index.js';

describe('references between rows', () => {
  let database: make.MigratedDatabase;
  let source: DataSource;
  let project: Project;
  let template: Template;
  let inventory: Inventory;
  let key: AccessKey;

  beforeAll(async () => {
    database = await make.migratedDatabase();
    source = database.dataSource;
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    project = await make.newProject(source);
    const owner = { projectId: project.id };
    key = await make.newAccessKey(source, owner);
    const repository = await make.newGitRepository(source, { ...owner, sshKeyId: key.id });
    const environment = await make.newEnvironment(source, owner);
    inventory = await make.newInventory(source, { ...owner, sshKeyId: key.id, repositoryId: repository.id });
    const refs = { inventoryId: inventory.id, repositoryId: repository.id, environmentId: environment.id };
    template = await make.newTemplate(source, { ...owner, ...refs });
    await source.getRepository(Inventory).update(inventory.id, { templateId: template.id });
    await source
      .getRepository(TemplateVault)
      .insert({ projectId: project.id, templateId: template.id, vaultKeyId: key.id });
  });

  const refused = { driverError: { code: '23503' } };

  it('should refuse to delete a key, inventory, repository or environment that is in use', async () => {
    const tables = { access_key: key.id, inventory: inventory.id, git_repository: template.repositoryId };
    for (const [table, id] of Object.entries({ ...tables, environment: template.environmentId })) {
      await expect(source.query(`delete from ${table} where id = $1`, [id])).rejects.toMatchObject(refused);
    }
  });

  it('should delete a whole project in one statement', async () => {
    const task = await make.newTask(source, template, { inventoryId: inventory.id });
    await make.newTask(source, template, { buildTaskId: task.id });
    await make.newRunner(source, { projectId: project.id });
    await source.getRepository(Project).delete(project.id);
    expect(await source.getRepository(Template).countBy({ projectId: project.id })).toBe(0);
    expect(await source.getRepository(AccessKey).countBy({ projectId: project.id })).toBe(0);
    expect(await source.getRepository(Task).countBy({ projectId: project.id })).toBe(0);
  });

  it('should know that a task was imported after it is gone, until its project is', async () => {
    const imported = source.getRepository(ImportedTask);
    const { id: taskId } = await make.newTask(source, template);
    const row = { projectId: project.id, source: 'a', sourceId: '1', taskId };
    await imported.insert(row);
    await expect(imported.insert({ ...row, sourceId: '2' })).rejects.toMatchObject({ driverError: { code: '23505' } });
    await source.getRepository(Task).delete(taskId);
    expect(await imported.countBy({ taskId })).toBe(1);
    await source.getRepository(Project).delete(project.id);
    expect(await imported.countBy({ taskId })).toBe(0);
  });

  it('should delete the log with its task and leave other logs alone', async () => {
    const [gone, stays] = [await taskWithLog(), await taskWithLog()];
    await source.getRepository(Task).delete(gone);
    const rows: unknown = await source.query('select task_id from log_chunk where task_id = any($1)', [[gone, stays]]);
    expect(rows).toEqual([{ task_id: stays }]);
    expect(await source.getRepository(AttemptLog).countBy({ taskId: gone })).toBe(0);
  });

  it('should keep the tasks of a user who is deleted, and whose they are', async () => {
    const user = await make.newUser(source);
    const task = await make.newTask(source, template, { userId: user.id });
    await source.getRepository(User).delete(user.id);
    expect(await source.getRepository(Task).findOneByOrFail({ id: task.id })).toMatchObject({
      userId: user.id,
    });
  });

  it('should refuse a second user with the same e-mail address in other letters', async () => {
    const user = await make.newUser(source);
    const again = make.newUser(source, { email: user.email.toUpperCase() });
    await expect(again).rejects.toMatchObject({ driverError: { constraint: 'user_email_key' } });
  });

  async function taskWithLog(): Promise<number> {
    const { id } = await make.newTask(source, template);
    await source.query(
      `with a as (insert into attempt (task_id, number, project_id, template_id, runner_id, lease_id, lease_until, status)
           select id, 1, project_id, template_id, 1, gen_random_uuid(), now(), 'running' from task where id = $1
           returning id, project_id, task_id),
         l as (insert into attempt_log (attempt_id, project_id, task_id, attempt) select id, project_id, task_id, 1 from a)
       insert into log_chunk (task_id, attempt, first_line, line_count, first_time, kind, codec, times, body)
         select task_id, 1, 0, 1, now(), 0, 0, '\\x00', 'line\n' from a`,
      [id],
    );
    return id;
  }
});
