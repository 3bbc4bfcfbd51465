import { describe, expect, it } from '@jest/globals';
import { cardAction, type PlanState } from './card-action.js';
import { type Plan, PLAN_IDS, planOf, PLANS, priceOf } from './plans.js';

const BOTH = [true, false];
const change = (title: string) => ({ title, step: 'change' });

interface Case {
  card: Plan;
  annual: boolean;
  state: PlanState;
  price: number | null;
  isOwn: boolean;
  isFree: boolean;
}

/** What the specification asks for, the first that applies; every combination has one. */
const RULES: readonly [name: string, applies: (each: Case) => boolean, expected: (each: Case) => unknown][] = [
  ['a plan that is not sold so has none', ({ price }) => price === null, () => null],
  ['the free card has none', ({ card }) => card.id === 'free', () => null],
  ['a cancelled plan goes on', ({ isOwn, state }) => isOwn && state.isCanceled, () => change('continue')],
  [
    'a monthly plan becomes annual',
    ({ isOwn, annual, state }) => isOwn && annual && !state.annual,
    (each) => ({ title: 'upgrade_annual', step: paid(each) }),
  ],
  ['the own plan is cancelled', ({ isOwn }) => isOwn, () => change('cancel')],
  [
    'a dearer plan goes to support',
    ({ isFree, card, state }) => !isFree && card.monthlyCents > planOf(state.plan).monthlyCents,
    () => ({ title: 'upgrade', step: 'support' }),
  ],
  ['a cheaper one too', ({ isFree }) => !isFree, () => ({ title: 'activate', step: 'support' })],
  [
    'a trial begins at once',
    ({ annual, state, card }) => !annual && state.hasTrial && card.id !== 'enterprise',
    () => change('trial'),
  ],
  ['a plan is activated', () => true, (each) => ({ title: 'activate', step: paid(each) })],
];

const paid = ({ price, state }: Case): string => (state.balanceCents < (price ?? 0) ? 'payment' : 'change');

const cases: Case[] = PLANS.flatMap((card) =>
  BOTH.flatMap((annual) =>
    PLAN_IDS.flatMap((plan) =>
      BOTH.flatMap((isAnnual) =>
        BOTH.flatMap((isCanceled) =>
          BOTH.flatMap((hasTrial) => {
            const price = priceOf(card, annual);
            return [0, (price ?? 1) - 1, price ?? 1].map((balanceCents) => ({
              card,
              annual,
              price,
              isOwn: plan === card.id,
              isFree: plan === 'free',
              state: { plan, annual: isAnnual, isCanceled, hasTrial, balanceCents },
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
