import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '../logging/logger.js';
import type { MessageQueue } from './message-queue.js';
import { Wake } from './wake.js';

type Message = { reason: string };

/** A queue whose adds end at the test's command. */
function heldQueue() {
  const held: { message: Message; finish: (error?: Error) => void }[] = [];
  const queue: MessageQueue<Message> = {
    name: 'dispatch',
    add: (message) =>
      new Promise((resolve, reject) => {
        held.push({ message, finish: (error) => (error ? reject(error) : resolve()) });
      }),
    countWaiting: async () => held.length,
    empty: async () => undefined,
  };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { held, queue, turn };
}

function capture() {
  const lines: string[] = [];
  return { lines, logger: createLogger({ name: 'test', destination: { write: (line) => void lines.push(line) } }) };
}

/** Longer than requests are gathered. */
const LATER_MS = 100;

describe('Wake', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('should have one add in flight and one pending however many are requested', async () => {
    const { held, queue, turn } = heldQueue();
    const wake = new Wake(queue, capture().logger);
    for (const reason of ['first', 'second', 'third', 'last']) {
      wake.request({ reason });
    }
    await turn();
    expect(held.map(({ message }) => message.reason)).toEqual(['first']);
    held[0]?.finish();
    await jest.advanceTimersByTimeAsync(LATER_MS);
    expect(held.map(({ message }) => message.reason)).toEqual(['first', 'last']);
    held[1]?.finish();
    await wake.settled();
    expect(held).toHaveLength(2);
  });

  it('should gather for a moment where the queue is the slower of two ways', async () => {
    const { held, queue, turn } = heldQueue();
    const wake = new Wake(queue, capture().logger, 250);
    wake.request({ reason: 'first' });
    await jest.advanceTimersByTimeAsync(240);
    wake.request({ reason: 'last' });
    await turn();
    expect(held).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(10);
    expect(held.map(({ message }) => message.reason)).toEqual(['last']);
    held[0]?.finish();
    await wake.settled();
  });

  it('should add again after the earlier one was done', async () => {
    const { held, queue, turn } = heldQueue();
    const wake = new Wake(queue, capture().logger);
    for (const reason of ['one', 'two']) {
      wake.request({ reason });
      await turn();
      held.at(-1)?.finish();
      await wake.settled();
      await jest.advanceTimersByTimeAsync(LATER_MS);
    }
    expect(held).toHaveLength(2);
  });

  it('should gather what is requested soon after an add', async () => {
    const { held, queue, turn } = heldQueue();
    const wake = new Wake(queue, capture().logger);
    wake.request({ reason: 'first' });
    held[0]?.finish();
    await wake.settled();
    wake.request({ reason: 'second' });
    await turn();
    wake.request({ reason: 'third' });
    await turn();
    expect(held).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(LATER_MS);
    expect(held.map(({ message }) => message.reason)).toEqual(['first', 'third']);
    held[1]?.finish();
    await wake.settled();
  });

  it.each([
    [1, 10],
    [4, 20],
    [1_000, 50],
  ])('should let %i requests served by an add lead to a pause of %i ms', async (requests, pauseMs) => {
    const { held, queue } = heldQueue();
    const wake = new Wake(queue, capture().logger);
    wake.request({ reason: 'first' });
    for (let i = 0; i < requests; i++) {
      wake.request({ reason: 'together' });
    }
    held[0]?.finish();
    await jest.advanceTimersByTimeAsync(10);
    held[1]?.finish();
    wake.request({ reason: 'later' });
    await jest.advanceTimersByTimeAsync(pauseMs - 1);
    expect(held).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(held).toHaveLength(3);
    held[2]?.finish();
    await wake.settled();
  });

  it('should log a failed add, go on with the pending one and never throw', async () => {
    const { held, queue } = heldQueue();
    const { lines, logger } = capture();
    const wake = new Wake(queue, logger);
    wake.request({ reason: 'one' });
    wake.request({ reason: 'two' });
    held[0]?.finish(new Error('the store is away'));
    await jest.advanceTimersByTimeAsync(LATER_MS);
    held[1]?.finish();
    await wake.settled();
    expect(held.map(({ message }) => message.reason)).toEqual(['one', 'two']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the store is away');
  });

  it('should survive a queue that throws at once', async () => {
    const { queue } = heldQueue();
    const broken: typeof queue = {
      ...queue,
      add: () => {
        throw new Error('broken');
      },
    };
    const { lines, logger } = capture();
    const wake = new Wake(broken, logger);
    expect(() => wake.request({ reason: 'one' })).not.toThrow();
    await wake.settled();
    expect(lines).toHaveLength(1);
  });
});
