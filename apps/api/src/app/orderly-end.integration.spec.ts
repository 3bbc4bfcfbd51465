import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { newProject } from '@switchyard/database/testing';
import { WorkerPool } from '../platform/workers/worker-pool.js';
import { type Client, newPerson } from '../testing/client.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

describe('the end of the api', () => {
  let test: TestApp;

  beforeEach(async () => {
    test = await startTestApp();
  });

  /** Resolves once no new connection is taken. */
  async function beginEnd(): Promise<{ closed: Promise<void> }> {
    const server = test.app.getHttpServer();
    const closed = test.close();
    while (server.listening) {
      await turn();
    }
    return { closed };
  }

  async function testPassphrase(client: Client): ReturnType<Client['post']> {
    const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'phrase' } as const;
    const private_key = generateKeyPairSync('ed25519').privateKey.export(encrypted).toString();
    const { id } = await newProject(test.dataSource);
    return client.post(`/api/project/${id}/keys/test`, { private_key, passphrase: 'phrase' });
  }

  it('should leave its thread to a request that was begun', async () => {
    const { client } = await newPerson(test, { admin: true });
    const answer = testPassphrase(client);
    while (WorkerPool.jobs()['passphrase-thread'] !== 1) {
      await turn();
    }
    const { closed } = await beginEnd();
    const { status, text: body } = await answer;
    expect([status, body]).toEqual([200, '{"opens":true}']);
    await closed;
  });

  it('should answer what comes by a connection that is still open, and close it then', async () => {
    const { port } = test.app.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const answers = text(socket);
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    await once(test.app.getHttpServer(), 'request');
    const { closed } = await beginEnd();
    socket.write('}GET /api/ping HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await answers).toMatch(/^HTTP\/1.1 400 [^]*HTTP\/1.1 200 OK\r\n[^]*connection: close[^]*pong$/i);
    await closed;
  });
});
