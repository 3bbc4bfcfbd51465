import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  migratedDatabase,
  type MigratedDatabase,
  newProject,
  newRunner,
  newTask,
  newTemplate,
} from '@switchyard/database/testing';
import { createLogger } from '@switchyard/server';
import { startRedis } from '@switchyard/testing';
import { runCli } from './run-cli.js';

let database: MigratedDatabase;
let directory: string;
beforeAll(async () => {
  database = await migratedDatabase(4);
  directory = await mkdtemp(join(tmpdir(), 'switchyard-doctor-'));
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

async function doctor(env: Record<string, string> = {}, args: string[] = []) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(['doctor', ...args], {
    env: { SWITCHYARD_DATABASE_URL: database.url, SWITCHYARD_DATA_DIR: directory, ...env },
    input: Readable.from([]),
    print: (line) => void out.push(line),
    complain: (line) => void err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('doctor', () => {
  it('should look at an installation that is well, and change nothing in it', async () => {
    await newRunner(database.dataSource, { name: 'crane', touched: new Date(), version: '0.0.1' });
    const { id: projectId } = await newProject(database.dataSource);
    const template = await newTemplate(database.dataSource, { projectId });
    const { id } = await newTask(database.dataSource, template, { waitingReason: 'no_runner' });
    const { code, out } = await doctor();
    expect(code).toBe(0);
    expect(out).toMatch(/^ok +database: PostgreSQL 1\d/m);
    expect(out).toMatch(/^ok +clock: /m);
    expect(out).toMatch(/^ok +migrations: All \d+ migrations have run/m);
    expect(out).toMatch(/^warning +runners: Runner crane has version 0\.0\.1/m);
    expect(out).toMatch(new RegExp(`^ok +tasks: Tasks that wait: 1; the oldest is ${id} `, 'm'));
    expect(out).toMatch(/^ok +settings: SWITCHYARD_DATA_DIR=.* \(environment\)$/m);
  });

  it('should say what does not work while nothing else does, and go on', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { code, out, err } = await doctor({
      SWITCHYARD_DATABASE_URL: 'postgres://sy:canary-password@127.0.0.1:1/none',
      SWITCHYARD_SMTP_URL: `smtp://127.0.0.1:${port}`,
      SWITCHYARD_QUEUE_URL: 'redis://127.0.0.1:1',
      SWITCHYARD_DATA_DIR: join(directory, 'none'),
      SWITCHYARD_PORT: 'many',
    });
    silent.close();
    expect(code).toBe(1);
    expect(err).toMatch(/things do not work/);
    for (const check of ['settings', 'database', 'queue', 'mail', 'disk']) {
      expect(out).toMatch(new RegExp(`^fault +${check}: `, 'm'));
    }
    expect(out).toMatch(/^warning +tasks: Not checked/m);
    expect(out + err).not.toContain('canary');
  });

  it('should say that a Redis forgets', async () => {
    const redis = await startRedis();
    const { out } = await doctor({ SWITCHYARD_QUEUE_URL: redis.url });
    await redis.remove();
    expect(out).toMatch(/^ok +queue: Redis \d/m);
    expect(out).toMatch(/^warning +queue: Redis loses/m);
  });

  it('should write a file for the person who helps, with no secret in it', async () => {
    const secrets = {
      SWITCHYARD_SECRET_KEY: 'canary-secret-key',
      SWITCHYARD_METRICS_TOKEN: 'canary-metrics-token',
      SWITCHYARD_ALERT_SLACK_URL: 'https://hooks.example/services/canary-of-a-slack-webhook',
      SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: 'canary-ldap',
      SWITCHYARD_SMTP_URL: 'smtp://user:canary-mail@127.0.0.1:1',
      SWITCHYARD_BLOB_URL: 's3://id:canary-bucket@127.0.0.1:1/bucket',
    };
    await mkdir(join(directory, 'logs'), { recursive: true });
    const lines: string[] = [];
    const logger = createLogger({ name: 'api', destination: { write: (line) => void lines.push(line) } });
    logger.info('fine');
    const error = Object.assign(new Error('canary-in-a-message'), { code: '42P01' });
    logger.error({ err: error, path: '/canary' }, `failed with ${secrets.SWITCHYARD_SECRET_KEY}`);
    await writeFile(join(directory, 'logs/api.log'), lines.join(''));
    const file = join(directory, 'support.json');
    const { out } = await doctor(secrets, ['--bundle', file]);
    expect(out).toContain(`Written to ${file}`);
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain('canary');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(text)).toMatchObject({
      versions: { switchyard: expect.any(String), node: process.version },
      findings: expect.arrayContaining([expect.objectContaining({ check: 'database', level: 'ok' })]),
      runners: expect.any(Array),
      tables: expect.any(Array),
      errors: {
        'api.log': [{ level: 'error', name: 'api', msg: 'failed with ***', err: { type: 'Error', code: '42P01' } }],
      },
    });
    expect((await doctor(secrets, ['--bundle', file])).code).toBe(1);
  });
});
