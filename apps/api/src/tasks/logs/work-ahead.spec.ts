import { describe, expect, it } from '@jest/globals';
import { workAhead } from './work-ahead.js';

/** Values whose work the test ends by itself. */
function workOf(values: readonly string[]) {
  const atWork = new Map<string, (result: string) => void>();
  async function* source(): AsyncGenerator<string> {
    yield* values;
  }
  const results = workAhead(source(), 2, (value) => new Promise<string>((resolve) => atWork.set(value, resolve)));
  return { results, atWork, end: (value: string) => atWork.get(value)?.(value) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('workAhead', () => {
  it('should work on two values at a time and give their results in order', async () => {
    const { results, atWork, end } = workOf(['a', 'b', 'c']);
    const first = results.next();
    await turn();
    expect([...atWork.keys()]).toEqual(['a', 'b']);
    end('b');
    end('a');
    expect(await first).toEqual({ done: false, value: 'a' });
    const second = results.next();
    await turn();
    expect([...atWork.keys()]).toEqual(['a', 'b', 'c']);
    expect(await second).toEqual({ done: false, value: 'b' });
    end('c');
    expect([await results.next(), await results.next()]).toMatchObject([{ value: 'c' }, { done: true }]);
  });

  it('should fail as the first value does, whatever becomes of the others', async () => {
    async function* source(): AsyncGenerator<number> {
      yield* [1, 2];
    }
    const results = workAhead(source(), 2, (value) => Promise.reject(new Error(`no ${value}`)));
    await expect(results.next()).rejects.toThrow('no 1');
  });
});
