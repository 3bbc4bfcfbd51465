import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createWebServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createCertificate,
  type DedicatedPostgres,
  eventually,
  type MailSink,
  startBucketServer,
  startLdapServer,
  startMailSink,
  startPostgres,
  startRedis,
  type TestBucketServer,
  type TestLdapServer,
  type TestRedis,
} from '@switchyard/testing';
import pg from 'pg';
import { ApiClient } from '../support/api-client.js';
import { root } from '../support/part.js';
import { createTemplate, runTask } from '../support/project.js';
import { openWorkplace } from '../support/workplace.js';

const PERSON = { uid: 'ann', cn: 'Ann Berg', mail: 'ann@directory.test', password: 'a password of the directory' };

describe('servers with certificates of a private authority', () => {
  let directory: string;
  let postgres: DedicatedPostgres;
  let redis: TestRedis;
  let ldap: TestLdapServer;
  let mail: MailSink;
  let bucket: TestBucketServer;
  let settings: Record<string, string>;
  let webhooks = 0;
  const servers: Server[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'switchyard-ca-'));
    const [key, certificate, bundle] = ['key.pem', 'cert.pem', 'bundle.pem'].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ];
    await createCertificate(key, certificate);
    const tls = { key, certificate };
    [postgres, redis, ldap, mail, bucket] = await Promise.all([
      startPostgres(),
      startRedis({ appendOnly: true, tls }),
      startLdapServer([PERSON]),
      startMailSink({ tls }),
      startBucketServer(),
    ]);
    await speakTls(postgres, tls);
    await writeFile(bundle, [await readFile(certificate, 'utf8'), await readFile(ldap.caFile, 'utf8')].join('\n'));
    const pair = { key: await readFile(key), cert: await readFile(certificate) };
    const hook = createWebServer(pair, (_, answer) => {
      webhooks += 1;
      answer.end();
    });
    const blobs = new URL(bucket.url);
    const front = createTlsServer(pair, (socket) => {
      const behind = connect(Number(blobs.port), blobs.hostname);
      behind.on('error', () => socket.destroy());
      socket
        .on('error', () => behind.destroy())
        .pipe(behind)
        .pipe(socket);
    });
    const [hookPort, blobPort] = await Promise.all([hook, front].map(listening));
    servers.push(hook, front);
    settings = {
      SWITCHYARD_CA_FILE: bundle,
      SWITCHYARD_DATABASE_URL: `${postgres.url}?sslmode=verify-full`,
      SWITCHYARD_QUEUE_URL: redis.url,
      SWITCHYARD_AUTH_LDAP_URL: ldap.secureUrl,
      SWITCHYARD_AUTH_LDAP_BASE_DN: ldap.baseDn,
      SWITCHYARD_AUTH_LDAP_BIND_DN: ldap.reader.dn,
      SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: ldap.reader.password,
      SWITCHYARD_SMTP_URL: mail.url,
      SWITCHYARD_SMTP_FROM: 'yard@example.test',
      SWITCHYARD_BLOB_URL: `https://${blobs.username}:${blobs.password}@127.0.0.1:${blobPort}${blobs.pathname}`,
      SWITCHYARD_ALERT_SLACK_URL: `https://127.0.0.1:${hookPort}/services/x`,
      SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
    };
  });
  afterAll(async () => {
    servers.forEach((server) => server.close());
    await Promise.all([postgres, redis, ldap, mail, bucket].map((service) => service.remove()));
    await rm(directory, { recursive: true });
  });

  /** Findings of the command about the installation, by check. */
  async function findings({ SWITCHYARD_CA_FILE: file, ...rest }: Record<string, string>) {
    const env = { ...process.env, ...rest, ...(file === undefined ? {} : { SWITCHYARD_CA_FILE: file }) };
    const out = await new Promise<string>((resolve) =>
      execFile(process.execPath, [join(root, 'apps/api/dist/cli.js'), 'doctor'], { env, cwd: directory }, (_, text) =>
        resolve(text),
      ),
    );
    const lines = [...out.matchAll(/^(ok|warning|fault) +(\w+): (.*)$/gm)];
    const of = (level: string) => new Set(lines.filter(([, each]) => each === level).map(([, , check]) => check));
    return {
      out,
      faults: of('fault'),
      untrusted: lines.filter(([, , , text]) => text?.includes('is not trusted here')),
    };
  }

  it('should be trusted by every client once the setting names the authority, and by none before', async () => {
    const without = await findings({ ...settings, SWITCHYARD_CA_FILE: '' });
    expect([...without.faults]).toEqual(expect.arrayContaining(['database', 'queue', 'mail', 'directory', 'outbound']));
    const place = await openWorkplace(
      { 'run.sh': 'exit 1\n' },
      { stack: { settings }, git: 'path', project: { alert: true } },
    );
    const { client, project, stack } = place;
    const { out, faults, untrusted } = await findings(settings);
    expect([out, [...faults], untrusted]).toEqual([out, [], []]);
    const asked = webhooks;
    const task = await runTask(client, project, await createTemplate(client, project, { name: 'fails' }));
    expect(await client.untilEnded(project.id, task)).toMatchObject({ status: 'error' });
    await eventually(() => expect(webhooks).toBeGreaterThan(asked));
    const person = new ApiClient(stack.address);
    await person.signIn(PERSON.uid, PERSON.password);
    expect(await person.call('GET', '/user')).toMatchObject({ username: PERSON.uid });
    await place.close();
  });

  it('should be a fault of the start when the file cannot be used', async () => {
    const { out } = await findings({ ...settings, SWITCHYARD_CA_FILE: join(directory, 'none.pem') });
    expect(out).toContain('SWITCHYARD_CA_FILE: the file cannot be read (ENOENT)');
    const empty = join(directory, 'empty.pem');
    await writeFile(empty, '');
    expect((await findings({ ...settings, SWITCHYARD_CA_FILE: empty })).out).toContain(
      'SWITCHYARD_CA_FILE: the file holds no PEM certificate',
    );
  });
});

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

/** Gives a server its certificate, as its own user. */
async function speakTls(postgres: DedicatedPostgres, tls: { key: string; certificate: string }): Promise<void> {
  const cluster = join(postgres.directory, 'cluster');
  const { uid, gid } = await stat(cluster);
  for (const [from, name] of [
    [tls.key, 'server.key'],
    [tls.certificate, 'server.crt'],
  ] as const) {
    await writeFile(join(cluster, name), await readFile(from), { mode: 0o600 });
    await chown(join(cluster, name), uid, gid);
  }
  const client = new pg.Client(postgres.url);
  await client.connect();
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
}
