import type { GatewayReport } from '@switchyard/billing';
import type { GatewayName } from '@switchyard/contracts';
import type { IncomingHttpHeaders } from 'node:http';

/** A payment to open. */
export interface Order {
  /** Number of our payment: the same order is opened once by it. */
  number: string;
  cents: number;
  currency: string;
  description: string;
  /** Where the page of the gateway leads when it is done. */
  returnUrl: string;
}

/** A page of a gateway on which an order is paid. */
export interface Checkout {
  transactionId: string;
  hostedUrl: string;
}

/** A callback as it came in. */
export interface Callback {
  headers: IncomingHttpHeaders;
  /** The bytes that are signed. */
  body: Buffer;
}

/** Port: payment gateway. Its messages are trusted when they are signed, or fetched from it. */
export interface PaymentGateway {
  readonly name: GatewayName;
  /** @throws GatewayError */
  open(order: Order): Promise<Checkout>;
  /** Fetches the state of a transaction. @throws GatewayError */
  read(transactionId: string): Promise<GatewayReport>;
  /** Report of a callback; null = nothing about a payment. @throws SignatureError */
  receive(callback: Callback): GatewayReport | null | Promise<GatewayReport | null>;
}

/** The gateway is down, slow, or answers what it must not. */
export class GatewayError extends Error {}

/** The callback is not from the gateway. */
export class SignatureError extends Error {}
