import { describe, expect, it } from '@jest/globals';
import { PREMIUM_FEATURES, type Edition } from '@switchyard/contracts';
import { createEntitlements, type Entitlements } from './entitlements.js';

const all = [...PREMIUM_FEATURES];

const made = (SWITCHYARD_EDITION: Edition, isActive: boolean, SWITCHYARD_FEATURES?: string[]): Entitlements =>
  createEntitlements({ SWITCHYARD_EDITION, SWITCHYARD_FEATURES }, () => Promise.resolve(isActive));

const on = async (entitlements: Entitlements): Promise<string[]> =>
  Object.entries(await entitlements.features(1)).flatMap(([name, isOn]) => (isOn ? [name] : []));

describe(createEntitlements.name, () => {
  it.each([
    { edition: 'open', isActive: false, features: all, isSubscribed: true },
    { edition: 'hosted', isActive: false, features: all, isSubscribed: true },
    { edition: 'subscription', isActive: false, features: [], isSubscribed: false },
    { edition: 'subscription', isActive: true, features: all, isSubscribed: true },
  ] as const)('should allow $features.length features in $edition, subscription active: $isActive', async (row) => {
    const entitlements = made(row.edition, row.isActive);
    expect(await on(entitlements)).toEqual(row.features);
    expect(await entitlements.isSubscribed()).toBe(row.isSubscribed);
    expect(entitlements.edition).toBe(row.edition);
  });

  it('should allow no feature that the settings leave out, and none beyond the edition', async () => {
    expect(await on(made('open', false, ['task_result']))).toEqual(['task_result']);
    expect(await on(made('open', false, []))).toEqual([]);
    expect(await on(made('subscription', false, ['task_result']))).toEqual([]);
  });

  it('should follow a subscription that ends while it runs', async () => {
    let isActive = true;
    const entitlements = createEntitlements({ SWITCHYARD_EDITION: 'subscription' }, () => Promise.resolve(isActive));
    expect(await on(entitlements)).toEqual(all);
    isActive = false;
    expect(await on(entitlements)).toEqual([]);
  });
});
