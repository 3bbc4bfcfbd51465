import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CacheClearing } from '@switchyard/contracts';
import { closeSocket, subscriptions } from '../../api/socket.js';
import { followClearing } from './follow-clearing.js';

const state = (left: number): CacheClearing => ({ left }) as CacheClearing;
/** Updates may have been missed, as after a reconnect. */
const wake = async (): Promise<void> => {
  subscriptions.missed.call();
  await jest.advanceTimersByTimeAsync(0);
};

describe(followClearing.name, () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    closeSocket();
    jest.useRealTimers();
  });

  it('should look again with each change of the runners, until none is left', async () => {
    const answers = [3, 1, 0].map(state);
    const look = jest.fn(() => Promise.resolve(answers.shift() ?? state(9)));
    const progress: number[] = [];
    const followed = followClearing({ projectId: 1, look, onProgress: ({ left }) => progress.push(left) });
    await jest.advanceTimersByTimeAsync(0);
    expect(progress).toEqual([3]);
    await wake();
    await wake();
    expect(await followed).toEqual(state(0));
    expect(progress).toEqual([3, 1, 0]);
    await wake();
    expect(look).toHaveBeenCalledTimes(3);
  });

  it('should end at once when nothing is left', async () => {
    const look = jest.fn(() => Promise.resolve(state(0)));
    await followClearing({ projectId: 1, look, onProgress: () => undefined });
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('should not miss a change that comes while it looks', async () => {
    let answer: (value: CacheClearing) => void = () => undefined;
    const look = jest
      .fn(() => Promise.resolve(state(0)))
      .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const followed = followClearing({ projectId: 1, look, onProgress: () => undefined });
    await wake();
    answer(state(2));
    expect(await followed).toEqual(state(0));
  });

  it('should end after a minute with what it saw last', async () => {
    const followed = followClearing({
      projectId: 1,
      look: () => Promise.resolve(state(2)),
      onProgress: () => undefined,
    });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await followed).toEqual(state(2));
  });

  it('should leave the runners when it cannot look', async () => {
    const failing = followClearing({
      projectId: 1,
      look: () => Promise.reject(new Error('offline')),
      onProgress: () => undefined,
    });
    await expect(failing).rejects.toThrow('offline');
  });
});
