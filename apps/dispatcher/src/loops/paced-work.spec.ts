import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PacedWork } from './paced-work.js';

/** Rounds that end by their `end`. */
function heldRounds() {
  const rounds: { end: (error?: Error) => void }[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => rounds.push({ end: (error) => (error ? reject(error) : resolve()) }));
  const began = async (count: number) => {
    while (rounds.length < count) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { rounds, work, began };
}

const turns = async () => {
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe(PacedWork.name, () => {
  afterEach(() => void jest.useRealTimers());

  it('should serve all calls during a round with one more', async () => {
    const { rounds, work, began } = heldRounds();
    const paced = new PacedWork(work);
    const first = paced.run();
    await began(1);
    const others = [paced.run(), paced.run(), paced.run()];
    rounds[0]?.end();
    await first;
    await began(2);
    rounds[1]?.end();
    await Promise.all(others);
    await paced.settled();
    expect(rounds).toHaveLength(2);
  });

  it('should never have two rounds at work', async () => {
    let atWork = 0;
    let most = 0;
    const paced = new PacedWork(async () => {
      most = Math.max(most, ++atWork);
      await turns();
      atWork--;
    });
    const calls: Promise<void>[] = [];
    for (let i = 0; i < 20; i++) {
      calls.push(paced.run());
      await turns();
    }
    await Promise.all(calls);
    expect(most).toBe(1);
  });

  it('should rest for as long as a round took, and begin at once after that', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { rounds, work, began } = heldRounds();
    const paced = new PacedWork(work);
    void paced.run();
    await began(1);
    await jest.advanceTimersByTimeAsync(30);
    rounds[0]?.end();
    await turns();
    void paced.run();
    await jest.advanceTimersByTimeAsync(29);
    expect(rounds).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(rounds).toHaveLength(2);
    rounds[1]?.end();
  });

  it('should go on after a round that failed, and fail those it served', async () => {
    const { rounds, work, began } = heldRounds();
    const paced = new PacedWork(work);
    const failed = paced.run();
    await began(1);
    rounds[0]?.end(new Error('the database is away'));
    await expect(failed).rejects.toThrow('away');
    const second = paced.run();
    await began(2);
    rounds[1]?.end();
    await second;
  });

  it('should be settled only when the waiting round is over', async () => {
    const { rounds, work, began } = heldRounds();
    const paced = new PacedWork(work);
    void paced.run();
    await began(1);
    void paced.run();
    let settled = false;
    const end = paced.settled().then(() => (settled = true));
    rounds[0]?.end();
    await began(2);
    expect(settled).toBe(false);
    rounds[1]?.end();
    await end;
  });
});
