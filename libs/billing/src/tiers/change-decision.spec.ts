import { describe, expect, it } from '@jest/globals';
import type { TierId, CurrentTier } from '@switchyard/contracts';
import { changeDecision } from './change-decision.js';

const free: CurrentTier = { tier: 'free', annual: false, isCanceled: false, hasTrial: false, balanceCents: 0 };
const starter: CurrentTier = { ...free, tier: 'starter', balanceCents: 5_000 };
const pro: CurrentTier = { ...free, tier: 'pro4', balanceCents: 60_000 };

describe(changeDecision.name, () => {
  it.each<[string, string, CurrentTier, TierId, boolean, unknown]>([
    ['begins', '', { ...free, balanceCents: 300 }, 'starter', false, 'begin'],
    ['is tried', '', { ...free, hasTrial: true }, 'starter', false, 'trial'],
    ['is cancelled', '', starter, 'free', false, 'cancel'],
    ['goes on', '', { ...starter, isCanceled: true }, 'starter', false, 'continue'],
    ['becomes annual', 'premium', pro, 'pro4', true, 'extend'],
    ['is there already', '', starter, 'starter', false, 'none'],
    ['is cancelled already', '', { ...starter, isCanceled: true }, 'free', false, 'none'],
  ])('should know when a tier %s', (_, type, state, tier, annual, decision) => {
    expect(changeDecision(type, state, { plan: tier, annual })).toBe(decision);
  });

  it.each<[string, string, CurrentTier, TierId, boolean]>([
    ['balance_low', '', { ...free, balanceCents: 299 }, 'starter', false],
    ['balance_low', 'premium', { ...pro, balanceCents: 48_999 }, 'pro4', true],
    ['plan_by_support', '', starter, 'medium', false],
    ['plan_not_offered', '', { ...free, balanceCents: 99_999 }, 'pro1', false],
    ['plan_not_offered', 'premium', { ...free, balanceCents: 99_999 }, 'starter', false],
    ['plan_not_offered', '', { ...free, balanceCents: 99_999 }, 'starter', true],
  ])('should refuse with %s', (code, type, state, tier, annual) => {
    expect(changeDecision(type, state, { plan: tier, annual })).toMatchObject({ refused: { code } });
  });
});
