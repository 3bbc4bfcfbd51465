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
    expect(await Promise.all(polls.map((poll) => poll.woken))).toEqual([true, true]);
    other.leave();
    expect(await other.woken).toBe(false);
  });

  it('should end without a wake-up when the runner hangs up or the hold is over', async () => {
    const waiters = new Waiters();
    const abort = new AbortController();
    const aborted = waiters.add(1, hour, abort.signal);
    abort.abort();
    expect(await aborted.woken).toBe(false);
    expect(await waiters.add(1, 1, new AbortController().signal).woken).toBe(false);
  });

  describe('a look', () => {
    const looked = async (read = async () => undefined): Promise<Waiters> => {
      const waiters = new Waiters();
      await waiters.look(1, 'one', read).catch(() => undefined);
      return waiters;
    };

    it('should leave the runner quiet, for the calling process alone', async () => {
      const waiters = await looked();
      expect(waiters.isQuiet(1, 'one')).toBe(true);
      expect(waiters.isQuiet(1, 'two')).toBe(false);
      expect(waiters.isQuiet(2, 'one')).toBe(false);
    });

    it('should leave it quiet until the next wake-up, even when nobody waits', async () => {
      const [named, all] = [await looked(), await looked()];
      named.wake([2]);
      expect(named.isQuiet(1, 'one')).toBe(true);
      named.wake([1]);
      all.wakeAll();
      expect([named.isQuiet(1, 'one'), all.isQuiet(1, 'one')]).toEqual([false, false]);
    });

    it('should not leave it quiet after a wake-up during the look, or the look fails', async () => {
      const waiters: Waiters = await looked();
      await waiters.look(1, 'one', async () => waiters.wake([1]));
      expect(waiters.isQuiet(1, 'one')).toBe(false);
      const failed = await looked(() => Promise.reject(new Error('no connection')));
      expect(failed.isQuiet(1, 'one')).toBe(false);
    });
  });
});
