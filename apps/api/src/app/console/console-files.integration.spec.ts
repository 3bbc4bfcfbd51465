import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const SCRIPT = 'console.log("switchyard");'.repeat(50);
let test: TestApp;
let client: Client;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'switchyard-console-'));
  await mkdir(join(directory, 'build', 'assets'), { recursive: true });
  await writeFile(join(directory, 'secret.txt'), 'outside of the build');
  await writeFile(join(directory, 'build', 'index.html'), '<!doctype html><title>Switchyard</title>');
  await writeFile(join(directory, 'build', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(directory, 'build', 'assets', 'index-D4x_k2Qa.js'), SCRIPT);
  await writeFile(join(directory, 'build', 'assets', 'index-D4x_k2Qa.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(directory, 'build', 'assets', 'index-D4x_k2Qa.js.gz'), gzipSync(SCRIPT));
  test = await startTestApp({ SWITCHYARD_CONSOLE_DIR: join(directory, 'build') });
  client = new Client(test.address);
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true });
});

describe('the console', () => {
  it.each(['/', '/index.html', '/auth/login', '/project/5/history?t=7'])(
    'should be answered with its page on %s',
    async (path) => {
      const answer = await client.get(path);
      expect(answer.text).toContain('<title>Switchyard</title>');
      expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    },
  );

  it('should keep an address that holds a token from caches, other servers and search engines', async () => {
    const answer = await client.get('/shared/logs/sylog_0123456789');
    expect(answer.text).toContain('<title>Switchyard</title>');
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const other = await client.get('/auth/login');
    expect([other.headers['referrer-policy'], other.headers['x-robots-tag']]).toEqual(['same-origin', undefined]);
    expect(test.logged()).not.toContain('sylog_0123456789');
  });

  it('should be cached for ever where the name holds a hash, and only there', async () => {
    const script = await client.get('/assets/index-D4x_k2Qa.js');
    expect(script.text).toBe(SCRIPT);
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await client.get('/favicon.svg')).headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-cache',
    });
  });

  it.each([
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
  ])('should be sent as compressed at build time to clients that accept %s', async (accepted, encoding) => {
    const answer = await client.with({ 'accept-encoding': accepted }).get('/assets/index-D4x_k2Qa.js');
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept, accept-encoding',
    });
    expect(Number(answer.headers['content-length'])).toBeLessThan(SCRIPT.length);
  });

  it('should not be sent again to a browser that has it', async () => {
    const { headers } = await client.get('/auth/login');
    const again = await client.with({ 'if-none-match': headers.etag ?? '' }).get('/auth/login');
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers['content-security-policy'] ?? headers['content-security-policy']).toBe(
      headers['content-security-policy'],
    );
  });

  it('should not be taken for an answer by programs that want JSON', async () => {
    const program = client.with({ accept: 'application/json, text/plain, */*' });
    const answer = await program.get('/terraform/projects/1');
    expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
  });

  it.each([
    '/missing.js',
    '/assets/missing-12345678.js',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
  ])('should answer 404 on %s', async (path) => {
    const answer = await client.get(path);
    expect(answer.text).not.toContain('outside of the build');
    expect([404, 400]).toContain(answer.status);
  });

  it.each(['/api', '/api/', '/api/unknown', '/api/project'])('should never answer %s with the page', async (path) => {
    const answer = await client.get(path);
    expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
  });

  it('should be that of the latest build, when one replaced it under a running server', async () => {
    const build = join(directory, 'build');
    await rename(join(build, 'favicon.svg'), join(build, 'logo.svg'));
    await writeFile(join(build, 'index.html'), '<!doctype html><title>Switchyard</title><p>latest');
    expect((await client.get('/')).text).toContain('latest');
    expect((await client.get('/favicon.svg')).status).toBe(404);
    expect((await client.get('/logo.svg')).status).toBe(200);
    await writeFile(join(build, 'assets', 'index-Zz9_q1Lm.js'), 'latest');
    expect((await client.get('/assets/index-Zz9_q1Lm.js')).text).toBe('latest');
  });
});
