import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from './eventually.js';

/** A mail that arrived. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text, as they came. */
  source: string;
}

/** An SMTP server on a free port of 127.0.0.1 that keeps what it is sent. */
export interface MailSink {
  url: string;
  mails: ReceivedMail[];
  /** The six digits in the text of the newest mail to the address; waits for the `count`-th one. */
  codeFor(address: string, count?: number): Promise<string>;
  /** Ends it. Call in `afterAll`. */
  remove(): Promise<void>;
}

interface MailSinkOptions {
  /** It answers an SMTP error to every mail, after it was kept. */
  refuse?: boolean;
  /** 0 = any free one. */
  port?: number;
  /** Files of its key and certificate: a connection begins with TLS. */
  tls?: { key: string; certificate: string };
}

export async function startMailSink({
  refuse = false,
  port: wanted = 0,
  tls,
}: MailSinkOptions = {}): Promise<MailSink> {
  // Loaded when it is needed: few specs send mail.
  const { SMTPServer } = await import('smtp-server');
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...(tls && { secure: true, key: readFileSync(tls.key), cert: readFileSync(tls.certificate) }),
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      void text(stream).then((source) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done(refuse ? new Error('Mailbox is full') : null);
      });
    },
  });
  // A client that ends a connection before its greeting is none.
  server.on('error', () => undefined);
  const listening = server.listen(wanted, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `${tls ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    codeFor: (address, count = 1) => eventually(() => codeIn(mails, address, count)),
    remove: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function codeIn(mails: readonly ReceivedMail[], address: string, count: number): string {
  const received = mails.filter(({ to }) => to.includes(address));
  const body = received[count - 1]?.source.split('\r\n\r\n').slice(1).join('') ?? '';
  const code = /\b(\d{6})\b/.exec(body)?.[1];
  if (code === undefined) {
    throw new Error(`${received.length} mails to ${address}`);
  }
  return code;
}
