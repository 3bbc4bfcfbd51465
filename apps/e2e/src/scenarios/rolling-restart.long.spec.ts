import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import type { Part } from '../support/part.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { expectedLines, slowLines } from '../support/scripts.js';
import type { TestStack } from '../support/stack.js';
import { steadyCalls } from '../support/steady-calls.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

/** Within which a server ends that was asked to, in milliseconds. */
const END_MS = 10_000;
const LINES = 400;

describe('two apis and two dispatchers behind nginx, each replaced in turn', () => {
  let place: Workplace;
  let stack: TestStack;
  let client: ApiClient;
  let project: TestProject;

  const marker = (): string => join(stack.dir, 'starts');

  beforeAll(async () => {
    place = await openWorkplace(
      (started) => ({
        'run.sh': `echo "$SWITCHYARD_TASK_MESSAGE" >> '${join(started.dir, 'starts')}'\n`,
        'slow.sh': slowLines(LINES, 0.05),
      }),
      {
        git: 'path',
        stack: { apis: 2, dispatchers: 2, runners: 2, balanced: true, settings: { SWITCHYARD_TRUST_PROXY: '1' } },
      },
    );
    ({ stack, client, project } = place);
    writeFileSync(marker(), '');
  });

  afterAll(() => place.close());

  /** Replaces each server while the others go on. @returns how long the ends took, in milliseconds */
  async function replaceEach(signal: 'SIGTERM' | 'SIGKILL'): Promise<number[]> {
    const times: number[] = [];
    const replace = async (part: Part): Promise<void> => {
      const began = performance.now();
      await part.kill(signal);
      times.push(performance.now() - began);
      part.start();
    };
    for (const [i, part] of stack.apis.entries()) {
      await replace(part);
      await stack.untilReady(i);
    }
    for (const part of stack.dispatchers) {
      await replace(part);
    }
    return times;
  }

  /** Replaces all during calls and a task that prints. */
  async function play(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ times: number[]; failures: readonly string[] }> {
    const slow = await createTemplate(client, project, { name: `slow ${signal}`, playbook: 'slow.sh' });
    const printing = await runTask(client, project, slow);
    await eventually(async () => expect((await client.toolLines(project.id, printing)).length).toBeGreaterThan(0));
    const calls = await steadyCalls(client, project, `steady-${signal}`);
    const times = await replaceEach(signal);
    const tasks = await calls.stop();
    expect(calls.answered).toBeGreaterThan(100);

    const ended = await Promise.all(
      [...tasks.values(), printing].map((task) => client.untilEnded(project.id, task, 120_000)),
    );
    expect(ended.filter(({ status }) => status !== 'success')).toEqual([]);
    expect(await client.toolLines(project.id, printing)).toEqual(expectedLines(LINES));
    const starts = readFileSync(marker(), 'utf8').trim().split('\n');
    expect(starts.filter((start) => tasks.has(start)).toSorted()).toEqual([...tasks.keys()].toSorted());
    return { times, failures: calls.failures };
  }

  it('should answer every request, run each task once and lose no line while they end in order', async () => {
    const { times, failures } = await play('SIGTERM');
    expect(failures).toEqual([]);
    expect(Math.max(...times)).toBeLessThan(END_MS);
  });

  it('should do so while they are killed', async () => {
    const { failures } = await play('SIGKILL');
    expect(failures).toEqual([]);
  });
});
