import { describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { PublishBuffer } from './publish-buffer.js';

const logger = pino({ level: 'silent' });

/** A store that refuses the first batches and keeps what it takes. */
function store(refusals: number) {
  const batches: string[][] = [];
  let left = refusals;
  const send = async (batch: { payload: string }[]) => {
    left -= 1;
    if (left >= 0) {
      throw new Error('the store is away');
    }
    batches.push(batch.map(({ payload }) => payload));
  };
  return { batches, send };
}

describe('PublishBuffer', () => {
  it('should send what was added in one turn together', async () => {
    const { batches, send } = store(0);
    const buffer = new PublishBuffer(send, logger);
    for (const payload of ['1', '2', '3']) {
      buffer.add({ channel: 'task', payload });
    }
    await buffer.flush();
    expect(batches).toEqual([['1', '2', '3']]);
  });

  it('should send one of several messages that have no payload', async () => {
    const { batches, send } = store(1);
    const buffer = new PublishBuffer(send, logger);
    for (const payload of ['', '1', '', '1']) {
      buffer.add({ channel: 'dispatch', payload });
    }
    await buffer.flush();
    buffer.add({ channel: 'dispatch', payload: '' });
    await buffer.flush();
    expect(batches).toEqual([['', '1', '1'], ['']]);
  });

  it('should send a refused batch again, before what came later', async () => {
    const { batches, send } = store(2);
    const buffer = new PublishBuffer(send, logger);
    buffer.add({ channel: 'task', payload: '1' });
    await Promise.resolve();
    buffer.add({ channel: 'task', payload: '2' });
    await buffer.flush();
    expect(batches.flat()).toEqual(['1', '2']);
  });

  it('should send after a quiet moment at once, and gather what follows', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { batches, send } = store(0);
    const buffer = new PublishBuffer(send, logger);
    for (const payload of ['1', '2', '3']) {
      buffer.add({ channel: 'task', payload });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(batches).toEqual([['1']]);
    await jest.advanceTimersByTimeAsync(100);
    expect(batches).toEqual([['1'], ['2', '3']]);
    jest.useRealTimers();
  });

  it('should have one batch in flight', async () => {
    let inFlight = 0;
    let most = 0;
    const buffer = new PublishBuffer(async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
    }, logger);
    for (let sent = 0; sent < 20; sent += 1) {
      buffer.add({ channel: 'task', payload: '' });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await buffer.flush();
    expect(most).toBe(1);
  });

  it('should let the oldest go when an outage lasts', async () => {
    const { batches, send } = store(1);
    const buffer = new PublishBuffer(send, logger);
    for (let payload = 0; payload < 10_005; payload += 1) {
      buffer.add({ channel: 'log', payload: String(payload) });
    }
    await buffer.flush();
    const kept = batches.flat();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([10_000, '5', '10004']);
  });

  it('should try once more at its end and then give up', async () => {
    const { batches, send } = store(Infinity);
    const buffer = new PublishBuffer(send, logger);
    buffer.add({ channel: 'task', payload: '1' });
    await buffer.close();
    expect(batches).toEqual([]);
  });
});
