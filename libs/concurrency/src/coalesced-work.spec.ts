import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CoalescedWork } from './coalesced-work.js';

/** Runs that end when the spec ends them. */
function heldWork() {
  const works: { end: (error?: Error) => void }[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => works.push({ end: (error) => (error ? reject(error) : resolve()) }));
  const began = async (count: number) => {
    while (works.length < count) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { works, work, began };
}

const turns = async () => {
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe(CoalescedWork.name, () => {
  afterEach(() => void jest.useRealTimers());

  it('should serve with one more run all requests during one', async () => {
    const { works, work, began } = heldWork();
    const runs = new CoalescedWork(work);
    const first = runs.run();
    await began(1);
    const others = [runs.run(), runs.run(), runs.run()];
    works[0]?.end();
    await first;
    await began(2);
    works[1]?.end();
    await Promise.all(others);
    await runs.settled();
    expect(works).toHaveLength(2);
  });

  it('should never have two runs at work', async () => {
    let atWork = 0;
    let most = 0;
    const runs = new CoalescedWork(async () => {
      most = Math.max(most, ++atWork);
      await turns();
      atWork--;
    });
    const asked: Promise<void>[] = [];
    for (let i = 0; i < 20; i++) {
      asked.push(runs.run());
      await turns();
    }
    await Promise.all(asked);
    expect(most).toBe(1);
  });

  it('should pause as long as it is set, from the end of a run, and begin at once after that', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { works, work, began } = heldWork();
    const runs = new CoalescedWork(work, { pauseMs: ({ workedMs }) => workedMs });
    void runs.run();
    await began(1);
    await jest.advanceTimersByTimeAsync(30);
    works[0]?.end();
    await turns();
    void runs.run();
    await jest.advanceTimersByTimeAsync(29);
    expect(works).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(works).toHaveLength(2);
    works[1]?.end();
  });

  it('should go on after a run that failed, and fail those it served', async () => {
    const { works, work, began } = heldWork();
    const runs = new CoalescedWork(work);
    const failed = runs.run();
    await began(1);
    works[0]?.end(new Error('the database is away'));
    await expect(failed).rejects.toThrow('away');
    const second = runs.run();
    await began(2);
    works[1]?.end();
    await second;
  });

  it('should be settled only when the waiting run is over', async () => {
    const { works, work, began } = heldWork();
    const runs = new CoalescedWork(work);
    void runs.run();
    await began(1);
    void runs.run();
    let settled = false;
    const end = runs.settled().then(() => (settled = true));
    works[0]?.end();
    await began(2);
    expect(settled).toBe(false);
    works[1]?.end();
    await end;
  });

  it('should begin at once after a quiet time, and name to the pause how many requests a run served', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { works, work } = heldWork();
    const served: number[] = [];
    const runs = new CoalescedWork(work, {
      pauseMs: ({ requests, workedMs }) => served.push(requests) && 10 - workedMs,
    });
    void runs.run();
    void runs.run();
    void runs.run();
    expect(works).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(4);
    works[0]?.end();
    await jest.advanceTimersByTimeAsync(5);
    expect(works).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(works).toHaveLength(2);
    works[1]?.end();
    await turns();
    expect(served).toEqual([1, 2]);
  });

  it('should let requests wait for each other when it is to gather them', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    let count = 0;
    const runs = new CoalescedWork(() => count++, { gatherMs: 100 });
    const first = runs.run();
    await jest.advanceTimersByTimeAsync(99);
    expect(runs.run()).toBe(first);
    expect(count).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(count).toBe(1);
    expect(runs.run()).not.toBe(first);
  });

  it('should fail whom it serves when the work throws at once', async () => {
    const runs = new CoalescedWork(() => {
      throw new Error('broken');
    });
    await expect(runs.run()).rejects.toThrow('broken');
    await runs.settled();
  });

  it('should begin no run after its end, and let nobody wait for one', async () => {
    const { works, work, began } = heldWork();
    const runs = new CoalescedWork(work);
    void runs.run();
    await began(1);
    const waiting = runs.run();
    let closed = false;
    const end = runs.close().then(() => (closed = true));
    await Promise.all([waiting, runs.run()]);
    expect(closed).toBe(false);
    works[0]?.end();
    await end;
    expect(works).toHaveLength(1);
  });
});
