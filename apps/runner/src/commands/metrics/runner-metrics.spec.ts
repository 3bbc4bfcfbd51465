import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AttemptContext, ExecutionResult } from '../../attempt/attempt-context.js';
import { type MetricsServer, startMetricsServer } from './metrics-server.js';
import { RunnerMetrics } from './runner-metrics.js';

const context = {} as AttemptContext;
const result: ExecutionResult = { outcome: 'success', exitCode: 0, signal: null, reason: null };

describe(RunnerMetrics.name, () => {
  let metrics: RunnerMetrics;
  let server: MetricsServer;
  beforeEach(async () => {
    metrics = new RunnerMetrics(4);
    server = await startMetricsServer({ port: 0, token: 'secret', text: () => metrics.text() });
  });
  afterEach(() => server.close());

  const get = (path: string, token: string, method = 'GET'): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  const sample = async (name: string): Promise<string | undefined> =>
    (await (await get('/metrics', 'secret')).text())
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1);

  it('should count what runs, and how it ended', async () => {
    let finish: (end: ExecutionResult) => void = () => undefined;
    const running = metrics.counting(() => new Promise((resolve) => (finish = resolve)))(context);
    expect(await sample('switchyard_runner_attempts')).toBe('1');
    finish(result);
    expect(await running).toBe(result);
    await expect(metrics.counting(() => Promise.reject(new Error('broken')))(context)).rejects.toThrow('broken');
    expect(await sample('switchyard_runner_attempts')).toBe('0');
    expect(await sample('switchyard_runner_attempts_total{outcome="success"}')).toBe('1');
    expect(await sample('switchyard_runner_attempts_total{outcome="failed"}')).toBe('1');
    expect(await sample('switchyard_runner_attempt_seconds_count')).toBe('2');
    expect(await sample('switchyard_runner_slots')).toBe('4');
    expect(Number(await sample('process_resident_memory_bytes'))).toBeGreaterThan(0);
  });

  it('should measure the stages up to the tool once each, and not what waits for the assignment', async () => {
    let assign: () => void = () => undefined;
    const ahead: AttemptContext = { ...context, onceAssigned: (act) => (assign = act) };
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      await metrics.counting(({ passed }) => {
        for (const [seconds, stage] of [
          [2, 'fetched'],
          [1, 'spawned'],
          [1, 'prepared'],
        ] as const) {
          jest.advanceTimersByTime(seconds * 1000);
          passed?.(stage);
        }
        jest.advanceTimersByTime(60_000);
        assign();
        jest.advanceTimersByTime(500);
        passed?.('spawned');
        passed?.('spawned');
        return Promise.resolve(result);
      })(ahead);
    } finally {
      jest.useRealTimers();
    }
    for (const [stage, seconds] of [
      ['fetched', '2'],
      ['prepared', '2'],
      ['spawned', '0.5'],
    ]) {
      expect(await sample(`switchyard_runner_stage_seconds_sum{stage="${stage}"}`)).toBe(seconds);
      expect(await sample(`switchyard_runner_stage_seconds_count{stage="${stage}"}`)).toBe('1');
    }
  });

  it('should be shown to who has the token alone, and at one address', async () => {
    const statuses = await Promise.all([
      get('/metrics', 'wrong'),
      get('/metrics', ''),
      get('/metrics', 'secret', 'POST'),
      get('/', 'secret'),
      get('/metrics?x=1', 'secret'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 404, 404, 200]);
  });
});
