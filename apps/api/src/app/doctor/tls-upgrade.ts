import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Protocols in which a plain connection asks for TLS. */
export type Upgrade = 'postgres' | 'smtp' | 'ldap';

/** PostgreSQL, SSLRequest: length and code; the answer is one letter. */
const POSTGRES_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
/** LDAP, the extended request StartTLS (RFC 4511, 4.14.1) with the message id 1. */
const START_TLS = Buffer.from('1.3.6.1.4.1.1466.20037');
const LDAP_REQUEST = Buffer.concat([Buffer.from([0x30, 0x1d, 2, 1, 1, 0x77, 0x18, 0x80, 0x16]), START_TLS]);
/** In an answer: the enumerated result 0, success. */
const LDAP_SUCCESS = Buffer.from([0x0a, 1, 0]);
/** More than any of these answers has. */
const MOST_BYTES = 16_384;

/** A connection without TLS. */
export async function openPlain(place: { host: string; port: number }, signal: AbortSignal): Promise<Socket> {
  const { host, port } = place;
  const socket = connect({ host, port, signal });
  await once(socket, 'connect');
  return socket;
}

/** Asks the server for TLS. @returns whether it is ready for it */
export async function upgrade(socket: Socket, by: Upgrade = 'ldap'): Promise<boolean> {
  switch (by) {
    case 'postgres':
      socket.write(POSTGRES_REQUEST);
      return (await answer(socket, () => true)).toString('latin1', 0, 1) === 'S';
    case 'ldap':
      socket.write(LDAP_REQUEST);
      return (await answer(socket, () => true)).includes(LDAP_SUCCESS);
    case 'smtp':
      return upgradeMail(socket);
  }
}

/** A reply of SMTP ends with a line whose code is followed by a space. */
const isReply = (bytes: Buffer): boolean => /(?:^|\n)\d{3} [^\n]*\n$/.test(bytes.toString('latin1'));

async function upgradeMail(socket: Socket): Promise<boolean> {
  await answer(socket, isReply);
  socket.write('EHLO switchyard.invalid\r\n');
  const offers = (await answer(socket, isReply)).toString('latin1');
  if (!/^250[ -]STARTTLS/im.test(offers)) {
    return false;
  }
  socket.write('STARTTLS\r\n');
  return (await answer(socket, isReply)).toString('latin1', 0, 3) === '220';
}

/** Reads until the answer is whole. @throws when the connection ends before */
function answer(socket: Socket, isWhole: (bytes: Buffer) => boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const finish = (settle: () => void): void => {
      socket.off('data', take).off('error', fail).off('close', end);
      settle();
    };
    const fail = (error: Error): void => finish(() => reject(error));
    const end = (): void => fail(new Error('The server closed the connection'));
    const take = (part: Buffer): void => {
      bytes = Buffer.concat([bytes, part]);
      if (isWhole(bytes)) {
        finish(() => resolve(bytes));
      } else if (bytes.length > MOST_BYTES) {
        fail(new Error('The server sent another protocol'));
      }
    };
    socket.on('data', take).on('error', fail).on('close', end);
  });
}
