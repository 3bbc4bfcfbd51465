import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createCertificate,
  eventually,
  operationOf,
  PUBLISHED_APIS,
  requestFaults,
  startGithubServer,
} from '@switchyard/testing';
import { ForgeFixture } from '../../testing/forge-fixture.js';
import type { ReceivedCall } from '../../testing/webhook-sink.js';

const COMMIT = 'c0ffee'.padEnd(40, '1');
const PULL = { number: 7, title: 'Add it', url: null, fork: false };
const TOKENS = 'POST /api/v3/app/installations/99/access_tokens';
const FIND = 'GET /api/v3/repos/ops/site/installation';
const STATUS = `POST /api/v3/repos/ops/site/statuses/${COMMIT}`;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const private_key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const APP = { type: 'github_app', server: '', app_id: 'Iv23liAbc', installation_id: '', private_key };

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const decoded = (part = ''): Record<string, number | string> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, number | string>;

describe('statuses and comments of a GitHub App', () => {
  let test: ForgeFixture;
  let app: typeof APP;
  let expires: string;
  /** Statuses of the calls that are not answered as published, by their line. */
  let refused: Record<string, number>;

  beforeAll(async () => {
    test = await ForgeFixture.open();
  });
  beforeEach(async () => {
    await test.begin();
    [expires, refused, app] = [inMinutes(60), {}, { ...APP, server: test.forge.origin }];
    test.forge.answer = (answer) => {
      const call = callOf(test.forge.calls.at(-1) as ReceivedCall);
      const { status, example } = operationOf(PUBLISHED_APIS.github, call) ?? { status: 404, example: {} };
      const count = issued().length;
      const document = 'token' in example ? { ...example, token: `ghs_${count}`, expires_at: expires } : example;
      answer.writeHead(refused[lineOf(call)] ?? status).end(JSON.stringify(document));
    };
    await test.template({ forge: 'github' }, app);
  });
  afterEach(() => test.end());
  afterAll(() => test.database.drop());

  const callOf = ({ method, path, headers, body }: ReceivedCall) => ({
    method,
    url: `${test.forge.origin}${path}`,
    headers,
    body,
  });
  const lineOf = ({ method, url }: { method: string | undefined; url: string }) =>
    `${method} ${url.replace(test.forge.origin, '')}`;
  const lines = () => test.forge.calls.map((call) => lineOf(callOf(call)));
  const issued = () => lines().filter((line) => line === TOKENS);
  const authorizations = (line: string) =>
    test.forge.calls.filter((call) => lineOf(callOf(call)) === line).map(({ headers }) => headers.authorization ?? '');

  it('should be sent with a token of an hour that one signed request has made, as the document says', async () => {
    await test.start();
    const task = await test.launch(COMMIT, PULL);
    await eventually(() => expect(lines()).toHaveLength(4));
    await test.move(task, 'waiting', 'success');
    await eventually(() => expect(lines()).toHaveLength(6));
    expect(test.forge.calls.flatMap((call) => requestFaults(PUBLISHED_APIS.github, callOf(call)))).toEqual([]);
    expect([lines().filter((line) => line === FIND), issued()]).toEqual([[FIND], [TOKENS]]);
    expect(authorizations(STATUS)).toEqual(['Bearer ghs_1', 'Bearer ghs_1']);
    expect(JSON.parse(test.forge.calls[1]?.body ?? '')).toEqual({ repositories: ['site'] });
    const stored = await test.database.dataSource.query<{ text: string }[]>(
      `select row_to_json(each)::text as text from (select * from outbox_message) each
       union all select row_to_json(each)::text from (select * from access_key) each`,
    );
    expect(stored.map(({ text }) => text).join()).not.toMatch(/ghs_|PRIVATE KEY/);
  }, 60_000);

  it('should be asked for with what the key of the app has signed, for ten minutes at most', async () => {
    await test.start();
    await test.launch(COMMIT);
    await eventually(() => expect(issued()).toHaveLength(1));
    for (const authorization of [...authorizations(FIND), ...authorizations(TOKENS)]) {
      const [head, claims, signature = ''] = authorization.replace('Bearer ', '').split('.');
      const signed = Buffer.from(`${head}.${claims}`);
      expect(
        verify(
          'RSA-SHA256',
          signed,
          createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
          Buffer.from(signature, 'base64url'),
        ),
      ).toBe(true);
      expect(decoded(head)).toEqual({ alg: 'RS256', typ: 'JWT' });
      const { iat, exp, iss } = decoded(claims);
      expect(iss).toBe('Iv23liAbc');
      expect(Number(exp) - Number(iat)).toBeLessThanOrEqual(600);
      expect(Number(iat)).toBeLessThanOrEqual(Date.now() / 1000);
    }
  }, 60_000);

  it('should be renewed shortly before it expires, and when the forge refuses it', async () => {
    expires = inMinutes(5);
    await test.start();
    const task = await test.launch(COMMIT);
    await eventually(() => expect(authorizations(STATUS)).toEqual(['Bearer ghs_1']));
    expires = inMinutes(60);
    refused[STATUS] = 401;
    await test.move(task, 'waiting', 'running');
    await eventually(() => expect(authorizations(STATUS)).toEqual(['Bearer ghs_1', 'Bearer ghs_2']));
    refused = {};
    await eventually(async () => {
      await test.retryNow();
      expect(authorizations(STATUS).at(-1)).toBe('Bearer ghs_3');
    });
  }, 60_000);

  it('should be of the installation that the key names, and of another key when that is replaced', async () => {
    await test.template({ forge: 'github' }, { ...app, installation_id: '99' });
    await test.start();
    await test.launch(COMMIT);
    await eventually(() => expect(authorizations(STATUS)).toHaveLength(1));
    await test.template({ forge: 'github' }, { ...app, installation_id: '99' });
    await test.launch(COMMIT);
    await eventually(() => expect(authorizations(STATUS)).toEqual(['Bearer ghs_1', 'Bearer ghs_2']));
    expect(lines()).not.toContain(FIND);
  }, 60_000);

  it.each<[string, string, number, string]>([
    ['is not installed at the repository', FIND, 404, 'http_status'],
    ['may not have the repository', TOKENS, 422, 'http_status'],
    ['is answered by something else', TOKENS, 200, 'rejected'],
  ])('should fail visibly where the app %s', async (_, line, status, error) => {
    refused[line] = status;
    if (status === 200) {
      expires = 'no time';
      test.forge.answer = (answer) => answer.writeHead(200).end('{"id":99,"token":"two\\nlines"}');
    }
    await test.start();
    await test.launch(COMMIT);
    await eventually(async () => expect(await test.messages()).toMatchObject([{ status: 'pending', error }]));
    expect(lines()).not.toContain(STATUS);
  });

  it('should not sign in at another server than that of the app', async () => {
    await test.template({ forge: 'github' }, APP);
    await test.start();
    await test.launch(COMMIT);
    await eventually(async () =>
      expect(await test.messages()).toMatchObject([{ status: 'pending', error: 'address' }]),
    );
    expect(lines()).toEqual([]);
  });

  it('should reach a forge whose certificate only the repository trusts', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'forge-'));
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    await createCertificate(key, cert);
    const tls = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
    const github = await startGithubServer(directory, { tls });
    const of = { forge: 'github', webUrl: github.url('site') } as const;
    try {
      await test.template(of, { ...app, server: github.origin });
      await test.start();
      await test.launch(COMMIT);
      await eventually(async () => expect(await test.messages()).toMatchObject([{ error: 'certificate' }]));
      await test.template({ ...of, caCertificates: tls.cert }, { ...app, server: github.origin });
      await test.launch(COMMIT, PULL);
      await eventually(() => expect(github.calls.filter((call) => !call.startsWith('GET'))).toHaveLength(3));
      expect(github.calls).toEqual(expect.arrayContaining([FIND, TOKENS, STATUS]));
      expect(github.faults).toEqual([]);
    } finally {
      await github.stop();
      await rm(directory, { recursive: true });
    }
  }, 60_000);

  it('should not go to another forge', async () => {
    await test.template({ forge: 'gitea' }, app);
    await test.start();
    await test.launch(COMMIT);
    await eventually(async () =>
      expect(await test.messages()).toMatchObject([{ status: 'pending', error: 'no_secret' }]),
    );
    expect(lines()).toEqual([]);
  });
});
