import { type TierChange, isPaymentMove, type PaymentStatus } from '@switchyard/contracts';
import { type BillingAccount, BillingPayment, BillingTransfer } from '@switchyard/database';
import type { DataSource, EntityManager } from 'typeorm';
import { refused } from '../billing-refused.js';
import { balanceOf, holdAccount, type NewTransfer, post, revokePeriods } from '../books/books.repository.js';
import { endTier } from '../tiers/begin-period.js';
import { beginPaidTier } from '../tiers/change-tier.js';
import { renew } from '../tiers/renewals.js';

/** The state of a payment at its gateway: signed, or fetched from it. */
export interface GatewayReport {
  gateway: BillingPayment['gateway'];
  transactionId: string;
  state: PaymentStatus;
  cents: number;
  currency: string;
}

/**
 * Takes the report of a gateway: money moves once, whatever the number and order of reports.
 * @returns the payment as it is then; `null` when there is none of this transaction
 * @throws BillingRefusedError when it is of another amount or currency than the payment
 */
export const takeReport = (
  source: DataSource,
  report: GatewayReport,
  now = new Date(),
): Promise<BillingPayment | null> =>
  source.transaction(async (manager) => {
    const { gateway, transactionId } = report;
    const known = await manager.findOneBy(BillingPayment, { gateway, transactionId });
    return known && settle(manager, known, report, now);
  });

async function settle(
  manager: EntityManager,
  { projectId, number }: BillingPayment,
  report: GatewayReport,
  now: Date,
): Promise<BillingPayment> {
  const account = await holdAccount(manager, projectId);
  const payment = await manager.findOneByOrFail(BillingPayment, { number });
  if (payment.cents !== report.cents || payment.currency !== report.currency) {
    throw refused('payment_other');
  }
  if (!isPaymentMove(payment.state, report.state)) {
    return payment;
  }
  const wasPaid = payment.state === 'paid';
  payment.state = report.state;
  await manager.update(BillingPayment, { number }, { state: report.state });
  if (payment.state === 'paid') {
    await credit(manager, account, payment, now);
  } else if (payment.state === 'refunded' && wasPaid) {
    await refund(manager, account, payment, now);
  }
  return payment;
}

/** The money comes in; what waited for it begins. */
async function credit(
  manager: EntityManager,
  account: BillingAccount,
  payment: BillingPayment,
  now: Date,
): Promise<void> {
  await redeem(manager, payment);
  await post(manager, { ...movedBy(payment), debit: 'gateway', credit: 'customer', cause: 'payment' });
  await renew(manager, account, now);
  const change = wishOf(payment);
  if (change) {
    await beginPaidTier(manager, account, change, now);
  }
}

/** Adds what the coupon is worth, once a project, to the first payment alone, whose account is held. */
async function redeem(manager: EntityManager, payment: BillingPayment): Promise<void> {
  const { projectId, discountCents: cents, number: reference } = payment;
  if (cents > 0 && !(await manager.existsBy(BillingTransfer, { projectId, cause: 'payment' }))) {
    await post(manager, { projectId, cents, reference, debit: 'coupons', credit: 'customer', cause: 'coupon' });
  }
}

const wishOf = ({ tier, annual }: BillingPayment): TierChange | null => tier && { plan: tier, annual };

/** The money goes back. When it was used, the tier that it paid ends, and the rest of its price returns to the balance. */
async function refund(
  manager: EntityManager,
  account: BillingAccount,
  payment: BillingPayment,
  now: Date,
): Promise<void> {
  const { projectId } = payment;
  await post(manager, { ...movedBy(payment), debit: 'customer', credit: 'gateway', cause: 'refund' });
  const { discountCents: cents, number: reference } = payment;
  if (await manager.existsBy(BillingTransfer, { cause: 'coupon', reference })) {
    await post(manager, { projectId, cents, reference, debit: 'customer', credit: 'coupons', cause: 'coupon_refund' });
  }
  if ((await balanceOf(manager, projectId)) < 0 && !account.trial) {
    await revokePeriods(manager, projectId, now);
    await endTier(manager, account);
  }
}

const movedBy = ({
  projectId,
  cents,
  number,
}: BillingPayment): Pick<NewTransfer, 'projectId' | 'cents' | 'reference'> => ({
  projectId,
  cents,
  reference: number,
});
