import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  type AlertChannelType,
  AlertFacts,
  type Language,
  languageOf,
  type OpenChannel,
  recipientsOf,
} from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import { MailClient, OutboundClient } from '@switchyard/server';
import { reachedAddress } from '@switchyard/settings';
import { wordingIn } from '@switchyard/texts';
import type { DispatcherConfig } from '../../config.js';
import { type Outcome, repairable } from '../message-sender.js';
import { sendHttp } from '../http.js';
import { DISPATCHER_CONFIG } from '../../infrastructure/infrastructure.js';
import { alertMail, sendMail } from './alert-mail.js';
import { alertMessage, type AlertStyle, mailReason } from './alert-message.js';
import { dingtalk, rocketchat, slack, teams, telegram, gotify } from './chats.js';
import { type HttpSender, signedJson } from './http-sender.js';

/** Whom a mail goes to; `language` is a BCP 47 tag or null for members, absent for the addresses of a channel. */
interface Reader {
  to: readonly string[];
  language?: string | null;
}

/** A member who gets a mail. `language` = BCP 47 tag; null = none was chosen. */
export interface Member {
  email: string;
  language: string | null;
}

/** Gives an alert the form of a channel and sends it. */
@Injectable()
export class AlertSender implements OnModuleDestroy {
  private readonly client: OutboundClient;
  private readonly mails: MailClient | null;
  private readonly senders: Readonly<Record<Exclude<AlertChannelType, 'email'>, HttpSender>>;

  constructor(@Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig) {
    const { SWITCHYARD_SMTP_URL: url, SWITCHYARD_SMTP_FROM: from = '' } = config;
    this.client = new OutboundClient({ allow: config.SWITCHYARD_OUTBOUND_ALLOW });
    this.mails = url === undefined ? null : new MailClient(url, from);
    this.senders = {
      slack,
      teams,
      rocketchat,
      dingtalk,
      gotify,
      webhook: signedJson,
      telegram: telegram(config.SWITCHYARD_ALERT_TELEGRAM_URL),
    };
  }

  onModuleDestroy(): void {
    this.mails?.close();
  }

  /** @throws when the payload is none of an alert */
  send(delivery: ClaimedMessage, channel: OpenChannel, signal: AbortSignal): Promise<Outcome> {
    if (channel.type === 'email') {
      return this.mail(delivery, { to: recipientsOf(channel.target) }, signal);
    }
    const facts = AlertFacts.parse(delivery.payload);
    const message = alertMessage(facts, this.style(this.config.SWITCHYARD_LANGUAGE));
    const sender = this.senders[channel.type];
    const request = { ...sender.request({ id: delivery.id, facts, message, channel }), signal };
    return sendHttp(this.client, request, sender.accepts);
  }

  /** As {@link send}, to a member of the project, in the language that the member chose. */
  sendToMember(delivery: ClaimedMessage, { email, language }: Member, signal: AbortSignal): Promise<Outcome> {
    return this.mail(delivery, { to: [email], language }, signal);
  }

  private async mail({ id, payload }: ClaimedMessage, reader: Reader, signal: AbortSignal): Promise<Outcome> {
    if (this.mails === null) {
      return repairable('no_mail_server');
    }
    const { to, language } = reader;
    const facts = AlertFacts.parse(payload);
    const style = this.style(languageOf(language ?? '') ?? this.config.SWITCHYARD_LANGUAGE);
    const reason = language === undefined ? undefined : mailReason(facts, style.wording);
    return sendMail(this.mails, { ...alertMail(alertMessage(facts, style), reason), to, id }, signal);
  }

  private style(language: Language): AlertStyle {
    const { SWITCHYARD_SCHEDULE_TIMEZONE: zone } = this.config;
    return { wording: wordingIn(language), zone, publicAddress: reachedAddress(this.config) };
  }
}
