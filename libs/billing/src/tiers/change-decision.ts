import {
  cardAction,
  type TierChange,
  type TierId,
  tierOf,
  tiersFor,
  type CurrentTier,
  type Problem,
  problem,
  priceOf,
} from '@switchyard/contracts';
import { dollars } from '../billing-refused.js';

/** Decision about a request to change the tier. */
export type ChangeDecision = 'none' | 'cancel' | 'continue' | 'trial' | 'begin' | 'extend' | { refused: Problem };

/** Decides as the cards of the console do; a wish that is fulfilled already changes nothing. */
export function changeDecision(
  projectType: string,
  state: CurrentTier,
  { plan: tier, annual }: TierChange,
): ChangeDecision {
  if (tier === 'free') {
    return state.tier === 'free' || state.isCanceled ? 'none' : 'cancel';
  }
  const card = tiersFor(projectType).find(({ id }) => id === tier);
  const action = card && cardAction(card, annual, state);
  if (!action) {
    return { refused: problem('plan_not_offered') };
  }
  if (action.step === 'support') {
    return { refused: problem('plan_by_support') };
  }
  return action.step === 'payment' ? lowBalance(state, tier, annual) : OUTCOMES[action.title];
}

const OUTCOMES = {
  trial: 'trial',
  activate: 'begin',
  upgrade: 'begin',
  upgrade_annual: 'extend',
  cancel: 'none',
  continue: 'continue',
} as const;

const lowBalance = ({ balanceCents }: CurrentTier, tier: TierId, annual: boolean): ChangeDecision => ({
  refused: problem('balance_low', {
    balance: dollars(balanceCents),
    price: dollars(priceOf(tierOf(tier), annual) ?? 0),
  }),
});
