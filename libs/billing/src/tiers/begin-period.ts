import { type TierId, tierOf, priceOf, TRIAL_DAYS } from '@switchyard/contracts';
import type { BillingAccount, BillingPeriod } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { bookPeriod, saveAccount } from '../books/books.repository.js';
import { daysLater, monthsLater } from '../books/calendar.js';

/** Tier and period that a project is to have from a moment on. */
export interface NewPeriod {
  tier: TierId;
  annual: boolean;
  trial: boolean;
  starts: Date;
}

/** Begins a period: it is paid from the balance, whose sufficiency the caller has seen while holding the account. */
export async function beginPeriod(manager: EntityManager, account: BillingAccount, period: NewPeriod): Promise<void> {
  const booked = { ...period, ...termsOf(account, period), projectId: account.projectId, revoked: false };
  await bookPeriod(manager, booked);
  const { tier, annual, trial, ends } = booked;
  Object.assign(account, { tier, annual, trial, canceled: false, periodEnds: ends });
  account.trialUsed ||= trial;
  await saveAccount(manager, account);
}

function termsOf(
  account: BillingAccount,
  { tier, annual, trial, starts }: NewPeriod,
): Pick<BillingPeriod, 'cents' | 'ends'> {
  if (trial) {
    return { cents: 0, ends: daysLater(starts, TRIAL_DAYS) };
  }
  // A period that follows another keeps its day of the month.
  if (account.periodEnds?.getTime() !== starts.getTime() || account.trial) {
    account.anchorDay = starts.getUTCDate();
  }
  const ends = monthsLater(starts, annual ? 12 : 1, account.anchorDay);
  return { cents: priceOf(tierOf(tier), annual) ?? 0, ends };
}

/** Ends the tier: the project has the free one. */
export async function endTier(manager: EntityManager, account: BillingAccount): Promise<void> {
  Object.assign(account, { tier: 'free', annual: false, trial: false, canceled: false, periodEnds: null });
  await saveAccount(manager, account);
}
