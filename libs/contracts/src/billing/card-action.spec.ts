import { describe, expect, it } from '@jest/globals';
import { cardAction, type CurrentTier } from './card-action.js';
import { type Tier, TIER_IDS, tierOf, TIERS, priceOf } from './tiers.js';

const BOTH = [true, false];
const change = (title: string) => ({ title, step: 'change' });

interface Case {
  card: Tier;
  annual: boolean;
  state: CurrentTier;
  price: number | null;
  isOwn: boolean;
  isFree: boolean;
}

/** Rules of the specification, of which the first that applies counts; every combination has one. */
const RULES: readonly [name: string, applies: (each: Case) => boolean, expected: (each: Case) => unknown][] = [
  ['a tier that is not sold so has none', ({ price }) => price === null, () => null],
  ['the free card has none', ({ card }) => card.id === 'free', () => null],
  ['a cancelled tier goes on', ({ isOwn, state }) => isOwn && state.isCanceled, () => change('continue')],
  [
    'a monthly tier becomes annual',
    ({ isOwn, annual, state }) => isOwn && annual && !state.annual,
    (each) => ({ title: 'upgrade_annual', step: paid(each) }),
  ],
  ['the own tier is cancelled', ({ isOwn }) => isOwn, () => change('cancel')],
  [
    'a dearer tier goes to support',
    ({ isFree, card, state }) => !isFree && card.monthlyCents > tierOf(state.tier).monthlyCents,
    () => ({ title: 'upgrade', step: 'support' }),
  ],
  ['a cheaper one too', ({ isFree }) => !isFree, () => ({ title: 'activate', step: 'support' })],
  [
    'a trial begins at once',
    ({ annual, state, card }) => !annual && state.hasTrial && card.id !== 'enterprise',
    () => change('trial'),
  ],
  ['a tier is activated', () => true, (each) => ({ title: 'activate', step: paid(each) })],
];

const paid = ({ price, state }: Case): string => (state.balanceCents < (price ?? 0) ? 'payment' : 'change');

const cases: Case[] = TIERS.flatMap((card) =>
  BOTH.flatMap((annual) =>
    TIER_IDS.flatMap((tier) =>
      BOTH.flatMap((isAnnual) =>
        BOTH.flatMap((isCanceled) =>
          BOTH.flatMap((hasTrial) => {
            const price = priceOf(card, annual);
            return [0, (price ?? 1) - 1, price ?? 1].map((balanceCents) => ({
              card,
              annual,
              price,
              isOwn: tier === card.id,
              isFree: tier === 'free',
              state: { tier, annual: isAnnual, isCanceled, hasTrial, balanceCents },
            }));
          }),
        ),
      ),
    ),
  ),
);

describe(cardAction.name, () => {
  it.each(RULES)('should hold: %s', (name, _, expected) => {
    const own = cases.filter((each) => RULES.find(([, applies]) => applies(each))?.[0] === name);
    expect(own.length).toBeGreaterThan(0);
    for (const each of own) {
      expect({ ...each, action: cardAction(each.card, each.annual, each.state) }).toEqual({
        ...each,
        action: expected(each),
      });
    }
  });
});
