import { createHash } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InstallInfo, PostFeed, SystemInfo } from '@switchyard/contracts';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const NAME = 'switchyard-runner-1.0.0-linux-x64.tar.gz';
const sha256 = createHash('sha256').update('archive').digest('hex');
let directory: string;
let server: Server;
let answer = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'switchyard-release-'));
  server = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

async function open(settings: Record<string, string>): Promise<{ test: TestApp; user: Client }> {
  const test = await startTestApp(settings);
  return { test, user: await signIn(test, await newAccount(test)) };
}

const feedAddress = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`;
const titles = async (user: Client): Promise<string[]> =>
  (await user.get('/api/posts')).json<PostFeed>().posts.map(({ title }) => title);

describe('GET /api/posts', () => {
  it('should list the posts of a file that are to be shown, newest first', async () => {
    const file = join(directory, 'feed.json');
    const posts = [
      { date: '2026-01-01T00:00:00Z', title: 'Old' },
      { date: '2026-03-01T00:00:00Z', title: 'New' },
      { date: '2026-04-01T00:00:00Z', title: 'Later', show: false },
    ];
    await writeFile(file, JSON.stringify({ posts }));
    const { test, user } = await open({ SWITCHYARD_POSTS_FEED: file });
    expect(await titles(user)).toEqual(['New', 'Old']);
    await test.close();
  });

  it.each([
    ['a feed', JSON.stringify({ posts: [{ date: '2026-01-01T00:00:00Z', title: 'Far' }] }), '127.0.0.1', ['Far']],
    ['nothing from where it may not go', JSON.stringify({ posts: [] }), '10.0.0.1', []],
    ['nothing from a page', '<html>', '127.0.0.1', []],
    ['nothing from a feed that is too long', JSON.stringify('x'.repeat(2_000_000)), '127.0.0.1', []],
  ])('should read %s at an address', async (_name, text, SWITCHYARD_OUTBOUND_ALLOW, expected) => {
    answer = text;
    const { test, user } = await open({ SWITCHYARD_POSTS_FEED: feedAddress(), SWITCHYARD_OUTBOUND_ALLOW });
    expect(await titles(user)).toEqual(expected);
    await test.close();
  });
});

describe('/api/install', () => {
  it('should be there without packages, with the programs of the server and an installer for everybody', async () => {
    const { test, user } = await open({});
    const { runner, cli } = (await user.get('/api/install')).json<InstallInfo>();
    expect((await user.get('/api/info')).json<SystemInfo>().publications.install).toBe(true);
    const { status, bytes } = await new Client(test.address).download('/api/install/runner.cjs');
    const sum = createHash('sha256').update(bytes).digest('hex');
    expect([status, sum, bytes.length]).toEqual([200, runner?.sha256, runner?.size]);
    const line = await new Client(test.address).download('/api/install/switchyard.cjs');
    expect([createHash('sha256').update(line.bytes).digest('hex'), line.bytes.length]).toEqual([
      cli?.sha256,
      cli?.size,
    ]);
    expect((await new Client(test.address).get('/api/install/runner.sh')).text).toContain(`sha256=${sum}`);
    await test.close();
  });

  it('should list packages with their sums and hand out those alone', async () => {
    const link = NAME.replace('x64', 'arm64');
    await writeFile(join(directory, NAME), 'archive');
    await symlink('/etc/passwd', join(directory, link));
    await writeFile(join(directory, 'SHA256SUMS'), `${sha256}  ${NAME}\n${sha256}  ${link}\n`);
    const { test, user } = await open({ SWITCHYARD_RELEASE_DIR: directory });
    expect((await user.get('/api/install')).json<InstallInfo>().artifacts).toEqual([
      { file: NAME, sha256, size: 7, platform: 'linux', architecture: 'amd64', type: 'tar.gz' },
    ]);
    const { status, bytes } = await user.download(`/api/install/artifacts/${NAME}`);
    expect([status, bytes.toString()]).toEqual([200, 'archive']);
    for (const file of [link, 'SHA256SUMS', '..%2F..%2Fetc%2Fpasswd', '%2Fetc%2Fpasswd']) {
      expect((await user.get(`/api/install/artifacts/${file}`)).status).toBe(404);
    }
    await test.close();
  });

  it('should list none when the directory is not there', async () => {
    const { test, user } = await open({ SWITCHYARD_RELEASE_DIR: join(directory, 'none') });
    expect((await user.get('/api/install')).json<InstallInfo>().artifacts).toEqual([]);
    await test.close();
  });
});
