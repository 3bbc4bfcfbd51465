import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AttemptLease,
  decodeLogFrame,
  encodeLogFrame,
  type LogAnswer,
  type LogBatch,
} from '@switchyard/contracts';
import { Audit, Project, type Task } from '@switchyard/database';
import { newAccessKey, newGitRepository, newProject, newTask, newTemplate } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import { ApiMetrics } from '../../../platform/metrics/api-metrics.js';
import { LogFeeds } from '../../../tasks/live-updates/log-feeds/log-feeds.js';
import { AuditTrail } from '../../../auth/audit/audit-trail.js';
import { LogReader } from '../../../tasks/logs/log-reader.js';
import { assignWaiting, logFrame, RunnerClient } from '../../../testing/runner-client.js';
import { storeLog } from '../../../testing/stored-log.js';
import { startTestApp, type TestApp } from '../../../testing/test-app.js';
import { RunnerDirectory } from '../identity/runner-directory.js';

const GOOD = 100;
const PLACE = 42;

interface Held extends AttemptLease {
  task: number;
}

/** Calls of several people that the api handles together. Data of one of them must not touch the others. */
describe('one poisoned among a hundred good ones', () => {
  let test: TestApp;
  let runner: RunnerClient;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.dataSource.query('delete from project');
    await test.dataSource.query('delete from runner');
    runner = await RunnerClient.create(test);
  });

  /** A hundred attempts of one runner, and one of a project of its own whose repository has a key. */
  async function assigned(): Promise<{ good: Held[]; bad: Held; keyId: number }> {
    const { dataSource } = test;
    const { id: projectId } = await newProject(dataSource);
    const template = await newTemplate(dataSource, { projectId, allowParallelTasks: true });
    for (let i = 0; i < GOOD; i++) {
      await newTask(dataSource, template);
    }
    const { id: other } = await newProject(dataSource);
    const { id: keyId } = await newAccessKey(dataSource, { projectId: other, type: 'login_password' });
    const { id: repositoryId } = await newGitRepository(dataSource, { projectId: other, sshKeyId: keyId });
    const poisoned = await newTask(dataSource, await newTemplate(dataSource, { projectId: other, repositoryId }));
    await assignWaiting(test);
    const all = await dataSource.query<Held[]>(
      'select task_id as task, id as attempt, lease_id as lease from attempt order by id',
    );
    const bad = all.find(({ task }) => task === poisoned.id) as Held;
    return { good: all.filter((held) => held !== bad), bad, keyId };
  }

  const taskOf = async ({ task }: Held) =>
    (
      await test.dataSource.query<Pick<Task, 'status' | 'endReason'>[]>(
        'select status, end_reason as "endReason" from task where id = $1',
        [task],
      )
    )[0];
  const linesOf = async ({ task }: Held) => (await test.app.get(LogReader).range(task, { first: 0, limit: 9 })).lines;
  const leaseOf = ({ attempt, lease }: Held): AttemptLease => ({ attempt, lease });
  const damageKey = (keyId: number) =>
    test.dataSource.query(`update access_key set secret = 'damaged' where id = $1`, [keyId]);

  it.each<[string, Parameters<typeof logFrame>[3], (bad: Held, keyId: number) => Promise<unknown>, RegExp]>([
    ['does not unpack', { codec: 1 }, async () => undefined, /^Its log cannot be stored: log chunk of attempt \d+: /],
    [
      'cannot be masked',
      {},
      (_, keyId) => damageKey(keyId),
      /^Its log cannot be stored: The key .* cannot be opened: This is not a sealed secret/,
    ],
    [
      'does not fit its log',
      {},
      ({ attempt }) =>
        test.dataSource.query('update attempt_log set base_line = $2, next_line = $2 where attempt_id = $1', [
          attempt,
          2 ** 31 - 1,
        ]),
      /^Its log cannot be stored: .*out of range/,
    ],
  ])('should be refused alone when a log chunk %s, and end its attempt', async (_, head, damage, reason) => {
    const { good, bad, keyId } = await assigned();
    await damage(bad, keyId);
    const frames = [...good.slice(0, PLACE), bad, ...good.slice(PLACE)].map((held) =>
      decodeLogFrame(logFrame(leaseOf(held), 0, 'a line\n', held === bad ? head : {})),
    );
    const { status, body } = await runner.send(runner.request('log', encodeLogFrame(frames.flat())));
    const answer = body as LogAnswer;
    expect([status, answer.stale]).toEqual([200, [bad.attempt]]);
    expect(answer.ack).toEqual(good.map(({ attempt }) => [attempt, 1]));
    expect(await Promise.all(good.map(linesOf))).toEqual(good.map(() => ['a line']));
    expect(await taskOf(bad)).toEqual({ status: 'error', endReason: expect.stringMatching(reason) });
    expect(await taskOf(good[0] as Held)).toEqual({ status: 'starting', endReason: null });
  });

  it('should end when its secrets cannot be read any more, without the reason that may hold them', async () => {
    const { bad, keyId } = await assigned();
    await damageKey(keyId);
    const end = { outcome: 'error', exit_code: 1, signal: null, reason: 'the password is x', lines: 0, bytes: 0 };
    expect((await runner.call('finish', { ...leaseOf(bad), ...end })).status).toBe(200);
    expect(await taskOf(bad)).toEqual({
      status: 'error',
      endReason: expect.stringMatching(/^The reason is not shown/),
    });
  });

  it('should be refused alone when it is a runner whose key was damaged', async () => {
    const directory = test.app.get(RunnerDirectory, { strict: false });
    const now = Date.now();
    const runners: RunnerClient[] = [];
    for (let i = 0; i <= GOOD; i++) {
      const created = await RunnerClient.create(test);
      await directory.byToken(created.token, now);
      runners.push(created);
    }
    const bad = runners[PLACE] as RunnerClient;
    await test.dataSource.query(`update runner set public_key = 'damaged' where id = $1`, [bad.runner.id]);
    const later = await Promise.all(runners.map(({ token }) => directory.byToken(token, now + 5_000)));
    expect(later.flatMap((found, i) => (found ? [] : [i]))).toEqual([PLACE]);
  });

  it('should keep no log from its watchers when the growth of one task cannot be read', async () => {
    const { id: projectId } = await newProject(test.dataSource);
    const task = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId }));
    await storeLog(test.dataSource, task, [['one', 'two']]);
    const feeds = new LogFeeds(test.app.get(LogReader), test.dataSource, new ApiMetrics(false));
    const batches: LogBatch[] = [];
    feeds.onBatch((_, batch) => batches.push(batch));
    await feeds.open(projectId, task.id);
    await storeMore(task, 2, 'three\n');
    const growth = feeds.grew(
      [
        [projectId, 2 ** 40, 1, 3],
        [projectId, task.id, 1, 3],
      ],
      () => true,
    );
    await expect(growth).rejects.toThrow('logs that grew: 1 of 2 failed');
    await eventually(() => expect(batches.flatMap(({ lines }) => lines)).toEqual(['three']));
  });

  it('should be shown as damaged, and not end the log around it, when it is a stored chunk', async () => {
    const { id: projectId } = await newProject(test.dataSource);
    const task = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId }));
    await storeLog(test.dataSource, task, [['one'], ['two', 'three'], ['four']]);
    await test.dataSource.query(
      `update log_chunk set codec = 1, times = '\\x80' where task_id = $1 and first_line = 1`,
      [task.id],
    );
    const { lines } = await test.app.get(LogReader).range(task.id, { first: 0, limit: 10 });
    const damaged = '[this line was stored damaged]';
    expect(lines).toEqual(['one', damaged, damaged, 'four']);
  });

  it('should be left out alone when it is an audit record', async () => {
    const trail = test.app.get(AuditTrail);
    await test.dataSource.query('delete from audit');
    const note = (name: string, i: number) =>
      trail.note({ entity: Project, objectType: 'project', objectId: i, before: null, after: { name } });
    await Promise.all(Array.from({ length: GOOD + 1 }, (_, i) => note(i === PLACE ? 'a\0b' : 'sound', i)));
    expect(await test.dataSource.getRepository(Audit).count()).toBe(GOOD);
  });

  /** Stores one more line of the only attempt of a task. */
  async function storeMore(task: Task, first: number, text: string): Promise<void> {
    await test.dataSource.query(
      `insert into log_chunk (task_id, attempt, first_line, line_count, first_time, kind, codec, sgr, times, body)
         values ($1, 1, $2, 1, now(), 0, 0, '', '\\x00', $3)`,
      [task.id, first, Buffer.from(text)],
    );
    await test.dataSource.query('update attempt_log set next_line = $2 where task_id = $1', [task.id, first + 1]);
  }
});
