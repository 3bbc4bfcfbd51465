import { Inject, Injectable } from '@nestjs/common';
import type { GatewayName } from '@switchyard/contracts';
import { OutboundClient, SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { SandboxGateway } from './sandbox-gateway.js';
import { OnlineGateway } from './online-gateway.js';
import type { PaymentGateway } from './payment-gateway.js';
import { StripeGateway } from './stripe-gateway.js';

/** The gateways that the settings name. */
@Injectable()
export class Gateways {
  readonly sandbox: SandboxGateway | null;
  private readonly byName: ReadonlyMap<GatewayName, PaymentGateway>;

  constructor(@Inject(API_CONFIG) config: ApiConfig, box: SecretBox, dataSource: DataSource) {
    this.sandbox = config.SWITCHYARD_PAYMENT_SANDBOX
      ? new SandboxGateway(dataSource, box.token('payment sandbox'))
      : null;
    const all = [stripeOf(config), onlineOf(config), this.sandbox].filter((each) => each !== null);
    this.byName = new Map(all.map((each) => [each.name, each]));
  }

  get names(): GatewayName[] {
    return [...this.byName.keys()];
  }

  find(name: string): PaymentGateway | undefined {
    return this.byName.get(name as GatewayName);
  }
}

function stripeOf({
  SWITCHYARD_STRIPE_SECRET_KEY: secretKey,
  SWITCHYARD_STRIPE_WEBHOOK_SECRET: webhookSecret,
  SWITCHYARD_STRIPE_URL: url,
}: ApiConfig): PaymentGateway | null {
  return secretKey && webhookSecret ? new StripeGateway({ secretKey, webhookSecret, url }) : null;
}

function onlineOf({
  SWITCHYARD_ONLINE_PAYMENT_URL: url,
  SWITCHYARD_ONLINE_PAYMENT_SECRET: secret,
  SWITCHYARD_OUTBOUND_ALLOW: allow,
}: ApiConfig): PaymentGateway | null {
  return url && secret ? new OnlineGateway({ url, secret, client: new OutboundClient({ allow: allow ?? [] }) }) : null;
}
