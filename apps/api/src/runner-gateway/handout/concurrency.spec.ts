import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Concurrency } from './concurrency.js';

/** Work that ends by its `end`. */
function open(): { gate: Promise<void>; end: () => void } {
  let end = (): void => undefined;
  const gate = new Promise<void>((resolve) => (end = resolve));
  return { gate, end };
}

describe(Concurrency.name, () => {
  it('should let work wait for its turn, serve others meanwhile, and refuse what is too much', async () => {
    const concurrency = new Concurrency({ running: 1, waiting: 1 });
    const begun: string[] = [];
    const { gate, end } = open();
    const work = (name: string, until: Promise<void>) => async (): Promise<string> => {
      begun.push(name);
      await until;
      return name;
    };
    const first = concurrency.run(1, work('first', gate));
    const second = concurrency.run(1, work('second', Promise.resolve()));
    await expect(concurrency.run(1, work('third', gate))).rejects.toMatchObject({ status: 429 });
    expect(await concurrency.run(2, work('other', Promise.resolve()))).toBe('other');
    await setImmediate();
    expect(begun).toEqual(['first', 'other']);
    end();
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(await concurrency.run(1, work('again', Promise.resolve()))).toBe('again');
  });

  it('should give the turn on when work has failed', async () => {
    const concurrency = new Concurrency({ running: 1, waiting: 5 });
    const failing = concurrency.run(1, () => Promise.reject(new Error('failed')));
    const next = concurrency.run(1, async () => 'next');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });
});
