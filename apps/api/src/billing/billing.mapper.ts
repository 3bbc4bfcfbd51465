import { graceUntil, type ProjectUsage } from '@switchyard/billing';
import { type BillingProject, isOpenPayment, type Payment } from '@switchyard/contracts';
import type { BillingAccount, BillingPayment, Project } from '@switchyard/database';
import { toProject } from '../projects/project.mapper.js';

const BYTES_PER_MEGABYTE = 1_000_000;

export const toPayment = (row: BillingPayment): Payment => ({
  number: row.number,
  gateway: row.gateway,
  gatewayTransactionId: row.transactionId ?? '',
  state: row.state,
  currencyAmount: row.cents / 100,
  currency: row.currency,
  discount: row.discountCents / 100,
  created: row.created.toISOString(),
  hostedUrl: isOpenPayment(row.state) ? row.hostedUrl : null,
});

/** Columns that are read of a project. */
export interface BilledProject {
  project: Project;
  account: BillingAccount;
  usage: ProjectUsage;
  usageUntil: Date;
}

export function toBillingProject({
  project,
  account,
  usage,
  usageUntil,
}: BilledProject): Omit<BillingProject, 'gateways' | 'support' | 'licenseKey' | 'couponOpen' | 'couponPercent'> {
  const isOver = account.periodEnds !== null && account.periodEnds < new Date();
  return {
    ...toProject(project),
    plan: account.tier,
    annual: account.annual,
    trial: account.trial,
    planCanceled: account.canceled,
    planFinishDate: account.periodEnds?.toISOString() ?? null,
    graceUntil: isOver ? (graceUntil(account)?.toISOString() ?? null) : null,
    balance: usage.balanceCents / 100,
    diskUsage: usage.bytes / BYTES_PER_MEGABYTE,
    runnerUsage: usage.seconds,
    usageUntil: usageUntil.toISOString(),
    freeTrialAvailable: !account.trialUsed,
  };
}
