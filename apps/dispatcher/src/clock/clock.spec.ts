import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import { createLogger } from '@switchyard/server';
import { Clock } from './clock.js';
import type { Duty } from './duties.js';

const logger = createLogger({ name: 'test', level: 'silent' });
const clockOf = (duties: readonly Duty[]): Clock => new Clock({ duties }, new SchedulerRegistry(), logger);

describe(Clock.name, () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('should run each duty at the start and at its interval, until it ends', async () => {
    const [often, seldom] = [jest.fn(() => Promise.resolve()), jest.fn(() => Promise.resolve())];
    const clock = clockOf([
      { name: 'often', everyMs: 1_000, run: often },
      { name: 'seldom', everyMs: 60_000, run: seldom },
    ]);
    clock.onApplicationBootstrap();
    expect([often, seldom].map((run) => run.mock.calls.length)).toEqual([1, 1]);
    await jest.advanceTimersByTimeAsync(3_500);
    expect([often, seldom].map((run) => run.mock.calls.length)).toEqual([4, 1]);
    await clock.onModuleDestroy();
    await jest.advanceTimersByTimeAsync(120_000);
    expect([often, seldom].map((run) => run.mock.calls.length)).toEqual([4, 1]);
  });

  it('should end with the rounds that are running', async () => {
    let end: () => void = () => undefined;
    const clock = clockOf([{ name: 'slow', everyMs: 1_000, run: () => new Promise<void>((done) => (end = done)) }]);
    clock.onApplicationBootstrap();
    let isOver = false;
    const over = clock.onModuleDestroy().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(10);
    expect(isOver).toBe(false);
    end();
    await over;
    expect(isOver).toBe(true);
  });

  it('should know how long ago a duty succeeded, and nothing of one that is not in the table', async () => {
    const run = jest.fn(() => Promise.resolve()).mockRejectedValue(new Error('away'));
    run.mockResolvedValueOnce(undefined);
    const clock = clockOf([{ name: 'sweep', everyMs: 1_000, run }]);
    clock.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(2_500);
    expect([clock.sinceSuccessMs('sweep'), clock.sinceSuccessMs('unknown')]).toEqual([2_500, Infinity]);
    await clock.onModuleDestroy();
  });

  it('should refuse two duties of one name', () => {
    const duty = { name: 'sweep', everyMs: 1_000, run: () => Promise.resolve() };
    const clock = clockOf([duty, duty]);
    expect(() => clock.onApplicationBootstrap()).toThrow('sweep');
    jest.clearAllTimers();
  });
});
