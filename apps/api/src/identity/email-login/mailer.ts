import { problem } from '@switchyard/contracts';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MailClient, OutsideError } from '@switchyard/server';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
}

/** Hands mail to the SMTP server of the settings. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private readonly client: MailClient | null;

  constructor(@Inject(API_CONFIG) { SWITCHYARD_SMTP_URL: url, SWITCHYARD_SMTP_FROM: from = '' }: ApiConfig) {
    this.client = url === undefined ? null : new MailClient(url, from);
  }

  onApplicationShutdown(): void {
    this.client?.close();
  }

  /** @throws OutsideError when no server takes the mail */
  async send({ to, subject, text }: Mail): Promise<void> {
    try {
      if (this.client === null) {
        throw new Error('SWITCHYARD_SMTP_URL is not set');
      }
      await this.client.send({ to: [to], subject, text });
    } catch (cause) {
      throw new OutsideError(problem('mail_failed'), 500, { cause });
    }
  }
}
