import { createHmac } from 'node:crypto';
import type { GatewayReport } from '@switchyard/billing';
import type { SandboxPayment } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import { GatewayError, type Callback, type Checkout, type Order, type PaymentGateway } from './payment-gateway.js';
import { SIGNATURE_HEADER, signatureOf, verifiedReport } from './signed-report.js';
import { addSandboxPayment, findSandboxPayment } from './sandbox.repository.js';

/** Stands in for a payment provider with a page of this server: for development, demonstrations and tests. */
export class SandboxGateway implements PaymentGateway {
  readonly name = 'sandbox';
  private readonly secret: string;

  /** @param seed what the secret of its signatures is derived from */
  constructor(
    private readonly dataSource: DataSource,
    seed: string,
  ) {
    this.secret = createHmac('sha256', seed).update('payment sandbox').digest('hex');
  }

  async open({ cents, currency, description, returnUrl }: Order): Promise<Checkout> {
    const id = await addSandboxPayment(this.dataSource, { cents, currency, description, returnUrl });
    return { transactionId: id, hostedUrl: `/billing/sandbox/${id}` };
  }

  async read(transactionId: string): Promise<GatewayReport> {
    const found = await findSandboxPayment(this.dataSource, transactionId);
    if (!found) {
      throw new GatewayError('the sandbox has no such payment');
    }
    return { gateway: this.name, transactionId, state: found.state, cents: found.cents, currency: found.currency };
  }

  receive(callback: Callback): GatewayReport {
    const { id, ...report } = verifiedReport(this.secret, callback);
    return { gateway: this.name, transactionId: id, ...report };
  }

  /** The signed callback that reports the present state. */
  callbackOf({ id, state, cents, currency }: SandboxPayment): Callback {
    const body = JSON.stringify({ id, state, cents, currency });
    return { headers: { [SIGNATURE_HEADER]: signatureOf(this.secret, body) }, body: Buffer.from(body) };
  }
}
