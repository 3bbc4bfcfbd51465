import { describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';

describe('eventually', () => {
  it('should answer what the probe answered as soon as it neither throws nor answers false', async () => {
    const answers: (() => unknown)[] = [
      () => {
        throw new Error('not yet');
      },
      () => false,
      () => Promise.reject(new Error('not yet')),
      () => 'done',
      () => 'too late',
    ];
    expect(await eventually(() => answers.shift()?.(), { interval: 1 })).toBe('done');
    expect(answers).toHaveLength(1);
  });

  it('should take a probe without an answer for true', async () => {
    await expect(eventually(() => undefined)).resolves.toBeUndefined();
  });

  it('should reject with the last failure when the time is over', async () => {
    let tries = 0;
    const probe = () => {
      tries += 1;
      throw new Error(`try ${tries}`);
    };
    await expect(eventually(probe, { timeout: 20, interval: 1 })).rejects.toThrow(/^try [2-9]\d*$|^try 1\d+$/);
    await expect(eventually(() => false, { timeout: 1 })).rejects.toThrow('did not become true');
  });
});
