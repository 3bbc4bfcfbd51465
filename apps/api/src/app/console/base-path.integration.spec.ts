import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, newAccount, PASSWORD } from '../../testing/client.js';
import { RunnerClient } from '../../testing/runner-client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

describe('a server below a path', () => {
  let test: TestApp;
  let client: Client;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'switchyard-base-'));
    const [consoleDir, docsDir] = [join(directory, 'console'), join(directory, 'docs')];
    await mkdir(join(consoleDir, 'assets'), { recursive: true });
    await mkdir(docsDir);
    await writeFile(
      join(consoleDir, 'index.html'),
      '<!doctype html><html lang="en"><script src="/assets/a.js"></script>',
    );
    await writeFile(join(consoleDir, 'assets', 'a.js'), 'run()');
    await writeFile(join(docsDir, 'index.html'), '<script>base = "/docs/"</script><a href="/docs/x.html">x</a>');
    await writeFile(join(docsDir, 'app.js'), 'base = "/docs/"');
    test = await startTestApp({
      SWITCHYARD_WEB_HOST: 'https://example.test/yard',
      SWITCHYARD_CONSOLE_DIR: consoleDir,
      SWITCHYARD_DOCS_DIR: docsDir,
    });
    client = new Client(test.address);
  });
  afterAll(async () => {
    await test.close();
    await rm(directory, { recursive: true });
  });

  it.each(['/yard', '/yard/', '/yard/project/5/history?t=7'])('should answer its page on %s', async (path) => {
    const { status, text, headers } = await client.get(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(text).toBe('<!doctype html><html data-base="/yard" lang="en"><script src="/yard/assets/a.js"></script>');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });

  it.each(['/', '/auth/login?x=1', '/yards'])('should lead there from %s', async (path) => {
    const { status, headers } = await client.get(path);
    expect([status, headers.location]).toEqual([302, `/yard${path}`]);
  });

  it('should answer files and the API with the path and without', async () => {
    for (const path of ['/assets/a.js', '/api/health']) {
      const answers = [await client.get(path), await client.get(`/yard${path}`)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[1]?.text).toBe(answers[0]?.text);
    }
    expect((await client.get('/yard/api/unknown')).status).toBe(404);
  });

  it('should name the path in the documentation, and allow its script as it is sent', async () => {
    const { text, headers } = await client.get('/yard/docs/');
    expect(text).toBe('<script>base = "/yard/docs/"</script><a href="/yard/docs/x.html">x</a>');
    expect(headers['content-security-policy']).toContain(hashOf('base = "/yard/docs/"'));
    const script = await client.get('/yard/docs/app.js');
    expect([script.text, script.headers['content-type']]).toEqual([
      'base = "/yard/docs/"',
      'application/javascript; charset=utf-8',
    ]);
    expect((await client.get('/yard/docs')).headers.location).toBe('/yard/docs/');
  });

  it('should set a cookie that goes nowhere else on the host', async () => {
    const { username } = await newAccount(test);
    const { status, headers } = await client.post('/yard/api/auth/login', { auth: username, password: PASSWORD });
    expect([status, String(headers['set-cookie'])]).toEqual([204, expect.stringContaining('; Path=/yard; HttpOnly')]);
  });

  it('should know a runner that signs the path through the proxy, and one that comes directly', async () => {
    const runner = await RunnerClient.create(test);
    const call = '/api/runner-gateway/heartbeat';
    expect((await runner.heartbeat()).status).toBe(200);
    expect((await runner.heartbeat({ path: `/yard${call}` })).status).toBe(200);
    expect((await runner.heartbeat({ path: `/other${call}` })).status).toBe(401);
  });
});
