import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpClient, type HttpRequest } from './http-client.js';

describe('HttpClient', () => {
  let server: Server;
  let client: HttpClient;
  let listener: (...call: Parameters<RequestListener>) => unknown;

  beforeEach(async () => {
    client = new HttpClient();
    listener = (_, response) => response.end('{}');
    server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    await client.destroy();
    server.close();
  });

  const send = (more: Partial<HttpRequest> = {}) => {
    const { port } = server.address() as AddressInfo;
    const request = { method: 'POST', path: '/a?b=c', headers: { 'x-mark': 'm' }, body: '[1]', timeoutMs: 30_000 };
    return client.send({ origin: `http://127.0.0.1:${port}`, ...request, ...more });
  };

  it('should send a whole request and give back the whole answer', async () => {
    listener = async (request, response) => {
      const parts = (await request.toArray()) as Buffer[];
      const { method, url, headers } = request;
      response.writeHead(418, { 'x-answer': 'yes' }).write('part 1, ');
      response.end(JSON.stringify([method, url, headers['x-mark'], String(Buffer.concat(parts))]));
    };
    const { status, headers, body } = await send();
    expect([status, headers['x-answer']]).toEqual([418, 'yes']);
    expect(body.toString()).toBe('part 1, ["POST","/a?b=c","m","[1]"]');
  });

  it('should use a connection again that is free', async () => {
    const ports = new Set<number | undefined>();
    listener = (request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    };
    await send();
    await send();
    expect(ports.size).toBe(1);
    await Promise.all([send(), send(), send()]);
    expect(ports.size).toBe(3);
  });

  it('should break the connection when the request is aborted, and make no other', async () => {
    let connections = 0;
    server.on('connection', () => connections++);
    const abort = new AbortController();
    const closed = new Promise((resolve) => {
      listener = ({ socket }) => {
        socket.once('close', resolve);
        abort.abort();
      };
    });
    await expect(send({ signal: abort.signal })).rejects.toThrow('aborted');
    await closed;
    await expect(send({ signal: abort.signal })).rejects.toThrow('aborted');
    listener = (_, response) => response.end();
    expect((await send()).status).toBe(200);
    expect(connections).toBeLessThanOrEqual(3);
  });

  it('should fail when the answer is cut', async () => {
    listener = (_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy());
    };
    await expect(send()).rejects.toThrow();
  });
});
