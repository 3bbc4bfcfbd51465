import { describe, expect, it } from '@jest/globals';
import { createSignals } from './signals.js';

describe(createSignals.name, () => {
  const sent: [string, string][] = [];
  const wakes: unknown[] = [];
  const deliveries: unknown[] = [];
  const signals = createSignals(
    { publish: (channel, payload) => sent.push([channel, payload]) },
    { request: (message) => wakes.push(message) },
    { request: (message) => deliveries.push(message) },
  );

  it('should name each woken runner once and cut long lists', () => {
    signals.runnersWoken([7, 7, 8]);
    signals.logGrew(Array.from({ length: 150 }, (_, i) => [1, i + 1, 1, 2_000_000_000]));
    expect(sent[0]).toEqual(['runner', '7,8']);
    expect(sent.slice(1).map(([channel]) => channel)).toEqual(['log', 'log']);
    expect(sent.every(([, payload]) => payload.length < 7_900)).toBe(true);
    const tuples = sent.slice(1).flatMap(([, payload]) => JSON.parse(payload) as unknown[]);
    expect(tuples).toHaveLength(150);
  });

  it('should publish the first change of a runner at once, and gather what follows', () => {
    sent.length = 0;
    signals.runnersChanged([3]);
    signals.runnersChanged([3, 4]);
    expect(sent).toEqual([['fleet', '3']]);
  });

  it('should request a drain by the bus, and by the queue with its reason', () => {
    sent.length = 0;
    signals.dispatchNeeded('task created');
    expect([sent, wakes, deliveries]).toEqual([[['dispatch', '']], [{ reason: 'task created' }], []]);
  });

  it('should signal messages that wait in the queue', () => {
    signals.messagesWritten();
    expect(deliveries).toHaveLength(1);
  });
});
