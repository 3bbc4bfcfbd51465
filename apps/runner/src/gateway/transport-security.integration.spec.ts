import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PROTOCOL_VERSION } from '@switchyard/contracts';
import { runEnvironment } from '@switchyard/testing';
import { buildRunnerProgram } from '../testing/runner-program.js';
import { newRunnerIdentity } from '../testing/fake-identity.js';
import { GatewayClient } from './gateway-client.js';
import { ConnectionError, FatalError } from './gateway-errors.js';

interface Certificate {
  key: string;
  cert: string;
}

describe('the way to the control plane', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tls-'));
  let own: Certificate;
  let foreign: Certificate;
  let server: Server | null = null;
  let info: object = {};

  beforeAll(() => {
    [own, foreign] = [certificate('own'), certificate('foreign')];
  });
  afterEach(() => void server?.close());
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** Self-signed, for the loopback address. */
  function certificate(name: string): Certificate {
    const [key, cert] = [path.join(dir, `${name}.key`), path.join(dir, `${name}.pem`)];
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
    const files = ['-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  }

  async function listen(shown: Certificate): Promise<URL> {
    const started = createServer(shown, (_request, response) => response.end(JSON.stringify(info)));
    server = started;
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
    return new URL(`https://127.0.0.1:${(started.address() as AddressInfo).port}`);
  }

  const client = (url: URL, ca: string | null): GatewayClient => {
    const { token, privateKey } = newRunnerIdentity();
    return new GatewayClient({ url, ca, token, privateKey, onRefused: () => undefined });
  };
  const answer = (more: object = {}): object => ({
    protocol: PROTOCOL_VERSION,
    version: '1',
    public_key: Buffer.alloc(32, 9).toString('base64'),
    time: new Date().toISOString(),
    ...more,
  });

  it('should refuse a certificate that nobody has signed', async () => {
    info = answer();
    const call = client(await listen(own), null).info();
    await expect(call).rejects.toThrow(ConnectionError);
    await expect(call).rejects.toThrow('self-signed certificate');
  });

  it('should refuse it also when the environment turns such checks off', async () => {
    info = answer();
    const program = buildRunnerProgram();
    const settings = {
      SWITCHYARD_RUNNER_URL: (await listen(own)).href,
      SWITCHYARD_RUNNER_WORK_DIR: path.join(dir, 'work'),
    };
    const env = { ...runEnvironment(), PATH: process.env.PATH, NODE_TLS_REJECT_UNAUTHORIZED: '0', ...settings };
    const { stdout } = spawn(process.execPath, [program, 'check'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    expect(await text(stdout)).toMatch(/bad +control plane: .*self-signed certificate/);
    rmSync(path.dirname(program), { recursive: true });
  });

  it('should accept it when its authority is configured, and still no other', async () => {
    info = answer();
    expect(await client(await listen(own), own.cert).info()).toMatchObject({ version: '1' });
    server?.close();
    await expect(client(await listen(foreign), own.cert).info()).rejects.toThrow(ConnectionError);
  });

  it('should not follow to another place', async () => {
    const elsewhere = createServer(own, (_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    );
    server = elsewhere;
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const url = new URL(`https://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
    await expect(client(url, own.cert).info()).rejects.toThrow('info answered 302');
  });

  it.each([
    ['an older protocol', { protocol: PROTOCOL_VERSION - 1 }, 'update the control plane first'],
    [
      'a newer protocol alone',
      { protocol: PROTOCOL_VERSION + 2, oldest_protocol: PROTOCOL_VERSION + 1 },
      'update this runner',
    ],
  ])('should end when the control plane supports %s', async (_what, more, advice) => {
    info = answer(more);
    const call = client(await listen(own), own.cert).info();
    await expect(call).rejects.toThrow(FatalError);
    await expect(call).rejects.toThrow(advice);
  });

  it('should go on with a control plane that supports a newer protocol and still this one', async () => {
    info = answer({ protocol: PROTOCOL_VERSION + 1, oldest_protocol: PROTOCOL_VERSION, unknown: 'member' });
    expect(await client(await listen(own), own.cert).info()).toMatchObject({ protocol: PROTOCOL_VERSION + 1 });
  });

  it('should refuse an answer that is not the protocol', async () => {
    info = { hello: 'captive portal' };
    await expect(client(await listen(own), own.cert).info()).rejects.toThrow('not the runner protocol');
  });
});
