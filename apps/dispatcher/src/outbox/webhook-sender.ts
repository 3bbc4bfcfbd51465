import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { WebhookHeader, webhookSecretContext } from '@switchyard/contracts';
import { type ClaimedMessage, messageOf } from '@switchyard/database';
import { EncryptionError, OutboundClient, OutboundError } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';
import { LazySecretBox } from '../infrastructure/lazy-secret-box.js';
import { DISPATCHER_CONFIG } from '../infrastructure/tokens.js';

/** What became of a try: the HTTP status, or why there is none or what is wrong with it. */
export interface SendResult {
  accepted: boolean;
  status: number | null;
  error: string | null;
}

const failed = (error: string): SendResult => ({ accepted: false, status: null, error });

/** Sends messages to the webhooks of runners, signed as the contract's `webhook.ts` says. */
@Injectable()
export class WebhookSender {
  private readonly client: OutboundClient;

  constructor(
    @Inject(DISPATCHER_CONFIG) config: DispatcherConfig,
    private readonly secrets: LazySecretBox,
  ) {
    this.client = new OutboundClient({ allow: config.SWITCHYARD_OUTBOUND_ALLOW });
  }

  /**
   * Answers also what went wrong: whatever is the matter with a message counts as a try, so that it is given up one day.
   * @param signal gives up the call
   */
  async send(message: ClaimedMessage, signal: AbortSignal): Promise<SendResult> {
    try {
      return await this.post(message, signal);
    } catch (error) {
      if (error instanceof OutboundError) {
        return failed(error.message);
      }
      if (error instanceof EncryptionError) {
        return failed('The webhook secret cannot be opened: dispatcher and api have different secret keys');
      }
      return failed(`The message cannot be sent: ${messageOf(error)}`);
    }
  }

  private async post({ webhook, deliveryId, payload, ...runner }: ClaimedMessage, signal: AbortSignal) {
    if (runner.webhookSecret === null) {
      return failed('The runner has no webhook secret; make one');
    }
    const secret = (await this.secrets.open()).openText(runner.webhookSecret, webhookSecretContext(runner.runnerId));
    const body = JSON.stringify(payload);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const { status } = await this.client.send({
      url: webhook,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        [WebhookHeader.timestamp]: timestamp,
        [WebhookHeader.signature]: signature(secret, timestamp, body),
        [WebhookHeader.delivery]: deliveryId,
      },
      signal,
    });
    const redirected = status >= 300 && status < 400;
    return {
      accepted: status >= 200 && status < 300,
      status,
      error: redirected ? 'Redirections are not followed' : null,
    };
  }
}

const signature = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
