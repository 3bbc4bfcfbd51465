import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { providerFetch } from './provider-fetch.js';

const server = createServer((request, response) => {
  void text(request).then((body) => {
    if (request.url === '/elsewhere') {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    } else if (request.url === '/nothing') {
      response.writeHead(204).end();
    } else {
      response.writeHead(200, { 'x-many': ['a', 'b'] }).end(`${request.method} ${body}`);
    }
  });
});
let address: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const call = (url: string, body: URLSearchParams | null = null, allow = ['127.0.0.1']) =>
  providerFetch(allow)(url, { method: body ? 'POST' : 'GET', headers: {}, body, redirect: 'manual' });

describe(providerFetch.name, () => {
  it('should hand method, form, status and headers over', async () => {
    const answer = await call(address, new URLSearchParams({ code: 'a b' }));
    expect([answer.status, await answer.text(), answer.headers.get('x-many')]).toEqual([200, 'POST code=a+b', 'a, b']);
    expect((await call(`${address}/nothing`)).status).toBe(204);
  });

  it('should not follow where it is sent', async () => {
    expect((await call(`${address}/elsewhere`)).status).toBe(302);
  });

  it.each(['http://169.254.169.254/latest', 'http://127.0.0.1:6379', 'http://[::1]/', 'http://0/', 'gopher://x/'])(
    'should not call %s',
    async (url) => {
      await expect(call(url, null, [])).rejects.toThrow();
    },
  );
});
