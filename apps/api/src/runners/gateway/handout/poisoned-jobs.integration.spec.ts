import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PollAnswer, TaskStatus } from '@switchyard/contracts';
import { newProject, newTemplate } from '@switchyard/database/testing';
import { POISONS, shortLines, withSecrets } from '../../../testing/poisoned-tasks.js';
import { assignWaiting, RunnerClient } from '../../../testing/runner-client.js';
import { startTestApp, type TestApp } from '../../../testing/test-app.js';

const GOOD = 100;
const WISH = { held: [], apps: [{ id: 'bash', version: '1' }], version: '1', max_parallel_tasks: 0 };

describe('a hundred jobs of several projects', () => {
  let test: TestApp;
  let one: RunnerClient;
  let other: RunnerClient;
  beforeAll(async () => {
    test = await startTestApp();
    one = await RunnerClient.create(test);
    other = await RunnerClient.create(test);
  });
  afterAll(() => test.close());
  beforeEach(() => test.dataSource.query('delete from project'));

  /** Waiting tasks of ten projects. */
  async function goodTasks(): Promise<number[]> {
    const { dataSource } = test;
    const projects = await Promise.all(Array.from({ length: 10 }, () => newProject(dataSource)));
    const templates = await Promise.all(
      projects.map(({ id: projectId }) => newTemplate(dataSource, { projectId, allowParallelTasks: true })),
    );
    const rows = await dataSource.query<{ id: number }[]>(
      `insert into task (project_id, template_id, status, app)
         select t.project_id, t.id, 'waiting', 'bash' from generate_series(1, $1) n join template t
           on t.id = ($2::int[])[1 + n % array_length($2::int[], 1)] returning id`,
      [GOOD, templates.map(({ id }) => id)],
    );
    return rows.map(({ id }) => id);
  }

  async function poll(runner: RunnerClient): Promise<number[]> {
    const { status, body } = await runner.call('poll', WISH);
    expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
    return (body as PollAnswer).jobs.map((job) => job.task_id);
  }

  const stateOf = async (id: number): Promise<{ status: TaskStatus; reason: string | null }> => {
    const [row] = await test.dataSource.query<{ status: TaskStatus; reason: string | null }[]>(
      'select status, end_reason as reason from task where id = $1',
      [id],
    );
    return row ?? { status: 'waiting', reason: 'no row' };
  };

  it.each(POISONS)(
    'should all go out at once beside one with %s, which ends with its reason',
    async (_, poison, reason) => {
      const good = await goodTasks();
      const { id } = await poison(test);
      await assignWaiting(test);
      const given = (await Promise.all([poll(one), poll(other)])).flat();
      expect(given.toSorted((a, b) => a - b)).toEqual(good);
      expect(await stateOf(id)).toEqual({ status: 'error', reason: expect.stringMatching(reason) });
    },
  );

  it('should go out with a secret of 64 KiB of short lines', async () => {
    const good = await goodTasks();
    const { id } = await withSecrets([shortLines()])(test);
    await assignWaiting(test);
    const given = (await Promise.all([poll(one), poll(other)])).flat();
    expect(given.toSorted((a, b) => a - b)).toEqual([...good, id]);
  });
});
