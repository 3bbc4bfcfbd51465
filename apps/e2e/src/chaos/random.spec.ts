import { describe, expect, it } from '@jest/globals';
import { Random } from './random.js';

describe('Random', () => {
  const draws = (seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: 20 }, () => random.whole(1, 1_000));
  };

  it('should draw the same for the same seed and something else for another', () => {
    expect(draws(7)).toEqual(draws(7));
    expect(draws(7)).not.toEqual(draws(8));
  });

  it('should draw in proportion to the weights', () => {
    const random = new Random(1);
    const drawn = Array.from({ length: 1_000 }, () => random.weighted([{ weight: 9 }, { weight: 1 }]).weight);
    expect(drawn.filter((weight) => weight === 9).length).toBeGreaterThan(850);
  });
});
