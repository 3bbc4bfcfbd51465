import { describe, expect, it } from '@jest/globals';
import type { Runner, Task } from '@switchyard/database';
import { expireLeases } from './expire-leases.js';
import { MAX_EXPIRED_STARTS } from './expiry-decision.js';
import { keepPresence } from './presence.js';
import { renewLeases } from './renew-leases.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { stopTask } from '../life-cycle/stop-task.js';
import type { EngineFixture } from '../testing/engine-fixture.js';
import { withTask } from '../testing/with-task.js';

describe(expireLeases.name, () => {
  let fixture: EngineFixture;
  let runner: Runner;
  let task: Task;
  withTask((made) => void ({ fixture, runner, task } = made));

  const start = async () => startAttempt(fixture.engine, runner.id, await fixture.lease(task.id));
  const expire = async () => {
    await fixture.expireAll();
    return expireLeases(fixture.engine);
  };

  it('should leave a good lease alone', async () => {
    expect(await expireLeases(fixture.engine)).toBe(0);
    expect((await fixture.task(task.id)).status).toBe('starting');
  });

  it('should send a task that had not begun back to the queue, for another attempt', async () => {
    expect(await expire()).toBe(1);
    expect(await fixture.task(task.id)).toMatchObject({ status: 'waiting', waitingReason: 'queued', runnerId: null });
    expect(await fixture.attempt(task.id)).toMatchObject({ status: 'ended', outcome: 'lease_expired' });
    expect(fixture.signals).toMatchObject({ woken: [runner.id], dispatch: ['lease expired'] });
    await fixture.assign();
    expect(await fixture.attempt(task.id)).toMatchObject({ number: 2, status: 'starting' });
    expect(await fixture.task(task.id)).toMatchObject({ status: 'starting', attemptNumber: 2 });
  });

  it('should give up a task that never gets to begin', async () => {
    for (let expired = 1; expired < MAX_EXPIRED_STARTS; expired++) {
      await expire();
      await fixture.assign();
    }
    await expire();
    const reason = expect.stringContaining('runner lost 5 times');
    const endProblem = { code: 'runner_lost_often', params: { count: 5 } };
    expect(await fixture.task(task.id)).toMatchObject({
      status: 'error',
      endReason: reason,
      endProblem,
      attemptNumber: 5,
    });
  });

  it('should never run a second time what had begun', async () => {
    await start();
    await expire();
    expect(await fixture.task(task.id)).toMatchObject({
      status: 'error',
      endReason: 'runner lost',
      ended: expect.any(Date),
    });
    expect(await fixture.assign()).toBe(0);
    expect(await fixture.events()).toContainEqual(expect.stringMatching(/finished - ERROR$/));
  });

  it('should end a task that was stopping as stopped', async () => {
    await start();
    await stopTask(fixture.engine, { projectId: task.projectId, taskId: task.id, force: false });
    await expire();
    expect((await fixture.task(task.id)).status).toBe('stopped');
  });

  it('should expire each lease once when two dispatchers look at the same time', async () => {
    await fixture.expireAll();
    const counts = await Promise.all([1, 2, 3].map(() => expireLeases(fixture.engine)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect((await fixture.task(task.id)).status).toBe('waiting');
  });

  describe(keepPresence.name, () => {
    const silentSince = (part: string, seconds: number) =>
      fixture.source.query(
        `insert into setting values ($1, (now() - make_interval(secs => $2))::text)
           on conflict (key) do update set value = excluded.value`,
        [`present.${part}`, seconds],
      );

    it('should give every lease its time once more after an absence', async () => {
      await start();
      await silentSince('api', 60);
      await fixture.expireAll();
      expect(await keepPresence(fixture.engine, 'api')).toBe(true);
      expect(await expireLeases(fixture.engine)).toBe(0);
      expect((await fixture.task(task.id)).status).toBe('running');
    });

    it('should extend nothing while it is kept up', async () => {
      expect(await keepPresence(fixture.engine, 'api')).toBe(false);
      await silentSince('api', 6);
      expect(await keepPresence(fixture.engine, 'api')).toBe(false);
      expect(await expire()).toBe(1);
    });

    it('should let nothing expire while the api is away', async () => {
      await silentSince('api', 20);
      expect(await expire()).toBe(0);
      expect((await fixture.task(task.id)).status).toBe('starting');
    });
  });

  it('should keep a lease that was renewed in time', async () => {
    await fixture.expireAll();
    const held = [{ ...(await fixture.lease(task.id)), order: 'none' as const }];
    await renewLeases(fixture.engine, [{ runnerId: runner.id, held }]);
    expect(await expireLeases(fixture.engine)).toBe(0);
  });
});
