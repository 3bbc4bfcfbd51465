import type { GatewayReport } from '@switchyard/billing';
import { OutboundClient, OutboundError } from '@switchyard/server';
import { z } from 'zod';
import { GatewayError, type Callback, type Checkout, type Order, type PaymentGateway } from './payment-gateway.js';
import { SignedReport, SIGNATURE_HEADER, signatureOf, verifiedReport } from './signed-report.js';

const CheckoutAnswer = z.object({ id: z.string().min(1).max(255), url: z.url({ protocol: /^https?$/ }).max(2_048) });

export interface OnlineGatewayOptions {
  /** Beginning of the provider's addresses. */
  url: string;
  /** Shared secret that signs requests and callbacks. */
  secret: string;
  client: Pick<OutboundClient, 'send'>;
}

/**
 * An online payment provider that offers a hosted page: `POST <url>/checkouts` opens it, `GET <url>/checkouts/<id>` reads its
 * state, callbacks carry that state. All three are JSON signed by HMAC.
 */
export class OnlineGateway implements PaymentGateway {
  readonly name = 'online';

  constructor(private readonly options: OnlineGatewayOptions) {}

  async open({ number, cents, currency, description, returnUrl }: Order): Promise<Checkout> {
    const order = { reference: number, cents, currency, description, return_url: returnUrl };
    const { id, url } = await this.call('POST', 'checkouts', CheckoutAnswer, JSON.stringify(order));
    return { transactionId: id, hostedUrl: url };
  }

  async read(transactionId: string): Promise<GatewayReport> {
    const report = await this.call('GET', `checkouts/${encodeURIComponent(transactionId)}`, SignedReport);
    if (report.id !== transactionId) {
      throw new GatewayError('another transaction was answered');
    }
    return this.reportOf(report);
  }

  receive(callback: Callback): GatewayReport {
    return this.reportOf(verifiedReport(this.options.secret, callback));
  }

  private reportOf({ id, state, cents, currency }: SignedReport): GatewayReport {
    return { gateway: this.name, transactionId: id, state, cents, currency };
  }

  private async call<T>(method: 'GET' | 'POST', path: string, schema: z.ZodType<T>, body = ''): Promise<T> {
    const { url, secret, client } = this.options;
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(secret, body) };
    try {
      const request = { method, url: `${url.replace(/\/+$/, '')}/${path}`, headers, ...(body && { body }) };
      const { status, body: answer } = await client.send(request);
      if (status < 200 || status > 299) {
        throw new GatewayError(`it answered ${status}`);
      }
      return schema.parse(JSON.parse(answer.toString()));
    } catch (error) {
      throw asGatewayError(error);
    }
  }
}

/** HTML, silence and strange JSON are the gateway's fault; anything else is ours. */
function asGatewayError(error: unknown): unknown {
  const isTheirs = error instanceof OutboundError || error instanceof SyntaxError || error instanceof z.ZodError;
  return isTheirs ? new GatewayError('it cannot be reached, or answers nothing of use', { cause: error }) : error;
}
