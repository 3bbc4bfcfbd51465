import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type AlertChannelType, AlertFacts, type OpenChannel, recipientsOf } from '@switchyard/contracts';
import type { ClaimedDelivery } from '@switchyard/database';
import { MailClient, OutboundClient } from '@switchyard/server';
import type { DispatcherConfig } from '../../config.js';
import type { Outcome } from '../delivery-kind.js';
import { sendHttp } from '../http-outcome.js';
import { repairable } from '../repairable.js';
import { DISPATCHER_CONFIG } from '../../infrastructure/tokens.js';
import { alertMail } from './alert-mail.js';
import { alertMessage } from './alert-message.js';
import { ALERT_TEXTS } from './alert-texts.js';
import { sendMail } from './mail-outcome.js';
import { publicAddress } from './public-address.js';
import { dingtalk } from './senders/dingtalk.js';
import { gotify } from './senders/gotify.js';
import { rocketchat } from './senders/rocketchat.js';
import type { HttpSender } from './senders/sender.js';
import { slack } from './senders/slack.js';
import { teams } from './senders/teams.js';
import { telegram } from './senders/telegram.js';
import { webhook } from './senders/webhook.js';

/** Gives an alert the form of a channel and sends it. */
@Injectable()
export class AlertSender implements OnModuleDestroy {
  private readonly client: OutboundClient;
  private readonly mails: MailClient | null;
  private readonly address: string | null;
  private readonly senders: Readonly<Record<Exclude<AlertChannelType, 'email'>, HttpSender>>;

  constructor(@Inject(DISPATCHER_CONFIG) config: DispatcherConfig) {
    const { SWITCHYARD_SMTP_URL: url, SWITCHYARD_SMTP_FROM: from = '' } = config;
    this.client = new OutboundClient({ allow: config.SWITCHYARD_OUTBOUND_ALLOW });
    this.mails = url === undefined ? null : new MailClient(url, from);
    this.address = publicAddress(config);
    this.senders = {
      ...{ slack, teams, rocketchat, dingtalk, gotify, webhook },
      telegram: telegram(config.SWITCHYARD_ALERT_TELEGRAM_URL),
    };
  }

  onModuleDestroy(): void {
    this.mails?.close();
  }

  /** @throws when the payload is none of an alert */
  send(delivery: ClaimedDelivery, channel: OpenChannel, signal: AbortSignal): Promise<Outcome> {
    if (channel.type === 'email') {
      return this.mail(delivery, recipientsOf(channel.target), signal);
    }
    const facts = AlertFacts.parse(delivery.payload);
    const message = alertMessage(facts, this.address);
    const sender = this.senders[channel.type];
    const request = { ...sender.request({ id: delivery.id, facts, message, channel }), signal };
    return sendHttp(this.client, request, sender.accepts);
  }

  /** As {@link send}, to a member of the project. */
  sendToMember(delivery: ClaimedDelivery, address: string, signal: AbortSignal): Promise<Outcome> {
    return this.mail(delivery, [address], signal, ALERT_TEXTS.mailReason);
  }

  private async mail(
    { id, payload }: ClaimedDelivery,
    to: readonly string[],
    signal: AbortSignal,
    reason?: string,
  ): Promise<Outcome> {
    if (this.mails === null) {
      return repairable('no_mail_server');
    }
    const message = alertMessage(AlertFacts.parse(payload), this.address);
    return sendMail(this.mails, { ...alertMail(message, reason), to, id }, signal);
  }
}
