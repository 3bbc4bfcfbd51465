import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@switchyard/stack';

/** Passes the connections to a server of 127.0.0.1 on, and can lose them as a network does that fails without a word. */
export interface TcpProxy {
  port: number;
  /** Open connections carry nothing any more and are not closed; new connections work. */
  silence(): void;
  /** Closes open connections; new connections work. */
  cut(): void;
  close(): Promise<void>;
}

/** @param target port of the server */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ port: target, host: '127.0.0.1' });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one) && other.destroy());
      one.pipe(other);
    }
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    port,
    silence: () => sockets.forEach((socket) => socket.unpipe().removeAllListeners('close').pause()),
    cut: () => sockets.forEach((socket) => socket.destroy()),
    async close() {
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await once(server, 'close');
    },
  };
}
