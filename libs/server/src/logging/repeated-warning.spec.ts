import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { RepeatedWarning } from './repeated-warning.js';

function warning() {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const clock = { now: 0 };
  const logger = createLogger({ name: 'api', destination });
  return { lines, clock, repeated: new RepeatedWarning(logger, 'Queue error', () => clock.now) };
}

describe(RepeatedWarning.name, () => {
  it('should write a fault that stays once a minute, with how often it came', () => {
    const { lines, clock, repeated } = warning();
    for (clock.now = 0; clock.now <= 120_000; clock.now += 1_000) {
      repeated.warn(new Error('no such relation'), { queue: 'dispatch' });
    }
    expect(lines.map(({ msg, queue, repeated: times }) => [msg, queue, times])).toEqual([
      ['Queue error', 'dispatch', undefined],
      ['Queue error', 'dispatch', 59],
      ['Queue error', 'dispatch', 59],
    ]);
  });

  it('should write another fault at once', () => {
    const { lines, repeated } = warning();
    repeated.warn(new Error('one'));
    repeated.warn(new Error('two'));
    repeated.warn(new Error('one'));
    expect(lines.map(({ err }) => (err as { message: string }).message)).toEqual(['one', 'two']);
  });

  it('should forget the fault that was written longest ago when there are many', () => {
    const { lines, repeated } = warning();
    for (let n = 0; n <= 20; n += 1) {
      repeated.warn(new Error(`fault ${n}`));
    }
    repeated.warn(new Error('fault 0'));
    repeated.warn(new Error('fault 20'));
    expect(lines).toHaveLength(22);
  });
});
