import {
  cardAction,
  type PlanChange,
  planOf,
  plansFor,
  type PlanState,
  type Problem,
  problem,
  priceOf,
} from '@switchyard/contracts';
import { dollars } from '../billing-refused.js';

/** What becomes of a wish to change the plan. */
export type ChangeDecision = 'none' | 'cancel' | 'continue' | 'trial' | 'begin' | 'extend' | { refused: Problem };

/** Decides as the cards of the console do; a wish that is fulfilled already changes nothing. */
export function changeDecision(projectType: string, state: PlanState, { plan, annual }: PlanChange): ChangeDecision {
  if (plan === 'free') {
    return state.plan === 'free' || state.isCanceled ? 'none' : 'cancel';
  }
  const card = plansFor(projectType).find(({ id }) => id === plan);
  const action = card && cardAction(card, annual, state);
  if (!action) {
    return { refused: problem('plan_not_offered') };
  }
  if (action.step === 'support') {
    return { refused: problem('plan_by_support') };
  }
  return action.step === 'payment' ? lowBalance(state, plan, annual) : OUTCOMES[action.title];
}

const OUTCOMES = {
  trial: 'trial',
  activate: 'begin',
  upgrade: 'begin',
  upgrade_annual: 'extend',
  cancel: 'none',
  continue: 'continue',
} as const;

const lowBalance = ({ balanceCents }: PlanState, plan: PlanChange['plan'], annual: boolean): ChangeDecision => ({
  refused: problem('balance_low', {
    balance: dollars(balanceCents),
    price: dollars(priceOf(planOf(plan), annual) ?? 0),
  }),
});
