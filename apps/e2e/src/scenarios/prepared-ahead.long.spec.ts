import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { onlineRunner } from '../support/runners.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const HELD = ['first', 'second'] as const;

describe.each(['postgres', 'redis'] as const)('the next task of a busy runner on the %s queue', (queue) => {
  let place: Workplace;
  let client: ApiClient;
  let project: TestProject;
  /** Where the runner has its attempts. */
  let attempts: string;
  /** Templates by the names of their scripts. */
  let templates: Record<string, number>;
  let tasks: { first: number; second: number; next: number };

  beforeAll(async () => {
    place = await openWorkplace(
      ({ dir }) => ({
        ...Object.fromEntries(
          HELD.map((name) => [`${name}.sh`, `until [ -e '${dir}/${name}-may-end' ]; do sleep 0.05; done\n`]),
        ),
        'next.sh': `printf x >> '${dir}/next-ran'\n`,
      }),
      { stack: { queue } },
    );
    ({ client, project } = place);
    const runner = await onlineRunner(client);
    await client.call('PUT', `/runners/${runner.id}`, { ...runner, max_parallel_tasks: 1 });
    attempts = join(place.stack.dir, 'work', runner.name, 'attempts');
    const names = [...HELD, 'next'];
    const ids = await Promise.all(
      names.map((name) =>
        createTemplate(client, project, { name, playbook: `${name}.sh`, allow_parallel_tasks: true }),
      ),
    );
    templates = Object.fromEntries(names.map((name, i) => [name, ids[i] ?? 0]));
  });
  afterAll(() => place.close());

  const file = (name: string): string => join(place.stack.dir, name);
  const start = (name: string): Promise<number> => runTask(client, project, templates[name] ?? 0);
  const release = (name: (typeof HELD)[number]): void => writeFileSync(file(`${name}-may-end`), '');
  /** Attempts whose repository is checked out. */
  const checkouts = (): string[] =>
    readdirSync(attempts).filter((attempt) => existsSync(join(attempts, attempt, 'repository', 'next.sh')));

  /** The second task has the only slot, and the next one is checked out beside it. */
  beforeEach(async () => {
    HELD.forEach((name) => rmSync(file(`${name}-may-end`), { force: true }));
    rmSync(file('next-ran'), { force: true });
    const first = await start('first');
    await client.untilStatus(project.id, first, 'running');
    tasks = { first, second: await start('second'), next: await start('next') };
    release('first');
    await client.untilStatus(project.id, tasks.second, 'running');
    await eventually(() => expect(checkouts()).toHaveLength(2));
  });

  it('should be checked out while the slot is busy, wait all the same, and run once when the slot is free', async () => {
    expect(await client.task(project.id, tasks.next)).toMatchObject({ status: 'waiting', runner_id: null });
    expect(await client.output(project.id, tasks.next)).toEqual([]);
    const [prepared] = checkouts().toSorted((one, other) => Number(other) - Number(one));
    release('second');
    expect(await client.untilEnded(project.id, tasks.next)).toMatchObject({ status: 'success' });
    expect(readFileSync(file('next-ran'), 'utf8')).toBe('x');
    expect(checkouts()).not.toContain(prepared);
    expect((await client.output(project.id, tasks.next)).map(({ output }) => output).join()).toContain('commit');
  });

  it('should be thrown away with its files when it is stopped', async () => {
    await client.call('POST', `/project/${project.id}/tasks/${tasks.next}/stop`, {});
    expect(await client.task(project.id, tasks.next)).toMatchObject({ status: 'stopped' });
    await eventually(() => expect(checkouts()).toHaveLength(1));
    release('second');
    expect(await client.untilEnded(project.id, tasks.second)).toMatchObject({ status: 'success' });
    expect(existsSync(file('next-ran'))).toBe(false);
  });
});
