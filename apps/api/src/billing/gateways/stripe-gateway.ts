import type { GatewayReport } from '@switchyard/billing';
import type { PaymentStatus } from '@switchyard/contracts';
import Stripe from 'stripe';
import {
  GatewayError,
  SignatureError,
  type Callback,
  type Checkout,
  type Order,
  type PaymentGateway,
} from './payment-gateway.js';

const TIMEOUT_MS = 10_000;

export interface StripeGatewayOptions {
  secretKey: string;
  webhookSecret: string;
  /** Another server than Stripe's own, for tests. */
  url?: string | undefined;
}

/** Card payments by Stripe's hosted checkout. A session is a transaction. */
export class StripeGateway implements PaymentGateway {
  readonly name = 'stripe';
  private readonly stripe: Stripe;

  constructor(private readonly options: StripeGatewayOptions) {
    const server = options.url ? serverOf(new URL(options.url)) : {};
    this.stripe = new Stripe(options.secretKey, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...server,
    });
  }

  async open({ number, cents, currency, description, returnUrl }: Order): Promise<Checkout> {
    const price = { currency, unit_amount: cents, product_data: { name: description } };
    const session = await theirs(() =>
      this.stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: number,
          success_url: returnUrl,
          cancel_url: returnUrl,
          line_items: [{ quantity: 1, price_data: price }],
        },
        { idempotencyKey: number },
      ),
    );
    if (!session.id || !session.url) {
      throw new GatewayError('Stripe answered no page');
    }
    return { transactionId: session.id, hostedUrl: session.url };
  }

  async read(transactionId: string): Promise<GatewayReport> {
    const expand = ['payment_intent.latest_charge'];
    return this.reportOf(await theirs(() => this.stripe.checkout.sessions.retrieve(transactionId, { expand })));
  }

  /** Refunds name a charge and not a session: the session is fetched. */
  async receive({ headers, body }: Callback): Promise<GatewayReport | null> {
    const event = this.verified(body, String(headers['stripe-signature'] ?? ''));
    if (event.type.startsWith('checkout.session.')) {
      return this.reportOf(event.data.object as Stripe.Checkout.Session, event.type);
    }
    return event.type === 'charge.refunded' ? this.refunded(event.data.object) : null;
  }

  private verified(body: Buffer, signature: string): Stripe.Event {
    try {
      return this.stripe.webhooks.constructEvent(body, signature, this.options.webhookSecret);
    } catch (error) {
      throw new SignatureError('the signature is wrong', { cause: error });
    }
  }

  private async refunded({ payment_intent: intent }: Stripe.Charge): Promise<GatewayReport | null> {
    if (intent === null) {
      return null;
    }
    const id = typeof intent === 'string' ? intent : intent.id;
    const { data } = await theirs(() => this.stripe.checkout.sessions.list({ payment_intent: id, limit: 1 }));
    return data[0] ? this.read(data[0].id) : null;
  }

  private reportOf(session: Stripe.Checkout.Session, event?: string): GatewayReport {
    const { id: transactionId, amount_total: cents, currency } = session;
    return {
      gateway: this.name,
      transactionId,
      state: stateOf(session, event),
      cents: cents ?? 0,
      currency: currency ?? '',
    };
  }
}

/** A delayed method of payment fails by its event alone: its session stays complete and unpaid. */
function stateOf(
  { payment_status: paid, status, payment_intent: intent }: Stripe.Checkout.Session,
  event?: string,
): PaymentStatus {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  if (typeof charge === 'object' && charge?.refunded) {
    return 'refunded';
  }
  if (paid === 'paid') {
    return 'paid';
  }
  const isFailed = status === 'expired' || event === 'checkout.session.async_payment_failed';
  return isFailed ? 'failed' : status === 'complete' ? 'pending' : 'new';
}

async function theirs<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new GatewayError('Stripe refused, or cannot be reached', { cause: error });
  }
}

const serverOf = ({ hostname, port, protocol }: URL) => ({
  host: hostname,
  port,
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
});
