import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BusChannel, FINAL_STATUSES, TASK_STATUSES, taskMessage } from '@switchyard/contracts';
import { WorkflowRuns } from './workflow-runs.js';

const UPDATE = {
  type: 'update',
  project_id: 1,
  template_id: 2,
  start: null,
  end: null,
  version: null,
  waiting_reason: null,
} as const;

describe('the duty of workflows', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Looks at rows whose next node is due after these milliseconds, each look after the next. */
  function clockOf(next: readonly (number | null)[]) {
    const looks: number[] = [];
    const begin = Date.now();
    const query = (text: string) => {
      if (!text.includes('as ms')) {
        return Promise.resolve([]);
      }
      const ms = next[looks.length] ?? null;
      looks.push(Date.now() - begin);
      return Promise.resolve(ms === null ? [] : [{ ms }]);
    };
    const clock = new WorkflowRuns({ dataSource: { query } } as never, {} as never, { warn: jest.fn() } as never);
    return { clock, looks };
  }

  it('should advance the runs of tasks whose messages say that they have ended, and of no others', async () => {
    const advanced: unknown[] = [];
    const query = (_text: string, [, taskIds]: unknown[] = []) => {
      advanced.push(...(taskIds as number[]));
      return Promise.resolve([]);
    };
    const subscribe = jest.fn((_channel: string, _listener: (message: string) => void) => () => undefined);
    const bus = { subscribe, onReconnect: () => () => undefined };
    const duty = new WorkflowRuns({ dataSource: { query } } as never, bus as never, { warn: jest.fn() } as never);
    duty.onApplicationBootstrap();
    const [channel, say] = subscribe.mock.lastCall ?? [];
    TASK_STATUSES.forEach((status, i) => say?.(taskMessage({ ...UPDATE, task_id: i + 1, status })));
    await jest.advanceTimersByTimeAsync(1_000);
    await duty.onModuleDestroy();
    const ended = FINAL_STATUSES.map((status) => TASK_STATUSES.indexOf(status) + 1);
    expect([channel, new Set(advanced)]).toEqual([BusChannel.task, new Set(ended)]);
  });

  it('should look again when the next node has waited long enough', async () => {
    const { clock, looks } = clockOf([1_500.2, null]);
    await clock.run();
    await jest.advanceTimersByTimeAsync(1_500);
    expect(looks).toEqual([0]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(looks).toEqual([0, 1_501]);
    await clock.onModuleDestroy();
  });

  it('should look within a minute, however far that is: a timer holds 24 days at most', async () => {
    const { clock, looks } = clockOf([30 * 86_400_000, null]);
    await clock.run();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(looks).toEqual([0, 60_000]);
    await clock.onModuleDestroy();
  });

  it('should end with its process', async () => {
    const { clock, looks } = clockOf([1_000, 1_000]);
    const round = clock.run();
    await clock.onModuleDestroy();
    await round;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(looks).toEqual([0]);
  });
});
