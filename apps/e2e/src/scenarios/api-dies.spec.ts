import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { expectedLines, slowLines } from '../support/scripts.js';
import { TestStack } from '../support/stack.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

describe('a task during the loss of parts of the control plane', () => {
  let place: Workplace;
  let stack: TestStack;
  let client: ApiClient;
  let project: TestProject;

  beforeAll(async () => {
    place = await openWorkplace({ 'run.sh': slowLines(300, 0.02) }, { git: 'path', stack: { ownServer: true } });
    ({ stack, client, project } = place);
  });

  afterAll(() => place.close());

  async function startedTask(name: string): Promise<number> {
    const template = await createTemplate(client, project, { name });
    const task = await runTask(client, project, template);
    await eventually(async () => (await client.toolLines(project.id, task)).length > 20);
    return task;
  }

  it('should succeed with a whole log when the api is killed and comes back', async () => {
    const task = await startedTask('api');
    await stack.apis[0]?.kill();
    stack.apis[0]?.start();
    await stack.untilReady();
    await client.untilStatus(project.id, task, 'success', 90_000);
    expect(await client.toolLines(project.id, task)).toEqual(expectedLines(300));
  });

  it('should succeed with a whole log when PostgreSQL is restarted', async () => {
    const task = await startedTask('database');
    await stack.postgresServer.restart();
    await client.untilStatus(project.id, task, 'success', 90_000);
    expect(await client.toolLines(project.id, task)).toEqual(expectedLines(300));
  });

  it('should still start tasks within moments after PostgreSQL was restarted', async () => {
    const template = await createTemplate(client, project, { name: 'after' });
    const task = await runTask(client, project, template);
    await client.untilStatus(project.id, task, 'success', 60_000);
  });
});
