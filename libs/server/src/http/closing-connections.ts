import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

const LOOK_EVERY_MS = 50;

/**
 * Ends the connections that would hold up a close: those that never carried a request, as browsers open some ahead,
 * and those whose last answer goes out while the close waits. Node ends only what is idle in the moment of the call.
 */
export function closeConnectionsInTime(fastify: FastifyInstance): void {
  const open = new Set<Socket>();
  fastify.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  fastify.addHook('preClose', (done) => {
    const look = setInterval(() => {
      fastify.server.closeIdleConnections();
      [...open].filter(({ bytesRead }) => bytesRead === 0).forEach((socket) => socket.destroy());
    }, LOOK_EVERY_MS);
    fastify.server.once('close', () => clearInterval(look));
    done();
  });
}
