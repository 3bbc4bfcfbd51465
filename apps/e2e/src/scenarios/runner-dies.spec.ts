import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { processesWith } from '../support/processes.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { expectedLines, slowLines } from '../support/scripts.js';
import { TestStack } from '../support/stack.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

describe('a runner that is killed', () => {
  let place: Workplace;
  let stack: TestStack;
  let client: ApiClient;
  let project: TestProject;
  let marker: string;

  beforeAll(async () => {
    place = await openWorkplace(
      (stack) => ({ 'run.sh': `${slowLines(5000, 0.02, join(stack.dir, 'starts'))}# e2e-runner-dies\n` }),
      { git: 'path' },
    );
    ({ stack, client, project } = place);
    marker = join(stack.dir, 'starts');
  });

  afterAll(() => place.close());

  it('should end the task as error with the reason, keep its lines, and never run it twice', async () => {
    const template = await createTemplate(client, project, {});
    const task = await runTask(client, project, template);
    await eventually(async () => (await client.toolLines(project.id, task)).length > 30);
    await stack.runners[0]?.kill();

    const ended = await client.untilEnded(project.id, task, 90_000);
    expect(ended).toMatchObject({ status: 'error', end_reason: expect.stringMatching(/runner lost/i) });
    const lines = await client.toolLines(project.id, task);
    expect(lines.length).toBeGreaterThan(30);
    expect(lines).toEqual(expectedLines(lines.length));
    expect(readFileSync(marker, 'utf8')).toBe('x');
  });

  it('should leave nothing running once the runner is back', async () => {
    stack.runners[0]?.start();
    await eventually(() => processesWith(stack.dir).every((pid) => isPart(pid)));
    const template = await createTemplate(client, project, { playbook: 'run.sh', name: 'Again' });
    const task = await runTask(client, project, template);
    await client.untilStatus(project.id, task, 'running');
    await client.call('POST', `/project/${project.id}/tasks/${task}/stop`, { force: false });
    await client.untilStatus(project.id, task, 'stopped');
  });

  const isPart = (pid: number): boolean => stack.parts.some((part) => part.pid === pid);
});
