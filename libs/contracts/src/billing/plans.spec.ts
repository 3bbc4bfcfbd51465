import { describe, expect, it } from '@jest/globals';
import { hasTrial, PLAN_IDS, planOf, PLANS, plansFor, priceOf } from './plans.js';

describe('the plans', () => {
  it('should each be offered once, in the order of their ids', () => {
    expect(PLANS.map(({ id }) => id)).toEqual([...PLAN_IDS]);
  });

  it('should hold what the free one holds when the stored one is not offered any more', () => {
    expect([planOf('medium').id, planOf('gold').id, planOf('').id, planOf('constructor').id]).toEqual([
      'medium',
      'free',
      'free',
      'free',
    ]);
  });

  it('should be offered by the type of the project, the free one first', () => {
    expect(plansFor('premium').map(({ id }) => id)).toEqual(['free', 'pro1', 'pro4', 'pro10']);
    expect(plansFor('').map(({ id }) => id)).toEqual(['free', 'starter', 'medium', 'premium', 'enterprise']);
  });

  it('should be sold by the year only as licences, for less than twelve months', () => {
    for (const plan of PLANS) {
      const annual = priceOf(plan, true);
      expect(annual !== null).toBe(plan.isLicence);
      expect(annual ?? 0).toBeLessThan(12 * plan.monthlyCents || 1);
      expect(priceOf(plan, false)).toBe(plan.monthlyCents);
    }
  });

  it('should be tried where they cost something and nobody has to be asked', () => {
    expect(PLANS.filter((plan) => !hasTrial(plan)).map(({ id }) => id)).toEqual(['free', 'enterprise']);
  });
});
