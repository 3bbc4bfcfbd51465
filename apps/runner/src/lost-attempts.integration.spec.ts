import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Job, JobPlanning } from '@switchyard/contracts';
import { findProcess } from './process/process-table.js';
import type { Execute } from './attempt/attempt-run.js';
import { exampleJob } from './testing/recorded-attempt.js';
import { RunnerUnderTest } from './testing/runner-under-test.js';

const PLANNING: JobPlanning = {
  workspace: 'staging',
  module_key: { type: 'none' },
  backend_filename: null,
  state: { address: '/api/terraform/task-7', login: 'workspace-3', password: 'of the attempt', ca: null },
  plan_only: false,
  destroy: false,
  auto_approve: true,
  upgrade: false,
  reconfigure: false,
  stages: { init: [], plan: [], apply: [] },
  confirmed_plan: null,
};

describe('attempts whose lease is lost', () => {
  let test: RunnerUnderTest;
  beforeEach(() => {
    test = new RunnerUnderTest();
  });
  afterEach(() => test.close());

  const gateway = () => test.gateway;
  const held = (): string[] => readdirSync(path.join(test.workDir, 'held'));

  /** Assigns a command that ends when the test lets it, and waits until it runs. */
  async function assignWaiting(part: Partial<Job> = {}): Promise<{ attempt: number; end: () => void; pid: number }> {
    const playbook = 'echo pid $$; while [ ! -e go ]; do sleep 0.02; done';
    const attempt = gateway().assign(exampleJob('/nowhere', { playbook, ...part }));
    await gateway().attempts.until(() => gateway().logs.bytes(attempt).includes('pid'));
    const pid = Number(/pid (\d+)/.exec(gateway().logs.bytes(attempt).toString())?.[1]);
    return { attempt, pid, end: () => writeFileSync(path.join(test.workDir, 'attempts', String(attempt), 'go'), '') };
  }

  it('should leave the state that a tool could not save once the runner was killed', async () => {
    const dir = path.join(test.workDir, 'attempts', '7', 'repository', 'infra');
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, 'errored.tfstate'), '{"serial":3}');
    await test.start();
    expect(readFileSync(path.join(test.workDir, 'kept-states', '7.tfstate'), 'utf8')).toBe('{"serial":3}');
    expect(readdirSync(path.join(test.workDir, 'attempts'))).toEqual([]);
  });

  it('should end their work when they may go on, and report it then', async () => {
    gateway().lost = { goes_on: true, order: 'none' };
    await test.start();
    const { attempt, end, pid } = await assignWaiting();
    gateway().fence(attempt);
    await gateway().attempts.until(() => gateway().polls.at(-1)?.held.length === 0);
    expect([findProcess(pid) !== null, gateway().settled, held()]).toEqual([true, [], [String(attempt)]]);
    end();
    await gateway().attempts.until(() => gateway().settled.length > 0);
    expect(gateway().settled).toMatchObject([{ attempt, outcome: 'success', exit_code: 0 }]);
    expect(gateway().attempts.get(attempt).finish).toBeNull();
    await test.stopRunner();
    expect(held()).toEqual([]);
  });

  it('should be stopped when they were ordered to while nobody could reach them', async () => {
    gateway().lost = { goes_on: true, order: 'stop' };
    await test.start();
    const { attempt } = await assignWaiting();
    gateway().fence(attempt);
    await gateway().attempts.until(() => gateway().settled.length > 0);
    expect(gateway().settled).toMatchObject([{ attempt, outcome: 'stopped' }]);
  });

  it('should be killed when they may not go on, and reported as over only then', async () => {
    await test.start();
    const { attempt, pid } = await assignWaiting();
    gateway().fence(attempt);
    await gateway().attempts.until(() => gateway().settled.length > 0);
    expect([findProcess(pid), gateway().settled]).toMatchObject([null, [{ attempt, outcome: null }]]);
  });

  it('should be reported as successful when the tool had succeeded before the loss was known', async () => {
    gateway().faults = (call) => {
      if (call === 'finish') {
        gateway().fence(1);
      }
      return null;
    };
    await test.start();
    const attempt = gateway().assign(exampleJob('/nowhere', { playbook: 'true' }), 1);
    await gateway().attempts.until(() => gateway().settled.length > 0);
    expect(gateway().settled).toMatchObject([{ attempt, outcome: 'success', exit_code: 0 }]);
  });

  it('should be killed under a control plane that knows no such question', async () => {
    gateway().faults = (call) =>
      ['lost', 'settle'].includes(call) ? { do: 'refuse', status: 404, error: 'no such call' } : null;
    await test.start();
    const { attempt, pid } = await assignWaiting();
    gateway().fence(attempt);
    await test.stopRunner(20_000);
    expect([findProcess(pid), held()]).toEqual([null, []]);
  });

  it('should be reported as over by the next process when theirs was killed', async () => {
    const report = { attempt: 7, lease: '00000000-0000-4000-8000-000000000000', outcome: null, exit_code: null };
    mkdirSync(path.join(test.workDir, 'held'));
    writeFileSync(path.join(test.workDir, 'held', '7'), JSON.stringify(report));
    await test.start();
    await gateway().attempts.until(() => gateway().settled.length > 0);
    expect(gateway().settled).toEqual([report]);
  });

  it('should leave no trace when their end was reported', async () => {
    await test.start();
    const attempt = gateway().assign(exampleJob('/nowhere', { playbook: 'true' }));
    await gateway().attempts.finished(attempt);
    await test.stopRunner(20_000);
    expect([held(), gateway().settled]).toEqual([[], []]);
  });

  describe('with a state that could not be saved', () => {
    const STATE = '{"serial":2,"lineage":"line"}';
    const keeping: Execute = async ({ job, keepState }) => {
      await keepState(Buffer.from(STATE), job.planning?.state ?? null);
      return { outcome: 'error', exitCode: 1, signal: null, reason: null };
    };
    const kept = (attempt: number): string => path.join(test.workDir, 'kept-states', String(attempt));
    const assign = (): number => gateway().assign(exampleJob('/nowhere', { planning: PLANNING }));

    it('should keep it until the control plane takes it, also over a restart', async () => {
      gateway().faults = (call) => (call === 'kept-state' ? { do: 'refuse', status: 503, error: 'away' } : null);
      await test.start({ execute: keeping });
      const attempt = assign();
      expect(await gateway().attempts.finished(attempt)).toMatchObject({ outcome: 'error' });
      await gateway().attempts.until(() => gateway().calls.includes('kept-state 503'));
      expect(statSync(kept(attempt)).mode & 0o777).toBe(0o600);
      await test.stopRunner(0);
      expect([existsSync(kept(attempt)), gateway().keptStates.size]).toEqual([true, 0]);
      await gateway().stop();
      gateway().faults = () => null;
      await test.start();
      await gateway().attempts.until(() => gateway().keptStates.has(attempt));
      expect(gateway().keptStates.get(attempt)).toBe(STATE);
      await test.stopRunner(20_000);
      expect(existsSync(kept(attempt))).toBe(false);
    });

    it('should leave it to a person, as it is, when the control plane keeps no such state', async () => {
      let path: string | null = null;
      await test.start({
        execute: async ({ keepState }) => {
          path = await keepState(Buffer.from(STATE), null);
          return { outcome: 'error', exitCode: 1, signal: null, reason: null };
        },
      });
      const attempt = assign();
      await gateway().attempts.finished(attempt);
      await test.stopRunner(20_000);
      await gateway().stop();
      await test.start();
      await test.stopRunner(20_000);
      const file = `${kept(attempt)}.tfstate`;
      expect([path, readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([file, STATE, 0o600]);
      expect(gateway().calls.filter((call) => call.startsWith('kept-state'))).toEqual([]);
    });

    it('should deliver it when the control plane took it and its answer was lost', async () => {
      gateway().faults = (call, count) => (call === 'kept-state' && count === 0 ? { do: 'lose' } : null);
      await test.start({ execute: keeping });
      const attempt = assign();
      await gateway().attempts.until(() => gateway().calls.filter((call) => call === 'kept-state').length > 1);
      await test.stopRunner(20_000);
      expect([gateway().keptStates.get(attempt), existsSync(kept(attempt))]).toEqual([STATE, false]);
    });

    it('should leave it to a person at the machine when it is refused for good', async () => {
      gateway().faults = (call) => (call === 'kept-state' ? { do: 'refuse', status: 409, error: 'LEASE_LOST' } : null);
      await test.start({ execute: keeping });
      const attempt = assign();
      await gateway().attempts.finished(attempt);
      await test.stopRunner(20_000);
      expect([existsSync(kept(attempt)), existsSync(`${kept(attempt)}.refused`)]).toEqual([false, true]);
      expect(test.ownLog.join('')).toContain('state refused');
    });

    it('should end a runner for one task only when the state has arrived', async () => {
      gateway().faults = (call, count) => (call === 'kept-state' && count < 2 ? { do: 'drop' } : null);
      await test.start({ execute: keeping, oneOff: true });
      const attempt = assign();
      await test.done;
      expect(gateway().keptStates.get(attempt)).toBe(STATE);
    });
  });
});
