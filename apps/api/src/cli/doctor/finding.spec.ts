import { describe, expect, it } from '@jest/globals';
import { ok, runChecks } from './finding.js';

describe(runChecks.name, () => {
  it('should go on when a check fails, hangs or throws at once, in the order of the checks', async () => {
    let aborted = false;
    const found = await runChecks(
      [
        { name: 'hangs', run: (signal) => new Promise(() => signal.addEventListener('abort', () => (aborted = true))) },
        { name: 'fails', run: () => Promise.reject(new Error('no route')) },
        { name: 'works', run: () => Promise.resolve([ok('fine'), ok('well')]) },
      ],
      20,
    );
    expect(found.map(({ check, level, text }) => [check, level, text])).toEqual([
      ['hangs', 'fault', 'No answer within 0.02 s'],
      ['fails', 'fault', 'no route'],
      ['works', 'ok', 'fine'],
      ['works', 'ok', 'well'],
    ]);
    expect(aborted).toBe(true);
  });
});
