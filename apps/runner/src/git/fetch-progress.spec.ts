import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { makeTestArea } from '../testing/recorded-attempt.js';
import { ownFiles } from '../files/own-files.js';
import { withProgress } from './fetch-progress.js';

const area = makeTestArea();
afterEach(() => void jest.useRealTimers());
afterAll(() => area.remove());

describe('withProgress', () => {
  it('should name what has arrived while a fetch takes its time, and nothing afterwards', async () => {
    mkdirSync(area.path('objects/pack'), { recursive: true });
    writeFileSync(area.path('objects/pack/tmp_pack_abc'), Buffer.alloc(1_500_000));
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const lines: string[] = [];
    let arrived = (): void => undefined;
    const reported = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const report = (line: string): void => {
      lines.push(line);
      arrived();
    };
    const fetched = withProgress({ files: ownFiles, path: area.dir }, report, () => reported);
    jest.advanceTimersByTime(15_000);
    await fetched;
    jest.advanceTimersByTime(60_000);
    expect(lines).toEqual(['Still fetching after 15 s: 1.5 MB have arrived']);
  });
});
