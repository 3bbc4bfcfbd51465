import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PLAIN_SGR } from '@switchyard/contracts';
import { FindSession } from './find-session.js';
import { type LogLine, type LogMatches, type LogQuery, type SearchedPart, SearchRefused } from '../types.js';

describe('FindSession', () => {
  let texts: string[];
  let top: number;
  let shown: number[];
  let queries: LogQuery[];
  /** A line that is stored but not held here. */
  let missing: number;
  /** The lines that searches began with. */
  let begun: number[];
  /** Until which no line is shown. */
  let drawn: Promise<void>;
  /** How often a line that was not shown yet was left. */
  let left: number;
  let failing: boolean;
  let find: FindSession;
  const records = new Map<string, LogLine>();

  const get = (line: number): LogLine | undefined => {
    const text = texts[line];
    if (text === undefined || line === missing) {
      return undefined;
    }
    const record = records.get(text) ?? { text, time: 0, kind: 0, sgr: PLAIN_SGR };
    records.set(text, record);
    return record;
  };
  /** Lines that one search gets through. */
  let reach: number;
  /** From which lines the rest is held back. */
  let held: Promise<void> | null;
  /** Most lines of one answer. */
  let most: number;
  const search = async (query: LogQuery, { after, first }: SearchedPart): Promise<LogMatches> => {
    queries.push(query);
    begun.push(after);
    if (!first) {
      await held;
    }
    if (failing) {
      throw new SearchRefused('costly');
    }
    const end = after + reach;
    const lines = texts.flatMap((text, line) => (line >= after && line < end && text.includes(query.q) ? [line] : []));
    const kept = lines.slice(0, first ? 1 : most);
    const next = first && lines.length > 1 ? (lines[1] ?? 0) : end < texts.length ? end : null;
    return { count: first ? kept.length : lines.length, lines: kept, truncated: false, next };
  };
  const searched = <Part>(part: (query: LogQuery) => Part): Part[] => [...new Set(queries.map(part))];
  const type = async (q: string): Promise<void> => {
    find.setQuery({ q });
    await jest.advanceTimersByTimeAsync(1_000);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    texts = ['a hit', 'no', 'a hit', 'no', 'a hit'];
    [top, shown, queries, failing, reach, held, most] = [0, [], [], false, Infinity, null, Infinity];
    [begun, missing, left, drawn] = [[], -1, 0, Promise.resolve()];
    const store = {
      get total() {
        return texts.length;
      },
      get,
    };
    const onShow = (line: number): Promise<void> => {
      shown.push(line);
      return drawn;
    };
    find = new FindSession({ store, search, fromLine: () => top, onShow, onLeave: () => (left += 1) });
    find.open();
  });
  afterEach(() => {
    find.dispose();
    jest.useRealTimers();
  });

  it('should search at once for what is pasted, and wait for the next letter of what is typed', async () => {
    find.setQuery({ q: 'hit' });
    await jest.advanceTimersByTimeAsync(0);
    find.setQuery({ q: 'hits' });
    await jest.advanceTimersByTimeAsync(0);
    expect(searched(({ q }) => q)).toEqual(['hit']);
  });

  it('should go on until the whole log is searched', async () => {
    reach = 2;
    await type('hit');
    expect(queries).toHaveLength(3);
    expect(find.state.get()).toMatchObject({ phase: 'done', found: { count: 3, lines: [0, 2, 4], next: null } });
  });

  it('should show only lines without a match, of those that arrive too, and all again on request', async () => {
    find.setInvert(true);
    await type('hit');
    expect(find.state.get()).toMatchObject({ onlyMatches: true, matcher: undefined, query: { invert: true } });
    texts.push('a hit', 'none');
    find.scanArrived();
    expect(find.state.get().found.lines.at(-1)).toBe(6);
    find.setOnlyMatches(false);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(searched(({ invert }) => invert)).toEqual([true, false]);
  });

  it('should search once when somebody types on', async () => {
    find.setQuery({ q: 'h' });
    find.setQuery({ q: 'hi' });
    await type('hit');
    expect(searched(({ q }) => q)).toEqual(['hit']);
    expect(find.state.get()).toMatchObject({ phase: 'done', current: 0 });
  });

  it('should begin at the first hit from where the reader is, and go around the ends', async () => {
    top = 1;
    await type('hit');
    find.step(1);
    find.step(1);
    find.step(-1);
    expect(shown).toEqual([2, 4, 0, 4]);
  });

  it.each([
    ['behind the top of the pane', 1, 2],
    ['around the end', 5, 0],
  ])('should show a hit %s before all are counted, and stay there', async (_, from, line) => {
    let goOn: () => void = () => undefined;
    held = new Promise((resolve) => (goOn = resolve));
    top = from;
    await type('hit');
    expect(shown).toEqual([line]);
    expect(find.state.get()).toMatchObject({ phase: 'searching', matcher: expect.any(RegExp) });
    expect(find.state.get().found.lines[find.state.get().current]).toBe(line);
    top = 0;
    goOn();
    await jest.advanceTimersByTimeAsync(0);
    expect(find.state.get()).toMatchObject({ phase: 'done', current: line / 2, found: { lines: [0, 2, 4] } });
    expect(shown).toEqual([line]);
  });

  it('should count all hits only when the first is shown', async () => {
    let goOn: () => void = () => undefined;
    drawn = new Promise((resolve) => (goOn = resolve));
    await type('hit');
    expect([shown, begun]).toEqual([[0], [0]]);
    goOn();
    await jest.advanceTimersByTimeAsync(0);
    expect(begun).toEqual([0, 2]);
    expect(find.state.get()).toMatchObject({ phase: 'done', found: { count: 3 } });
  });

  it('should leave a hit that is not shown yet when somebody types on', async () => {
    drawn = new Promise(() => undefined);
    await type('hit');
    const before = left;
    find.setQuery({ q: 'hits' });
    expect(left).toBe(before + 1);
  });

  it.each([
    ['look itself for the next hit where it has all lines to the end', 'hit', false, [0]],
    ['begin at the start when there is none', 'a hit with more', false, [0]],
    ['leave expressions to the source', 'hit', true, [1, 0]],
  ])('should %s', async (_, q, regex, searches) => {
    texts = ['a hit with more', 'no', 'a hit'];
    top = 1;
    find.setQuery({ q, regex });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(searches);
    expect(shown).toEqual([q === 'hit' ? 2 : 0]);
  });

  it.each([
    ['many lines', 1_200, -1],
    ['lines of which one is not here', 5, 3],
  ])('should leave %s to the source', async (_, total, absent) => {
    const { length } = texts;
    texts = Array.from({ length: total }, (__, line) => texts[line % length] ?? '');
    [top, missing] = [3, absent];
    await type('hit');
    expect([begun[0], shown]).toEqual([3, [4]]);
  });

  it('should stay at a hit that is none of the first ones, and step to those', async () => {
    [top, most] = [3, 2];
    await type('hit');
    expect(find.state.get()).toMatchObject({ phase: 'done', current: -1, found: { count: 3, lines: [0, 2] } });
    find.step(1);
    expect(shown).toEqual([4, 0]);
  });

  it('should find in lines that arrive after the search, each once', async () => {
    await type('hit');
    texts.push('late hit', 'no');
    find.scanArrived();
    find.scanArrived();
    expect(find.state.get().found).toMatchObject({ count: 4, lines: [0, 2, 4, 5] });
  });

  it('should leave what the source has searched to the source', async () => {
    texts = ['a hit', 'A HIT'];
    await type('hit');
    texts.push('no');
    find.scanArrived();
    expect(find.state.get().found.lines).toEqual([0]);
  });

  it('should report that a search failed and find nothing', async () => {
    failing = true;
    await type('(');
    expect(find.state.get()).toMatchObject({ phase: 'failed', fault: 'costly', current: -1 });
    expect(shown).toEqual([]);
  });

  it('should forget its hits but not the query when it is closed', async () => {
    await type('hit');
    find.close();
    expect(find.state.get()).toMatchObject({ open: false, phase: 'idle', current: -1, query: { q: 'hit' } });
    expect(find.state.get().found.lines).toEqual([]);
  });
});
