import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CHUNK_LINES, ChunkStore } from './chunk-store.js';
import { settled, SpecLog } from '../testing/spec-log.js';

describe('ChunkStore', () => {
  let log: SpecLog;
  let store: ChunkStore;
  let loaded: number;

  beforeEach(() => {
    log = new SpecLog(100_000);
    loaded = 0;
    store = new ChunkStore({ fetchLines: log.fetchLines, onLoaded: () => (loaded += 1) });
  });
  afterEach(() => store.close());

  it('should fetch each wanted chunk once', async () => {
    store.want([1_200, 1_201, 1_600], log.total);
    await settled();
    store.want([1_200, 1_600], log.total);
    await settled();
    expect(log.requests).toEqual([
      { after: 1_000, limit: CHUNK_LINES },
      { after: 1_500, limit: CHUNK_LINES },
    ]);
    expect(store.get(1_234)?.text).toBe('line 1234');
    expect(store.get(2_000)).toBeUndefined();
    expect(loaded).toBe(2);
  });

  it('should go on where an answer ended before the end of its chunk', async () => {
    log.most = 200;
    store.want([1_000], log.total);
    await settled();
    expect(log.requests).toEqual([
      { after: 1_000, limit: 500 },
      { after: 1_200, limit: 300 },
      { after: 1_400, limit: 100 },
    ]);
    expect([1_000, 1_300, 1_499].map((line) => store.get(line)?.text)).toEqual(['line 1000', 'line 1300', 'line 1499']);
  });

  it('should keep at most three requests in flight, the most wanted first', async () => {
    log.held = true;
    store.want([5_000, 0, 10_000, 20_000, 30_000], log.total);
    expect(log.requests).toHaveLength(3);
    log.held = false;
    await log.answer();
    expect(log.requests.map((range) => ('after' in range ? range.after : -1))).toEqual([
      5_000, 0, 10_000, 20_000, 30_000,
    ]);
  });

  it('should abort what stands in the way when the wishes change', async () => {
    log.held = true;
    store.want([0, 500, 1_000], log.total);
    store.want([1_000, 90_000], log.total);
    expect(log.signals.map((signal) => signal.aborted)).toEqual([true, false, false, false]);
    log.held = false;
    await log.answer();
    expect(store.get(90_001)?.text).toBe('line 90001');
    expect(store.get(0)).toBeUndefined();
  });

  it('should forget what was unused longest, and never what is wanted', async () => {
    for (let chunk = 0; chunk < 70; chunk += 1) {
      store.want([0, chunk * CHUNK_LINES], log.total);
      await settled();
    }
    expect(store.size).toBeLessThanOrEqual(61);
    expect(store.get(0)?.text).toBe('line 0');
    expect(store.get(CHUNK_LINES)).toBeUndefined();
    expect(store.get(69 * CHUNK_LINES)?.text).toBe(`line ${69 * CHUNK_LINES}`);
  });

  it('should hold all that is wanted even when that is more than it keeps', async () => {
    const wide = Array.from({ length: 80 }, (_, i) => i * CHUNK_LINES);
    store.want(wide, log.total);
    for (let i = 0; i < 40; i += 1) {
      await settled();
    }
    expect(wide.every((line) => store.get(line) !== undefined)).toBe(true);
    expect(log.requests).toHaveLength(80);
  });

  it('should fetch a chunk again when it was cut short and its rest is wanted', async () => {
    log.total = 700;
    store.want([600], 700);
    await settled();
    log.total = 2_000;
    store.want([600], 700);
    expect(log.requests).toHaveLength(1);
    store.want([900], 1_000);
    await settled();
    expect(store.get(900)?.text).toBe('line 900');
  });

  it('should request nothing that is held elsewhere', () => {
    store.want([-5, 1_000, 1_001], 1_000);
    expect(log.requests).toEqual([]);
  });
});
