import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { emptyQueue } from '../support/empty-queue.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

describe.each(['postgres', 'redis'] as const)('waiting tasks on the %s queue', (queue) => {
  let place: Workplace;
  let stack: TestStack;
  let client: ApiClient;
  let project: TestProject;

  beforeAll(async () => {
    place = await openWorkplace({ 'run.sh': 'echo done\n' }, { stack: { queue }, git: 'path' });
    ({ stack, client, project } = place);
  });

  afterAll(() => place.close());

  async function queueTasks(name: string, count: number): Promise<number[]> {
    const template = await createTemplate(client, project, { name, allow_parallel_tasks: true });
    return Promise.all(Array.from({ length: count }, () => runTask(client, project, template)));
  }

  const allSucceed = async (tasks: number[]): Promise<void> => {
    const ended = await Promise.all(tasks.map((task) => client.untilEnded(project.id, task)));
    expect(ended.map((task) => task.status)).toEqual(tasks.map(() => 'success'));
  };

  it('should all run when the dispatcher is killed and comes back', async () => {
    await stack.dispatchers[0]?.kill();
    const tasks = await queueTasks('dispatcher', 5);
    expect((await client.task(project.id, tasks[0] ?? 0)).status).toBe('waiting');
    stack.dispatchers[0]?.start();
    await allSucceed(tasks);
  });

  it('should all run when the queue is emptied while they wait', async () => {
    await stack.dispatchers[0]?.kill();
    const tasks = await queueTasks('emptied', 5);
    expect(await emptyQueue(stack)).toBeGreaterThan(0);
    stack.dispatchers[0]?.start();
    await allSucceed(tasks);
  });

  if (queue === 'redis') {
    it('should all run while the queue is away', async () => {
      await stack.redis?.stop();
      try {
        await allSucceed(await queueTasks('away', 5));
      } finally {
        await stack.redis?.restart();
      }
    });
  }
});
