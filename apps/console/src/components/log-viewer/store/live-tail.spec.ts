import { beforeEach, describe, expect, it } from '@jest/globals';
import { LiveTail } from './live-tail.js';
import { settled, SpecLog } from '../testing/spec-log.js';

describe('LiveTail', () => {
  let log: SpecLog;
  let tail: LiveTail;

  const held = (): string[] =>
    Array.from({ length: tail.end - tail.first }, (_, i) => tail.get(tail.first + i)?.text ?? 'missing');
  const unbroken = (): boolean => held().every((text, i) => text === `line ${tail.first + i}`);
  const send = (first: number, end: number): Promise<void> => {
    log.total = Math.max(log.total, end);
    return tail.receive(log.batch(first, end));
  };

  beforeEach(async () => {
    log = new SpecLog(1_000);
    tail = new LiveTail({ fetchLines: log.fetchLines, onAdded: () => undefined });
    tail.restart(await log.fetchLines({ tail: 500 }, new AbortController().signal));
    log.requests.length = 0;
  });

  it('should add what follows without a request', async () => {
    await send(1_000, 1_010);
    expect([tail.first, tail.end, log.requests.length, unbroken()]).toEqual([500, 1_010, 0, true]);
  });

  it('should drop what it knows, wholly or in part', async () => {
    await send(990, 1_000);
    expect(tail.end).toBe(1_000);
    await send(995, 1_005);
    expect([tail.end, unbroken()]).toEqual([1_005, true]);
  });

  it('should fetch the lines of a gap', async () => {
    await send(1_100, 1_110);
    expect(log.requests).toEqual([{ after: 1_000, limit: 5_000 }]);
    expect([tail.end, unbroken()]).toEqual([1_110, true]);
  });

  it('should lose nothing of what arrives while a gap is being fetched', async () => {
    log.held = true;
    const first = send(1_100, 1_110);
    const second = send(1_110, 1_120);
    await settled();
    expect(log.requests).toHaveLength(1);
    log.total = 1_115;
    log.held = false;
    await log.answer();
    log.total = 1_120;
    await tail.catchUp();
    await Promise.all([first, second]);
    expect([tail.end, unbroken()]).toEqual([1_120, true]);
  });

  it('should look once more when it is asked during a request, whose answer may be older', async () => {
    log.held = true;
    const first = tail.catchUp();
    log.total = 1_003;
    const second = tail.catchUp();
    log.held = false;
    await log.answer();
    await Promise.all([first, second]);
    expect([tail.end, log.requests.length, unbroken()]).toEqual([1_003, 2, true]);
  });

  it('should show the line that has no end yet behind the last one, until it comes whole', async () => {
    const open = { line: 1_000, time: 5, text: 'Continue? ' };
    expect([tail.receiveOpen(open), tail.openLine?.text]).toEqual([true, 'Continue? ']);
    expect(tail.openLine).toBe(tail.openLine);
    await send(1_000, 1_001);
    expect([tail.openLine, tail.receiveOpen(open)]).toEqual([undefined, false]);
  });

  it('should keep such a line until those before it are here', async () => {
    tail.receiveOpen({ line: 1_002, time: 5, text: '10 %' });
    expect(tail.openLine).toBeUndefined();
    await send(1_000, 1_002);
    expect(tail.openLine?.text).toBe('10 %');
    tail.receiveOpen({ line: 1_002, time: 6, text: '' });
    expect(tail.openLine).toBeUndefined();
  });

  it('should start over at the end when the gap is too wide for one answer', async () => {
    await send(50_000, 50_010);
    expect([tail.first, tail.end, unbroken()]).toEqual([49_510, 50_010, true]);
  });

  it('should catch up after a lost connection though no batch announced the lines', async () => {
    log.total = 1_300;
    await tail.catchUp();
    expect([tail.end, unbroken()]).toEqual([1_300, true]);
  });

  it('should reject when a gap cannot be fetched, and close it later', async () => {
    log.failing = true;
    await expect(send(1_100, 1_110)).rejects.toThrow('unreachable');
    log.failing = false;
    await tail.catchUp();
    expect([tail.end, unbroken()]).toEqual([1_110, true]);
  });

  it('should stop requests when the source has no more than it reported', async () => {
    await tail.receive(log.batch(1_500, 1_510));
    expect([tail.end, log.requests.length]).toEqual([1_000, 1]);
  });

  it('should hold a bounded number of lines', async () => {
    for (let at = 1_000; at < 100_000; at += 5_000) {
      await send(at, at + 5_000);
      expect(tail.end - tail.first).toBeLessThanOrEqual(40_000);
    }
    expect([tail.end, unbroken()]).toEqual([101_000, true]);
  });

  it('should carry the colour from line to line, over batches too', async () => {
    const coloured = { first: 1_000, lines: ['\x1b[31mred', 'still'], times: [1, 1], kinds: [0, 0] };
    log.total = 1_003;
    await tail.receive(coloured);
    await tail.receive({ first: 1_002, lines: ['and still'], times: [1], kinds: [0] });
    expect([1_000, 1_001, 1_002].map((line) => tail.get(line)?.sgr.fg)).toEqual([-1, 1, 1]);
  });
});
