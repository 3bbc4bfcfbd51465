import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PLAIN_SGR } from '@switchyard/contracts';
import { Observable } from '../store/observable.js';
import type { LogStatus } from '../store/log-store.js';
import { LineShow } from './line-show.js';

describe(LineShow.name, () => {
  const state = new Observable<LogStatus>({ phase: 'ready', connection: 'off', version: 0 });
  let held: Set<number>;
  let wanted: number[];
  let shown: number[];
  let lines: LineShow;

  const arrive = (line: number): void => {
    held.add(line);
    state.set({ ...state.get(), version: state.get().version + 1 });
  };
  const isSettled = async (done: Promise<void>): Promise<boolean> => {
    const settled = jest.fn();
    void done.then(settled);
    await jest.advanceTimersByTimeAsync(0);
    return settled.mock.calls.length > 0;
  };

  beforeEach(() => {
    jest.useFakeTimers();
    [held, wanted, shown] = [new Set([7]), [], []];
    const record = { text: '', time: 0, kind: 0, sgr: PLAIN_SGR };
    const store = {
      state,
      get: (line: number) => (held.has(line) ? record : undefined),
      want: (some: Iterable<number>) => wanted.push(...some),
    };
    lines = new LineShow(store, { toLine: (line) => shown.push(line) });
  });
  afterEach(() => {
    lines.cancel();
    jest.useRealTimers();
  });

  it('should show a line that is held at once', async () => {
    expect(await isSettled(lines.show(7))).toBe(true);
    expect([shown, wanted]).toEqual([[7], []]);
  });

  it('should fetch another one with those around it, and show it when it is there', async () => {
    const done = lines.show(500);
    expect(wanted).toEqual([500, 430, 570]);
    arrive(430);
    expect([shown, await isSettled(done)]).toEqual([[], false]);
    arrive(500);
    expect([shown, await isSettled(done)]).toEqual([[500], true]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(shown).toEqual([500]);
  });

  it('should show a line that is late without its text', async () => {
    const done = lines.show(500);
    await jest.advanceTimersByTimeAsync(249);
    expect(shown).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect([shown, await isSettled(done)]).toEqual([[500], true]);
  });

  it('should go to the newest line alone', async () => {
    const first = lines.show(500);
    const second = lines.show(900);
    expect([await isSettled(first), await isSettled(second)]).toEqual([true, false]);
    arrive(500);
    arrive(900);
    expect(shown).toEqual([900]);
  });

  it('should show nothing when it is cancelled', async () => {
    const done = lines.show(500);
    lines.cancel();
    arrive(500);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([shown, await isSettled(done)]).toEqual([[], true]);
  });
});
