import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseErrorAnswer } from './database-errors.js';

const thrownBy = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => null,
    (error: unknown) => error,
  );

describe(databaseErrorAnswer.name, () => {
  let server: Server | undefined;
  const sockets = new Set<Socket>();

  afterEach(() => {
    sockets.forEach((socket) => socket.destroy());
    server?.close();
  });

  /** A server that handles each connection as a test chooses. */
  async function serverThat(act: (socket: Socket) => void): Promise<number> {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      act(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  it('should be 503 for a connection that ends', async () => {
    const port = await serverThat((socket) => socket.once('data', () => socket.end()));
    const error = await thrownBy(() => new pg.Client({ host: '127.0.0.1', port }).connect());
    expect(databaseErrorAnswer(error)).toMatchObject({ status: 503, body: { code: 'database_away' } });
  });

  it('should be 503 for a client that was closed, also as TypeORM wraps it', async () => {
    const port = await serverThat((socket) => socket.once('data', () => socket.end()));
    const client = new pg.Client({ host: '127.0.0.1', port });
    await thrownBy(() => client.connect());
    void client.end();
    const error = await thrownBy(() => client.query('select 1'));
    expect(error).toBeInstanceOf(Error);
    expect(databaseErrorAnswer({ driverError: error })).toMatchObject({ status: 503 });
  });

  it('should be 503 for a connection that cannot be had in time', async () => {
    const port = await serverThat(() => undefined);
    const pool = new pg.Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 50 });
    const errors = await Promise.all([thrownBy(() => pool.connect()), thrownBy(() => pool.connect())]);
    expect(errors.map((error) => databaseErrorAnswer(error)?.status)).toEqual([503, 503]);
  });

  it('should leave other errors alone', () => {
    expect(databaseErrorAnswer(new Error('no connection to anything'))).toBeUndefined();
    expect(databaseErrorAnswer(null)).toBeUndefined();
  });
});
