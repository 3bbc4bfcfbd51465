import { randomUUID } from 'node:crypto';
import { type PaymentStatus, TIER_IDS, tierOf } from '@switchyard/contracts';
import { BillingPayment } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import { BillingRefusedError } from '../billing-refused.js';
import { takeReport } from '../payments/payments.js';
import { changeTier } from '../tiers/change-tier.js';
import type { Random } from './random.js';

/** A payment as its model keeps it: what was reported, and what that must have moved. */
interface Modelled {
  number: string;
  transactionId: string;
  cents: number;
  /** Amount that a coupon adds to the first payment. */
  discountCents: number;
  isRedeemed: boolean;
  reports: PaymentStatus[];
  isCredited: boolean;
  isRefunded: boolean;
}

const FATES: readonly (readonly PaymentStatus[])[] = [
  ['paid'],
  ['pending', 'paid'],
  ['failed'],
  ['failed', 'paid'],
  ['paid', 'refunded'],
  ['pending', 'failed'],
  [],
];

/** Somebody who pays, changes tiers and is reported about in any order, and what must come of it. */
export class Customer {
  readonly payments: Modelled[] = [];
  /** Calls that were made. */
  calls = 0;

  constructor(
    private readonly source: DataSource,
    readonly projectId: number,
    private readonly random: Random,
  ) {}

  /** One operation at this moment. */
  act(now: Date): Promise<void> {
    const dice = this.random.next();
    if (dice < 0.3) {
      return this.pay();
    }
    return dice < 0.75 ? this.report(now) : this.change(now);
  }

  /** Cents that gateways have and did not give back, and what a coupon added. */
  get paidIn(): number {
    const kept = this.payments.filter(({ isCredited, isRefunded }) => isCredited && !isRefunded);
    return kept.reduce(
      (sum, { cents, discountCents, isRedeemed }) => sum + cents + (isRedeemed ? discountCents : 0),
      0,
    );
  }

  private async pay(): Promise<void> {
    this.calls += 1;
    const tier = this.random.pick(TIER_IDS);
    const price = Math.max(1_000, tierOf(tier).monthlyCents);
    const discountCents = this.random.below(2) * Math.floor(price / 5);
    const payment = { number: randomUUID(), transactionId: randomUUID(), cents: price - discountCents, discountCents };
    const wish = this.random.below(2) ? { tier, annual: false } : {};
    await this.source.manager.insert(BillingPayment, {
      ...payment,
      ...wish,
      projectId: this.projectId,
      gateway: 'sandbox',
      currency: 'usd',
    });
    const fate = [...this.random.pick(FATES)];
    this.payments.push({ ...payment, reports: fate, isCredited: false, isRefunded: false, isRedeemed: false });
  }

  /** Delivers some report that is outstanding, in any order, once or at once several times, and keeps it for later or not. */
  private async report(now: Date): Promise<void> {
    const payment = this.payments.find(({ reports }) => reports.length > 0 && this.random.below(3) > 0);
    if (!payment) {
      return;
    }
    const [state] = payment.reports.splice(this.random.below(payment.reports.length), 1) as [PaymentStatus];
    if (this.random.below(5) === 0) {
      payment.reports.push(state);
    }
    const { transactionId, cents } = payment;
    const report = { gateway: 'sandbox', transactionId, state, cents, currency: 'usd' } as const;
    const times = 1 + this.random.below(3);
    this.calls += times;
    await Promise.all(Array.from({ length: times }, () => takeReport(this.source, report, now)));
    const isFirst = !this.payments.some(({ isCredited }) => isCredited);
    note(payment, state, isFirst);
  }

  /** Changes the tier, sometimes at once in two windows. */
  private async change(now: Date): Promise<void> {
    const change = { plan: this.random.pick(TIER_IDS), annual: this.random.below(3) === 0 };
    const times = 1 + this.random.below(2);
    this.calls += times;
    await Promise.all(Array.from({ length: times }, () => this.tryChange(change, now)));
  }

  private tryChange(change: Parameters<typeof changeTier>[2], now: Date): Promise<void> {
    return changeTier(this.source, this.projectId, change, now).catch((error: unknown) => {
      if (!(error instanceof BillingRefusedError)) {
        throw error;
      }
    });
  }
}

/** The rule of the model: the first report of a payment counts unless the money went back before. */
function note(payment: Modelled, state: PaymentStatus, isFirst: boolean): void {
  if (state === 'paid' && !payment.isRefunded) {
    payment.isRedeemed ||= isFirst && payment.discountCents > 0;
    payment.isCredited = true;
  }
  if (state === 'refunded') {
    payment.isRefunded = true;
  }
}
