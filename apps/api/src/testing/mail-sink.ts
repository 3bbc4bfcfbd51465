import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@switchyard/testing';
import { SMTPServer } from 'smtp-server';

/** A mail that arrived. */
interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text, as they came. */
  source: string;
}

/** An SMTP server on a free port of 127.0.0.1 that keeps what it is sent. */
export interface MailSink {
  url: string;
  mails: ReceivedMail[];
  /** The code of the newest mail to the address; waits for the `count`-th one. */
  codeFor(address: string, count?: number): Promise<string>;
  close(): Promise<void>;
}

/** @param refuse answers an SMTP error to every mail */
export async function startMailSink({ refuse = false } = {}): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      void text(stream).then((source) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done(refuse ? new Error('Mailbox is full') : null);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const newest = (address: string, count: number): string => {
    const received = mails.filter(({ to }) => to.includes(address));
    const code = /\b(\d{6})\b/.exec(received[count - 1]?.source.split('\r\n\r\n').slice(1).join('') ?? '')?.[1];
    if (code === undefined) {
      throw new Error(`${received.length} mails to ${address}`);
    }
    return code;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    codeFor: (address, count = 1) => eventually(() => newest(address, count)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
