import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { keptLog } from '../testing/dispatcher-under-test.js';
import { RepeatedWork } from './repeated-work.js';

describe(RepeatedWork.name, () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function repeat(work: () => Promise<unknown>) {
    const { logger, lines } = keptLog();
    return { lines, loop: new RepeatedWork({ name: 'work', everyMs: 1_000, work, logger }) };
  }

  it('should begin at once and repeat after each pause', async () => {
    const work = jest.fn(async () => undefined);
    const { loop } = repeat(work);
    loop.start();
    await jest.advanceTimersByTimeAsync(2_500);
    expect(work).toHaveBeenCalledTimes(3);
    await loop.stop();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('should never work twice at once, and wait for the round at work when stopped', async () => {
    const rounds: (() => void)[] = [];
    const { loop } = repeat(() => new Promise<void>((resolve) => rounds.push(resolve)));
    loop.start();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(rounds).toHaveLength(1);
    let stopped = false;
    const stop = loop.stop().then(() => (stopped = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(stopped).toBe(false);
    rounds[0]?.();
    await stop;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(rounds).toHaveLength(1);
  });

  it('should go on after failures, saying when they begin and when they are over', async () => {
    const answers = [true, false, false, true, true];
    const { loop, lines } = repeat(async () => {
      if (!answers.shift()) {
        throw new Error('away');
      }
    });
    loop.start();
    await jest.advanceTimersByTimeAsync(2_100);
    expect(loop.sinceSuccessMs).toBeGreaterThan(2_000);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(loop.sinceSuccessMs).toBeLessThan(1_000);
    await loop.stop();
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual(['The work failed; it goes on trying', 'The work works again']);
  });
});
