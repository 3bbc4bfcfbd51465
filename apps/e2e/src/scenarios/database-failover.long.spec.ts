import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { expectedLines, slowLines } from '../support/scripts.js';
import type { TestStack } from '../support/stack.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const LINES = 300;
const WAITING = 5;

describe('a fail-over of PostgreSQL to its standby', () => {
  let place: Workplace;
  let stack: TestStack;
  let client: ApiClient;
  let project: TestProject;

  const marker = (): string => join(stack.dir, 'starts');

  beforeAll(async () => {
    place = await openWorkplace(
      ({ dir }) => ({
        'run.sh': slowLines(LINES, 0.03, join(dir, 'starts')),
        'short.sh': `printf x >> '${dir}/starts'\n`,
      }),
      { git: 'path', stack: { apis: 2, dispatchers: 2, replicated: true } },
    );
    ({ stack, client, project } = place);
  });

  afterAll(() => place.close());

  const health = async (api: number): Promise<number> => (await fetch(`${stack.addresses[api]}/api/health`)).status;

  it('should lose no task and no line, run none twice, and say meanwhile that it is not ready', async () => {
    const running = await runTask(client, project, await createTemplate(client, project, { name: 'running' }));
    await eventually(async () => expect((await client.toolLines(project.id, running)).length).toBeGreaterThan(20));
    const template = await createTemplate(client, project, { name: 'waiting', playbook: 'short.sh' });
    const waiting = await Promise.all(Array.from({ length: WAITING }, () => runTask(client, project, template)));

    const pair = stack.postgres.pair;
    await pair?.primary.kill();
    await eventually(async () => expect(await Promise.all([health(0), health(1)])).toEqual([503, 503]));
    await pair?.promote();
    await Promise.all([stack.untilReady(0), stack.untilReady(1)]);

    const tasks = [running, ...waiting];
    const ended = await Promise.all(tasks.map((task) => client.untilEnded(project.id, task, 120_000)));
    expect(ended.map(({ status }) => status)).toEqual(tasks.map(() => 'success'));
    expect(await client.toolLines(project.id, running)).toEqual(expectedLines(LINES));
    expect(readFileSync(marker(), 'utf8')).toBe('x'.repeat(tasks.length));
  });

  it('should start new tasks and tell others of them', async () => {
    const template = await createTemplate(client, project, { name: 'after', playbook: 'short.sh' });
    const task = await runTask(await stack.admin(1), project, template);
    await client.untilStatus(project.id, task, 'success', 60_000);
  });
});
