import { describe, expect, it } from '@jest/globals';
import { waitUntil } from './wait-until.js';

describe(waitUntil.name, () => {
  it('should ask until the condition holds', async () => {
    let asked = 0;
    await expect(waitUntil(async () => ++asked === 3, Infinity, 1)).resolves.toBe(true);
    expect(asked).toBe(3);
  });

  it('should ask once more when the time is over, and say that it did not hold', async () => {
    let asked = 0;
    const condition = (): boolean => {
      asked++;
      return false;
    };
    await expect(waitUntil(condition, 0, 1)).resolves.toBe(false);
    expect(asked).toBe(1);
  });

  it('should fail with the condition', async () => {
    const condition = (): never => {
      throw new Error('gone');
    };
    await expect(waitUntil(condition, Infinity)).rejects.toThrow('gone');
  });
});
