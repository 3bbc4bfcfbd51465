import type { TierChange } from '@switchyard/contracts';
import { type BillingAccount, Project } from '@switchyard/database';
import type { DataSource, EntityManager } from 'typeorm';
import { BillingRefusedError } from '../billing-refused.js';
import { balanceOf, holdAccount, saveAccount } from '../books/books.repository.js';
import { beginPeriod } from './begin-period.js';
import { type ChangeDecision, changeDecision } from './change-decision.js';

/**
 * Changes the tier of a project: begins it, ends it with its period, goes on, tries it, makes it annual.
 * @throws BillingRefusedError
 */
export const changeTier = (
  source: DataSource,
  projectId: number,
  change: TierChange,
  now = new Date(),
): Promise<void> =>
  source.transaction(async (manager) => {
    const account = await holdAccount(manager, projectId);
    const decision = await decideChange(manager, account, change, !account.trialUsed);
    if (typeof decision === 'object') {
      throw new BillingRefusedError(decision.refused);
    }
    await apply(manager, account, change, decision, now);
  });

/** As `changeTier` for a tier that was paid for, without a trial: one that cannot begin leaves the money in the balance. */
export async function beginPaidTier(
  manager: EntityManager,
  account: BillingAccount,
  change: TierChange,
  now: Date,
): Promise<void> {
  const decision = await decideChange(manager, account, change, false);
  if (decision === 'begin' || decision === 'extend') {
    await apply(manager, account, change, decision, now);
  }
}

async function decideChange(
  manager: EntityManager,
  account: BillingAccount,
  change: TierChange,
  hasTrial: boolean,
): Promise<ChangeDecision> {
  const project = await manager.findOneBy(Project, { id: account.projectId });
  if (!project) {
    return 'none';
  }
  const { tier, annual, canceled: isCanceled } = account;
  const balanceCents = await balanceOf(manager, project.id);
  return changeDecision(project.type, { tier, annual, isCanceled, hasTrial, balanceCents }, change);
}

async function apply(
  manager: EntityManager,
  account: BillingAccount,
  { plan: tier, annual }: TierChange,
  decision: Exclude<ChangeDecision, object>,
  now: Date,
): Promise<void> {
  switch (decision) {
    case 'none':
      return;
    case 'cancel':
    case 'continue':
      account.canceled = decision === 'cancel';
      await saveAccount(manager, account);
      return;
    case 'trial':
      return beginPeriod(manager, account, { tier, annual: false, trial: true, starts: now });
    case 'begin':
      return beginPeriod(manager, account, { tier, annual, trial: false, starts: now });
    case 'extend':
      // The year begins where the month that was paid for ends.
      return beginPeriod(manager, account, { tier, annual, trial: false, starts: later(account.periodEnds, now) });
  }
}

const later = (a: Date | null, b: Date): Date => (a && a > b ? a : b);
