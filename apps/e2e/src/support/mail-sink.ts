import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { eventually } from '@switchyard/testing';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that keeps what it is given. */
export class MailSink {
  private readonly mails: { to: string; text: string }[] = [];

  private constructor(
    private readonly server: SMTPServer,
    readonly url: string,
  ) {}

  static async start(): Promise<MailSink> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        void (async () => {
          const parts: Buffer[] = [];
          for await (const part of stream as AsyncIterable<Buffer>) {
            parts.push(part);
          }
          const text = Buffer.concat(parts).toString('utf8');
          envelope.rcptTo.forEach(({ address }) => sink.mails.push({ to: address, text }));
          done();
        })();
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const sink: MailSink = new MailSink(server, `smtp://127.0.0.1:${port}`);
    return sink;
  }

  /** The code of the mail number `place`, counted from 1, that came for the address. */
  code(to: string, place = 1): Promise<string> {
    return eventually(() => {
      const text = this.mails.filter((mail) => mail.to === to)[place - 1]?.text;
      const [code] =
        /\b\d{6}\b/.exec(
          text
            ?.split(/\r?\n\r?\n/)
            .slice(1)
            .join('\n') ?? '',
        ) ?? [];
      if (code === undefined) {
        throw new Error(`no mail ${place} with a code for ${to}`);
      }
      return Promise.resolve(code);
    });
  }

  async remove(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}
