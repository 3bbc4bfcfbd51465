import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LogOutline } from '@switchyard/contracts';
import { SpecLog } from '../testing/spec-log.js';
import { lineKind, type LogListener, type LogSource } from '../types.js';
import { LogStore } from './log-store.js';

const RETRY_MS = 2_000;
const stars = '*'.repeat(40);
const NOTHING: LogOutline = { groups: [], failures: [], next: 0 };

describe(LogStore.name, () => {
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis;
  let log: SpecLog;
  let sections: { line: number; time: number; text: string }[] | Error;
  let outlines: (LogOutline | Error)[];
  let outlineRequests: number[];
  let listener: LogListener | undefined;
  let store: LogStore;

  /** The source of the specs: lines of a `SpecLog`, sections and outlines as a spec sets them. */
  const source: LogSource = {
    fetchLines: (range, signal) => log.fetchLines(range, signal),
    fetchSections: () => (sections instanceof Error ? Promise.reject(sections) : Promise.resolve(sections)),
    fetchOutline: (after) => {
      outlineRequests.push(after);
      const next = outlines.shift() ?? { ...NOTHING, next: log.total };
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    search: () => Promise.reject(new Error('no search')),
    subscribe: (given) => {
      listener = given;
      return () => (listener = undefined);
    },
  };

  const settled = () => jest.advanceTimersByTimeAsync(1);
  const phase = (): string => store.state.get().phase;

  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(globalThis, {
      requestAnimationFrame: (draw: () => void) => setTimeout(draw, 1),
      cancelAnimationFrame: clearTimeout,
    });
    [log, sections, outlines, outlineRequests, listener] = [new SpecLog(1_200), [], [], [], undefined];
    store = new LogStore(source);
  });
  afterEach(() => {
    store.close();
    jest.useRealTimers();
    Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame });
  });

  it('should load the end of the log, and hold nothing before it', async () => {
    expect(phase()).toBe('loading');
    store.open();
    await settled();
    expect([phase(), store.total]).toEqual(['ready', 1_200]);
    expect([store.get(1_199)?.text, store.get(0)]).toEqual(['line 1199', undefined]);
  });

  it('should fetch lines before the end when they are wanted', async () => {
    store.open();
    await settled();
    store.want([3]);
    await settled();
    expect(store.get(3)?.text).toBe('line 3');
  });

  it('should fail when the end cannot be loaded, and load it when it is opened again', async () => {
    log.failing = true;
    store.open();
    await settled();
    expect(phase()).toBe('failed');
    log.failing = false;
    store.open();
    expect(phase()).toBe('loading');
    await settled();
    expect(phase()).toBe('ready');
  });

  it('should show the lines of a task that ended while its log was opened', async () => {
    log = new SpecLog(0);
    log.held = true;
    store.setLive(true);
    store.open();
    log.total = 3;
    store.setLive(false);
    log.held = false;
    const answered = log.answer();
    await settled();
    await answered;
    expect([phase(), store.total, store.get(2)?.text]).toEqual(['ready', 3, 'line 2']);
  });

  it('should show the lines of a task that began and ended while its log was opened', async () => {
    log = new SpecLog(1);
    log.held = true;
    store.open();
    log.held = false;
    log.total = 3;
    store.setLive(true);
    store.setLive(false);
    await settled();
    const answered = log.answer();
    await settled();
    await answered;
    expect([phase(), store.total, store.get(2)?.text]).toEqual(['ready', 3, 'line 2']);
  });

  it('should ignore the answer to a request of a log that was closed', async () => {
    log.held = true;
    store.open();
    store.close();
    log.held = false;
    const answered = log.answer();
    await settled();
    await answered;
    expect([phase(), store.total, log.signals[0]?.aborted]).toEqual(['loading', 0, true]);
  });

  describe('while it is followed', () => {
    beforeEach(async () => {
      store.setLive(true);
      store.open();
      await settled();
      listener?.onState('live');
      await settled();
    });

    const send = async (first: number, end: number): Promise<void> => {
      log.total = Math.max(log.total, end);
      listener?.onBatch(log.batch(first, end));
      await settled();
    };

    it('should add the lines that arrive, and draw once for all of a frame', async () => {
      const before = store.state.get().version;
      log.total = 1_204;
      listener?.onBatch(log.batch(1_200, 1_202));
      listener?.onBatch(log.batch(1_202, 1_204));
      await settled();
      expect([store.total, store.get(1_203)?.text]).toEqual([1_204, 'line 1203']);
      expect(store.state.get().version).toBe(before + 1);
    });

    it('should report how the connection stands, and fetch what was missed when it is back', async () => {
      listener?.onState('reconnecting');
      expect(store.state.get().connection).toBe('reconnecting');
      log.total = 1_300;
      listener?.onState('live');
      await settled();
      expect([store.state.get().connection, store.total]).toEqual(['live', 1_300]);
    });

    it('should try again when the lines of a gap cannot be fetched', async () => {
      log.failing = true;
      await send(1_250, 1_260);
      expect(store.total).toBe(1_200);
      log.failing = false;
      await jest.advanceTimersByTimeAsync(RETRY_MS);
      expect(store.total).toBe(1_260);
    });

    it('should show the line that has no end yet, until it is left', () => {
      listener?.onOpenLine({ line: 1_200, time: 5, text: 'Continue? ' });
      expect(store.openLine?.text).toBe('Continue? ');
      store.setLive(false);
      expect([store.openLine, store.state.get().connection, listener]).toEqual([undefined, 'off', undefined]);
    });

    it('should fetch what was not sent when it is left', async () => {
      log.total = 1_310;
      store.setLive(false);
      await settled();
      expect(store.total).toBe(1_310);
    });

    it('should take sections from what arrives, each once', async () => {
      const section = { first: 1_200, lines: ['apply now'], times: [7], kinds: [lineKind.section] };
      log.total = 1_201;
      listener?.onBatch(section);
      listener?.onBatch(section);
      await settled();
      expect(store.sections).toEqual([{ line: 1_200, time: 7, phase: 'apply', detail: 'now' }]);
    });

    it('should find the headings of the tool in what arrives', async () => {
      const lines = [`TASK [Install] ${stars}`, 'fatal: [web]: FAILED! => {}'];
      log.total = 1_202;
      listener?.onBatch({ first: 1_200, lines, times: [1, 2], kinds: [lineKind.tool, lineKind.tool] });
      await settled();
      expect(store.groupAt(1_200)?.group).toMatchObject({ kind: 'task', name: 'Install' });
      expect(store.failures).toMatchObject([{ line: 1_201, host: 'web', task: 'Install' }]);
      expect(store.failures).toBe(store.failures);
    });
  });

  it('should ignore what arrives before the end is loaded, which holds it', async () => {
    store.setLive(true);
    log.held = true;
    store.open();
    listener?.onBatch(log.batch(1_200, 1_201));
    expect(store.total).toBe(0);
    log.total = 1_201;
    log.held = false;
    void log.answer();
    await settled();
    await settled();
    expect([store.total, phase()]).toEqual([1_201, 'ready']);
  });

  describe('its sections', () => {
    it('should be in the order of the log, however they were found', async () => {
      sections = [
        { line: 40, time: 4, text: 'cleanup' },
        { line: 0, time: 1, text: 'run playbook.yml' },
      ];
      store.open();
      await settled();
      expect(store.sections.map(({ line, phase: name, detail }) => [line, name, detail])).toEqual([
        [0, 'run', 'playbook.yml'],
        [40, 'cleanup', ''],
      ]);
    });

    it('should be fetched again when they could not be', async () => {
      sections = new Error('unreachable');
      store.open();
      await settled();
      sections = [{ line: 0, time: 1, text: 'run' }];
      await jest.advanceTimersByTimeAsync(RETRY_MS);
      expect(store.sections).toHaveLength(1);
    });
  });

  describe('its headings', () => {
    it('should be fetched part by part up to the lines that are held', async () => {
      outlines = [
        { ...NOTHING, next: 300 },
        { ...NOTHING, next: 700 },
      ];
      store.open();
      await settled();
      expect(outlineRequests).toEqual([0, 300]);
    });

    it('should be fetched again when they could not be', async () => {
      outlines = [new Error('unreachable')];
      store.open();
      await settled();
      expect(outlineRequests).toEqual([0]);
      await jest.advanceTimersByTimeAsync(RETRY_MS);
      expect(outlineRequests).toEqual([0, 0]);
    });

    it.each([
      ['not be looked for in a long log of a tool that may write none', false, []],
      ['be looked for in a long log of a tool that writes some', true, [0]],
    ])('should %s', async (_, hasHeadings, requests) => {
      log.total = 200_001;
      store = new LogStore(source, hasHeadings);
      store.open();
      await settled();
      expect(outlineRequests).toEqual(requests);
    });
  });
});
