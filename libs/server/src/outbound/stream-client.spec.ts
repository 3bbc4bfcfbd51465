import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { StreamClient, type StreamOptions, type StreamPlace } from './stream-client.js';

const DATA = Buffer.from('5 <13>1 ');
const allow = ['127.0.0.1'];
const never = new AbortController().signal;

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

async function listening(onConnection: (socket: Socket) => void): Promise<StreamPlace> {
  server = createServer({ allowHalfOpen: true }, onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { tls: false, host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}
const send = (place: StreamPlace, options: StreamOptions = {}, signal = never, data = DATA): Promise<void> =>
  new StreamClient({ allow, ...options }).send(place, data, signal);

describe(StreamClient.name, () => {
  it('should hand over every byte and close the connection', async () => {
    const received: Promise<string>[] = [];
    const place = await listening((socket) => {
      received.push(text(socket));
      socket.on('end', () => socket.end());
    });
    const large = Buffer.alloc(3_000_000, 'x');
    await send(place, {}, never, large);
    expect((await Promise.all(received)).map(({ length }) => length)).toEqual([3_000_000]);
  });

  it('should not wait for a server that leaves its end open', async () => {
    const sockets: Socket[] = [];
    const place = await listening((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).resume();
    });
    await expect(send(place, { patienceMs: 1 })).resolves.toBeUndefined();
    sockets.forEach((socket) => socket.destroy());
  });

  it('should fail when the server breaks the connection', async () => {
    const place = await listening((socket) => socket.resetAndDestroy());
    await expect(send(place, {}, never, Buffer.alloc(30_000_000))).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('should give up when it takes too long, or nobody wants it any more', async () => {
    const sockets: Socket[] = [];
    const place = await listening((socket) => void sockets.push(socket.on('error', () => undefined).pause()));
    const large = Buffer.alloc(30_000_000);
    await expect(send(place, { timeoutMs: 50 }, never, large)).rejects.toMatchObject({ fault: 'too_slow' });
    const end = new AbortController();
    const sent = send(place, {}, end.signal, large);
    end.abort();
    await expect(sent).rejects.toMatchObject({ fault: 'too_slow' });
    sockets.forEach((socket) => socket.destroy());
  });

  it.each([
    ['a private address', { host: '127.0.0.1', allow: [] }, 'refused'],
    ['a name of a private address', { host: 'logs.example', allow: [] }, 'refused'],
    ['a port where nobody listens', { host: '127.0.0.1', allow }, 'unreachable'],
    ['a name of an address where nobody listens', { host: 'logs.example', allow }, 'unreachable'],
  ])('should not reach %s', async (_, { host, allow: permitted }, fault) => {
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const place = { tls: false, host, port: 1 };
    await expect(send(place, { allow: permitted, resolve })).rejects.toMatchObject({ fault });
  });
});
