import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MAX_OPEN_LINE_TEXT, type OpenLinesRequest } from '@switchyard/contracts';
import { GatewayError } from '../gateway/gateway-errors.js';
import { OPEN_LINE_MS, type OpenLine, OpenLines } from './open-lines.js';
import { openText } from './attempt-log.js';

const LEASE = '00000000-0000-4000-8000-000000000000';

describe(OpenLines.name, () => {
  let sent: string[][];
  let answer: () => Promise<void>;
  let open: OpenLine | null;
  let lines: OpenLines;

  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    open = null;
    answer = () => Promise.resolve();
    lines = new OpenLines(async ({ lines: each }: OpenLinesRequest) => {
      sent.push(each.map(({ attempt, line, text }) => `${attempt}:${line} ${text}`));
      await answer();
    });
    lines.add({ attempt: 1, lease: LEASE, openLine: () => open });
  });
  afterEach(() => {
    lines.close();
    jest.useRealTimers();
  });

  const write = (line: number, text: string): void => {
    open = { line, time: 0, text };
    lines.written(1, line);
  };
  const wait = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  it('should send a line that stays open, once', async () => {
    write(4, 'Continue? ');
    await wait(OPEN_LINE_MS - 1);
    expect(sent).toEqual([]);
    await wait(10 * OPEN_LINE_MS);
    expect(sent).toEqual([['1:4 Continue? ']]);
  });

  it('should send one that changes all the time at a bounded rate, its last state included', async () => {
    for (let i = 0; i < 100; i++) {
      write(0, `${i} %`);
      await wait(30);
    }
    await wait(OPEN_LINE_MS);
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.length).toBeLessThanOrEqual(3_000 / OPEN_LINE_MS + 1);
    expect(sent.at(-1)).toEqual(['1:0 99 %']);
  });

  it('should send nothing while lines end sooner than that', async () => {
    for (let i = 0; i < 100; i++) {
      write(i, 'begun');
      await wait(30);
    }
    open = null;
    await wait(10 * OPEN_LINE_MS);
    expect(sent).toEqual([]);
  });

  it('should send again what did not arrive', async () => {
    answer = () => Promise.reject(new GatewayError(503, null, 'open-lines'));
    write(0, 'waiting');
    await wait(OPEN_LINE_MS);
    answer = () => Promise.resolve();
    await wait(5_000);
    expect(sent).toEqual([['1:0 waiting'], ['1:0 waiting']]);
  });

  it('should send nothing more to a control plane that does not know the call', async () => {
    answer = () => Promise.reject(new GatewayError(404, 'NOT_FOUND', 'open-lines'));
    write(0, 'waiting');
    await wait(OPEN_LINE_MS);
    write(0, 'waiting for more');
    await wait(60_000);
    expect(sent).toHaveLength(1);
  });
});

describe(openText.name, () => {
  it.each([
    ['a prompt', 'Password: ', 'Password: '],
    ['the last state of a progress bar', ' 10 %\r 20 %\r', ' 20 %'],
    ['whole characters', Buffer.from('50 €').subarray(0, -1), '50 '],
    ['the beginning of what is long', 'x'.repeat(70_000), 'x'.repeat(MAX_OPEN_LINE_TEXT)],
  ])('should be %s', (_what, written, shown) => {
    expect(openText(Buffer.from(written))).toBe(shown);
  });
});
