import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Runner, Task } from '@switchyard/contracts';
import { createGitRepository, eventually, type TestGitRepository } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { PlainSocket } from '../support/plain-socket.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';

const TASKS = 20;
const LIMIT = 3;

describe('two apis, two dispatchers and two runners', () => {
  let stack: TestStack;
  let clients: ApiClient[];
  let repository: TestGitRepository;
  let project: TestProject;
  let marker: string;

  beforeAll(async () => {
    stack = await TestStack.start({ apis: 2, dispatchers: 2, runners: 2 });
    clients = await Promise.all([stack.admin(0), stack.admin(1)]);
    marker = join(stack.dir, 'starts');
    repository = await createGitRepository({
      'run.sh': `echo "start $1" >> '${marker}'\nsleep 0.3\necho "end $1" >> '${marker}'\n`,
    });
    project = await createProject(client(0), repository.path, { max_parallel_tasks: LIMIT });
    await eventually(async () => {
      const runners = await client(0).call<Runner[]>('GET', '/runners');
      expect(runners.filter(({ touched }) => touched !== null)).toHaveLength(2);
    });
  });

  afterAll(async () => {
    await stack.close();
    await repository.remove();
  });

  const client = (i: number): ApiClient => clients[i % clients.length] as ApiClient;

  it('should run every task exactly once and never more at a time than the project allows', async () => {
    const template = await createTemplate(client(0), project, {
      allow_parallel_tasks: true,
      allow_override_args_in_task: true,
    });
    const tasks = await Promise.all(
      Array.from({ length: TASKS }, (_, i) => runTask(client(i), project, template, { arguments: `["${i}"]` })),
    );
    const ended = await Promise.all(tasks.map((task, i) => client(i).untilEnded(project.id, task, 120_000)));
    expect(ended.map((task: Task) => task.status)).toEqual(tasks.map(() => 'success'));

    const events = readFileSync(marker, 'utf8').trim().split('\n');
    const starts = events.filter((event) => event.startsWith('start')).map((event) => Number(event.split(' ')[1]));
    expect(starts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: TASKS }, (_, i) => i));
    expect(mostAtOnce(events)).toBeLessThanOrEqual(LIMIT);
    expect(new Set(ended.map((task) => task.runner_name)).size).toBe(2);
  });

  it('should show a task live at the api that its runner does not report to', async () => {
    const sockets = await Promise.all(clients.map((each) => PlainSocket.open(each)));
    const template = await createTemplate(client(0), project, { name: 'live', arguments: '["live"]' });
    const task = await runTask(client(1), project, template);
    await Promise.all(sockets.map((socket) => socket.untilUpdate(task, 'success')));
    sockets.forEach((socket) => socket.close());
  });
});

function mostAtOnce(events: readonly string[]): number {
  let running = 0;
  return Math.max(...events.map((event) => (running += event.startsWith('start') ? 1 : -1)));
}
