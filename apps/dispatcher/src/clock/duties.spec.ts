import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { keptLog } from '../testing/dispatcher-under-test.js';
import { DutyRounds } from './duties.js';

describe(DutyRounds.name, () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function roundsOf(run: () => Promise<unknown>) {
    const { logger, lines } = keptLog();
    return { lines, rounds: new DutyRounds({ name: 'duty', everyMs: 1_000, run }, logger) };
  }

  it('should skip a tick while a round is running, and settle with that round', async () => {
    const running: (() => void)[] = [];
    const { rounds } = roundsOf(() => new Promise<void>((resolve) => running.push(resolve)));
    rounds.tick();
    rounds.tick();
    expect(running).toHaveLength(1);
    let settled = false;
    const end = rounds.settled().then(() => (settled = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(settled).toBe(false);
    running[0]?.();
    await end;
    rounds.tick();
    expect(running).toHaveLength(2);
  });

  it('should go on after failures, and log when they begin and when they are over', async () => {
    const answers = [true, false, false, true, true];
    const { rounds, lines } = roundsOf(async () => {
      if (!answers.shift()) {
        throw new Error('away');
      }
    });
    for (let round = 0; round < 3; round++) {
      rounds.tick();
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(rounds.sinceSuccessMs).toBe(3_000);
    for (let round = 0; round < 2; round++) {
      rounds.tick();
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(rounds.sinceSuccessMs).toBe(1_000);
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual(['A duty of the clock failed and is retried', 'A duty of the clock succeeds again']);
  });
});
