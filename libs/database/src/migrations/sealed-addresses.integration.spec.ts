import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../data-source.js';
import { migrate } from '../migrate.js';
import { newProject, newTask, newTemplate } from '../testing/index.js';
import { SealedAddresses1764110000000 } from './1764110000000-sealed-addresses.js';

const CANARY = 'canary-55';

/** What versions before it have written. */
describe(SealedAddresses1764110000000.name, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await createDataSource(database.url).initialize();
    await migrate(source);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('should take credentials out of old snapshots and audit records, and nothing else', async () => {
    const { id: projectId } = await newProject(source);
    const task = await newTask(source, await newTemplate(source, { projectId }));
    const urls = [`https://${CANARY}@git.example/a`, `https://bot:${CANARY}@git.example/a?token=${CANARY}`];
    const insertAudit = (type: string, after: object): Promise<unknown> =>
      source.query(`insert into audit (action, object_type, after) values ('x', $1, $2)`, [type, after]);
    await source.query('insert into task_snapshot (task_id, project_id, snapshot) values ($1, $2, $3)', [
      task.id,
      projectId,
      { repository: { url: urls[0] }, playbook: 'a?b' },
    ]);
    for (const git_url of [...urls, 'ssh://git@git.example/a']) {
      await insertAudit('repository', { git_url, name: 'r' });
    }
    await insertAudit('environment', { name: 'e', password: CANARY });
    const runner = source.createQueryRunner();
    const migration = new SealedAddresses1764110000000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    const [snapshot] = await source.query<{ snapshot: object }[]>('select snapshot from task_snapshot');
    expect(snapshot?.snapshot).toEqual({ repository: { url: 'https://git.example/a' }, playbook: 'a?b' });
    expect(
      (await source.query<{ after: object }[]>('select after from audit order by id')).map((r) => r.after),
    ).toEqual([
      ...[1, 2].map(() => ({ git_url: 'https://git.example/a', name: 'r' })),
      { git_url: 'ssh://git@git.example/a', name: 'r' },
      { name: 'e', password: '(set)' },
    ]);
  });
});
