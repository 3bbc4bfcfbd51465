import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { takeReport } from '@switchyard/billing';
import type { BillingPayment } from '@switchyard/database';
import { settleEach } from '@switchyard/database';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../platform/config.js';
import { API_CONFIG, LOGGER } from '../platform/infrastructure/tokens.js';
import { Gateways } from './gateways/gateways.js';
import { claimOpenPayments } from './payment.repository.js';

/** Between two rounds, in milliseconds. */
const ROUND_MS = 60_000;

/**
 * Reads open payments at their gateways, whose callback may be lost, from five minutes after they were opened for five weeks,
 * ever more rarely. It runs here because only the api has the secrets of the gateways; replicas take different payments.
 */
@Injectable()
export class PaymentSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly gateways: Gateways,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.SWITCHYARD_EDITION === 'hosted') {
      this.timer = setInterval(() => this.begin(), ROUND_MS);
      this.begin();
    }
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  /** One round: a gateway that fails keeps nobody else's payment waiting. */
  async run(): Promise<void> {
    const payments = await claimOpenPayments(this.dataSource);
    const settled = await settleEach(payments, (payment) => this.read(payment));
    const failed = settled.filter(({ status }) => status === 'rejected').length;
    if (failed > 0) {
      this.logger.warn({ failed }, 'Payments could not be read at their gateway; it is tried again');
    }
  }

  private begin(): void {
    this.round = this.round
      .then(() => this.run())
      .catch((err: unknown) => this.logger.warn({ err }, 'Open payments could not be swept; it is tried again'));
  }

  private async read({ gateway, transactionId }: Pick<BillingPayment, 'gateway' | 'transactionId'>): Promise<void> {
    const report = transactionId === null ? null : await this.gateways.find(gateway)?.read(transactionId);
    await (report && takeReport(this.dataSource, report));
  }
}
