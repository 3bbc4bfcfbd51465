import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findProcess } from './process/process-table.js';
import { Runner } from './runner.js';
import { sha256 } from './attempt/attempt-plans.js';
import { exampleJob } from './testing/recorded-attempt.js';
import { RunnerUnderTest } from './testing/runner-under-test.js';

describe(Runner.name, () => {
  let test: RunnerUnderTest;

  beforeEach(() => {
    test = new RunnerUnderTest();
  });

  afterEach(() => test.close());

  const gateway = () => test.gateway;
  const assign = (playbook: string, id = 1): number =>
    gateway().assign(exampleJob('/nowhere', { task_id: id, playbook }));

  /** Assigns a command that prints the id of a process that would outlive it, and waits until it runs. */
  async function assignSleeper(id = 1): Promise<{ attempt: number; alive: () => boolean }> {
    const attempt = assign('sleep 600 & echo pid $!; wait', id);
    await gateway().attempts.until(() => gateway().logs.bytes(attempt).includes('pid'));
    const pid = Number(/pid (\d+)/.exec(gateway().logs.bytes(attempt).toString())?.[1]);
    return { attempt, alive: () => findProcess(pid) !== null };
  }

  it('should describe itself, run a job, and report commit, start and end', async () => {
    await test.start();
    const attempt = assign('echo hello');
    const finish = await gateway().attempts.finished(attempt);
    expect(finish).toMatchObject({ outcome: 'success', exit_code: 0, reason: null });
    expect(gateway().polls[0]).toMatchObject({
      apps: [{ id: 'bash', version: '5.2' }],
      version: '1.2.3',
      max_parallel_tasks: 4,
    });
    expect(gateway().attempts.get(attempt).facts).toMatchObject({
      commit_hash: '0123abcd',
      commit_message: 'first commit',
      command: ['sh'],
    });
    const order = gateway().calls.filter((call) => ['start', 'finish'].includes(call));
    expect(order).toEqual(['start', 'finish']);
    expect(gateway().calls.at(-1)).not.toBe('log');
  });

  it('should send what it finds out together, before the end', async () => {
    await test.start();
    await gateway().attempts.finished(assign('exit 0'));
    const { calls } = gateway();
    expect(calls.filter((call) => call === 'progress')).toHaveLength(1);
    expect(calls.indexOf('progress')).toBeLessThan(calls.indexOf('finish'));
  });

  it('should report how a failing task failed', async () => {
    await test.start();
    const finish = await gateway().attempts.finished(assign('exit 3'));
    expect(finish).toMatchObject({
      outcome: 'error',
      exit_code: 3,
      reason: 'sh exited with code 3',
      problem: { code: 'tool_exited', params: { tool: 'sh', code: 3 } },
    });
  });

  it('should run several tasks at once and poll on meanwhile', async () => {
    await test.start();
    const sleepers = [await assignSleeper(1), await assignSleeper(2), await assignSleeper(3)];
    expect(
      gateway()
        .polls.at(-1)
        ?.held.map((held) => held.attempt),
    ).toEqual([1, 2, 3]);
    sleepers.forEach(({ attempt }) => gateway().attempts.orderStop(attempt));
    const ends = await Promise.all(sleepers.map(({ attempt }) => gateway().attempts.finished(attempt)));
    expect(ends.map((end) => end.outcome)).toEqual(['stopped', 'stopped', 'stopped']);
    expect(sleepers.some(({ alive }) => alive())).toBe(false);
  });

  it('should log no warning when polls learn of the ends of tasks before the answers to the reports arrive', async () => {
    let answered = 0;
    gateway().beforeAnswer = async (call) => {
      const polls = gateway().polls.length;
      if (call === 'finish') {
        await gateway().attempts.until(() => gateway().polls.length > polls);
        answered += 1;
        gateway().attempts.touch();
      }
    };
    await test.start();
    for (let first = 1; first <= 40; first += 4) {
      [0, 1, 2, 3].forEach((slot) => assign('echo short', first + slot));
      await gateway().attempts.until(() => answered === first + 3);
    }
    expect(test.ownLog.filter((line) => !line.includes('"level":"info"'))).toEqual([]);
  });

  it('should run a job once when the answer that brought it is lost', async () => {
    gateway().faults = (call, count) => (call === 'poll' && count < 2 ? { do: 'lose' } : null);
    const attempt = assign('echo once');
    await test.start();
    await gateway().attempts.finished(attempt);
    expect(gateway().logs.bytes(attempt).toString()).toBe('once\n');
    expect(gateway().calls.filter((call) => call === 'start')).toHaveLength(1);
  });

  it('should run a job once when it is brought again and again, also after its end', async () => {
    gateway().attempts.repeatsJobs = true;
    await test.start();
    const attempt = assign('echo once');
    await gateway().attempts.finished(attempt);
    const polls = gateway().polls.length;
    await gateway().attempts.until(() => gateway().polls.length > polls + 2);
    expect(gateway().calls.filter((call) => call === 'start')).toHaveLength(1);
    expect(gateway().polls.length).toBeLessThan(50);
  });

  it('should kill an attempt that was taken away and report nothing more about it', async () => {
    await test.start();
    const { attempt, alive } = await assignSleeper();
    gateway().fence(attempt);
    await test.stopRunner();
    await test.stopRunner();
    expect(alive()).toBe(false);
    expect(gateway().attempts.get(attempt).finish).toBeNull();
    expect(existsSync(path.join(test.workDir, 'attempts', String(attempt)))).toBe(false);
  });

  it('should drop an attempt whose lease is lost when it wants to start', async () => {
    await test.start();
    gateway().faults = (call) => {
      if (call === 'start') {
        gateway().fence(1);
      }
      return null;
    };
    const trace = path.join(test.workDir, 'trace');
    assign(`echo run >> ${trace}`);
    await gateway().attempts.until(() => gateway().calls.includes('lost'));
    await test.stopRunner();
    expect(existsSync(trace)).toBe(false);
    expect(gateway().calls.filter((call) => call === 'finish')).toEqual([]);
  });

  it('should report a job it cannot open', async () => {
    await test.start();
    const other = new RunnerUnderTest();
    const sealed = other.gateway.identity.seal(exampleJob('/nowhere'), {
      attempt: 1,
      lease: '00000000-0000-4000-8000-000000000000',
      number: 1,
    });
    gateway().attempts.assign(sealed, sealed);
    const finish = await gateway().attempts.finished(1);
    expect(finish).toMatchObject({ outcome: 'error', exit_code: null });
    expect(finish.reason).toContain('not sealed to the key');
    await other.close();
  });

  it('should wait for a control plane that is not there yet', async () => {
    gateway().faults = (call, count) => (call === 'info' && count < 2 ? { do: 'drop' } : null);
    await test.start();
    expect((await gateway().attempts.finished(assign('true'))).outcome).toBe('success');
  });

  it.each([-86_400_000, 86_400_000])('should work when the clocks are %d ms apart', async (offset) => {
    gateway().clockOffsetMs = offset;
    await test.start();
    const attempt = assign('echo x');
    await gateway().attempts.finished(attempt);
    const time = gateway().logs.chunks(attempt)[0]?.times[0] ?? 0;
    expect(Math.abs(time - Date.now() - offset)).toBeLessThan(60_000);
  });

  it('should follow a clock of the control plane that jumps', async () => {
    await test.start();
    gateway().clockOffsetMs = 7_200_000;
    expect((await gateway().attempts.finished(assign('true'))).outcome).toBe('success');
    expect(gateway().calls.some((call) => call.endsWith(' 401'))).toBe(true);
  });

  it.each(['UNKNOWN_RUNNER', 'BAD_SIGNATURE'])(
    'should give up when it is refused with %s again and again',
    async (error) => {
      gateway().faults = (call) => (call === 'info' ? null : { do: 'refuse', status: 401, error });
      await test.start();
      expect((await test.refused).message).toContain(error);
    },
  );

  it('should carry on after a single refusal', async () => {
    gateway().faults = (call, count) =>
      call === 'poll' && count === 1 ? { do: 'refuse', status: 401, error: 'UNKNOWN_RUNNER' } : null;
    await test.start();
    await gateway().attempts.finished(assign('true', 1));
    expect((await gateway().attempts.finished(assign('true', 2))).outcome).toBe('success');
  });

  it('should let running tasks end when it is stopped gently', async () => {
    await test.start();
    const attempt = assign('echo begin; sleep 0.3; echo end');
    await gateway().attempts.until(() => gateway().logs.lines(attempt) > 3);
    await test.stopRunner(20_000);
    expect(gateway().attempts.get(attempt).finish).toMatchObject({ outcome: 'success' });
    expect(gateway().logs.bytes(attempt).toString()).toBe('begin\nend\n');
  });

  it('should kill what still runs after the grace and report why', async () => {
    await test.start();
    const { attempt, alive } = await assignSleeper();
    await test.stopRunner(0);
    expect(gateway().attempts.get(attempt).finish).toMatchObject({
      outcome: 'error',
      reason: 'The runner was shut down',
    });
    expect(alive()).toBe(false);
  });

  it('should stop an attempt that ran longer than its time limit, and report it', async () => {
    await test.start();
    const attempt = gateway().assign(
      exampleJob('/nowhere', { playbook: 'sleep 600 & echo pid $!; wait', time_limit_seconds: 1 }),
    );
    const finish = await gateway().attempts.finished(attempt);
    expect(finish).toMatchObject({
      outcome: 'error',
      reason: 'The task ran longer than its time limit of 1 second',
    });
    const pid = Number(/pid (\d+)/.exec(gateway().logs.bytes(attempt).toString())?.[1]);
    expect(findProcess(pid)).toBeNull();
  });

  it('should look for the requested programs and answer with their revision', async () => {
    const requested: string[][] = [];
    gateway().attempts.probes = { revision: 'r1', apps: [{ id: 'deployer', path: '/opt/deployer' }] };
    await test.start({
      probeApps: async (probes) => {
        requested.push(probes.map(({ id, path }) => `${id}=${path}`));
        return probes.map(({ id }) => ({ id, version: '' }));
      },
    });
    await gateway().attempts.until(() => gateway().polls.at(-1)?.probes_revision === 'r1');
    expect(gateway().polls.at(-1)?.apps).toEqual([{ id: 'deployer', version: '' }]);
    expect(requested).toEqual([[], ['deployer=/opt/deployer']]);
  });

  it('should clear the cache of one project, not under a task that works in it, and no other cache', async () => {
    const cached = (project_id: number) => path.join(test.workDir, 'cache', String(project_id), '0/mirror');
    const use = (project_id: number, task_id: number, more = '') =>
      gateway().assign(
        exampleJob('/nowhere', { project_id, task_id, playbook: `echo x > ${cached(project_id)}${more}` }),
      );
    const cleared = (request: string) => gateway().polls.at(-1)?.projects_cleaned === request;
    await test.start();
    await gateway().attempts.finished(use(8, 1));
    const running = use(7, 2, `; while [ ! -e go ]; do sleep 0.02; done; cat ${cached(7)}`);
    await gateway().attempts.until(() => gateway().attempts.get(running).started);
    gateway().attempts.clearProjects = { request: 'first', projects: [7] };
    gateway().attempts.touch();
    await gateway().attempts.until(() => cleared('first'));
    writeFileSync(path.join(test.workDir, 'attempts', String(running), 'go'), '');
    expect(await gateway().attempts.finished(running)).toMatchObject({ outcome: 'success' });
    expect(gateway().logs.bytes(running).toString()).toBe('x\n');
    await test.stopRunner();
    expect([existsSync(cached(7)), existsSync(cached(8))]).toEqual([false, true]);
  });

  describe('with plans', () => {
    const planning = {
      workspace: '',
      module_key: { type: 'none' as const },
      backend_filename: null,
      state: null,
      plan_only: false,
      destroy: false,
      auto_approve: false,
      upgrade: false,
      reconfigure: false,
      stages: { init: [], plan: [], apply: [] },
    };
    const planned = (bytes: Buffer) => ({ sha256: sha256(bytes), size: bytes.length });
    const success = { outcome: 'success' as const, exitCode: 0, signal: null, reason: null };

    /** Runs an attempt that gets `given` when it fetches the plan with the hash of `confirmed`. */
    async function applies(given: Buffer, confirmed: Buffer): Promise<{ reason: string | null; got: Buffer | null }> {
      let got: Buffer | null = null;
      await test.start({
        execute: async (context) => {
          got = await context.fetchPlan();
          return success;
        },
      });
      const job = exampleJob('/nowhere', { planning: { ...planning, confirmed_plan: planned(confirmed) } });
      const attempt = gateway().assign(job);
      gateway().attempts.get(attempt).plan.confirmed = given;
      const { reason } = await gateway().attempts.finished(attempt);
      return { reason, got };
    }

    it('should leave a plan with the control plane, sealed, before it reports the end', async () => {
      const plan = Buffer.from('the plan');
      await test.start({
        execute: async (context) => {
          await context.storePlan(plan);
          return { ...success, outcome: 'planned' };
        },
      });
      const attempt = gateway().assign(exampleJob('/nowhere', { planning: { ...planning, confirmed_plan: null } }));
      expect(await gateway().attempts.finished(attempt)).toMatchObject({ outcome: 'planned' });
      expect(gateway().attempts.get(attempt).plan.stored).toEqual(plan);
      expect(gateway().calls.indexOf('plan')).toBeLessThan(gateway().calls.indexOf('finish'));
    });

    it('should get the confirmed plan', async () => {
      const plan = Buffer.from('the plan');
      expect(await applies(plan, plan)).toEqual({ reason: null, got: plan });
    });

    it('should refuse a plan that is not the confirmed one', async () => {
      const { reason, got } = await applies(Buffer.from('another plan'), Buffer.from('the plan'));
      expect(reason).toContain('not the one that was confirmed');
      expect(got).toBeNull();
    });
  });
});
