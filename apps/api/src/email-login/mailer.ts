import { problem } from '@switchyard/contracts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { OutsideError } from '@switchyard/server';
import { createTransport, type Transporter } from 'nodemailer';
import type { ApiConfig } from '../config.js';
import { API_CONFIG } from '../infrastructure/tokens.js';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
}

const TIME_LIMIT_MS = 10_000;

/** Hands mail to the SMTP server of the settings. */
@Injectable()
export class Mailer implements OnModuleDestroy {
  private readonly transport: Transporter | null;

  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {
    const { SWITCHYARD_AUTH_SMTP_URL: url } = config;
    const limits = { connectionTimeout: TIME_LIMIT_MS, greetingTimeout: TIME_LIMIT_MS, socketTimeout: TIME_LIMIT_MS };
    this.transport = url === undefined ? null : createTransport({ url, ...limits });
  }

  onModuleDestroy(): void {
    this.transport?.close();
  }

  /** @throws OutsideError when no server takes the mail */
  async send({ to, subject, text }: Mail): Promise<void> {
    try {
      if (this.transport === null) {
        throw new Error('SWITCHYARD_AUTH_SMTP_URL is not set');
      }
      const from = this.config.SWITCHYARD_AUTH_SMTP_FROM;
      await this.transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    } catch (cause) {
      throw new OutsideError(problem('mail_failed'), 500, { cause });
    }
  }
}
