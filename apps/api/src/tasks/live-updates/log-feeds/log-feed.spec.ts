import { describe, expect, it } from '@jest/globals';
import type { LogBatch, LogLines } from '@switchyard/contracts';
import { BATCH_LINES, LogFeed } from './log-feed.js';

type Read = { first: number; limit: number };

function feedOf(
  stored: () => number,
  position = 0,
): { feed: LogFeed; batches: LogBatch[]; reads: Read[]; idle: () => Promise<void> } {
  const batches: LogBatch[] = [];
  const reads: Read[] = [];
  const read = async (first: number, limit: number, extent: { attempt: number }): Promise<LogLines> => {
    reads.push({ first, limit });
    await new Promise(setImmediate);
    const count = Math.max(0, Math.min(limit, stored() - first));
    const lines = Array.from({ length: count }, (_, i) => `${extent.attempt}:${first + i}`);
    const [times, kinds] = [lines.map(() => 0), lines.map(() => 0)];
    return { ...extent, total: stored(), first, next: first + count, sgr: '', lines, times, kinds };
  };
  const feed = new LogFeed(
    7,
    { attempt: 1, position },
    read,
    (batch) => batches.push(batch),
    () => undefined,
  );
  const idle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn++) {
      await new Promise(setImmediate);
    }
  };
  return { feed, batches, reads, idle };
}

const delivered = (batches: LogBatch[]): string[] => batches.flatMap((batch) => batch.lines);

describe(LogFeed.name, () => {
  it('should deliver each line once and in order however it is notified', async () => {
    let stored = 3;
    const { feed, batches, idle } = feedOf(() => stored);
    feed.grew(1, 2);
    feed.grew(1, 1);
    stored = 5;
    feed.grew(1, 5);
    feed.grew(1, 5);
    await idle();
    expect(delivered(batches)).toEqual(['1:0', '1:1', '1:2', '1:3', '1:4']);
  });

  it('should never read twice at a time, and in bounded batches', async () => {
    const { feed, batches, reads, idle } = feedOf(() => BATCH_LINES + 10);
    feed.grew(1, BATCH_LINES + 10);
    feed.grew(1, BATCH_LINES + 10);
    await idle();
    expect(reads.map((read) => read.first)).toEqual([0, BATCH_LINES]);
    expect(batches.map((batch) => batch.first)).toEqual([0, BATCH_LINES]);
  });

  it('should start over with a newer attempt and ignore an older one', async () => {
    const { feed, batches, idle } = feedOf(() => 2, 10);
    feed.grew(2, 2);
    feed.grew(1, 12);
    await idle();
    expect(delivered(batches)).toEqual(['2:0', '2:1']);
  });

  it('should wait for the next message when a hint was early', async () => {
    let stored = 0;
    const { feed, batches, idle } = feedOf(() => stored);
    feed.grew(1, 4);
    await idle();
    expect(batches).toEqual([]);
    stored = 4;
    feed.grew(1, 4);
    await idle();
    expect(delivered(batches)).toHaveLength(4);
  });
});
