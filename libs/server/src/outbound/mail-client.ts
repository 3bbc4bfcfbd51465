import { createTransport, type Transporter } from 'nodemailer';

/** A mail. Line breaks in what goes into its header become spaces. */
export interface Mail {
  /** Addresses alone, without names. */
  to: readonly string[];
  subject: string;
  text: string;
  html?: string;
  /** The same in every try, so that a receiver can detect a repetition. */
  id?: string;
}

/** No mail server took the mail; `status` is its answer, if there was one: 4xx may succeed later. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    readonly status: number | null,
    options: ErrorOptions,
  ) {
    super('The mail server did not take the mail', options);
  }
}

const TIME_LIMIT_MS = 10_000;

/** Hands mail to the SMTP server of the settings. */
export class MailClient {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    const limits = { connectionTimeout: TIME_LIMIT_MS, greetingTimeout: TIME_LIMIT_MS, socketTimeout: TIME_LIMIT_MS };
    this.transport = createTransport({ url, ...limits });
  }

  /** @throws MailError */
  async send({ to, subject, text, html, id }: Mail): Promise<void> {
    try {
      await this.transport.sendMail({
        from: this.from,
        to: to.map((address) => ({ name: '', address })),
        subject: subject.replace(/[\r\n\0]+/g, ' '),
        text,
        ...(html !== undefined && { html }),
        ...(id !== undefined && { messageId: `<${id}@switchyard>` }),
      });
    } catch (cause) {
      throw new MailError(statusOf(cause), { cause });
    }
  }

  /** Signs in and sends nothing. @throws when the server does not take us */
  async verify(): Promise<void> {
    await this.transport.verify();
  }

  close(): void {
    this.transport.close();
  }
}

function statusOf(error: unknown): number | null {
  const status = (error as { responseCode?: unknown }).responseCode;
  return typeof status === 'number' ? status : null;
}
