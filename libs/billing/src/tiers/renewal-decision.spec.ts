import { describe, expect, it } from '@jest/globals';
import { graceUntil, renewalDecision } from './renewal-decision.js';

const now = new Date('2026-05-10T00:00:00Z');
const before = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
const account = { tier: 'starter', annual: false, canceled: false, trial: false, periodEnds: before(1) } as const;

describe(renewalDecision.name, () => {
  it.each([
    ['not over', { periodEnds: before(-1) }, 900, 'wait'],
    ['over and paid', {}, 300, { starts: before(1) }],
    ['over and a cent short', {}, 299, 'wait'],
    ['longer over than the grace', { periodEnds: before(7) }, 299, 'end'],
    ['over for a month, and paid', { periodEnds: before(31) }, 300, { starts: now }],
    ['cancelled', { canceled: true }, 900, 'end'],
    ['a trial, and paid', { trial: true }, 300, { starts: before(1) }],
    ['a trial without money', { trial: true }, 0, 'end'],
    ['annual, where the tier is not sold so any more', { annual: true }, 900, 'end'],
    ['free', { tier: 'free', periodEnds: null }, 900, 'wait'],
  ] as const)('should decide about a tier that is %s', (_, more, balance, decision) => {
    expect(renewalDecision({ ...account, ...more }, balance, now)).toEqual(decision);
  });

  it('should give a grace to tiers that go on, trials apart', () => {
    expect(graceUntil(account)).toEqual(before(-6));
    expect(graceUntil({ ...account, trial: true })).toBeNull();
    expect(graceUntil({ ...account, canceled: true })).toBeNull();
  });
});
