import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTemplate, runTask } from '../support/project.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

describe('a stack whose PostgreSQL is behind PgBouncer', () => {
  let place: Workplace;

  beforeAll(async () => {
    place = await openWorkplace(
      { 'run.sh': 'echo done\n' },
      { stack: { pooled: true, apis: 2, dispatchers: 2 }, git: 'path' },
    );
  });

  afterAll(() => place.close());

  it('should run tasks with their logs, woken by queue and bus', async () => {
    const { client, project } = place;
    const template = await createTemplate(client, project, { name: 'pooled', allow_parallel_tasks: true });
    const tasks = await Promise.all(Array.from({ length: 5 }, () => runTask(client, project, template)));
    const ended = await Promise.all(tasks.map((task) => client.untilEnded(project.id, task)));
    const logs = await Promise.all(tasks.map((task) => client.output(project.id, task)));
    const shown = ended.map(({ status }, i) => ({ status, lines: logs[i]?.map(({ output }) => output) }));
    const successful = { status: 'success', lines: expect.arrayContaining(['done']) as unknown };
    expect(shown).toEqual(tasks.map(() => successful));
  });
});
