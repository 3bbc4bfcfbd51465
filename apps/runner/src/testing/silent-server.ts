import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that accepts connections and never answers, for tests of cancelled waits. */
export interface SilentServer {
  port: number;
  /** Resolves when somebody has connected. */
  connected: Promise<void>;
  close(): Promise<void>;
}

export async function startSilentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  const connected = once(server, 'connection').then(() => undefined);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connected,
    async close() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
