import { describe, expect, it } from '@jest/globals';
import { Waiters } from './waiters.js';

const hour = 3_600_000;

describe(Waiters.name, () => {
  it('should wake every poll of the runner and no other', async () => {
    const waiters = new Waiters();
    const abort = new AbortController();
    const polls = [waiters.add(1, hour, abort.signal), waiters.add(1, hour, abort.signal)];
    const other = waiters.add(2, hour, abort.signal);
    waiters.wake([1]);
    expect(await Promise.all(polls.map((poll) => poll.news))).toEqual([true, true]);
    other.leave();
    expect(await other.news).toBe(false);
  });

  it('should end without news when the runner hangs up or the hold is over', async () => {
    const waiters = new Waiters();
    const abort = new AbortController();
    const aborted = waiters.add(1, hour, abort.signal);
    abort.abort();
    expect(await aborted.news).toBe(false);
    expect(await waiters.add(1, 1, new AbortController().signal).news).toBe(false);
  });
});
