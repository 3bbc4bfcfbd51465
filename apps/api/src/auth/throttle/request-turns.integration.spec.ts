import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { MAX_WAITING_REQUESTS, REQUESTS_AT_A_TIME } from '../../platform/bounds.js';
import { newPerson, type Person } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { storeLog } from '../../testing/stored-log.js';
import { RequestTurns } from './request-turns.js';

describe(RequestTurns.name, () => {
  let test: ProjectFixture;
  let guest: Person;
  let raw: string;
  const open: ClientRequest[] = [];

  beforeAll(async () => {
    test = await startProjectFixture();
    guest = await newPerson(test, { admin: true });
    const task = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId: test.projectId }));
    await storeLog(
      test.dataSource,
      task,
      Array.from({ length: 40 }, () => ['x'.repeat(900_000)]),
    );
    raw = `${test.base}/tasks/${task.id}/raw_output`;
  });
  afterAll(() => test.close());

  /** Statuses of downloads that nobody reads. */
  const download = (count: number, statuses: number[]): void => {
    for (let i = 0; i < count; i++) {
      const call = request(new URL(raw, test.address), { headers: { cookie: guest.cookie } });
      call.on('response', (answer) => statuses.push(answer.pause().statusCode ?? 0)).on('error', () => undefined);
      open.push(call.end());
    }
  };

  it('should hold back the requests of one user alone, and forget those that were given up', async () => {
    const statuses: number[] = [];
    const { log } = REQUESTS_AT_A_TIME;
    download(log + MAX_WAITING_REQUESTS + 5, statuses);
    await eventually(() => statuses.length === log + 5, { timeout: 20_000 });
    expect(statuses.toSorted()).toEqual([...Array<number>(log).fill(200), ...Array<number>(5).fill(429)]);
    expect((await guest.client.get(`${test.base}/tasks`)).status).toBe(200);
    expect((await test.manager.get(raw)).status).toBe(200);
    open.forEach((call) => call.destroy());
    expect((await guest.client.get(raw)).status).toBe(200);
  });
});
