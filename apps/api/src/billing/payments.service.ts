import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { balanceOf, takeReport } from '@switchyard/billing';
import {
  type GatewayName,
  isInRange,
  isOpenPayment,
  type Payment,
  type PaymentInput,
  tierOf,
  tiersFor,
  topUpRange,
} from '@switchyard/contracts';
import type { BillingPayment, Project } from '@switchyard/database';
import { DataSource } from 'typeorm';
import type { ProjectAccess } from '../auth/access/caller.js';
import type { ApiConfig } from '../platform/config.js';
import { publicAddress } from '../platform/http/public-address.js';
import { getProject } from '../platform/database/project-row.repository.js';
import { badMember, notFound } from '../platform/http/refusals.js';
import { API_CONFIG } from '../platform/infrastructure/tokens.js';
import { toPayment } from './billing.mapper.js';
import { Coupons } from './coupons.js';
import { gatewayAnswer } from './gateways/gateway-answer.js';
import { Gateways } from './gateways/gateways.js';
import type { PaymentGateway } from './gateways/payment-gateway.js';
import { findAccount, findPayment, findPayments, insertPayment, storeCheckout } from './payment.repository.js';

/** Payments of a project. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateways: Gateways,
    private readonly coupons: Coupons,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async list({ projectId }: ProjectAccess): Promise<Payment[]> {
    return (await findPayments(this.dataSource, projectId)).map(toPayment);
  }

  /**
   * Opens a page of the gateway for an amount that the slider allows, less what a coupon takes off it.
   * @throws 400 for another amount, gateway or coupon, 502 when the gateway fails
   */
  async create({ projectId }: ProjectAccess, input: PaymentInput): Promise<Payment> {
    const gateway = this.requireGateway(input.gateway);
    const project = await getProject(this.dataSource.manager, projectId);
    const cents = await this.requireAmount(project, input);
    const payment = await this.store(projectId, input, cents);
    const checkout = await this.open(gateway, payment, project.name);
    const opened = { transactionId: checkout.transactionId, hostedUrl: checkout.hostedUrl };
    await storeCheckout(this.dataSource, payment.number, opened);
    return toPayment({ ...payment, ...opened });
  }

  /**
   * Fetches the state from the gateway, should its callback be late or lost.
   * @throws 404 for a payment of another project, 502 when the gateway fails
   */
  async refresh({ projectId }: ProjectAccess, number: string): Promise<Payment> {
    const payment = await findPayment(this.dataSource, projectId, number);
    if (!payment) {
      throw notFound();
    }
    if (!isOpenPayment(payment.state) || payment.transactionId === null) {
      return toPayment(payment);
    }
    const report = await this.requireGateway(payment.gateway).read(payment.transactionId).catch(rethrown);
    return toPayment((await takeReport(this.dataSource, report)) ?? payment);
  }

  private requireGateway(name: GatewayName): PaymentGateway {
    const gateway = this.gateways.find(name);
    if (!gateway) {
      throw badMember('gateway', 'gateway_off');
    }
    return gateway;
  }

  private async requireAmount({ id, type }: Project, input: PaymentInput): Promise<number> {
    const { manager } = this.dataSource;
    const account = await findAccount(manager, id);
    const tier = tierOf(input.plan ?? account?.tier ?? 'free');
    if (!tiersFor(type).includes(tier)) {
      throw badMember('plan', 'plan_not_offered');
    }
    const annual = input.plan === undefined ? (account?.annual ?? false) : input.annual;
    const range = topUpRange(tier, annual, await balanceOf(manager, id));
    const cents = Math.round(input.currencyAmount * 100);
    if (!range || !isInRange(range, cents) || Math.abs(cents - input.currencyAmount * 100) > 1e-6) {
      throw badMember('currencyAmount', 'payment_amount');
    }
    return cents;
  }

  private async store(projectId: number, input: PaymentInput, cents: number): Promise<BillingPayment> {
    const { gateway, currency, plan: tier = null, annual, coupon = null } = input;
    const number = randomBytes(8).toString('hex').toUpperCase();
    const { manager } = this.dataSource;
    const discountCents = await this.coupons.discount(manager, projectId, coupon?.trim() ?? '', cents);
    const row = {
      number,
      projectId,
      gateway,
      currency,
      cents: cents - discountCents,
      discountCents,
      tier,
      annual,
      coupon,
    };
    return insertPayment(this.dataSource, row);
  }

  private open(gateway: PaymentGateway, payment: BillingPayment, projectName: string) {
    const { number, cents, currency, projectId } = payment;
    const page = `/project/${projectId}/billing?payment=${number}`;
    const returnUrl = `${publicAddress(this.config) ?? ''}${page}`;
    return gateway.open({ number, cents, currency, returnUrl, description: projectName }).catch(rethrown);
  }
}

const rethrown = (error: unknown): never => {
  throw gatewayAnswer(error);
};
