import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const INLINE = 'document.documentElement.classList.add("dark")';
const HASH = `'sha256-${createHash('sha256').update(INLINE).digest('base64')}'`;
const PAGE = `<!doctype html><title>Guide</title><script>${INLINE}</script><script src="/docs/assets/app.D-88V7hF.js"></script>`;
let test: TestApp;
let client: Client;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'switchyard-docs-'));
  await writeFile(join(directory, 'secret.txt'), 'outside of the build');
  test = await startTestApp({ SWITCHYARD_DOCS_DIR: join(directory, 'site') });
  client = new Client(test.address);
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true });
});

/** A whole build takes the place of the one before. */
async function buildDocs(page: string): Promise<void> {
  const next = join(directory, 'next');
  await mkdir(join(next, 'assets'), { recursive: true });
  await mkdir(join(next, 'guides'));
  await writeFile(join(next, 'index.html'), page);
  await writeFile(join(next, '404.html'), '<title>No such page</title>');
  await writeFile(join(next, 'guides', 'ansible.html'), page);
  await writeFile(join(next, 'assets', 'app.D-88V7hF.js'), 'export {}');
  await rm(join(directory, 'site'), { recursive: true, force: true });
  await rename(next, join(directory, 'site'));
}

describe('the documentation', () => {
  it('should be missed with a hint as long as it is not built, and found without a restart', async () => {
    const missed = await client.get('/docs/');
    expect([missed.status, missed.text]).toEqual([404, 'The documentation is not built: npm run docs']);
    await buildDocs(PAGE);
    expect((await client.get('/docs/')).text).toContain('<title>Guide</title>');
    await buildDocs(PAGE.replace('Guide', 'Newer guide'));
    expect((await client.get('/docs/')).text).toContain('<title>Newer guide</title>');
  });

  it('should be reached without the slash', async () => {
    expect((await client.get('/docs')).headers.location).toBe('/docs/');
  });

  it.each(['/docs/index.html', '/docs/guides/ansible', '/docs/guides/ansible.html?x=1'])(
    'should allow the inline scripts of %s by their hashes alone',
    async (path) => {
      const { status, headers } = await client.get(path);
      expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
      const policy = String(headers['content-security-policy']);
      expect(policy.split('; ')).toContain(`script-src 'self' ${HASH}`);
    },
  );

  it('should be cached for ever where the name holds a hash', async () => {
    const { headers } = await client.get('/docs/assets/app.D-88V7hF.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    '/docs/missing',
    '/docs/missing.js',
    '/docs/../secret.txt',
    '/docs/..%2fsecret.txt',
    '/docs/%2e%2e/secret.txt',
  ])('should answer 404 on %s', async (path) => {
    const { status, text } = await client.get(path);
    expect([status, text]).toEqual([404, expect.not.stringContaining('outside of the build')]);
  });
});
