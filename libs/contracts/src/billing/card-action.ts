import { hasTrial, type Tier, type TierId, tierOf, priceOf } from './tiers.js';

/** Present tier of a project, as the cards and the server judge it. */
export interface CurrentTier {
  tier: TierId;
  annual: boolean;
  /** The tier ends with its period. */
  isCanceled: boolean;
  hasTrial: boolean;
  balanceCents: number;
}

/** Title of the button of a card. */
export type CardTitle = 'trial' | 'activate' | 'upgrade' | 'upgrade_annual' | 'cancel' | 'continue';

/** Effect of the button: `payment` = money is missing, `support` = people change it, `change` = at once. */
export type CardStep = 'payment' | 'support' | 'change';

export interface CardAction {
  title: CardTitle;
  step: CardStep;
}

/** The button of one card, in its monthly or annual form; `null` = the card has none. */
export function cardAction(card: Tier, annual: boolean, state: CurrentTier): CardAction | null {
  const price = priceOf(card, annual);
  if (card.id === 'free' || price === null) {
    return null;
  }
  if (card.id === state.tier) {
    return ownAction(annual, state, price);
  }
  if (state.tier !== 'free') {
    const isDearer = card.monthlyCents > tierOf(state.tier).monthlyCents;
    return { title: isDearer ? 'upgrade' : 'activate', step: 'support' };
  }
  return !annual && state.hasTrial && hasTrial(card)
    ? { title: 'trial', step: 'change' }
    : { title: 'activate', step: paidStep(state, price) };
}

/** The button of the tier that the project has. */
function ownAction(annual: boolean, state: CurrentTier, price: number): CardAction {
  if (state.isCanceled) {
    return { title: 'continue', step: 'change' };
  }
  return annual && !state.annual
    ? { title: 'upgrade_annual', step: paidStep(state, price) }
    : { title: 'cancel', step: 'change' };
}

const paidStep = ({ balanceCents }: CurrentTier, price: number): CardStep =>
  balanceCents < price ? 'payment' : 'change';
