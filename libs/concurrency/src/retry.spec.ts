import { describe, expect, it } from '@jest/globals';
import { retry, type RetryOptions } from './retry.js';

describe(retry.name, () => {
  /** Fails as often as `failures`, with the number of the try, and returns that of the one that succeeds. */
  const failing = (failures: number) => {
    let tries = 0;
    return () => (++tries <= failures ? Promise.reject(new Error(`try ${tries}`)) : Promise.resolve(tries));
  };
  const pauses: number[] = [];
  const options: RetryOptions = { min: 1, max: 4, pause: (ms) => Promise.resolve(pauses.push(ms)) };

  it('should go on until the work succeeds, with growing pauses', async () => {
    pauses.length = 0;
    const seen: number[] = [];
    expect(await retry(failing(4), { ...options, onFailure: (_, failures) => seen.push(failures) })).toBe(5);
    expect([pauses, seen]).toEqual([
      [1, 2, 4, 4],
      [1, 2, 3, 4],
    ]);
  });

  it('should throw the error of the last try', async () => {
    await expect(retry(failing(9), { ...options, tries: 3 })).rejects.toThrow('try 3');
  });

  it('should not repeat what another try cannot cure', async () => {
    const isRetryable = (error: unknown) => !(error instanceof Error && error.message === 'try 2');
    await expect(retry(failing(9), { ...options, isRetryable })).rejects.toThrow('try 2');
  });

  it('should end a pause when the signal is aborted', async () => {
    const end = new AbortController();
    const work = retry(failing(9), { min: 60_000, max: 60_000, signal: end.signal, onFailure: () => end.abort() });
    await expect(work).rejects.toThrow('try 1');
  });
});
