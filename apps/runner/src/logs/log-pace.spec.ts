import { describe, expect, it } from '@jest/globals';
import { pauseAfter } from './log-pace.js';

describe(pauseAfter.name, () => {
  it('should let one log that grows slowly be sent within some milliseconds', () => {
    expect(pauseAfter({ costMs: 2, logs: 1 })).toBe(10);
  });

  it('should leave a control plane that answers slowly four fifths of the time', () => {
    expect(pauseAfter({ costMs: 15, logs: 1 })).toBe(60);
  });

  it.each([
    { costMs: 2, logs: 10 },
    { costMs: 2, logs: 1_000 },
    { costMs: 500, logs: 1 },
  ])('should make ten requests a second at most for $logs logs when an answer takes $costMs ms', (request) => {
    expect(pauseAfter(request)).toBe(100);
  });
});
