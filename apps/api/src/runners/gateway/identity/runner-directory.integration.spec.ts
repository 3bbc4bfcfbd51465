import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { RunnerClient } from '../../../testing/runner-client.js';
import { startTestApp, type TestApp } from '../../../testing/test-app.js';
import { RunnerDirectory } from './runner-directory.js';

/** Longer than a looked-up runner is believed, in milliseconds. */
const LATER_MS = 1_001;
const HOUR_MS = 3_600_000;
/** From one poll of an idle runner to the next, in the mean. */
const POLL_MS = 27_000;
/** Runners of which more than one polls in a second. */
const FLEET = 100;

describe('RunnerDirectory', () => {
  let test: TestApp;
  let directory: RunnerDirectory;

  beforeAll(async () => {
    test = await startTestApp();
    directory = test.app.get(RunnerDirectory, { strict: false });
  });
  afterAll(() => test.close());

  const fleet = async (): Promise<RunnerClient[]> =>
    Promise.all([RunnerClient.create(test), RunnerClient.create(test), RunnerClient.create(test)]);
  const findAll = (clients: readonly RunnerClient[], now: number) =>
    Promise.all(clients.map(async ({ token }) => (await directory.byToken(token, now))?.id));

  it('should look up together the runners that call regularly', async () => {
    const clients = await fleet();
    const ids = clients.map(({ runner }) => runner.id);
    const now = Date.now();
    expect(await findAll(clients, now)).toEqual(ids);
    const query = jest.spyOn(test.app.get(DataSource), 'query');
    expect(await findAll(clients, now + LATER_MS)).toEqual(ids);
    expect(query.mock.calls.filter(([sql]) => sql.includes('token_hash'))).toHaveLength(1);
    query.mockRestore();
  });

  it.each([
    ['a moment ago', 1_500, 3],
    ['some seconds ago', 5_000, 1],
    ['as long ago as one whose task is silent', 11_000, 3],
    ['as long ago as an idle one', 27_000, 3],
    ['for too long', 40_000, 1],
  ])('should take along runners that are about to call again: they called %s', async (_, silentMs, taken) => {
    const clients = await fleet();
    // Minutes after the runners of other rows.
    const now = Date.now() + 100 * silentMs;
    await findAll(clients, now);
    const query = jest.spyOn(test.app.get(DataSource), 'query');
    await findAll(clients.slice(0, 1), now + silentMs);
    const [hashes] = query.mock.calls.flatMap(([sql, values]) =>
      sql.includes('token_hash') ? [(values as unknown[] | undefined)?.[0]] : [],
    );
    expect(hashes).toHaveLength(taken);
    query.mockRestore();
  });

  it('should need at most one look-up a second for idle runners that poll at different times', async () => {
    const clients = await Promise.all(Array.from({ length: FLEET }, () => RunnerClient.create(test)));
    const begin = Date.now() + 10 * HOUR_MS;
    const calls = [0, 1, 2].flatMap((round) =>
      clients.map((client, i) => ({ client, at: begin + round * POLL_MS + (i * POLL_MS) / FLEET + (i % 7) * 100 })),
    );
    const lookUps: number[] = [];
    const query = jest.spyOn(test.app.get(DataSource), 'query');
    for (const { client, at } of calls.sort((a, b) => a.at - b.at)) {
      query.mockClear();
      expect(await findAll([client], Math.round(at))).toEqual([client.runner.id]);
      lookUps.push(...query.mock.calls.filter(([sql]) => sql.includes('token_hash')).map(() => at - begin));
    }
    query.mockRestore();
    const settled = lookUps.filter((at) => at > 1.5 * POLL_MS && at <= 2.5 * POLL_MS);
    expect(settled.length).toBeLessThanOrEqual(POLL_MS / 1_000);
  });

  it('should refuse a runner that was removed as soon as its entry has expired, whichever runner calls', async () => {
    const [gone, calling] = await fleet();
    const now = Date.now();
    const clients = [calling, gone].filter((client) => client !== undefined);
    await findAll(clients, now);
    await test.dataSource.query('delete from runner where id = $1', [gone?.runner.id]);
    expect(await findAll(clients, now + LATER_MS)).toEqual([calling?.runner.id, undefined]);
  });

  it('should answer everybody again after a look-up that failed', async () => {
    const clients = await fleet();
    const now = Date.now();
    await findAll(clients, now);
    const query = jest.spyOn(test.app.get(DataSource), 'query').mockRejectedValueOnce(new Error('away'));
    await expect(findAll(clients, now + LATER_MS)).rejects.toThrow('away');
    query.mockRestore();
    expect(await findAll(clients, now + LATER_MS)).toEqual(clients.map(({ runner }) => runner.id));
  });
});
