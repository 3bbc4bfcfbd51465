import { describe, expect, it } from '@jest/globals';
import { packets, unpack } from './packet.js';

const messages = [
  { channel: 'task', payload: '{"name":"a b"}' },
  { channel: 'runner', payload: '' },
  { channel: 'log', payload: '1 2 😀\n' },
];

describe('a packet', () => {
  it('should bring messages in their order, whatever they hold', () => {
    const [packet = '', ...others] = packets(messages, 1_000);
    expect([...unpack(packet)]).toEqual(messages);
    expect([...unpack(`0 ${packet}`, 2)]).toEqual(messages);
    expect(others).toEqual([]);
  });

  it('should be no longer than allowed, in bytes', () => {
    const many = Array.from({ length: 10 }, (_, i) => ({ channel: 'log', payload: `${i}ééé` }));
    const made = [...packets(many, 40)];
    expect(made.every((packet) => Buffer.byteLength(packet) <= 40)).toBe(true);
    expect(made.length).toBeLessThan(many.length);
    expect(made.flatMap((packet) => [...unpack(packet)])).toEqual(many);
  });

  it.each(['', 'task', 'task ', 'task 5 abc', 'task -1 abc', 'task x abc', 'task {"a":1} b'])(
    'should be empty when it is broken: "%s"',
    (text) => expect([...unpack(text)]).toEqual([]),
  );
});
