import { Inject, Injectable } from '@nestjs/common';
import { BillingRefusedError, type GatewayReport, takeReport } from '@switchyard/billing';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { badRequest, notFound, refusal } from '../platform/http/refusals.js';
import { LOGGER } from '../platform/infrastructure/tokens.js';
import { Gateways } from './gateways/gateways.js';
import { type Callback, SignatureError } from './gateways/payment-gateway.js';
import { gatewayAnswer } from './gateways/gateway-answer.js';

/** Takes callbacks of gateways. A gateway repeats one until it is answered 2xx. */
@Injectable()
export class CallbackReceiver {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateways: Gateways,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws 400 for a wrong signature, 404 for an unknown gateway or payment, 409 for another amount */
  async receive(name: string, callback: Callback): Promise<void> {
    const gateway = this.gateways.find(name);
    if (!gateway) {
      throw notFound('billing_address');
    }
    const report = await Promise.resolve()
      .then(() => gateway.receive(callback))
      .catch((error: unknown) => {
        throw error instanceof SignatureError ? badRequest('callback_signature') : gatewayAnswer(error);
      });
    if (report) {
      await this.take(report);
    }
  }

  private async take(report: GatewayReport): Promise<void> {
    const payment = await takeReport(this.dataSource, report).catch((error: unknown) => {
      throw error instanceof BillingRefusedError ? refusal(409, 'payment_other') : error;
    });
    if (!payment) {
      this.logger.warn({ gateway: report.gateway }, 'A callback names a payment that is not known');
      throw notFound('billing_address');
    }
  }
}
