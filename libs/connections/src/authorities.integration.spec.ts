import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { get } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls, { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contextTrusting, trustAuthorities } from './authorities.js';
import { proxyAgent } from './index.js';

const { createSecureContext } = tls;
const directory = mkdtempSync(join(tmpdir(), 'switchyard-authorities-'));
const servers: { server: Server; pem: string }[] = [];

beforeAll(async () => {
  for (const name of ['one', 'two', 'three']) {
    const [key, certificate] = [join(directory, `${name}.key`), join(directory, `${name}.pem`)];
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
      stdio: 'ignore',
    });
    const pem = readFileSync(certificate, 'utf8');
    const server = createServer({ key: readFileSync(key), cert: pem }, (socket) => {
      socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push({ server, pem });
  }
});
afterAll(() => {
  Object.assign(tls, { createSecureContext });
  servers.forEach(({ server }) => server.close());
  rmSync(directory, { recursive: true });
});

const urlOf = (which: number): string => `https://127.0.0.1:${(servers[which]?.server.address() as AddressInfo).port}`;
const pemOf = (which: number): string => servers[which]?.pem ?? '';
/** By the client of Node, with authorities of its own. */
const answered = (which: number, own: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { agent: false, secureContext: contextTrusting(own) };
    get(urlOf(which), options, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });

describe('further authorities', () => {
  it('should be trusted by every connection, beside those of the connection itself', async () => {
    await expect(fetch(urlOf(0))).rejects.toThrow('fetch failed');
    trustAuthorities(undefined);
    await expect(fetch(urlOf(0))).rejects.toThrow('fetch failed');
    trustAuthorities(`A text\n${pemOf(0)}\n${pemOf(1)}`);
    expect([(await fetch(urlOf(0))).status, (await fetch(urlOf(1))).status]).toEqual([200, 200]);
    await expect(fetch(urlOf(2))).rejects.toThrow('fetch failed');
    expect([await answered(1, pemOf(2)), await answered(2, pemOf(2))]).toEqual([200, 200]);
    await expect(answered(2, pemOf(0))).rejects.toThrow('self-signed');
    expect(tls.createSecureContext().context).toBeDefined();
  });
});

describe('an address in digits behind a proxy', () => {
  const variables = process.env;
  const proxy = createProxy().on('connect', (_, near) => {
    // The server that the request is for has moved, as a proxy may decide.
    const far = connect(Number(new URL(urlOf(0)).port), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connected\r\n\r\n');
      far.pipe(near).pipe(far);
    });
    far.on('error', () => undefined);
    near.on('error', () => undefined);
  });
  beforeAll(async () => {
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    process.env = {
      ...variables,
      https_proxy: `http://localhost:${(proxy.address() as AddressInfo).port}`,
      no_proxy: '',
    };
  });
  afterAll(() => {
    process.env = variables;
    proxy.close();
  });

  it.each([
    ['https://127.0.0.1:8443', 200],
    ['https://127.0.0.2:8443', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('should be the one that the certificate names: %s', async (url, expected) => {
    const found = await new Promise((resolve) => {
      const options = { agent: proxyAgent(new URL(url)) ?? false, secureContext: contextTrusting(pemOf(0)) };
      const request = get(url, options, (answer) => resolve(answer.resume().statusCode));
      request.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    });
    expect(found).toBe(expected);
  });
});
