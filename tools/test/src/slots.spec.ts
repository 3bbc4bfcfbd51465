import { describe, expect, it } from '@jest/globals';
import { Slots } from './slots.mjs';

describe('Slots', () => {
  it('should run so many at a time, in order, also after a failure', async () => {
    const slots = new Slots(2);
    const started: number[] = [];
    const ends: ((failed?: Error) => void)[] = [];
    const all = [0, 1, 2, 3].map((n) =>
      slots.use(() => {
        started.push(n);
        return new Promise<number>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve(n))));
      }),
    );
    const settled = Promise.allSettled(all);
    expect(started).toEqual([0, 1]);
    ends[1]?.(new Error('failed'));
    await expect(all[1]).rejects.toThrow('failed');
    expect(started).toEqual([0, 1, 2]);
    ends[0]?.();
    await all[0];
    expect(started).toEqual([0, 1, 2, 3]);
    ends[2]?.();
    ends[3]?.();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });
});
