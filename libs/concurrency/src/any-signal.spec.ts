import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { anySignal } from './any-signal.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Objects that were made in this turn of the event loop are collected in the next one. */
async function collected<T>(value: T): Promise<T> {
  await setImmediate();
  collect();
  return value;
}

describe(anySignal, () => {
  it('should be aborted by a timeout that nothing else holds, after a garbage collection', async () => {
    const { signal } = new AbortController();
    const first = await collected(anySignal([signal, AbortSignal.timeout(20)]));
    await once(first, 'abort');
    expect(first.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('should be aborted by a timeout of a signal that it was made of', async () => {
    const { signal } = new AbortController();
    const first = await collected(anySignal([signal, anySignal([signal, AbortSignal.timeout(20)])]));
    await once(first, 'abort');
    expect(first.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('should be aborted for those that listen, with nothing but the listener left', async () => {
    const aborted = new Promise((resolve) => {
      anySignal([AbortSignal.timeout(20)]).addEventListener('abort', resolve);
    });
    await expect(collected(aborted)).resolves.toBeDefined();
  });

  it('should be aborted with the first, for its reason, and at once if one is', () => {
    const [early, late] = [new AbortController(), new AbortController()];
    const first = anySignal([early.signal, late.signal]);
    expect(first.aborted).toBe(false);
    early.abort('early');
    late.abort('late');
    expect(first.reason).toBe('early');
    expect(anySignal([late.signal]).reason).toBe('late');
  });

  it('should be collected with its sources when nothing holds it', async () => {
    const { signal } = new AbortController();
    const first = new WeakRef(anySignal([signal, AbortSignal.timeout(60_000)]));
    await collected(null);
    expect(first.deref()).toBeUndefined();
  });
});
