import { BillingAccount } from '@switchyard/database';
import type { DataSource, EntityManager } from 'typeorm';
import { balanceOf, holdAccount } from '../books/books.repository.js';
import { beginPeriod, endTier } from './begin-period.js';
import { renewalDecision } from './renewal-decision.js';

/** Accounts of one round of the clock. */
const AT_ONCE = 500;

/** Renews or ends all tiers whose period is over, each once, whatever number of dispatchers does it at a time. */
export async function renewTiers(source: DataSource, now = new Date()): Promise<void> {
  for (const projectId of await dueTiers(source, now)) {
    await source.transaction(async (manager) => renew(manager, await holdAccount(manager, projectId), now));
  }
}

/** Renews or ends the tier of an account that is held. */
export async function renew(manager: EntityManager, account: BillingAccount, now: Date): Promise<void> {
  const decision = renewalDecision(account, await balanceOf(manager, account.projectId), now);
  if (decision === 'end') {
    await endTier(manager, account);
  } else if (decision !== 'wait') {
    const { tier, annual } = account;
    await beginPeriod(manager, account, { tier, annual, trial: false, ...decision });
  }
}

/** Those that can be decided; of a project that is gone nothing is renewed. */
async function dueTiers(source: DataSource, now: Date): Promise<number[]> {
  const found = await source
    .createQueryBuilder(BillingAccount, 'account')
    .where('account.period_ends <= :now and exists (select from project where project.id = account.project_id)', {
      now,
    })
    .orderBy('account.period_ends')
    .limit(AT_ONCE)
    .getMany();
  return found.map(({ projectId }) => projectId);
}
