import { describe, expect, it } from '@jest/globals';
import { hasTrial, TIER_IDS, tierOf, TIERS, tiersFor, priceOf } from './tiers.js';

describe('the tiers', () => {
  it('should each be offered once, in the order of their ids', () => {
    expect(TIERS.map(({ id }) => id)).toEqual([...TIER_IDS]);
  });

  it('should hold what the free one holds when the stored one is not offered any more', () => {
    expect([tierOf('medium').id, tierOf('gold').id, tierOf('').id, tierOf('constructor').id]).toEqual([
      'medium',
      'free',
      'free',
      'free',
    ]);
  });

  it('should be offered by the type of the project, the free one first', () => {
    expect(tiersFor('premium').map(({ id }) => id)).toEqual(['free', 'pro1', 'pro4', 'pro10']);
    expect(tiersFor('').map(({ id }) => id)).toEqual(['free', 'starter', 'medium', 'premium', 'enterprise']);
  });

  it('should be sold by the year only as licences, for less than twelve months', () => {
    for (const tier of TIERS) {
      const annual = priceOf(tier, true);
      expect(annual !== null).toBe(tier.isLicence);
      expect(annual ?? 0).toBeLessThan(12 * tier.monthlyCents || 1);
      expect(priceOf(tier, false)).toBe(tier.monthlyCents);
    }
  });

  it('should be tried where they cost something and nobody has to be asked', () => {
    expect(TIERS.filter((tier) => !hasTrial(tier)).map(({ id }) => id)).toEqual(['free', 'enterprise']);
  });
});
