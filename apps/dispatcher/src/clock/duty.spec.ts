import { describe, expect, it } from '@jest/globals';
import type { Logger } from '@switchyard/server';
import { Duty } from './duty.js';

const logger = { warn: () => undefined } as unknown as Logger;

describe(Duty.name, () => {
  it('should go on after a failure, never overlap, and stop for good', async () => {
    let runs = 0;
    let active = 0;
    let most = 0;
    const reached = resolvers();
    const duty = new Duty(
      'test',
      0,
      async () => {
        most = Math.max(most, ++active);
        await new Promise(setImmediate);
        active--;
        if (++runs === 3) {
          reached.resolve();
        }
        throw new Error('outage');
      },
      logger,
    );
    duty.start();
    await reached.promise;
    await duty.stop();
    const after = runs;
    for (let turn = 0; turn < 100; turn++) {
      await new Promise(setImmediate);
    }
    expect(runs).toBe(after);
    expect(most).toBe(1);
  });
});

function resolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
