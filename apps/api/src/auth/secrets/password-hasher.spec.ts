import { describe, expect, it } from '@jest/globals';
import { PasswordHasher } from './password-hasher.js';

const BCRYPT = '$2a$11$TPKqAYt/xVwN19OCpBR1Y.u8V8GyflskX9XuQd3kTwbtbg1C4IHGm';

describe(PasswordHasher, () => {
  const hasher = new PasswordHasher();

  /** Least processor time of all threads in three tries, in microseconds. */
  async function costOf(storedHash: string | null, amongForeign: boolean): Promise<number> {
    const costs: number[] = [];
    while (costs.length < 3) {
      const before = process.cpuUsage();
      expect(await hasher.verify(storedHash, 'wrong', amongForeign)).toBe(false);
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return Math.min(...costs);
  }

  it('should check hashes of its own and of bcrypt', async () => {
    const own = await hasher.hash('one of mine');
    expect(await hasher.verify(own, 'one of mine')).toBe(true);
    expect(await hasher.verify(own, 'one of mine', true)).toBe(true);
    expect(await hasher.verify(BCRYPT, 'bob-Sample-3')).toBe(true);
    expect(await hasher.verify(BCRYPT, 'bob-Sample-4')).toBe(false);
    expect(await hasher.verify(null, 'one of mine', true)).toBe(false);
    expect(await hasher.verify('no hash', 'no hash', true)).toBe(false);
  });

  it('should do the same work for a wrong password, whatever the account has', async () => {
    const own = await hasher.hash('one of mine');
    await costOf(null, true);
    const foreign = await costOf(BCRYPT, true);
    for (const stored of [null, own]) {
      const ratio = (await costOf(stored, true)) / foreign;
      expect([ratio > 0.6, ratio < 1.7]).toEqual([true, true]);
    }
    expect((await costOf(own, false)) / foreign).toBeLessThan(0.6);
  });
});
