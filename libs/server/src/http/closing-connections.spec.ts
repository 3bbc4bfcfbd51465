import { afterEach, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { closeConnectionsInTime } from './closing-connections.js';

describe(closeConnectionsInTime.name, () => {
  const agent = new Agent({ keepAlive: true });
  let app: FastifyInstance;

  const listen = async (): Promise<number> => {
    app = fastify({ forceCloseConnections: 'idle' });
    closeConnectionsInTime(app);
    app.get('/slow', async (_, reply) => {
      await once(app.server, 'answer');
      return reply.send('late');
    });
    await app.listen({ port: 0 });
    return (app.server.address() as AddressInfo).port;
  };

  afterEach(() => {
    agent.destroy();
    app.server.closeAllConnections();
  });

  it('should close although a connection was opened and never used', async () => {
    const port = await listen();
    const silent = connect(port);
    const ended = once(silent, 'close');
    await once(app.server, 'connection');
    await app.close();
    await ended;
  });

  it('should let an answer under way go out and close its kept-alive connection then', async () => {
    const port = await listen();
    const pending = request({ port, path: '/slow', agent }).end();
    await once(app.server, 'request');
    const closed = app.close();
    while (app.server.listening) {
      await turn();
    }
    app.server.emit('answer');
    const [answer] = (await once(pending, 'response')) as [IncomingMessage];
    expect((await answer.setEncoding('utf8').toArray()).join('')).toBe('late');
    await closed;
  });
});
