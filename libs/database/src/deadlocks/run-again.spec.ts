import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { againAfterDeadlock } from './run-again.js';

const failure = (code: string): Error =>
  new QueryFailedError('select 1', [], Object.assign(new Error('refused'), { code }));

describe(againAfterDeadlock.name, () => {
  const failing = (times: number, code: string) => {
    const calls = { count: 0 };
    const transaction = (): Promise<string> =>
      calls.count++ < times ? Promise.reject(failure(code)) : Promise.resolve('done');
    return { calls, transaction };
  };

  it.each(['40P01', '40001'])('should run a transaction again that ended with %s', async (code) => {
    const { calls, transaction } = failing(3, code);
    expect([await againAfterDeadlock(transaction), calls.count]).toEqual(['done', 4]);
  });

  it('should give up after three repetitions', async () => {
    const { calls, transaction } = failing(9, '40P01');
    await expect(againAfterDeadlock(transaction)).rejects.toMatchObject({ code: '40P01' });
    expect(calls.count).toBe(4);
  });

  it('should not repeat what failed for another reason', async () => {
    const { calls, transaction } = failing(1, '23505');
    await expect(againAfterDeadlock(transaction)).rejects.toMatchObject({ code: '23505' });
    expect(calls.count).toBe(1);
  });
});
